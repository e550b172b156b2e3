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
      rows: [#"email=a@b.co password_hash="$2b$10$x""#], faults: ["1:22 knownKey"]),
    ReadCase(
      "a lock is ! or * alone or before a hash",
      #"[{"password": "!"}, {"password": "*$1$a$b"}, {"password": "!Welcome1"}, {"password": "*x"}]"#,
      rows: ["password=!", "password=*$1$a$b", "", ""],
      faults: ["1:59 misleadingPassword", "1:86 misleadingPassword"]),
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
      "null under a key like a field's, which is nothing unless the field is there",
      #"[{"email": "a@b.co", "lastname": null, "locked": null}, "#
        + #"{"email": "c@d.co", "lastName": "King", "lastname": null, "disabled": false, "locked": null}]"#,
      rows: ["email=a@b.co", "email=c@d.co lastName=King disabled=false lastname=null locked=null"]),
    ReadCase(
      "what comes twice, as null too", #"[{"email": null, "email": "a@b.co", "x-n": 1, "x-n": 2}]"#,
      rows: ["x-n=1"], faults: ["1:27 once", "1:54 once"]),
    ReadCase(
      "a text that says whether who has it is disabled",
      #"[{"disabled": "true"}, {"disabled": "false"}]"#,
      rows: ["disabled=true", "disabled=false"]),
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
}
