import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument
@testable import AccountsFile

@Suite("Undo of what is around the accounts") struct SurroundingsUndoTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let names = ["ada", "bob", "eve", "kim"]

  private func account(_ name: String, _ others: String = "") -> String {
    let number = (names + ["new", "old"]).firstIndex(of: name) ?? 0
    return hashed("\(name)@home.org", others + typedID("\(name)@home.org", number))
  }

  /// An accounts file with other keys around its accounts.
  private func text(_ names: [String], _ keys: String = "") -> String {
    let others =
      keys.contains(#""rules""#)
      ? keys : #""rules": "register""# + (keys.isEmpty ? "" : ", \(keys)")
    let rows = names.map { "    " + ($0.hasPrefix("{") ? $0 : account($0)) }
    return "{\n  \(others),\n  \"accounts\": [\n\(rows.joined(separator: ",\n"))\n  ]\n}\n"
  }

  private func emails() async throws -> [String?] {
    try await registry.list(limit: 9).accounts.map { account in
      account.values.email.map { String($0.prefix { $0 != "@" }) }
    }
  }

  private static func groups(_ names: String) -> String {
    #""rules": {"name": "ours", "key": "email", "fields": {"groups": {"allowed": [\#(names)]}}}"#
  }

  @Test("says how many accounts it closes, also when it only looks")
  func closes() async throws {
    let dev = account("bob", #", "groups": ["dev"]"#)
    try documents.write(text(["ada", "bob", "eve"], Self.groups(#""ops""#)))
    try await documents.editFile(text(["ada", "bob", "eve"], Self.groups(#""ops", "dev""#)))
    try documents.write(text(["ada", dev, "eve"], Self.groups(#""ops", "dev""#)))
    let notices = try await registry.undo(isDryRun: true).notices
    let closed = notices.compactMap { notice in
      if case .closesAccounts(let closed) = notice { closed } else { nil }
    }
    #expect(closed.map(\.count) == [1])
    #expect(closed.map(\.first.rule) == [.field(.allowedGroup("dev", among: ["ops"]))])
    #expect(try await registry.account("bob@home.org").state == .open)
    #expect(try await registry.undo().notices == notices)
    #expect(try await registry.account("bob@home.org").state == .closed)
    #expect(try await registry.undo().notices.isEmpty)
    #expect(try await registry.account("bob@home.org").state == .open)
  }

  private static let ours: String = {
    var rulebook = Rulebook.register
    rulebook.name = "ours"
    rulebook.fields.password.characters = 12
    return rulebook.json.text(style: .oneLine)
  }()

  @Test(
    "puts back what edit-file changed, and nobody's earlier change; and so does undo of that",
    arguments: [
      (#""rules": "register""#, #""rules": \#(ours)"#, ["rules"]),
      (#""rules": \#(ours)"#, #""rules": "register""#, ["rules"]),
      (#""x-motd": "Hi", "x-x": null"#, #""x-motd": null, "x-x": [1]"#, ["x-motd", "x-x"]),
      (#""x-motd": "Hi", "x-x": null"#, #""x-motd": "Hi""#, ["x-x"]),
      (#""x-motd": "Hi""#, #""x-motd": "Hi", "x-x": null"#, ["x-x"]),
      (#""x-\u006dotd": 1"#, #""x-motd": 1.0"#, ["x-motd"]),
    ])
  func keys(old: String, new: String, keys: [String]) async throws {
    try documents.write(text(names, old))
    try await registry.edit([.firstName: "Ada"], of: "ada@home.org")
    let (before, edited) = (try documents.text(), try documents.text().replacing(old, with: new))
    #expect(try await documents.editFile(edited).isEmpty)
    let entry = try #require(try await registry.history(limit: 1).first)
    #expect(entry.document?.keys == keys && entry.accounts.isEmpty && entry.isUndone)
    let dry = try await registry.undo(isDryRun: true)
    #expect(try documents.text() == edited)
    let done = try await registry.undo()
    #expect(done.entries.map(\.number) == [2] && done.passedOver.isEmpty)
    #expect(done.document?.keys == keys && dry.document == done.document && done.accounts.isEmpty)
    try expectSame(before)
    #expect(try await registry.value(.firstName, of: "ada@home.org") == "Ada")
    #expect(try await registry.undo().document == entry.document)
    try expectSame(edited)
    _ = try await registry.undo(4)
    #expect(try await registry.value(.firstName, of: "ada@home.org") == nil)
  }

  /// Expects the file to have the same values as a text, with its keys in any order.
  private func expectSame(_ text: String) throws {
    func values(_ bytes: [UInt8]) throws -> [String]? {
      let document = try JSONDocument(parsing: bytes)
      guard case .object(let members)? = document.literal(document.root) else { return nil }
      return members.map { "\($0.key) \($0.value.text(style: .compact))" }.sorted()
    }
    #expect(try values(documents.bytes()) == values(Array(text.utf8)))
  }

  // MARK: Order

  @Test("leaves the order that an edit of the file made, which is no change of its own")
  func order() async throws {
    try documents.write(text(names))
    try await documents.editFile(text(names.reversed()))
    let entry = try #require(try await registry.history(limit: 1).first)
    #expect(entry.did == .editFile && entry.document == nil && !entry.isUndone)
    let moved = try documents.text()
    await #expect(throws: AccountsError.nothingToUndo(left: 0)) { try await registry.undo() }
    // What else the edit did comes back.
    try await documents.editFile(
      text([account("kim", #", "firstName": "A""#), "ada", "bob", "eve"]))
    _ = try await registry.undo()
    #expect(try await emails() == ["kim", "ada", "bob", "eve"])
    #expect(try documents.text() != moved)
    #expect(try !documents.text().contains("firstName"))
  }

  // MARK: Conflicts

  @Test(
    "is refused where a key changed since, however, and names it",
    arguments: [
      #""x-motd": "C""#, #""x-motd": null"#, #""x-mot": "B""#, #""x-motd": "B", "x-motd": "B""#,
    ])
  func conflict(now: String) async throws {
    try documents.write(text(names, #""x-motd": "A""#))
    try await documents.editFile(text(names, #""x-motd": "B""#))
    try documents.write(text(names, now))
    #expect(try await documents.refusalsOfUndo() == [Refusal(0, of: "", .changedSince(["x-motd"]))])
    #expect(await error { try await registry.undo(isDryRun: true) } != nil)
    // Spacing is no change.
    try documents.write(text(names, #""x-motd"  :  "B""#))
    _ = try await registry.undo()
    #expect(try documents.text() == text(names, #""x-motd"  :  "A""#))
  }

  @Test("leaves other keys of the rulebook as later changes set them, each down to a list")
  func keysOfRules() async throws {
    func rules(_ cost: Int, _ more: String = "") -> String {
      #""rules": {"from": "register", "fields": {"password": {"cost": \#(cost)}\#(more)}}"#
    }
    try documents.write(text(names, rules(5)))
    try await documents.editFile(text(names, rules(6)))
    let groups = #", "groups": {"allowed": ["ops"]}"#
    try await documents.editFile(text(names, rules(6, groups)))
    _ = try await registry.undo(change: 1)
    try expectSame(text(names, rules(5, groups)))
    #expect(try await registry.undo(change: 2).value.entries.map(\.number) == [2])
    try expectSame(text(names, rules(5)))
    // The same key again, and by a hand.
    try await documents.editFile(text(names, rules(7)))
    try await documents.editFile(text(names, rules(8)))
    #expect(
      await error { try await registry.undo(change: 5) }
        == .cannotUndo([Refusal(0, of: "", .changedSince(["rules"]), laterChanges: ["rules": 6])]))
    try documents.write(text(names, rules(9)))
    #expect(try await documents.refusalsOfUndo() == [Refusal(0, of: "", .changedSince(["rules"]))])
  }

  @Test("is made together with what the same edit did to accounts, or not at all")
  func together() async throws {
    try documents.write(text(names, #""x-motd": "A""#))
    let edited = [account("ada", #", "firstName": "A""#), "bob", "new"]
    try await documents.editFile(text(edited, #""x-motd": "B""#))
    try documents.write(try documents.text().replacing(#""B""#, with: #""C""#))
    #expect(try await documents.refusalsOfUndo() == [Refusal(0, of: "", .changedSince(["x-motd"]))])
    try documents.write(try documents.text().replacing(#""C""#, with: #""B""#))
    try documents.write(try documents.text().replacing(#""firstName": "A""#, with: #""x-x": 1"#))
    #expect(
      try await documents.refusalsOfUndo() == [
        Refusal(0, of: "ada@home.org", .changedSince(["firstName"]))
      ])
    try documents.write(text(edited, #""x-motd": "B""#))
    let done = try await registry.undo()
    #expect(done.document?.keys == ["x-motd"] && done.accounts.count == 4)
    try expectSame(text(names, #""x-motd": "A""#))
  }

  @Test("brings back each value of a key that comes twice, in order")
  func twice() async throws {
    let before = text(names, #""x-x": 1, "x-n": 0, "x-x": null"#)
    try documents.write(before)
    try await documents.editFile(text(names, #""x-n": 0, "x-x": 3"#))
    #expect(try await registry.undo().document?.keys == ["x-x"])
    let back = try documents.text()
    #expect(back.contains(#""x-x": 1"#) && back.contains(#""x-x": null"#), "\(back)")
    // It is taken back as any other.
    _ = try await registry.undo()
    try documents.write(try documents.text().replacing(#""x-x": 3"#, with: #""x-x": 3, "x-x": 4"#))
    #expect(try await documents.refusalsOfUndo() == [Refusal(0, of: "", .changedSince(["x-x"]))])
  }

  // MARK: What is not kept

  @Test(
    "keeps no value that may be a password, or cannot be read again",
    arguments: [
      #""x-x": {"teams": [{"password": "typed1"}]}"#, #""x-password": "typed1""#,
      #""x-x": ["\#(HashOfSecret1.md5)"]"#, #""x-x": "!*\#(HashOfSecret1.md5)""#,
      #""x-x": 1, "x-x": "\ud800""#, #""x-x": "\ud800""#,
      #""x-x": {"\udfff": 1}"#, nested(509), nested(510), nested(511),
    ])
  func lost(others: String) async throws {
    try documents.write(text(names, #""rules": "register""#))
    try await registry.edit([.firstName: "Ada"], of: "ada@home.org")
    let before = try documents.text()
    let edited = before.replacing(#""register""#, with: #""register", \#(others)"#)
    #expect(try await documents.editFile(edited) == [.cannotBeUndone])
    let history = try documents.text(of: "history.jsonl")
    #expect(!history.contains("typed1"))
    #expect(history.split(separator: "\n").last?.contains(HashOfSecret1.md5) == false)
    let entries = try await registry.history()
    #expect(entries.map(\.number) == [2, 1])
    #expect(entries[0].document?.lostKeys.isEmpty == false)
    await #expect(throws: AccountsError.valuesGone(number: 2)) { try await registry.undo() }
    #expect(try documents.text() == edited)
  }

  private static func nested(_ depth: Int) -> String {
    #""x-x": "# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test("keeps a value that is nested as deeply as a line can have it")
  func deep() throws {
    func file(_ others: String) throws -> AccountsDocument {
      try AccountsDocument(path: "/accounts.json", bytes: Array(text(names, others).utf8))
    }
    let changes = try ChangeRecording(from: file(#""x-x": []"#), to: file(Self.nested(508)))
    let entry = HistoryEntry(
      number: 1, time: nil, user: nil, by: nil, did: .editFile, document: changes.document)
    let read = try #require(HistoryLine(HistoryLine(entry: entry).bytes()))
    #expect(read.entry.document?.changes.map(\.key) == ["x-x"])
    #expect(read.entry.document == changes.document)
  }

  @Test("names what is newer and stays: what a hand did, hashing, spacing, who was forgotten")
  func passedOver() async throws {
    try await registry.register("ada@home.org")
    try await registry.register("bob@home.org", logsIn: false)
    try await registry.edit([.firstName: "Ada"])
    try await registry.edit([.firstName: "Bob"], of: "bob@home.org")
    _ = try await registry.forgetHistory(of: "bob@home.org")
    try await documents.editFile(try documents.text().replacing("  ", with: " "))
    let hash = try #require(try await documents.storedPassword(of: "bob@home.org"))
    try documents.write(try documents.text().replacing(hash, with: "typed1"))
    _ = try await registry.seal()
    try documents.write(try documents.text().replacing("Bob", with: "Rob"))
    for isDryRun in [true, false] {
      let done = try await registry.undo(isDryRun: isDryRun)
      #expect(done.entries.map(\.number) == [3])
      #expect(done.passedOver.map(\.number) == [nil, 7, 6, 5, 4])
      #expect(done.passedOver.map(\.did) == [.byHand, .seal, .byHand, .editFile, .edit])
    }
    #expect(try await registry.undo().passedOver.isEmpty)
  }

  @Test("lets cancel name what others did since, and be no edit that it takes back")
  func cancelled() async throws {
    try await registry.register("ada@home.org")
    try await registry.edit([.firstName: "Ada"])
    try await registry.login("ada@home.org")
    try documents.write(try documents.text().replacing("\n", with: "\n "))
    _ = try await registry.seal()
    guard case .takenBack(_, let passedOver) = try await registry.cancel().value else {
      Issue.record("nothing was taken back")
      return
    }
    #expect(passedOver.map(\.number) == [nil])
    try await registry.edit([.firstName: "Ada"])
    try await documents.editFile(try documents.text().replacing("\"register\"", with: Self.ours))
    // The last that this user did is no edit of an account.
    await #expect(throws: AccountsError.nothingToCancel) { try await registry.cancel() }
  }
}
