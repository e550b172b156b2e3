import TextTools

/// How many seconds a `Retry-After` header asks for: a number, or a date such as
/// `Fri, 31 Dec 1999 23:59:59 GMT`.
enum RetryAfter {
  /// - Parameter now: the seconds since 1970.
  static func seconds(_ text: String?, now: Int) -> Int? {
    guard let text = text?.trimmingSpace, !text.isEmpty else { return nil }
    if text.utf8.allSatisfy(\.isASCIIDigit) { return min(Int(text) ?? longest, longest) }
    return date(text).map { min(max(0, $0 - now), longest) }
  }

  /// Longer than a day suggests a wrong clock, not a real wait.
  private static let longest = 24 * 60 * 60

  private static func date(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), (1...31).contains(day),
      let month = months.firstIndex(of: words[2].lowercased()), let year = Int(words[3]),
      (1970...9999).contains(year)
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]),
      (0...60).contains(time[2])
    else { return nil }
    // Years begin in March here, so that a leap day ends one.
    let shifted = month < 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    return days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
