@testable import Terminal

/// A terminal that supports exactly what `difference` may send; everything else is a fault.
///
/// It assumes only what it was sent since the drawing began: no style, no position.
struct VirtualTerminal {
  private(set) var rows: [[Place]]
  private(set) var cursor: Position?
  private(set) var faults: [String] = []
  private let width: (Character) -> Int

  private var look = Look.unknown
  private var place = Position(column: 0, row: 0)
  private var isPlaceKnown = false
  private var isDrawing = false
  private var isWrapping = true
  private var isCursorShown = false

  init(_ size: Size, width: @escaping (Character) -> Int = { DisplayWidth.of($0) }) {
    let row = Array(repeating: Place(text: "left over", look: .unknown), count: size.columns)
    rows = Array(repeating: row, count: size.rows)
    self.width = width
  }

  mutating func take(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return fail("not UTF-8") }
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first == "\u{1B}" {
        guard rest.dropFirst().first == "[",
          let end = rest.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0.value) })
        else { return fail("an escape that is no control sequence") }
        order(String(rest[..<end].dropFirst(2)), rest[end])
        rest = rest[rest.index(after: end)...]
      } else {
        let end = rest.firstIndex(of: "\u{1B}") ?? rest.endIndex
        for character in String(rest[..<end]) { draw(character) }
        rest = rest[end...]
      }
    }
    if isDrawing { fail("the drawing has no end") }
    if isCursorShown != (cursor != nil) { fail("the cursor was not put back") }
  }

  private mutating func fail(_ what: String) { faults.append(what) }

  private mutating func order(_ parameters: String, _ final: Unicode.Scalar) {
    switch (parameters, final) {
    case ("?2026", "h") where !isDrawing: (isDrawing, look, isPlaceKnown) = (true, .unknown, false)
    case ("?2026", "l") where isDrawing && isWrapping && look == .plain: isDrawing = false
    case ("?25", "l"): (isCursorShown, cursor) = (false, nil)
    case ("?25", "h") where isPlaceKnown: (isCursorShown, cursor) = (true, place)
    case ("?7", "l") where isDrawing && isWrapping: isWrapping = false
    case ("?7", "h") where isDrawing && !isWrapping: isWrapping = true
    case ("9999;9999", "H"): isPlaceKnown = false
    case ("1", "J") where isDrawing && look == .plain && !isPlaceKnown,
      ("2", "J") where isDrawing && look == .plain:
      for row in rows.indices {
        for column in rows[row].indices { rows[row][column] = Place(text: " ", look: .plain) }
      }
    case (_, "H"):
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 2, (1...rows.count).contains(numbers[0]),
        (1...rows[0].count).contains(numbers[1])
      else { return fail("moved to \(parameters)") }
      place = Position(column: numbers[1] - 1, row: numbers[0] - 1)
      isPlaceKnown = true
    case (_, "m") where isDrawing:
      let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      guard look.apply(numbers.map { Int($0) ?? -1 }) else { return fail("style \(parameters)") }
    default: fail("unexpected: \(parameters)\(final)")
    }
  }

  private mutating func draw(_ character: Character) {
    let width = width(character)
    let ownWidth = DisplayWidth.of(character)
    guard isDrawing, !isWrapping, !isCursorShown, ownWidth > 0 else {
      return fail("\(character) out of order")
    }
    guard isPlaceKnown, place.column + ownWidth <= rows[place.row].count else {
      return fail("\(character) at a place that is not known")
    }
    let end = min(place.column + width, rows[place.row].count)
    breakGlyph(at: place.column)
    breakGlyph(at: end)
    rows[place.row][place.column] = Place(text: String(character), look: look)
    for column in place.column + 1..<max(end, place.column + 1) {
      rows[place.row][column] = Place(text: "", look: look)
    }
    place.column += 1
    isPlaceKnown =
      ownWidth == 1 && character.unicodeScalars.count == 1 && place.column < rows[place.row].count
  }

  /// The rest of a partly overwritten wide glyph shows unknown text.
  private mutating func breakGlyph(at column: Int) {
    guard column < rows[place.row].count, rows[place.row][column].text.isEmpty else { return }
    var head = column
    while head > 0, rows[place.row][head].text.isEmpty { head -= 1 }
    var end = head + 1
    while end < rows[place.row].count, rows[place.row][end].text.isEmpty { end += 1 }
    for column in head..<end { rows[place.row][column].text = "broken" }
  }
}
