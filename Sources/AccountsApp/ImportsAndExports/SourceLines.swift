import AccountsFile
import CommandKit
import Exchange
import LosslessJSON
import Terminal

/// The text of a file, to show the lines at which problems are. Secrets in it are masked, and of a
/// text that is not JSON nothing is shown behind the place of the error.
struct SourceLines {
  /// The text in place of each secret, however long that is.
  static let mask = "********"
  /// The number of problems, from the first on, whose lines are shown.
  static let most = 20

  private let bytes: [UInt8]
  private let secrets: [Range<Int>]
  /// The position at which the text stops being JSON, or its end. Nothing behind it is shown.
  private let end: Int

  private init(_ bytes: [UInt8], _ hidden: (ranges: [Range<Int>], error: JSONSyntaxError?)) {
    self.bytes = bytes
    secrets = hidden.ranges
    end = hidden.error?.offset ?? bytes.count
  }

  /// An accounts file, a rulebook or another file of ours.
  init(_ bytes: [UInt8], dialect: JSONDialect = .json) {
    self.init(bytes, Self.hidden(in: bytes, dialect))
  }

  private static func hidden(
    in bytes: [UInt8], _ dialect: JSONDialect
  ) -> (ranges: [Range<Int>], error: JSONSyntaxError?) {
    var secrets = JSONSecrets.ofAccounts
    // Other programs, and hands, have hashes under any name.
    secrets.hidesHashes = true
    return secrets.hidden(in: bytes, dialect: dialect)
  }

  /// A file to import. No lines are shown of tables and other texts, nor of JSON that is not a list
  /// of accounts: any value in them may be a password.
  init?(_ source: ImportSource, _ options: ReadingOptions) {
    guard source.format == .json else { return nil }
    let hidden = Self.hidden(in: source.text.bytes, options.dialect)
    if source.reading.endedEarly, hidden.error == nil { return nil }
    self.init(source.text.bytes, hidden)
  }
}

extension SourceLines {
  /// The lines of some places, the first `most` of them, in the same order.
  ///
  /// - Parameter columns: how wide the terminal is.
  func quotes(at places: [JSONPlace], columns: Int) -> [QuotedLine?] {
    let offsets = JSONPlace.offsets(of: Array(places.prefix(Self.most)), in: bytes)
    let windows = offsets.map(window)
    let all = secrets.filter { secret in windows.contains(where: secret.overlaps) }
    let width = max(columns, 20) - QuotedLine.indentation - 1
    return zip(offsets, windows).map { offset, window in
      guard offset <= end else { return nil }
      var pieces: [Piece] = []
      var start = window.lowerBound
      for secret in all where secret.overlaps(window) {
        if start < secret.lowerBound { add(start..<secret.lowerBound, to: &pieces) }
        pieces.append(
          Piece(text: Self.mask, columns: Self.mask.utf8.count, start: secret.lowerBound))
        start = max(start, secret.upperBound)
      }
      if start < window.upperBound { add(start..<window.upperBound, to: &pieces) }
      guard pieces.contains(where: { !$0.isBlank }) else { return nil }
      let place =
        offset >= window.upperBound
        ? pieces.count : pieces.lastIndex { $0.start <= offset } ?? 0
      let isCut = (
        before: window.lowerBound > 3 && !isLineEnd(bytes[window.lowerBound - 1]),
        behind: window.upperBound < end && !isLineEnd(bytes[window.upperBound])
      )
      return quote(pieces, at: place, width, isCut: isCut)
    }
  }

  /// A grapheme or a mask.
  private struct Piece {
    let text: String
    let columns: Int
    let start: Int
    var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 } }
  }

  /// How far one looks to both sides of a place: further than any terminal is wide.
  private static let reach = 4096

  /// The part of a line around a place, cut between characters.
  private func window(around offset: Int) -> Range<Int> {
    var start = offset
    while start > 0, offset - start < Self.reach, !isLineEnd(bytes[start - 1]) { start -= 1 }
    if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = min(3, offset) }
    while start < offset, offset - start >= Self.reach - 4, isContinuation(bytes[start]) {
      start += 1
    }
    var end = offset
    while end < self.end, end - offset < Self.reach, !isLineEnd(bytes[end]) { end += 1 }
    while end > offset, end < self.end, isContinuation(bytes[end]) { end -= 1 }
    return start..<end
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private func add(_ range: Range<Int>, to pieces: inout [Piece]) {
    var start = range.lowerBound
    for character in String(decoding: bytes[range], as: UTF8.self) {
      // Emoji are shown as a table or a screen shows them.
      let text = character == "\t" ? "  " : Printable.cleaned(visible(String(character)))
      pieces.append(Piece(text: text, columns: DisplayWidth.of(text), start: start))
      start += character.utf8.count
    }
  }

  /// As much of a line as fits, and where the caret is.
  private func quote(
    _ pieces: [Piece], at place: Int, _ width: Int, isCut: (before: Bool, behind: Bool)
  ) -> QuotedLine {
    var (first, end) = (place, place)
    var taken = 1
    // Two thirds of the line are before the caret, if there is so much.
    while first > 0, taken + pieces[first - 1].columns <= width * 2 / 3 {
      first -= 1
      taken += pieces[first].columns
    }
    while end < pieces.count, taken + pieces[end].columns <= width - 2 {
      taken += pieces[end].columns
      end += 1
    }
    while first > 0, taken + pieces[first - 1].columns <= width - 2 {
      first -= 1
      taken += pieces[first].columns
    }
    let before = first > 0 || isCut.before ? "…" : ""
    let behind = end < pieces.count || isCut.behind ? "…" : ""
    let shown = pieces[first..<end].map(\.text).joined()
    return QuotedLine(
      before + shown + behind,
      caret: (before.isEmpty ? 0 : 1) + pieces[first..<place].reduce(0) { $0 + $1.columns })
  }
}

extension Invocation {
  /// Problems of a file with the lines at which they are, if people read them at a terminal.
  ///
  /// - Parameters:
  ///   - path: where the file is. If it cannot be read, there are no lines.
  ///   - isTerminal: whether they are written to one.
  func quoting(
    _ items: [Report.Item], in path: String, onTerminal isTerminal: Bool
  ) async -> [Report.Item] {
    guard isTerminal, !isJSON else { return items }
    return await items.quoting(path, sparing: personal.registry, context)
  }

  /// Adds lines of a text that was read to the problems, if people read them at a terminal.
  func quoting(_ items: [Report.Item], in lines: SourceLines?) -> [Report.Item] {
    guard let lines, console.errorIsTerminal, !isJSON else { return items }
    return items.quoting(lines, context)
  }
}

extension [Report.Item] {
  func quoting(
    _ path: String, sparing registry: Registry, _ context: Context
  ) async -> [Report.Item] {
    guard contains(where: { $0.place != nil }), path != "stdin",
      let bytes = try? await WholeFile(path, sparing: registry).bytes()
    else { return self }
    return quoting(SourceLines(bytes, dialect: JSONDialect(ofFile: path)), context)
  }

  func quoting(_ lines: SourceLines, _ context: Context) -> [Report.Item] {
    var items = self
    let placed = indices.filter { self[$0].place != nil }.prefix(SourceLines.most)
    let places = placed.compactMap { index in
      self[index].place.map { JSONPlace(line: $0.line, column: $0.column) }
    }
    let quotes = lines.quotes(at: places, columns: context.console.columns())
    for (index, quote) in zip(placed, quotes) { items[index].quote = quote }
    return items
  }
}
