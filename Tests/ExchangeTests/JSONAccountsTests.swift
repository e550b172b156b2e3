import Accounts
import Testing

@testable import Exchange

@Suite("Accounts as JSON") struct JSONAccountsTests {
  static let cases: [ReadCase] = [
    ReadCase(
      "a list", #"[{"email": "a@b.co", "x-own": [1, {"x": null}]}]"#,
      rows: [#"email=a@b.co x-own=[1,{"x":null}]"#]),
    ReadCase(
      "an accounts file",
      #"{"rules": "albums", "accounts": [{"password": "x", "email": "a@b.co"}]}"#,
      rows: ["email=a@b.co password=x"]),
    ReadCase(
      "a newer program's accounts file", #"{"regapp": 2, "accounts": [{"email": "a@b.co"}]}"#,
      faults: ["1:12 newerVersion"]),
    ReadCase(
      "one whose version is no 1", #"{"regapp": "1", "accounts": [{"email": "a@b.co"}]}"#,
      faults: ["1:12 newerVersion"]),
    ReadCase(
      "a key of the file twice, one of nobody's, half a character",
      #"{"accounts": [{"email": "a@b.co"}], "accounts": [], "club": 1, "x-\ud800": 1, "x-a": 1}"#,
      rows: ["email=a@b.co"], faults: ["1:49 once", "1:64 wholeUnicode", "1:53 knownKey"]),
    ReadCase(
      "the version twice", #"{"regapp": 1, "regapp": 2, "accounts": [{"email": "a@b.co"}]}"#,
      rows: ["email=a@b.co"], faults: ["1:25 once"]),
    ReadCase("no accounts", "[]"),
    ReadCase("no JSON", "[\n  {]", faults: ["2:4 syntax"]),
    ReadCase("neither of the two", #"{"people": []}"#, faults: ["1:1 required"]),
    ReadCase("accounts that are no list", #"{"accounts": 1}"#, faults: ["1:14 accountsIsArray"]),
    ReadCase("a text", #""x""#, faults: ["1:1 required"]),
    ReadCase(
      "Keycloak's", #"{"realm": "x", "users": [{"username": "a"}]}"#, faults: ["1:1 required"]),
    ReadCase(
      "names and hashes alone", #"{"ada": "$2b$10$x", "eve": "!$2b$10$y"}"#,
      faults: ["1:1 required"]),
    ReadCase(
      "Home Assistant's", #"{"data": {"users": [{"username": "a"}]}}"#, faults: ["1:1 required"]),
    ReadCase(
      "lines instead of a list, as Auth0 exports them",
      "{\"email\": \"a@b.co\"}\n{\"email\": \"c@d.co\"}\n", faults: ["2:1 syntax"]),
    ReadCase("one such line", #"{"email": "a@b.co", "user_id": "x"}"#, faults: ["1:1 syntax"]),
    ReadCase(
      "Auth0's, whose hash has another key", #"[{"email": "a@b.co", "password_hash": "$2b$10$x"}]"#,
      rows: ["email=a@b.co"], faults: ["1:22 knownKey"]),
    ReadCase(
      "passwords of all kinds, of which the rulebook judges those that are no hash or lock",
      #"[{"password": "!"}, {"password": "*$1$a$b"}, {"password": "!Welcome1"}, {"password": "*x"}]"#,
      rows: ["password=!", "password=*$1$a$b", "password=!Welcome1", "password=*x"]),
    ReadCase("no account", "[1]", faults: ["1:2 accountIsObject"]),
    ReadCase(
      "a key twice, one of another kind, half a character",
      #"[{"email": "a@b.co", "email": "", "phone": 1, "lastName": "\ud800", "x-own": "\ud800"}]"#,
      rows: ["email=a@b.co"],
      faults: ["1:31 once", "1:44 text", "1:59 wholeUnicode", "1:69 wholeUnicode"]),
    ReadCase(
      "null, which is nothing", #"[{"email": "a@b.co", "username": null, "groups": null}]"#,
      rows: ["email=a@b.co"]),
    ReadCase(
      "keys that no field is, each once, also those that are null",
      #"[{"email": "a@b.co", "club": null}, {"email": "c@d.co", "club": 2, "frozen": true}]"#,
      rows: ["email=a@b.co", "email=c@d.co"], faults: ["1:22 knownKey", "1:68 knownKey"]),
    ReadCase(
      "keys of people's own", #"[{"email": "a@b.co", "//disabled": true, "x-a": null, "x-": {}}]"#,
      rows: ["email=a@b.co //disabled=true x-a=null x-={}"]),
    ReadCase(
      "what list prints", #"[{"email": "a@b.co", "hash": "yescrypt", "state": "open"}]"#,
      rows: ["email=a@b.co"], faults: ["1:22 knownKey", "1:42 knownKey"]),
    ReadCase(
      "what comes twice, as null too", #"[{"email": null, "email": "a@b.co", "x-n": 1, "x-n": 2}]"#,
      rows: ["x-n=1"], faults: ["1:27 once", "1:54 once"]),
    ReadCase(
      "a text that says whether who has it is disabled",
      #"[{"disabled": "true"}, {"disabled": "away"}]"#,
      rows: ["disabled=true", "disabled=away"]),
    ReadCase(
      "a text that may mean false, which closes an account of a file",
      #"[{"disabled": "false"}, {"disabled": ""}, {"disabled": " "}, {"disabled": "Off"}]"#,
      rows: ["", "", "", ""],
      faults: ["1:15 disabledForm", "1:38 disabledForm", "1:56 disabledForm", "1:75 disabledForm"]),
    ReadCase(
      "fields of another type",
      #"[{"email": "a@b.co", "username": 7, "groups": "ops", "validFrom": 20260101}]"#,
      rows: ["email=a@b.co"], faults: ["1:34 text", "1:47 listOfTexts", "1:67 text"]),
    ReadCase(
      "groups that are objects", #"[{"email": "a@b.co", "groups": [{"name": "ops"}]}]"#,
      rows: ["email=a@b.co"], faults: ["1:32 listOfTexts"]),
  ]

  @Test(
    "names and hashes alone are known, with locks and without a password, too",
    arguments: [
      (#"{"ada": "$2b$10$x", "eve": "!$2b$10$y"}"#, .namesAndHashes),
      (#"{"ada": "$2b$10$x", "eve": "", "bob": "!!"}"#, .namesAndHashes),
      (#"{"ada": "rqXexS6ZhobKA"}"#, .namesAndHashes), (#"{"ada": ""}"#, .notAccounts),
      (#"{"password": "$2b$10$x"}"#, .notAccounts), (#"{"ada": 1}"#, .notAccounts),
      (#"{"data": {"users": []}}"#, .otherList("Home Assistant")),
    ] as [(String, ExchangeFault)])
  func foreign(text: String, fault: ExchangeFault) {
    #expect(JSONAccounts.read(ExchangeText(text)).faults.map(\.fault) == [fault])
  }

  @Test("is read", arguments: cases)
  func reads(row: ReadCase) {
    let reading = JSONAccounts.read(ExchangeText(row.text))
    #expect(reading.rows == row.rows)
    #expect(reading.placed(in: row.text) == row.faults)
  }

  @Test("has a key that no field is told once, with the number of the other accounts")
  func more() {
    let accounts = (0..<312).map { #"{"email": "a\#($0)@b.co", "club": \#($0)}"# }
    let reading = JSONAccounts.read(ExchangeText("[\(accounts.joined(separator: ","))]"))
    guard case .rule(let problem)? = reading.faults.first?.fault else {
      Issue.record("\(reading.faults)")
      return
    }
    #expect(reading.faults.count == 1 && reading.isRefused)
    #expect(problem.rule == .field(.knownKey(.own("x-club"))) && problem.more == 311)
  }

  /// The values of `status`, what is left out, and what is wrong then.
  static let leftOut: [(values: [String], leftOut: [String], faults: [String])] = [
    ([#""active""#], ["status"], ["1:22 meantValues"]),
    ([#""active""#], ["status=active"], []),
    (["true"], ["status=true"], []), ([#""true""#], ["status=true"], []),
    (["1"], ["status=1"], []), (["null"], ["status=null"], []), (["\"\""], ["status="], []),
    (["null"], ["status="], ["1:32 meantValue"]), (["[]"], ["status=[],"], ["1:32 meantValue"]),
    (["{}"], ["status=active"], ["1:32 meantValue"]),
    ([#""active""#, "7"], ["status=active"], ["1:73 meantValue"]),
    ([#""active""#], ["status=active", "club"], ["1:1 present"]),
  ]

  @Test("has keys left out by their names and by the texts of their values", arguments: leftOut)
  func leavesOut(values: [String], leftOut: [String], faults: [String]) {
    let accounts = values.map { #"{"email": "a@b.co", "status": \#($0)}"# }
    let text = "[\(accounts.joined(separator: ", "))]"
    let reading = JSONAccounts.read(ExchangeText(text), .leavingOut(leftOut))
    #expect(reading.placed(in: text) == faults)
    #expect(reading.isRefused == !faults.isEmpty)
    #expect(reading.rows == values.map { _ in "email=a@b.co dropped: status" })
  }

  private static let uuid = "0f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a11"

  /// The beginning of a list of one account, the id in it, the id that is read, and what is wrong.
  static let ids: [(start: String, id: String, isRead: Bool, faults: [String])] = [
    (#"{"regapp": 1, "accounts": ["#, "\"\(uuid)\"", true, []),
    (#"{"regapp": 1, "accounts": ["#, "17", false, ["1:54 id"]),
    (#"{"regapp": 1, "accounts": ["#, "null", false, ["1:54 id"]),
    (#"{"regapp": 1, "accounts": ["#, "\"\(uuid)\", \"id\": \"\(uuid)\"", true, ["1:100 once"]),
    (#"{"regapp": 1, "accounts": ["#, "\"a@b.co \(uuid)\"", false, ["1:54 id"]),
    (#"{"regapp": 1, "rules": {}, "accounts": ["#, "\"a@b.co \(uuid)\"", true, []),
    (#"{"regapp": 1, "rules": {}, "accounts": ["#, "\"c@d.co \(uuid)\"", true, ["1:67 id"]),
    (#"{"accounts": ["#, "\"\(uuid)\"", false, ["1:35 knownKey"]),
    (#"{"rules": {}, "accounts": ["#, "\"a@b.co \(uuid)\"", true, []),
  ]

  @Test("has ids if it says that it is of regapp", arguments: ids)
  func id(start: String, id: String, isRead: Bool, faults: [String]) {
    let text = start + #"{"email": "a@b.co", "id": \#(id)}]}"#
    let reading = JSONAccounts.read(ExchangeText(text))
    #expect(reading.placed(in: text) == faults)
    #expect(reading.records.first?.id?.description == (isRead ? Self.uuid : nil))
    #expect(reading.records.first?.values[.id] == nil)
    let without = JSONAccounts.read(ExchangeText(text), .leavingOut(["id"]))
    #expect(without.records.first?.id == nil && without.records.first?.dropped == ["id"])
  }

  @Test("is written with ids, and read again")
  func writes() throws {
    var writer = ExchangeWriter(.json)
    var values = FieldValues()
    values.email = "a@b.co"
    var record = ExchangeRecord(values)
    record.id = AccountID(Self.uuid)
    let text = try writer.head + writer.text(of: record) + writer.end
    #expect(
      text == "{\"regapp\": 1, \"accounts\": [\n"
        + "  {\"email\": \"a@b.co\", \"id\": \"\(Self.uuid)\"}\n]}\n")
    let reading = JSONAccounts.read(ExchangeText(text))
    #expect(reading.faults.isEmpty && reading.records.first?.id == record.id)
    let none = ExchangeWriter(.json)
    #expect(none.head + none.end == "{\"regapp\": 1, \"accounts\": []}\n")
  }

  @Test("has a field left out, unless it keeps somebody from logging in")
  func without() {
    var options = ReadingOptions()
    options.without = [.disabled, .phone]
    for (disabled, faults) in [
      ("true", ["1:50 keptOut"]), (#""left""#, ["1:50 keptOut"]), ("1", ["1:50 disabledForm"]),
      ("false", []), ("null", []), (#""no""#, ["1:50 disabledForm"]),
    ] as [(String, [String])] {
      let text = #"[{"email": "a@b.co", "phone": 12345, "disabled": \#(disabled)}]"#
      let reading = JSONAccounts.read(ExchangeText(text), options)
      #expect(reading.placed(in: text) == faults, "\(disabled)")
      #expect(reading.rows == ["email=a@b.co"], "\(disabled)")
    }
  }
}
