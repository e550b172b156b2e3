#if canImport(Testing)
import Accounts
import Testing

extension Promise {
  /// The further promises of a store with a record of logins.
  public static let logins: [Promise] = [
    Promise("there is no record before the first attempt") { tested in
      let store = tested.store
      try await store.add("a@b.co")
      #expect(try await store.lastLogins(of: nil) == nil)
      #expect(try await store.lastLogins(of: [AccountName("a@b.co")]) == nil)
      #expect(try await !store.forgetLogins(of: [AccountName("a@b.co")]))
    },
    Promise("an account's last success and the failures since are kept") { tested in
      let store = tested.store
      for name in "ab" { try await store.add("\(name)@b.co") }
      try await store.attempt("a@b.co", .wrong, .wrong)
      #expect(try await store.login("a@b.co") == LastLogin(failures: 2))
      try await store.attempt("A@b.co", .yes)
      let success = try #require(try await store.login("a@b.co").success)
      #expect(try await store.login("A@b.co") == LastLogin(success: success))
      try await store.attempt("a@b.co", .throttled, .disabled, .unchecked)
      #expect(try await store.login("a@b.co") == LastLogin(success: success, failures: 3))
      #expect(try await store.login("b@b.co") == LastLogin())
      let begin = try #require(try await store.lastLogins(of: nil)).begin
      #expect(begin <= success)
    },
    Promise("an attempt at a name that is nobody's is nobody's") { tested in
      let store = tested.store
      try await store.add("a@b.co")
      _ = try await store.add(LoginOutcome(of: nil, .unknown))
      #expect(try await store.lastLogins(of: nil) != nil)
      #expect(try await store.login("a@b.co") == LastLogin())
    },
    Promise("what is kept of an account follows it to other names, also where others had them") {
      tested in
      let store = tested.store
      for name in "abc" { try await store.add("\(name)@b.co") }
      try await store.attempt("a@b.co", .wrong)
      try await store.attempt("b@b.co", .wrong, .wrong)
      func rename(_ old: String, _ new: String) async throws -> AccountChange {
        .edit(try await store.id(old), [Change(.email, from: old, to: new)])
      }
      #expect(try await store.apply(rename("a@b.co", "d@b.co")).refusals == [])
      #expect(try await store.login("d@b.co") == LastLogin(failures: 1))
      for (old, new) in [("b@b.co", "e@b.co"), ("c@b.co", "b@b.co")] {
        #expect(try await store.apply(rename(old, new)).refusals == [])
      }
      #expect(try await store.login("e@b.co") == LastLogin(failures: 2))
      #expect(try await store.login("b@b.co") == LastLogin())
    },
    Promise("nothing is kept of an account that is removed, or comes back") { tested in
      let store = tested.store
      for name in "ab" { try await store.add("\(name)@b.co") }
      for name in "ab" { try await store.attempt("\(name)@b.co", .yes) }
      _ = try await store.apply([.remove(store.id("a@b.co"))], WriteOptions())
      try await store.add("a@b.co")
      #expect(try await store.login("a@b.co") == LastLogin())
      _ = try await store.apply(
        [.remove(store.id("a@b.co")), .remove(store.id("b@b.co"))], WriteOptions())
      if try await store.hasHistory { try await store.restore(1) }
      #expect(try await store.login("b@b.co") == LastLogin())
    },
    Promise("accounts are forgotten by their names") { tested in
      let store = tested.store
      for name in "ab" { try await store.add("\(name)@b.co") }
      for name in "ab" { try await store.attempt("\(name)@b.co", .yes) }
      #expect(try await store.forgetLogins(of: [AccountName("A@b.co"), AccountName("x@b.co")]))
      #expect(try await store.login("a@b.co") == LastLogin())
      #expect(try await store.login("b@b.co").success != nil)
      #expect(try await !store.forgetLogins(of: [AccountName("a@b.co")]))
    },
    Promise("attempts at once are all kept") { tested in
      let store = tested.store
      try await store.add("a@b.co")
      try await withThrowingTaskGroup { group in
        for _ in 0..<50 { group.addTask { try await store.attempt("a@b.co", .wrong) } }
        try await group.waitForAll()
      }
      // A store may record some of many a moment later.
      let name = AccountName("a@b.co")
      let account = try #require(try await store.find(.name(name, in: nil)).accounts.first)
      var rounds = 0
      while rounds < 10_000,
        try await store.lastLogins(of: [name])?[account].failures ?? 0 < 50
      {
        rounds += 1
      }
      #expect(try await store.login("a@b.co") == LastLogin(failures: 50))
    },
  ]
}

extension AccountStore {
  fileprivate func attempt(_ name: String, _ answers: LoginOutcome.Answer...) async throws {
    for answer in answers { try await add(LoginOutcome(of: name, answer)) }
  }

  /// The record of an account's logins, as both ways of asking tell it.
  fileprivate func login(_ name: String) async throws -> LastLogin {
    let account = try #require(
      try await find(.name(AccountName(name), in: nil)).accounts.first)
    let all = try #require(try await lastLogins(of: nil))[account]
    let one = try #require(try await lastLogins(of: [AccountName(name)]))[account]
    #expect(all == one)
    return one
  }
}
#endif
