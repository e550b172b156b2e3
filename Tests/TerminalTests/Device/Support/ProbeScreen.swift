/// A terminal that shows some bytes: just enough of one for the probe.
struct ProbeScreen {
  /// The text that was written to the main screen.
  private(set) var main = ""
  /// The rows of the alternate screen after its last complete frame; empty while the main one
  /// shows.
  private(set) var rows: [String] = []
  /// The private modes that are on. Initially the cursor is shown and lines wrap.
  private(set) var modes: Set<String> = ["7", "25"]
  /// How often a frame began by clearing the screen.
  private(set) var clearings = 0

  private var cells: [Int: [Character]] = [:]
  private var row = 1
  private var column = 1

  init(_ bytes: [UInt8]) {
    var rest = Substring(String(decoding: bytes, as: UTF8.self)).unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", rest.first == "[" {
        let body = rest.dropFirst().prefix { !("\u{40}"..."\u{7E}" ~= $0) }
        rest = rest[body.endIndex...]
        if let final = rest.popFirst() { obey(String(body), final) }
      } else if scalar == "\u{1B}", rest.first == "]" {
        // A question to the terminal.
        while let next = rest.popFirst(), next != "\u{7}", next != "\u{1B}" {}
        if rest.first == "\\" { rest.removeFirst() }
      } else if scalar == "\u{1B}", rest.first == "\\" {
        rest.removeFirst()
      } else {
        print(Character(scalar))
      }
    }
  }

  private mutating func print(_ character: Character) {
    guard modes.contains("1049") else { return main.append(character) }
    var line = cells[row] ?? []
    while line.count < column { line.append(" ") }
    line[column - 1] = character
    cells[row] = line
    column += 1
  }

  private mutating func obey(_ body: String, _ final: Unicode.Scalar) {
    switch final {
    case "H":
      let numbers = body.split(separator: ";").map { Int($0) ?? 1 }
      (row, column) = (numbers.first ?? 1, numbers.dropFirst().first ?? 1)
    case "J":
      cells = [:]
      if !modes.contains("7") { clearings += 1 }
    case "h":
      modes.insert(String(body.dropFirst()))
      // Lines wrap again when a frame is complete.
      if body == "?7" {
        rows = (0...(cells.keys.max() ?? 0)).dropFirst().map { String(cells[$0] ?? []).trimmed }
      }
    case "l":
      modes.remove(String(body.dropFirst()))
      if body == "?1049" { (cells, rows) = ([:], []) }
    default: break
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
