import Accounts

/// The rows of a CSV table. Rows are decoded on demand: of a million, only the places are kept. A
/// class, because copying the data for decoding would cost more than decoding.
final class CSVTable: RecordTable {
  private struct Column {
    let name: String
    let field: Field?
    let mark: LoginMark?
    /// True for a field to leave out.
    let isLeftOut: Bool
    /// True for the day of an invitation that is left out: then the password beside it is a code.
    let tellsInvited: Bool
  }

  private let text: ExchangeText
  private let delimiter: UInt8
  private let columns: [Column]
  /// The offsets of the rows.
  private let rows: [Int]
  /// The start of reading a row, with the marks that have one of their listed words in any row.
  private let emptyReading: ExchangeReading

  private init(
    _ text: ExchangeText, _ options: ReadingOptions, _ columns: [Column],
    _ scanner: inout CSVScanner, _ reading: inout ExchangeReading
  ) {
    (self.text, self.columns) = (text, columns)
    delimiter = scanner.delimiter
    rows = Self.rows(of: columns, in: text, &scanner, &reading)
    var emptyReading = ExchangeReading(options)
    emptyReading.judged = reading.judged
    self.emptyReading = emptyReading
  }

  var count: Int { rows.count }
  var isKeptWhole: Bool { columns.allSatisfy { $0.field != nil && $0.mark == nil } }

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
    guard reading.faults.isEmpty else { return reading }
    reading.records.table = CSVTable(text, options, columns, &scanner, &reading)
    return reading
  }

  /// The line with the columns' names, and the start of the table.
  static func header(of text: ExchangeText) -> (line: Range<Int>, start: Int) {
    var lines = text.lines.lazy.filter { !$0.isEmpty }.makeIterator()
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
    guard options.ignoresUnknown || names.contains(where: { isName($0, options) }) else {
      reading.stop(.noHeader, at: start)
      return []
    }
    var columns: [Column] = []
    for (name, cell) in zip(names, header) {
      let plain = CSV.plain(name)
      let named = Field.allCases.first { options.columns[$0].map(CSV.plain) == plain }
      // A column that has the name of a field is not that field if another one is named.
      let own = CSV.field(named: name).flatMap { options.columns[$0] == nil ? $0 : nil }
      let mark = options.mark(name)
      var field = named ?? own
      let isLeftOut = field.map(options.without.contains) ?? false
      let tellsInvited = isLeftOut && field == .invitedUntil
      if isLeftOut { field = nil }
      // Its values have a meaning of their own, under any name.
      if mark != nil, field == .disabled || field == .validUntil || field == .mustChange {
        field = nil
      }
      if field == nil, mark == nil, !isLeftOut {
        if let fault = fault(ofOther: name, among: names, options) {
          reading.stop(fault, at: cell.offset)
        }
      }
      if let field, columns.contains(where: { $0.field == field }) {
        reading.stop(.rule(Problem(.field(field), .field(.once))), at: cell.offset)
      }
      columns.append(
        Column(
          name: name, field: field, mark: mark, isLeftOut: isLeftOut, tellsInvited: tellsInvited))
    }
    for field in Field.allCases
    where !options.without.contains(field) && !columns.contains(where: { $0.field == field }) {
      guard let name = options.columns[field],
        !columns.contains(where: { $0.mark != nil && CSV.plain($0.name) == CSV.plain(name) })
      else { continue }
      reading.stop(.noColumn(name, among: names), at: start)
    }
    if reading.faults.isEmpty,
      !columns.contains(where: { $0.field == .email || $0.field == .username })
    {
      reading.stop(.noHeader, at: start)
    }
    return columns
  }

  /// The fault of a column that is none of ours; nil if it is left out. A column that was most
  /// likely meant to limit a login is never left out, since it keeps somebody from logging in.
  private static func fault(
    ofOther name: String, among names: [String], _ options: ReadingOptions
  ) -> ExchangeFault? {
    let unknown: ExchangeFault? = options.ignoresUnknown ? nil : .unknownColumn(name)
    guard let field = field(meantBy: name), !options.without.contains(field) else {
      return unknown
    }
    let limitsLogin = KeySlip.misspelt(field).limitsLogin
    // A row may have nothing in the column that counts.
    let isTwice =
      options.columns[field] != nil || names.contains { CSV.field(named: $0) == field }
    if isTwice { return limitsLogin ? .rule(Problem(.field(field), .field(.once))) : unknown }
    return options.ignoresUnknown && !limitsLogin
      ? nil : .rule(Problem(.key(name), .field(.keyLike(field))))
  }

  /// The field whose name a column has, or most likely was to have.
  private static func field(meantBy name: String) -> Field? {
    if let field = CSV.field(named: name) { return field }
    guard case .misspelt(let field)? = KeySlip(name.replacing(" ", with: "_")) else { return nil }
    return field
  }

  private static func isName(_ name: String, _ options: ReadingOptions) -> Bool {
    CSV.field(named: name) != nil || options.mark(name) != nil
      || Field.allCases.contains { options.columns[$0].map(CSV.plain) == CSV.plain(name) }
  }

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
        // Among the cells, only a password can be refused here, and only a mark changes what other
        // rows mean.
        let record = record(
          of: columns, where: { $0.mark != nil || $0.field == .password }, in: text, &scanner,
          &reading)
        reading.judged.formUnion(record.marks.listed)
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
      if let mark = column.mark, value.contains(where: { !$0.isWhitespace }) {
        record.marks.add(mark, column.name, value, at: cell.offset)
      }
      guard let field = column.field else {
        if column.tellsInvited { record.isInvited = true }
        if column.mark == nil, !column.isLeftOut { record.dropped.insert(column.name) }
        continue
      }
      record.offsets[field] = cell.offset
      do throws(ExchangeFault) {
        let value =
          field == .password
          ? try reading.password(value, at: cell.offset, HashSpelling.fromAccountsFile) : value
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
