import CommandKit
import Terminal

extension Canvas {
  /// Draws what keys do over the screen, in as many pages as the window needs.
  func draw(help keys: [Hint], page: Int, rows: Int, in frame: inout Frame) {
    let pages = pages(of: keys, room: max(1, rows - 2))
    let number = page % pages.count
    let place = pages.count == 1 ? "" : " \(number + 1)/\(pages.count)"
    panel(
      pages[number].map { Panel.Line($0, .plain) }, title: Phrase("Keys")[language] + place,
      rows: rows, in: &frame)
  }

  /// As wide as a list's keys need, each in a line.
  private static let widestHelp = 110

  /// The columns that a list of keys has at least, in which long ones are wrapped.
  private static let narrowestKeys = 16

  /// The lines of every page; at least one page. An entry is not split across pages if it fits on
  /// one.
  private func pages(of keys: [Hint], room: Int) -> [[String]] {
    var pages: [[String]] = []
    var page: [String] = []
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

  /// The keys with their descriptions, each in as many lines as needed.
  private func entries(of keys: [Hint]) -> [[String]] {
    let columns = min(Self.widestHelp, size.columns - 2 * (padding + 1))
    let widest = keys.map { DisplayWidth.of($0.key[language]) }.max() ?? 0
    let width = min(widest, max(Self.narrowestKeys, columns / 3))
    return keys.map { hint in
      let key = hint.key[language].wrapped(columns: width)
      let does = hint.does[language].wrapped(columns: columns - width - 2)
      return (0..<max(key.count, does.count)).map { line in
        let key = line < key.count ? key[line] : ""
        let space = String(repeating: " ", count: width + 2 - DisplayWidth.of(key))
        return line < does.count ? key + space + does[line] : key
      }
    }
  }
}
