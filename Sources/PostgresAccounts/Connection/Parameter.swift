#if Postgres
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

    static func day(_ day: CalendarDay?) -> Parameter {
      // Days are counted from the year 2000 on.
      Parameter(type: 1082, bytes: day.map { Int32(clamping: $0.number - 730_120).wireBytes })
    }

    static func texts(_ texts: [String]) -> Parameter {
      array(1009, of: 25, texts.map { text($0).bytes ?? [] })
    }

    static func numbers(_ numbers: [Int]) -> Parameter {
      array(1016, of: 20, numbers.map { Int64($0).wireBytes })
    }

    static func ids(_ ids: [OperationID]) -> Parameter {
      array(2951, of: 2950, ids.map(\.bytes))
    }

    private static func array(_ type: UInt32, of element: UInt32, _ elements: [[UInt8]])
      -> Parameter
    {
      // One dimension, no nulls, the first element is number 1.
      var bytes = Int32(elements.isEmpty ? 0 : 1).wireBytes + Int32(0).wireBytes
      bytes += element.wireBytes
      if !elements.isEmpty {
        bytes += Int32(clamping: elements.count).wireBytes + Int32(1).wireBytes
      }
      for element in elements { bytes += Int32(clamping: element.count).wireBytes + element }
      return Parameter(type: type, bytes: bytes)
    }
  }

  /// What tells one write from every other, whoever makes it: a random UUID.
  struct OperationID: Sendable, Hashable {
    let bytes: [UInt8]

    init() {
      var random = SystemRandomNumberGenerator()
      var bytes = random.next().wireBytes + random.next().wireBytes
      bytes[6] = bytes[6] & 0x0f | 0x40
      bytes[8] = bytes[8] & 0x3f | 0x80
      self.bytes = bytes
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

  extension FixedWidthInteger {
    /// The number as it goes over the wire, the highest byte first.
    var wireBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
  }
#endif
