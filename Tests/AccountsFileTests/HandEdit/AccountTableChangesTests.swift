import Testing

@testable import Accounts
@testable import AccountsDocument

/// A record about an account, without its values.
struct Told: Equatable, CustomTestStringConvertible {
  let name: String?
  let kind: AccountRecord.Kind
  /// Nil if no values are kept.
  let keys: [String]?
  var testDescription: String { "\(name ?? "nobody"): \(kind), \(keys ?? ["?"])" }

  init(_ name: String?, _ kind: AccountRecord.Kind, _ keys: [String]? = nil) {
    (self.name, self.kind, self.keys) = (name, kind, keys)
  }

  init(_ account: AccountRecord) {
    self.init(account.name, account.kind, account.changes?.map(\.key).sorted())
  }

  static func changed(_ name: String?, _ keys: [String]? = nil) -> Told {
    Told(name, .changed, keys)
  }
}

/// The summary of a hand edit before it is installed.
@Suite struct AccountTableChangesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let before: String
    let after: String
    let changes: [Told]
    var testDescription: String { rule }

    init(_ rule: String, _ before: String, _ after: String, _ changes: [Told]) {
      (self.rule, self.before, self.after, self.changes) = (rule, before, after, changes)
    }
  }

  static let ada = #"{"email": "ada@host.com", "password": "secret1"}"#
  static let table: [Case] = [
    Case("nothing", ada, ada, []),
    Case("spacing", ada, #"{ "email" :"ada@host.com","password":  "secret1" }"#, []),
    Case(
      "another way to write a letter", ada,
      #"{"email": "\u0061da@host.com", "password": "secret1"}"#, []),
    Case("the order of accounts", "1, \(ada)", "\(ada), 1", []),
    Case(
      "an account that is new", "", ada, [Told("ada@host.com", .added, ["email", "password"])]),
    Case(
      "an account that is gone", ada, "",
      [Told("ada@host.com", .removed, ["email", "password"])]),
    Case(
      "fields", ada, #"{"phone": "1", "email": "ada@host.com", "password": "2"}"#,
      [.changed("ada@host.com", ["password", "phone"])]),
    Case(
      "a field that is gone", ada, #"{"email": "ada@host.com"}"#,
      [.changed("ada@host.com", ["password"])]),
    Case(
      "a letter and its accent for the letter that has one",
      "{\"email\": \"a\", \"firstName\": \"\u{E9}\"}",
      "{\"email\": \"a\", \"firstName\": \"e\u{301}\"}", [.changed("a", ["firstName"])]),
    Case(
      "a field of the wrong type for another", #"{"email": "a", "phone": 1}"#,
      #"{"email": "a", "phone": 2}"#, [.changed("a", ["phone"])]),
    Case(
      "a key of one's own", #"{"email": "a", "x-k": 1}"#, #"{"email": "a", "x-k": 2}"#,
      [.changed("a", ["x-k"])]),
    Case(
      "a field and a key of one's own", #"{"email": "a", "phone": "1"}"#,
      #"{"email": "a", "phone": "2", "x-k": 1}"#, [.changed("a", ["phone", "x-k"])]),
    Case(
      "a field that comes twice", #"{"email": "a", "phone": "1"}"#,
      #"{"email": "a", "phone": "1", "phone": "2"}"#, [.changed("a", ["phone"])]),
    Case(
      "the order of keys", ada, #"{"password": "secret1", "email": "ada@host.com"}"#,
      [.changed("ada@host.com", [])]),
    Case(
      "the case of an email", ada, #"{"email": "Ada@host.com", "password": "secret1"}"#,
      [.changed("ada@host.com", ["email"])]),
    Case(
      "another email", #"{"email": "a"}"#, #"{"email": "b"}"#,
      [Told("a", .removed, ["email"]), Told("b", .added, ["email"])]),
    Case(
      "one of several without an email is gone", #"{"x-k": 1}, {"x-k": 2}, {"x-k": 3}"#,
      #"{"x-k": 2}, {"x-k": 3}"#, [.changed(nil, ["x-k"])]),
    Case(
      "one of two that share an email changes", #"{"email": "a"}, {"email": "a", "x-k": 1}"#,
      #"{"email": "a"}, {"email": "a", "x-k": 2}"#, [.changed("a", ["x-k"])]),
    Case(
      "an account that was made two", #"{"email": "a"}"#, #"{"email": "a"}, {"email": "a"}"#,
      [Told("a", .added, ["email"])]),
    Case(
      "one of two that share an email is gone", #"{"email": "a"}, {"email": "a", "x-k": 1}"#,
      #"{"email": "a"}"#, [Told("a", .removed, ["email", "x-k"])]),
    Case("what is no account", "1", "2", [.changed(nil, [])]),
    Case("an account for what is none", "1", #"{"x-k": 1}"#, [.changed(nil, ["x-k"])]),
    Case(
      "an account that is gone, with a key that cannot be decoded",
      #"{"email": "a", "x-k": "\ud800"}"#, "", [Told("a", .removed, ["email"])]),
    Case(
      "a field beside a key that cannot be decoded", #"{"email": "a", "x-k": "\ud800"}"#,
      #"{"email": "a", "x-k": "\ud800", "firstName": "A"}"#, [.changed("a", ["firstName"])]),
    Case(
      "an own key that comes twice", #"{"email": "a", "x-k": 1, "x-k": 2}"#,
      #"{"email": "a", "x-k": 1, "x-k": 3}"#, [.changed("a", ["x-k"])]),
  ]

  @Test("an account's change is told by its name and its keys", arguments: table)
  func change(row: Case) throws {
    func file(_ list: String) throws -> AccountsDocument {
      try AccountsDocument(
        path: "/accounts.json",
        bytes: Array("{\"rules\": \"register\", \"accounts\": [\(list)]}".utf8))
    }
    let changes = try file(row.before).changes(to: file(row.after))
    #expect(changes.accounts.map(Told.init) == row.changes)
    #expect(!changes.besideAccounts)
  }
}
