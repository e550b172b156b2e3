import AccountsSupport
import LosslessJSON
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Undo of odd changes") struct OddUndoTests {
  private let documents = Documents()

  @Test(
    "tells null from nothing in any key, before the change, after it and now",
    arguments: ["x-note", "password", "username", "groups", "disabled"])
  func nullOrNothing(key: String) async throws {
    let word = key == "password" ? HashOfSecret1.md5 : "2020-01-01"
    let values: [JSONLiteral?] = [nil, .null, .string(word), .array([.null])]
    func text(_ value: JSONLiteral?) -> String {
      var members: [JSONLiteral.Member] = [
        .init("email", .string("ada@home.org")), .init("password", .string(HashOfSecret1.md5)),
      ]
      members.removeAll { $0.key == key }
      if let value { members.append(.init(key, value)) }
      members.append(.init("id", .string("ada@home.org 10000000-0000-4000-8000-000000000001")))
      return JSONLiteral.object([
        .init("rules", .string("register")), .init("accounts", .array([.object(members)])),
      ]).text(style: .oneLine)
    }
    for before in values {
      for after in values where after != before {
        try documents.write(text(before))
        try await documents.editFile(text(after))
        for now in values where now != after {
          try documents.write(text(now))
          let refused = Refusal(0, of: "ada@home.org", .changedSince([key]))
          await #expect(throws: AccountsError.cannotUndo([refused])) {
            try await documents.registry.undo()
          }
        }
        try documents.write(text(after))
        // A password that is not a text is kept by no change.
        let isLost = key == "password" && [before, after].contains(values[3])
        if isLost { continue }
        let done = try await documents.registry.undo()
        #expect(done.accounts.map { $0.changes?.map(\.new) } == [[before]])
        #expect(try value(of: key) == before)
        _ = try await documents.registry.undo()
        #expect(try value(of: key) == after)
      }
    }
  }

  /// The value of a key of the first account; nil for nothing.
  private func value(of key: String) throws -> JSONLiteral? {
    let document = try JSONDocument(parsing: documents.bytes())
    let accounts = document.value(for: JSONKey("accounts"), in: document.root)
    let account = try #require(document.elements(of: accounts).first)
    return document.value(for: JSONKey(key), in: account).flatMap { document.literal($0) }
  }

  @Test("keeps an own key that is nested too deeply for a line without its values, and says so")
  func tooDeep() async throws {
    for depth in [507, 508, 509] {
      let odd = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      try documents.write(accounts: [
        hashed("bob@home.org", typedID("bob@home.org")),
        hashed("ada@home.org", #", "x-note": \#(odd)"# + typedID("ada@home.org", 2)),
      ])
      let before = try documents.text()
      try await documents.registry.edit([.firstName: "Bob"], of: "bob@home.org")
      let done = try await documents.registry.remove("ada@home.org")
      let entries = try await documents.registry.history()
      #expect(entries.compactMap(\.number).first == entries.compactMap(\.number).count)
      #expect(entries.map(\.did).prefix(2) == [.remove, .edit])
      if depth == 507 {
        #expect(done.notices == [.namesFree(["ada@home.org"])])
        _ = try await documents.registry.undo(2)
        #expect(try documents.text() == before)
      } else {
        #expect(done.notices == [.cannotBeUndone, .namesFree(["ada@home.org"])])
        let number = entries.first?.number ?? 0
        await #expect(throws: AccountsError.valuesGone(number: number)) {
          try await documents.registry.undo()
        }
        #expect(try await documents.registry.value(.firstName, of: "bob@home.org") == "Bob")
      }
    }
  }

  @Test("takes back two user names that were swapped, or given from one to the other")
  func swapped() async throws {
    let one = [#", "username": "one""#, #", "username": "two""#]
    try documents.write(accounts: [
      hashed("ada@home.org", one[0] + typedID("ada@home.org")),
      hashed("bob@home.org", one[1] + typedID("bob@home.org", 2)),
    ])
    let text = try documents.text()
    try await documents.editFile(
      text.replacing("\"one\"", with: "\"x\"").replacing("\"two\"", with: "\"one\"")
        .replacing("\"x\"", with: "\"two\""))
    _ = try await documents.registry.undo()
    #expect(try documents.text() == text)
  }

  /// At this size anything worse than linear would not finish.
  @Test("takes back an account with very many keys")
  func manyKeys() async throws {
    let keys = (0..<50_000).map { #", "k\#($0)": \#($0)"# }.joined()
    try documents.write(accounts: [hashed("ada@home.org", keys), hashed("bob@home.org")])
    let registry = documents.registry
    _ = try await registry.remove("ada@home.org")
    for count in [2, 1] {
      _ = try await registry.undo()
      #expect(try await registry.list(limit: 9).accounts.count == count)
    }
  }

  @Test("takes back a user name that one account gave to another before it")
  func given() async throws {
    try documents.write(accounts: [
      hashed("ada@home.org"), hashed("bob@home.org", #", "username": "one""#),
    ])
    let text = try documents.text()
    try await documents.editFile(
      text.replacing(#", "username": "one""#, with: "")
        .replacing(
          hashed("ada@home.org"), with: hashed("ada@home.org", #", "username": "one""#)))
    func names() async throws -> [String?] {
      try await documents.registry.list(limit: 9).accounts.map(\.values.username)
    }
    #expect(try await names() == ["one", nil])
    _ = try await documents.registry.undo()
    #expect(try await names() == [nil, "one"])
  }
}
