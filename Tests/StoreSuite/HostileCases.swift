#if canImport(Testing)
import Accounts
import Testing

/// Accounts and the hands, commands and old backups that meet them, for one case.
private struct Scene {
  let tested: TestedStore
  var registry: Registry { tested.registry }

  /// Begins with hand-made accounts, in the place of all.
  func hands(_ accounts: [FieldValues]) async throws {
    let replant = try #require(tested.replant)
    try await replant(accounts)
  }

  /// The accounts as they stand.
  var accounts: [FieldValues] {
    get async throws { try await tested.store.all().map(\.values) }
  }

  /// Changes an account by hand.
  func hand(_ email: String, _ change: (inout FieldValues) -> Void) async throws {
    var all = try await accounts
    for index in all.indices where all[index].email == email { change(&all[index]) }
    try await hands(all)
  }

  /// Adds an account by a command; returns its id.
  @discardableResult
  func register(_ email: String) async throws -> AccountID {
    let new = NewAccount(fields(email))
    var options = WriteOptions(by: Attribution(.register))
    options.newID = { .random() }
    _ = try await tested.store.apply([.add(new)], options)
    return try #require(try await id(email))
  }

  /// The id of an account, if it counts.
  func id(_ email: String) async throws -> AccountID? {
    try await tested.store.named(email)?.id
  }

  func ref(_ email: String) async throws -> AccountRef {
    AccountRef(try await registry.account(email), named: email)
  }

  /// The email of whoever is meant; nil for nobody.
  func who(_ ref: AccountRef) async throws -> String? {
    try await registry.who([ref])[0]?.values.email
  }

  func edit(_ email: String, _ fields: [Field: FieldSetting], id: EditRequest.NewID? = nil)
    async throws
  {
    var request = EditRequest(account: email, fields: fields)
    request.id = id
    _ = try await registry.edit(request)
  }
}

/// One of the ways in which somebody might be taken for somebody else, by its number.
private struct HostileCase {
  let number: Int
  let words: String
  let need: Promise.Need?
  let body: @Sendable (Scene) async throws -> Void

  init(
    _ number: Int, _ words: String, for need: Promise.Need? = nil,
    _ body: @escaping @Sendable (Scene) async throws -> Void
  ) {
    (self.number, self.words, self.need, self.body) = (number, words, need, body)
  }

  var promise: Promise {
    Promise("case \(number): \(words)", for: need) { [body] tested in
      if tested.replant != nil { try await body(Scene(tested: tested)) }
    }
  }
}

extension Promise {
  /// Cases of a block that is copied, renamed, exchanged or put back, of a store whose changes are
  /// recorded.
  public static let hostile: [Promise] = (cases + casesOfUndo).map(\.promise)

  private static let (ada, bob, zoe) = ("ada@b.co", "bob@b.co", "zoe@b.co")

  private static func copy(_ scene: Scene) async throws -> (id: AccountID, ref: AccountRef) {
    let id = try await scene.register(ada)
    let ref = try await scene.ref(ada)
    var copied = try #require(try await scene.accounts.first)
    copied.email = bob
    try await scene.hands(try await scene.accounts + [copied])
    return (id, ref)
  }

  private static let cases: [HostileCase] = [
    HostileCase(1, "a block is copied for Bob, and the id of Ada left in", for: .sharedNames) {
      scene in
      let (id, ref) = try await copy(scene)
      #expect(try await scene.id(ada) == id)
      #expect(try await scene.id(bob) == nil)
      #expect(try await scene.who(ref) == ada)
    },
    HostileCase(3, "then the id is taken out of Ada's own block", for: .sharedNames) { scene in
      let (id, ref) = try await copy(scene)
      try await scene.hand(ada) { $0[.id] = nil }
      #expect(try await scene.id(ada) == nil)
      #expect(try await scene.id(bob) == nil)
      #expect(try await scene.who(ref) == nil)
      try await scene.edit(ada, [.firstName: "A"])
      let new = try await scene.id(ada)
      #expect(new != nil && new != id)
      try await scene.edit(ada, [:], id: .given(id))
      #expect(try await scene.id(ada) == id)
      #expect(try await scene.id(bob) == nil)
    },
    HostileCase(4, "a block becomes Zoe's by hand, and the id is left in") { scene in
      try await scene.register(ada)
      let ref = try await scene.ref(ada)
      try await scene.hand(ada) {
        ($0.email, $0.password) = (zoe, "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn5")
      }
      #expect(try await scene.id(zoe) == nil)
      #expect(try await scene.who(ref) == nil)
    },
    HostileCase(5, "somebody is registered where somebody was removed") { scene in
      let id = try await scene.register(ada)
      let ref = try await scene.ref(ada)
      _ = try await scene.registry.remove(ada)
      let new = try await scene.register(ada)
      #expect(new != id)
      #expect(try await scene.who(ref) == nil)
    },
    HostileCase(6, "a hand exchanges two ids") { scene in
      let refs = try await two(scene)
      let all = try await scene.accounts
      try await scene.hands(
        zip(all, all.reversed()).map { values, other in
          var values = values
          values[.id] = other[.id]
          return values
        })
      try await isNobody(refs, scene)
    },
    HostileCase(7, "a hand exchanges two names, and the ids stay") { scene in
      let refs = try await two(scene)
      let all = try await scene.accounts
      try await scene.hands(
        zip(all, all.reversed()).map { values, other in
          var values = values
          values.email = other.email
          return values
        })
      try await isNobody(refs, scene)
    },
    HostileCase(9, "a hand takes an id out", for: .idsOfAll) { scene in
      let id = try await scene.register(ada)
      let ref = try await scene.ref(ada)
      try await scene.hand(ada) { $0[.id] = nil }
      #expect(try await scene.who(ref) == nil)
      try await scene.edit(ada, [.firstName: "A"])
      let new = try await scene.id(ada)
      #expect(new != nil && new != id)
    },
    HostileCase(10, "a hand puts the id back") { scene in
      let id = try await scene.register(ada)
      let ref = try await scene.ref(ada)
      let before = try await scene.accounts
      try await scene.hand(ada) { $0[.id] = nil }
      try await scene.hands(before)
      #expect(try await scene.id(ada) == id)
      #expect(try await scene.who(ref) == ada)
    },
    HostileCase(12, "a command renames the account") { scene in
      let id = try await scene.register(ada)
      let ref = try await scene.ref(ada)
      try await scene.edit(ada, [.email: FieldSetting(zoe)])
      #expect(try await scene.id(zoe) == id)
      #expect(try await scene.tested.store.named(zoe)?.values[text: .id] == "\(zoe) \(id)")
      #expect(try await scene.who(ref) == zoe)
    },
    HostileCase(13, "a hand renames the account") { scene in
      let id = try await scene.register(ada)
      let ref = try await scene.ref(ada)
      try await scene.hand(ada) { $0.email = zoe }
      #expect(try await scene.id(zoe) == nil)
      #expect(try await scene.who(ref) == nil)
      try await scene.hand(zoe) { $0[text: .id] = "\(zoe) \(id)" }
      #expect(try await scene.id(zoe) == id)
      #expect(try await scene.who(ref) == zoe)
    },
    HostileCase(17, "a hand removes an account and puts it back as it was") { scene in
      let id = try await scene.register(ada)
      let (before, ref) = (try await scene.accounts, try await scene.ref(ada))
      try await scene.hands([])
      #expect(try await scene.who(ref) == nil)
      try await scene.hands(before)
      #expect(try await scene.id(ada) == id)
      #expect(try await scene.who(ref) == ada)
    },
    HostileCase(19, "a backup from before Bob is put back, and Bob is registered again") { scene in
      try await scene.register(ada)
      let before = try await scene.accounts
      let id = try await scene.register(bob)
      let ref = try await scene.ref(bob)
      try await scene.hands(before)
      #expect(try await scene.register(bob) != id)
      #expect(try await scene.who(ref) == nil)
      try await scene.edit(bob, [:], id: .given(id))
      #expect(try await scene.id(bob) == id)
      #expect(try await scene.who(ref) == bob)
    },
    HostileCase(32, "a hand-made account was seen, and is not as it was") { scene in
      try await scene.hands([fields(ada)])
      let ref = try await scene.ref(ada)
      #expect(try await scene.who(ref) == ada)
      try await scene.hand(ada) { $0.firstName = "A" }
      #expect(try await scene.who(ref) == nil)
    },
    HostileCase(33, "two writers give one hand-made account an id at once", for: .idsOfAll) {
      scene in
      try await scene.hands([fields(ada)])
      async let one: Void = scene.edit(ada, [.firstName: "A"])
      async let two: Void = scene.edit(ada, [.lastName: "L"])
      _ = try await (one, two)
      let account = try await scene.registry.account(ada)
      #expect(account.id != nil)
      #expect(account.values.firstName == "A" && account.values.lastName == "L")
    },
    HostileCase(
      38, "Bob has a copy of Ada's id, who is removed, and takes her name", for: .sharedNames
    ) { scene in
      let (id, ref) = try await copy(scene)
      _ = try await scene.registry.remove(ada)
      let error = await #expect(throws: AccountsError.self) {
        try await scene.edit(bob, [.email: FieldSetting(ada)])
      }
      #expect(error == .idWouldCount(.email))
      #expect(try await scene.who(ref) == nil)
      // By a hand it counts, by the file's own word.
      try await scene.hand(bob) { $0.email = ada }
      #expect(try await scene.id(ada) == id)
    },
    HostileCase(39, "a hand writes Bob's name into the copied id", for: .sharedNames) { scene in
      let (id, ref) = try await copy(scene)
      try await scene.hand(bob) { $0[text: .id] = "\(bob) \(id)" }
      #expect(try await scene.id(ada) == nil)
      #expect(try await scene.id(bob) == nil)
      #expect(try await scene.who(ref) == nil)
    },
  ]

  private static let casesOfUndo: [HostileCase] = [
    HostileCase(14, "somebody is removed, and the removal undone") { scene in
      let id = try await scene.register(ada)
      let ref = try await scene.ref(ada)
      _ = try await scene.registry.remove(ada)
      #expect(try await scene.who(ref) == nil)
      _ = try await scene.registry.undo()
      #expect(try await scene.id(ada) == id)
      #expect(try await scene.who(ref) == ada)
    },
    HostileCase(15, "the name of somebody removed is given away, and the removal undone") { scene in
      try await scene.register(ada)
      _ = try await scene.registry.remove(ada)
      let id = try await scene.register(ada)
      await #expect(throws: AccountsError.self) { try await scene.registry.undo(change: 2) }
      #expect(try await scene.id(ada) == id)
    },
    HostileCase(15, "the UUID of somebody removed is given away, and the removal undone") { scene in
      let id = try await scene.register(ada)
      try await scene.register(bob)
      _ = try await scene.registry.remove(ada)
      try await scene.edit(bob, [:], id: .given(id))
      let error = await #expect(throws: AccountsError.self) { try await scene.registry.undo() }
      guard case .cannotUndo(let refused)? = error else {
        Issue.record("\(error.map { "\($0)" } ?? "nothing")")
        return
      }
      #expect(refused.map(\.reason) == [.taken(.id)])
      #expect(try await scene.id(bob) == id)
    },
    HostileCase(16, "a hand-made account is removed, and the removal undone", for: .idsOfAll) {
      scene in
      try await scene.hands([fields(ada)])
      _ = try await scene.registry.remove(ada)
      let change = try await scene.tested.store.history(below: nil, limit: 1).entries[0]
      _ = try await scene.registry.undo()
      let id = try await scene.id(ada)
      #expect(id != nil && change.accounts.map(\.id) == [id])
    },
    HostileCase(
      37, "Bob had Ada's id by copy, was edited, then got his own: the edit is undone",
      for: .sharedNames
    ) { scene in
      let (id, _) = try await copy(scene)
      try await scene.edit(bob, [.firstName: "B"])
      let number = try await scene.tested.store.history(below: nil, limit: 1).position.number
      try await scene.edit(bob, [:], id: .new)
      await #expect(throws: AccountsError.self) { try await scene.registry.undo(change: number) }
      #expect(try await scene.id(ada) == id)
      #expect(try await scene.registry.account(bob).values.firstName == "B")
    },
  ]

  private static func two(_ scene: Scene) async throws -> [AccountRef] {
    try await scene.register(ada)
    try await scene.register(bob)
    return try await [scene.ref(ada), scene.ref(bob)]
  }

  private static func isNobody(_ refs: [AccountRef], _ scene: Scene) async throws {
    for name in [ada, bob] { #expect(try await scene.id(name) == nil) }
    for ref in refs { #expect(try await scene.who(ref) == nil) }
  }
}
#endif
