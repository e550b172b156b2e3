import LoopbackHTTP
import Testing
import TextTools

@testable import AlbumsApp

@Suite("The albums line by line") struct PlainAlbumsTests {
  private let home = Home()

  private static let nameless =
    "{\"wrapperType\":\"collection\", \"collectionType\":\"Album\", \"collectionName\":\"Nameless\"}"

  private static func server() -> LoopbackServer {
    LoopbackServer { request in
      switch request.field("term") {
      case nil:
        [
          .reply(
            200, Answers.with(Answers.album(42, "Lanterns", count: 1), Answers.song(1, of: 42)))
        ]
      case "none": [.reply(200, Answers.empty)]
      case "bad": [.reply(500, "no")]
      default: [.reply(200, Answers.with(Answers.album(42, "Lanterns"), nameless))]
      }
    }
  }

  private func run(
    _ line: String, _ answers: [String?], at server: LoopbackServer,
    _ environment: [String: String] = [:]
  ) async -> Ran {
    var setting = Setting(environment)
    setting.isTerminal = true
    setting.answers = answers
    return await home.run(line, at: server, setting: setting)
  }

  private static let search = "Search (Enter to leave): "
  private static let choice = "Open which album, 1 to 2 (Enter to go back)? "

  @Test("search, open, back, search again, leave")
  func whole() async throws {
    home.logIn()
    let ran = await run("--plain", ["lanterns", "1", "", "none", ""], at: Self.server())
    #expect(ran.exit == 0)
    #expect(ran.questions == [Self.search, Self.choice, Self.choice, Self.search, Self.search])
    #expect(
      ran.out == """
        1. Lanterns, Paper Lanterns, 1998 · 10 songs
        2. Nameless, (no artist), (songs unknown)
        Lanterns
        Paper Lanterns
        1998 · 1 song

           1  Salt                                                                0:01

        """)
    #expect(ran.err == "no albums found for \"none\"\n")
    #expect(!ran.shown.contains("\u{1B}"))
  }

  @Test("a failure is reported, and the user can search again")
  func failure() async throws {
    home.logIn()
    let ran = await run("--plain", ["bad", "lanterns", "", ""], at: Self.server())
    #expect(ran.exit == 0 && ran.out.hasPrefix("1. Lanterns"))
    #expect(
      ran.err == """
        ! the store had an internal error (500)
          try again; --offline shows cached answers

        """)
  }

  @Test(
    "an answer that is not a number in the list is asked for again",
    arguments: ["0", "3", "x", "-1", "1.", "99999999999999999999", "-9223372036854775808", "２"])
  func wrongChoice(answer: String) async throws {
    home.logIn()
    let ran = await run("--plain", ["lanterns", answer, "", ""], at: Self.server())
    #expect(ran.exit == 0 && ran.err == "! not a number on the list\n")
    #expect(ran.questions == [Self.search, Self.choice, Self.choice, Self.search])
  }

  @Test("an album without a number is reported as one that cannot be opened")
  func nameless() async throws {
    home.logIn()
    let ran = await run("--plain", ["lanterns", "2", "", ""], at: Self.server())
    #expect(
      ran.err == "! The store gave no number for this album, so it cannot be opened.\n")
  }

  @Test(
    "the end of input ends it, at any question",
    arguments: [[], ["lanterns"], ["lanterns", "1"], ["bad"]])
  func end(answers: [String]) async throws {
    home.logIn()
    let ran = await run("--plain", answers, at: Self.server())
    #expect(ran.exit == 0 && ran.questions.count <= answers.count + 2)
  }

  @Test(
    "opens if screens cannot be drawn or read",
    arguments: [
      ["TERM": "dumb"], ["TERM": ""], ["ACCESSIBLE": "1"],
      ["ACCESSIBLE": "yes", "TERM": "xterm-kitty"],
    ])
  func environment(environment: [String: String]) async throws {
    home.logIn()
    let ran = await run("", ["lanterns", ""], at: Self.server(), environment)
    #expect(ran.exit == 0 && ran.questions.first == Self.search)
    #expect(!ran.shown.contains("\u{1B}"))
  }

  @Test("hostile text from the store is not shown", arguments: HostileTextTests.texts)
  func hostile(text: String) async throws {
    home.logIn()
    let server = LoopbackServer(.reply(200, HostileTextTests.answer(text)))
    let ran = await run("--plain", ["x", "1", "", ""], at: server)
    #expect(ran.exit == 0)
    #expect(ran.shown.unicodeScalars.filter { $0.misleads && $0 != "\n" }.map(\.value) == [])
    #expect(ran.out.utf8.count < 40_000)
  }

  @Test("a user who logs out elsewhere cannot search any more")
  func loggedOut() async throws {
    home.logIn()
    let server = Self.server()
    var setting = Setting(["REGAPP_ITUNES_URL": server.address])
    setting.isTerminal = true
    setting.answers = ["lanterns"]
    setting.onQuestion = { [regapp = home.regapp] _ in regapp.logOut() }
    let ran = await home.run(["--plain"], setting)
    #expect(ran.exit == 77 && server.requests.isEmpty)
  }
}
