/// Makes events of the bytes that a terminal sends.
///
/// However the bytes are split, the events are the same, as long as `timeOut` is not called between.
/// Characters come one Unicode scalar at a time. Invalid UTF-8 and unknown sequences are dropped.
/// Memory is bounded, and time is linear.
package struct InputParser: Sendable {
  enum State: Sendable {
    case ground
    /// After ESC.
    case escape
    /// After ESC [.
    case control
    /// After ESC O.
    case short
    /// After ESC [ [, with which Linux's own console begins its function keys.
    case console
    /// After ESC and what introduces a text that ends with ESC \, so many bytes ago.
    case string(introducer: UInt8, count: Int)
    /// After an ESC within such a text.
    case stringEscape
    case paste
  }

  var state = State.ground
  /// Whether an ESC stood before what is being read: Alt.
  var hasEscapeBefore = false
  var parameters: [UInt8] = []
  var decoder = ScalarDecoder()
  var paste = PasteCollector()

  /// The most bytes between the introducer of a sequence and its end.
  static let greatestSequence = 64
  /// The most bytes of a text that nobody asked for.
  static let greatestString = 64 << 10

  package init() {}

  /// Takes bytes; gives the events that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in Array(bytes) { take(byte, &events) }
    return events
  }

  /// Whether time must decide: an ESC is a key of its own if nothing follows soon.
  package var isWaiting: Bool {
    switch state {
    case .escape, .control, .short, .console, .stringEscape: true
    case .string(_, let count): count == 0
    case .ground, .paste: false
    }
  }

  /// No more came in time: an ESC was the key, a letter after it had Alt, and a sequence that broke
  /// off is dropped. A paste is waited for to its end.
  package mutating func timeOut() -> [InputEvent] {
    guard isWaiting else { return [] }
    defer { reset() }
    let escapes: [InputEvent] = hasEscapeBefore ? [.key(.escape)] : []
    switch state {
    case .escape: return escapes + [.key(.escape)]
    case .short where parameters.isEmpty: return escapes + [.key(.alt("O"))]
    case .string(let introducer, _):
      return escapes + [.key(.alt(Character(Unicode.Scalar(introducer))))]
    default: return []
    }
  }

  mutating func reset() {
    state = .ground
    hasEscapeBefore = false
    parameters.removeAll(keepingCapacity: true)
    decoder.reset()
  }
}
