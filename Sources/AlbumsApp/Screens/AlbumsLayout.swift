import Albums
import CommandKit
import ScreenKit
import Terminal

/// The places of things on the albums' screens, from nothing but their state. Keys move by them,
/// and the screens are drawn by them.
struct AlbumsLayout {
  let state: AlbumsState
  let canvas: Canvas

  init(_ state: AlbumsState) {
    self.state = state
    canvas = Canvas(
      size: state.size, theme: state.theme, language: state.language)
  }

  func words(_ phrase: Phrase) -> String { phrase[canvas.language] }

  var albumLines: AlbumLines { AlbumLines(language: canvas.language, columns: pageColumns) }

  /// The rows above the footer.
  var rows: Int { max(0, state.size.rows - canvas.rows(of: foot, hints: hints)) }

  var hints: [Hint] {
    if state.actionList != nil { return KitText.actionHints }
    if let marked = state.quits {
      return [
        Hint("Tab", Phrase("choose")),
        Hint("Enter", marked == .yes ? Phrase("yes\(as: "an answer")") : Phrase("no")),
        Hint("Esc", Phrase("no")),
      ]
    }
    if state.showsPerson { return [Hint(KitText.anyKey, KitText.closes)] }
    if state.isTyping { return [Hint](keyLine: Array(state.ownOffers.prefix(2))) }
    let scroll = state.page.map { _ in Hint(KitText.upDown, Phrase("scroll\(as: "a page")")) }
    return [Hint](keyLine: state.offers) + [scroll].compactMap(\.self)
  }

  var foot: Foot {
    if let wait = state.waiting {
      let words = AlbumsText.waiting(wait, left: state.secondsLeft(of: wait))
      return .busy(words, ticks: state.ticks)
    }
    if state.isBusy {
      let words = state.page == nil ? Phrase("searching") : Phrase("loading the album")
      return .busy(words, ticks: state.ticks)
    }
    if state.note != .nothing { return state.note }
    if let page = state.page { return foot(page.content) { _ in .nothing } }
    return foot(state.results) { answer in
      .aside(AlbumsText.found(answer))
    }
  }

  private func foot<Value>(_ fetched: Fetched<Value>, _ words: (Answer<Value>) -> Foot) -> Foot {
    switch fetched {
    case .none, .loading: .nothing
    case .loaded(let answer):
      if case .old(let age, let because) = answer.freshness {
        .problem([AlbumsText.old(age: age, because: because)])
      } else {
        words(answer)
      }
    case .failed(let error): .problem([error.message, Phrase("^R tries again")])
    }
  }
}

// MARK: The list

extension AlbumsLayout {
  var each: Int { showsSmallCovers ? Covers.small / 2 : canvas.isWide ? 1 : 2 }

  /// Not in a window so low that an album with its cover may not fit above the footer.
  var showsSmallCovers: Bool {
    state.coverSupport == .shown && state.size.rows >= 14
  }

  /// It has room for whole albums.
  var list: ListBody {
    let room = max(1, (rows - ListBody.head) / each) * each
    var list = ListBody(canvas, rows: ListBody.head + room)
    list.found = state.search.words
    return list
  }

  var listRows: ListRows { ListRows(heights: state.albums.map { _ in each }) }

  var coversInSight: [CoverKey: Album] {
    if let page = state.page {
      guard let url = page.album.artworkURL, showsLargeCover else { return [:] }
      return [CoverKey(url: url, columns: Covers.large): page.album]
    }
    var keys: [CoverKey: Album] = [:]
    guard showsSmallCovers else { return [:] }
    for album in state.albums[list.inSight(listRows, state.focus)] {
      if let url = album.artworkURL {
        keys[CoverKey(url: url, columns: Covers.small)] = album
      }
    }
    return keys
  }
}

// MARK: An album

extension AlbumsLayout {
  /// The first row of the scrolling part of an album's page.
  static let pageTop = 2

  var showsLargeCover: Bool {
    state.coverSupport == .shown && canvas.isWide && state.size.rows >= 18
  }

  func body(of page: AlbumsState.Page) -> LinesBody {
    let theme = canvas.theme
    var album = page.album
    var lines: [Panel.Line] = []
    var details: AlbumDetails?
    if case .loaded(let answer) = page.content {
      details = answer.value
      album = answer.value.album
    }
    func add(_ text: String, _ style: Style) {
      lines += [Panel.Line](text, style, columns: pageColumns)
    }
    add(albumLines.title(album), theme.title)
    add(albumLines.artist(album), theme.strong)
    lines.append(Panel.Line(albumLines.facts(album, of: details), theme.label))
    lines.append(Panel.Line("", .plain))
    if let details {
      lines += albumLines.tracks(details).map { Panel.Line($0, .plain) }
    }
    if let reason = state.coverSupport.reason {
      lines.append(Panel.Line("", .plain))
      add(words(reason), theme.faint)
    }
    return LinesBody(lines, room: rows - Self.pageTop)
  }

  var pageColumns: Int {
    canvas.contentWidth - (showsLargeCover ? Covers.large + 3 : 0)
  }
}
