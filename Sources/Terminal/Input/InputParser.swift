/// Turns the bytes that a terminal sends into events.
///
/// The events do not depend on how the bytes are split, unless `timeOut` is called in between.
/// Characters arrive one Unicode scalar at a time; U+FFFD replaces what is not UTF-8. Unknown
/// sequences are dropped; a terminal's replies are events, whether or not it was asked. Memory is bounded, and time is linear.
package struct InputParser: Sendable {
  enum State: Sendable {
    case ground
    /// After ESC.
    case escape
    /// After ESC [.
    case control
    /// After ESC O.
    case short
    /// After ESC [ [, which begins the function keys of Linux's console.
    case console
    /// Inside a string that ends with ESC \, with its introducer and length so far.
    case string(introducer: UInt8, count: Int)
    /// After an ESC inside such a string.
    case stringEscape(UInt8)
    /// After ESC [ M, with the number of bytes to skip.
    case mouse(Int)
    case paste
  }

  var state = State.ground
  /// Whether an ESC precedes what is being read: Alt.
  var hasEscapeBefore = false
  var parameters: [UInt8] = []
  var decoder = ScalarDecoder()
  var paste = PasteCollector()

  /// The most bytes between the introducer of a sequence and its end.
  static let greatestSequence = 64
  /// The most bytes of a string. Only the first few are kept: no reply is longer.
  static let greatestString = 64 << 10

  package init() {}

  /// Consumes bytes; returns the events that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in Array(bytes) { take(byte, &events) }
    return events
  }

  /// Whether only time can decide: an ESC is a key of its own if nothing follows soon.
  package var isWaiting: Bool {
    switch state {
    case .escape, .control, .short, .console, .stringEscape, .mouse: true
    case .string(_, let count): count == 0
    case .ground, .paste: false
    }
  }

  /// Whether more than an ESC came of what may be a terminal's reply.
  var isWithinSequence: Bool {
    if case .escape = state { return false }
    return isWaiting
  }

  /// Whether a paste has not ended. Its end mark may never come, so it must not wait for ever.
  package var isPasting: Bool {
    if case .paste = state { return true }
    return false
  }

  /// Call when no more input came in time: a pending ESC becomes the key, a letter after it gets
  /// Alt, a paste ends, an unfinished sequence is dropped.
  package mutating func timeOut() -> [InputEvent] {
    guard isWaiting || isPasting else { return [] }
    defer { reset() }
    let escapes: [InputEvent] = hasEscapeBefore ? [.key(.escape)] : []
    switch state {
    case .escape: return escapes + [.key(.escape)]
    case .paste: return [.paste(paste.finish())]
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
