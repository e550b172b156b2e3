import Accounts
import TextTools

/// Tables as in RFC 4180: commas, quotes, CR LF, and a first line with the column names.
enum CSV {
  /// What is read between values: the first of these that is in the line of column names.
  static let delimiters = Array(",;\t".utf8)

  static func columns(withHashes: Bool) -> [Field] {
    Field.allCases.filter { $0 != .password || withHashes }
  }

  static func header(withHashes: Bool) -> String {
    columns(withHashes: withHashes).map(\.rawValue).joined(separator: ",") + "\r\n"
  }

  static func line(
    _ record: ExchangeRecord, withHashes: Bool, forSpreadsheet: Bool = false
  ) -> String {
    columns(withHashes: withHashes).map { field in
      guard let text = record.values[field]?.shown else { return "" }
      return forSpreadsheet && isFormula(text) ? "'\(text)".quoted("\"") : quoted(text)
    }.joined(separator: ",") + "\r\n"
  }

  /// Whether a spreadsheet would calculate a value instead of showing it.
  private static func isFormula(_ text: String) -> Bool {
    text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
  }

  /// Whether a spreadsheet would calculate a value in a record. A phone number is no formula.
  static func hasFormula(_ record: ExchangeRecord) -> Bool {
    columns(withHashes: false).contains { field in
      guard let text = record.values[field]?.shown, isFormula(text) else { return false }
      let isPhone =
        field == .phone && text.utf8.first == UInt8(ascii: "+")
        && text.utf8.dropFirst().allSatisfy { $0.isASCIIDigit || "-() ".utf8.contains($0) }
      return !isPhone
    }
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
  private let skipsUnknown: Bool
  private let delimiter: UInt8
  private var position: Int
  private var reading = ExchangeReading()

  static func read(_ text: ExchangeText, skippingUnknown: Bool = false) -> ExchangeReading {
    let header = text.bytes[text.lines.first { !$0.isEmpty } ?? 0..<0]
    var reader = CSVReader(
      text: text, skipsUnknown: skippingUnknown,
      delimiter: CSV.delimiters.first { header.contains($0) } ?? CSV.delimiters[0],
      position: text.start)
    reader.readTable()
    return reader.reading
  }

  /// The field for a column name in any spelling: `firstName`, `First name`.
  static func field(named name: String) -> Field? {
    func plain(_ name: String) -> String { name.lowercased().filter { !" _-\"".contains($0) } }
    return Field.allCases.first { plain($0.rawValue) == plain(name) }
  }

  private mutating func readTable() {
    guard let header = nextLine() else { return reading.stop(.noHeader, at: text.start) }
    var columns: [(name: String, field: Field?)] = []
    for value in header {
      let field = Self.field(named: value.text)
      if field == nil, !skipsUnknown { reading.stop(.unknownColumn(value.text), at: value.offset) }
      if let field, columns.contains(where: { $0.field == field }) {
        reading.stop(.rule(Problem(.field(field), .once)), at: value.offset)
      }
      columns.append((value.text, field))
    }
    guard reading.faults.isEmpty else { return }
    guard columns.contains(where: { $0.field == .email }) else {
      return reading.stop(.noHeader, at: text.start)
    }
    while true {
      let faults = reading.faults.count
      guard let line = nextLine() else { return }
      let start = line.first?.offset ?? position
      guard line.count == columns.count else {
        reading.fail(.columns(found: line.count, expected: columns.count), at: start)
        continue
      }
      var record = ExchangeRecord(at: start)
      for (column, value) in zip(columns, line) where Self.isThere(value, column.field) {
        guard let field = column.field else {
          record.dropped.insert(column.name)
          continue
        }
        reading.set(
          field, value.text, at: value.offset, of: &record, password: HashSpelling.own)
      }
      reading.add(record, faultsBefore: faults)
    }
  }

  /// Only a name may be empty, and only with quotes.
  private static func isThere(_ value: Value, _ field: Field?) -> Bool {
    if !value.text.isEmpty { return true }
    return value.isQuoted && (field == .firstName || field == .lastName)
  }

  /// The values of the next line that has any; nil at the end, and after an unclosed quote.
  private mutating func nextLine() -> [Value]? {
    while position < text.bytes.count {
      var values: [Value] = []
      var isLast = false
      while !isLast {
        guard let value = nextValue() else { return nil }
        values.append(value)
        isLast = !skip(delimiter)
      }
      skipLineEnd()
      if !values.allSatisfy(\.isNothing) { return values }
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
        reading.stop(.openQuote, at: start)
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
      case delimiter, UInt8(ascii: "\n"): return end
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
