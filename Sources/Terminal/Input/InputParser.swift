import TextTools

/// Turns the bytes that a terminal sends into events.
///
/// The events do not depend on how the bytes are split, unless `timeOut` is called in between.
/// Characters arrive one Unicode scalar at a time; U+FFFD replaces bytes that are not UTF-8. Of a
/// sequence that is unknown or broken off, `Key.brokenEscape` is left; a terminal's replies are
/// events, whether or not it was asked. Memory is bounded, and time is linear.
package struct InputParser: Sendable {
  private enum State: Sendable {
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

  private var state = State.ground
  /// Whether an ESC precedes what is being read: Alt.
  private var hasEscapeBefore = false
  private(set) var parameters: [UInt8] = []
  private var decoder = ScalarDecoder()
  private var paste = PasteCollector()

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
    if case .escape = state { false } else { isWaiting }
  }

  /// Whether a paste has not ended. Its end mark may never come, so it must not wait for ever.
  package var isPasting: Bool {
    if case .paste = state { true } else { false }
  }

  /// Call when no more input came in time: a pending ESC becomes the key, a letter after it gets
  /// Alt, a paste ends, an unfinished sequence is broken off.
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
    default: return [.key(.brokenEscape)]
    }
  }

  private mutating func reset() {
    state = .ground
    hasEscapeBefore = false
    parameters.removeAll(keepingCapacity: true)
    decoder.reset()
  }
}

extension InputParser {
  private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: takeText(byte, &events)
    case .escape: takeAfterEscape(byte, &events)
    case .control: takeControl(byte, &events)
    case .short: takeShort(byte, &events)
    case .console: takeConsole(byte, &events)
    case .string(let introducer, let count): takeString(byte, introducer, count, &events)
    case .mouse(let missing):
      if missing > 1 { state = .mouse(missing - 1) } else { give(up: &events) }
    case .stringEscape(let introducer):
      if byte == UInt8(ascii: "\\") { return finishString(introducer, &events) }
      give(up: &events)
      state = .escape
      take(byte, &events)
    case .paste:
      if let text = paste.take(byte) {
        events.append(.paste(text))
        reset()
      }
    }
  }

  private mutating func takeText(_ byte: UInt8, _ events: inout [InputEvent]) {
    if decoder.isPending, byte & 0xC0 != 0x80 { emit(.character("\u{FFFD}"), &events) }
    if byte == 0x1B {
      reset()
      state = .escape
    } else if byte < 0x80 {
      reset()
      events.append(.key(Key(byte: byte)))
    } else {
      let scalar = decoder.next(byte)
      if !decoder.isPending { emit(.character(Character(scalar ?? "\u{FFFD}")), &events) }
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B:
      // The third ESC shows that the first was a key of its own.
      if hasEscapeBefore { events.append(.key(.escape)) }
      hasEscapeBefore = true
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .short
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string(introducer: byte, count: 0)
    default:
      if hasEscapeBefore { events.append(.key(.escape)) }
      state = .ground
      hasEscapeBefore = true
      if byte < 0x80 { emit(Key(byte: byte), &events) } else { takeText(byte, &events) }
    }
  }

  private mutating func takeControl(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "[") where parameters.isEmpty: state = .console
    // A mouse report in the oldest mode, which another program may have left on.
    case UInt8(ascii: "M") where parameters.isEmpty: state = .mouse(3)
    // Shift in rxvt.
    case UInt8(ascii: "$") where !parameters.isEmpty && parameters.allSatisfy(\.isASCIIDigit):
      finish(InputSequence(parameters: parameters, final: byte), &events)
    case 0x20...0x3F: collect(byte)
    case 0x40...0x7E where parameters.count <= Self.greatestSequence:
      finish(InputSequence(parameters: parameters, final: byte), &events)
    case 0x40...0x7E: give(up: &events)
    default: breakOff(byte, &events)
    }
  }

  private mutating func takeShort(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: ";"): collect(byte)
    case 0x40...0x7E:
      finish(InputSequence(shortParameters: parameters, final: byte), &events)
    default: breakOff(byte, &events)
    }
  }

  private mutating func takeConsole(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "E"):
      emit(.function(Int(byte - UInt8(ascii: "A")) + 1), &events)
    case 0x20...0x7E: give(up: &events)
    default: breakOff(byte, &events)
    }
  }

  private mutating func takeString(
    _ byte: UInt8, _ introducer: UInt8, _ count: Int, _ events: inout [InputEvent]
  ) {
    switch byte {
    case 0x1B: state = .stringEscape(introducer)
    case 0x07: finishString(introducer, &events)
    case 0x18, 0x1A: give(up: &events)
    // A terminal's answer contains none of these, so this is typed input.
    case ..<0x20: breakOff(byte, &events)
    default:
      state = .string(introducer: introducer, count: count + 1)
      collect(byte)
      if count + 1 == Self.greatestString { give(up: &events) }
    }
  }

  /// Stores one more than fits, to show that there were too many.
  private mutating func collect(_ byte: UInt8) {
    if parameters.count <= Self.greatestSequence { parameters.append(byte) }
  }

  private mutating func finishString(_ introducer: UInt8, _ events: inout [InputEvent]) {
    let isCommand = introducer == UInt8(ascii: "]")
    finish(
      isCommand ? TerminalReply(command: parameters).map(InputSequence.reply) : nil, &events)
  }

  private mutating func breakOff(_ byte: UInt8, _ events: inout [InputEvent]) {
    give(up: &events)
    take(byte, &events)
  }

  /// Ends a sequence that stands for no key: its ESC may have been typed.
  private mutating func give(up events: inout [InputEvent]) {
    reset()
    events.append(.key(.brokenEscape))
  }

  private mutating func finish(_ sequence: InputSequence?, _ events: inout [InputEvent]) {
    if case .key(let key) = sequence { return emit(key, &events) }
    if sequence == nil { return give(up: &events) }
    if hasEscapeBefore { events.append(.key(.escape)) }
    reset()
    switch sequence {
    case .pasteBegins: state = .paste
    case .focusGained: events.append(.focusGained)
    case .focusLost: events.append(.focusLost)
    case .reply(let reply): events.append(.reply(reply))
    case .key, nil: break
    }
  }

  private mutating func emit(_ key: Key, _ events: inout [InputEvent]) {
    let alt: Key.Modifiers = hasEscapeBefore ? .alt : []
    events.append(.key(Key(key.name, key.modifiers.union(alt))))
    reset()
  }
}

extension Key {
  /// The key for one ASCII byte.
  fileprivate init(byte: UInt8) {
    switch byte {
    case 0x00: self = .control(" ")
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte | 0x60)))
    case 0x1C...0x1F: self = .control(Character(Unicode.Scalar(byte | 0x40)))
    default: self = .character(Character(Unicode.Scalar(byte)))
    }
  }
}
