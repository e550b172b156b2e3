import AccountsFile
import Terminal

/// What was typed before there was anything for it to act on, in order. No dump shows it: it may be a
/// password.
struct TypedAhead: Equatable, Sendable, Redacted {
  /// What was typed, and what its typist had seen of all that is to be seen before it is answered.
  struct Item: Equatable, Sendable {
    let event: InputEvent
    let seen: ScreenState.ToBeSeen?
  }

  /// How many keys and pasted characters are kept.
  static let limit = 4096

  private(set) var items: [Item] = []
  /// Whether more was typed than is kept. Then none of it is: its end alone would mean something else.
  private(set) var isTooMuch = false
  private var size = 0

  var isEmpty: Bool { items.isEmpty && !isTooMuch }

  mutating func add(_ event: InputEvent, seen: ScreenState.ToBeSeen?) {
    if case .paste(let text) = event { size += text.unicodeScalars.count } else { size += 1 }
    if size > Self.limit {
      (items, isTooMuch) = ([], true)
    } else {
      items.append(Item(event: event, seen: seen))
    }
  }
}
