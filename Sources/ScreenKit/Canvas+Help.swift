import CommandKit
import Terminal

/// A line of the help: a key, with the space behind it, and what it does.
private struct HelpLine {
  let key: String
  let does: String
}

extension Canvas {
  /// Draws what keys do over the screen, in as many pages as the window needs, all of one size.
  func draw(help keys: [Hint], page: Int, rows: Int, in frame: inout Frame) {
    let pages = pages(of: keys, room: max(1, rows - 2))
    let number = page % pages.count
    let place = pages.count == 1 ? "" : " \(number + 1)/\(pages.count)"
    let lines = pages.joined()
    let widest = lines.map { DisplayWidth.of($0.key) + DisplayWidth.of($0.does) }.max() ?? 0
    var content = Frame(
      size: Size(columns: widest, rows: pages.map(\.count).max() ?? 0))
    for (row, line) in pages[number].enumerated() {
      let does = Position(column: DisplayWidth.of(line.key), row: row)
      content.write(line.key, at: Position(column: 0, row: row), style: theme.accent)
      content.write(line.does, at: does)
    }
    self.place(content, titled: Phrase("Keys")[language] + place, rows: rows, in: &frame)
  }

  /// Whether the help has several pages.
  package func hasPages(help keys: [Hint], rows: Int) -> Bool {
    pages(of: keys, room: max(1, rows - 2)).count > 1
  }

  /// As wide as a list's keys need, each in a line.
  private static let widestHelp = 110

  /// The columns of the keys if long ones are wrapped.
  private static let narrowestKeys = 16

  /// The lines of every page; at least one page. An entry is not split across pages if it fits on
  /// one.
  private func pages(of keys: [Hint], room: Int) -> [[HelpLine]] {
    var pages: [[HelpLine]] = []
    var page: [HelpLine] = []
    for entry in entries(of: keys) {
      if !page.isEmpty, page.count + entry.count > room {
        pages.append(page)
        page = []
      }
      for line in entry {
        if page.count == room {
          pages.append(page)
          page = []
        }
        page.append(line)
      }
    }
    return pages + [page]
  }

  /// The keys with their descriptions, each in as many lines as needed, in all as few as possible.
  private func entries(of keys: [Hint]) -> [[HelpLine]] {
    let widest = keys.map { DisplayWidth.of($0.key[language]) }.max() ?? 0
    return [min(widest, (size.columns - 4) / 2), min(widest, Self.narrowestKeys)]
      .map { entries(of: keys, width: $0) }
      .min { $0.joined().count < $1.joined().count } ?? []
  }

  /// - Parameter width: that of the keys.
  private func entries(of keys: [Hint], width: Int) -> [[HelpLine]] {
    let columns = min(Self.widestHelp, size.columns - 4)
    return keys.map { hint in
      let key = hint.key[language].wrapped(columns: width)
      let does = hint.does[language].wrapped(columns: columns - width - 2)
      return (0..<max(key.count, does.count)).map { line in
        let key = line < key.count ? key[line] : ""
        let space = String(repeating: " ", count: width + 2 - DisplayWidth.of(key))
        return HelpLine(key: key + space, does: line < does.count ? does[line] : "")
      }
    }
  }
}
