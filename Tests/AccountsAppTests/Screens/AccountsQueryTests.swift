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
