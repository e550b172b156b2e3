import AccountsFile
import Terminal

/// What was typed before there was anything for it to act on, in order. No dump shows it: it may be a
/// password.
struct TypedAhead: Equatable, Sendable, Redacted {
  /// How many keys and pasted characters are kept.
  static let limit = 4096

  private(set) var events: [InputEvent] = []
  /// Whether more was typed than is kept. Then none of it is: its end alone would mean something else.
  private(set) var isTooMuch = false
  private var size = 0

  var isEmpty: Bool { events.isEmpty && !isTooMuch }

  mutating func add(_ event: InputEvent) {
    if case .paste(let text) = event { size += text.unicodeScalars.count } else { size += 1 }
    if size > Self.limit {
      (events, isTooMuch) = ([], true)
    } else {
      events.append(event)
    }
  }
}
