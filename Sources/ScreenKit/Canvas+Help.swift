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
    let width = (keys.map { DisplayWidth.of($0.key[language]) }.max() ?? 0) + 2
    let columns = min(76, size.columns - 2 * (padding + 1)) - width
    return keys.map { hint in
      hint.does[language].wrapped(columns: columns).enumerated().map { index, part in
        let head = index == 0 ? hint.key[language] : ""
        return head + String(repeating: " ", count: width - DisplayWidth.of(head)) + part
      }
    }
  }
}
