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
    if let marked = state.quits {
      frame.cursor = nil
      Dialog(
        words(KitText.quit.does.title),
        [words(KitText.quit.does.title), words(Phrase("cancel").title)],
        focus: marked == .yes ? 0 : 1
      ).draw(
        [Panel.Line(words(Phrase("Leave the albums?")), .plain)], on: canvas, rows: layout.rows,
        in: &frame)
    }
    canvas.drawActions(of: state, rows: layout.rows, in: &frame)
    if state.showsPerson {
      frame.cursor = nil
      canvas.panel(
        state.person.profile.map { Panel.Line($0, .plain) }, rows: layout.rows, in: &frame)
    }
  }
}

// MARK: The list

extension AlbumsView {
  /// The columns that the bar needs besides the person: for the title, a line and the key.
  private static let besidePerson = 30

  /// The account that searches, with its email and phone number if there is room for all.
  private var person: String {
    let whole = ([state.person.name] + state.person.contact).map(visible).joined(separator: " · ")
    if DisplayWidth.of(whole) <= state.size.columns - Self.besidePerson { return whole }
    return visible(state.person.name).fitted(columns: state.size.columns / 3 - "[F2] ".count)
  }

  /// The way to the screen: the pages from which one went on to the albums of their bands.
  private var way: [String] {
    [words(AlbumsText.albums)] + state.behind.map { albumLines.title($0.page.album) }
  }

  fileprivate func drawList(in frame: inout Frame) {
    let count = state.albums.count
    canvas.bar(
      way,
      status: count == 0 ? "" : words(KitText.place(state.focus.row, of: count, on: canvas)),
      keys: [("[F2] \(person)", true)],
      in: &frame)
    canvas.draw(
      state.search, form: words(Phrase("title or artist")), width: canvas.contentWidth, row: 1,
      in: &frame)
    guard !state.albums.isEmpty else { return drawNone(in: &frame) }
    let (list, focus) = (layout.list, state.focus)
    guard layout.each == 1 else {
      return list.draw(layout.listRows, focus, focused: focus.row, in: &frame) {
        draw(state.albums[$0], at: $1, own: $2, in: &$3)
      }
    }
    let songs = state.albums.map { DisplayWidth.of(self.songs($0)) }.max() ?? 0
    let widths = albumLines.widths(
      of: state.albums, room: list.width - 1 - AlbumLines.yearWidth - songs - 3 * TableColumns.gap)
    let columns = TableColumns(
      wanted: [widths.title, widths.artist, AlbumLines.yearWidth, songs], order: [0, 1, 2, 3],
      width: list.width - 1
    ).columns
    list.draw(state.albums.count, columns, focus, focused: focus.row, in: &frame) { row, column in
      let album = state.albums[row]
      let theme = canvas.theme
      return switch column {
      case 0: ListBody.Cell(albumLines.title(album, columns: columns[0].width), theme.strong)
      case 1: ListBody.Cell(albumLines.artist(album), theme.label)
      case 2: ListBody.Cell(albumLines.year(album), theme.label, isSearched: false)
      default:
        ListBody.Cell(
          AlbumLines.padded(self.songs(album), songs, atEnd: true), theme.label,
          isSearched: false)
      }
    }
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
      lines.prefix(max(0, layout.rows - ListBody.head)),
      at: Position(column: canvas.left, row: ListBody.head))
  }

  private func songs(_ album: Album) -> String { words(AlbumsText.songs(album.trackCount)) }

  /// Draws an album in several lines, beside its cover if there is room for that.
  private func draw(
    _ album: Album, at place: Position, own: Style?, in window: inout Frame
  ) {
    var place = place
    if layout.showsSmallCovers {
      draw(coverOf: album, columns: Covers.small, at: place, below: own?.background, &window)
      place.column += Covers.small + 2
    }
    let room = window.size.columns - 1 - place.column
    let facts = albumLines.facts(album)
    let end = layout.each == 2 ? " · \(facts)" : ""
    let artist = albumLines.artist(album).fitted(columns: room - DisplayWidth.of(end)) + end
    let quiet = own ?? canvas.theme.label
    let lines = [
      Panel.Line(albumLines.title(album, columns: room), own ?? canvas.theme.strong),
      Panel.Line(artist, quiet), Panel.Line(facts, quiet),
    ]
    window.write(lines.prefix(layout.each), at: place)
    window.emphasize(
      state.search.words,
      in: Area(column: place.column, row: place.row, columns: room, rows: min(2, layout.each)))
  }

  fileprivate func draw(
    coverOf album: Album, columns: Int, at position: Position, below: Color? = nil,
    _ frame: inout Frame
  ) {
    let found = album.artworkURL.map { url in
      state.covers[CoverKey(url: url, columns: columns)] ?? .loading
    }
    switch found ?? .missing {
    case .loading: break
    case .shown(let cover):
      // In a list its last half row is a gap.
      frame.place(
        HalfBlocks(picture: cover, isCut: columns == Covers.small, below: below ?? .standard).frame,
        at: position)
    case .missing: frame.place(noCover(columns: columns), at: position)
    }
  }

  /// A frame in the place of a cover that is not there.
  private func noCover(columns: Int) -> Frame {
    let theme = canvas.theme
    var box = Panel.box("", columns: columns, rows: columns / 2, theme)
    let lines = words(Phrase("no cover")).split(separator: " ").map(String.init)
    for (index, line) in lines.enumerated() where DisplayWidth.of(line) <= columns - 2 {
      box.write(
        line,
        at: Position(
          column: (columns - DisplayWidth.of(line)) / 2,
          row: (columns / 2 - lines.count) / 2 + index), style: theme.faint)
    }
    return box
  }
}

// MARK: An album

extension AlbumsView {
  fileprivate func draw(_ page: AlbumsState.Page, in frame: inout Frame) {
    let body = layout.body(of: page)
    canvas.bar(
      way + [albumLines.title(page.album)],
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
