#if canImport(Testing)
import Accounts
import LosslessJSON
import Testing

extension TestedStore {
  /// Adds an account, and then keys past the rules.
  fileprivate func add(_ email: String, _ keys: [JSONLiteral.Member]) async throws {
    try await store.add(email, [.id: "\(email) \(AccountID.random())"])
    let changes = keys.map { Change($0.key, from: nil, to: $0.value) }
    let edit = AccountChange.edit(try await store.id(email), changes, mayBreakRules: true)
    #expect(try await store.apply(edit).effects == [.changed])
  }

  /// The keys of an account that no field is.
  fileprivate func keys(of email: String) async throws -> [String] {
    let accounts = try await store.all(PageRequest(limit: 7, includesOwnKeys: true))
    return accounts.first { $0.values.email == email }?.ownKeys.map(\.key) ?? []
  }
}

extension Promise {
  private static let club = JSONLiteral.Member("club", .string("Inter"))
  private static let frozen = JSONLiteral.Member("frozen", .bool(true))

  static let dropping: [Promise] = [
    Promise("keys that no field is are taken out, known or not, however often they are there") {
      tested in
      let twice: [JSONLiteral.Member] = [
        .init("x-note", .string("a")), .init("x-stay", .integer(1)), .init("x-note", .integer(2)),
      ]
      let new = NewAccount(fields("a@b.co", [.firstName: "A"]), ownKeys: twice)
      _ = try await tested.store.apply(.add(new))
      let edit = AccountChange.edit(
        try await tested.store.id("a@b.co"), [Change("club", from: nil, to: club.value)],
        mayBreakRules: true)
      #expect(try await tested.store.apply(edit).accounts.map(\.isClosed) == [true])
      let keys = ["club", "x-note", "nobody", "firstName"]
      let look = try await tested.registry.drop(keys, of: ["a@b.co"], isDryRun: true).value
      #expect(look.map(\.after) == [.open])
      #expect(try await tested.keys(of: "a@b.co").contains("club"))
      let done = try await tested.registry.drop(keys, of: ["a@b.co"]).value
      #expect(done.map(\.before) == [.closed] && done.map(\.after) == [.open])
      #expect(done.map { Set($0.dropped.map(\.key)) } == [["club", "x-note"]])
      #expect(look.map { Set($0.keys) } == done.map { Set($0.keys) })
      #expect(try await tested.keys(of: "a@b.co") == ["x-stay"])
      #expect(try await tested.store.named("a@b.co")?.values.firstName == "A")
      let again = try await tested.registry.drop(keys, of: ["a@b.co"]).value
      #expect(again.map(\.keys) == [[]])
    },
    Promise("an account from which a key is taken may stay closed, and all change or none") {
      tested in
      try await tested.add("a@b.co", [club, frozen])
      try await tested.add("b@b.co", [club])
      let done = try await tested.registry.drop(["club"], of: ["a@b.co", "b@b.co"]).value
      #expect(done.map(\.after) == [.closed, .open])
      await #expect(throws: AccountsError.noSuchAccount(name: "c@b.co")) {
        try await tested.registry.drop(["frozen"], of: ["a@b.co", "c@b.co"])
      }
      #expect(try await tested.keys(of: "a@b.co") == ["frozen"])
      // Whoever is kept out by a key stays out without it, once disabled.
      let disabled = try await tested.registry.disable("a@b.co").value
      #expect(disabled.after == .closed && disabled.fields == [.disabled])
      let opened = try await tested.registry.drop(["frozen"], of: ["a@b.co"]).value
      #expect(opened.map(\.after) == [.disabled])
    },
    Promise("keys are taken out of all accounts, and undo brings them back, and closes again") {
      tested in
      let store = tested.store
      try await tested.add("a@b.co", [club])
      try await tested.add("b@b.co", [club, frozen])
      try await store.add("c@b.co")
      let before = try await store.state()
      let look = try await tested.registry.dropEverywhere(["club"], isDryRun: true).value
      #expect(try await store.state() == before)
      let done = try await tested.registry.dropEverywhere(["club"]).value
      #expect(done.accounts.map(\.name) == ["a@b.co", "b@b.co"] && done.document == nil)
      #expect(done.accounts.map(\.after) == [.open, .closed])
      #expect(look.accounts.map(\.after) == done.accounts.map(\.after))
      #expect(try await store.all().map(\.isClosed) == [false, true, false])
      #expect(try await tested.registry.dropEverywhere(["club"]).value.accounts.isEmpty)
      guard try await store.hasHistory else { return }
      let values = try await store.entries().first?.accounts.map { $0.values(\.old) }
      #expect(values == [["club": .string("Inter")], ["club": .string("Inter")]])
      _ = try await tested.registry.undo()
      #expect(try await store.state() == before)
      #expect(try await store.all().map(\.isClosed) == [true, true, false])
    },
  ]
}
#endif
