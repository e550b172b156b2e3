import CommandKit
package import Terminal

/// All keys, over the current screen, in as many pages as the window needs.
package struct HelpView {
  private let screen: Canvas
  private let keys: [Hint]
  private let page: Int

  package init(_ screen: Canvas, _ keys: [Hint], page: Int) {
    self.screen = screen
    self.keys = keys
    self.page = page
  }

  package func draw(rows: Int, in frame: inout Frame) {
    let pages = pages(room: max(1, rows - 2))
    let number = page % pages.count
    let title = KitText.helpTitle(number + 1, of: pages.count)[screen.language]
    screen.panel(
      pages[number].map { Panel.Line($0, .plain) }, title: title, rows: rows, in: &frame)
  }

  /// The lines of every page; at least one page. An entry is not split across pages if it fits on
  /// one.
  private func pages(room: Int) -> [[String]] {
    var pages: [[String]] = []
    var page: [String] = []
    for entry in entries {
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
  private var entries: [[String]] {
    let language = screen.language
    let width = (keys.map { DisplayWidth.of($0.key[language]) }.max() ?? 0) + 2
    let columns = min(76, screen.size.columns - 2 * (screen.padding + 1)) - width
    return keys.map { hint in
      hint.does[language].wrapped(columns: columns).enumerated().map { index, part in
        let head = index == 0 ? hint.key[language] : ""
        return head + String(repeating: " ", count: width - DisplayWidth.of(head)) + part
      }
    }
  }
}
