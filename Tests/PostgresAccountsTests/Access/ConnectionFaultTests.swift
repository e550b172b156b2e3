import Accounts
import Foundation
import PostgresProbe
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "A connection that cannot be made",
  .needsPostgres, .takesPlace, .patient)
struct ConnectionFaultTests {
  /// Servers that say in their logs who connects.
  private static func server(_ certificate: Certificates.Certificate?) throws -> PostgresServer {
    var options = PostgresServer.Options()
    options.isOnNetwork = true
    options.certificate = certificate
    options.settings = ["log_connections": "on"]
    return try PostgresServer.start(options)
  }

  private struct Secured: Sendable {
    let authority: String
    let other: String
    let good: PostgresServer
    let misnamed: PostgresServer
    let expired: PostgresServer
    let plain: PostgresServer

    init() throws {
      let (own, others) = (try Certificates(), try Certificates())
      (authority, other) = (own.authority, others.authority)
      // The files go with their authority, which only its certificates keep.
      good = try server(own.certificate())
      misnamed = try server(own.certificate(for: "db.example"))
      expired = try server(own.certificate(hasExpired: true))
      plain = try server(nil)
      self.others = others
    }

    private let others: Certificates
  }

  private static let secured = Result { try Secured() }

  /// Why no connection is made; nil if one is.
  private static func fault(_ text: String) async throws -> PostgresFault? {
    let time = WaitingTime.current
    return try await blocking {
      try WaitingTime.$current.withValue(time) {
        do throws(Failure) {
          _ = try Connection(try Self.address(text), Libpq())
        } catch .busy(let fault) {
          return fault
        } catch .notConnected(let fault) {
          return fault
        }
        return nil
      }
    }
  }

  private static func address(_ text: String) throws(Failure) -> DatabaseAddress {
    do { return try DatabaseAddress(text) } catch { throw .notConnected(.invalidAddress) }
  }

  @Test("securely is refused with its reason, and nothing is said but the handshake")
  func insecure() async throws {
    let servers = try await blocking { try Self.secured.get() }
    let root = "sslrootcert=\(servers.authority)"
    for (server, parameters, fault) in [
      (servers.misnamed, root, PostgresFault.otherHost),
      (servers.good, "sslrootcert=\(servers.other)", .untrusted),
      (servers.expired, root, .untrusted), (servers.plain, root, .noTLS),
      (servers.good, "sslrootcert=/nonexistent", .noRootCertificate),
      (servers.plain, "sslmode=require", .noTLS),
      (servers.misnamed, root + "&host=/nonexistent,localhost", .otherHost),
    ] {
      let address = server.networkAddress(user: "unheard", parameters: parameters)
      let found = try await Self.fault(address)
      #expect(found == fault, "\(parameters)")
      let store = PostgresStore(
        try DatabaseAddress(address), today: { .distantPast })
      let told = await PostgresAccountsTests.fault { _ = try await store.rulebook() }
      #expect(
        told?.reason as? PostgresFault == fault && told?.kind == .connection,
        "\(parameters): \(String(describing: told))")
    }
    for server in [servers.misnamed, servers.expired, servers.plain] {
      #expect(!server.directory.logText.contains("unheard"))
    }
  }

  @Test("securely is made where the certificate is the server's, or the address asks for less")
  func secure() async throws {
    let servers = try await blocking { try Self.secured.get() }
    for (server, parameters, weak) in [
      (servers.good, "sslrootcert=\(servers.authority)", nil),
      (servers.misnamed, "sslmode=verify-ca&sslrootcert=\(servers.authority)", "verify-ca"),
      (servers.expired, "sslmode=require", "require"),
      (servers.plain, "sslmode=disable", "disable"),
    ] as [(PostgresServer, String, String?)] {
      let address = try DatabaseAddress(server.networkAddress(parameters: parameters))
      #expect(address.weakMode == weak)
      let isSecret = try await blocking {
        try Connection(address, Libpq()).run(
          "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
        ).flag(0, 0)
      }
      #expect(isSecret == (weak != "disable"), "\(parameters)")
    }
  }

  @Test("because of who asks, or for what, is refused with its reason")
  func refused() async throws {
    var options = PostgresServer.Options()
    options.access = [
      "local all postgres trust",
      "local all refused reject", "local all locked scram-sha-256",
      "local all plain,nobody,limited trust",
    ]
    let server = try await blocking { [options] in try PostgresServer.start(options) }
    let full = try server.database()
    let closed = try server.database()
    try server.psql(
      """
      CREATE ROLE refused LOGIN; CREATE ROLE plain LOGIN; CREATE ROLE unlisted LOGIN;
      CREATE ROLE locked LOGIN PASSWORD 'right'; CREATE ROLE limited LOGIN CONNECTION LIMIT 0;
      REVOKE CONNECT ON DATABASE \(closed.name) FROM PUBLIC;
      ALTER DATABASE \(full.name) CONNECTION LIMIT 0;
      """)
    let directory = TemporaryDirectory("regapp-passwords")
    func passwords(_ password: String) throws -> String {
      let file = "\(directory.path)/\(password)"
      try Data("*:*:*:*:\(password)\n".utf8).write(to: URL(fileURLWithPath: file))
      chmod(file, 0o600)
      return "&passfile=\(file)"
    }
    let right = try passwords("right")
    for (address, fault) in [
      (server.address(user: "locked") + right, nil),
      (server.address(user: "locked") + (try passwords("wrong")), .notAuthenticated),
      (server.address(user: "locked") + "&passfile=/nonexistent", .notAuthenticated),
      (server.address(user: "nobody"), .notAuthenticated),
      (server.address(user: "refused"), .notAuthenticated),
      (server.address(user: "unlisted"), .notAuthenticated),
      (server.address("nowhere"), .noDatabase),
      (server.address(closed.name, user: "plain"), .noDatabase),
      (server.address(full.name, user: "plain"), .full),
      (server.address(user: "limited"), .full),
      (server.address(port: 1), .unreachable),
      ("postgres:///postgres?host=/nonexistent", .unreachable),
    ] as [(String, PostgresFault?)] {
      #expect(try await Self.fault(address) == fault, "\(address)")
      // Of two servers the one that answers says why.
      let two = address.replacing("host=", with: "host=/nonexistent,")
      #expect(try await Self.fault(two) == fault, "\(two)")
    }
    for host in ["/nonexistent", server.directory.path] {
      let two = "host=\(server.directory.path),\(host)"
      let address = "postgres:///postgres?\(two)&port=\(server.port)&user=nobody"
      #expect(try await Self.fault(address) == .notAuthenticated)
    }
  }

  @Test(
    "has its reason by the server's code, whatever language it speaks",
    arguments: [
      ("ВАЖНО:  28P01", .notAuthenticated), ("FATAL:  28000", .notAuthenticated),
      ("ВАЖНО:  3D000", .noDatabase), ("ВАЖНО:  42501", .noDatabase),
      ("ВАЖНО:  53300", .full), ("致命错误:  57P03", .starting),
      ("FATAL:  08P01", .refusesConnection("08P01")), ("Connection refused", .unreachable),
      ("fe_sendauth: no password supplied", .notAuthenticated),
      // One of two may be there soon.
      ("ВАЖНО:  57P03\nconnection to server on socket \"/b\" failed: timeout expired", .starting),
    ] as [(String, PostgresFault)])
  func codes(words: String, fault: PostgresFault) {
    let found: PostgresFault? =
      switch Connecting.failure("connection to server on socket \"/a\" failed: \(words)\n") {
      case .busy(let fault), .notConnected(let fault): fault
      default: nil
      }
    #expect(found == fault)
  }

  @Test("to a server that takes it and does not answer is made to the next one")
  func silent() async throws {
    let (first, second) = try await blocking {
      (try PostgresServer.start(), try PostgresServer.start())
    }
    try first.pause()
    let hosts = "host=\(first.directory.path),\(second.directory.path)"
    let address = "postgres:///postgres?\(hosts)&port=\(first.port),\(second.port)&user=postgres"
    let silent = "\(first.directory.path)/.s.PGSQL.\(first.port)"
    let found = try await StillTime { wait, _ in wait == .answer(from: silent) }.holding {
      [
        try await Self.fault(address + "&connect_timeout=600"),
        try await Self.fault(first.address()),
      ]
    }
    #expect(found == [nil, .unreachable])
    try first.resume()
  }

  @Test("reads no passwords that others can read, and libpq says nothing of that")
  func passwordFile() throws {
    let directory = TemporaryDirectory("regapp-passfile")
    let file = "\(directory.path)/passwords"
    try Data("*:*:*:*:x\n".utf8).write(to: URL(fileURLWithPath: file))
    for (mode, isFit) in [(0o600, true), (0o644, false), (0o620, false)] {
      chmod(file, mode_t(mode))
      let address = try DatabaseAddress("postgres://db/accounts?passfile=\(file)")
      #expect(address.unfitPasswords == (isFit ? nil : file))
      #expect(address.settings.contains { $0.key == "passfile" } == !isFit)
    }
    let none = try DatabaseAddress("postgres://db/accounts?passfile=\(file)s")
    #expect(none.unfitPasswords == nil)
  }

  @Test("to a standby that the address asks for takes no writes, which is told without another try")
  func writingToStandby() async throws {
    let (primary, standby) = try await blocking {
      let primary = try PostgresServer.start()
      return (primary, try primary.standby())
    }
    let database = try await TestDatabase(on: primary)
    try await database.use(Rulebook(name: "own"))
    let position = try primary.psql("SELECT pg_current_wal_lsn()").first ?? ""
    let isThere = try await comesTrue {
      try standby.psql("SELECT pg_last_wal_replay_lsn() >= '\(position)'") == ["t"]
    }
    #expect(isThere)
    let made = Mutex(0)
    var libpq = Libpq()
    libpq.watch = { call, isMade in
      if call == "PQconnectdbParams", !isMade { made.withLock { $0 += 1 } }
    }
    let address = try DatabaseAddress(
      standby.address(database.server.name) + "&target_session_attrs=standby")
    let store = PostgresStore(address, today: { dayOfPromises }, libpq: libpq)
    #expect(try await store.rulebook().name == "own")
    let new = AccountChange.add(PostgresProbe.Write.account("d"))
    for work: () async throws -> Void in [
      { _ = try await store.apply([new], WriteOptions()) },
      { try await store.begin(LoginAttempt("a")) },
    ] {
      let found = await PostgresAccountsTests.fault(work)
      #expect(found == StoreFault(.connection, address.subject, PostgresFault.readOnly))
    }
    #expect(try await Database(address).status().wrong == [.readOnly])
    // After the write, it is asked anew.
    #expect(made.withLock { $0 } <= 2)
  }

  @Test("to a standby that is behind, and lacks the database yet, is made to the next one")
  func behind() async throws {
    let (primary, standby) = try await blocking {
      let primary = try PostgresServer.start()
      return (primary, try primary.standby())
    }
    try standby.psql("SELECT pg_wal_replay_pause()")
    let new = try primary.database()
    #expect(try await Self.fault(standby.address(new.name)) == .noDatabase)
    for (name, fault) in [(new.name, nil), ("nowhere", .noDatabase)] as [(String, PostgresFault?)] {
      let both = primary.address(name)
        .replacing("host=", with: "host=\(standby.directory.path),")
      #expect(try await Self.fault(both) == fault, "\(name)")
    }
    try standby.psql("SELECT pg_wal_replay_resume()")
  }

  @Test("to one that may be written to is refused by a standby, unless the address allows it")
  func standby() async throws {
    let (primary, standby) = try await blocking {
      let primary = try PostgresServer.start()
      return (primary, try primary.standby())
    }
    #expect(try await Self.fault(standby.address()) == .readOnly)
    #expect(
      try await Self.fault(standby.address() + "&target_session_attrs=prefer-standby") == nil)
    let both = standby.address().replacing("host=", with: "host=\(primary.directory.path),")
    #expect(try await Self.fault(both) == nil)
    try await blocking { try primary.kill() }
    #expect(try await Self.fault(both) == .readOnly)
  }
}
