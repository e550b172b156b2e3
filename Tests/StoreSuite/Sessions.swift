#if canImport(Testing)
import Accounts
import Testing

/// One promise that every session store keeps, with its test.
public struct SessionPromise: Sendable, CustomTestStringConvertible {
  /// The promise in words.
  public let testDescription: String
  /// Fails if a store, which is empty, breaks it.
  public let keep: @Sendable (any SessionStore) async throws -> Void

  init(_ description: String, _ keep: @escaping @Sendable (any SessionStore) async throws -> Void) {
    testDescription = description
    self.keep = keep
  }

  private static let id = AccountID("10000000-0000-4000-8000-000000000001")
  private static let draft = EditDraft(
    name: "ada@b.co", id: id, changes: [Change(.firstName, from: nil as String?, to: "A")])

  /// All promises of a session store.
  public static let all: [SessionPromise] = [
    SessionPromise("nobody has logged in, and there is no draft") { store in
      let (session, draft) = (try await store.session(), try await store.readDraft())
      #expect(session == .none && draft == nil)
    },
    SessionPromise("a session and a draft are read as they were written") { store in
      let session = try await store.lock()
      try await session.write(session: .loggedIn("Ada@b.co", by: .email, id: id))
      try await session.write(draft: draft)
      await session.release()
      #expect(try await store.session() == .loggedIn("Ada@b.co", by: .email, id: id))
      #expect(try await store.readDraft() == draft)
    },
    SessionPromise("logging out keeps the draft; a draft can be removed") { store in
      let session = try await store.lock()
      try await session.write(session: .loggedIn("ada@b.co", by: .email, id: nil))
      try await session.write(draft: draft)
      try await session.write(session: .loggedOut)
      #expect(try await store.session() == .loggedOut)
      #expect(try await store.readDraft() == draft)
      try await session.write(draft: nil)
      await session.release()
      #expect(try await store.readDraft() == nil)
    },
    SessionPromise("a second lock waits until the first is released") { store in
      let first = try await store.lock()
      let second = Task {
        let session = try await store.lock()
        let seen = try await store.session()
        await session.release()
        return seen
      }
      for _ in 0..<100 { await Task.yield() }
      try await first.write(session: .loggedIn("ada@b.co", by: .email, id: nil))
      await first.release()
      #expect(try await second.value == .loggedIn("ada@b.co", by: .email, id: nil))
    },
    SessionPromise("a lock that is waited for in a cancelled task ends as cancelled") { store in
      let first = try await store.lock()
      let second = Task { try await store.lock() }
      for _ in 0..<100 { await Task.yield() }
      second.cancel()
      await #expect(throws: AccountsError.cancelled) { try await second.value }
      await first.release()
      await (try store.lock()).release()
    },
  ]
}

/// One promise that every throttle keeps, with its test.
public struct ThrottlePromise: Sendable, CustomTestStringConvertible {
  /// The promise in words.
  public let testDescription: String
  /// Fails if a throttle, in which nothing is counted, breaks it.
  public let keep: @Sendable (any LoginThrottle) async throws -> Void

  init(_ description: String, _ keep: @escaping @Sendable (any LoginThrottle) async throws -> Void)
  {
    testDescription = description
    self.keep = keep
  }

  /// How many of the attempts that are made at once are answered, and not told to wait.
  private static func answered(
    _ throttle: any LoginThrottle, _ name: String, of count: Int, _ result: LoginAttempt.Result
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask { try await isAnswered(throttle, name, result) }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }

  private static func isAnswered(
    _ throttle: any LoginThrottle, _ name: String, _ result: LoginAttempt.Result,
    from network: String? = nil
  ) async throws -> Bool {
    let attempt = LoginAttempt(name, from: network)
    do throws(AccountsError) {
      try await throttle.begin(attempt)
    } catch .throttled {
      return false
    }
    for _ in 0..<10 { await Task.yield() }
    try await throttle.end(attempt, result)
    return true
  }

  /// How many of ten attempts, one after the other, are answered.
  private static func answeredInTurn(
    _ throttle: any LoginThrottle, _ name: String, _ result: LoginAttempt.Result = .failed,
    from network: String? = nil
  ) async throws -> Int {
    var count = 0
    for _ in 0..<10 where try await isAnswered(throttle, name, result, from: network) {
      count += 1
    }
    return count
  }

  /// All promises of a throttle.
  public static let all: [ThrottlePromise] = [
    ThrottlePromise("five failures pass; then one has to wait, under that name alone") { throttle in
      let count1 = try await answeredInTurn(throttle, "ada")
      #expect(count1 == 5)
      let count2 = try await answeredInTurn(throttle, "bob")
      #expect(count2 == 5)
    },
    ThrottlePromise("a login that succeeds forgets the failures") { throttle in
      for _ in 0..<4 { _ = try await isAnswered(throttle, "ada", .failed) }
      let wasAnswered = try await isAnswered(throttle, "ada", .succeeded)
      #expect(wasAnswered)
      let count3 = try await answeredInTurn(throttle, "ada")
      #expect(count3 == 5)
    },
    ThrottlePromise("an attempt that is neither right nor wrong changes no count") { throttle in
      for _ in 0..<4 { _ = try await isAnswered(throttle, "ada", .failed) }
      let count4 = try await answeredInTurn(throttle, "ada", .uncounted)
      #expect(count4 == 10)
      let count5 = try await answeredInTurn(throttle, "ada")
      #expect(count5 == 1)
    },
    ThrottlePromise("a new password forgets the failures") { throttle in
      _ = try await answeredInTurn(throttle, "ada")
      _ = try await isAnswered(throttle, "bob", .succeeded)
      let cleared = try await throttle.clear(["ada", "bob", "eve"])
      #expect(cleared == ["ada"])
      let count6 = try await answeredInTurn(throttle, "ada")
      #expect(count6 == 5)
    },
    ThrottlePromise(
      "who fails at one address keeps nobody out at another; a success clears its own"
    ) {
      throttle in
      for network in ["192.0.2.1", "192.0.2.2"] {
        let count = try await answeredInTurn(throttle, "ada", from: network)
        #expect(count == 5)
      }
      let isIn = try await isAnswered(throttle, "ada", .succeeded, from: "198.51.100.7")
      #expect(isIn)
      let withoutAddress = try await answeredInTurn(throttle, "ada")
      #expect(withoutAddress == 5)
      let cleared = try await throttle.clear(["ada"])
      #expect(cleared == ["ada"])
      let fresh = try await answeredInTurn(throttle, "ada", from: "192.0.2.1")
      #expect(fresh == 5)
    },
    ThrottlePromise("from however many addresses, fifty failures make a name wait") { throttle in
      var count = 0
      for number in 0..<11 {
        count += try await answeredInTurn(throttle, "ada", from: "192.0.2.\(number)")
      }
      #expect(count == 50)
      let isIn = try await isAnswered(throttle, "ada", .succeeded, from: "198.51.100.7")
      #expect(!isIn)
      let other = try await answeredInTurn(throttle, "bob", from: "192.0.2.1")
      #expect(other == 5)
    },
    ThrottlePromise("of a hundred wrong passwords at once from twenty addresses fifty are answered")
    {
      throttle in
      let count = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<100 {
          group.addTask {
            try await isAnswered(throttle, "ada", .failed, from: "192.0.2.\(number % 20)")
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(count == 50)
    },
    ThrottlePromise("the wait of one address is its own, and asking for it counts nothing") {
      throttle in
      func rest(_ name: String, _ network: String?) async throws -> Int {
        try await throttle.secondsToWait(for: LoginAttempt(name, from: network))
      }
      for number in 0..<11 {
        _ = try await answeredInTurn(throttle, "ada", from: "192.0.2.\(number)")
      }
      let failed = try await rest("ada", "192.0.2.1")
      #expect(failed > 0)
      for _ in 0..<10 {
        let other = try await rest("ada", "198.51.100.7")
        #expect(other == 0)
        let unknown = try await rest("bob", nil)
        #expect(unknown == 0)
      }
      let count = try await answeredInTurn(throttle, "bob")
      #expect(count == 5)
      let cleared = try await throttle.clear(["ada"])
      #expect(cleared == ["ada"])
    },
    ThrottlePromise("of forty wrong passwords at once five are answered") { throttle in
      let count7 = try await answered(throttle, "ada", of: 40, .failed)
      #expect(count7 == 5)
    },
    ThrottlePromise("two hundred right passwords at once are all answered") { throttle in
      let count8 = try await answered(throttle, "ada", of: 200, .succeeded)
      #expect(count8 == 200)
    },
    ThrottlePromise("a wait that is cancelled ends as cancelled, and counts nothing") { throttle in
      let flying = (0..<5).map { _ in LoginAttempt("ada") }
      for attempt in flying { try await throttle.begin(attempt) }
      let waiting = Task { try await throttle.begin(LoginAttempt("ada")) }
      for _ in 0..<100 { await Task.yield() }
      waiting.cancel()
      await #expect(throws: AccountsError.cancelled) { try await waiting.value }
      for attempt in flying { try await throttle.end(attempt, .uncounted) }
      let count9 = try await answeredInTurn(throttle, "ada")
      #expect(count9 == 5)
    },
  ]
}
#endif
