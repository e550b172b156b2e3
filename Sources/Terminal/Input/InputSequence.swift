/// The meaning of a sequence that begins with ESC [ or ESC O.
enum InputSequence {
  case key(Key)
  case pasteBegins
  case focusGained
  case focusLost
  case reply(TerminalReply)

  /// nil for an unknown ESC [ sequence.
  init?(parameters: [UInt8], final: UInt8) {
    if let reply = TerminalReply(parameters: parameters, final: final) {
      self = .reply(reply)
      return
    }
    guard let numbers = Self.numbers(parameters), numbers.count <= 2 else { return nil }
    let number = numbers.first ?? nil
    guard let modifiers = Self.modifiers(numbers.count == 2 ? numbers[1] : nil) else { return nil }
    switch (final, number) {
    // The keyboard protocol of kitty, which another program may have left on.
    case (UInt8(ascii: "u"), let number?):
      guard let name = Self.name(code: number) else { return nil }
      self = .key(Key(name, modifiers.subtracting(name.isCharacter ? .shift : [])))
    case (UInt8(ascii: "I"), nil) where numbers.isEmpty: self = .focusGained
    case (UInt8(ascii: "O"), nil) where numbers.isEmpty: self = .focusLost
    case (UInt8(ascii: "~"), 200) where numbers.count == 1: self = .pasteBegins
    case (UInt8(ascii: "~"), let number?), (UInt8(ascii: "$"), let number?),
      (UInt8(ascii: "^"), let number?), (UInt8(ascii: "@"), let number?):
      guard let name = Self.name(number: number) else { return nil }
      self = .key(Key(name, modifiers.union(Self.rxvtModifiers(final))))
    case (UInt8(ascii: "Z"), nil), (UInt8(ascii: "Z"), 1):
      self = .key(Key(.tab, modifiers.union(.shift)))
    case (UInt8(ascii: "a")...UInt8(ascii: "d"), nil):
      guard let name = Self.name(letter: final & 0x5F) else { return nil }
      self = .key(Key(name, .shift))
    case (_, nil), (_, 1):
      guard let name = Self.name(letter: final) else { return nil }
      self = .key(Key(name, modifiers))
    // The modifiers alone, in older terminals.
    case (UInt8(ascii: "A")...UInt8(ascii: "D"), let number?) where numbers.count == 1:
      guard let name = Self.name(letter: final), let modifiers = Self.modifiers(number) else {
        return nil
      }
      self = .key(Key(name, modifiers))
    default: return nil
    }
  }

  /// nil for an unknown ESC O sequence. Its last number holds the modifiers.
  init?(shortParameters parameters: [UInt8], final: UInt8) {
    guard let numbers = Self.numbers(parameters), numbers.count <= 2,
      let modifiers = Self.modifiers(numbers.last ?? nil)
    else { return nil }
    // rxvt sends an arrow with Control as a small letter.
    let isSmall = parameters.isEmpty && (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(final)
    let letter = isSmall ? final & 0x5F : final
    let name = letter == UInt8(ascii: "M") ? .enter : Self.name(letter: letter)
    guard let name else { return nil }
    self = .key(Key(name, isSmall ? .control : modifiers))
  }

  /// Numbers between semicolons, nil for each omitted one; nil as a whole if there is anything
  /// else.
  private static func numbers(_ parameters: [UInt8]) -> [Int?]? {
    if parameters.isEmpty { return [] }
    var numbers: [Int?] = [nil]
    for byte in parameters {
      switch byte {
      case UInt8(ascii: ";"): numbers.append(nil)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let number = (numbers[numbers.count - 1] ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
        numbers[numbers.count - 1] = min(number, 0xFFFF)
      default: return nil
      }
    }
    return numbers
  }

  /// One more than the sum of 1 for Shift, 2 for Alt, 4 for Control and 8 for Meta, which counts as
  /// Alt.
  private static func modifiers(_ number: Int?) -> Key.Modifiers? {
    let bits = (number ?? 1) - 1
    guard (0..<16).contains(bits) else { return nil }
    var modifiers = Key.Modifiers(rawValue: UInt8(bits & 7))
    if bits & 8 != 0 { modifiers.insert(.alt) }
    return modifiers
  }

  /// rxvt ends a sequence with the modifiers.
  private static func rxvtModifiers(_ final: UInt8) -> Key.Modifiers {
    switch Unicode.Scalar(final) {
    case "$": .shift
    case "^": .control
    case "@": [.control, .shift]
    default: []
    }
  }

  /// The key of a Unicode scalar, as a byte would say it.
  private static func name(code: Int) -> Key.Name? {
    switch code {
    case 9: .tab
    case 13: .enter
    case 27: .escape
    case 127: .backspace
    case 32...0x7E, 0xA0..<0xD800: Unicode.Scalar(code).map { .character(Character($0)) }
    default: nil
    }
  }

  private static func name(letter: UInt8) -> Key.Name? {
    switch Unicode.Scalar(letter) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H": .home
    case "F": .end
    case "P": .function(1)
    case "Q": .function(2)
    case "R": .function(3)
    case "S": .function(4)
    default: nil
    }
  }

  private static func name(number: Int) -> Key.Name? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}

extension Key.Name {
  fileprivate var isCharacter: Bool { if case .character = self { true } else { false } }
}
