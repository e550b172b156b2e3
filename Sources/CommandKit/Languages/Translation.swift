/// A language other than English: its texts, and how it counts.
struct Translation: Sendable {
  /// A row for each phrase, in the order of their bytes: the key, a tab, and the text.
  ///
  ///     found {1 account} in {2}	в {2} найдено: {1 аккаунт|аккаунта|аккаунтов}
  ///
  /// `{2}` is the second argument, `{1 …}` a count with its noun, and `{1:…}` the word alone that
  /// agrees with the count: the forms are those of `form`. `{-1}` says that the text does without
  /// the argument. A count that only another language needs is `\(hidden: count)` in the phrase. A
  /// row is on one line however long it is.
  let table: String
  /// The offset of each row, and that of a row that would follow the last.
  private let starts: [Int]
  /// How many forms a counted word has.
  let forms: Int
  /// The form, from 0, that a word has beside a count.
  let form: @Sendable (Int) -> Int

  init(table: String, forms: Int, form: @escaping @Sendable (Int) -> Int) {
    (self.table, self.forms, self.form) = (table, forms, form)
    var starts = [0]
    let bytes = table.utf8.span
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    if table.utf8.last != UInt8(ascii: "\n") { starts.append(table.utf8.count + 1) }
    self.starts = starts
  }

  /// How an argument is shown in this language, and its number if it is a count.
  typealias Argument = (text: String, count: Int?)

  /// The text of a phrase, with its arguments; nil if the table has no row for it.
  func text(of key: String, _ arguments: [Argument]) -> String? {
    guard var rest = self[key] else { return nil }
    var text = ""
    while let opening = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      let inside = rest[opening...].utf8.dropFirst()
      text += rest[..<opening]
      if let closing = inside.firstIndex(of: UInt8(ascii: "}")),
        let shown = shown(Substring(inside[..<closing]), arguments)
      {
        text += shown
        rest = Substring(inside[closing...].dropFirst())
      } else {
        text += "{"
        rest = Substring(inside)
      }
    }
    return text + rest
  }

  /// Returns the text for a placeholder, given without its braces; nil if it is not a placeholder.
  private func shown(_ placeholder: Substring, _ arguments: [Argument]) -> String? {
    if placeholder.hasPrefix("-") { return Int(placeholder) == nil ? nil : "" }
    let digits = placeholder.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), arguments.indices.contains(number - 1) else { return nil }
    let argument = arguments[number - 1]
    let rest = placeholder[digits.endIndex...]
    guard let mark = rest.first else { return argument.text }
    guard mark == " " || mark == ":" else { return nil }
    let words = rest.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
    guard let count = argument.count, words.indices.contains(form(count)) else {
      return argument.text
    }
    let word = String(words[form(count)])
    return mark == ":" ? word : "\(count) \(word)"
  }

  /// The text in the row of a key.
  private subscript(key: String) -> Substring? {
    let (bytes, key) = (table.utf8.span, key.utf8.span)
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = low + (high - low) / 2
      let row = starts[middle]..<starts[middle + 1] - 1
      // How many bytes the key and the row have in common.
      var common = 0
      while common < key.count, common < row.count,
        bytes[row.lowerBound + common] == key[common]
      {
        common += 1
      }
      let next = common < row.count ? bytes[row.lowerBound + common] : UInt8(ascii: "\n")
      if common == key.count, next == UInt8(ascii: "\t") {
        let first = table.utf8.index(table.startIndex, offsetBy: row.lowerBound + common + 1)
        return table[first..<table.utf8.index(first, offsetBy: row.count - common - 1)]
      }
      if common == key.count || key[common] < next { high = middle } else { low = middle + 1 }
    }
    return nil
  }
}
