import Accounts

/// A value as a statement takes it: in PostgreSQL's binary form, never as part of the statement.
struct Parameter: Sendable {
  let type: UInt32
  /// Nil for null.
  let bytes: [UInt8]?

  /// A text; the one character that no table takes becomes the one that stands for any such.
  static func text(_ text: String?) -> Parameter {
    let bytes = text.map { text in
      text.utf8.contains(0)
        ? Array(text.utf8.map { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0] }.joined())
        : Array(text.utf8)
    }
    return Parameter(type: 25, bytes: bytes)
  }

  static func number(_ number: Int?) -> Parameter {
    Parameter(type: 20, bytes: number.map { Int64($0).wireBytes })
  }

  static func flag(_ flag: Bool) -> Parameter { Parameter(type: 16, bytes: [flag ? 1 : 0]) }

  static func id(_ id: OperationID) -> Parameter { Parameter(type: 2950, bytes: id.bytes) }
  static func id(_ id: AccountID?) -> Parameter { Parameter(type: 2950, bytes: id?.bytes) }

  static func day(_ day: CalendarDay?) -> Parameter {
    // Days are counted from the year 2000 on.
    Parameter(type: 1082, bytes: day.map { Int32(clamping: $0.number - 730_120).wireBytes })
  }

  /// A place among the entries of a change.
  static func place(_ place: Int) -> Parameter {
    Parameter(type: 23, bytes: Int32(clamping: place).wireBytes)
  }

  static func texts(_ texts: [String?]) -> Parameter { array(texts.map { text($0) }, of: 25) }
  static func numbers(_ numbers: [Int]) -> Parameter {
    array(numbers.map { number($0) }, of: 20)
  }
  static func flags(_ flags: [Bool]) -> Parameter { array(flags.map(flag), of: 16) }
  static func ids(_ ids: [OperationID]) -> Parameter { array(ids.map { id($0) }, of: 2950) }
  static func ids(_ ids: [AccountID]) -> Parameter { array(ids.map { id($0) }, of: 2950) }

  /// The array type of each type.
  private static let arrays: [UInt32: UInt32] = [
    16: 1000, 20: 1016, 23: 1007, 25: 1009, 1082: 1182, 2950: 2951,
  ]

  static func array(_ values: [Parameter], of type: UInt32) -> Parameter {
    // One dimension, perhaps with nulls, the first element is number 1.
    var bytes = Int32(values.isEmpty ? 0 : 1).wireBytes + Int32(1).wireBytes + type.wireBytes
    if !values.isEmpty {
      bytes += Int32(clamping: values.count).wireBytes + Int32(1).wireBytes
    }
    for value in values { value.append(to: &bytes) }
    return Parameter(type: arrays[type] ?? 0, bytes: bytes)
  }
}

extension Parameter {
  /// Appends it as it goes over the wire among others.
  func append(to all: inout [UInt8]) {
    all += Int32(clamping: bytes?.count ?? -1).wireBytes
    if let bytes { all += bytes }
  }
}

/// A statement and its values.
struct Statement {
  var text: String
  private(set) var parameters: [Parameter] = []
  /// Whether a connection sends the same text many times, each time with some values.
  let isFrequent: Bool

  init(_ text: String = "", _ parameters: [Parameter] = [], isFrequent: Bool = false) {
    (self.text, self.parameters, self.isFrequent) = (text, parameters, isFrequent)
  }

  /// Adds a value, and returns what stands for it in the text.
  mutating func value(_ value: Parameter) -> String {
    parameters.append(value)
    return "$\(parameters.count)"
  }

  /// Adds some rows, at least one, and returns what stands for them.
  mutating func unnest(_ rows: [[Parameter]]) -> String {
    let columns = (rows.first ?? []).enumerated().map { column, first in
      value(.array(rows.map { $0[column] }, of: first.type))
    }
    return "unnest(\(columns.joined(separator: ", ")))"
  }
}

/// Distinguishes a write from every other one of anybody: a random UUID.
struct OperationID: Sendable, Hashable {
  let bytes: [UInt8]

  init() {
    var random = SystemRandomNumberGenerator()
    var bytes = random.next().wireBytes + random.next().wireBytes
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    self.bytes = bytes
  }

  /// As the server reads it, in 32 digits.
  var text: String {
    bytes.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
  }

  /// Reads the form `01234567-89ab-4cde-8f01-23456789abcd`.
  init?(_ text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count - 1, by: 2) {
      let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    guard bytes.count == 16, digits.count == 32 else { return nil }
    self.bytes = bytes
  }
}

extension AccountID {
  /// The 16 bytes as the server takes them.
  fileprivate var bytes: [UInt8] { OperationID("\(self)")?.bytes ?? [] }
}

extension FixedWidthInteger {
  /// The number as it goes over the wire, the highest byte first.
  var wireBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
