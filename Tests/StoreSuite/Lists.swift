#if canImport(Testing)
import Accounts
import LosslessJSON
import Testing

extension Promise {
  static let lists: [Promise] = [
    Promise("a list of added, edited and removed accounts is written together") { tested in
      let store = tested.store
      for name in ["a", "b", "c", "d"] { try await store.add("\(name)@b.co") }
      let edit = [Change(.firstName, from: nil as String?, to: "B")]
      let applied = try await store.apply(
        .remove(store.id("a@b.co")), .add(NewAccount(fields("e@b.co"))),
        .edit(store.id("b@b.co"), edit), .remove(store.id("d@b.co")),
        .add(NewAccount(fields("f@b.co"))))
      #expect(applied.effects == [.removed, .added, .changed, .removed, .added])
      #expect(
        applied.accounts.map(\.values.email)
          == ["a@b.co", "e@b.co", "b@b.co", "d@b.co", "f@b.co"])
      #expect(try await store.emails() == ["b@b.co", "c@b.co", "e@b.co", "f@b.co"])
      #expect(try await store.named("b@b.co")?.values.firstName == "B")
    },
    Promise("all accounts can be removed and others added in one list") { tested in
      let store = tested.store
      for name in ["a", "b", "c"] { try await store.add("\(name)@b.co") }
      var changes: [AccountChange] = []
      for name in ["a", "b", "c"] { changes.append(.remove(try await store.id("\(name)@b.co"))) }
      _ = try await store.apply(
        changes + [.add(NewAccount(fields("d@b.co")))], WriteOptions())
      #expect(try await store.emails() == ["d@b.co"])
    },
    Promise("where one change is refused, none is written, and every refusal is told") { tested in
      let store = tested.store
      try await store.add("a@b.co")
      let missing = try #require(try await store.add("b@b.co").nameKey)
      _ = try await store.apply(.remove(missing))
      let refusals = try await store.refusals(of: [
        .add(NewAccount(fields("c@b.co"))), .add(NewAccount(fields("A@b.co"))),
        .remove(missing), .add(NewAccount(fields("no address"))),
      ])
      #expect(refusals.map(\.index) == [1, 2, 3])
      #expect(refusals.prefix(2).map(\.reason) == [.taken(.email), .missing])
    },
    Promise("no account is concerned by two changes of a list") { tested in
      let store = tested.store
      let id = try #require(try await store.add("a@b.co").nameKey)
      let refusals = try await store.refusals(of: [
        .add(NewAccount(fields("c@b.co"))), .add(NewAccount(fields("C@b.co"))),
        .edit(id, []), .remove(id),
        .add(NewAccount(fields("c@b.co")), onConflict: .skip),
      ])
      #expect(
        refusals == [
          Refusal(1, .repeats(earlier: 0)), Refusal(3, .repeats(earlier: 2)),
          Refusal(4, .repeats(earlier: 0)),
        ])
    },
    Promise("a new account whose name is taken is skipped, merged or refused") { tested in
      let store = tested.store
      try await store.add("Ada@b.co", [.firstName: "A", .lastName: "L"])
      var brought = FieldValues()
      (brought.email, brought.firstName) = ("ada@b.co", "B")
      let new = NewAccount(brought)
      #expect(try await store.refusals(of: [.add(new)]).last?.reason == .taken(.email))
      #expect(try await store.apply(.add(new, onConflict: .skip)).effects == [.skipped])
      #expect(try await store.named("ada@b.co")?.values.firstName == "A")
      let applied = try await store.apply(.add(new, onConflict: .replace))
      #expect(applied.effects == [.changed])
      let found = try #require(try await store.named("ada@b.co")?.values)
      #expect(found.email == "Ada@b.co" && found.firstName == "B" && found.lastName == "L")
    },
    Promise("a dry run writes nothing and says what would be written") { tested in
      let store = tested.store
      let id = try #require(try await store.add("a@b.co").nameKey)
      let changes: [AccountChange] = [
        .add(NewAccount(fields("c@b.co"))), .remove(id),
        .add(NewAccount(fields("a@b.co")), onConflict: .skip),
      ]
      let dry = WriteOptions(isDryRun: true)
      let refused = try await store.apply(changes, dry).value
      #expect(refused.refusals == [Refusal(2, .repeats(earlier: 1))])
      let planned = try await store.apply(Array(changes.prefix(2)), dry).value
      #expect(planned.effects == [.added, .removed] && planned.refusals.isEmpty)
      #expect(try await store.emails() == ["a@b.co"])
      let written = try await store.apply(Array(changes.prefix(2)), WriteOptions()).value
      #expect(written.effects == planned.effects)
      #expect(try await store.emails() == ["c@b.co"])
    },
    Promise("accounts are returned only where they are asked for") { tested in
      let options = WriteOptions(returnsAccounts: false)
      let change = AccountChange.add(NewAccount(fields("a@b.co")))
      let applied = try await tested.store.apply([change], options).value
      #expect(applied.effects == [.added] && applied.accounts.isEmpty)
    },
    Promise("a write that is to begin a store with another rulebook is refused") { tested in
      let store = tested.store
      try await store.add("ada@b.co")
      func add(_ email: String, under rules: Rulebook) async throws {
        let change = AccountChange.add(NewAccount(fields(email)))
        _ = try await store.apply([change], WriteOptions(rulebook: rules))
      }
      try await add("bob@b.co", under: rulebook)
      await #expect {
        try await add("cid@b.co", under: .standard)
      } throws: { error in
        if case AccountsError.alreadyInitialised = error { true } else { false }
      }
      #expect(try await store.all().compactMap(\.values.email) == ["ada@b.co", "bob@b.co"])
    },
    Promise("changes that another rulebook judged are refused, all of them") {
      tested in
      let store = tested.store
      let ada = try await store.add("ada@b.co")
      var options = WriteOptions()
      options.judgedUnder = .standard
      let changes = [
        AccountChange.add(NewAccount(fields("bob@b.co"))),
        try .edit(#require(ada.nameKey), [.init(.firstName, from: nil, to: .text("Ada"))]),
      ]
      for isDryRun in [true, false] {
        options.isDryRun = isDryRun
        let applied = try await store.apply(changes, options).value
        #expect(applied.effects == [.refused, .refused])
        #expect(applied.refusals == [Refusal(0, .conflict([])), Refusal(1, .conflict([]))])
      }
      options.judgedUnder = rulebook
      #expect(try await store.apply(changes, options).value.effects == [.added, .changed])
      #expect(try await store.all().compactMap(\.values.firstName) == ["Ada"])
    },
    Promise("a write returns what became of each account, if that is asked for") { tested in
      let store = tested.store
      for name in ["a", "b"] { try await store.add("\(name)@b.co", [.firstName: "A"]) }
      let changes = try await threeChanges(in: store)
      let tried = try await store.apply(changes, WriteOptions(isDryRun: true))
      let done = try await store.apply(changes, WriteOptions())
      #expect(done.value.changes.byName.map(\.kind) == [.changed, .removed, .added])
      #expect(done.value.changes.byName.map(\.name) == ["a@b.co", "b@b.co", "c@b.co"])
      let edited = done.value.changes.byName[0].changes
      #expect(edited == [.init("firstName", from: .string("A"), to: .string("B"))])
      #expect(tried.value.changes.byName == done.value.changes.byName)
      let again = try await store.apply([changes[2]], WriteOptions())
      #expect(again.value.changes.isEmpty && again.value.effects == [.unchanged])
      let back = [Change(.firstName, from: "B", to: "A")]
      let silent = try await store.apply(
        [.edit(store.id("a@b.co"), back)], WriteOptions(returnsChanges: false))
      #expect(silent.value.changes.isEmpty && silent.value.effects == [.changed])
    },
    Promise("no changes change nothing") { tested in
      let applied = try await tested.store.apply([], WriteOptions()).value
      #expect(applied.effects.isEmpty && applied.refusals.isEmpty)
    },
    Promise("keys that are not ours survive an edit, and are paged where asked for") { tested in
      let store = tested.store
      let own: [JSONLiteral.Member] = [
        .init("x-teams", .array([.string("dev")])), .init("x-n", .integer(7)),
      ]
      _ = try await store.apply(.add(NewAccount(fields("a@b.co"), ownKeys: own)))
      let edit = [Change(.firstName, from: nil as String?, to: "A")]
      _ = try await store.apply(.edit(store.id("a@b.co"), edit))
      var values = fields("a@b.co")
      values.password = nil
      let new = NewAccount(values, ownKeys: [.init("x-n", .integer(8))])
      _ = try await store.apply(.add(new, onConflict: .replace))
      let page = try await store.page(PageRequest(limit: 5, includesOwnKeys: true))
      #expect(page.accounts.first?.ownKeys == [own[0], .init("x-n", .integer(8))])
    },
  ]
}

/// An account that comes, one that goes, and one that changes.
func threeChanges(in store: some AccountStore) async throws -> [AccountChange] {
  let edit = [Change(.firstName, from: "A", to: "B")]
  return [
    .add(NewAccount(fields("c@b.co"))), .remove(try await store.id("b@b.co")),
    .edit(try await store.id("a@b.co"), edit),
  ]
}

extension [AccountRecord] {
  /// The accounts in the order of their names, without the places where they stood.
  var byName: [AccountRecord] {
    map { account in
      var account = account
      account.place = nil
      return account
    }.sorted { $0.name ?? "" < $1.name ?? "" }
  }
}
#endif
