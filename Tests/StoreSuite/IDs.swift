#if canImport(Testing)
import Accounts
import Synchronization
import Testing

extension Promise {
  static let ids: [Promise] = [
    Promise("an id counts while its account has the name in it, in any case") { tested in
      let store = tested.store
      let id = AccountID.random()
      try await store.add("Ada@b.co", [.username: "ada", .id: "ADA@b.co \(id)"])
      try await store.add("bob@b.co", [.id: "zoe \(AccountID.random())"])
      #expect(try await store.named("ada")?.id == id)
      #expect(try await store.named("bob@b.co")?.id == nil)
      #expect(try await store.all().map(\.id) == [id, nil])
      let found = try await store.find(.ids([id, .random()])).accounts
      #expect(found.map(\.id) == [id] && found.map(\.values.email) == ["Ada@b.co"])
      #expect(try await store.find(.ids([.random()])).accounts.isEmpty)
    },
    Promise("an id that was copied into another account does not count there", for: .sharedNames) {
      tested in
      let store = tested.store
      let id = AccountID.random()
      try await store.add("ada@b.co", [.id: "ada@b.co \(id)"])
      try await tested.plant([fields("bob@b.co", [.id: "ada@b.co \(id)"])])
      #expect(try await store.named("ada@b.co")?.id == id)
      #expect(try await store.named("bob@b.co")?.id == nil)
      let found = try await store.find(.ids([id])).accounts
      #expect(found.map(\.id) == [id, nil] && found.allSatisfy { !$0.isClosed })
    },
    Promise("an id that two accounts have beside their names counts at neither", for: .sharedNames)
    {
      tested in
      let store = tested.store
      let id = AccountID.random()
      try await store.add("ada@b.co", [.id: "ada@b.co \(id)"])
      try await tested.plant([fields("bob@b.co", [.username: "bob", .id: "bob \(id)"])])
      for name in ["ada@b.co", "bob@b.co", "BOB"] {
        let account = try #require(try await store.named(name))
        #expect(account.id == nil && account.givenID?.id == id && !account.isClosed)
      }
      #expect(try await store.all().allSatisfy { $0.id == nil })
      #expect(try await store.find(.ids([id])).accounts.map(\.id) == [nil, nil])
      let names = [AccountName("bob"), AccountName("ada@b.co")]
      #expect(try await store.find(.names(names)).accounts.map(\.id) == [nil, nil])
      // The edit of one leaves both as they are.
      let edit = [Change(.firstName, from: nil as String?, to: "B")]
      let done = try await store.apply(.edit(store.id("bob"), edit))
      #expect(done.accounts.map(\.id) == [nil] && done.changes.map(\.id) == [nil])
      // Nor does a rename of one make the other's count.
      let away = [Change(.username, from: "bob", to: "rob")]
      #expect(
        try await store.refusal(of: .edit(store.id("bob"), away)) == .idWouldCount(.username))
    },
    Promise("the name in an id that counts follows the name of its account") { tested in
      let store = tested.store
      let (id, other) = (AccountID.random(), AccountID.random())
      try await store.add("ada@b.co", [.username: "ada", .id: "ada \(id)"])
      let renamed = try await store.apply(
        .edit(store.id("ada"), [Change(.username, from: "ada", to: "lovelace")]))
      #expect(renamed.accounts.map(\.id) == [id] && renamed.changes.map(\.id) == [id])
      #expect(renamed.changes.map { $0.changes?.map(\.key) } == [["username"]])
      #expect(try await store.named("lovelace")?.values[text: .id] == "ada@b.co \(id)")
      // It stays as it is while it is one of the account's names.
      _ = try await store.apply(
        .edit(store.id("ada@b.co"), [Change(.username, from: "lovelace", to: nil)]))
      #expect(try await store.named("ada@b.co")?.values[text: .id] == "ada@b.co \(id)")
      try await store.add("bob@b.co", [.id: "bob@b.co \(other)"])
      for (old, new) in [("ada@b.co", "c@b.co"), ("bob@b.co", "ada@b.co"), ("c@b.co", "bob@b.co")] {
        let key = try await store.id(old)
        let done = try await store.apply(.edit(key, [Change(.email, from: old, to: new)]))
        #expect(done.accounts.map(\.id) == [old == "bob@b.co" ? other : id])
      }
      #expect(try await store.named("bob@b.co")?.id == id)
      #expect(try await store.named("ada@b.co")?.values[text: .id] == "ada@b.co \(other)")
    },
    Promise("no rename makes an id count that did not", for: .sharedNames) { tested in
      let store = tested.store
      let id = AccountID.random()
      try await store.add("ada@b.co", [.id: "ada@b.co \(id)"])
      try await tested.plant([fields("bob@b.co", [.id: "ada@b.co \(id)"])])
      let refused = Refusal.Reason.idWouldCount(.email)
      let bob = try await store.id("bob@b.co")
      let take = AccountChange.edit(bob, [Change(.email, from: "bob@b.co", to: "ADA@b.co")])
      let remove = AccountChange.remove(try await store.id("ada@b.co"))
      #expect(try await store.refusals(of: [remove, take]) == [Refusal(1, .repeats(earlier: 0))])
      // Nor does it get there while its account has another name.
      let away = [Change(.email, from: "ada@b.co", to: "a@b.co")]
      let both = [AccountChange.edit(try await store.id("ada@b.co"), away), take]
      #expect(try await store.refusals(of: both) == [Refusal(1, .repeats(earlier: 0))])
      _ = try await store.apply(remove)
      #expect(try await store.refusal(of: take) == refused)
      // Other names are free, and whoever sets ids may say so.
      let other = [Change(.username, from: nil as String?, to: "bob")]
      _ = try await store.apply(.edit(bob, other))
      #expect(try await store.named("bob")?.id == nil)
      // Nor does another one's id in the same list.
      let kim = AccountChange.add(
        NewAccount(fields("kim@b.co", [.id: "kim@b.co \(AccountID.random())"])))
      #expect(try await store.refusals(of: [kim, take]) == [Refusal(1, refused)])
      let byID = AccountChange.edit(
        bob,
        [
          Change(.email, from: "bob@b.co", to: "ADA@b.co"),
          Change(.id, from: "ada@b.co \(id)", to: "ADA@b.co \(id)"),
        ])
      #expect(try await store.apply([byID], WriteOptions()).value.effects == [.changed])
      #expect(try await store.named("ada@b.co")?.id == id)
    },
    Promise("the UUID of an id that counts is nobody else's") { tested in
      let store = tested.store
      let (id, other) = (AccountID.random(), AccountID.random())
      try await store.add("ada@b.co", [.id: "ada@b.co \(id)"])
      try await store.add("bob@b.co")
      let new = NewAccount(fields("eve@b.co", [.id: "eve@b.co \(id)"]))
      #expect(try await store.refusal(of: .add(new)) == .taken(.id))
      let two = (["x@b.co", "y@b.co"] as [String]).map { name in
        AccountChange.add(NewAccount(fields(name, [.id: "\(name) \(other)"])))
      }
      #expect(try await store.refusals(of: two) == [Refusal(1, .repeats(earlier: 0))])
      let take = [Change(.id, from: nil as String?, to: "bob@b.co \(id)")]
      let options = WriteOptions()
      let refused = try await store.apply([.edit(store.id("bob@b.co"), take)], options).value
      #expect(refused.refusals.map(\.reason) == [.taken(.id)])
      let own = [Change(.id, from: nil as String?, to: "bob@b.co \(other)")]
      let done = try await store.apply([.edit(store.id("bob@b.co"), own)], options).value
      #expect(done.accounts.map(\.id) == [other] && done.changes.map(\.isOfNewID) == [true])
      // Who leaves gives it up.
      _ = try await store.apply(.remove(store.id("ada@b.co")), .add(new))
      #expect(try await store.named("eve@b.co")?.id == id)
    },
    Promise("where ids are given, each account that is added gets one, and keeps it") { tested in
      let store = tested.store
      try await store.add("ada@b.co")
      var options = WriteOptions()
      options.newID = countedIDs(from: 1)
      let own = AccountID.random()
      let new = [
        fields("bob@b.co"), fields("eve@b.co"), fields("zoe@b.co", [.id: "zoe@b.co \(own)"]),
      ]
      let done = try await store.apply(new.map { .add(NewAccount($0)) }, options).value
      let ids = done.accounts.map(\.id)
      #expect(Set(ids).count == 3 && !ids.contains(nil) && ids[2] == own)
      #expect(Set(done.changes.map(\.id)) == Set(ids))
      let given = done.changes.map { $0.changes?.first { $0.field == .id }?.newValue?.text }
      #expect(
        Set(given) == Set(done.accounts.map { $0.values[text: .id] }) && !given.contains(nil))
      // The others are left as they are.
      #expect(try await store.all().map(\.id) == [nil] + ids)
      #expect(try await store.named("ada@b.co")?.values[.id] == nil)
      let edit = [Change(.firstName, from: nil as String?, to: "E")]
      let edited = try await store.apply([.edit(store.id("eve@b.co"), edit)], options).value
      #expect(edited.accounts.map(\.id) == [ids[1]] && edited.changes.map(\.id) == [ids[1]])
      #expect(edited.changes.map { $0.changes?.map(\.key) } == [["firstName"]])
      #expect(try await store.all().map(\.id) == [nil] + ids)
    },
    Promise(
      "where ids are given, each account that is added or changed gets one", for: .idsOfAll
    ) { tested in
      let store = tested.store
      try await store.add("ada@b.co")
      try await store.add("bob@b.co")
      var options = WriteOptions()
      options.newID = countedIDs(from: 1)
      let same = AccountChange.edit(try await store.id("ada@b.co"), [])
      #expect(try await store.apply([same], options).value.effects == [.unchanged])
      #expect(try await store.named("ada@b.co")?.values[.id] == nil)
      let edit = [Change(.firstName, from: nil as String?, to: "A")]
      let done = try await store.apply(
        [
          .edit(try await store.id("ada@b.co"), edit), .add(NewAccount(fields("eve@b.co"))),
          .remove(try await store.id("bob@b.co")),
        ], options
      ).value
      let ids = try await (store.named("ada@b.co")?.id, store.named("eve@b.co")?.id)
      #expect(ids.0 != nil && ids.1 != nil && ids.0 != ids.1)
      #expect(done.accounts.prefix(2).map(\.id) == [ids.0, ids.1])
      #expect(Set(done.changes.map(\.id)).count == 3 && !done.changes.contains { $0.id == nil })
      let keys = done.changes.map { $0.changes?.contains { $0.field == .id } }
      #expect(Set(done.changes.indices.filter { keys[$0] == false }).count == 1)
      let again = [Change(.firstName, from: "A", to: "B")]
      _ = try await store.apply([.edit(store.id("ada@b.co"), again)], options)
      #expect(try await store.named("ada@b.co")?.id == ids.0)
    },
  ]

  static let idsInHistory: [Promise] = [
    Promise("an undo leaves ids, and writes the names in them anew") { tested in
      let store = tested.store
      let id = AccountID.random()
      try await store.add("ada@b.co", [.id: "ada@b.co \(id)"])
      _ = try await store.apply(
        .edit(store.id("ada@b.co"), [Change(.email, from: "ada@b.co", to: "eve@b.co")]))
      _ = try await store.restore(1)
      #expect(try await store.named("ada@b.co")?.id == id)
      _ = try await store.apply(.remove(store.id("ada@b.co")))
      _ = try await store.restore(1)
      #expect(try await store.named("ada@b.co")?.id == id)
      #expect(try await store.named("ada@b.co")?.values[text: .id] == "ada@b.co \(id)")
    }
  ]
}

/// Makes the UUIDs of a number and of those behind it, in their order.
func countedIDs(from first: Int) -> @Sendable () -> AccountID {
  let next = Mutex(first)
  return {
    let digits = next.withLock { number in
      defer { number += 1 }
      return String(number)
    }
    let zeros = String(repeating: "0", count: 12 - digits.count)
    return AccountID("00000000-0000-4000-8000-\(zeros)\(digits)") ?? .random()
  }
}
#endif
