import Foundation
import LoopbackHTTP
import Testing

@testable import Product

@Suite("Without a login") struct LoginNeededTests {
  private let home = Home()
  private static let lines = [
    ["search", "x"], ["show", "1"], [], ["search", "x", "--json"], ["search", "x", "--offline"],
    ["--documents", "/d", "search", "x"],
  ]

  @Test("gets regapp's words and its exit code, and the store is not asked", arguments: lines)
  func loggedOut(line: [String]) async {
    let server = LoopbackServer(.reply(200, Answers.empty))
    let ran = await run(line, server)
    let isJSON = line.contains("--json")
    #expect(ran.exit == 77 && ran.out == "")
    #expect(ran.err == (isJSON ? StandIn.loggedOut.json : StandIn.loggedOut.words))
    #expect(server.requests.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/cache"))
    let documents = line.contains("--documents") ? ["--documents", "/d"] : []
    #expect(home.regapp.asked.first == ["--no-input"] + documents + ["--json", "show"])
  }

  @Test("nothing can be searched after logging out, even in the cache")
  func kept() async {
    let server = LoopbackServer(.reply(200, Answers.with(Answers.album(1, "A"))))
    home.logIn()
    #expect(await home.run("search x", at: server).exit == 0)
    home.regapp.logOut()
    #expect(await home.run("search x --offline", at: server).exit == 77)
    #expect(server.requests.count == 1)
  }

  @Test("words about a broken accounts file pass through, with colours where they are wanted")
  func broken() async {
    let server = LoopbackServer(.reply(200, Answers.empty))
    let words = "accounts.json:1:2: error: x\n"
    home.regapp.refuse(StandIn.Refusal(exit: 65, words: words, json: "{}"))
    for color in ["always", "never"] {
      let ran = await home.run("search x --color \(color)", at: server)
      #expect(ran.exit == 65 && ran.err == words)
      #expect(home.regapp.asked.last == ["--no-input", "--color", color, "show"])
    }
    #expect(server.requests.isEmpty)
  }

  @Test("regapp that is missing, or that fails without a word, is a refusal of our own")
  func missing() async {
    var setting = Setting()
    setting.hasRegapp = false
    let ran = await home.run(["search", "x"], setting)
    #expect(ran.exit == 69 && ran.out == "")
    #expect(
      ran.err == """
        regapp: error: regapp cannot be started, to ask who is logged in
        regapp: hint: it must be beside regapp-albums or on PATH: swift build --product regapp

        """)
    for refusal in [
      StandIn.Refusal(exit: 65, words: "", json: ""),
      StandIn.Refusal(exit: 139, words: "Segmentation fault", json: ""),
    ] {
      home.regapp.refuse(refusal)
      let ran = await home.run("search x")
      #expect(ran.exit == 69 && ran.err.contains("does not say who is logged in"))
    }
    home.regapp.logIn("no JSON")
    setting = Setting()
    setting.isTerminal = true
    #expect(await home.run([], setting).exit == 69)
  }

  private func run(_ line: [String], _ server: LoopbackServer) async -> Ran {
    await home.run(line, Setting(["REGAPP_ITUNES_URL": server.address]))
  }
}
