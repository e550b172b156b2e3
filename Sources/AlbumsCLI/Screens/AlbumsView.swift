import Accounts
import Albums
import RegAppCLI
import Terminal

/// Draws the albums' screens, using only their state.
struct AlbumsView {
  let state: AlbumsState
  let canvas: Canvas

  init(_ state: AlbumsState) {
    self.state = state
    canvas = Canvas(size: state.size, theme: Theme(state.colors), language: state.language)
  }

  var frame: Frame {
    if let tooSmall = canvas.tooSmall { return tooSmall }
    var frame = Frame(size: state.size)
    canvas.foot(foot, hints: hints, in: &frame)
    if let page = state.page {
      draw(page, in: &frame)
    } else {
      drawList(in: &frame)
    }
    drawOver(in: &frame)
    return frame
  }

  fileprivate func words(_ phrase: Phrase) -> String { phrase[canvas.language] }

  fileprivate var albumLines: AlbumLines { AlbumLines(canvas.language) }

  private func drawOver(in frame: inout Frame) {
    if let page = state.helpPage {
      frame.cursor = nil
      HelpView(canvas, AlbumsText.helpLines, page: page).draw(rows: rows, in: &frame)
    } else if state.showsPerson {
      frame.cursor = nil
      let lines = ProfileText.lines(of: state.person, today: state.today, state.language)
      canvas.panel(lines.map { Panel.Line($0, .plain) }, rows: rows, in: &frame)
    }
  }

  /// The rows above the footer.
  private var rows: Int { max(0, state.size.rows - canvas.rows(of: foot)) }

  private var hints: [ScreenText.Hint] {
    if state.helpPage != nil { return ScreenText.helpHints }
    if state.showsPerson { return AlbumsText.personHints }
    return state.page == nil ? AlbumsText.listHints : AlbumsText.pageHints
  }

  private var foot: Foot {
    if let wait = state.waiting {
      let words = AlbumsText.waiting(wait, left: state.secondsLeft(of: wait))
      return .busy(words, ticks: state.ticks)
    }
    if state.isBusy {
      let words = state.page == nil ? AlbumsText.searching : AlbumsText.loading
      return .busy(words, ticks: state.ticks)
    }
    if state.note != .nothing { return state.note }
    if let page = state.page {
      switch page.content {
      case .loading: return .nothing
      case .loaded(let answer): return word(answer.freshness, nil)
      case .failed(let error): return problem(error)
      }
    }
    switch state.results {
    case .none, .loading: return .nothing
    case .found(let answer, _):
      return word(answer.freshness, AlbumsText.found(answer.value.count, in: answer.country))
    case .failed(let error): return problem(error)
    }
  }

  private func word(_ freshness: Freshness, _ words: Phrase?) -> Foot {
    guard case .old(let age, let because) = freshness else {
      return words.map { .aside($0) } ?? .nothing
    }
    return .problem([AlbumsText.old(age: age, because: because)])
  }

  private func problem(_ error: AlbumsError) -> Foot {
    .problem([ErrorWords(error).message, AlbumsText.tryAgain])
  }
}

// MARK: The list

extension AlbumsView {
  /// How many rows an album takes.
  private var each: Int { showsSmallCovers ? CoverWays.small / 2 : canvas.isWide ? 1 : 2 }

  /// Not in a window so low that an album with its cover may not fit above the footer.
  private var showsSmallCovers: Bool {
    state.coverWays.list != .none && state.size.rows >= 14
  }

  /// The first row of the list, below the search field.
  private static let listTop = 4

  /// How many albums are visible.
  var listRoom: Int { max(1, (rows - Self.listTop) / each) }

  /// The visible albums, including the selected one.
  private var inSight: Range<Int> {
    let room = listRoom
    let first = min(state.selection, max(0, state.albums.count - 1)) / room * room
    return first..<min(first + room, state.albums.count)
  }

  var coversInSight: [CoverKey: Album] {
    if let page = state.page {
      guard let url = page.album.artworkURL, showsLargeCover else { return [:] }
      return [CoverKey(url: url, columns: CoverWays.large): page.album]
    }
    var keys: [CoverKey: Album] = [:]
    guard showsSmallCovers else { return [:] }
    for album in state.albums[inSight] {
      if let url = album.artworkURL {
        keys[CoverKey(url: url, columns: CoverWays.small)] = album
      }
    }
    return keys
  }

  fileprivate func drawList(in frame: inout Frame) {
    let name = [state.person.firstName?.text, state.person.lastName?.text].compactMap(\.self)
      .joined(separator: " ")
    let who = name.isEmpty ? state.person.email.text : name
    canvas.bar(
      left: ("< [Esc] \(words(AlbumsText.back))", true), title: words(AlbumsText.albums),
      right: ("[F2] \(visible(who))".fitted(columns: state.size.columns / 3), true), in: &frame)
    drawSearch(in: &frame)
    guard !state.albums.isEmpty else { return drawNone(in: &frame) }
    let rows = rows
    for (place, index) in inSight.enumerated() {
      let row = Self.listTop + place * each
      guard row + each <= rows else { break }
      draw(state.albums[index], isChosen: index == state.selection, row: row, in: &frame)
    }
    drawPlace(in: &frame)
  }

  private func drawSearch(in frame: inout Frame) {
    let label = words(AlbumsText.searchLabel)
    frame.write(
      "> \(label)", at: Position(column: canvas.left, row: 2), style: canvas.theme.focusedLabel)
    let column = canvas.left + DisplayWidth.of(label) + 3
    let room = canvas.contentWidth - DisplayWidth.of(label) - 4
    let window = state.query.window(columns: room)
    if state.query.text.isEmpty {
      frame.write(
        words(AlbumsText.placeholder), at: Position(column: column, row: 2),
        style: canvas.theme.faint,
        limit: room)
    }
    frame.write(window.text, at: Position(column: column, row: 2))
    frame.cursor = Position(column: column + window.caretColumn, row: 2)
    canvas.rule(row: 3, in: &frame)
  }

  private func drawNone(in frame: inout Frame) {
    let words: Phrase
    switch state.results {
    case .none: words = AlbumsText.begin
    case .found(_, let term): words = AlbumsText.nothingFound(visible(term))
    case .loading, .failed: return
    }
    let lines = words[canvas.language].wrapped(columns: canvas.contentWidth)
    let rows = rows
    for (index, line) in lines.enumerated() where rows / 2 + index < rows {
      canvas.center(line, row: rows / 2 + index, style: canvas.theme.faint, in: &frame)
    }
  }

  private func draw(_ album: Album, isChosen: Bool, row: Int, in frame: inout Frame) {
    let theme = canvas.theme
    let style = isChosen ? theme.focusedLabel : theme.label
    frame.write(
      isChosen ? ">" : " ", at: Position(column: canvas.left, row: row), style: theme.mark)
    var column = canvas.left + 2
    if showsSmallCovers {
      draw(coverOf: album, columns: CoverWays.small, at: Position(column: column, row: row), &frame)
      column += CoverWays.small + 2
    }
    let room = canvas.left + canvas.contentWidth - column
    let artist = albumLines.artist(album)
    let songs = words(AlbumsText.songs(album.trackCount))
    if each == 1 {
      let count = 18
      let half = (room - count) * 3 / 5
      frame.write(
        albumLines.title(album, columns: half - 2), at: Position(column: column, row: row),
        style: style)
      frame.write(
        artist.fitted(columns: room - half - count - 2),
        at: Position(column: column + half, row: row), style: theme.readOnly)
      frame.write(
        songs.fitted(columns: count),
        at: Position(column: canvas.left + canvas.contentWidth - DisplayWidth.of(songs), row: row),
        style: theme.readOnly)
    } else {
      frame.write(
        albumLines.title(album, columns: room), at: Position(column: column, row: row), style: style
      )
      let end = each == 2 ? " · \(songs)" : ""
      frame.write(
        artist.fitted(columns: room - DisplayWidth.of(end)) + end,
        at: Position(column: column, row: row + 1), style: theme.readOnly)
      if each > 2 {
        frame.write(songs, at: Position(column: column, row: row + 2), style: theme.readOnly)
      }
    }
  }

  /// Shows which albums are visible, in the rule above them; nothing if all are.
  private func drawPlace(in frame: inout Frame) {
    guard state.albums.count > listRoom else { return }
    let place = " \(inSight.lowerBound + 1)–\(inSight.upperBound) / \(state.albums.count) "
    let column = canvas.left + canvas.contentWidth - DisplayWidth.of(place) - 1
    frame.write(
      place, at: Position(column: column, row: Self.listTop - 1), style: canvas.theme.faint)
  }

  fileprivate func draw(
    coverOf album: Album, columns: Int, at position: Position, _ frame: inout Frame
  ) {
    guard let url = album.artworkURL,
      case .shown(let cover) = state.covers[CoverKey(url: url, columns: columns)]
    else { return }
    cover.draw(at: position, in: &frame)
  }
}

// MARK: An album

extension AlbumsView {
  /// The first row of the scrolling part of an album's page.
  private static let pageTop = 2

  var pageRoom: Int { max(1, rows - Self.pageTop) }

  private var showsLargeCover: Bool {
    state.coverWays.album != .none && canvas.isWide && state.size.rows >= 18
  }

  /// The highest line that may be scrolled to the top.
  func lastTop(of page: AlbumsState.Page) -> Int { max(0, lines(of: page).count - pageRoom) }

  private func lines(of page: AlbumsState.Page) -> [Panel.Line] {
    let theme = canvas.theme
    var album = page.album
    var lines: [Panel.Line] = []
    var details: AlbumDetails?
    if case .loaded(let answer) = page.content {
      details = answer.value
      album = answer.value.album
    }
    func add(_ text: String, _ style: Style) {
      lines += text.wrapped(columns: pageColumns).map { Panel.Line($0, style) }
    }
    add(albumLines.title(album), theme.title)
    add(albumLines.artist(album), theme.focusedLabel)
    let facts = [album.releaseYear.map(String.init), words(AlbumsText.songs(album.trackCount))]
    lines.append(Panel.Line(facts.compactMap(\.self).joined(separator: " · "), theme.readOnly))
    lines.append(Panel.Line("", .plain))
    if let details {
      lines += albumLines.tracks(details, columns: pageColumns).map { Panel.Line($0, .plain) }
    }
    return lines
  }

  /// A hint where to scroll if an album is not fully visible.
  private func more(of page: AlbumsState.Page) -> String? {
    let marks = (page.top > 0 ? "↑" : "") + (page.top < lastTop(of: page) ? "↓" : "")
    return marks.isEmpty ? nil : "\(marks) \(words(AlbumsText.more))"
  }

  private var pageColumns: Int {
    canvas.contentWidth - (showsLargeCover ? CoverWays.large + 3 : 0)
  }

  fileprivate func draw(_ page: AlbumsState.Page, in frame: inout Frame) {
    canvas.bar(
      left: ("< \(words(AlbumsText.toList))", true),
      title: albumLines.title(page.album).fitted(columns: max(0, state.size.columns - 32)),
      right: more(of: page).map { ($0, true) }, in: &frame)
    var column = canvas.left
    if showsLargeCover {
      draw(
        coverOf: page.album, columns: CoverWays.large,
        at: Position(column: column, row: Self.pageTop), &frame)
      column += CoverWays.large + 3
    }
    let lines = lines(of: page)
    let rows = rows
    for (index, line) in lines.dropFirst(page.top).enumerated() where Self.pageTop + index < rows {
      frame.write(
        line.text.fitted(columns: pageColumns),
        at: Position(column: column, row: Self.pageTop + index), style: line.style)
    }
  }
}
