/// RFC 8259 as simply as it can be written: recursive, one byte at a time, slow.
///
/// It shares no code with the parser that it checks.
struct ReferenceValidator {
  /// The first byte that cannot continue the text.
  private struct Stop: Error {
    let offset: Int
  }

  private let bytes: [UInt8]
  private let maximumDepth: Int
  private var i = 0

  /// The offset at which a text stops being JSON; nil if it is JSON.
  static func failureOffset(in bytes: [UInt8], maximumDepth: Int = 512) -> Int? {
    var validator = ReferenceValidator(bytes: bytes, maximumDepth: maximumDepth)
    do {
      try validator.text()
      return nil
    } catch {
      return (error as? Stop)?.offset
    }
  }

  private init(bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  private var next: Character? {
    i < bytes.count ? Character(Unicode.Scalar(bytes[i])) : nil
  }

  private func stop() -> Stop { Stop(offset: i) }

  private mutating func take(_ character: Character) throws {
    guard next == character else { throw stop() }
    i += 1
  }

  private mutating func takes(_ characters: Set<Character>) -> Bool {
    guard let next, characters.contains(next) else { return false }
    i += 1
    return true
  }

  private mutating func space() {
    // One by one: "\r\n" would be a single character.
    while takes([" ", "\t", "\r", "\n"]) {}
  }

  private mutating func text() throws {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { i = 3 }
    space()
    try value(depth: 0)
    space()
    guard next == nil else { throw stop() }
  }

  private mutating func value(depth: Int) throws {
    switch next {
    case "{": try object(depth: depth + 1)
    case "[": try array(depth: depth + 1)
    case "\"": try string()
    case "t": try word("true")
    case "f": try word("false")
    case "n": try word("null")
    default: try number()
    }
  }

  private mutating func object(depth: Int) throws {
    guard depth <= maximumDepth else { throw stop() }
    try take("{")
    space()
    if takes(["}"]) { return }
    while true {
      try string()
      space()
      try take(":")
      space()
      try value(depth: depth)
      space()
      if takes(["}"]) { return }
      try take(",")
      space()
    }
  }

  private mutating func array(depth: Int) throws {
    guard depth <= maximumDepth else { throw stop() }
    try take("[")
    space()
    if takes(["]"]) { return }
    while true {
      try value(depth: depth)
      space()
      if takes(["]"]) { return }
      try take(",")
      space()
    }
  }

  private mutating func word(_ word: String) throws {
    for letter in word { try take(letter) }
  }

  private mutating func number() throws {
    _ = takes(["-"])
    if !takes(["0"]) { try digits() }
    if takes(["."]) { try digits() }
    if takes(["e", "E"]) {
      _ = takes(["+", "-"])
      try digits()
    }
  }

  private mutating func digits() throws {
    guard takes(Set("0123456789")) else { throw stop() }
    while takes(Set("0123456789")) {}
  }

  private mutating func string() throws {
    try take("\"")
    while true {
      guard i < bytes.count else { throw stop() }
      switch bytes[i] {
      case 0x22:
        i += 1
        return
      case 0x5C:
        i += 1
        if takes(["u"]) {
          for _ in 0..<4 {
            guard takes(Set("0123456789abcdefABCDEF")) else { throw stop() }
          }
        } else if !takes(["\"", "\\", "/", "b", "f", "n", "r", "t"]) {
          throw stop()
        }
      case ..<0x20:
        throw stop()
      case ..<0x80:
        i += 1
      default:
        try sequence()
      }
    }
  }

  /// Asks the standard library for the shortest stretch of bytes that is one scalar.
  private mutating func sequence() throws {
    for length in 2...4 where i + length <= bytes.count {
      let text = String(validating: bytes[i..<i + length], as: UTF8.self)
      if text?.unicodeScalars.count == 1 {
        i += length
        return
      }
    }
    throw stop()
  }
}
