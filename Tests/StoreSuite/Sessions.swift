import Accounts
import Testing

/// One promise that every session store keeps, with its test.
public struct SessionPromise: Sendable, CustomTestStringConvertible {
  /// The promise in words.
  public let testDescription: String
  /// Fails where a store, which is empty, breaks it.
  public let keep: @Sendable (any SessionStore) async throws -> Void

  init(_ description: String, _ keep: @escaping @Sendable (any SessionStore) async throws -> Void) {
    testDescription = description
    self.keep = keep
  }

  private static let draft = Edit(
    email: "ada@b.co", changes: edits([.firstName: FieldEdit(from: nil as String?, to: "A")]))

  /// All promises of a session store.
  public static let all: [SessionPromise] = [
    SessionPromise("nobody has logged in, and there is no draft") { store in
      let (session, draft) = (try await store.session(), try await store.draft())
      #expect(session == .none && draft == nil)
    },
    SessionPromise("a session and a draft are read as they were written") { store in
      let session = try await store.lock()
      try await session.write(session: .loggedIn("Ada@b.co", by: .email))
      try await session.write(draft: draft)
      await session.release()
      #expect(try await store.session() == .loggedIn("Ada@b.co", by: .email))
      #expect(try await store.draft() == draft)
    },
    SessionPromise("logging out keeps the draft; a draft can be removed") { store in
      let session = try await store.lock()
      try await session.write(session: .loggedIn("ada@b.co", by: .email))
      try await session.write(draft: draft)
      try await session.write(session: .loggedOut)
      #expect(try await store.session() == .loggedOut)
      #expect(try await store.draft() == draft)
      try await session.write(draft: nil)
      await session.release()
      #expect(try await store.draft() == nil)
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
      try await first.write(session: .loggedIn("ada@b.co", by: .email))
      await first.release()
      #expect(try await second.value == .loggedIn("ada@b.co", by: .email))
    },
  ]
}

/// One promise that every throttle keeps, with its test.
public struct ThrottlePromise: Sendable, CustomTestStringConvertible {
  /// The promise in words.
  public let testDescription: String
  /// Fails where a throttle, in which nothing is counted, breaks it.
  public let keep: @Sendable (any LoginThrottle) async throws -> Void

  init(_ description: String, _ keep: @escaping @Sendable (any LoginThrottle) async throws -> Void)
  {
    testDescription = description
    self.keep = keep
  }

  /// How many attempts pass before one has to wait, at most as many as are asked for.
  private static func passing(
    _ throttle: any LoginThrottle, _ name: String, of count: Int
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask {
          do throws(AccountsError) {
            try await throttle.begin(name)
            return true
          } catch .throttled {
            return false
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }

  /// All promises of a throttle.
  public static let all: [ThrottlePromise] = [
    ThrottlePromise("attempts pass at first; then one has to wait, under that name alone") {
      throttle in
      for _ in 0..<5 { try await throttle.begin("ada") }
      await #expect(throws: AccountsError.self) { try await throttle.begin("ada") }
      try await throttle.begin("bob")
    },
    ThrottlePromise("a login that succeeds takes back what was counted") { throttle in
      for _ in 0..<5 { try await throttle.begin("ada") }
      try await throttle.succeed("ada")
      for _ in 0..<5 { try await throttle.begin("ada") }
    },
    ThrottlePromise("attempts that are made at once all count") { throttle in
      let passed = try await passing(throttle, "ada", of: 20)
      #expect(passed == 5)
    },
  ]
}
