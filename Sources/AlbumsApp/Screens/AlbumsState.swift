import Albums
import CommandKit
import ScreenKit
import Terminal

/// The state of the albums' screens; changed only by `update`, drawn by `AlbumsView`.
struct AlbumsState: Sendable {
  /// The logged-in user, as of the last time regapp was asked.
  var person: Person
  let colors: ColorDepth
  var themes = ThemeChoice()
  /// The terminal's background, if it told.
  var background: RGB?
  var language = Language.english
  let coverSupport: Covers

  /// Typed from the beginning on: there is nothing yet to do with a list.
  var search = {
    var search = ListSearch(limit: 200)
    search.begin()
    return search
  }()
  /// The last search, and its results.
  var searched = ""
  /// The album whose band's albums are shown; nil after a search.
  var albumOfBand: Album?
  var results = Fetched<[Album]>.none
  var focus = TableFocus()
  /// The open album; nil while the list is shown.
  var page: Page?
  /// The pages from which one came to the albums of a band, each with its list, the nearest last.
  var behind: [Place] = []
  var showsPerson = false
  /// The answer that is marked if a letter asked to quit; nil if that is not asked.
  var quits: Quits?
  var actionList: TableFocus?
  var note: Foot = .nothing

  /// The number of the last request; answers to earlier ones are ignored.
  var question = 0
  /// Ticks until the typed text is searched for; nil if no search is pending.
  var ticksToSearch: Int?
  /// Ticks without a key before that. It doubles whenever the typing goes on after a search, so
  /// that a slow typist does not use up the minute's requests.
  var patience = Self.patience
  var ticks = 0
  /// A wait for the store.
  var waiting: Wait? { didSet { waitingTicks = 0 } }
  private(set) var waitingTicks = 0
  var covers: [CoverKey: CoverState] = [:]
  var size = Size(columns: 80, rows: 24)

  enum Quits: Sendable { case yes, no }

  /// A list, and the page that was opened from it.
  struct Place: Sendable {
    let search: ListSearch
    let searched: String
    let albumOfBand: Album?
    let results: Fetched<[Album]>
    let focus: TableFocus
    let page: Page
  }

  struct Page: Sendable, Equatable {
    let album: Album
    var content = Fetched<AlbumDetails>.loading
    var top = 0

    /// The album of a band with a number, as the store gave it with its songs or in the list.
    var artist: Album? {
      let whole: Album? = if case .loaded(let answer) = content { answer.value.album } else { nil }
      return [whole, album].compactMap(\.self).first { $0.artistID != nil }
    }
  }

  var theme: Theme { themes.theme(colors, on: background) }

  /// The seconds left of a wait.
  func secondsLeft(of wait: Wait) -> Int {
    max(1, wait.seconds - waitingTicks * Self.tick / 1000)
  }

  mutating func passTick() {
    ticks += 1
    if waiting != nil { waitingTicks += 1 }
  }

  var albums: [Album] {
    if case .loaded(let answer) = results { answer.value } else { [] }
  }

  var isBusy: Bool { page.map { $0.content == .loading } ?? (results == .loading) }
}

/// A request to the store and its answer.
enum Fetched<Value: Sendable & Equatable>: Sendable, Equatable {
  case none
  case loading
  case loaded(Answer<Value>)
  case failed(AlbumsError)
}

/// A cover in one size.
struct CoverKey: Hashable, Sendable {
  let url: String
  let columns: Int
}

enum CoverState: Sendable, Equatable {
  case loading
  case shown(CoverPicture)
  /// There is none, or it could not be fetched: a frame is in its place, and it is not requested
  /// again.
  case missing
}

enum AlbumsEffect: Sendable, Equatable {
  case search(Int, term: String, Reading)
  case open(Int, Album, Reading)
  /// All albums of the band of an album.
  case band(Int, Album, Reading)
  /// The covers in view; requests for any others are cancelled.
  case covers([CoverKey: Album])
  /// Cancels the current request.
  case giveUp
  /// Reads the logged-in account again.
  case person
}

enum AlbumsMessage: Sendable {
  case found(Int, Fetched<[Album]>)
  case opened(Int, Fetched<AlbumDetails>)
  case waiting(Int, Wait)
  case cover(CoverKey, CoverPicture?)
  /// nil: logged out.
  case person(Person?)
}
