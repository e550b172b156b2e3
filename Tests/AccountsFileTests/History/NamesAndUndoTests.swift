import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Undo, where names and passwords are not what they seem") struct NamesAndUndoTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let ada = "ada@home.org"

  private func account(_ email: String, _ password: String, _ others: String = "") -> String {
    #"{"email": "\#(email)", "password": "\#(password)"\#(others)}"#
  }

  @Test("a typed password that breaks the rules comes back as a lock, not as one that keeps them")
  func brokenTyped() async throws {
    try documents.write(accounts: [account(ada, "tp")])
    _ = try await registry.remove(ada)
    #expect(try documents.text(of: "history.jsonl").contains(#""password":["*",null]"#))
    #expect(try await registry.undo().notices == [.comesBackLocked(name: ada)])
    await #expect(throws: AccountsError.loginFailed) { try await registry.login(ada, "tp") }
  }

  @Test("a text that is no password comes back as a lock, with a word")
  func foreign() async throws {
    try documents.write(accounts: [account(ada, "!secret2")])
    _ = try await registry.remove(ada)
    #expect(try !documents.text(of: "history.jsonl").contains("secret2"))
    #expect(try await registry.undo().notices == [.comesBackLocked(name: ada)])
  }

  @Test("an account that one change names by its user name and another by its email is one")
  func otherName() async throws {
    try await registry.register(ada, "secret1", [.username: "ada", .firstName: "A"])
    try await registry.edit([.firstName: "B"])
    let rules =
      #""rules": {"key": "username", "login": {"by": "username"}, "fields": {"password": {"required": true}}}"#
    try documents.write(try documents.text().replacing(#""rules": "register""#, with: rules))
    try await registry.edit([.firstName: "C"], of: "ada")
    let names = try await registry.history(limit: 2).compactMap { $0.accounts.first?.name }
    #expect(names == ["ada"])
    #expect(try await registry.undo(2).entries.count == 2)
    #expect(try await registry.account("ada").values.firstName == "A")
    #expect(try await registry.history(of: "ada").count == 4)
    #expect(try await registry.forgetHistory(of: "ada").names == ["ada", ada])
    #expect(try !documents.text(of: "history.jsonl").contains(ada))
  }

  @Test("an account whose name was cleared is found by the name that it got")
  func cleared() async throws {
    let rules =
      #"{"key": "username", "login": {"by": "username"}, "fields": {"password": {"required": true}}}"#
    try documents.write(
      #"{"rules": \#(rules), "accounts": [\#(account(ada, HashOfSecret1.md5))]}"#)
    try await registry.edit([.username: "ada", .email: .clear], of: ada)
    _ = try await registry.undo()
    #expect(try await registry.account(ada).values.username == nil)
  }

  @Test("an account with a key twice goes and comes back as often as one likes")
  func twice() async throws {
    let twice = #"{"email": "\#(ada)", "password": "secret1", "password": "secret2"}"#
    try documents.write(accounts: [twice])
    _ = try await registry.remove(ada)
    for _ in 0..<3 { _ = try await registry.undo() }
    #expect(try documents.text().split(separator: "password").count == 3)
  }

  @Test("no account comes to share a name, also not one that others share already")
  func sharedByOthers() async throws {
    let (eve, joe) = ("eve@home.org", "joe@home.org")
    try documents.write(accounts: [hashed(ada), hashed("bob@home.org"), hashed(eve)])
    try await registry.edit([.email: FieldSetting(joe)], of: eve)
    let text = try documents.text()
    for (ada, bob) in [(eve, "bob@home.org"), (eve, eve)] {
      try documents.write(
        text.replacing("ada@home.org", with: ada).replacing("bob@home.org", with: bob))
      #expect(try await documents.refusalsOfUndo() == [Refusal(0, of: joe, .taken(.email))])
    }
  }

  @Test("the session stays with its account where two swap their names in one change, and in undo")
  func swapped() async throws {
    let rules =
      #"{"key": "username", "login": {"by": ["username", "email"]}, "fields": {"password": {"required": true}}}"#
    func named(_ name: String) -> String {
      hashed("\(name)@home.org", #", "username": "\#(name)""#)
    }
    try documents.write(
      #"{"rules": \#(rules), "accounts": [\#(named("ada")), \#(named("bob"))]}"#)
    try documents.write(#"{"email": "ada@home.org"}"#, to: "session.json")
    let declared = [("ada", "bob@home.org"), ("bob", "ada@home.org")].map { name, email in
      var values = FieldValues()
      (values.username, values.email) = (name, email)
      return NewAccount(values)
    }
    _ = try await registry.apply(declared)
    #expect(try documents.text(of: "session.json").contains("bob@home.org"))
    _ = try await registry.undo(theirs: true)
    #expect(try documents.text(of: "session.json").contains("ada@home.org"))
    // Each is the same person in the history.
    let entries = try await registry.history()
    let people = PeopleInHistory([AccountName("ada")], [], in: entries)
    #expect(people.names == ["ada", "ada@home.org", "bob@home.org"])
    #expect(entries.prefix(2).map { people.changes(in: $0).accounts.count } == [1, 1])
  }

  @Test("what the history cannot keep is told when it is written")
  func notKept() async throws {
    try documents.write(accounts: [account(ada, HashOfSecret1.md5, #", "x-note": "\ud800""#)])
    #expect(try await registry.remove(ada).notices.first == .cannotBeUndone)
    await #expect(throws: AccountsError.valuesGone(number: 1)) { try await registry.undo() }
  }

  @Test("a number at the end of all numbers costs a warning, and no line")
  func noMoreNumbers() async throws {
    try await registry.register(ada)
    let text = try documents.text(of: "history.jsonl")
    let last = HistoryLine.greatestNumber - 1
    try documents.write(text.replacing("\"n\":1,", with: "\"n\":\(last),"), to: "history.jsonl")
    let notices = try await registry.edit([.firstName: "A"]).notices
    guard notices.count == 1, case .notInHistory? = notices.first else {
      Issue.record("\(notices)")
      return
    }
    #expect(try await registry.history().map(\.number) == [nil, last])
  }

  @Test("only the very file that was to be replaced unmakes a change, not a copy in its place")
  func restored() async throws {
    try await registry.register(ada)
    try await registry.edit([.firstName: "A"])
    let lines = try documents.text(of: "history.jsonl").split(separator: "\n").map(String.init)
    let now = try #require(documents.state())
    var line = try #require(HistoryLine(Array(lines[1].utf8)))
    line.left = nil
    for isSame in [true, false] {
      line.replaced = FileTrace(now)
      var text = String(decoding: line.bytes(), as: UTF8.self)
      if !isSame {
        let changed = "\(now.changed.seconds),\(now.changed.nanoseconds)]"
        text = text.replacing(changed, with: "\(now.changed.seconds - 1),0]")
      }
      try documents.write("\(lines[0])\n\(text)", to: "history.jsonl")
      let numbers = try await registry.history().map(\.number)
      #expect(numbers == (isSame ? [nil, 1] : [nil, 2, 1]))
    }
  }
}
