import Testing

@testable import Accounts
@testable import AccountsApp

@Suite("What is typed to narrow the list") struct AccountsQueryTests {
  struct Case: Sendable, CustomStringConvertible {
    let typed: String
    var text: String?
    var group: String?
    var state: AccountState?
    var isWeak = false
    var unknownState: String?
    var isOfSeen = false
    var isOfNeverSeen = false
    var inactive: Int?
    var unknownDays: String?
    var description: String { typed }
  }

  static let cases = [
    Case(typed: ""), Case(typed: "  "), Case(typed: "ada  love", text: "ada love"),
    Case(typed: #"group:"night shift""#, group: "night shift"),
    Case(typed: #"Group:ops ada"#, text: "ada", group: "ops"),
    Case(typed: #"группа:"ночная смена" weak"#, group: "ночная смена", isWeak: true),
    Case(typed: #"group:"a ""b"" c""#, group: #"a "b" c"#),
    Case(typed: #"group:"night sh"#, group: "night sh"), Case(typed: "group:"),
    Case(typed: #""weak""#, text: "weak"), Case(typed: #""group:ops""#, text: "group:ops"),
    Case(typed: "WEAK", isWeak: true), Case(typed: "weakness", text: "weakness"),
    Case(typed: #""a  b" c"#, text: "a  b c"),
    Case(typed: "state:locked weak", state: .locked, isWeak: true),
    Case(typed: "state:lo ada", text: "ada", unknownState: "lo"),
    Case(typed: "seen ada", text: "ada", isOfSeen: true),
    Case(typed: "Never-Seen", isOfNeverSeen: true),
    Case(typed: #""seen" "never-seen""#, text: "seen never-seen"),
    Case(typed: "seen inactive:90", isOfSeen: true, inactive: 90),
    Case(typed: "inactive:", unknownDays: ""), Case(typed: "inactive:0", unknownDays: "0"),
    Case(typed: #""inactive:90""#, text: "inactive:90"),
    Case(typed: "входил не-входил неактивен:7", isOfSeen: true, isOfNeverSeen: true, inactive: 7),
  ]

  @Test("is words, with quotes around those with space", arguments: cases)
  func words(of one: Case) {
    let query = AccountsQuery(one.typed)
    #expect(query.text == one.text)
    #expect(query.group == one.group)
    #expect(query.state == one.state)
    #expect(query.isWeak == one.isWeak)
    #expect(query.unknownState == one.unknownState)
    #expect(query.isOfSeen == one.isOfSeen && query.isOfNeverSeen == one.isOfNeverSeen)
    #expect(query.inactive == one.inactive && query.unknownDays == one.unknownDays)
  }

  @Test(
    "says what the options of a command say", arguments: ["ops", "night shift", #"a "b" c"#, "\""])
  func options(group: String) {
    var query = AccountsQuery("ada")
    query.add("group", group)
    query.add("state", "open")
    query.add("weak")
    #expect(query.text == "ada" && query.group == group && query.state == .open && query.isWeak)
    #expect(AccountsQuery(query.typed) == query)
    var unclosed = AccountsQuery("\"ada")
    unclosed.add("group", group)
    #expect(unclosed.text == "ada" && unclosed.group == group)
    #expect(AccountsQuery(unclosed.typed).group == group)
    var logins = AccountsQuery()
    logins.add("inactive", "90")
    #expect(logins.inactive == 90 && logins.text == nil && logins.typed == "inactive:90")
  }
}

@Suite("list") struct ListQueryTests {
  private let home = Home()

  private func names(_ line: String, _ more: String...) async throws -> [String] {
    try home.write(
      """
      {"rules": "register", "accounts": [
        {"email": "ada@host.com", "password": "!", "groups": ["night shift", "ops"]},
        {"email": "bob@host.com", "password": "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=", "groups": ["ops"]},
        {"email": "eve@host.com", "password": "12345", "firstName": "Ops"}
      ]}
      """)
    let ran = await home.run([line] + more, Setting())
    #expect(ran.exit == 0, "\(ran)")
    return ran.out.split(separator: "\n").compactMap { $0.first.map(String.init) }
  }

  @Test("takes the words of the search on the screen, and looks into groups")
  func query() async throws {
    #expect(try await names("list", #"group:"night shift""#) == ["a"])
    #expect(try await names("list", "ght SH") == ["a"])
    #expect(try await names("list", "OPS") == ["a", "b", "e"])
    #expect(try await names("list", "ops weak") == ["b"])
    #expect(try await names("list", "weak", "--group", "ops") == ["b"])
    #expect(try await names("list", "state:locked") == ["a"])
    #expect(try await names("list", #""weak""#) == [])
  }

  @Test(
    "refuses what cannot be meant",
    arguments: [
      ["state:lo"], ["state:open", "--state", "open"], ["inactive:0"], ["inactive:x"],
      ["inactive:9", "--inactive", "9"],
    ])
  func refusals(words: [String]) async throws {
    let ran = await home.run(["list"] + words, Setting())
    #expect(ran.exit == 64 && ran.err.contains("hint: "), "\(ran)")
  }

  @Test("login takes a name without an option, and not beside one")
  func loginName() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "12345"}]}"#)
    #expect(await home.run("login ada@host.com --password 12345").exit == 0)
    #expect(try home.text(of: "session.json").contains("ada@host.com"))
    let both = await home.run("login ada@host.com --email a@b.co --password 12345")
    #expect(both.exit == 64 && both.err.contains("NAME and --email cannot be used together"))
  }

  @Test("the account phase of PAM knows nobody whose name has space around it")
  func accountPhase() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "12345"}]}"#)
    for (user, exit) in [("ada@host.com", 0), ("ada@host.com ", 67)] {
      var setting = Setting()
      setting.environment["PAM_TYPE"] = "account"
      setting.environment["PAM_USER"] = user
      #expect(await home.run("verify --pam", setting: setting).exit == Int32(exit))
    }
  }
}
