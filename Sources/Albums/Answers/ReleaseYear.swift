import TextTools

/// The year of a date such as `1975-11-21T08:00:00Z`, which is in UTC.
enum ReleaseYear {
  /// nil if there is no date, or the service's placeholder for none: the first of January 1900.
  static func read(_ text: String) -> Int? {
    let date = text.prefix { $0 != "T" }
    let numbers = date.split(separator: "-").compactMap { part in
      part.utf8.allSatisfy(\.isASCIIDigit) ? Int(part) : nil
    }
    switch (date.utf8.count, numbers.count) {
    case (4, 1): break
    case (10, 3) where 1...12 ~= numbers[1] && 1...31 ~= numbers[2]: break
    default: return nil
    }
    let isPlaceholder = numbers == [1900] || numbers == [1900, 1, 1]
    return isPlaceholder || numbers[0] < 1000 ? nil : numbers[0]
  }
}
