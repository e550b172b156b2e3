import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument
@testable import AccountsFile

@Suite("An id in the history") struct HistoryIDTests {
  private let documents = Documents()
  private let ada = "ada@home.org"
  private let bob = "bob@home.org"
  private let first = id(1)
  private let second = id(2)
  private var registry: Registry { documents.registry(now: { 1_795_197_600 }) }

  private static func id(_ number: Int) -> String { "10000000-0000-4000-8000-00000000000\(number)" }

  /// An account with an id that was given to a name; by default, its own.
  private func account(_ email: String, _ id: String, of name: String? = nil) -> String {
    hashed(email, #", "id": "\#(name ?? email) \#(id)""#)
  }

  private func lines() throws -> [String] {
    try documents.text(of: "history.jsonl").split(separator: "\n").map { String($0) }
  }

  /// The line's part from `by` to the accounts' end.
  private func middle(_ line: Int) throws -> String {
    let text = try lines()[line]
    let start = try #require(text.firstRange(of: #""by":"#)).lowerBound
    let end = try #require(text.firstRange(of: #","file":"#)).lowerBound
    return String(text[start..<end])
  }

  private func set(_ id: String, of email: String) async throws {
    let options = WriteOptions(by: Attribution(.edit))
    let old = try await registry.account(email)[text: .id]
    let change = AccountRecord.Change(.id, from: old, to: "\(email) \(id)")
    let key = NameKey(.email, AccountName(email))
    let done = try await registry.store.apply([.edit(key, [change])], options)
    #expect(done.value.refusals.isEmpty)
  }

  @Test("is that of the account and of its session, and comes back as it was written")
  func line() async throws {
    try documents.write(accounts: [account(ada, first), hashed(bob)])
    try documents.write(#"{"email": "\#(ada)"}"#, to: "session.json")
    try await registry.edit([.firstName: "Ada"])
    try await registry.edit([.firstName: "Bob"], of: bob)
    let by = #""by":"\#(ada)","byId":"\#(first)","did":"edit","accounts":"#
    #expect(
      try middle(0)
        == by + #"[{"id":"\#(first)","account":"\#(ada)","changes":{"firstName":[null,"Ada"]}}]"#)
    // The one that he gets is his from then on, and no change.
    let id = NumberedIDs.id(1)
    #expect(
      try middle(1)
        == by + #"[{"id":"\#(id)","account":"\#(bob)","changes":{"firstName":[null,"Bob"]}}]"#)
    for text in try lines() {
      let line = try #require(HistoryLine(Array(text.utf8)))
      #expect(line.entry.byID == AccountID(first))
      #expect(String(decoding: line.bytes().dropLast(), as: UTF8.self) == text)
    }
    let entry = try #require(HistoryLine(Array(lines()[0].utf8))).entry
    #expect(entry.accounts.map(\.id) == [AccountID(first)])
    #expect(
      entry.withoutValues.accounts[0].recordedText == #"{"id":"\#(first)","account":"\#(ada)"}"#)
  }

  @Test("is a key, too, of an account that comes or goes, which comes back with it")
  func removal() async throws {
    try documents.write(accounts: [account(ada, first), hashed(bob)])
    let text = try documents.text()
    _ = try await registry.remove(ada)
    #expect(try middle(0).contains(#"[{"id":"\#(first)","account":"\#(ada)","changes":{"#))
    #expect(try middle(0).hasSuffix(#""id":["\#(ada) \#(first)",null]},"after":null}]"#))
    _ = try await registry.undo()
    #expect(try documents.text() == text)
    #expect(try lines()[1].contains(#"[{"id":"\#(first)","account":"\#(ada)","changes":{"#))
  }

  @Test("is in no line where it does not count, and comes back as it stood")
  func doesNotCount() async throws {
    let accounts = [
      account(ada, first, of: bob), account(bob, second), account("eve@home.org", second),
      account("kim@home.org", "0000000A-0000-4000-8000-000000000001"),
    ]
    try documents.write(accounts: accounts)
    let text = try documents.text()
    for name in [ada, bob, "eve@home.org", "kim@home.org"] {
      _ = try await registry.remove(name)
      _ = try await registry.undo()
      #expect(try documents.text() == text)
    }
    let ids = try await registry.history().flatMap(\.accounts).map(\.id)
    #expect(ids == Array(repeating: nil, count: 8))
  }

  @Test("that is set alone has no values, and undo passes it over")
  func newID() async throws {
    try documents.write(accounts: [account(ada, first)])
    try await registry.edit([.firstName: "Ada"], of: ada)
    try await set(second, of: ada)
    #expect(
      try middle(1).hasSuffix(#""accounts":[{"id":"\#(second)","account":"\#(ada)","newId":true}]"#)
    )
    let line = try #require(HistoryLine(Array(lines()[1].utf8)))
    #expect(line.entry.accounts[0].isOfNewID && line.entry.keepsValues && !line.entry.isUndone)
    #expect(String(decoding: line.bytes().dropLast(), as: UTF8.self) == (try lines()[1]))
    await #expect(throws: AccountsError.nothingToRestore(number: 2, did: .edit)) {
      try await registry.undo(change: 2)
    }
    // What was done under the other id is not taken back.
    let gone = AccountsError.cannotUndo([Refusal(0, of: ada, .missing)])
    await #expect(throws: gone) { try await registry.undo(change: 1) }
    await #expect(throws: gone) { try await registry.undo() }
    try await set(first, of: ada)
    let undone = try await registry.undo()
    #expect(undone.entries.map(\.number) == [1] && undone.passedOver.map(\.number) == [3, 2])
    #expect(try await registry.account(ada).id == AccountID(first))
    #expect(try await registry.account(ada).values.firstName == nil)
  }

  @Test("is left by the undo of an edit, of a hand's as well, and proves nobody who got it later")
  func undo() async throws {
    try documents.write(accounts: [hashed(ada)])
    let plain = try documents.text()
    let withID = plain.replacing(#""}"#, with: #"", "id": "\#(ada) \#(first)"}"#)
    let other = withID.replacing(first, with: second)
      .replacing(#", "id""#, with: #", "lastName": "L", "id""#)
    try await documents.editFile(withID, by: registry)
    #expect(
      try middle(0).hasSuffix(
        #"[{"id":"\#(first)","account":"\#(ada)","changes":{"id":[null,"\#(ada) \#(first)"]}}]"#))
    try await documents.editFile(other, by: registry)
    #expect(try lines()[1].contains(#""id":["\#(ada) \#(first)","\#(ada) \#(second)"]"#))
    _ = try await registry.undo(2)
    #expect(try documents.text() == withID.replacing(first, with: second))
    // An account without one that was added, and got one since.
    let new = NewAccount(FieldValues([.email: bob, .password: HashOfSecret1.md5]))
    _ = try await registry.store.apply([.add(new)], WriteOptions(by: Attribution(.register)))
    try documents.byHand(
      #"{"email": "\#(bob)""#, #"{"id": "\#(bob) \#(first)", "email": "\#(bob)""#)
    await #expect(throws: AccountsError.self) { try await registry.undo() }
    #expect(try await registry.list(limit: 9).accounts.count == 2)
  }

  @Test("with the name that a hand changed beside the account's is no other one")
  func renamedByHand() async throws {
    let rules = #"{"key": "email", "fields": {"username": {}, "password": {"required": true}}}"#
    func text(_ name: String) -> String {
      let others = #", "username": "\#(name)", "id": "\#(name) \#(first)""#
      return #"{"rules": \#(rules), "accounts": [\#(hashed(ada, others))]}"#
    }
    try documents.write(text("ada"))
    try await documents.editFile(text("zoe"), by: registry)
    #expect(
      try middle(0).hasSuffix(
        #"[{"id":"\#(first)","account":"\#(ada)","changes":{"username":["ada","zoe"]}}]"#))
  }

  @Test("and everybody who had the name is forgotten; the account keeps it")
  func forget() async throws {
    try documents.write(accounts: [account(ada, first), account(bob, Self.id(3))])
    try documents.write(#"{"email": "\#(ada)"}"#, to: "session.json")
    try await registry.edit([.firstName: "Bob"], of: bob)
    try await registry.edit([.firstName: "Ada"], of: ada)
    try await set(second, of: ada)
    try await registry.edit([.lastName: "L"], of: ada)
    let report = try await registry.forgetHistory(of: ada)
    #expect(report.changes == 4)
    let left = try lines()
    #expect(left.allSatisfy { !$0.contains(first) && !$0.contains(second) && !$0.contains("ada@") })
    #expect(left.allSatisfy { !$0.contains("byId") && !$0.contains("newId") })
    #expect(left[0].contains(#"{"id":"\#(Self.id(3))","account":"\#(bob)","#))
    #expect(try await registry.account(ada).id == AccountID(second))
  }

  @Test("finds the changes of somebody whom no name finds, and those that he made of others")
  func asName() async throws {
    try documents.write(accounts: [account(ada, first), hashed(bob)])
    try documents.write(#"{"email": "\#(ada)"}"#, to: "session.json")
    try await registry.edit([.firstName: "Bob"], of: bob)
    try await registry.edit([.email: "zoe@home.org"], of: ada)
    _ = try await registry.edit(EditRequest(account: bob, fields: [.lastName: "B"]))
    try documents.write(accounts: [hashed(bob), account("eve@home.org", second)])
    #expect(try await registry.history(of: first).map(\.number).suffix(2) == [2, 1])
    #expect(try await registry.history(of: first, limit: 1).count == 1)
    #expect(try await registry.history(of: first).last?.accounts.map(\.name) == [bob])
    #expect(try await registry.history(of: second).isEmpty)
    let unknown = Self.id(9)
    await #expect(throws: AccountsError.noSuchAccount(name: unknown)) {
      try await registry.history(of: unknown)
    }
  }

  @Test("tells who has a name from those who had it")
  func others() async throws {
    try documents.write(accounts: [account(ada, first), hashed(bob)])
    try await registry.edit([.firstName: "Old"], of: ada)
    _ = try await registry.remove(ada)
    #expect(try await registry.history(of: ada).map(\.number) == [2, 1])
    try documents.write(accounts: [account(ada, second), hashed(bob)])
    try await registry.edit([.firstName: "New"], of: ada)
    let found = try await registry.history(ofOne: ada)
    #expect(found.entries.map(\.number) == [4] && found.wasOthersUntil == 1_795_197_600)
    #expect(try await registry.history(of: first).map(\.number) == [2, 1])
    #expect(try await registry.history(ofOne: bob).wasOthersUntil == nil)
    // Another id means somebody else from then on.
    try await set(Self.id(3), of: ada)
    #expect(try await registry.history(of: ada).map(\.number) == [5])
    try await set(second, of: ada)
    #expect(try await registry.history(of: ada).map(\.number) == [6, 4])
  }

  @Test("stays where values do not, and is no new one where a login gave it")
  func withoutValues() throws {
    let id = try #require(AccountID(first))
    var new = AccountRecord(name: ada, nil, id: id)
    new.setsID = true
    let changed = AccountRecord(name: bob, [.init("x-note", from: nil, to: .bool(true))], id: id)
    let added = AccountChange.add(
      NewAccount(FieldValues([.email: ada, .id: "\(ada) \(second)"])))
    let recording = ChangeRecording(
      accounts: [.account(new), .account(changed), .added(change: 0)], changes: [added])
    func text(_ limit: Int, withValues: Bool) -> String? {
      recording.text(atMost: limit, withValues: withValues).bytes.map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let rest = #""account":"\#(bob)"},{"id":"\#(second)","account":"\#(ada)"}]"#
    #expect(
      text(250, withValues: true)
        == #"[{"id":"\#(first)","account":"\#(ada)","newId":true},{"id":"\#(first)",\#(rest)"#)
    #expect(
      text(1000, withValues: false)
        == #"[{"id":"\#(first)","account":"\#(ada)"},{"id":"\#(first)",\#(rest)"#)
    #expect(
      text(1000, withValues: true)?.hasSuffix(
        #"{"id":"\#(second)","account":"\#(ada)","changes":{"email":[null,"\#(ada)"],"#
          + #""id":[null,"\#(ada) \#(second)"]}}]"#) == true)
  }
}

extension FieldValues {
  fileprivate init(_ texts: [Field: String]) {
    self.init()
    for (field, text) in texts { self[text: field] = text }
  }
}
