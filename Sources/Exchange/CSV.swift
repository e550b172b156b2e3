import Accounts

/// Tables as in RFC 4180: commas, quotes, CR LF, and a first line with the column names.
enum CSV {
  static func columns(withHashes: Bool) -> [Field] {
    Field.allCases.filter { $0 != .password || withHashes }
  }

  static func header(withHashes: Bool) -> String {
    columns(withHashes: withHashes).map(\.rawValue).joined(separator: ",") + "\r\n"
  }

  static func line(_ record: ExchangeRecord, withHashes: Bool) -> String {
    columns(withHashes: withHashes).map { record.values[text: $0].map(quoted) ?? "" }
      .joined(separator: ",") + "\r\n"
  }

  /// A value as written. An empty one has quotes: without them it counts as missing.
  static func quoted(_ text: String) -> String {
    let bytes = text.utf8
    let needsQuotes =
      bytes.isEmpty || bytes.first == 0x20 || bytes.last == 0x20
      || bytes.first == UInt8(ascii: "#")
      || bytes.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 < 0x20 }
    guard needsQuotes else { return text }
    return text.quoted("\"")
  }
}

extension String {
  /// The text between quotes, each quote in it doubled.
  func quoted(_ quote: Unicode.Scalar) -> String {
    // By scalar: a combining character after a quote must not hide it.
    let inner = unicodeScalars.flatMap { $0 == quote ? [$0, $0] : [$0] }
    var result = UnicodeScalarView([quote])
    result += inner
    result.append(quote)
    return String(result)
  }
}

/// Reads a CSV table.
struct CSVReader {
  private struct Value {
    let text: String
    let offset: Int
    let isQuoted: Bool
    var isNothing: Bool { text.isEmpty && !isQuoted }
  }

  private let text: ExchangeText
  private var position: Int
  private var reading = ExchangeReading()

  static func read(_ text: ExchangeText) -> ExchangeReading {
    var reader = CSVReader(text: text, position: text.start)
    reader.readTable()
    return reader.reading
  }

  /// The field for a column name in any spelling: `firstName`, `First name`.
  static func field(named name: String) -> Field? {
    func plain(_ name: String) -> String { name.lowercased().filter { !" _-\"".contains($0) } }
    return Field.allCases.first { plain($0.rawValue) == plain(name) }
  }

  private mutating func readTable() {
    guard let header = nextLine() else { return reading.fail(.noHeader, at: text.start) }
    var columns: [Field] = []
    for value in header {
      guard let field = Self.field(named: value.text) else {
        reading.fail(.unknownColumn(value.text), at: value.offset)
        continue
      }
      if columns.contains(field) {
        reading.fail(.rule(Problem(.field(field), .once)), at: value.offset)
      }
      columns.append(field)
    }
    guard reading.faults.isEmpty else { return }
    guard columns.contains(.email) else { return reading.fail(.noHeader, at: text.start) }
    while let line = nextLine() {
      let start = line.first?.offset ?? position
      guard line.count == columns.count else {
        reading.fail(.columns(found: line.count, expected: columns.count), at: start)
        continue
      }
      var record = ExchangeRecord(at: start)
      for (field, value) in zip(columns, line) where Self.isThere(value, field) {
        record.set(field, value.text, at: value.offset)
      }
      reading.records.append(record)
    }
  }

  /// Only a name may be empty, and only with quotes.
  private static func isThere(_ value: Value, _ field: Field) -> Bool {
    if !value.text.isEmpty { return true }
    return value.isQuoted && (field == .firstName || field == .lastName)
  }

  /// The values of the next non-empty line; nil at the end, and after an unclosed quote.
  private mutating func nextLine() -> [Value]? {
    while position < text.bytes.count {
      var values: [Value] = []
      var isLast = false
      while !isLast {
        guard let value = nextValue() else { return nil }
        values.append(value)
        isLast = !skip(UInt8(ascii: ","))
      }
      skipLineEnd()
      if values.count > 1 || !values[0].isNothing { return values }
    }
    return nil
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < text.bytes.count, text.bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipLineEnd() {
    _ = skip(UInt8(ascii: "\r"))
    _ = skip(UInt8(ascii: "\n"))
  }

  private mutating func nextValue() -> Value? {
    let start = position
    guard skip(UInt8(ascii: "\"")) else {
      position = endOfPlain()
      let range = start..<position
      if let quote = text.firstIndex(of: UInt8(ascii: "\""), in: range) {
        reading.fail(.strayQuote, at: quote)
      }
      return Value(text: text.string(range), offset: start, isQuoted: false)
    }
    var bytes: [UInt8] = []
    while true {
      let rest = position..<text.bytes.count
      guard let quote = text.firstIndex(of: UInt8(ascii: "\""), in: rest) else {
        reading.fail(.openQuote, at: start)
        position = text.bytes.count
        return nil
      }
      bytes += text.bytes[position..<quote]
      position = quote + 1
      guard skip(UInt8(ascii: "\"")) else { break }
      bytes.append(UInt8(ascii: "\""))
    }
    let end = endOfPlain()
    if end > position { reading.fail(.strayQuote, at: position - 1) }
    position = end
    return Value(text: String(decoding: bytes, as: UTF8.self), offset: start, isQuoted: true)
  }

  /// The end of an unquoted value.
  private func endOfPlain() -> Int {
    var end = position
    while end < text.bytes.count {
      switch text.bytes[end] {
      case UInt8(ascii: ","), UInt8(ascii: "\n"): return end
      case UInt8(ascii: "\r")
      where end + 1 == text.bytes.count
        || text.bytes[end + 1] == UInt8(ascii: "\n"):
        return end
      default: end += 1
      }
    }
    return end
  }
}
