import Accounts
import LosslessJSON
import Testing

@testable import PostgresApp

@Suite("A file with a rulebook") struct RulebookFileTests {
  @Test("is one as regapp prints it", arguments: Rulebook.builtIns.map(\.name))
  func printed(name: String) throws {
    let rulebook = try #require(Rulebook.builtIn(name))
    #expect(try read(rulebook.json.text(style: .pretty)) == rulebook)
  }

  @Test("may be an accounts file, whose rules are taken")
  func accountsFile() throws {
    #expect(try read(#"{"regapp": 1, "rules": "albums", "accounts": []}"#) == .albums)
    let own = try read(#"{"rules": {"name": "own", "fields": {"phone": {"required": true}}}}"#)
    #expect(own.name == "own" && own.requires(.phone))
  }

  @Test("is no accounts file that says no rulebook, or says it twice")
  func withoutRules() {
    for text in [
      #"{"accounts": []}"#, #"{"Rules": "albums", "accounts": []}"#,
      #"{"rules": null, "accounts": []}"#, #"{"rules": "albums", "RULES": 1, "accounts": []}"#,
    ] {
      let error = #expect(throws: AccountsError.self) { try read(text) }
      guard case .fileInvalid? = error else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
    }
  }

  @Test("has no rule beside its rules, where it would be out of force")
  func besideRules() {
    for text in [
      #"{"rules": "register", "serve": {"hosts": ["a.example.com"]}}"#,
      #"{"rules": "register", "comment": 1}"#, #"{"rules": "register", "acounts": []}"#,
      #"{"rules": "register", "serve": {}, "accounts": []}"#,
    ] {
      let error = #expect(throws: AccountsError.self) { try read(text) }
      guard case .fileInvalid(let problems)? = error else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
      #expect(problems.map(\.place) == [Place("/r.json", JSONPlace(line: 1, column: 23))])
    }
  }

  @Test("may have what is not in force, which is told")
  func cautions() throws {
    let text = #"{"from": "register", "//serve": {"hosts": ["a.example.com"]}}"#
    for text in [text, #"{"x-note": 1, "rules": \#(text)}"#] {
      let file = try RulebookFile(Array(text.utf8), path: "/r.json")
      #expect(file.rulebook == .register)
      #expect(file.cautions.map(\.rule) == [.caution(.outOfForce("serve"))])
    }
  }

  @Test("may name a list of passwords by an absolute path")
  func list() throws {
    let own = try read(#"{"fields": {"password": {"blocklistFile": "/etc/list.txt"}}}"#)
    #expect(own.fields.password.blocklistFile == "/etc/list.txt")
  }

  @Test(
    "that is wrong is refused with the places",
    arguments: [
      (#"{"fields": {"password": {"blocklistFile": "list.txt"}}}"#, 1, 43),
      (#"{"rules": {"fields": {"password": {"blocklistFile": "./l"}}}, "accounts": []}"#, 1, 53),
      (#"{"login": {"by": "phone"}}"#, 1, 18), ("{\n  \"rules\": \"nonsense\"\n}", 2, 12),
      ("{\"nmae\": \"x\"}", 1, 2), ("{\n\"name\": }", 2, 9), ("[]", 1, 1),
    ])
  func broken(text: String, line: Int, column: Int) {
    let error = #expect(throws: AccountsError.self) { try read(text) }
    guard case .rulebookBroken(let problems)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      problems.map(\.place) == [Place("/r.json", JSONPlace(line: line, column: column))])
  }

  private func read(_ text: String) throws -> Rulebook {
    try RulebookFile(Array(text.utf8), path: "/r.json").rulebook
  }
}
