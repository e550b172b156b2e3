import Terminal
import Testing

@testable import Albums
@testable import AlbumsApp

@Suite("The search field") struct SearchFieldTests {
  @Test("searches once when the typing pauses, and not for each key")
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

  @Test("a key begins the pause anew")
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

  @Test("Enter searches at once, and only once")
  func enter() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.press(.enter, .enter, .enter)
    stage.tick(20)
    #expect(stage.asked == [.search(stage.state.question, term: "kino", .keptFirst)])
  }

  @Test(
    "keys that change nothing ask nothing",
    arguments: [Key.left, .home, .end, .delete, .tab, .function(9), .insertion])
  func nothing(key: Key) throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    stage.press(key)
    stage.tick(20)
    #expect(stage.asked == [] && stage.state.albums.count == 3)
  }

  @Test("nothing but space is no question")
  func space() throws {
    var stage = try Stage()
    stage.type("  ")
    stage.tick(20)
    stage.press(.enter, .control("r"))
    #expect(stage.asked == [] && stage.state.results == .none)
    #expect(stage.says("Type what you look for"))
  }

  @Test("an answer to what was typed before is dropped")
  func stale() throws {
    var stage = try Stage()
    stage.type("ki")
    stage.tick()
    let first = stage.state.question
    stage.type("no")
    #expect(stage.asked.last == .giveUp)
    stage.send(.message(.found(first, term: "ki", .success(.of(Catalogue.albums(3))))))
    #expect(stage.state.results == .none)
    stage.tick()
    let second = stage.state.question
    stage.send(.message(.found(first, term: "ki", .failure(.offline))))
    #expect(stage.state.results == .loading)
    stage.send(.message(.found(second, term: "kino", .success(.of(Catalogue.albums(2))))))
    stage.send(.message(.found(first, term: "ki", .success(.of(Catalogue.albums(3))))))
    #expect(stage.state.albums.count == 2)
  }

  @Test("a wait of what was typed before is not shown")
  func staleWait() throws {
    var stage = try Stage()
    stage.type("ki")
    stage.tick()
    let first = stage.state.question
    stage.type("no")
    stage.send(.message(.waiting(first, Wait(seconds: 30, reason: .throttled))))
    #expect(stage.state.waiting == nil)
  }

  @Test("a wait is told, counts down, and ends with the answer")
  func wait() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.tick()
    stage.send(.message(.waiting(stage.state.question, Wait(seconds: 30, reason: .throttled))))
    #expect(stage.says("trying once more in 30 s: the store asks for patience"))
    stage.tick(25)
    #expect(stage.says("trying once more in 28 s"))
    stage.tick(1000)
    #expect(stage.says("trying once more in 1 s"))
    stage.answer(.success(.of(Catalogue.albums(1))))
    #expect(!stage.says("trying once more") && stage.says("1 album in the store ru"))
    stage.press(.control("r"))
    stage.send(.message(.waiting(stage.state.question, Wait(seconds: 9, reason: .pace))))
    #expect(stage.says("asking again in 9 s: not more than 20 questions a minute"))
  }

  @Test("Esc clears, then leaves")
  func escape() throws {
    var stage = try Stage()
    stage.search(finds: Catalogue.albums(3))
    stage.press(.escape)
    #expect(!stage.hasQuit && stage.state.query.text == "" && stage.state.results == .none)
    stage.press(.escape)
    #expect(stage.hasQuit)
  }

  @Test("Esc while it searches gives that up")
  func giveUp() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.tick()
    let question = stage.state.question
    _ = stage.takeAsked()
    stage.press(.escape)
    #expect(stage.asked == [.giveUp] && stage.state.tickInterval == nil)
    stage.send(.message(.found(question, term: "kino", .success(.of(Catalogue.albums(3))))))
    #expect(stage.state.results == .none)
  }

  @Test("takes any script and a paste, and sends them as they are")
  func scripts() throws {
    var stage = try Stage()
    stage.type("Кино 灯")
    stage.press(.backspace)
    stage.send(.input(.paste("C++ & #1")))
    stage.tick()
    #expect(stage.asked == [.search(stage.state.question, term: "Кино C++ & #1", .keptFirst)])
    #expect(stage.frame.cursor == Position(column: 11 + 13 + 1, row: 2))
  }

  @Test("^R asks anew, also after a failure, and so does Enter then")
  func anewAfterFailure() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.tick()
    stage.answer(.failure(AlbumsError.offline) as Result<Answer<[Album]>, AlbumsError>)
    #expect(stage.says("! the store cannot be reached: no connection"))
    #expect(stage.says("^R tries again"))
    _ = stage.takeAsked()
    stage.press(.control("r"))
    #expect(stage.takeAsked() == [.search(stage.state.question, term: "kino", .refresh)])
    stage.answer(.failure(AlbumsError.timedOut) as Result<Answer<[Album]>, AlbumsError>)
    _ = stage.takeAsked()
    stage.press(.enter)
    #expect(stage.takeAsked() == [.search(stage.state.question, term: "kino", .keptFirst)])
    stage.answer(.success(.of(Catalogue.albums(2))))
    #expect(stage.state.albums.count == 2)
  }

  @Test("nothing found is said with the term, and is no failure")
  func none() throws {
    var stage = try Stage()
    stage.search("no\u{202E}thing", finds: [])
    #expect(stage.says("no albums found for \"no"))
    #expect(!stage.says("^R tries again"))
    #expect(stage.lines.allSatisfy { !$0.contains("\u{202E}") })
  }

  @Test("an older answer is said to be old, and why")
  func old() throws {
    var stage = try Stage()
    stage.search(
      finds: Catalogue.albums(2), freshness: .old(age: 3 * 86_400, because: .offline))
    #expect(
      stage.says("! this answer is 3 days old: the store cannot be reached: no connection"))
    #expect(stage.state.albums.count == 2)
  }

  @Test("keys are taken while it searches: typing, help, who is logged in, leaving")
  func busy() throws {
    var stage = try Stage()
    stage.type("kino")
    stage.tick()
    stage.type("x")
    #expect(stage.state.query.text == "kinox")
    stage.tick()
    stage.press(.function(1))
    #expect(stage.says("Keys"))
    stage.press(.character("x"), .function(2))
    #expect(stage.says("ada.lovelace@example.com"))
    stage.press(.character("x"))
    #expect(stage.state.query.text == "kinox")
    stage.press(.control("q"))
    #expect(stage.hasQuit)
  }
}

extension Key {
  static let insertion = Key(.insert)
}
