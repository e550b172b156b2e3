import AccountsFile
import Terminal

/// The keys that were typed before there was anything for them to act on, in order. No dump shows
/// them: they may be a password.
struct TypedAhead: Equatable, Sendable, Redacted {
  /// A key or pasted text, and the thing to answer that its typist had seen by then.
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
