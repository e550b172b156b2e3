import Terminal
import Testing

@testable import Albums
@testable import AlbumsApp

@Suite("The search field") struct SearchFieldTests {
  @Test("searches once when the typing pauses, not for each key")
  func pause() throws {
    var stage = try Stage()
    #expect(stage.state.tickInterval == nil)
    stage.type("kino")
    #expect(stage.asked == [] && stage.state.tickInterval == 80)
    stage.tick(AlbumsState.patience - 1)
    #expect(stage.asked == [])
    stage.tick(1)
    #expect(stage.takeAsked() == [.search(stage.state.question, term: "kino", .keptFirst)])
    stage.tick(100)
    #expect(stage.asked == [] && stage.state.results == .loading)
  }

  @Test("a key restarts the pause")
  func anew() throws {
    var stage = try Stage()
    for letter in "kino" {
      stage.press(.character(letter))
      stage.tick(AlbumsState.patience - 1)
    }
    #expect(stage.asked == [])
    stage.tick(1)
    #expect(stage.asked == [.search(stage.state.question, term: "kino", .keptFirst)])
  }

  @Test(
    "a slow typist makes few requests, and a search on Enter ends that",
    arguments: [6, 12, 25])
  func slow(ticksPerLetter: Int) throws {
    var stage = try Stage()
    for letter in "dark side of the moon" {
      stage.press(.character(letter))
      stage.tick(ticksPerLetter)
    }
    stage.tick(100)
    #expect(stage.takeAsked().count { if case .search = $0 { true } else { false } } <= 4)
    #expect(stage.state.searched == "dark side of the moon")
    stage.press(.character("s"), .enter)
    _ = stage.takeAsked()
    stage.press(.backspace)
    stage.tick(AlbumsState.patience)
    #expect(
      stage.takeAsked().last
        == .search(stage.state.question, term: stage.state.searched, .keptFirst))
  }

  @Test("one or two letters are searched for on Enter only, also after a search")
  func short() throws {
    var stage = try Stage()
    stage.type("u2")
    stage.tick(100)
    #expect(stage.asked == [])
    stage.press(.enter)
    #expect(stage.takeAsked() == [.search(stage.state.question, term: "u2", .keptFirst)])
    stage.answer(.loaded(.of(Catalogue.albums(3))))
    stage.press(.backspace, .enter)
    #expect(stage.takeAsked() == [.search(stage.state.question, term: "u", .keptFirst)])
  }

  @Test("Enter searches at once, and only once")
  func enter() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.press(.enter, .enter, .enter)
    stage.tick(20)
    #expect(stage.asked == [.search(stage.state.question, term: "kino", .keptFirst)])
  }

  @Test("Enter opens no album that was not drawn when it was typed")
  func typedAtOnce() throws {
    for isSlow in [false, true] {
      var stage = try Stage()
      stage.isDrawn = false
      stage.type("kino")
      stage.press(.enter, .enter)
      #expect(stage.takeAsked() == [.search(stage.state.question, term: "kino", .keptFirst)])
      if isSlow { stage.press(.enter) }
      stage.answer(.loaded(.of(Catalogue.albums(3))))
      stage.press(.enter)
      #expect(stage.state.page == nil && stage.asked == [])
      stage.isDrawn = true
      stage.tick(1)
      stage.send(.resized(stage.state.size))
      stage.press(.enter)
      #expect(stage.state.page?.album == Catalogue.albums(3)[0])
    }
  }

  @Test(
    "a letter begins a new search, Backspace goes on with the last one, an arrow ends the typing")
  func begins() throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    #expect(!stage.state.isTyping && stage.says("Enter open"))
    stage.press(.backspace)
    #expect(stage.state.search.text == "lantern" && stage.state.isTyping)
    stage.type(": ?")
    #expect(stage.state.search.text == "lantern: ?" && stage.state.actionList == nil)
    stage.press(.down)
    #expect(!stage.state.isTyping)
    stage.type(":")
    #expect(stage.state.search.text == ":" && stage.state.isTyping)
    stage.press(.down)
    stage.type("Ки 2")
    #expect(stage.state.search.text == "Ки 2")
    stage.press(.enter)
    stage.send(.input(.paste("two\nlines\n")))
    #expect(stage.state.search.text == "two lines")
  }

  @Test("a slash begins a search, and is none of its letters if it comes first")
  func slash() throws {
    var stage = try Stage()
    stage.type("/lanterns/2")
    #expect(stage.state.search.text == "lanterns/2")
    stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    stage.type("/")
    #expect(stage.state.isTyping && stage.state.search.text == "")
    stage.type("kino")
    #expect(stage.state.search.text == "kino")
  }

  @Test(
    "keys that change nothing make no request",
    arguments: [Key.left, .home, .end, .delete, .tab, .function(9), .insertion])
  func nothing(key: Key) throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    stage.press(key)
    stage.tick(20)
    #expect(stage.asked == [] && stage.state.albums.count == 3)
  }

  @Test("spaces alone make no request")
  func space() throws {
    var stage = try Stage()
    stage.type("  ")
    stage.tick(20)
    stage.press(.enter, .control("r"))
    #expect(stage.asked == [] && stage.state.results == .none)
    #expect(stage.says("Type a title or an artist"))
  }

  @Test("an answer to earlier text is dropped")
  func stale() throws {
    var stage = try Stage()
    stage.type("kin")
    stage.tick()
    let first = stage.state.question
    stage.type("o")
    #expect(stage.asked.last == .giveUp)
    stage.send(.message(.found(first, .loaded(.of(Catalogue.albums(3))))))
    #expect(stage.state.results == .none)
    stage.tick(2 * AlbumsState.patience)
    let second = stage.state.question
    stage.send(.message(.found(first, .failed(.offline))))
    #expect(stage.state.results == .loading)
    stage.send(.message(.found(second, .loaded(.of(Catalogue.albums(2))))))
    stage.send(.message(.found(first, .loaded(.of(Catalogue.albums(3))))))
    #expect(stage.state.albums.count == 2)
  }

  @Test("a wait for earlier text is not shown")
  func staleWait() throws {
    var stage = try Stage()
    stage.type("kin")
    stage.tick()
    let first = stage.state.question
    stage.type("o")
    stage.send(.message(.waiting(first, Wait(seconds: 30, reason: .throttled))))
    #expect(stage.state.waiting == nil)
  }

  @Test("a wait is shown, counts down, and ends with the answer")
  func wait() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.tick()
    stage.send(.message(.waiting(stage.state.question, Wait(seconds: 30, reason: .throttled))))
    #expect(stage.says("trying again in 30 s: the store asked to wait"))
    stage.tick(25)
    #expect(stage.says("trying again in 28 s"))
    stage.tick(1000)
    #expect(stage.says("trying again in 1 s"))
    stage.answer(.loaded(.of(Catalogue.albums(1))))
    #expect(!stage.says("trying again") && stage.says("1 album in the ru store"))
    stage.press(.control("r"))
    stage.send(.message(.waiting(stage.state.question, Wait(seconds: 9, reason: .pace))))
    #expect(stage.says("next request in 9 s: at most 20 per minute"))
  }

  @Test("Esc clears, then leaves")
  func escape() throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    stage.press(.escape)
    #expect(!stage.hasQuit && stage.state.search.text == "" && stage.state.results == .none)
    stage.press(.escape)
    #expect(stage.hasQuit)
  }

  @Test("Esc during a search cancels it")
  func giveUp() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.tick()
    let question = stage.state.question
    _ = stage.takeAsked()
    stage.press(.escape)
    #expect(stage.asked == [.giveUp] && stage.state.tickInterval == nil)
    stage.send(.message(.found(question, .loaded(.of(Catalogue.albums(3))))))
    #expect(stage.state.results == .none)
  }

  @Test("accepts any script and a paste, and sends them unchanged")
  func scripts() throws {
    var stage = try Stage()
    stage.type("Кино 灯")
    stage.press(.backspace)
    stage.send(.input(.paste("C++ & #1")))
    stage.tick()
    #expect(stage.asked == [.search(stage.state.question, term: "Кино C++ & #1", .keptFirst)])
    #expect(stage.frame.cursor == Position(column: 4 + 13, row: 1))
  }

  @Test("^R asks again, also after a failure, and so does Enter then")
  func anewAfterFailure() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.tick()
    stage.answer(.failed(.offline) as Fetched<[Album]>)
    #expect(stage.says("! the store cannot be reached: no connection"))
    #expect(stage.says("^R tries again"))
    _ = stage.takeAsked()
    stage.press(.control("r"))
    #expect(stage.takeAsked() == [.search(stage.state.question, term: "kino", .refresh)])
    stage.answer(.failed(.timedOut) as Fetched<[Album]>)
    _ = stage.takeAsked()
    stage.press(.enter)
    #expect(stage.takeAsked() == [.search(stage.state.question, term: "kino", .keptFirst)])
    stage.answer(.loaded(.of(Catalogue.albums(2))))
    #expect(stage.state.albums.count == 2)
  }

  @Test("no results are reported with the term, and are not a failure")
  func none() throws {
    var stage = try Stage()
    stage.search("no\u{202E}thing", finds: [])
    #expect(stage.says("no albums found for \"no"))
    #expect(!stage.says("^R tries again"))
    #expect(stage.lines.allSatisfy { !$0.contains("\u{202E}") })
  }

  @Test("an older answer is marked as old, with the reason")
  func old() throws {
    var stage = try Stage()
    stage.search(
      finds: Catalogue.albums(2), freshness: .old(age: 3 * 86_400, because: .offline))
    #expect(
      stage.says("! this answer is 3 days old: the store cannot be reached: no connection"))
    #expect(stage.state.albums.count == 2)
  }

  @Test("keys work during a search: typing, help, the logged-in user, leaving")
  func busy() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.tick()
    stage.type("x")
    #expect(stage.state.search.text == "kinox")
    stage.tick()
    stage.press(.function(1))
    #expect(stage.says("Actions"))
    stage.press(.function(2))
    #expect(stage.says("ada.lovelace@example.com") && !stage.says("Actions"))
    stage.press(.character("x"))
    #expect(stage.state.search.text == "kinox")
    stage.press(.control("q"))
    #expect(stage.hasQuit)
  }
}

extension Key {
  static let insertion = Key(.insert)
}
