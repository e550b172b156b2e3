import Foundation

/// A terminal that draws pictures in kitty's and iTerm2's protocols, as far as tests need: it
/// consumes bytes in any portions, keeps what it was sent, and reports a fault for anything that
/// such terminals need not support.
package struct PictureTerminal: Sendable {
  /// A picture sent in kitty's protocol.
  package struct Image: Equatable, Sendable {
    package let width, height: Int
    package let columns, rows: Int
    package let pixels: [UInt8]

    package init(width: Int, height: Int, columns: Int, rows: Int, pixels: [UInt8]) {
      (self.width, self.height, self.columns, self.rows) = (width, height, columns, rows)
      self.pixels = pixels
    }
  }

  /// A file drawn in iTerm2's protocol.
  package struct File: Equatable, Sendable {
    package let columns, rows: Int
    package let bytes: [UInt8]

    package init(columns: Int, rows: Int, bytes: [UInt8]) {
      (self.columns, self.rows, self.bytes) = (columns, rows, bytes)
    }
  }

  package enum Cell: Equatable, Sendable {
    case text(String)
    /// A piece of an image: its row and column within that.
    case piece(UInt32, row: Int, column: Int)
    /// A piece of a file, by the number of its drawing.
    case filePiece(Int)
  }

  package struct Place: Hashable, Sendable {
    package let row, column: Int

    package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
  }

  /// The images it keeps, by number.
  package private(set) var images: [UInt32: Image] = [:]
  /// How many images were sent completely, counting repeats.
  package private(set) var sentCount = 0
  package private(set) var freed: [UInt32] = []
  /// Every file that was drawn, even if gone by now.
  package private(set) var files: [File] = []
  /// Files visible on a terminal where, as in Konsole, only clearing removes them, by their upper
  /// left corners.
  package private(set) var lastingFiles: [Place: File] = [:]
  package private(set) var cells: [Place: Cell] = [:]
  package private(set) var faults: [String] = []
  /// The sequences of kitty's protocol, without payload.
  package private(set) var orders: [String] = []
  package private(set) var isAlternate = false
  package private(set) var clearings = 0

  private var state = State.ground
  private var place = Place(row: 1, column: 1)
  private var color: UInt32?
  private var transmission: (keys: [String: String], base64: [UInt8])?

  private enum State {
    case ground
    case scalar([UInt8], missing: Int)
    case escape
    case control([UInt8])
    /// A string after ESC _ or ESC ], and whether an ESC was just read.
    case string(isOrder: Bool, [UInt8], hasEscape: Bool)
  }

  package init() {}

  package init(_ bytes: [UInt8]) { take(bytes) }

  // MARK: What is visible

  /// The pictures with at least one visible cell.
  package var visible: Set<UInt32> {
    Set(cells.values.compactMap { if case .piece(let number, _, _) = $0 { number } else { nil } })
  }

  /// Whether all of an image is visible, each piece in its place.
  package func isWhole(_ number: UInt32) -> Bool {
    guard let image = images[number] else { return false }
    let corners = cells.filter { $0.value == .piece(number, row: 0, column: 0) }.keys
    return corners.contains { corner in
      (0..<image.rows).allSatisfy { row in
        (0..<image.columns).allSatisfy { column in
          let place = Place(row: corner.row + row, column: corner.column + column)
          return cells[place] == .piece(number, row: row, column: column)
        }
      }
    }
  }

  /// The files that are fully visible.
  package var visibleFiles: [File] {
    files.indices.filter { index in
      cells.values.count { $0 == .filePiece(index) } == files[index].columns * files[index].rows
    }.map { files[$0] }
  }

  package var hasFilePieces: Bool {
    cells.values.contains { if case .filePiece = $0 { true } else { false } }
  }

  /// A row as text, pictures left out.
  package func text(row: Int) -> String {
    let last = cells.keys.filter { $0.row == row }.map(\.column).max() ?? 0
    return (0..<last).map { column in
      if case .text(let text) = cells[Place(row: row, column: column + 1)] { text } else { " " }
    }.joined()
  }

  package var text: String {
    (1...max(1, cells.keys.map(\.row).max() ?? 1)).map { text(row: $0) }.joined(separator: "\n")
  }

  // MARK: Input

  package mutating func take(_ bytes: some Sequence<UInt8>) { for byte in bytes { take(byte) } }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeText(byte)
    case .scalar(let bytes, let missing):
      if missing > 1 {
        state = .scalar(bytes + [byte], missing: missing - 1)
      } else {
        state = .ground
        for scalar in String(decoding: bytes + [byte], as: UTF8.self).unicodeScalars {
          draw(scalar)
        }
      }
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .control([])
      case UInt8(ascii: "_"): state = .string(isOrder: true, [], hasEscape: false)
      case UInt8(ascii: "]"): state = .string(isOrder: false, [], hasEscape: false)
      default: state = .ground
      }
    case .control(let body):
      if byte == 0x1B {
        state = .escape
      } else if (0x40...0x7E).contains(byte) {
        state = .ground
        obey(String(decoding: body, as: UTF8.self), byte)
      } else {
        state = .control(body + [byte])
      }
    case .string: takeString(byte)
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0A: place = Place(row: place.row + 1, column: isAlternate ? place.column : 1)
    case 0x0D: place = Place(row: place.row, column: 1)
    case ..<0x20: break
    case 0xC0...: state = .scalar([byte], missing: byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1)
    default: draw(Unicode.Scalar(byte))
    }
  }

  private mutating func takeString(_ byte: UInt8) {
    guard case .string(let isOrder, var text, let hasEscape) = state else { return }
    // Avoids copying the string for every byte.
    state = .ground
    if hasEscape {
      if byte == UInt8(ascii: "\\") { return end(isOrder, text) }
      // Of kitty's sequences nothing else is an end.
      if isOrder {
        text += [0x1B, byte]
      } else {
        state = .escape
        return take(byte)
      }
    } else if byte == 0x07, !isOrder {
      return end(isOrder, text)
    } else if byte != 0x1B {
      text.append(byte)
    }
    state = .string(isOrder: isOrder, text, hasEscape: byte == 0x1B && !hasEscape)
  }

  private mutating func end(_ isOrder: Bool, _ text: [UInt8]) {
    if isOrder { obeyKitty(text) } else { obeyITerm(text) }
  }

  private mutating func fail(_ what: String) { faults.append(what) }

  // MARK: Text

  private mutating func draw(_ scalar: Unicode.Scalar) {
    let before = Place(row: place.row, column: place.column - 1)
    if scalar.properties.generalCategory == .nonspacingMark {
      mark(scalar, at: before)
      return
    }
    if scalar == "\u{10EEEE}" {
      let number = color ?? 0
      if images[number] == nil { fail("a piece of \(number), which is not there") }
      cells[place] = .piece(number, row: -1, column: -1)
    } else {
      cells[place] = .text(String(scalar))
    }
    place = Place(row: place.row, column: place.column + 1)
  }

  private mutating func mark(_ scalar: Unicode.Scalar, at place: Place) {
    switch cells[place] {
    case .text(let text): cells[place] = .text(text + String(scalar))
    case .piece(let number, let row, let column):
      guard let index = Self.marks.firstIndex(of: scalar.value), column < 0 else {
        return fail("the mark \(scalar.value)")
      }
      cells[place] =
        row < 0
        ? .piece(number, row: index, column: -1) : .piece(number, row: row, column: index)
      if row >= 0, let image = images[number], row >= image.rows || index >= image.columns {
        fail("a piece beyond the picture")
      }
    case .filePiece, nil: break
    }
  }

  /// In the order of kitty's table.
  private static let marks: [UInt32] =
    [0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C]
    + [0x350, 0x351, 0x352, 0x357, 0x35B] + Array(0x363...0x36F)

  private mutating func obey(_ body: String, _ final: UInt8) {
    switch (body, Unicode.Scalar(final)) {
    case (_, "H"):
      let numbers = body.split(separator: ";").map { Int($0) ?? 1 }
      place = Place(row: numbers.first ?? 1, column: numbers.dropFirst().first ?? 1)
    case ("1", "J"): cells = [:]
    case ("2", "J"):
      clearings += 1
      // "The clear screen escape code should also clear all images."
      (cells, images, lastingFiles) = ([:], [:], [:])
    case (_, "m"): dress(body.split(separator: ";", omittingEmptySubsequences: false))
    case ("?1049", "h"): (isAlternate, cells, lastingFiles) = (true, [:], [:])
    case ("?1049", "l"):
      if !images.isEmpty { fail("pictures stay behind: \(images.keys.sorted())") }
      (isAlternate, cells, place) = (false, [:], Place(row: 1, column: 1))
    default: break
    }
  }

  private mutating func dress(_ parameters: [Substring]) {
    var rest = parameters.map { Int($0) ?? 0 }[...]
    while let code = rest.popFirst() {
      switch code {
      case 0, 39, 30...37, 90...97: color = nil
      case 38 where rest.first == 2 && rest.count >= 4:
        color = rest.dropFirst().prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
        rest.removeFirst(4)
      case 38 where rest.count >= 2:
        color = UInt32(rest.dropFirst().first ?? 0)
        rest.removeFirst(2)
      case 48: rest.removeFirst(min(rest.count, rest.first == 2 ? 4 : 2))
      default: break
      }
    }
  }

  // MARK: Pictures

  private mutating func obeyKitty(_ text: [UInt8]) {
    guard text.first == UInt8(ascii: "G") else { return }
    let parts = text.dropFirst().split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    let words = String(decoding: parts[0], as: UTF8.self)
    let pairs = words.split(separator: ",").map { $0.split(separator: "=") }
    orders.append(words)
    guard pairs.allSatisfy({ $0.count == 2 }) else { return fail("the keys \(words)") }
    let keys = Dictionary(
      pairs.map { (String($0[0]), String($0[1])) }, uniquingKeysWith: { first, _ in first })
    guard keys.count == pairs.count, keys["q"] == "2" else { return fail("the keys \(words)") }
    let data = parts.count > 1 ? Array(parts[1]) : []
    if data.count > 4096 { fail("\(data.count) bytes at once") }
    if keys["m"] == "1", data.count % 4 != 0 { fail("\(data.count) bytes are no fours") }
    switch keys["a"] {
    case nil:
      guard var begun = transmission else { return }
      if Set(keys.keys) != ["m", "q"] { fail("the keys \(words) within a picture") }
      begun.base64 += data
      transmission = begun
      if keys["m"] == "0" { finish() }
    case "T":
      if transmission != nil { fail("a picture within another") }
      transmission = (keys, data)
      if keys["m"] != "1" { finish() }
    case "d":
      if transmission != nil { fail("an order within a picture") }
      guard keys["d"] == "I", let number = keys["i"].flatMap({ UInt32($0) }) else {
        return fail("the keys \(words)")
      }
      images[number] = nil
      freed.append(number)
    default: fail("the keys \(words)")
    }
  }

  private mutating func finish() {
    guard let (keys, base64) = transmission else { return }
    transmission = nil
    func number(_ key: String) -> Int { keys[key].flatMap { Int($0) } ?? 0 }
    guard let data = Data(base64Encoded: Data(base64)) else { return fail("no base64") }
    guard keys["f"] == "24", keys["U"] == "1", keys["t"] ?? "d" == "d",
      (1...0xFF_FFFF).contains(number("i"))
    else { return fail("a picture of \(keys)") }
    // A transmission that was aborted has too little data; a terminal drops it silently.
    guard data.count == number("s") * number("v") * 3, !data.isEmpty else { return }
    images[UInt32(number("i"))] = Image(
      width: number("s"), height: number("v"), columns: number("c"), rows: number("r"),
      pixels: Array(data))
    sentCount += 1
  }

  private mutating func obeyITerm(_ text: [UInt8]) {
    let head = Array("1337;File=".utf8)
    guard text.starts(with: head), let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
      return
    }
    let pairs = String(decoding: text[head.count..<colon], as: UTF8.self).split(separator: ";")
      .map { $0.split(separator: "=").map(String.init) }
    guard pairs.allSatisfy({ $0.count == 2 }),
      let data = Data(base64Encoded: Data(text[(colon + 1)...]))
    else { return }
    let keys = Dictionary(pairs.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
    guard keys["inline"] == "1", let columns = keys["width"].flatMap({ Int($0) }),
      let rows = keys["height"].flatMap({ Int($0) }), let size = keys["size"].flatMap({ Int($0) })
    else { return fail("the keys \(keys)") }
    // A file that was cut off has too little data.
    if data.count > size { fail("\(data.count) bytes for \(size)") }
    guard data.count == size else { return }
    for row in 0..<rows {
      for column in 0..<columns {
        cells[Place(row: place.row + row, column: place.column + column)] = .filePiece(files.count)
      }
    }
    files.append(File(columns: columns, rows: rows, bytes: Array(data)))
    lastingFiles[place] = files.last
    place = Place(row: place.row + rows - 1, column: place.column + columns)
  }
}
