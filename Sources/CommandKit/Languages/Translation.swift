/// A language other than English: its texts, and how it counts.
struct Translation: Sendable {
  /// A row for each phrase, in the order of their bytes: the key, a tab, and the text.
  ///
  ///     found {1 account} in {2}	в {2} найдено: {1 аккаунт|аккаунта|аккаунтов}
  ///
  /// `{2}` is the second argument, `{1 …}` a count with its noun, and `{1:…}` the word alone that agrees
  /// with the count: the forms are those of `form`. `{-1}` says that the text does without the argument.
  /// A count that only another language needs is `\(unsaid: count)` in the phrase. A row is on one line however
  /// long it is.
  let table: String
  /// How many forms a counted word has.
  let forms: Int
  /// Which form a word has beside a count, from 0.
  let form: @Sendable (Int) -> Int

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

  /// Returns the text for a placeholder, given without its braces; nil if it is none.
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
    let (rows, key, newline) = (table.utf8.span, key.utf8.span, UInt8(ascii: "\n"))
    var (low, high) = (0, rows.count)
    while low < high {
      var start = low + (high - low) / 2
      while start > low, rows[start - 1] != newline { start -= 1 }
      // How many bytes the key and the row have in common.
      var index = 0
      while index < key.count, start + index < high, rows[start + index] == key[index] {
        index += 1
      }
      var end = start + index
      let next = end < high ? rows[end] : newline
      let isFound = index == key.count && next == UInt8(ascii: "\t")
      if !isFound, index == key.count || key[index] < next {
        high = start
        continue
      }
      while end < high, rows[end] != newline { end += 1 }
      if isFound {
        let first = table.utf8.index(table.startIndex, offsetBy: start + index + 1)
        return table[first..<table.utf8.index(first, offsetBy: end - start - index - 1)]
      }
      low = end + 1
    }
    return nil
  }
}
