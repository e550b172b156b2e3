package import CommandKit
package import Terminal

/// A search text for the rows of a list.
///
/// In a list letters search, and only capitals act: a name that is typed blind finds somebody, and
/// changes nobody. A search ends with a key that no name has (Enter, Esc, an arrow), never by a
/// pause: somebody may type slowly.
package struct ListSearch: Equatable, Sendable {
  package private(set) var input: TextInput
  /// Whether it is being typed. Then every character is text.
  package private(set) var isTyping = false

  package init(_ text: String = "", limit: Int = 256) { input = TextInput(text, limit: limit) }

  package var text: String { input.text }
  /// Whether it has the row in which it is typed.
  package var isShown: Bool { isTyping || !text.isEmpty }

  /// Whether a key goes to the search in a list in which no action has that key.
  package func takes(_ key: Key) -> Bool {
    if isTyping { return !Self.endings.contains(key) }
    return key == .backspace && !text.isEmpty || key.searched != nil
  }

  /// Applies a key that goes to the search: types it, begins a new search with it or, with
  /// Backspace, goes on with the last one.
  package mutating func apply(_ key: Key) {
    if !isTyping, let character = key.searched { return begin(with: String(character)) }
    isTyping = true
    _ = input.apply(key)
  }

  package mutating func begin(with text: String = "") {
    input.replace(with: "")
    if !text.isEmpty { input.insert(text) }
    isTyping = true
  }

  /// Inserts what is pasted, or begins a new search with it. A line end is a space.
  package mutating func paste(_ text: String) {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    if isTyping { input.insert(line) } else { begin(with: line) }
  }

  /// Ends the typing. The rows stay as they are.
  package mutating func end() { isTyping = false }
  /// Takes the search away.
  package mutating func clear() {
    input.replace(with: "")
    end()
  }

  /// The keys that move in the list, and end the typing.
  package static let endings: [Key] = [.up, .down, .pageUp, .pageDown]

  // MARK: What it finds

  /// The words that are looked for, in small letters.
  package var words: [String] { text.lowercased().split(separator: " ").map(String.init) }

  /// Returns a test of a text in small letters: whether it has all words, anywhere.
  package var test: (String) -> Bool {
    let words = words
    return { text in words.allSatisfy { text.utf8.holds($0.utf8) } }
  }

  /// Says how to go on if nothing is found; nil if there is nothing special to say.
  package var advice: Phrase? {
    isTyping && text.last?.isUppercase == true ? Phrase("Enter first, then the action") : nil
  }
}

extension Key {
  /// The character that the key types, if a search can begin with it: a letter, a digit, or a sign
  /// that is in names and addresses.
  package var searched: Character? {
    guard case .character(let character) = name, modifiers.isEmpty,
      character.isLetter || character.isNumber || "@._-+:\"".contains(character)
    else { return nil }
    return character
  }
}

extension String.UTF8View {
  /// Whether these bytes stand somewhere in the text.
  fileprivate func holds(_ part: String.UTF8View) -> Bool {
    guard let first = part.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: part) { return true }
      rest = rest[index(after: start)...]
    }
    return false
  }
}
