import Albums
import CommandKit
import ScreenKit
import Terminal

extension AlbumsState: ScreenProgram {
  typealias Action = LoopAction<AlbumsEffect>

  func frame(_ size: Size) -> Frame {
    var frame = AlbumsView(self).frame
    theme.finish(&frame)
    return frame
  }
  mutating func tellDropping() { note = .problem([KitText.keysDropped]) }

  /// Ticks without a key before typed text is searched for: at first, and at most.
  static let patience = 5
  private static let greatestPatience = 80
  /// In milliseconds.
  static let tick = 80
  /// Shorter text is searched for only on Enter.
  private static let leastLetters = 3

  mutating func update(_ event: LoopEvent<AlbumsMessage>) -> [Action] {
    switch event {
    case .started(let size, let answers):
      self.size = size
      background = answers.background
      return coversInSight()
    case .resized(let size):
      self.size = size
      keepInSight()
      return coversInSight()
    case .resumed(let size):
      self.size = size
      return [.perform(.person)] + coversInSight()
    case .input(.focusGained): return [.perform(.person)]
    case .input(.focusLost), .input(.reply): return []
    case .tick: return passTime()
    // The part that the window hides must not change.
    case .input(let input) where Canvas.isTooSmall(size) && input != .key(.control("q")): return []
    case .input(.paste(let text)):
      guard page == nil, actionList == nil, !showsPerson else { return [] }
      search.paste(text)
      return typed()
    case .input(.key(let key)): return handle(key)
    case .message(let message): return offering { $0.handle(message) }
    }
  }

  /// Ticks run while something moves or waits.
  var tickInterval: Int? { isBusy || ticksToSearch != nil ? Self.tick : nil }

  private mutating func passTime() -> [Action] {
    passTick()
    guard let left = ticksToSearch else { return [] }
    if left > 1 {
      ticksToSearch = left - 1
      return []
    }
    return ask()
  }

  // MARK: Keys

  /// The albums that were found: only what is seen of them is opened. And whether to quit.
  var toBeAnswered: OpenQuestion? {
    if quits != nil { return OpenQuestion(Quits.yes) }
    guard page == nil, case .loaded = results else { return nil }
    return OpenQuestion(question)
  }

  /// Decides about a key: an action on albums waits for their search, and Esc gives the search up.
  /// Enter opens no album that was not drawn when it was typed.
  func answer(to event: InputEvent) -> KeyAnswer {
    let isAsked = quits != nil
    if event == .key(.brokenEscape) { return isAsked ? .means([.key(.escape)]) : .repeats }
    if let answer = answerInList(to: event) { return answer }
    if case .key(let key) = event, isAsked || !(isTyping && TextInput.isBound(key)),
      let both = KeyAnswer.escapeFirst(key)
    {
      return both
    }
    if isAsked {
      return event == .key(.escape) ? .leaves : event == .key(.control("q")) ? .acts : .answers
    }
    if page == nil, !search.isTyping, !showsPerson, event == .key(.enter) {
      switch results {
      case .loading: return .repeats
      case .loaded: return .looks
      case .none, .failed: return .acts
      }
    }
    guard isBusy, page != nil || search.text == searched, !showsPerson,
      case .key(let key) = event
    else { return .acts }
    switch offer(for: key)?.action {
    case .open: return .waits
    case .back: return .cutsIn
    case nil:
      let moves: [Key] = [.up, .down, .pageUp, .pageDown, .home, .end, .character(" ")]
      return (page == nil ? Array(moves.prefix(4)) : moves).contains(key.command) ? .waits : .acts
    default: return .acts
    }
  }

  private mutating func handle(_ key: Key) -> [Action] {
    if actionList != nil { return applyToList(key).map { handle($0) } ?? [] }
    if showsPerson {
      showsPerson = false
      return []
    }
    if let marked = quits { return answer(marked, key) }
    if let offer = offer(for: key) { return key == .control("q") ? run(.quit) : run(offer) }
    return page == nil ? handleInList(key) : handleInAlbum(key)
  }

  private mutating func answer(_ marked: Quits, _ key: Key) -> [Action] {
    switch key {
    case .control("q"): return [.quit]
    case .enter where marked == .yes: return [.quit]
    case .enter, .escape: quits = nil
    case .left, .right, .tab, .backTab: quits = marked == .yes ? .no : .yes
    default: break
    }
    return []
  }

  /// Does what was offered for a letter, which does not end the program unasked.
  private mutating func run(_ offer: Offer<AlbumsAction>) -> [Action] {
    guard offer.action == .quit else { return run(offer.action) }
    quits = .no
    return []
  }

  private mutating func run(_ action: AlbumsAction) -> [Action] {
    switch action {
    case .help: actionList = TableFocus()
    case .redraw: return [.redraw]
    case .toShell: return [.suspend]
    case .quit: return [.quit]
    case .person:
      showsPerson = true
      return [.perform(.person)]
    case .again: return page.map { open($0.album, .refresh) } ?? ask(.refresh)
    case .band: return askForBand()
    case .back: return goBack()
    case .open:
      patience = Self.patience
      let wasTyping = search.isTyping
      search.end()
      if search.text != searched { return ask() }
      switch results {
      case .none, .failed: return ask()
      case .loading, .loaded: return wasTyping ? [] : open()
      }
    }
    return []
  }

  /// Goes from an album to the list, and from the albums of a band to the page where they were
  /// asked for. From the list it goes out, unless there is a search to be emptied.
  private mutating func goBack() -> [Action] {
    if page != nil {
      let actions = giveUp()
      page = nil
      note = .nothing
      return actions + coversInSight()
    }
    if isOfBand || search.text.isEmpty, let place = behind.popLast() { return goBack(to: place) }
    if search.text.isEmpty { return [.quit] }
    search.begin()
    return typed()
  }

  private mutating func goBack(to place: Place) -> [Action] {
    let actions = giveUp()
    (search, searched, albumOfBand) = (place.search, place.searched, place.albumOfBand)
    (results, focus, page) = (place.results, place.focus, place.page)
    (ticksToSearch, note) = (nil, .nothing)
    // Its answer was given up for the band.
    guard place.page.content != .loading else {
      return actions + open(place.page.album, .keptFirst)
    }
    return actions + coversInSight()
  }

  private mutating func handleInList(_ key: Key) -> [Action] {
    // It begins a search, as in every list, and is not part of its text.
    if key == .character("/"), search.text.isEmpty || !search.isTyping {
      if search.isTyping { return [] }
      search.begin()
      return typed()
    }
    guard !search.takes(key) else {
      let before = search.text
      search.apply(key)
      return search.text == before ? [] : typed()
    }
    search.end()
    let layout = AlbumsLayout(self)
    _ = focus.move(by: key, layout.listRows, room: layout.list.room)
    return coversInSight()
  }

  private mutating func handleInAlbum(_ key: Key) -> [Action] {
    guard let page else { return [] }
    let top = AlbumsLayout(self).body(of: page).top(after: key, from: page.top)
    self.page?.top = top
    return []
  }

  // MARK: Requests

  /// From how many pages one can go on to a band, and come back from.
  private static let mostBehind = 50

  /// After a key in the search field: the search begins when the typing pauses.
  private mutating func typed() -> [Action] {
    note = .nothing
    // A pending answer is for the text before this key.
    let actions = giveUp()
    if results == .loading { results = .none }
    // The search that the last pause began came too early.
    if ticksToSearch == nil, search.text.hasPrefix(searched), !searched.isEmpty {
      patience = min(patience * 2, Self.greatestPatience)
    }
    let letters = search.text.count { !$0.isWhitespace }
    ticksToSearch = letters >= Self.leastLetters ? patience : nil
    if letters > 0 { return actions }
    patience = Self.patience
    searched = ""
    results = .none
    focus = TableFocus()
    return actions + coversInSight()
  }

  private mutating func giveUp() -> [Action] {
    question += 1
    waiting = nil
    return isBusy ? [.perform(.giveUp)] : []
  }

  private mutating func ask(_ reading: Reading = .keptFirst) -> [Action] {
    ticksToSearch = nil
    waiting = nil
    note = .nothing
    if let album = albumOfBand, search.text == searched { return ask(for: album, reading) }
    albumOfBand = nil
    guard search.text.contains(where: { !$0.isWhitespace }) else { return [] }
    begin()
    return [.perform(.search(question, term: searched, reading))]
  }

  /// From an album to all of its band, which then are what was searched for.
  private mutating func askForBand() -> [Action] {
    guard let page, let album = page.artist else { return [] }
    let actions = giveUp()
    behind.append(
      Place(
        search: search, searched: searched, albumOfBand: albumOfBand, results: results,
        focus: focus,
        page: page))
    behind.removeFirst(max(0, behind.count - Self.mostBehind))
    self.page = nil
    search.begin(with: album.artist ?? "")
    search.end()
    return actions + ask(for: album, .keptFirst)
  }

  private mutating func ask(for album: Album, _ reading: Reading) -> [Action] {
    note = .nothing
    albumOfBand = album
    begin()
    return [.perform(.band(question, album, reading))]
  }

  private mutating func begin() {
    ticksToSearch = nil
    question += 1
    searched = search.text
    results = .loading
    focus = TableFocus()
  }

  private mutating func open() -> [Action] {
    guard albums.indices.contains(focus.row) else { return [] }
    return open(albums[focus.row], .keptFirst)
  }

  private mutating func open(_ album: Album, _ reading: Reading) -> [Action] {
    guard album.id != nil else {
      note = .problem([Phrase("The store gave no number for this album, so it cannot be opened.")])
      return []
    }
    question += 1
    waiting = nil
    note = .nothing
    page = Page(album: album)
    return [.perform(.open(question, album, reading))] + coversInSight()
  }

  // MARK: Answers

  private mutating func handle(_ message: AlbumsMessage) -> [Action] {
    switch message {
    case .waiting(let question, let wait):
      if question == self.question { waiting = wait }
    case .found(_, .failed(.cancelled)), .opened(_, .failed(.cancelled)): break
    case .found(let question, let found):
      guard question == self.question, page == nil else { return [] }
      waiting = nil
      results = found
      focus = TableFocus()
      if case .failed = found { return [.dropKeys] }
      return coversInSight()
    case .opened(let question, let opened):
      guard question == self.question, page != nil else { return [] }
      waiting = nil
      page?.content = opened
      if case .failed = opened { return [.dropKeys] }
    case .cover(let key, let cover):
      covers[key] = cover.map { .shown($0) } ?? .missing
    case .person(let person):
      guard let person else {
        showsPerson = false
        note = .problem([
          Phrase("You were logged out elsewhere."), Phrase("Log in again: regapp login"),
        ])
        return [.dropKeys]
      }
      self.person = person
    }
    return []
  }

  // MARK: Covers

  private mutating func keepInSight() {
    guard let page else { return }
    let last = AlbumsLayout(self).body(of: page).lastTop
    self.page?.top = min(page.top, last)
  }

  private mutating func coversInSight() -> [Action] {
    if coverSupport != .shown { return [] }
    // A few hundred small pictures are kept; beyond that they are read from the cache again.
    if covers.count > 400 { covers = [:] }
    let inSight = AlbumsLayout(self).coversInSight
    for (key, state) in covers where state == .loading && inSight[key] == nil { covers[key] = nil }
    let wanted = inSight.filter { covers[$0.key] == nil || covers[$0.key] == .loading }
    for key in wanted.keys { covers[key] = .loading }
    return [.perform(.covers(wanted))]
  }
}
