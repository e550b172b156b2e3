import Foundation
import Testing

@testable import AccountsApp

@Suite("With --json") struct JSONOutputTests {
  private let home = Home()

  private func value(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private func error(_ ran: Ran) throws -> [String: Any] {
    #expect(ran.out == "")
    let object = try #require(try value(ran.err) as? [String: Any])
    return try #require(object["error"] as? [String: Any])
  }

  @Test(
    "stdout is one JSON value and stderr is empty, for every command",
    arguments: [
      "login --email mario@gmail.com --password 12345",
      "register --email luigi@gmail.com --password 12345",
      "show", "show --email mario@gmail.com", "edit --first-name M", "edit --draft --first-name N",
      "save",
      "cancel", "logout", "list", "list nobody", "remove mario@gmail.com --yes",
      "verify --email mario@gmail.com --password 12345", "check", "seal", "rules", "rules albums",
      "rules --schema", "rules authorisation --schema",
    ])
  func oneValue(line: String) async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    await home.run("edit --draft --last-name B")
    let ran = await home.run(line + " --json")
    #expect(ran.exit == 0)
    #expect(ran.err == "")
    _ = try value(ran.out)
  }

  private static let removed = jane.replacing(
    #","state""#,
    with: #","notices":["the name jane@example.com is free: whoever gets it is jane@example.com "#
      + #"to every program"],"state""#)
  private static let jane =
    #"{"email":"jane@example.com","firstName":"Jane","hash":"yescrypt","lastName":"Smith","state":"open"}"#

  /// A profile that is shown also tells of logins.
  private static func seen(_ profile: String, _ last: String) -> String {
    profile.replacing(#","firstName""#, with: #","failuresSince":0,"firstName""#)
      .replacing(#","lastName""#, with: #","lastLogin":\#(last),"lastName""#)
  }

  @Test(
    "every value is written out",
    arguments: [
      (["show"], seen(jane, #""…""#)),
      ([""], seen(jane, #""…""#)),
      (
        ["show --email ALEX@example.com"],
        seen(
          #"{"email":"alex@example.com","firstName":"Alex","hash":"typed","lastName":"Ivanov","state":"open"}"#,
          "null")
      ),
      (["list smith"], "[\(jane)]"),
      (["list zzz"], "[]"),
      (["login --email jane@example.com --password password1"], jane),
      (
        [
          "register --email vera@example.com --first-name Vera --last-name M\"K\" "
            + "--birth-date 1986-02-16 --phone 9123456789 --password password1"
        ],
        #"{"birthDate":"1986-02-16","email":"vera@example.com","firstName":"Vera","#
          + #""hash":"yescrypt","lastName":"M\"K\"","phone":"+7 (912) 345-67-89","state":"open"}"#
      ),
      (
        ["edit --last-name Doe"],
        #"{"email":"jane@example.com","firstName":"Jane","hash":"yescrypt","lastName":"Doe","state":"open"}"#
      ),
      (["edit --last-name Smith"], jane),
      (
        ["edit --draft --last-name Doe --phone 9123456789"],
        #"{"edit":{"lastName":{"new":"Doe","old":"Smith"},"#
          + #""phone":{"new":"+7 (912) 345-67-89","old":null}},"#
          + #""email":"jane@example.com","firstName":"Jane","hash":"yescrypt","lastName":"Smith","state":"open"}"#
      ),
      (
        ["edit --draft --phone 9123456789", "cancel"],
        #"{"dropped":{"phone":{"new":"+7 (912) 345-67-89","old":null}}}"#
      ),
      (["edit --last-name Doe", "cancel"], jane),
      (["remove jane@example.com --yes"], removed),
      (["logout"], #"{"email":null}"#),
      (["seal"], #"{"refused":[],"sealed":1}"#),
    ])
  func wholeValue(lines: [String], value: String) async throws {
    try home.write(
      """
      {"rules": "authorisation", "accounts": [
        {"email": "alex@example.com", "password": "password1", "firstName": "Alex",
         "lastName": "Ivanov"},
        {"email": "jane@example.com", "password": "password1", "firstName": "Jane",
         "lastName": "Smith"}
      ]}
      """)
    await home.run("login --first-name Jane --password password1")
    for line in lines.dropLast() { await home.run(line) }
    let ran = await home.run((lines.last ?? "") + " --json")
    #expect(ran.exit == 0 && ran.err == "")
    let data = try JSONSerialization.data(
      withJSONObject: self.value(ran.out),
      options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    let shown = String(decoding: data, as: UTF8.self)
    #expect(shown.replacing(/"lastLogin":"[^"]*Z"/, with: #""lastLogin":"…""#) == value)
  }

  private static let closed = """
    {"rules": "register", "accounts": [
      {"email": "ada@host.com", "password": "12345"},
      {"email": "bob@host.com", "password": "12345", "disabled": true},
      {"email": "eve@host.com", "password": "12345", "birthDate": "x"}
    ]}
    """

  @Test("verify tells the state of who knows the password as an error")
  func refused() async throws {
    try home.write(Self.closed)
    let ran = await home.run("verify --email bob@host.com --password 12345 --json")
    #expect(ran.exit == 1)
    #expect(try value(ran.out) as? [String: Bool] == ["verified": false])
    let object = try #require(try value(ran.err) as? [String: [String: Any]])
    #expect(object["error"]?["code"] as? String == "disabled")
    #expect(object["error"]?["exit"] as? Int == 1)
    let wrong = await home.run("verify --email bob@host.com --password 1234 --json")
    #expect(wrong.exit == 1 && wrong.err == "")
  }

  @Test("an open edit of a closed account is a value too")
  func closedEdit() async throws {
    try home.write(Self.closed)
    let ran = await home.run("edit --account eve@host.com --first-name Q --draft --json")
    #expect(ran.exit == 0 && ran.err == "")
    let object = try #require(try value(ran.out) as? [String: Any])
    #expect(object.keys.sorted() == ["edit"])
  }

  @Test("disable and enable tell the state before, and what changed")
  func states() async throws {
    try home.write(Self.closed)
    for (line, before, after, changed) in [
      ("disable", "open", "disabled", ["disabled"]), ("disable", "disabled", "disabled", []),
      ("enable", "disabled", "open", ["disabled"]), ("enable", "open", "open", []),
    ] {
      let ran = await home.run("\(line) ada@host.com --json")
      let object = try #require(try value(ran.out) as? [String: Any])
      #expect(object["email"] as? String == "ada@host.com")
      #expect(object["stateBefore"] as? String == before)
      #expect(object["state"] as? String == after)
      #expect(object["changed"] as? [String] == changed)
    }
  }

  @Test("so it is for init, and the samples are listed by email")
  func initialise() async throws {
    let ran = await home.run("init authorisation --samples --json")
    #expect(ran.err == "")
    let object = try #require(try value(ran.out) as? [String: Any])
    #expect(object["rules"] as? String == "authorisation")
    #expect(
      object["accounts"] as? [String] == [
        "alex@example.com", "anton@example.com", "jane@example.com",
      ])
  }

  @Test("an invalid input is an error with every problem's field and rule")
  func invalid() async throws {
    let ran = await home.run("register --email mario --password 1 --json")
    #expect(ran.exit == 65)
    let error = try error(ran)
    #expect(error["code"] as? String == "invalid")
    #expect(error["exit"] as? Int == 65)
    let problems = try #require(error["problems"] as? [[String: Any]])
    #expect(problems.map { $0["field"] as? String } == ["email", "password"])
    #expect(problems.map { $0["rule"] as? String } == ["address", "minimumCharacters"])
  }

  @Test("a broken file is an error with path, line and column")
  func brokenFile() async throws {
    try home.write("{\n  \"rules\": \"register\", \"accounts\": [}\n")
    let error = try error(await home.run("show --json"))
    #expect(error["code"] as? String == "fileInvalid")
    #expect(error["path"] as? String == home.accountsPath)
    let problem = try #require((error["problems"] as? [[String: Any]])?.first)
    #expect(problem["line"] as? Int == 2)
    #expect(problem["column"] as? Int == 37)
    #expect(problem["field"] is NSNull)
  }

  @Test(
    "every error is JSON, even for a command line that cannot be parsed",
    arguments: [
      ("--json frobnicate", 64), ("show --json --frobnicate", 64), ("--json --json show", 64),
      ("--json show", 67), ("--json save", 67), ("--json cancel", 67), ("--json login", 64),
      ("--json show --email x", 67), ("--json login --email a --password b", 65),
      ("--json show --color x", 64),
    ] as [(String, Int)])
  func everyError(line: String, exit: Int) async throws {
    let ran = await home.run(line)
    #expect(ran.exit == Int32(exit))
    #expect(try error(ran)["exit"] as? Int == exit)
  }

  @Test("a --json after -- is an ordinary word")
  func behindEnd() async {
    let ran = await home.run("frobnicate -- --json")
    #expect(ran.err.hasPrefix("regapp: error: "))
  }

  @Test("verify says true or false")
  func verify() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    for (password, fits) in [("12345", true), ("54321", false)] {
      let ran = await home.run("verify --json --email mario@gmail.com --password \(password)")
      let object = try #require(try value(ran.out) as? [String: Any])
      #expect(object["verified"] as? Bool == fits)
      #expect(ran.exit == (fits ? 0 : 1))
      #expect(ran.err == "")
    }
  }

  @Test("list is an array of profiles, closed ones marked with their problems")
  func list() async throws {
    try home.write(
      #"{"rules": "register", "accounts": [{"email": "mario@gmail.com", "password": "!", "own": 1}, {"email": "bad"}, 7]}"#
    )
    let array = try #require(try value(await home.run("list --json").out) as? [[String: Any]])
    #expect(array.count == 3)
    #expect(
      array[0] as? [String: String] == [
        "email": "mario@gmail.com", "hash": "other", "state": "locked",
      ])
    #expect(array[1]["state"] as? String == "closed")
    #expect(array[1]["closed"] as? Bool == true)
    let problems = try #require(array[1]["problems"] as? [[String: Any]])
    #expect(problems.map { $0["rule"] as? String } == ["address", "required"])
    #expect(array[2]["email"] == nil)
  }

  @Test("check lists errors and warnings, followed by the error itself")
  func check() async throws {
    try home.write(#"{"rules": "register", "accounts": [{"email": "bad", "password": "12345"}]}"#)
    let ran = await home.run("check --json")
    #expect(ran.exit == 65)
    let object = try #require(try value(ran.out) as? [String: Any])
    #expect((object["errors"] as? [Any])?.count == 1)
    let warnings = try #require(object["warnings"] as? [[String: Any]])
    #expect(warnings.map { $0["account"] as? String } == ["bad"])
    #expect(object["accounts"] as? Int == 1)
    _ = try value(ran.err)
  }
}
