import Albums
import CommandKit
import ScreenKit
import Terminal

/// All that the albums' screens know; changed by `update` alone, drawn by `AlbumsView`.
struct AlbumsState: Sendable {
  /// Who is logged in, as regapp said when it was last asked.
  var person: Person
  let colors: ColorDepth
  let language: Language
  /// How covers can be shown here.
  let coverWays: CoverWays

  var query = TextInput("", limit: 200)
  /// What the results answer.
  var results: Results = .none
  /// Which result the cursor is on.
  var selection = 0
  /// The album that is open; nil while the list is shown.
  var page: Page?
  var showsPerson = false
  var helpPage: Int?
  var note: Foot = .nothing

  /// Counts the questions: an answer to an earlier one is of no interest any more.
  var question = 0
  /// Ticks until what was typed is searched for; nil where nothing waits.
  var ticksToSearch: Int?
  var ticks = 0
  /// What the store has us wait for.
  var waiting: Wait? { didSet { waitingTicks = 0 } }
  private(set) var waitingTicks = 0
  var covers: [CoverKey: CoverState] = [:]
  var size = Size(columns: 80, rows: 24)

  init(
    person: Person, colors: ColorDepth, language: Language = .english, coverWays: CoverWays
  ) {
    self.person = person
    self.colors = colors
    self.language = language
    self.coverWays = coverWays
  }

  enum Results: Sendable, Equatable {
    case none
    case loading
    case found(Answer<[Album]>, term: String)
    case failed(AlbumsError)
  }

  struct Page: Sendable, Equatable {
    let album: Album
    var content: Content
    var top = 0

    enum Content: Sendable, Equatable {
      case loading
      case loaded(Answer<AlbumDetails>)
      case failed(AlbumsError)
    }
  }

  /// The seconds that are left of a wait.
  func secondsLeft(of wait: Wait) -> Int {
    max(1, wait.seconds - waitingTicks * Self.tick / 1000)
  }

  mutating func passTick() {
    ticks += 1
    if waiting != nil { waitingTicks += 1 }
  }

  var albums: [Album] {
    if case .found(let answer, _) = results { answer.value } else { [] }
  }

  var isBusy: Bool {
    if case .loading = page?.content { return true }
    return page == nil && results == .loading
  }
}

/// A cover in one size.
struct CoverKey: Hashable, Sendable {
  let url: String
  let columns: Int
}

enum CoverState: Sendable, Equatable {
  case loading
  case shown(Cover)
  /// There is none, or it could not be had: nothing stands in its place, and nobody asks again.
  case missing
}

enum AlbumsEffect: Sendable, Equatable {
  case search(Int, term: String, Reading)
  case open(Int, Album, Reading)
  /// The covers that are in sight; what was asked for before and is no longer is given up.
  case covers([CoverKey: Album])
  /// Nobody wants to know the answer any more.
  case giveUp
  /// Reads again who is logged in.
  case person
}

enum AlbumsMessage: Sendable {
  case found(Int, term: String, Result<Answer<[Album]>, AlbumsError>)
  case opened(Int, Result<Answer<AlbumDetails>, AlbumsError>)
  case waiting(Int, Wait)
  case cover(CoverKey, Cover?)
  /// nil: nobody is logged in any more.
  case person(Person?)
}
