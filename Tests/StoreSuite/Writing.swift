#if canImport(Testing)
import Accounts
import Testing

extension Promise {
  static let writing: [Promise] = [
    Promise("a taken name is refused, in any case") { tested in
      try await tested.store.add("ada@b.co")
      let change = AccountChange.add(NewAccount(fields("ADA@b.co")))
      #expect(try await tested.store.refusal(of: change) == .taken(.email))
    },
    Promise("an account that breaks the rules is refused, with every problem") { tested in
      var values = fields("ada")
      values.password = nil
      guard
        case .invalid(let problems)? = try await tested.store.refusal(of: .add(NewAccount(values)))
      else {
        Issue.record("not refused")
        return
      }
      #expect(problems.map(\.field) == ["email", "password"])
    },
    Promise("a change made for an account that has another name or password by now is refused") {
      tested in
      let store = tested.store
      try await store.add("ada@b.co")
      let id = try await store.id("ada@b.co")
      let found = try await store.find(.name(AccountName("ada@b.co")))
      let before = try #require(found.accounts.first).values.identity
      var (other, named) = (before, before)
      other.password = "$5$rounds=1000$salt$other"
      named.username = "ada"
      let edit = [Change(.lastName, from: nil as String?, to: "B")]
      for (identity, field) in [(other, Field.password), (named, .username)] {
        for change in [
          AccountChange.edit(id, edit, ifStill: identity), .remove(id, ifStill: identity),
        ] {
          guard case .conflict(let conflicts)? = try await store.refusal(of: change) else {
            Issue.record("not refused")
            return
          }
          #expect(conflicts.map(\.field) == [field])
        }
      }
      _ = try await store.apply(.edit(id, edit, ifStill: before))
      _ = try await store.apply(.remove(id, ifStill: before))
      #expect(try await store.find(.name(AccountName("ada@b.co"))).accounts.isEmpty)
    },
    Promise("a change is judged by the rulebook that is in force when it is written") { tested in
      let store = tested.store
      try await store.add("ada@b.co")
      try await tested.use(Rulebook(fields: .init(required: [.firstName])))
      let missing = Refusal.Reason.invalid([Problem(.field(.firstName), .field(.required))])
      #expect(try await store.refusal(of: .add(NewAccount(fields("bob@b.co")))) == missing)
      let edit = [Change(.lastName, from: nil as String?, to: "B")]
      #expect(try await store.refusal(of: .edit(store.id("ada@b.co"), edit)) == missing)
    },
    Promise("a new account is judged once, and again only under another rulebook") { tested in
      let rules = Rulebook.Fields(birthDate: AgeRule(minimumAge: 18))
      try await tested.use(Rulebook(fields: rules))
      let values = fields("ada@b.co", [.birthDate: "2016-01-01"])
      // Of age on the day on which it is judged, but not on the store's day.
      let judged = NewAccount(values).judged(
        under: Rulebook(fields: rules), today: try #require(CalendarDay("2036-01-01")))
      let add = AccountChange.add(judged)
      try await tested.use(Rulebook(name: "another", fields: rules))
      let young = Refusal.Reason.invalid([
        Problem(.field(.birthDate), .field(.minimumAge(18)))
      ])
      #expect(try await tested.store.refusal(of: add) == young)
      try await tested.use(Rulebook(fields: rules))
      #expect(try await tested.store.apply(add).effects == [.added])
    },
    Promise("an edit sets its fields and no other, and removes what becomes nothing") { tested in
      let store = tested.store
      let old = try await store.add("ada@b.co", [.firstName: "A", .lastName: "B"])
      let applied = try await store.apply(
        .edit(
          try #require(old.nameKey),
          [
            Change(.firstName, from: "A", to: "C"),
            Change(.lastName, from: "B", to: nil),
            Change(.phone, from: nil as String?, to: "+7 (912) 345-67-89"),
          ]))
      var expected = old.values
      (expected.firstName, expected.lastName, expected.phone) = ("C", nil, "+7 (912) 345-67-89")
      #expect(applied.effects == [.changed] && applied.refusals.isEmpty)
      #expect(applied.accounts.map(\.values) == [expected])
      #expect(try await store.named("ada@b.co")?.values == expected)
    },
    Promise("a stale field conflicts and is named; edits of different fields merge") { tested in
      let store = tested.store
      let id = try #require(try await store.add("ada@b.co", [.firstName: "A"]).nameKey)
      _ = try await store.apply(.edit(id, [Change(.firstName, from: "A", to: "B")]))
      let both = [
        Change(.firstName, from: "A", to: "C"),
        Change(.lastName, from: nil as String?, to: "L"),
      ]
      let conflict = FieldConflict(field: .firstName, expected: "A", found: "B")
      #expect(try await store.refusal(of: .edit(id, both)) == .conflict([conflict]))
      let other = [Change(.lastName, from: nil as String?, to: "L")]
      #expect(try await store.apply(.edit(id, other)).effects == [.changed])
      #expect(try await store.named("ada@b.co")?.values.firstName == "B")
    },
    Promise("canonically equal texts are different values") { tested in
      let store = tested.store
      let id = try #require(try await store.add("ada@b.co", [.firstName: "Rene\u{301}"]).nameKey)
      let edit = Change(.firstName, from: "Rene\u{301}", to: "Ren\u{E9}")
      #expect(try await store.apply(.edit(id, [edit])).effects == [.changed])
      let found = try await store.named("ada@b.co")?.values.firstName
      #expect(found.map { Array($0.utf8) } == Array("Ren\u{E9}".utf8))
      guard
        case .conflict? = try await store.refusal(
          of: .edit(id, [Change(.firstName, from: "Rene\u{301}", to: "X")]))
      else {
        Issue.record("no conflict")
        return
      }
    },
    Promise("a conflict of passwords holds neither") { tested in
      let id = try #require(try await tested.store.add("ada@b.co").nameKey)
      let edit = [Change(.password, from: "$5$a$b", to: "$5$c$d")]
      let conflict = FieldConflict(field: .password, expected: nil, found: nil)
      #expect(try await tested.store.refusal(of: .edit(id, edit)) == .conflict([conflict]))
    },
    Promise("setting what is there already succeeds and changes nothing") { tested in
      let store = tested.store
      let id = try #require(try await store.add("ada@b.co", [.firstName: "A"]).nameKey)
      let applied = try await store.apply(
        .edit(id, [Change(.firstName, from: "something else", to: "A")]))
      #expect(applied.effects == [.unchanged] && applied.refusals.isEmpty)
      #expect(applied.accounts.first?.account?.firstName?.text == "A")
    },
    Promise("every field is a text") { tested in
      let id = try #require(try await tested.store.add("ada@b.co").nameKey)
      for value in [FieldValue.flag(true), .texts(["a"])] {
        let edit = [Change(.firstName, from: nil, to: value)]
        #expect(
          try await tested.store.refusal(of: .edit(id, edit))
            == .invalid([Problem(.field(.firstName), .field(.text))]))
      }
    },
    Promise("another name makes another identity, and the old one is gone") { tested in
      let store = tested.store
      let old = try #require(try await store.add("ada@b.co").nameKey)
      let rename = [Change(.email, from: "ada@b.co", to: "eve@b.co")]
      let applied = try await store.apply(.edit(old, rename))
      let new = try #require(applied.accounts.first?.nameKey)
      #expect(try await store.id("eve@b.co") == new)
      #expect(try await store.named("ada@b.co") == nil)
      #expect(try await store.refusal(of: .edit(old, rename)) == .missing)
      let spelling = [Change(.email, from: "eve@b.co", to: "Eve@b.co")]
      #expect(try await store.apply(.edit(new, spelling)).effects == [.changed])
      #expect(try await store.emails() == ["Eve@b.co"])
    },
    Promise("a taken name is refused to an edit too") { tested in
      let store = tested.store
      let id = try #require(try await store.add("ada@b.co").nameKey)
      try await store.add("bob@b.co")
      let rename = [Change(.email, from: "ada@b.co", to: "BOB@b.co")]
      #expect(try await store.refusal(of: .edit(id, rename)) == .taken(.email))
    },
    Promise("an edit that breaks a rule writes nothing, except to put something back") { tested in
      let store = tested.store
      let id = try #require(try await store.add("ada@b.co", [.phone: "+7 (912) 345-67-89"]).nameKey)
      let edit = [Change(.phone, from: "+7 (912) 345-67-89", to: "12")]
      guard case .invalid(let problems)? = try await store.refusal(of: .edit(id, edit)) else {
        Issue.record("not refused")
        return
      }
      #expect(problems.map(\.field) == ["phone"])
      let applied = try await store.apply(.edit(id, edit, mayBreakRules: true))
      #expect(applied.effects == [.changed] && applied.accounts.first?.isClosed == true)
      #expect(try await store.named("ada@b.co")?.values.phone == "12")
    },
    Promise("removing returns what was there; twice, it is missing") { tested in
      let store = tested.store
      let account = try await store.add("ada@b.co", [.firstName: "A"])
      let id = try #require(account.nameKey)
      let applied = try await store.apply(.remove(id))
      #expect(applied.effects == [.removed])
      #expect(applied.accounts.map(\.values) == [account.values])
      #expect(try await store.find(.name(AccountName("ada@b.co"))).storeIsEmpty)
      #expect(try await store.rulebook() == rulebook)
      #expect(try await store.refusal(of: .remove(id)) == .missing)
    },
  ]
}
#endif
