import Accounts
import LosslessJSON
import Testing

@testable import AccountsApp

@Suite("A file of accounts") struct WhichRulebookTests {
  private let home = Home()

  /// The words that people write in place of "rules": by a slip, or to keep the rulebook out of
  /// force.
  private static let spellings = [
    "Rules", "RULES", "rule", "Rule", "ruls", "ruels", "rulez", "roles", "ruler", "rulebook",
    "rules ", " rules", "rules.", "rules_", "_rules", "$rules", "rüles", "ru1es", "//rules",
    "#rules",
    "rules_old", "rules2", "my-rules", "ruleset", "rules-standard", "regeln", "правила", "settings",
    "config", "policy", "r", "",
  ]

  private static let account =
    #"{"username": "ada", "email": "ada@example.com", "password": "12345"}"#

  @Test("that does not say its rulebook is refused by every command", arguments: spellings)
  func spelled(key: String) async throws {
    let rules = #"{"from": "standard", "fields": {"groups": {"allowed": ["ops"]}}}"#
    let text = #"{"\#(key)": \#(rules), "accounts": [\#(Self.account)]}"#
    try home.write(text)
    for line in [
      "show", "check --all", "list", "rules", "login --email zed@evil.org --password 12345",
      "verify --username ada --password 12345", "register --email zed@evil.org --password 12345",
      "disable ada", "export --format htpasswd", "plan \(home.documents)/accounts.json",
    ] {
      let ran = await home.run(line)
      #expect(ran.exit == 65, "\(line): \(ran)")
      #expect(
        (ran.out + ran.err).contains("which rulebook? write \"rules\": \"register\""),
        "\(line): \(ran)")
      #expect((ran.out + ran.err).contains("did you mean rules?"), "\(line): \(ran)")
    }
    #expect(try home.text() == text)
  }

  @Test("may have any other keys, such as those of another program")
  func ownKeys() async throws {
    let keys = (0..<300).map { #""\#($0 % 3 == 0 ? "Rules" : "own")-\#($0)": {"from": \#($0)}"# }
    try home.write(
      #"{"$schema": "./a.json", \#(keys.joined(separator: ", ")), "rule": 1, "account": [], "#
        + #""rules": "register", "accounts": []}"#)
    let ran = await home.run("check --all")
    #expect(ran.exit == 0 && ran.err == "0 accounts, no errors\n", "\(ran)")
  }

  @Test("says it again under the rules that are printed", arguments: Rulebook.builtIns.map(\.name))
  func printed(name: String) async throws {
    let whole = await home.run("rules \(name) --json").out
    #expect(!whole.contains("[]"))
    for rules in [whole, #"{"from": "\#(name)"}"#] {
      try home.write(#"{"rules": \#(rules), "accounts": []}"#)
      #expect(await home.run("check").exit == 0)
      #expect(await home.run("rules --json --expanded").out == whole)
    }
  }

  @Test("is no list: one that is applied or imported needs no rulebook")
  func lists() async throws {
    try home.write(#"{"rules": "register", "accounts": []}"#)
    for rules in ["", #""rules": null, "#, #""Rules": "albums", "#] {
      try home.write(#"{\#(rules)"accounts": [\#(Self.account)]}"#, to: "list.json")
      let list = "\(home.documents)/list.json"
      // Something would change.
      for (line, exit) in [("plan \(list)", 1), ("import \(list) --dry-run", 0)] {
        let ran = await home.run(line)
        #expect(ran.exit == exit, "\(line): \(ran)")
      }
    }
    try home.write(#"{"accounts": [], "Accounts": [\#(Self.account)]}"#, to: "list.json")
    let ran = await home.run("apply \(home.documents)/list.json")
    #expect(ran.exit == 65 && ran.err.contains("Accounts stands beside \"accounts\""), "\(ran)")
  }
}
