#if canImport(Testing)
import Accounts
import LosslessJSON
import Testing

/// A throttle that counts nothing: nobody logs in here.
private struct NoThrottle: LoginThrottle {
  func begin(_ attempt: LoginAttempt) async throws(AccountsError) {}
  func secondsToWait(for attempt: LoginAttempt) async throws(AccountsError) -> Int { 0 }
  func end(_ attempt: LoginAttempt, _ result: LoginAttempt.Result) async throws(AccountsError) {}
  func clear(_ names: [String]) async throws(AccountsError) -> Set<String> { [] }
}

extension TestedStore {
  var registry: Registry { registry { .random() } }

  func registry(ids: @escaping @Sendable () -> AccountID) -> Registry {
    Registry(
      store: store, throttle: NoThrottle(), today: { dayOfPromises },
      hasher: PasswordHasher(cost: 1), ids: ids)
  }
}

extension Promise {
  static let declared: [Promise] = [
    Promise("an edit sets and removes the owner's keys, as long as they are as it began") {
      tested in
      let store = tested.store
      let new = NewAccount(
        fields("a@b.co"), ownKeys: [.init("x-note", .string("n")), .init("x-gone", .bool(true))])
      _ = try await store.apply(.add(new))
      let id = try await store.id("a@b.co")
      let keys: [Change] = [
        .init("x-note", from: .string("n"), to: .array([.integer(1)])),
        .init("x-gone", from: .bool(true), to: nil), .init("x-new", from: nil, to: .null),
      ]
      let edit = AccountChange.edit(id, keys)
      #expect(try await store.apply(edit).effects == [.changed])
      // A value that is there already is left alone; another value is a conflict.
      #expect(try await store.apply(edit).effects == [.unchanged])
      let late = AccountChange.edit(
        id, [.init("x-note", from: .string("n"), to: .string("m"))])
      #expect(try await store.refusal(of: late) == .changedSince(["x-note"]))
      let account = try await store.all(PageRequest(limit: 7, includesOwnKeys: true)).first
      let expected: [JSONLiteral.Member] = [
        .init("x-note", .array([.integer(1)])), .init("x-new", .null),
      ]
      #expect(account?.ownKeys == expected)
    },
    Promise("a key that no field is closes an account, so no write leaves one") { tested in
      let store = tested.store
      func key(_ key: String) -> JSONLiteral.Member { .init(key, .bool(true)) }
      func isRefused(_ change: AccountChange, for key: String) async throws -> Bool {
        guard case .invalid(let problems)? = try await store.refusal(of: change) else {
          return false
        }
        return problems.map(\.subject) == [.key(key)]
      }
      let slip = NewAccount(fields("a@b.co"), ownKeys: [key("x-vip"), key("valid_until")])
      #expect(try await isRefused(.add(slip), for: "valid_until"))
      for name in ["locked", "vip", "phone2"] {
        let new = NewAccount(fields("a@b.co"), ownKeys: [key(name)])
        #expect(try await isRefused(.add(new), for: name))
      }
      let own = [key("x-vip"), key("//phone2"), key("x-active")]
      _ = try await store.apply(.add(NewAccount(fields("a@b.co"), ownKeys: own)))
      let id = try await store.id("a@b.co")
      let edit = AccountChange.edit(id, [.init("disable", from: nil, to: .bool(true))])
      #expect(try await isRefused(edit, for: "disable"))
      #expect(
        try await isRefused(.add(slip, onConflict: .replace), for: "valid_until"))
      // A caller that may break rules may leave one, and it closes the account.
      let forced = AccountChange.edit(
        id, [.init("disable", from: nil, to: .bool(true))], mayBreakRules: true)
      #expect(try await store.apply(forced).accounts.map(\.isClosed) == [true])
      #expect(try await store.all().map(\.isClosed) == [true])
      #expect(try await store.find(.name(AccountName("a@b.co"))).accounts.map(\.state) == [.closed])
      let mended = AccountChange.edit(id, [.init("disable", from: .bool(true), to: nil)])
      #expect(try await store.apply(mended).accounts.map(\.isClosed) == [false])
    },
    Promise("names change hands within a list, in any order") { tested in
      let store = tested.store
      for (name, username) in [("a", "x"), ("b", "y"), ("c", "z")] {
        try await store.add("\(name)@b.co", [.username: username])
      }
      func edit(_ name: String, _ old: String, _ new: String) async throws -> AccountChange {
        .edit(
          try await store.id("\(name)@b.co"), [Change(.username, from: old, to: new)])
      }
      let applied = try await store.apply(
        .add(NewAccount(fields("d@b.co", [.username: "z"]))), edit("a", "x", "y"),
        edit("b", "y", "x"), .remove(store.id("c@b.co")))
      #expect(applied.refusals == [])
      #expect(
        try await store.all().map(\.values.username) == ["y", "x", "z"])
      #expect(
        try await store.refusals(of: [edit("a", "y", "w"), edit("b", "x", "z")])
          == [Refusal(1, .taken(.username))])
    },
    Promise("that a password must be changed is declared together with a password") { tested in
      let store = tested.store
      let registry = tested.registry
      let hashes = Dice.hashes
      func apply(
        _ password: String?, marked: Bool? = true, setsPasswords: Bool = false
      ) async throws -> FieldValues {
        var values = fields("a@b.co")
        values.password = password
        if let marked { values[.mustChange] = .flag(marked) }
        for _ in 0..<2 {
          _ = try await registry.apply(
            [NewAccount(values)], setsPasswords: setsPasswords)
        }
        return try #require(try await store.all().first).values
      }
      var account = try await apply(hashes[0], marked: nil)
      #expect(!account.mustChangePassword && account.password == hashes[0])
      account = try await apply(nil)
      #expect(!account.mustChangePassword)
      account = try await apply(nil, setsPasswords: true)
      #expect(!account.mustChangePassword)
      account = try await apply(hashes[1])
      #expect(!account.mustChangePassword && account.password == hashes[0])
      account = try await apply(hashes[0], setsPasswords: true)
      #expect(!account.mustChangePassword)
      account = try await apply(hashes[1], setsPasswords: true)
      #expect(account.mustChangePassword && account.password == hashes[1])
      account = try await apply(hashes[0], marked: nil, setsPasswords: true)
      #expect(account.mustChangePassword && account.password == hashes[0])
    },
    Promise("an invitation takes a password's place, and its code sets another one") { tested in
      let store = tested.store
      let registry = tested.registry
      try await store.add("a@b.co")
      let last = try #require(dayOfPromises.adding(days: 7))
      let one = try await registry.invite("a@b.co", until: last).value
      let request = LoginRequest(email: "a@b.co", password: PasswordEntry(one.code))
      let invited = try #require(try await store.named("a@b.co"))
      #expect(invited.state == .invited && invited.invitedUntil == last)
      await #expect(throws: AccountsError.invited(name: "a@b.co", missing: [])) {
        try await registry.authenticate(request)
      }
      let account = try await registry.changePassword(request, to: PasswordEntry("another1")).value
      #expect(account.invitedUntil == nil && account.state(on: dayOfPromises) == .open)
      await #expect(throws: AccountsError.loginFailed) {
        try await registry.changePassword(request, to: PasswordEntry("another2"))
      }
    },
    Promise("an invitation is declared together with a password, and ends with another one") {
      tested in
      let store = tested.store
      let registry = tested.registry
      let hashes = Dice.hashes
      func apply(
        _ password: String?, until day: String? = "2026-06-20", setsPasswords: Bool = false
      ) async throws -> [String] {
        var values = fields("a@b.co", [.firstName: "Ada"])
        values.password = password
        values[text: .invitedUntil] = day
        let done = try await registry.apply([NewAccount(values)], setsPasswords: setsPasswords)
        #expect(done.value.refusals == [])
        return [try await store.all().first?.values[text: .invitedUntil] ?? "none"]
          + done.value.uninvited
      }
      var found = try await apply(hashes[0])
      #expect(found == ["2026-06-20"])
      // Without a password beside it, it is left as it is.
      found = try await apply(nil, until: "2026-06-21")
      #expect(found == ["2026-06-20", "a@b.co"])
      found = try await apply(hashes[1], until: "2026-06-21")
      #expect(found == ["2026-06-20"])
      found = try await apply(hashes[1], until: "2026-06-21", setsPasswords: true)
      #expect(found == ["2026-06-21"])
      found = try await apply(hashes[0], until: nil, setsPasswords: true)
      #expect(found == ["none"])
      found = try await apply(nil)
      #expect(found == ["none", "a@b.co"])
    },
    Promise("accounts become what they are declared to be, and then nothing is left to do") {
      tested in
      let store = tested.store
      let registry = tested.registry
      var dice = Dice()
      var written = 0
      for round in 0..<150 {
        let declared = dice.declaration()
        let pruning: Pruning = dice.below(4) == 0 ? .all : .none
        let before = try await state(of: store)
        let setsPasswords = dice.below(2) == 0
        let apply = { (isDryRun: Bool) async throws -> DeclaredReport in
          // The plan is of the ids that the write gives.
          let done = try await tested.registry(ids: countedIDs(from: 100 * round)).apply(
            declared.map(\.account), pruning: pruning, setsPasswords: setsPasswords,
            isDryRun: isDryRun)
          return done.value
        }
        let plan = try await apply(true)
        #expect(try await state(of: store) == before && !plan.isWritten)
        let first = try await apply(false)
        #expect(first.accounts == plan.accounts && first.refusals == plan.refusals)
        guard first.refusals.isEmpty else {
          #expect(try await state(of: store) == before && !first.isWritten)
          continue
        }
        #expect(first.isWritten == !first.accounts.isEmpty)
        if first.isWritten { written += 1 }
        let after = try await state(of: store)
        for account in declared { account.expectIsMet(by: after, setsPasswords: setsPasswords) }
        if pruning == .all {
          #expect(after.keys.sorted() == declared.map(\.email).sorted())
        }
        let second = try await apply(false)
        #expect(second.accounts == [] && second.refusals == [] && !second.isWritten, "\(second)")
        #expect(try await state(of: store) == after)
        if first.isWritten, try await store.hasHistory, dice.below(3) == 0 {
          _ = try await registry.undo()
          #expect(try await state(of: store) == before)
        }
      }
      #expect(written > 50)
    },
  ]

  /// All that the accounts hold, by their emails.
  private static func state(of store: some AccountStore) async throws -> [String: [String: String]]
  {
    var state: [String: [String: String]] = [:]
    for account in try await store.all(PageRequest(limit: 7, includesOwnKeys: true)) {
      var values: [String: String] = [:]
      for field in Field.allCases {
        if let value = account.values[field] { values[field.key] = value.shown }
      }
      for member in account.ownKeys { values[member.key] = member.value.text(style: .compact) }
      state[account.values.email ?? ""] = values
    }
    return state
  }
}

/// An account that is declared, and what it says, so that a test can tell whether that is so.
private struct Declared {
  let email: String
  var values = FieldValues()
  var cleared: [Field] = []
  var ownKeys: [JSONLiteral.Member] = []
  var clearedKeys: [String] = []

  var account: NewAccount {
    NewAccount(values, clearing: cleared, ownKeys: ownKeys, clearingKeys: clearedKeys)
  }

  func expectIsMet(by state: [String: [String: String]], setsPasswords: Bool) {
    let found = state[email] ?? [:]
    for field in Field.allCases where field != .password {
      // False is what an account is without it.
      guard let value = values[field], value != .flag(false) || found[field.key] != nil else {
        continue
      }
      #expect(found[field.key] == value.shown)
    }
    for field in cleared { #expect(found[field.key] == nil) }
    for member in ownKeys { #expect(found[member.key] == member.value.text(style: .compact)) }
    for key in clearedKeys { #expect(found[key] == nil || found[key] == "null") }
    if let password = values.password {
      #expect(setsPasswords ? found["password"] == password : found["password"] != nil)
    }
  }
}

/// The same numbers on every run.
private struct Dice {
  static let hashes = ["4", "5"].map {
    "$5$rounds=100000$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn\($0)"
  }

  private var state: UInt64 = 7

  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  /// Some accounts, each once; names may be meant to change hands, or to be two people's.
  mutating func declaration() -> [Declared] {
    let names = ["a", "b", "c", "d", "e", "f"].filter { _ in below(2) == 0 }
    return names.map { name in
      var declared = Declared(email: "\(name)@b.co")
      declared.values.email = declared.email
      if below(3) > 0 { declared.values.password = pick(Self.hashes) }
      let texts: [(Field, [String])] = [
        (.username, ["u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8"]),
        (.firstName, ["Ada", "Ada M.", "Ада"]), (.phone, ["+7 (912) 345-67-89"]),
        (.validUntil, ["2030-01-01", "2031-01-01"]),
      ]
      for (field, values) in texts {
        switch below(4) {
        case 0: declared.values[text: field] = pick(values)
        case 1: declared.cleared.append(field)
        default: break
        }
      }
      switch below(4) {
      case 0: declared.values.groups = pick([["ops"], ["ops", "web"], ["web"]])
      case 1: declared.cleared.append(.groups)
      case 2: declared.values[.disabled] = pick([.flag(true), .flag(false), .text("left")])
      default: break
      }
      for key in ["x-note", "x-x"] {
        switch below(4) {
        case 0:
          declared.ownKeys.append(
            .init(key, pick([.string("é"), .string("e\u{301}"), .array([.integer(1), .null])])))
        case 1: declared.clearedKeys.append(key)
        default: break
        }
      }
      return declared
    }
  }
}
#endif
