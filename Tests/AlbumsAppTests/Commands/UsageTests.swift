import LoopbackHTTP
import Testing

@Suite("A wrong command line") struct UsageTests {
  private let home = Home()

  struct Row: Sendable {
    let line: [String]
    var exit: Int32 = 64
    let words: String
  }

  @Test(
    "is reported before any request",
    arguments: [
      Row(line: ["search"], words: "TERM"), Row(line: ["show"], words: "ID"),
      Row(line: ["search", ""], exit: 65, words: "nothing to search for"),
      Row(line: ["search", " \t "], exit: 65, words: "nothing to search for"),
      Row(line: ["search", "x", "--country", "russia"], words: "two letters, not 'russia'"),
      Row(line: ["search", "x", "--country", "р"], words: "two letters"),
      Row(line: ["search", "x", "--country", ""], words: "two letters"),
      Row(line: ["search", "x", "--country", "\u{1B}[31m"], words: "not '\\u{1B}[31m'"),
      Row(
        line: ["search", "x", "--limit", "many"],
        words: "--limit must be a number, 1 or more, not 'many'"),
      Row(line: ["search", "x", "--limit", "1.5"], words: "--limit must be a number"),
      Row(
        line: ["search", "x", "--limit", "0"], words: "--limit must be a number, 1 or more, not '0'"
      ),
      Row(
        line: ["search", "x", "--limit", "201"], exit: 65,
        words: "--limit must be from 1 to 200, not 201"),
      Row(line: ["search", "x", "--limit=-1"], words: "not '-1'"),
      Row(line: ["show", "abc"], words: "ID must be a number, 1 or more, not 'abc'"),
      Row(line: ["show", "0"], words: "ID must be a number, 1 or more, not '0'"),
      Row(line: ["show", "--", "-5"], words: "ID must be a number, 1 or more, not '-5'"),
      Row(line: ["show", "99999999999999999999"], words: "ID must be a number"),
      Row(line: ["show", "1", "2"], words: "regapp albums show --help"),
      Row(line: ["show", "\u{1B}]0;x\u{7}"], words: "not '\\u{1B}]0;x\\u{7}'"),
      Row(line: ["search", "x", "--refresh", "--offline"], words: "cannot be used together"),
      Row(line: ["serch", "x"], words: "unknown command 'serch'"),
      Row(line: ["search", "x", "--contry", "ru"], words: "--contry"),
      Row(line: [], words: "cannot open its screens here"),
    ])
  func refused(row: Row) async throws {
    home.logIn()
    let server = LoopbackServer(.reply(200, Answers.empty))
    var setting = Setting()
    setting.environment["REGAPP_ITUNES_URL"] = server.address
    let ran = await home.run(row.line, setting)
    #expect(ran.exit == row.exit)
    #expect(ran.err.hasPrefix("regapp: error: ") && ran.err.contains(row.words), "\(ran.err)")
    #expect(ran.out == "" && !ran.err.contains("\u{1B}"))
    #expect(server.requests.isEmpty)
  }

  @Test(
    "includes no command at a terminal without screens",
    arguments: [["TERM": "dumb"], ["ACCESSIBLE": "1"]])
  func noScreens(environment: [String: String]) async {
    home.logIn()
    var setting = Setting(environment)
    setting.isTerminal = true
    let ran = await home.run([], setting)
    #expect(ran.exit == 64 && ran.out == "" && ran.questions == [])
    #expect(
      ran.err == """
        regapp: error: regapp albums cannot open its screens here
        regapp: hint: regapp albums search TERM

        """)
  }

  @Test(
    "includes a REGAPP_ITUNES_URL that is not an address",
    arguments: [
      "itunes.apple.com", "ftp://x", "file:///etc/passwd", "http://me:pw@x", "http://\u{1B}[31m",
    ])
  func address(text: String) async throws {
    home.logIn()
    for line in ["search x", "show 1"] {
      let ran = await home.run(line, setting: Setting(["REGAPP_ITUNES_URL": text]))
      #expect(ran.exit == 64)
      #expect(ran.err.hasPrefix("regapp: error: REGAPP_ITUNES_URL must begin with http:"))
      #expect(!ran.err.contains("pw"))
      #expect(ran.err.contains("hint: use one such as http://127.0.0.1:8080"))
      #expect(!ran.err.contains("\u{1B}"))
    }
  }

  @Test("help needs no login, and lists every command and option")
  func help() async {
    let all = await home.run("help")
    #expect(all.exit == 0 && all.err == "")
    for word in ["search", "show", "help"] { #expect(all.out.contains(word)) }
    let search = await home.run("search --help")
    #expect(search.exit == 0)
    for option in [
      "--limit", "--artist", "--title", "--country", "--refresh", "--offline", "--covers",
    ] {
      #expect(search.out.contains(option))
    }
  }

  @Test("in JSON the error is JSON too")
  func json() async throws {
    home.logIn()
    let ran = await home.run("search x --limit 201 --json")
    #expect(ran.exit == 65 && ran.out == "")
    #expect(ran.err.contains("\"code\": \"limitOutOfRange\"") && ran.err.contains("\"exit\": 65"))
  }
}
