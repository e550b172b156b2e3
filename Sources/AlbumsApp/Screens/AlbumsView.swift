import Albums
import CommandKit
import ScreenKit
import Terminal

/// Draws the albums' screens, using only their state.
struct AlbumsView {
  private let layout: AlbumsLayout

  init(_ state: AlbumsState) { layout = AlbumsLayout(state) }

  private var state: AlbumsState { layout.state }
  private var canvas: Canvas { layout.canvas }
  private var albumLines: AlbumLines { layout.albumLines }
  private func words(_ phrase: Phrase) -> String { layout.words(phrase) }

  var frame: Frame {
    var frame = unfinished
    canvas.theme.finish(&frame)
    return frame
  }

  private var unfinished: Frame {
    if let tooSmall = canvas.tooSmall() { return tooSmall }
    var frame = Frame(size: state.size)
    canvas.foot(layout.foot, hints: layout.hints, in: &frame)
    if let page = state.page {
      draw(page, in: &frame)
    } else {
      drawList(in: &frame)
    }
    drawOver(in: &frame)
    return frame
  }

  private func drawOver(in frame: inout Frame) {
    canvas.drawGuide(of: state, help: layout.help, rows: layout.rows, in: &frame)
    if state.showsPerson {
      frame.cursor = nil
      canvas.panel(
        state.person.profile.map { Panel.Line($0, .plain) }, rows: layout.rows, in: &frame)
    }
  }
}

// MARK: The list

extension AlbumsView {
  fileprivate func drawList(in frame: inout Frame) {
    canvas.bar(
      [words(AlbumsText.albums)],
      keys: [("[F2] \(visible(state.person.name))".fitted(columns: state.size.columns / 3), true)],
      in: &frame)
    drawSearch(in: &frame)
    guard !state.albums.isEmpty else { return drawNone(in: &frame) }
    let rows = layout.rows
    let songsWidth = state.albums.map { DisplayWidth.of(songs($0)) }.max() ?? 0
    let widths = albumLines.widths(
      of: state.albums,
      room: canvas.contentWidth - 2 - AlbumLines.yearWidth - 2 - songsWidth - 2)
    for (place, index) in layout.inSight.enumerated() {
      let row = AlbumsLayout.listTop + place * layout.each
      guard row + layout.each <= rows else { break }
      draw(
        state.albums[index], isChosen: index == state.selection, row: row, widths, songsWidth,
        in: &frame)
    }
    drawPlace(in: &frame)
  }

  private func drawSearch(in frame: inout Frame) {
    let label = words(Phrase("Search:"))
    frame.write(
      "> \(label)", at: Position(column: canvas.left - 2, row: 2), style: canvas.theme.strong)
    let column = canvas.left + DisplayWidth.of(label) + 1
    let room = min(60, canvas.contentWidth - DisplayWidth.of(label) - 2)
    frame.field(
      state.query, at: Position(column: column, row: 2), columns: room, canvas.theme,
      form: words(Phrase("title or artist")), margin: 1)
    canvas.rule(row: 3, in: &frame)
  }

  private func drawNone(in frame: inout Frame) {
    let words: Phrase
    switch state.results {
    case .none: words = Phrase("Type a title or an artist, in any script.")
    case .loaded: words = AlbumsText.nothingFound(visible(state.searched))
    case .loading, .failed: return
    }
    let lines = [Panel.Line](
      words[canvas.language], canvas.theme.faint, columns: canvas.contentWidth)
    frame.write(
      lines.prefix(max(0, layout.rows - AlbumsLayout.listTop)),
      at: Position(column: canvas.left, row: AlbumsLayout.listTop))
  }

  private func songs(_ album: Album) -> String { words(AlbumsText.songs(album.trackCount)) }

  private func draw(
    _ album: Album, isChosen: Bool, row: Int, _ widths: (title: Int, artist: Int),
    _ songsWidth: Int, in frame: inout Frame
  ) {
    let theme = canvas.theme
    let style = isChosen ? theme.selection : theme.strong
    let quiet = isChosen ? theme.selection : theme.label
    if isChosen {
      let area = Area(
        column: canvas.left - 2, row: row, columns: canvas.contentWidth + 2, rows: layout.each)
      frame.fill(area, style: style)
      frame.write(">", at: Position(column: canvas.left - 2, row: row), style: style)
    }
    var column = canvas.left
    if layout.showsSmallCovers {
      draw(coverOf: album, columns: Covers.small, at: Position(column: column, row: row), &frame)
      column += Covers.small + 2
    }
    let room = canvas.left + canvas.contentWidth - column
    let artist = albumLines.artist(album)
    func write(_ text: String, _ style: Style, below: Int = 0) {
      frame.write(text, at: Position(column: column, row: row + below), style: style)
    }
    if layout.each == 1 {
      write(albumLines.title(album, columns: widths.title), style)
      column += widths.title + 2
      write(artist.fitted(columns: widths.artist), quiet)
      column += widths.artist + 2
      write(albumLines.year(album), quiet)
      column += AlbumLines.yearWidth + 2 + songsWidth - DisplayWidth.of(songs(album))
      write(songs(album), quiet)
    } else {
      write(albumLines.title(album, columns: room), style)
      let facts = albumLines.facts(album)
      let end = layout.each == 2 ? " · \(facts)" : ""
      write(
        artist.fitted(columns: room - DisplayWidth.of(end)) + end, quiet, below: 1)
      if layout.each > 2 { write(facts, quiet, below: 2) }
    }
  }

  /// Shows which albums are visible, in the rule above them; nothing if all are.
  private func drawPlace(in frame: inout Frame) {
    guard state.albums.count > layout.listRoom else { return }
    let place =
      " \(layout.inSight.lowerBound + 1)–\(layout.inSight.upperBound) / \(state.albums.count) "
    let column = canvas.left + canvas.contentWidth - DisplayWidth.of(place) - 1
    frame.write(
      place, at: Position(column: column, row: AlbumsLayout.listTop - 1), style: canvas.theme.faint)
  }

  fileprivate func draw(
    coverOf album: Album, columns: Int, at position: Position, _ frame: inout Frame
  ) {
    guard let url = album.artworkURL,
      case .shown(let cover) = state.covers[CoverKey(url: url, columns: columns)]
    else { return }
    frame.place(HalfBlocks(picture: cover).frame, at: position)
  }
}

// MARK: An album

extension AlbumsView {
  fileprivate func draw(_ page: AlbumsState.Page, in frame: inout Frame) {
    let body = layout.body(of: page)
    canvas.bar(
      [words(AlbumsText.albums), albumLines.title(page.album)],
      status: canvas.more(above: page.top > 0, below: page.top < body.lastTop) ?? "", in: &frame)
    var column = canvas.left
    if layout.showsLargeCover {
      draw(
        coverOf: page.album, columns: Covers.large,
        at: Position(column: column, row: AlbumsLayout.pageTop), &frame)
      column += Covers.large + 3
    }
    let lines = body.lines.dropFirst(page.top).prefix(body.room)
    frame.write(
      lines.map { Panel.Line($0.text.fitted(columns: layout.pageColumns), $0.style) },
      at: Position(column: column, row: AlbumsLayout.pageTop))
  }
}
