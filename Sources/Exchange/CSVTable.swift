import Accounts
import LosslessJSON
import TextTools

/// The rows of a CSV table. Rows are decoded on demand: of a million, only the places are kept. A
/// class, because copying the data for decoding would cost more than decoding.
final class CSVTable: RecordTable {
  private struct Column {
    let name: String
    /// The field that it is; nil for a column that no field is.
    let field: Field?
    /// True for a key of people's own, which is kept.
    let isOwn: Bool
    /// True for a column that is left out, or refused.
    var isOther: Bool { field == nil && !isOwn }

    /// True if a heading is the same but for space around it, which nobody sees.
    func isSameKey(as heading: String) -> Bool {
      sameText(
        FieldValues.trimmed(name, for: .groups), FieldValues.trimmed(heading, for: .groups))
    }
  }

  private let text: ExchangeText
  private let delimiter: UInt8
  private let columns: [Column]
  /// The offsets of the rows.
  private let rows: [Int]
  /// The start of reading a row.
  private let emptyReading: ExchangeReading

  private init(
    _ text: ExchangeText, _ options: ReadingOptions, _ columns: [Column],
    _ scanner: inout CSVScanner, _ reading: inout ExchangeReading
  ) {
    (self.text, self.columns) = (text, columns)
    delimiter = scanner.delimiter
    rows = Self.rows(of: columns, in: text, &scanner, &reading)
    emptyReading = ExchangeReading(options)
  }

  var count: Int { rows.count }
  var isKeptWhole: Bool { !columns.contains(where: \.isOther) }

  subscript(index: Int) -> ExchangeRecord { record(at: index) }

  /// The names in a row, without decoding its other values.
  func names(at index: Int) -> FieldValues {
    record(at: index) { $0.field.map(Field.keys.contains) ?? false }.values
  }

  private func record(
    at index: Int, where isRead: (Column) -> Bool = { _ in true }
  ) -> ExchangeRecord {
    let bytes = text.bytes
    var scanner = CSVScanner(delimiter, from: rows[index], expecting: columns.count)
    var reading = emptyReading
    _ = scanner.next(in: bytes.span)
    var record = Self.record(of: columns, where: isRead, in: text, &scanner, &reading)
    reading.finish(&record)
    record.isBroken = !reading.faults.isEmpty
    return record
  }

  static func read(
    _ text: ExchangeText, _ options: ReadingOptions = ReadingOptions()
  ) -> ExchangeReading {
    let (line, start) = header(of: text)
    var scanner = CSVScanner(delimiter(of: text.bytes[line]), from: start)
    var reading = ExchangeReading(options)
    guard scanner.next(in: text.bytes.span) else {
      reading.stop(.noHeader, at: text.start)
      return reading
    }
    scanner.move(into: &reading)
    let columns = columns(of: scanner.cells, in: text, options, &reading)
    guard reading.faults.isEmpty else {
      reading.refuseOthers(in: .table, from: text.start)
      return reading
    }
    reading.hasIDs = columns.contains { $0.field == .id }
    let table = CSVTable(text, options, columns, &scanner, &reading)
    reading.refuseOthers(in: .table, from: text.start)
    // What is wrong with single rows may follow from the columns.
    if !reading.isRefused { reading.records.table = table }
    return reading
  }

  /// The line with the columns' names, and the start of the table.
  static func header(of text: ExchangeText) -> (line: Range<Int>, start: Int) {
    var lines = text.lines.lazy.flatMap { line in
      text.bytes[line].split(separator: UInt8(ascii: "\r")).map { $0.startIndex..<$0.endIndex }
    }.makeIterator()
    let line = lines.next() ?? 0..<0
    guard CSV.isPreface(text.bytes[line]), let next = lines.next() else {
      return (line, text.start)
    }
    return (next, next.lowerBound)
  }

  /// The most frequent separator outside quotes.
  static func delimiter(of header: ArraySlice<UInt8>) -> UInt8 {
    var counts = CSV.delimiters.map { _ in 0 }
    var isQuoted = false
    for byte in header {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, let index = CSV.delimiters.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return zip(CSV.delimiters, counts).first { $0.1 == most }?.0 ?? UInt8(ascii: ",")
  }

  private static func columns(
    of header: [CSVScanner.Cell], in text: ExchangeText, _ options: ReadingOptions,
    _ reading: inout ExchangeReading
  ) -> [Column] {
    let start = text.start
    let names = header.map(text.text)
    // In a table without a heading, these are somebody's name and password.
    guard names.contains(where: { CSV.field(named: $0) != nil || field(of: $0, options) != nil })
    else {
      let misspelt = Field.allCases.compactMap { options.columns[$0] }
        .first { nearest(to: $0, in: names) != nil }
      reading.stop(
        misspelt.map { ExchangeFault.noColumn($0, among: names) } ?? .noHeader, at: start)
      return []
    }
    var columns: [Column] = []
    for (name, cell) in zip(names, header) {
      let field = field(of: name, options)
      let isOwn =
        field == nil && KeyMeaning.isOwn(name.utf8.span) && !options.others.leavesOut(name)
      if let field, let first = columns.first(where: { $0.field == field }) {
        let rule = ColumnRule.oneHeading(of: field, beside: first.name)
        reading.stop(.rule(Problem(.key(name), .column(rule))), at: cell.offset)
      } else if isOwn, let first = columns.first(where: { $0.isOwn && $0.isSameKey(as: name) }) {
        let isSame = sameText(first.name, name)
        let rule: Rule = isSame ? .field(.once) : .column(.oneKey(beside: first.name))
        reading.stop(.rule(Problem(.key(name), rule)), at: cell.offset)
      } else if field == nil, !isOwn {
        reading.others.note(name, at: cell.offset)
      }
      columns.append(Column(name: name, field: field, isOwn: isOwn))
    }
    for field in Field.allCases
    where !options.without.contains(field) && !columns.contains(where: { $0.field == field }) {
      guard let name = options.columns[field] else { continue }
      reading.stop(.noColumn(name, among: names), at: start)
    }
    if reading.faults.isEmpty,
      !Field.keys.contains(where: { key in
        !options.without.contains(key) && columns.contains { $0.field == key }
      })
    {
      reading.stop(.noHeader, at: start)
    }
    return columns
  }

  /// The field of a column: the one that is named for it, or whose name it has. A column that has
  /// the name of a field is not that field if another one is named.
  private static func field(of name: String, _ options: ReadingOptions) -> Field? {
    let plain = CSV.plain(name)
    return Field.allCases.first { options.columns[$0].map(CSV.plain) == plain }
      ?? CSV.field(named: name).flatMap { options.columns[$0] == nil ? $0 : nil }
  }

  private static let readAtOnce: [Field] = [.password, .disabled, .id]

  private static func rows(
    of columns: [Column], in text: ExchangeText, _ scanner: inout CSVScanner,
    _ reading: inout ExchangeReading
  ) -> [Int] {
    var rows: [Int] = []
    let bytes = text.bytes.span
    while scanner.next(in: bytes) {
      let start = scanner.cells.first?.offset ?? 0
      if scanner.cells.count == columns.count {
        rows.append(start)
        // What is said of the other fields waits until the row is asked for.
        var record = record(
          of: columns, where: { $0.field.map(Self.readAtOnce.contains) ?? false }, in: text,
          &scanner, &reading)
        reading.finish(&record)
        for (column, cell) in zip(columns, scanner.cells) where column.isOther {
          reading.others.note(.string(text.text(of: cell)), of: column.name, at: cell.offset)
        }
      } else {
        scanner.move(into: &reading)
        reading.fail(.columns(found: scanner.cells.count, expected: columns.count), at: start)
      }
    }
    scanner.move(into: &reading)
    if let quote = scanner.openQuote { reading.stop(.openQuote, at: quote) }
    return rows
  }

  /// The record of the row that was scanned last, of some columns.
  private static func record(
    of columns: [Column], where isRead: (Column) -> Bool, in text: ExchangeText,
    _ scanner: inout CSVScanner, _ reading: inout ExchangeReading
  ) -> ExchangeRecord {
    scanner.move(into: &reading)
    var record = ExchangeRecord(at: scanner.cells.first?.offset ?? 0)
    for (column, cell) in zip(columns, scanner.cells)
    where isThere(cell, column.field) && isRead(column) {
      let value = text.text(of: cell)
      guard let field = column.field else {
        if column.isOwn {
          record.ownKeys.append(.init(column.name, .string(value)))
        } else {
          record.dropped.insert(column.name)
        }
        continue
      }
      // These two are looked at before they are left out.
      if reading.without.contains(field), field != .disabled, field != .invitedUntil { continue }
      record.offsets[field] = cell.offset
      if field == .id {
        record.id = AccountID(value)
        if record.id == nil {
          let fault = ListedIDFault.form(AccountID(meantBy: value))
          reading.fail(.rule(Problem(.field(.id), .column(.id(fault)))), at: cell.offset)
        }
        continue
      }
      do throws(ExchangeFault) {
        let value =
          field == .password
          ? try reading.password(value, at: cell.offset, { $0 }) : value
        record.values[field] = CSV.value(value, of: field)
      } catch {
        reading.fail(error, at: cell.offset)
      }
    }
    return record
  }

  /// True unless the value is missing: one that may be empty is so only in quotes.
  private static func isThere(_ cell: CSVScanner.Cell, _ field: Field?) -> Bool {
    !cell.isEmpty || cell.isQuoted && field?.mayBeEmpty == true
  }
}
