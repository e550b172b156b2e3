/// Writes as few control sequences as a drawing needs.
struct Painter {
  private(set) var bytes: [UInt8] = []
  private let colors: ColorDepth
  private let isSynchronized: Bool
  private var style = Style.plain
  /// The known position of the terminal's cursor.
  private var place: Position?

  init(_ colors: ColorDepth, isSynchronized: Bool = false) {
    self.colors = colors
    self.isSynchronized = isSynchronized
  }

  /// Whether a drawing was begun.
  var isDrawing: Bool { !bytes.isEmpty }

  /// Begins an update with the cursor hidden, wrapping off and plain style.
  mutating func begin() {
    if isSynchronized { write("\u{1B}[?2026h") }
    write("\u{1B}[?25l\u{1B}[?7l\u{1B}[0m")
  }

  mutating func clear() { write("\(ControlSequences.erase)") }

  mutating func end(cursor: Position?) {
    write("\u{1B}[0m\u{1B}[?7h")
    if let cursor { show(cursor: cursor) }
    if isSynchronized { write("\u{1B}[?2026l") }
  }

  mutating func show(cursor: Position?) {
    guard let cursor else { return write("\u{1B}[?25l") }
    move(to: cursor)
    write("\u{1B}[?25h")
  }

  /// Asks for the position of the cursor at a place.
  mutating func ask(at place: Position) {
    move(to: place)
    write("\u{1B}[6n")
  }

  mutating func draw(_ text: String, _ glyph: Glyph, style new: Style, at position: Position) {
    if place != position { move(to: position) }
    if new != style { dress(new) }
    if glyph == .unsure {
      // If the terminal draws the glyph narrower, old text would remain.
      write(DisplayWidth.of(text) == 2 ? "  " : " ")
      move(to: position)
    }
    for byte in text.utf8 { bytes.append(byte) }
    place = glyph == .narrow ? Position(column: position.column + 1, row: position.row) : nil
  }

  /// Appends text in a style at the current position.
  mutating func append(_ text: String, style new: Style) {
    if new != style { dress(new) }
    write(text)
  }

  private mutating func move(to position: Position) {
    write("\u{1B}[")
    write(position.row + 1)
    bytes.append(UInt8(ascii: ";"))
    write(position.column + 1)
    bytes.append(UInt8(ascii: "H"))
  }

  private mutating func dress(_ wanted: Style) {
    var new = wanted
    if colors == .none { (new.foreground, new.background) = (.standard, .standard) }
    guard new != style else { return }
    write("\u{1B}[")
    var isFirst = true
    func add(_ parameter: UInt8, _ painter: inout Painter) {
      if !isFirst { painter.bytes.append(UInt8(ascii: ";")) }
      isFirst = false
      painter.write(Int(parameter))
    }
    if style.hasMark(notIn: new) {
      // Marks can only be reset all at once.
      add(0, &self)
      style = .plain
    }
    if new.isBold, !style.isBold { add(1, &self) }
    if new.isDim, !style.isDim { add(2, &self) }
    if new.isUnderlined, !style.isUnderlined { add(4, &self) }
    if new.isReversed, !style.isReversed { add(7, &self) }
    if new.foreground != style.foreground {
      for code in new.foreground.parameters(colors, isBackground: false) { add(code, &self) }
    }
    if new.background != style.background {
      for code in new.background.parameters(colors, isBackground: true) { add(code, &self) }
    }
    bytes.append(UInt8(ascii: "m"))
    style = new
  }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ number: Int) {
    if number >= 10 { write(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

extension Frame {
  /// The rows as styled text, for printing line by line. Each ends in plain style, without trailing
  /// spaces.
  package func styledLines(_ colors: ColorDepth) -> [String] {
    (0..<size.rows).map { row in
      var painter = Painter(colors)
      let cells = cells[row * size.columns..<(row + 1) * size.columns]
      let end = cells.lastIndex { $0 != Cell() }.map { $0 + 1 } ?? cells.startIndex
      for cell in cells[..<end] { painter.append(cell.text, style: cell.style) }
      painter.append("", style: .plain)
      return String(decoding: painter.bytes, as: UTF8.self)
    }
  }
}
