/// The bytes that JSON's grammar is made of.
extension UInt8 {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let asterisk: UInt8 = 0x2A
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let point: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let colon: UInt8 = 0x3A
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let lowerB: UInt8 = 0x62
  static let lowerE: UInt8 = 0x65
  static let lowerF: UInt8 = 0x66
  static let lowerN: UInt8 = 0x6E
  static let lowerR: UInt8 = 0x72
  static let lowerT: UInt8 = 0x74
  static let lowerU: UInt8 = 0x75
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D

  @inline(__always) var isJSONSpace: Bool {
    self == .space || self == .lineFeed || self == .carriageReturn || self == .tab
  }

  @inline(__always) var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
  @inline(__always) var isDigit: Bool { self &- .zero < 10 }
  @inline(__always) var isASCII: Bool { self < 0x80 }

  /// The value of a hexadecimal digit of either case.
  var hexValue: UInt32? {
    switch self {
    case .zero ... .nine: UInt32(self &- .zero)
    case 0x41...0x46: UInt32(self &- 0x41 &+ 10)
    case 0x61...0x66: UInt32(self &- 0x61 &+ 10)
    default: nil
    }
  }
}
