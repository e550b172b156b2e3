import AccountsFile
import Terminal

/// Groups being typed: whole ones, each a tag, and after them the one that is not finished yet. A
/// comma or Enter finishes it.
struct TagInput: Equatable, Sendable {
  private(set) var tags: [String]
  private var typed = TextInput(limit: TextInput.greatestSize)
  /// The tag that the next key removes or leaves; nil while the caret is in what is being typed.
  private(set) var selected: Int?

  init(_ text: String) { tags = Self.parts(of: text) }

  /// All of them as a person types them, with commas between; nil if there are none.
  var text: String? {
    let all = tags + Self.parts(of: typed.text)
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }

  /// The line to draw: a tag in brackets, the selected one between arrows.
  var line: TextInput {
    let shown = tags.enumerated().map { $0 == selected ? ">\($1)< " : "[\($1)] " }
    let caret = shown[..<(selected ?? shown.count)].reduce(selected == nil ? typed.caret : 0) {
      $0 + $1.count
    }
    var line = TextInput(
      shown.joined() + typed.text, limit: TextInput.greatestSize, isVerbatim: true)
    line.moveCaret(to: caret)
    return line
  }

  /// Makes a tag of what is being typed; returns whether there was anything.
  mutating func finish() -> Bool {
    let parts = Self.parts(of: typed.text)
    tags += parts
    typed.replace(with: "")
    selected = nil
    return !parts.isEmpty
  }

  /// The text being typed, if the caret is at its end.
  var unfinished: String? {
    selected == nil && typed.caret == typed.text.count ? typed.text : nil
  }

  /// Adds a whole tag in place of what is being typed.
  mutating func add(_ tag: String) {
    tags.append(tag)
    typed.replace(with: "")
    selected = nil
  }

  /// Inserts pasted text, in which commas and line ends are between the groups; returns whether
  /// there was room for all of it.
  mutating func paste(_ text: String) -> Bool {
    var next = typed
    let groups = text.split(whereSeparator: \.isNewline).joined(separator: ",")
    guard next.insert(groups) else { return false }
    (typed, selected) = (next, nil)
    if groups.contains(",") { _ = finish() }
    return true
  }

  /// Applies a key; returns whether it means anything here.
  mutating func apply(_ key: Key) -> Bool {
    if let index = selected {
      switch key {
      case .left, .control("b"): selected = max(0, index - 1)
      case .right, .control("f"): selected = index + 1 < tags.count ? index + 1 : nil
      case .home, .control("a"): selected = 0
      case .end, .control("e"): selected = nil
      case .backspace, .control("h"), .delete, .control("d"):
        tags.remove(at: index)
        if index == tags.count { selected = nil }
      default:
        selected = nil
        return apply(key)
      }
      return true
    }
    switch key {
    case .enter: return finish()
    case .control("u"): tags = []
    case .backspace, .control("h"), .control("w"):
      if typed.text.isEmpty { _ = tags.popLast() }
    case .left, .control("b"), .home, .control("a"):
      if typed.caret == 0, !tags.isEmpty {
        selected = [.home, .control("a")].contains(key) ? 0 : tags.count - 1
      }
    default: break
    }
    guard typed.apply(key) else { return false }
    if typed.text.contains(",") { _ = finish() }
    return true
  }

  private static func parts(of text: String) -> [String] {
    if case .texts(let parts)? = FieldValues.typed(text, for: .groups) { parts } else { [] }
  }
}
