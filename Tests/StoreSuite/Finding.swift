#if canImport(Testing)
import Accounts
import Testing

extension Promise {
  static let finding: [Promise] = [
    Promise("an empty store says so, and has a rulebook") { tested in
      let found = try await tested.store.find(.name(AccountName("ada@b.co")))
      #expect(found.storeIsEmpty && found.accounts.isEmpty && found.rulebook == rulebook)
      #expect(try await tested.store.rulebook() == rulebook)
      let page = try await tested.store.page(PageRequest(limit: 5))
      #expect(page.accounts.isEmpty && page.next == nil && page.rulebook == rulebook)
      try await tested.store.add("ada@b.co")
      #expect(try await !tested.store.find(.name(AccountName("x@b.co"))).storeIsEmpty)
    },
    Promise("an account is found by its name and its first name, in any case") { tested in
      let store = tested.store
      try await store.add("Ada@b.co", [.firstName: "Ren\u{E9}"])
      try await store.add("bob@b.co", [.firstName: "Bob"])
      for (number, (kept, sought)) in [
        ("Οδυσσευς", "ΟΔΥΣΣΕΥΣ"), ("Straße", "STRASSE"), ("ﬁnn", "FINN"), ("ǅ", "Ǆ"),
        ("Иван", "иВАН"),
      ].enumerated() {
        try await store.add("n\(number)@b.co", [.firstName: kept])
        let found = try await store.find(.firstName(sought)).accounts
        #expect(found.map(\.values.firstName) == [kept], "\(sought)")
      }
      #expect(try await store.find(.name(AccountName("aDA@B.co"))).accounts.count == 1)
      for name in ["Ren\u{E9}", "REN\u{C9}", "Rene\u{301}"] {
        let found = try await store.find(.firstName(name)).accounts
        #expect(found.map(\.values.email) == ["Ada@b.co"], "\(name)")
      }
      #expect(try await store.find(.firstName("Ren")).accounts.isEmpty)
    },
    Promise("a name with an @ is an email, another one a user name, and then the key") { tested in
      let store = tested.store
      try await store.add("ada@b.co", [.username: "Ada"])
      try await tested.plant([fields("no address")])
      func found(_ name: String, in field: Field? = nil) async throws -> [String?] {
        try await store.find(.name(AccountName(name), in: field)).accounts.map(\.values.email)
      }
      #expect(try await found("ADA@b.co") == ["ada@b.co"])
      #expect(try await found("aDA") == ["ada@b.co"])
      #expect(try await found("no address") == ["no address"])
      #expect(try await found("ada", in: .email) == [])
      #expect(try await found("ada@b.co", in: .username) == [])
      #expect(try await found("bob") == [])
      try await tested.use(Rulebook(key: .username))
      #expect(try await found("ada") == ["ada@b.co"])
      #expect(try await found("ada@b.co") == ["ada@b.co"])
    },
    Promise("several names find the accounts of each, once") { tested in
      let store = tested.store
      for number in 0..<12 {
        try await store.add("name\(number)@b.co", [.username: "u\(number)"])
      }
      try await tested.plant([fields("no address")])
      func found(_ names: [String]) async throws -> [String?] {
        let names = names.map { AccountName($0) }
        let found = try await store.find(.names(names))
        #expect(!found.storeIsEmpty && found.rulebook == rulebook)
        return found.accounts.map(\.values.email)
      }
      #expect(try await found([]) == [])
      #expect(try await found(["x@b.co", "y"]) == [])
      let few = try await found(["U3", "x@b.co", "NAME1@b.co", "u1", "no address"])
      #expect(Set(few) == ["name1@b.co", "name3@b.co", "no address"] && few.count == 3)
      let many = try await found((0..<12).flatMap { ["u\($0)", "Name\($0)@b.co"] })
      #expect(many.count == 12 && Set(many).count == 12)
    },
    Promise("a user name is nobody else's") { tested in
      let store = tested.store
      try await store.add("ada@b.co", [.username: "ada"])
      try await store.add("bob@b.co")
      let taken = Refusal.Reason.taken(.username)
      let new = NewAccount(fields("cid@b.co", [.username: "ADA"]))
      #expect(try await store.refusal(of: .add(new)) == taken)
      let take = [Change(.username, from: nil as String?, to: "Ada")]
      #expect(try await store.refusal(of: .edit(store.id("bob@b.co"), take)) == taken)
      let own = [Change(.username, from: "ada", to: "Ada")]
      _ = try await store.apply(.edit(store.id("ada"), own))
      let two = [
        NewAccount(fields("x@b.co", [.username: "x"])),
        NewAccount(fields("y@b.co", [.username: "X"])),
      ]
      let refusals = try await store.refusals(of: two.map { .add($0) })
      #expect(refusals == [Refusal(1, .repeats(earlier: 0))])
    },
    Promise("accounts that share a user name are closed", for: .sharedNames) { tested in
      let store = tested.store
      try await store.add("ada@b.co", [.username: "ada"])
      try await tested.plant([fields("eve@b.co", [.username: "aDa"])])
      let found = try await store.find(.name(AccountName("eve@b.co"))).accounts
      #expect(found.map { $0.problems.map(\.subject) } == [[.field(.username)]])
      #expect(try await store.find(.name(AccountName("ada"))).accounts.allSatisfy(\.isClosed))
    },
    Promise("a page of a group has its members alone") { tested in
      let store = tested.store
      var values = fields("ada@b.co")
      values.groups = ["ops", "dev"]
      _ = try await store.apply(.add(NewAccount(values)))
      try await store.add("bob@b.co")
      func members(_ group: String) async throws -> [String?] {
        try await store.page(PageRequest(limit: 5, in: group)).accounts.map(\.values.email)
      }
      #expect(try await members("dev") == ["ada@b.co"])
      #expect(try await members("op") == [])
    },
    Promise("what is kept is what was given, scalar by scalar") { tested in
      let name = "Rene\u{301}"
      try await tested.store.add("Ada@b.co", [.firstName: name])
      let found = try #require(try await tested.store.named("ada@b.co"))
      #expect(found.values.firstName.map { Array($0.utf8) } == Array(name.utf8))
      #expect(found.values.email == "Ada@b.co" && found.account?.name.text == "Ada@b.co")
    },
    Promise("the only account: none, one, or two of several", for: .onlyAccount) { tested in
      let store = tested.store
      func only() async throws -> [String?] {
        try await store.find(.onlyAccount).accounts.map(\.values.email)
      }
      try await tested.use(Rulebook(login: .init(opensOnlyAccount: true)))
      #expect(try await only() == [])
      try await store.add("ada@b.co")
      #expect(try await only() == ["ada@b.co"])
      try await tested.plant([fields("no address")])
      #expect(try await only() == ["ada@b.co"])
      try await store.add("bob@b.co")
      try await store.add("cid@b.co")
      #expect(try await only().count == 2)
      try await tested.use(rulebook)
      #expect(try await only() == [])
      #expect(try await !store.find(.onlyAccount).storeIsEmpty)
    },
    Promise("where no account is valid, the only ones are the closed ones", for: .onlyAccount) {
      tested in
      try await tested.use(Rulebook(login: .init(opensOnlyAccount: true)))
      try await tested.plant([fields("no address"), fields("nor this")])
      let found = try await tested.store.find(.onlyAccount).accounts
      #expect(found.count == 2 && found.allSatisfy(\.isClosed))
    },
    Promise("accounts that share a name close each other, and are not changed", for: .sharedNames) {
      tested in
      let store = tested.store
      try await tested.plant([fields("ada@b.co"), fields("ADA@b.co"), fields("bob@b.co")])
      let found = try await store.find(.name(AccountName("ada@b.co"))).accounts
      #expect(found.count == 2 && found.allSatisfy(\.isClosed))
      #expect(found.flatMap(\.problems).allSatisfy { $0.rule == .field(.unique) })
      #expect(try await store.all().map(\.isClosed) == [true, true, false])
      let id = try #require(found.first?.nameKey)
      let edit = [Change(.firstName, from: nil as String?, to: "A")]
      for change in [AccountChange.remove(id), .edit(id, edit)] {
        guard case .closed? = try await store.refusal(of: change) else {
          Issue.record("not refused as closed")
          return
        }
      }
    },
    Promise(
      "no description of what a store takes or returns shows a password", for: .typedPasswords
    ) { tested in
      let secret = "secret1"
      var values = fields("ada@b.co")
      values.password = secret
      let new = NewAccount(values)
      let edit = [Change(.password, from: secret, to: secret + "2")]
      let applied = try await tested.store.apply(.add(new))
      let found = try await tested.store.find(.name(AccountName("ada@b.co")))
      let page = try await tested.store.page(PageRequest(limit: 5))
      let id = try await tested.store.id("ada@b.co")
      let refused = try await tested.store.apply(
        .edit(id, [Change(.password, from: "another", to: "third1")]))
      let shown: [Any] = [
        new, edit, applied, found, page, refused, AccountChange.edit(id, edit),
        AccountChange.add(new), EditedValues(edit, of: values),
      ]
      for value in shown {
        var dumped = ""
        dump(value, to: &dumped)
        let text = "\(value) \(String(reflecting: value)) \(dumped)"
        #expect(!text.contains(secret) && !text.contains("another") && !text.contains("third1"))
      }
    },
  ]
}
#endif
