import Testing

@testable import Accounts
@testable import AccountsApp
@testable import CommandKit

@Suite("The hint at accounts of a database that a key closes") struct UnknownKeysHintTests {
  private static let address = "postgres:///accounts"

  private static func problem(
    _ key: String, _ meaning: KeyMeaning, of account: String? = "ada@example.com", more: Int = 0
  ) -> Problem {
    var problem = Problem(
      .key(key), .field(.knownKey(meaning)), at: Place(address), of: account)
    problem.more = more
    return problem
  }

  private static func own(
    _ key: String, of account: String? = "ada@example.com", more: Int = 0
  ) -> Problem { problem(key, .own("x-" + key), of: account, more: more) }

  private static func around(_ key: String, _ meaning: TopKey) -> Problem {
    Problem(.key(key), .file(.knownKey(meaning)), at: Place(address))
  }

  private static let program = "regapp --documents postgres:///accounts"

  static let hints: [([Problem], String?)] = [
    ([], nil),
    ([Problem(.field(.phone), .field(.text), at: Place(address))], nil),
    ([own("club")], "\(program) edit ada@example.com --drop club"),
    ([own("club", of: nil)], "\(program) edit NAME --drop club"),
    (
      [own("club"), own("it's", of: "ada@example.com"), own("-x")],
      #"\#(program) edit ada@example.com --drop club --drop 'it'\''s' --drop=-x"#
    ),
    ([own("club"), own("club")], "\(program) edit ada@example.com --drop club"),
    ([own("club\n'\u{202E}")], #"\#(program) edit ada@example.com --drop $'club\n\'\u202E'"#),
    (
      [around("comment", .own("x-comment", insteadOf: nil))],
      "\(program) edit --all --drop comment"
    ),
    (
      [around("frozen", .lock), own("club")],
      "\(program) edit --all --drop frozen --drop club; then at once \(program) disable NAME "
        + "for whoever is to stay out"
    ),
    (
      [around("serve", .rule(of: "register"))],
      "first put it in force: regapp-postgres rules FILE, then \(program) edit --all --drop serve"
    ),
    ([around("phone", .field)], FileRule.hintOfOwner[.english]),
    (
      [Problem(.account, .field(.wholeUnicode), at: Place(address))],
      FieldRule.hintOfHalfKey[.english]
    ),
    ([own("club"), own("club", of: "bob@example.com")], "\(program) edit --all --drop club"),
    ([own("club", more: 311)], "\(program) edit --all --drop club"),
    (
      [problem("frozen", .lock)],
      "\(program) disable ada@example.com && \(program) edit ada@example.com --drop frozen"
    ),
    (
      [
        problem("disable", .access(.disabled, closing: "true")), own("club", of: "bob@example.com"),
      ],
      "\(program) disable ada@example.com && \(program) edit --all --drop disable --drop club"
    ),
    (
      [problem("frozen", .lock, more: 7)],
      "first \(program) disable NAME for whoever is to stay out, then \(program) edit --all "
        + "--drop frozen"
    ),
    (
      [own("club"), Problem(.field(.email), .field(.asInText(nil)), at: Place(address))],
      FieldRule.hintOfContradiction[.english]
    ),
  ]

  @Test("is the command that takes it out, behind that which keeps its owner out", arguments: hints)
  func says(problems: [Problem], hint: String?) {
    #expect(problems.hintOfRows(at: Self.address)?[.english] == hint)
  }

  @Test("names the accounts as they were given, and stands where a closed account is told")
  func places() {
    let problems = [Self.own("club")]
    let given = problems.hintOfRows(at: "postgres://db.example.com/a?sslmode=require")
    #expect(
      given?[.english]
        == "regapp --documents 'postgres://db.example.com/a?sslmode=require' edit ada@example.com "
        + "--drop club")
    let error = AccountsError.accountClosed(problems)
    #expect(
      Report(error, documents: Self.address).hint?[.english]
        == "\(Self.program) edit ada@example.com --drop club")
    // Whoever typed the place, or has it in the environment, needs no other.
    #expect(Report(error).hint?[.english] == "regapp edit ada@example.com --drop club")
  }

  @Test("stands below a message that a long key does not make long")
  func long() {
    let key = String(repeating: "k", count: 100_000)
    #expect(
      [Self.own(key)].hintOfRows()?[.english]
        == "regapp edit ada@example.com --drop KEY takes a key out; regapp check --json has them "
        + "whole")
    #expect(Self.own(key).message[.english].utf8.count < 300)
    #expect(
      Problem(.key(key), .file(.knownKey(.own("x-" + key, insteadOf: nil)))).message[.english]
        .utf8.count < 300)
  }
}
