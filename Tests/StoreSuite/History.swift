#if canImport(Testing)
import Accounts
import LosslessJSON
import Testing

extension TestedStore {
  /// Edits a field, and returns the number of the change.
  fileprivate func edit(
    _ name: String, _ field: Field, from old: String?, to new: String?
  ) async throws -> Int {
    try await store.change(.edit(store.id(name), [Change(field, from: old, to: new)]), .edit)
    let newest = try await store.entries().first
    return try #require(newest?.number)
  }

  /// The later changes that refuse an undo of one, by account and key; empty if it can be done.
  fileprivate func laterChanges(than number: Int) async throws -> [String: Int] {
    let before = try await store.state()
    var found: [String: Int] = [:]
    do {
      _ = try await registry.undo(change: number, isDryRun: true)
    } catch AccountsError.cannotUndo(let refused) {
      for refusal in refused {
        for (key, change) in refusal.laterChanges { found["\(refusal.account) \(key)"] = change }
      }
      #expect(!found.isEmpty, "\(refused)")
    }
    let after = try await store.state()
    #expect(after == before)
    return found
  }
}

extension Promise {
  /// The further promises of a store with a history.
  public static let history: [Promise] = recording + reversing + places + idsInHistory

  private static let recording: [Promise] = [
    Promise("a change is recorded with who made it, what it was and all its values") { tested in
      let store = tested.store
      let me = Attribution(.register, user: "root", by: "eve@b.co", via: .pam)
      let new = NewAccount(fields("a@b.co"), ownKeys: [.init("x-n", .integer(7))])
      _ = try await store.apply([.add(new)], WriteOptions(by: me))
      let edit = [
        Change(.email, from: "a@b.co", to: "b@b.co"),
        Change(.firstName, from: nil as String?, to: "A"),
      ]
      try await store.change(.edit(store.id("a@b.co"), edit), .edit)
      try await store.change(.remove(store.id("b@b.co")), .remove)
      let entries = try await store.entries()
      #expect(entries.map(\.number) == [3, 2, 1])
      #expect(entries.map(\.did) == [.remove, .edit, .register])
      #expect(entries.allSatisfy { $0.count == 1 && $0.keepsValues && $0.time != nil })
      #expect((entries[2].user, entries[2].by) == ("root", "eve@b.co"))
      #expect((entries[1].user, entries[1].by) == (nil, nil))
      #expect(entries.map(\.via) == [nil, nil, .pam])
      let accounts = entries.compactMap(\.accounts.first)
      #expect(accounts.map(\.name) == ["b@b.co", "a@b.co", "a@b.co"])
      #expect(accounts.map(\.newName) == ["b@b.co", "b@b.co", "a@b.co"])
      #expect(accounts.map(\.kind) == [.removed, .changed, .added])
      let password = JSONLiteral.string(fields(nil).password ?? "")
      #expect(
        accounts[2].values(\.new)
          == ["email": .string("a@b.co"), "password": password, "x-n": .integer(7)])
      #expect(accounts[1].values(\.old) == ["email": .string("a@b.co")])
      #expect(
        accounts[1].values(\.new) == ["email": .string("b@b.co"), "firstName": .string("A")])
      #expect(
        accounts[0].values(\.old) == [
          "email": .string("b@b.co"), "firstName": .string("A"), "password": password,
          "x-n": .integer(7),
        ])
      #expect(accounts[2].values(\.old).isEmpty && accounts[0].values(\.new).isEmpty)
    },
    Promise(
      "values go after 400 days, with the hashes that were replaced, at the next write", for: .clock
    ) {
      tested in
      let store = tested.store
      let hash = "$5$abcdefgh$1SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4"
      try await store.add("a@b.co")
      try await store.add("b@b.co", [.firstName: "Bo"])
      let old = fields(nil).password
      try await store.change(
        .edit(store.id("a@b.co"), [Change(.password, from: old, to: hash)]), .edit)
      try await store.change(.remove(store.id("b@b.co")), .remove)
      try await tested.pass(HistoryEntry.longestTimeOfValues / 86_400 - 1)
      try await store.add("c@b.co")
      #expect(try await store.entries().map(\.keepsValues) == [true, true, true, true, true])
      try await tested.pass(2)
      // Nobody has written since.
      #expect(try await store.entries().map(\.keepsValues) == [true, true, true, true, true])
      try await store.add("d@b.co")
      let entries = try await store.entries()
      #expect(entries.map(\.keepsValues) == [true, true, false, false, false, false])
      #expect(
        entries.flatMap(\.accounts).map(\.name)
          == ["d@b.co", "c@b.co", "b@b.co", "a@b.co", "b@b.co", "a@b.co"])
      #expect(entries.dropFirst(2).allSatisfy { $0.count == 1 && $0.accounts[0].changes == nil })
      #expect(entries.map(\.did).suffix(2) == entries.map(\.did).prefix(2))
      #expect(try await store.emails() == ["a@b.co", "c@b.co", "d@b.co"])
    },
    Promise("of an account that is gone, it is recorded where it stood", for: .order) { tested in
      let store = tested.store
      for name in "ab" { try await store.add("\(name)@b.co") }
      for name in "ba" { try await store.change(.remove(store.id("\(name)@b.co")), .remove) }
      let places = try await store.entries().prefix(2).map { $0.accounts.first?.place }
      #expect(places == [.first, .behind("a@b.co")])
    },
    Promise("what changes nothing, is refused or only tried is not recorded") { tested in
      let store = tested.store
      try await store.add("a@b.co", [.firstName: "A"])
      let id = try await store.id("a@b.co")
      let same = [Change(.firstName, from: "A", to: "A")]
      try await store.change(.edit(id, same), .edit)
      try await store.change(.add(NewAccount(fields("A@b.co"))), .register)
      let skipped = AccountChange.add(NewAccount(fields("a@b.co")), onConflict: .skip)
      try await store.change(skipped, .import)
      _ = try await store.apply([.remove(id)], WriteOptions(isDryRun: true))
      #expect(try await store.entries().map(\.number) == [1])
    },
    Promise("a list of changes is one change, with each account that it concerns") { tested in
      let store = tested.store
      for name in ["a", "b", "c"] { try await store.add("\(name)@b.co") }
      let edit = [Change(.firstName, from: nil as String?, to: "B")]
      let changes: [AccountChange] = [
        .remove(try await store.id("a@b.co")), .add(NewAccount(fields("d@b.co"))),
        .edit(try await store.id("b@b.co"), edit),
        .add(NewAccount(fields("c@b.co")), onConflict: .skip),
      ]
      _ = try await store.apply(changes, WriteOptions(by: Attribution(.import)))
      let entry = try #require(try await store.entries().first)
      #expect((entry.number, entry.did, entry.count) == (4, .import, 3))
      #expect(Set(entry.accounts.compactMap(\.name)) == ["a@b.co", "b@b.co", "d@b.co"])
    },
    Promise("changes are given from the newest on, as many as are wanted") { tested in
      let store = tested.store
      #expect(try await store.history(below: nil, limit: 9).position == .init(0))
      for number in 1...20 { try await store.add("n\(number)@b.co") }
      let page = try await store.history(below: nil, limit: 3)
      #expect(page.entries.map(\.number) == [20, 19, 18] && page.position.number == 20)
      let next = try await store.history(below: 18, limit: 2)
      #expect(next.entries.map(\.number) == [17, 16] && next.position == page.position)
      #expect(try await store.history(below: 3, limit: 9).entries.map(\.number) == [2, 1])
      #expect(try await store.history(below: 1, limit: 9).entries.isEmpty)
    },
    Promise("a hand is shown before the next write notes it, and takes no part", for: .hands) {
      tested in
      let store = tested.store
      try await store.add("a@b.co")
      try await tested.plant([fields("h@b.co")])
      let shown = try await store.history(below: nil, limit: 9)
      #expect(shown.entries.map(\.number) == [nil, 1])
      #expect(shown.entries.map(\.did) == [.byHand, .edit])
      #expect(shown.position.number == 1 && !shown.position.isUpToDate)
      #expect(try await store.history(below: 2, limit: 9).entries.map(\.number) == [1])
      try await store.change(.remove(store.id("a@b.co")), .remove)
      let noted = try await store.history(below: nil, limit: 9)
      #expect(
        noted.entries.map(\.number) == [3, 2, 1] && noted.position.number == 3
          && noted.position.isUpToDate)
      #expect(noted.entries.map(\.did) == [.remove, .byHand, .edit])
      #expect(noted.entries[1].accounts.isEmpty && !noted.entries[1].isUndone)
    },
    Promise("what is forgotten leaves no name and no value, under any name it had") { tested in
      let store = tested.store
      for name in ["a", "b", "c"] { try await store.add("\(name)@b.co") }
      let rename = [Change(.email, from: "b@b.co", to: "e@b.co")]
      _ = try await store.apply(
        [.edit(store.id("b@b.co"), rename)], WriteOptions(by: Attribution(.edit, by: "b@b.co")))
      try await store.change(.remove(store.id("c@b.co")), .remove)
      // A store with an order also knows whom the removed account followed.
      let isPlaced = try await store.entries().first?.accounts.first?.place != nil
      let forgotten = try await store.forget([AccountName("B@b.co")], [])
      #expect(forgotten.changes == (isPlaced ? 3 : 2))
      let entries = try await store.entries()
      #expect(entries.map(\.count) == [1, 1, 1, 1, 1])
      #expect(entries.map { $0.accounts.first?.name } == ["c@b.co", nil, "c@b.co", nil, "a@b.co"])
      #expect(entries.map(\.isUndone) == [true, false, true, false, true])
      #expect(entries[1].by == nil)
      #expect(entries[0].accounts.first?.place == nil)
      #expect(try await store.emails() == ["a@b.co", "e@b.co"])
      #expect(try await store.forget([AccountName("b@b.co")], []).changes == 0)
      #expect(try await store.forget([AccountName("a@b.co")], []).changes == 1)
    },
  ]

  private static let reversing: [Promise] = [
    Promise("what was added, edited or removed is taken back, own keys included") { tested in
      let store = tested.store
      let own = [
        JSONLiteral.Member("x-n", .integer(7)), .init("x-o", .object([.init("p", .null)])),
      ]
      let id = [Field.id: "a@b.co \(AccountID.random())"]
      _ = try await store.apply(.add(NewAccount(fields("a@b.co", id), ownKeys: own)))
      let first = try await store.state()
      let new = NewAccount(
        fields("a@b.co", [.firstName: "A"]),
        ownKeys: [.init("x-n", .integer(8)), .init("x-m", .bool(true))])
      try await store.change(.add(new, onConflict: .replace), .import)
      let second = try await store.state()
      try await store.change(.remove(store.id("a@b.co")), .remove)
      try await store.restore(1)
      #expect(try await store.state() == second)
      try await store.restore(1, skipping: 2)
      #expect(try await store.state() == first)
      try await store.restore(1)
      #expect(try await store.state() == second)
      _ = try await tested.registry.undo(5)
      #expect(try await store.state() == first)
      _ = try await tested.registry.undo(2)
      #expect(try await store.state() == first)
      let entries = try await store.entries()
      #expect(entries.map(\.number) == [8, 7, 6, 5, 4, 3, 2, 1])
      #expect(entries.prefix(5).allSatisfy { $0.did == .undo })
    },
    Promise("several changes of an account are taken back as one, which is one again") { tested in
      let (store, registry) = (tested.store, tested.registry)
      try await store.addKnown("a@b.co", [.firstName: "1"])
      let before = try await store.state()
      for (old, new) in [("1", "2"), ("2", "3"), ("3", "4")] {
        let edit = [
          Change(.firstName, from: old, to: new),
          Change(.email, from: "\(old == "1" ? "a" : old)@b.co", to: "\(new)@b.co"),
        ]
        let email = old == "1" ? "a@b.co" : "\(old)@b.co"
        try await store.change(.edit(store.id(email), edit), .edit)
      }
      let after = try await store.state()
      let done = try await registry.undo(3).value
      #expect(done.accounts.map { $0.values(\.new)["firstName"] } == [.string("1")])
      #expect(done.accounts.map(\.name) == ["4@b.co"])
      #expect(done.accounts.map(\.newName) == ["a@b.co"])
      #expect(try await store.state() == before)
      #expect(try await store.entries().map(\.number) == [5, 4, 3, 2, 1])
      #expect(try await store.entries()[0].accounts.count == 1)
      _ = try await registry.undo()
      #expect(try await store.state() == after)
      // What comes to nothing is noted, too.
      let nothing = try await registry.undo(2).value
      #expect(nothing.accounts.isEmpty && nothing.entries.count == 2)
      #expect(try await store.state() == after)
      let entry = try await store.entries()[0]
      #expect(entry.accounts.isEmpty && entry.undid == [6, 5] && entry.isUndone)
    },
    Promise("a removal and its return cancel, and the account is as it was before both") { tested in
      let (store, registry) = (tested.store, tested.registry)
      try await store.addKnown("a@b.co", [.firstName: "1"])
      let before = try await store.state()
      let edit = [Change(.firstName, from: "1", to: "2")]
      try await store.change(.edit(store.id("a@b.co"), edit), .edit)
      try await store.change(.remove(store.id("a@b.co")), .remove)
      _ = try await registry.undo()
      let done = try await registry.undo(3).value
      #expect(done.accounts.map(\.kind) == [.changed])
      #expect(try await store.state() == before)
    },
    Promise("a line without an id proves nobody, but brings back who was removed") { tested in
      let (store, registry) = (tested.store, tested.registry)
      try await store.add("a@b.co", [.firstName: "A"])
      let edit = [Change(.firstName, from: "A", to: "B")]
      try await store.change(.edit(store.id("a@b.co"), edit), .edit)
      let number = try await store.entries()[0].number ?? 0
      let error = await #expect(throws: AccountsError.self) {
        try await registry.undo(change: number)
      }
      #expect(error == .cannotUndo([Refusal(0, of: "a@b.co", .unproven(edit))]))
      try await store.change(.remove(store.id("a@b.co")), .remove)
      _ = try await registry.undo()
      #expect(try await store.named("a@b.co")?.values.firstName == "B")
    },
    Promise("what changed since is a conflict that names the keys; others may change") { tested in
      let store = tested.store
      try await store.addKnown("a@b.co", [.firstName: "A", .lastName: "L"])
      let both = [
        Change(.firstName, from: "A", to: "B"), Change(.phone, from: nil as String?, to: nil),
      ]
      try await store.change(.edit(store.id("a@b.co"), both), .edit)
      let other = [Change(.lastName, from: "L", to: "M")]
      try await store.change(.edit(store.id("a@b.co"), other), .edit)
      let edit = try await store.entries()[1]
      try await store.restore([edit])
      #expect(try await store.named("a@b.co")?.values.firstName == "A")
      #expect(try await store.named("a@b.co")?.values.lastName == "M")
      #expect(
        try await store.refusals(of: [edit]) == [Refusal(0, .changedSince(["firstName"]))])
      let registering = try await store.entries()[3]
      #expect(
        try await store.refusals(of: [registering])
          == [Refusal(0, .changedSince(["lastName"]))])
      try await store.change(.remove(store.id("a@b.co")), .remove)
      #expect(try await store.refusals(of: [edit]) == [Refusal(0, .missing)])
    },
    Promise("a value in another Unicode form is one that changed since") { tested in
      let store = tested.store
      try await store.addKnown("a@b.co", [.firstName: "Anna"])
      for (old, new) in [("Anna", "Ren\u{E9}"), ("Ren\u{E9}", "Rene\u{301}")] {
        let edit = [Change(.firstName, from: old, to: new)]
        try await store.change(.edit(store.id("a@b.co"), edit), .edit)
      }
      let first = try await store.entries()[1]
      #expect(
        try await store.refusals(of: [first]) == [Refusal(0, .changedSince(["firstName"]))])
    },
    Promise("an undo of one change leaves what a standing later change set, whatever it set") {
      tested in
      let (store, registry) = (tested.store, tested.registry)
      for name in ["a@b.co", "b@b.co"] { try await store.addKnown(name, [.firstName: "A"]) }
      let first = try await tested.edit("a@b.co", .firstName, from: "A", to: "B")
      _ = try await tested.edit("b@b.co", .firstName, from: "A", to: "B")
      _ = try await tested.edit("a@b.co", .lastName, from: nil, to: "L")
      #expect(try await tested.laterChanges(than: first) == [:])
      let second = try await tested.edit("a@b.co", .firstName, from: "B", to: "A")
      #expect(try await tested.laterChanges(than: first) == ["a@b.co firstName": second])
      let third = try await tested.edit("a@b.co", .firstName, from: "A", to: "B")
      #expect(try await tested.laterChanges(than: first) == ["a@b.co firstName": third])
      let renaming = try await tested.edit("a@b.co", .email, from: "a@b.co", to: "c@b.co")
      #expect(try await tested.laterChanges(than: first) == ["c@b.co firstName": third])
      // Taken back, they set nothing; restored, they do.
      _ = try await registry.undo(change: third)
      _ = try await registry.undo(change: second)
      #expect(try await tested.laterChanges(than: first) == [:])
      _ = try await registry.undo(2)
      #expect(try await tested.laterChanges(than: first) == ["c@b.co firstName": third])
      _ = try await registry.undo()
      try await store.change(.remove(store.id("c@b.co")), .remove)
      _ = try await registry.undo()
      #expect(try await tested.laterChanges(than: first) == [:])
      #expect(try await tested.laterChanges(than: renaming) == [:])
    },
    Promise("and so it does where somebody was removed since, and came back by a list") { tested in
      let store = tested.store
      let known = try await store.addKnown("a@b.co", [.disabled: "x"])
      let first = try await tested.edit("a@b.co", .disabled, from: "x", to: "y")
      try await store.change(.remove(store.id("a@b.co")), .remove)
      let id = try #require(known.values[text: .id])
      let back = NewAccount(fields("a@b.co", [.id: id, .disabled: "y"]))
      try await store.change(.add(back), .apply)
      let returned = try await store.history(below: nil, limit: 1).position.number
      #expect(try await tested.laterChanges(than: first) == ["a@b.co disabled": returned])
      let removal = returned - 1
      let other = try #require(try await store.entries().first { $0.number == removal })
      #expect(try await store.refusals(of: [other]).isEmpty == false)
      try await store.change(.remove(store.id("a@b.co")), .remove)
      #expect(try await tested.laterChanges(than: removal) == ["a@b.co email": returned + 1])
    },
    Promise("an account that came stays where it got keys since") { tested in
      let store = tested.store
      try await store.addKnown("a@b.co")
      let registering = try await store.entries()
      let new = NewAccount(fields("a@b.co"), ownKeys: [.init("x-n", .integer(8))])
      try await store.change(.add(new, onConflict: .replace), .import)
      #expect(
        try await store.refusals(of: registering) == [Refusal(0, .changedSince(["x-n"]))])
    },
    Promise("a password that was only hashed since is no conflict") { tested in
      let store = tested.store
      try await store.addKnown("a@b.co")
      let first = try await store.state()
      let edit = [Change(.password, from: fields(nil).password, to: "$5$abcdefgh$x")]
      try await store.change(.edit(store.id("a@b.co"), edit), .edit)
      let hashing = [Change(.password, from: "$5$abcdefgh$x", to: "$6$abcdefgh$y")]
      try await store.change(.edit(store.id("a@b.co"), hashing), .rehash)
      let entry = try await store.entries()[1]
      #expect(
        try await store.refusals(of: [entry]) == [Refusal(0, .changedSince(["password"]))])
      try await store.restore([entry], passwordsMayDiffer: true)
      #expect(try await store.state() == first)
    },
    Promise("a name that is another's by now is refused, whatever else may be broken") { tested in
      let store = tested.store
      try await store.addKnown("a@b.co", [.username: "ann"])
      let rename = [
        Change(.email, from: "a@b.co", to: "b@b.co"),
        Change(.username, from: "ann", to: "bob"),
      ]
      try await store.change(.edit(store.id("a@b.co"), rename), .edit)
      try await store.addKnown("A@b.co")
      let renaming = try await store.entries()[1]
      #expect(try await store.refusals(of: [renaming]) == [Refusal(0, .taken(.email))])
      try await store.change(.remove(store.id("a@b.co")), .remove)
      try await store.addKnown("c@b.co", [.username: "ANN"])
      #expect(try await store.refusals(of: [renaming]) == [Refusal(0, .taken(.username))])
      try await store.change(.remove(store.id("b@b.co")), .remove)
      try await store.addKnown("B@b.co")
      let removing = try await store.entries()[1]
      #expect(try await store.refusals(of: [removing]) == [Refusal(0, .taken(.email))])
    },
    Promise("null in a key of the owner's comes back as null, and nothing as nothing") { tested in
      let store = tested.store
      var states: [[[JSONLiteral.Member]]] = []
      let id = [Field.id: "a@b.co \(AccountID.random())"]
      for value in [JSONLiteral.null, .integer(1), .null, .array([.null])] {
        let new = NewAccount(fields("a@b.co", id), ownKeys: [.init("x-n", value)])
        try await store.change(.add(new, onConflict: .replace), .import)
        states.append(try await store.state())
      }
      let entries = try await store.entries()
      #expect(entries[1].accounts[0].changes == [.init("x-n", from: .integer(1), to: .null)])
      for (entry, before) in zip(entries, states.dropLast().reversed()) {
        try await store.restore([entry])
        #expect(try await store.state() == before)
      }
      try await store.restore(1)
      #expect(try await store.state() == states[1])
      try await store.restore(1)
      try await store.change(.remove(store.id("a@b.co")), .remove)
      try await store.restore(1)
      #expect(try await store.state() == states[0])
      try await store.restore([entries[3]])
      #expect(try await store.state() == [])
    },
    Promise("values that break the rules come back") { tested in
      let store = tested.store
      let id = try #require(try await store.addKnown("a@b.co").nameKey)
      let broken = [Change(.phone, from: nil as String?, to: "12")]
      _ = try await store.apply(.edit(id, broken, mayBreakRules: true))
      let state = try await store.state()
      try await store.change(.remove(store.id("a@b.co")), .remove)
      let done = try await store.restore(1)
      #expect(done.accounts.map(\.isClosed) == [true])
      #expect(try await store.state() == state)
    },
    Promise("nothing is taken back where one thing cannot be, and all of them are told") { tested in
      let store = tested.store
      for name in ["a", "b", "c"] { try await store.addKnown("\(name)@b.co", [.firstName: "A"]) }
      for name in ["a", "b"] {
        let edit = [Change(.firstName, from: "A", to: "B")]
        try await store.change(.edit(store.id("\(name)@b.co"), edit), .edit)
      }
      let entries = Array(try await store.entries().reversed())
      let refusals = try await store.refusals(of: [entries[2], entries[0], entries[1]])
      let changed = Refusal.Reason.changedSince(["firstName"])
      #expect(refusals == [Refusal(1, changed), Refusal(2, changed)])
    },
    Promise("what a write returns of each account is what the history keeps") { tested in
      let store = tested.store
      for name in ["a", "b"] { try await store.addKnown("\(name)@b.co", [.firstName: "A"]) }
      let done = try await store.apply(threeChanges(in: store), WriteOptions())
      let kept = try #require(try await store.entries().first).accounts
      #expect(kept.count == 3 && done.value.changes.byName == kept.byName)
    },
    Promise("what is tried comes to the same, and writes nothing") { tested in
      let store = tested.store
      try await store.addKnown("a@b.co", [.firstName: "A"])
      try await store.addKnown("b@b.co")
      try await store.change(.remove(store.id("a@b.co")), .remove)
      let before = try await store.state()
      let tried = try await store.restore(2, isDryRun: true)
      #expect(try await store.state() == before)
      #expect(try await store.entries().count == 3)
      let done = try await store.restore(2)
      #expect(tried.changes == done.changes)
      #expect(tried.effects == [.added, .removed] && done.effects == tried.effects)
      #expect(tried.accounts.map(\.values) == done.accounts.map(\.values))
    },
    Promise("a history that moved on is told, and nothing is written") { tested in
      let store = tested.store
      try await store.addKnown("a@b.co")
      let seen = try await store.history(below: nil, limit: 1)
      let back = AccountChange.restore(seen.entries[0].accounts[0], passwordMayDiffer: false)
      try await store.addKnown("b@b.co")
      #expect(try await store.isOutrun([back], at: seen.position))
    },
    Promise("a history that a hand moved on is told, and nothing is written", for: .hands) {
      tested in
      let store = tested.store
      try await store.addKnown("a@b.co")
      let seen = try await store.history(below: nil, limit: 1)
      let back = AccountChange.restore(seen.entries[0].accounts[0], passwordMayDiffer: false)
      try await tested.plant([fields("h@b.co")])
      #expect(try await store.isOutrun([back], at: seen.position))
    },
  ]

  private static let places: [Promise] = [
    Promise("accounts that were removed together come back at their places", for: .order) {
      tested in
      let store = tested.store
      for removed in [[0], [4], [1, 2], [2, 1], [0, 1, 3], [4, 0, 2], [3, 1, 2, 0, 4]] {
        for name in "abcde" { try await store.addKnown("\(name)@b.co") }
        let before = try await store.state()
        let emails = try await store.emails().compactMap(\.self)
        var changes: [AccountChange] = []
        for index in removed { changes.append(.remove(try await store.id(emails[index]))) }
        _ = try await store.apply(changes, WriteOptions(by: Attribution(.remove)))
        try await store.restore(1)
        #expect(try await store.state() == before, "\(removed)")
        try await store.restore(1)
        try await store.restore(1)
        #expect(try await store.state() == before, "\(removed)")
        for email in emails { try await store.change(.remove(store.id(email)), .remove) }
      }
    },
    Promise("accounts that were removed one by one come back at their places at once", for: .order)
    { tested in
      let store = tested.store
      for name in "abcde" { try await store.addKnown("\(name)@b.co") }
      let before = try await store.state()
      for order in ["bc", "cb", "abc", "cba", "bac", "edc", "ced", "badc", "edcba", "caebd"] {
        for name in order { try await store.change(.remove(store.id("\(name)@b.co")), .remove) }
        try await store.restore(order.count)
        #expect(try await store.state() == before, "\(order)")
      }
    },
    Promise("an account whose neighbour is gone comes back at the end", for: .order) { tested in
      let store = tested.store
      for name in "abc" { try await store.addKnown("\(name)@b.co") }
      try await store.change(.remove(store.id("b@b.co")), .remove)
      let removing = try await store.entries()[0]
      try await store.change(.remove(store.id("a@b.co")), .remove)
      try await store.restore([removing])
      #expect(try await store.emails() == ["c@b.co", "b@b.co"])
    },
  ]
}
#endif
