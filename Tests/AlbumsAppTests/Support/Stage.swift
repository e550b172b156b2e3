import Testing

@testable import Albums
@testable import AlbumsApp
@testable import CommandKit
@testable import ScreenKit
@testable import Terminal

/// The albums' screens driven by keys; effects are recorded, and answered when a test says so.
struct Stage {
  private(set) var state: AlbumsState
  /// The requests since the last look.
  private(set) var asked: [AlbumsEffect] = []
  private(set) var hasQuit = false
  private var keys = KeyQueue()

  init(
    _ columns: Int = 80, _ rows: Int = 24, colors: ColorDepth = .truecolor,
    _ appearance: Appearance = .dark, covers: Bool = false, language: Language = .english
  ) throws {
    state = AlbumsState(
      person: Person.named(language: language), colors: colors,
      themes: ThemeChoice { $0 == "COLORFGBG" && appearance == .light ? "0;15" : nil },
      language: language,
      coverSupport: Covers(colors, canDecode: covers))
    send(.started(Size(columns: columns, rows: rows), TerminalAnswers()))
  }

  mutating func send(_ event: LoopEvent<AlbumsMessage>) {
    take(event)
    draw()
  }

  /// Whether each state is drawn before the next key.
  var isDrawn = true

  private mutating func draw() {
    // Every state must be drawable.
    _ = frame
    if isDrawn { _ = keys.draw(asking: state.toBeAnswered, in: state.size) }
  }

  private mutating func take(_ event: LoopEvent<AlbumsMessage>) {
    switch event {
    case .input(let input): keys.add(input)
    default: deliver(event)
    }
    while true {
      let state = state
      guard let event = keys.next(state.toBeAnswered, { state.answer(to: $0) }) else { break }
      deliver(.input(event))
    }
  }

  private mutating func deliver(_ event: LoopEvent<AlbumsMessage>) {
    for action in state.update(event) {
      switch action {
      case .perform(let effect): asked.append(effect)
      case .quit: hasQuit = true
      case .dropKeys: keys.clear()
      case .handOver, .suspend, .redraw: Issue.record("the terminal is given away")
      }
    }
  }

  mutating func press(_ keys: Key...) { for key in keys { send(.input(.key(key))) } }
  mutating func press(_ key: Key, times: Int) {
    for _ in 0..<times { take(.input(.key(key))) }
    draw()
  }
  mutating func type(_ text: String) { for character in text { press(.character(character)) } }
  mutating func resize(_ columns: Int, _ rows: Int) {
    send(.resized(Size(columns: columns, rows: rows)))
  }

  /// Lets time pass as the loop would: none if no tick is due.
  mutating func tick(_ times: Int = AlbumsState.patience) {
    for _ in 0..<times where state.tickInterval != nil { send(.tick) }
  }

  mutating func takeAsked() -> [AlbumsEffect] {
    defer { asked = [] }
    return asked
  }

  /// Searches for a term, answers with albums, and goes to the list.
  mutating func search(
    _ term: String = "lanterns", finds albums: [Album], freshness: Freshness = .new
  ) {
    type(term)
    press(.enter)
    answer(.loaded(.of(albums, freshness: freshness)))
    asked = []
  }

  /// Answers the last search.
  mutating func answer(_ result: Fetched<[Album]>) {
    send(.message(.found(state.question, result)))
  }

  /// Answers the last request for an album.
  mutating func answer(_ result: Fetched<AlbumDetails>) {
    send(.message(.opened(state.question, result)))
  }

  var frame: Frame { state.frame(state.size) }
  /// The rows that list the keys.
  var keyRows: Int {
    let layout = AlbumsLayout(state)
    return Canvas.isTooSmall(state.size) ? 0 : layout.canvas.keyRows(layout.hints)
  }
  var lines: [String] { frame.lines }
  var text: String { lines.joined(separator: "\n") }
  /// Whether the screen contains a text.
  func says(_ words: String) -> Bool { text.contains(words) }
}

extension Answer {
  static func of(_ value: Value, freshness: Freshness = .new) -> Answer {
    Answer(value: value, country: .russia, freshness: freshness)
  }
}

enum Catalogue {
  static func albums(_ count: Int, covers: Bool = false) -> [Album] {
    (1...max(1, count)).prefix(count).map { number in
      Album(
        id: number, country: .russia, title: "Album \(number)", artist: "Band \(number)",
        trackCount: number, releaseYear: 1990, explicitness: .notExplicit,
        artworkURL: covers ? "https://covers.example/\(number)/100x100bb.jpg" : nil)
    }
  }

  /// Albums in several scripts, with missing, long and hostile values.
  static let mixed: [Album] = [
    Album(
      id: 900_200_001, country: .russia, title: "46 \u{202E}evil\u{1B}[31m", artist: "Кино",
      trackCount: 1),
    Album(
      id: 1, country: .russia, title: String(repeating: "Night ", count: 20),
      artist: String(repeating: "The Longest Band ", count: 5), trackCount: 12,
      explicitness: .explicit),
    Album(id: 2, country: .russia, title: "Группа крови", artist: "Кино", trackCount: 11),
    Album(id: 3, country: .russia, title: "Ёлка 👍🏽 e\u{301}", artist: "Zoë", trackCount: nil),
    Album(id: 4, country: .russia, title: "紙の灯籠と夜の港の歌の全集の特別限定版のすべて", artist: "紙の灯"),
    Album(id: nil, country: .russia),
  ]

  static func details(_ songs: Int = 30, of album: Album? = nil) -> AlbumDetails {
    AlbumDetails(
      album: album
        ?? Album(
          id: 1, country: .russia, title: "Album 1", artist: "Band 1", trackCount: songs,
          releaseYear: 1990),
      tracks: (1...max(1, songs)).prefix(songs).map { number in
        Track(
          id: number, disc: 1, number: number, title: "Song \(number)", artist: "Band 1",
          length: .seconds(60 + number))
      }, discCount: 1, gaps: [], missingCount: 0, mayGoOn: false)
  }

  /// Two discs, a video, missing songs, several scripts, a song by another artist.
  static let rich = AlbumDetails(
    album: Album(
      id: 2, country: .russia,
      title: "Группа крови (издание с очень длинным названием, которое не "
        + "помещается в одну строку)", artist: "Кино", trackCount: 9, releaseYear: 1988),
    tracks: [
      Track(
        id: 1, disc: 1, number: 1, title: "Группа крови", artist: "Кино", length: .seconds(286)),
      Track(id: 2, disc: 1, number: 2, title: "Закрой за мной дверь", artist: "Кино"),
      Track(
        id: 3, disc: 1, number: 5, title: "紙の灯籠と夜の港の歌の全集", artist: "紙の灯",
        length: .seconds(3725), explicitness: .explicit, isAlbumOnly: true),
      Track(
        id: 4, kind: .video, disc: 2, number: 1, title: "Видео", artist: "Кино",
        length: .seconds(61)),
      Track(id: 5, disc: 2, title: nil, artist: "Кино", length: .zero),
    ], discCount: 2,
    gaps: [.init(disc: 1, numbers: 3...4), .init(disc: 2, numbers: 2...2)], missingCount: 4,
    mayGoOn: true)
}
