import TextTools

/// Reads the values of one row after another.
struct CSVScanner {
  /// One value: its start, quotes included, and its bytes without quotes.
  struct Cell {
    let offset: Int
    let range: Range<Int>
    var isQuoted = false
    var hasInnerQuotes = false
    var isEmpty: Bool { range.isEmpty }
  }

  let delimiter: UInt8
  private var position: Int
  /// The values of the last row.
  private(set) var cells: [Cell] = []
  /// The faults of quotes since `move(into:)`.
  private(set) var faults: [(offset: Int, fault: ExchangeFault)] = []
  /// An unclosed quote, which ends the table.
  private(set) var openQuote: Int?

  /// - Parameter count: how many values a row is likely to have.
  init(_ delimiter: UInt8, from position: Int, expecting count: Int = 0) {
    self.delimiter = delimiter
    self.position = position
    cells.reserveCapacity(count)
  }

  mutating func move(into reading: inout ExchangeReading) {
    if faults.isEmpty { return }
    for (offset, fault) in faults { reading.fail(fault, at: offset) }
    faults.removeAll(keepingCapacity: true)
  }

  /// Moves to the next row with any value; false at the end, and after an unclosed quote.
  mutating func next(in text: Span<UInt8>) -> Bool {
    while position < text.count {
      cells.removeAll(keepingCapacity: true)
      var isNothing = true
      repeat {
        guard let cell = nextCell(of: text) else { return false }
        if !cell.isEmpty || cell.isQuoted { isNothing = false }
        cells.append(cell)
      } while skip(delimiter, in: text)
      _ = skip(UInt8(ascii: "\r"), in: text)
      _ = skip(UInt8(ascii: "\n"), in: text)
      if !isNothing { return true }
    }
    return false
  }

  private mutating func skip(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func nextCell(of text: Span<UInt8>) -> Cell? {
    let start = position
    guard skip(UInt8(ascii: "\""), in: text) else {
      let quote = skipPlain(in: text)
      if let quote {
        var before = start
        while text[before] == UInt8(ascii: " ") { before += 1 }
        faults.append(before == quote ? (start, .spaceBeforeQuote) : (quote, .strayQuote))
      }
      return Cell(offset: start, range: start..<position)
    }
    var hasInnerQuotes = false
    while true {
      while position < text.count, text[position] != UInt8(ascii: "\"") { position += 1 }
      guard skip(UInt8(ascii: "\""), in: text) else {
        openQuote = start
        return nil
      }
      guard skip(UInt8(ascii: "\""), in: text) else { break }
      hasInnerQuotes = true
    }
    let end = position - 1
    _ = skipPlain(in: text)
    if position > end + 1 { faults.append((end, .strayQuote)) }
    return Cell(
      offset: start, range: start + 1..<end, isQuoted: true, hasInnerQuotes: hasInnerQuotes)
  }

  /// Moves to the end of an unquoted value; returns the first quote in it.
  private mutating func skipPlain(in text: Span<UInt8>) -> Int? {
    var quote: Int?
    while true {
      guard position < text.count else { return quote }
      switch text[position] {
      // A CR alone ends a line, too, as old programs of the Mac write it.
      case delimiter, UInt8(ascii: "\n"), UInt8(ascii: "\r"): return quote
      case UInt8(ascii: "\""): quote = quote ?? position
      default: break
      }
      position += 1
    }
  }
}

extension ExchangeText {
  /// The text of a cell, without its quotes.
  func text(of cell: CSVScanner.Cell) -> String {
    let inside = bytes.span.extracting(cell.range)
    guard cell.hasInnerQuotes else { return String(inside) }
    var inner = [UInt8]()
    var isSecond = false
    for index in inside.indices {
      let byte = inside[index]
      isSecond = byte == UInt8(ascii: "\"") && !isSecond
      if !isSecond { inner.append(byte) }
    }
    return String(decoding: inner, as: UTF8.self)
  }
}
