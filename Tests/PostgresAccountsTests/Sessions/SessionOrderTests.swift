import AccountsSupport
import PostgresServer
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import PostgresAccounts

@Suite(
  "The end of a login beside a beginning of it",
  .needsPostgres, .takesPlace, .patient)
struct SessionOrderTests {
  /// Ways to end a login of Ada's.
  enum Ending: CaseIterable, Sendable {
    case ids, names, all, replaced, surplus, change, removal

    /// The statements, behind those of a write.
    func statements(_ login: String, page: String) -> [String] {
      switch self {
      case .ids: ["SELECT FROM regapp_api.regapp_end_sessions('{\(login)}')"]
      case .names: ["SELECT FROM regapp_api.regapp_forget_sessions('{ada@b.co}')"]
      case .all: ["SELECT FROM regapp_api.regapp_end_sessions(NULL)"]
      case .replaced: [SessionOrderTests.beginning("x", "bob@b.co", ending: page)]
      case .surplus:
        // The first of 51 logins.
        (1...50).map { SessionOrderTests.beginning("x\($0)", "ada@b.co") }
      case .change:
        [
          "UPDATE public.account SET valid_until = '2999-01-01' WHERE key = 'ada@b.co'",
          "SELECT FROM regapp_api.regapp_forget_sessions('{ada@b.co}')",
        ]
      case .removal:
        [
          "DELETE FROM public.account WHERE key = 'ada@b.co'",
          "SELECT FROM regapp_api.regapp_forget_sessions('{ada@b.co}')",
        ]
      }
    }
  }

  /// Begins a session, of a new login if none is to go on.
  fileprivate static func beginning(
    _ digest: String, _ name: String, of login: String? = nil, ending: String = ""
  ) -> String {
    """
    SELECT FROM regapp_api.regapp_begin_session('\(digest)', 'p', '\(login == nil ? "page" : "wiki")',
      '\(login ?? digest)', \(login == nil), '\(name)', NULL, '\(HashOfSecret1.sha512)',
      '2026-06-15', '\(name)', 'b', false, 600, '{\(ending)}', NULL)
    """
  }

  /// Sessions at a database that wait for no lock.
  private struct Sessions {
    let (first, second): (Connection, Connection)
    let browsers: Browsers

    init() async throws {
      browsers = try await Browsers()
      first = try Connection(browsers.database.address, Libpq())
      second = try Connection(browsers.database.address, Libpq())
      try first.run(SessionOrderTests.beginning("d", Browsers.ada))
    }

    /// Whether statements are done, and do not wait for a lock of others.
    func isDone(_ statements: [String]) throws -> Bool {
      try second.begin("ISOLATION LEVEL READ COMMITTED")
      do throws(Failure) {
        try second.run("SET LOCAL lock_timeout = '50ms'")
        for statement in statements { try second.run(statement) }
        try second.run("COMMIT")
        return true
      } catch {
        second.rollBack()
        guard case .refused("55P03", _) = error else { throw error }
        return false
      }
    }

    var left: [String] {
      get throws {
        try browsers.database.server.psql(
          "SELECT digest FROM public.session WHERE login = 'd' ORDER BY digest")
      }
    }
  }

  @Test("waits for it, and ends all", arguments: Ending.allCases)
  func waits(_ ending: Ending) async throws {
    let sessions = try await Sessions()
    let statements = ending.statements("d", page: "d")
    try sessions.first.begin("ISOLATION LEVEL READ COMMITTED")
    try sessions.first.run(Self.beginning("e", Browsers.ada, of: "d"))
    #expect(try !sessions.isDone(statements))
    // Nobody else waits for either.
    if ending != .all { #expect(try sessions.isDone([Self.beginning("b", Browsers.bob)])) }
    try sessions.first.run("COMMIT")
    #expect(try sessions.left == ["d", "e"])
    #expect(try sessions.isDone(statements))
    #expect(try sessions.left == [])
  }

  @Test("is waited for by it, which then begins nothing", arguments: Ending.allCases)
  func isWaitedFor(_ ending: Ending) async throws {
    let sessions = try await Sessions()
    try sessions.first.begin("ISOLATION LEVEL READ COMMITTED")
    for statement in ending.statements("d", page: "d") { try sessions.first.run(statement) }
    let beginning = Self.beginning("e", Browsers.ada, of: "d")
    #expect(try !sessions.isDone([beginning]))
    // Only the end of all keeps others waiting; one that replaces a login holds its account, too.
    let bob = Self.beginning("b", Browsers.bob)
    #expect(try sessions.isDone([bob]) == ![.all, .replaced].contains(ending))
    try sessions.first.run("COMMIT")
    #expect(try sessions.isDone([beginning]))
    #expect(try sessions.left == [])
  }

  @Test("holds a row without waiting in a circle: two browsers that change places")
  func circle() async throws {
    let sessions = try await Sessions()
    try sessions.first.run(Self.beginning("b", Browsers.bob))
    let address = sessions.browsers.database.address
    for round in 1...(isLongRun ? 200 : 20) {
      let (ada, bob) = ("a\(round)", "b\(round)")
      let (oldOfAda, oldOfBob) = round == 1 ? ("d", "b") : ("a\(round - 1)", "b\(round - 1)")
      try await withThrowingTaskGroup { group in
        for (digest, name, old) in [(ada, Browsers.ada, oldOfBob), (bob, Browsers.bob, oldOfAda)] {
          group.addTask {
            try await blocking {
              let connection = try Connection(address, Libpq())
              try connection.run(Self.beginning(digest, name, ending: old))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(
        try sessions.browsers.database.server.psql("SELECT digest FROM session ORDER BY 1")
          == [ada, bob])
    }
  }

  @Test("at random times leaves none of it, by whatever it ends")
  func random() async throws {
    let sessions = try await Sessions()
    let server = sessions.browsers.database.server
    let address = sessions.browsers.database.address
    for round in 1...(isLongRun ? 2_000 : 40) {
      let login = "l\(round)"
      let ending = Ending.allCases[round % 6]
      try sessions.first.run(Self.beginning(login, Browsers.ada))
      let statements = ending.statements(login, page: login)
      try await withThrowingTaskGroup { group in
        group.addTask {
          try await blocking {
            let connection = try Connection(address, Libpq())
            try connection.run(Self.beginning("e", Browsers.ada, of: login))
          }
        }
        group.addTask {
          try await blocking {
            let connection = try Connection(address, Libpq())
            try connection.begin("ISOLATION LEVEL READ COMMITTED")
            for statement in statements { try connection.run(statement) }
            try connection.run("COMMIT")
          }
        }
        try await group.waitForAll()
      }
      let left = try server.psql("SELECT digest FROM session WHERE login = '\(login)'")
      #expect(left == [], "\(ending)")
      try server.psql("DELETE FROM session; UPDATE account SET valid_until = NULL")
    }
  }

  @Test("by a name waits for a login of it that is just beginning, and ends that too")
  func byName() async throws {
    let sessions = try await Sessions()
    try sessions.first.begin("ISOLATION LEVEL READ COMMITTED")
    try sessions.first.run(Self.beginning("e", Browsers.ada))
    let (server, registry) = (sessions.browsers.database.server, sessions.browsers.registry)
    async let ended = registry.endLogins(of: [Browsers.ada])
    #expect(
      try await comesTrue {
        try server.psql(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'
          """) == ["1"]
      })
    try sessions.first.run("COMMIT")
    _ = try await ended
    #expect(try sessions.left == [])
  }

  @Test(
    "is not said where a beginning does not come to its end: 75, and nothing has ended", .patient)
  func patience() async throws {
    let sessions = try await Sessions()
    try sessions.first.begin("ISOLATION LEVEL READ COMMITTED")
    try sessions.first.run(Self.beginning("e", Browsers.ada, of: "d"))
    let address = try DatabaseAddress(
      sessions.browsers.database.address.text + "&options=-clock_timeout%3D100")
    let store = PostgresStore(address, today: { .ofTests })
    let fault = await fault { _ = try await store.endLogins(.names([AccountName(Browsers.ada)])) }
    #expect(fault?.reason as? PostgresFault == .locked)
    try sessions.first.run("COMMIT")
    #expect(try sessions.left == ["d", "e"])
    #expect(try await store.endLogins(.names([AccountName(Browsers.ada)])).count <= 1)
    #expect(try sessions.left == [])
  }
}
