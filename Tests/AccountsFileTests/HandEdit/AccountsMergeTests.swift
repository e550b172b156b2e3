import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument

/// A hand edit and concurrent changes to the same text are merged.
@Suite struct AccountsMergeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let before: String
    let mine: String
    let theirs: String
    let result: String
    var conflicts: [Told] = []
    var besideAccounts = false
    var testDescription: String { rule }

    init(
      _ rule: String, _ before: String, mine: String, theirs: String, _ result: String,
      conflicts: [Told] = [], besideAccounts: Bool = false
    ) {
      (self.rule, self.before, self.mine, self.theirs) = (rule, before, mine, theirs)
      (self.result, self.conflicts, self.besideAccounts) = (result, conflicts, besideAccounts)
    }

    /// The same, given only the lists of accounts.
    static func accounts(
      _ rule: String, _ before: String, mine: String, theirs: String, _ result: String,
      conflicts: [Told] = []
    ) -> Case {
      func whole(_ list: String) -> String { "{\"rules\": \"register\", \"accounts\": [\(list)]}" }
      return Case(
        rule, whole(before), mine: whole(mine), theirs: whole(theirs), whole(result),
        conflicts: conflicts)
    }
  }

  private func check(_ row: Case) throws {
    func file(_ text: String) throws -> AccountsDocument {
      try AccountsDocument(path: "/accounts.json", bytes: Array(text.utf8))
    }
    let merge = try AccountsMerge(
      base: file(row.before), mine: file(row.mine), theirs: file(row.theirs), today: .ofTests)
    let text = String(decoding: merge.document.bytes, as: UTF8.self)
    #expect(text.same(as: row.result), "\(text)")
    #expect(merge.conflicts.map(Told.init) == row.conflicts)
    #expect(merge.conflictsBesideAccounts == row.besideAccounts)
  }

  static let a = #"{"email": "a", "x-n": 1}"#
  static let a2 = #"{"email": "a", "x-n": 2}"#
  static let a3 = #"{"email": "a", "x-n": 3}"#
  static let b = #"{"email": "b", "x-n": 1}"#
  static let b2 = #"{"email": "b", "x-n": 2}"#
  static let c = #"{"email": "c", "x-n": 1}"#
  static let d = #"{"email": "d", "x-n": 1}"#

  static let oneSide: [Case] = [
    .accounts("nothing changed", a, mine: a, theirs: a, a),
    .accounts(
      "the others alone changed", "\(a), \(b)", mine: "\(a), \(b)", theirs: "\(a2), \(b)",
      "\(a2), \(b)"),
    .accounts(
      "each changed another account", "\(a), \(b)", mine: "\(a2), \(b)",
      theirs: "\(a), \(b2)", "\(a2), \(b2)"),
    .accounts("the others added", a, mine: a, theirs: "\(a), \(b)", "\(a), \(b)"),
    .accounts(
      "each added another", a, mine: "\(a), \(b)", theirs: "\(a), \(c)", "\(a), \(b), \(c)"),
    .accounts(
      "the others added several to nothing", "", mine: "", theirs: "\(a), \(b), \(c)",
      "\(a), \(b), \(c)"),
    .accounts(
      "the others removed the middle", "\(a), \(b), \(c)", mine: "\(a), \(b), \(c)",
      theirs: "\(a), \(c)", "\(a), \(c)"),
    .accounts("the others removed all", "\(a), \(b)", mine: "\(a), \(b)", theirs: "", ""),
    .accounts(
      "the others removed all and added one", "\(a), \(b)", mine: "\(a), \(b)", theirs: c,
      c),
    .accounts(
      "each removed another", "\(a), \(b), \(c)", mine: "\(b), \(c)", theirs: "\(a), \(b)",
      b),
    .accounts(
      "the others removed one, changed one and added one", "\(a), \(b), \(c)",
      mine: "\(c), \(b), \(a)", theirs: "\(b2), \(c), \(d)", "\(c), \(b2), \(d)"),
    .accounts(
      "the hand's order stays", "\(a), \(b)", mine: "\(b), \(a)", theirs: "\(a2), \(b)",
      "\(b), \(a2)"),
    .accounts(
      "an email in other letters is the same account", a,
      mine: #"{"email": "A", "x-n": 1}"#, theirs: "\(a), \(b)", #"{"email": "A", "x-n": 1}, "# + b),
  ]

  @Test("a change by one side is kept", arguments: oneSide)
  func mergesOneSide(row: Case) throws { try check(row) }

  static let bothSides: [Case] = [
    .accounts("both changed alike", a, mine: a2, theirs: a2, a2),
    .accounts("both added alike", "", mine: a, theirs: a, a),
    .accounts("both removed", "\(a), \(b)", mine: b, theirs: b, b),
    .accounts(
      "each changed in another way", a, mine: a2, theirs: a3, a2,
      conflicts: [.changed("a", ["x-n"])]),
    .accounts(
      "each added another of one email", "", mine: a, theirs: a2, a,
      conflicts: [Told("a", .added, ["email", "x-n"])]),
    .accounts(
      "the hand removed, the others changed", "\(a), \(b)", mine: b, theirs: "\(a2), \(b)",
      b, conflicts: [.changed("a", ["x-n"])]),
    .accounts(
      "the hand changed, the others removed", "\(a), \(b)", mine: "\(a2), \(b)", theirs: b,
      "\(a2), \(b)", conflicts: [Told("a", .removed, ["email", "x-n"])]),
    .accounts(
      "the hand gave an email that the others registered", a,
      mine: #"{"email": "b", "x-n": 9}"#, theirs: "\(a), \(b)", #"{"email": "b", "x-n": 9}"#,
      conflicts: [Told("b", .added, ["email", "x-n"])]),
    .accounts(
      "beside a conflict the rest is merged", "\(a), \(b)", mine: "\(a2), \(b)",
      theirs: "\(a3), \(b2), \(c)", "\(a2), \(b2), \(c)",
      conflicts: [.changed("a", ["x-n"])]),
    .accounts(
      "a letter and its accent are not the letter that has one",
      #"{"email": "a", "x-n": "é"}"#, mine: "{\"email\": \"a\", \"x-n\": \"\u{E9}\"}, \(b)",
      theirs: "{\"email\": \"a\", \"x-n\": \"e\u{301}\"}",
      "{\"email\": \"a\", \"x-n\": \"e\u{301}\"}, \(b)"),
    .accounts(
      "what cannot be decoded is compared as it is written",
      #"{"email": "a", "x-n": "\ud800"}"#, mine: #"{"email": "a", "x-n": "\ud800"}, "# + b,
      theirs: #"{"email": "a", "x-n": "\ud801"}"#, #"{"email": "a", "x-n": "\ud801"}, "# + b),
  ]

  @Test("a change by both sides is a conflict, unless they agree", arguments: bothSides)
  func mergesBothSides(row: Case) throws { try check(row) }

  static let groups: [Case] = [
    .accounts(
      "each removed another account without an email: nothing comes back unseen",
      #"{"x-n": 1}, {"x-n": 2}"#, mine: #"{"x-n": 2}"#, theirs: #"{"x-n": 1}"#, #"{"x-n": 2}"#,
      conflicts: [.changed(nil, ["x-n"])]),
    .accounts(
      "the others alone removed one without an email", #"{"x-n": 1}, {"x-n": 2}"#,
      mine: #"{"x-n": 1}, {"x-n": 2}, "# + a, theirs: #"{"x-n": 2}"#, #"{"x-n": 2}, "# + a),
    .accounts(
      "the others alone added one without an email", #"{"x-n": 1}"#,
      mine: #"{"x-n": 1}, "# + a, theirs: #"{"x-n": 1}, {"x-n": 2}"#,
      #"{"x-n": 1}, "# + a + #", {"x-n": 2}"#),
    .accounts(
      "the hand changed one of two that share an email, the others the other",
      "\(a), \(a)", mine: "\(a2), \(a)", theirs: "\(a), \(a3)", "\(a2), \(a)",
      conflicts: [.changed("a", ["x-n"])]),
    .accounts(
      "the hand made two of an account that only the hand touched", a, mine: "\(a), \(a2)",
      theirs: "\(a), \(b)", "\(a), \(a2), \(b)"),
    .accounts(
      "what is no account merges too", "1, \(a)", mine: "1, \(a2)", theirs: "2, \(a)",
      "2, \(a2)"),
  ]

  @Test("indistinguishable accounts are merged as one", arguments: groups)
  func mergesGroups(row: Case) throws { try check(row) }

  static let beside: [Case] = [
    Case(
      "the hand alone", #"{"rules": "register", "accounts": []}"#,
      mine: #"{"rules": "albums", "accounts": []}"#,
      theirs: #"{"rules": "register", "accounts": [1]}"#, #"{"rules": "albums", "accounts": [1]}"#),
    Case(
      "the others alone changed a value", #"{"rules": "register", "accounts": [1]}"#,
      mine: #"{"rules":  "register", "accounts": [1, 2]}"#,
      theirs: #"{"rules": "albums", "accounts": [1]}"#, #"{"rules":  "albums", "accounts": [1, 2]}"#
    ),
    Case(
      "the others alone added and removed keys",
      #"{"regapp": 1, "x-k": 1, "rules": "register", "accounts": [1]}"#,
      mine: #"{"regapp": 1, "x-k": 1, "rules": "register", "accounts": [1, 2]}"#,
      theirs: #"{"regapp": 1, "rules": "albums", "accounts": [1]}"#,
      #"{"regapp": 1, "rules": "albums", "accounts": [1, 2]}"#),
    Case(
      "both alike", #"{"accounts": []}"#, mine: #"{"rules": "albums", "accounts": []}"#,
      theirs: #"{"accounts": [], "rules":"albums"}"#, #"{"rules": "albums", "accounts": []}"#),
    Case(
      "each in another way", #"{"rules": "register", "accounts": []}"#,
      mine: #"{"rules": "albums", "accounts": []}"#,
      theirs: #"{"rules": "authorisation", "accounts": [1]}"#,
      #"{"rules": "albums", "accounts": [1]}"#, besideAccounts: true),
    Case(
      "where a key that is not ours comes twice, which is which cannot be known",
      #"{"x-k": 1, "x-k": 2, "rules": "register", "accounts": []}"#,
      mine: #"{"x-k": 1, "x-k": 2, "rules": "register", "accounts": [1]}"#,
      theirs: #"{"x-k": 1, "x-k": 3, "rules": "register", "accounts": []}"#,
      #"{"x-k": 1, "x-k": 2, "rules": "register", "accounts": [1]}"#,
      besideAccounts: true),
  ]

  @Test("everything besides the accounts is merged as one", arguments: beside)
  func mergesFrame(row: Case) throws { try check(row) }

  static let spacing: [Case] = [
    Case(
      "the hand's spacing stays where the others changed another account",
      #"{"rules": "register", "accounts":[{"email":"a"},{"email":"b","x-n":1}]}"#,
      mine:
        "{\r\n\t\"rules\": \"register\", \"accounts\" : [\r\n\t\t{ \"email\":\"a\" } ,\r\n\t\t{\"email\":\"b\",\"x-n\":1}]}",
      theirs: #"{"rules": "register", "accounts":[{"email":"a"},{"email":"b","x-n":2}]}"#,
      "{\r\n\t\"rules\": \"register\", \"accounts\" : [\r\n\t\t{ \"email\":\"a\" } ,\r\n\t\t{\"email\":\"b\",\"x-n\":2}]}"
    ),
    Case(
      "a password that was sealed while the hand spaced the account anew",
      #"{"rules": "register", "accounts":[{"email":"a","password":"typed"}]}"#,
      mine:
        "{\"rules\": \"register\", \"accounts\":[\n  {\n    \"email\"    : \"a\",\n    \"password\" : \"typed\"\n  }\n]}\n",
      theirs: #"{"rules": "register", "accounts":[{"email":"a","password":"sealed"}]}"#,
      "{\"rules\": \"register\", \"accounts\":[\n  {\n    \"email\"    : \"a\",\n    \"password\" : \"sealed\"\n  }\n]}\n"
    ),
    Case(
      "a new key in an account that the hand spaced anew is laid out as that account is",
      #"{"rules": "register", "accounts":[{"email":"a"}]}"#,
      mine: "{\"rules\": \"register\", \"accounts\": [\n  {\n    \"email\": \"a\"\n  }\n]}\n",
      theirs: #"{"rules": "register", "accounts":[{"email":"a","x-n":1}]}"#,
      "{\"rules\": \"register\", \"accounts\": [\n  {\n    \"email\": \"a\",\n    \"x-n\": 1\n  }\n]}\n"
    ),
    Case(
      "an account that the hand did not touch takes the others' own bytes",
      #"{"rules": "register", "accounts": [{"email": "a"}], "x-k": 1}"#,
      mine: #"{"rules": "register", "accounts": [{"email": "a"}], "x-k": 2}"#,
      theirs: #"{"rules": "register", "accounts": [{ "email":"a",   "x-n":1e0 }], "x-k": 1}"#,
      #"{"rules": "register", "accounts": [{ "email":"a",   "x-n":1e0 }], "x-k": 2}"#),
    Case(
      "new accounts follow the hand's layout",
      #"{"rules": "register", "accounts":[{"email":"a"}]}"#,
      mine: "{\"rules\": \"register\", \"accounts\": [\n    {\"email\": \"a\"}\n]}",
      theirs: #"{"rules": "register", "accounts":[{"email":"a"},{"email":"b"},{"email":"c"}]}"#,
      "{\"rules\": \"register\", \"accounts\": [\n    {\"email\": \"a\"},\n    {\"email\": \"b\"},\n    {\"email\": \"c\"}\n]}"
    ),
    Case(
      "a mark at the start stays", #"{"rules": "register", "accounts": [1]}"#,
      mine: "\u{FEFF}{\"rules\": \"register\", \"accounts\": [1, {\"email\": \"a\"}]}",
      theirs: #"{"rules": "register", "accounts": [2]}"#,
      "\u{FEFF}{\"rules\": \"register\", \"accounts\": [2, {\"email\": \"a\"}]}"),
  ]

  @Test("the hand edit's spacing is kept byte for byte", arguments: spacing)
  func keepsSpacing(row: Case) throws { try check(row) }

  @Test("many accounts added, removed and changed elsewhere are merged together")
  func many() throws {
    func row(_ number: Int, _ value: Int) -> String {
      "{\"email\": \"p\(number)@host.com\", \"x-n\": \(value)}"
    }
    func whole(_ rows: [String]) -> String {
      "{\"rules\": \"register\", \"accounts\": [\n  \(rows.joined(separator: ",\n  "))\n]}\n"
    }
    let before = (0..<600).map { row($0, 0) }
    let mine = (0..<600).map { row($0, $0 % 3 == 0 ? 1 : 0) } + [row(9999, 1)]
    let theirs =
      (0..<600).filter { $0 % 3 != 1 }.map { row($0, $0 % 3 == 2 ? 2 : 0) }
      + (600..<800).map { row($0, 2) }
    let result =
      (0..<600).filter { $0 % 3 != 1 }.map { row($0, $0 % 3 == 2 ? 2 : 1) } + [row(9999, 1)]
      + (600..<800).map { row($0, 2) }
    try check(Case("", whole(before), mine: whole(mine), theirs: whole(theirs), whole(result)))
  }

  @Test("for any two changes, the merged text contains each side's own")
  func anything() throws {
    var dice = Dice(2026)
    for round in 0..<300 {
      let before = (0..<6).filter { _ in dice.below(3) > 0 }.map { ($0, 0) }
      func changed(by side: Int) -> [(Int, Int)] {
        var people = before.filter { _ in dice.below(5) > 0 }
        people = people.map { dice.below(4) == 0 ? ($0.0, side) : $0 }
        // Each side adds different accounts.
        if dice.below(2) == 0 { people.append((10 * side, side)) }
        return people
      }
      let (mine, theirs) = (changed(by: 1), changed(by: 2))
      let merge = try AccountsMerge(
        base: file(before), mine: file(mine), theirs: file(theirs), today: .ofTests)
      let merged = try people(merge.document)
      for number in 0..<30 {
        func value(_ people: [(Int, Int)]) -> Int? { people.first { $0.0 == number }?.1 }
        let (old, hand, others) = (value(before), value(mine), value(theirs))
        let expected = old == hand ? others : hand
        #expect(value(merged) == expected, "round \(round), account \(number)")
        let isConflict = old != hand && old != others && hand != others
        #expect(merge.conflicts.contains { $0.name == "p\(number)" } == isConflict)
      }
    }
  }

  private func file(_ people: [(Int, Int)]) throws -> AccountsDocument {
    let rows = people.map { "{\"email\": \"p\($0.0)\", \"x-n\": \($0.1)}" }
    let text = "{\"rules\": \"register\", \"accounts\": [\(rows.joined(separator: ", "))]}"
    return try AccountsDocument(path: "/accounts.json", bytes: Array(text.utf8))
  }

  private func people(_ document: JSONDocument) throws -> [(Int, Int)] {
    let file = try AccountsDocument(path: "/accounts.json", bytes: document.bytes)
    return try file.rows.map { row in
      let email = try #require(document.value(for: JSONKey("email"), in: row))
      let number = try #require(document.value(for: JSONKey("x-n"), in: row))
      return (
        try #require(document.string(email).flatMap { Int($0.dropFirst()) }),
        try #require(document.number(number).flatMap { Int($0) })
      )
    }
  }
}

extension String {
  /// Whether two texts are equal byte by byte.
  fileprivate func same(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
