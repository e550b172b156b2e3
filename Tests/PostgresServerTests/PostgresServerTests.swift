import Foundation
import PostgresServer
import TestSupport
import Testing

@Suite("PostgreSQL for tests", .needsPostgres, .takesPlace)
struct PostgresServerTests {
  @Test("two databases of the shared server are apart")
  func twoDatabases() throws {
    let (one, other) = (try PostgresServer.shared.database(), try PostgresServer.shared.database())
    try one.psql("CREATE TABLE word (text text); INSERT INTO word VALUES ('слово'), ('a|b')")
    #expect(try one.psql("SELECT text FROM word ORDER BY text COLLATE \"C\"") == ["a|b", "слово"])
    #expect(throws: ServerFailure.self) { try other.psql("SELECT text FROM word") }
    let copy = try PostgresServer.shared.database(copyOf: one)
    #expect(try copy.psql("SELECT count(*) FROM word; SHOW server_encoding") == ["2", "UTF8"])
  }

  @Test("a server that is killed in its work starts again with what was committed")
  func killed() throws {
    var options = PostgresServer.Options()
    options.settings["log_statement"] = "all"
    let server = try PostgresServer.start(options)
    let database = try server.database()
    try database.psql("CREATE TABLE kept AS SELECT 7 AS number")
    try server.kill()
    #expect(processes(in: server.directory.path).isEmpty)
    #expect(throws: ServerFailure.self) { try database.psql("SELECT") }
    try server.start()
    #expect(try database.psql("SELECT number FROM kept") == ["7"])
    #expect(server.directory.logText.contains("CREATE TABLE kept AS SELECT 7 AS number"))
    try server.stop()
    #expect(server.directory.logText.contains("database system is shut down"))
  }

  @Test("a server that cannot start fails with its log")
  func refused() throws {
    var options = PostgresServer.Options()
    options.settings["shared_buffers"] = "lots"
    let failure = #expect(throws: ServerFailure.self) { try PostgresServer.start(options) }
    #expect(failure?.description.contains("invalid value for parameter") == true)
  }

  @Test("servers and their files go with the process that started them, even if it is killed")
  func holderIsKilled() throws {
    let server = try PostgresServer.start()
    let path = server.directory.path
    let segment = try #require(
      String(contentsOfFile: "\(path)/data/postmaster.pid", encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)[6].split(separator: " ").last)
    #expect(sharedMemory().contains(segment))
    // Another process holds the end of the pipe that is ours otherwise.
    let (read, write) = try Descriptors.pair { pipe($0) }
    defer { close(write) }
    let holder = try ChildProcess(
      "cat", [], environment: ["PATH": "/usr/bin:/bin"],
      [.descriptor(read), .descriptor(server.directory.lifeline), .file("/dev/null")])
    close(read)
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, server.directory.lifeline)
    close(nothing)
    #expect(try server.psql("SELECT 1") == ["1"])

    kill(holder.id, SIGKILL)
    #expect(try holder.waitForEnd() == .signal(SIGKILL))
    #expect(try server.directory.watcher.waitForEnd() == .exit(0))
    #expect(processes(in: path).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(!sharedMemory().contains(segment))
  }

  @Test("a server goes with its object")
  func released() throws {
    let path = try PostgresServer.start().directory.path
    #expect(processes(in: path).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a primary waits for its standby, which has all of it when promoted")
  func promotion() async throws {
    var options = PostgresServer.Options()
    options.settings["synchronous_standby_names"] = "*"
    let primary = try PostgresServer.start(options)
    let standby = try primary.standby()
    let database = try primary.database()
    try database.psql("CREATE TABLE word AS SELECT 'both' AS text")
    #expect(try standby.psql("SELECT pg_is_in_recovery()") == ["t"])

    // A client that waits for the standby is told of success once the wait is canceled.
    try standby.pause()
    async let acknowledged = blocking {
      try database.psql("INSERT INTO word VALUES ('one'); SELECT 'acknowledged'")
    }
    try primary.psql(
      """
      DO $$ DECLARE waiting int; BEGIN
        LOOP
          SELECT pid INTO waiting FROM pg_stat_activity WHERE wait_event = 'SyncRep';
          EXIT WHEN FOUND;
          PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
        END LOOP;
        PERFORM pg_cancel_backend(waiting);
      END $$
      """)
    #expect(try await acknowledged == ["acknowledged"])
    #expect(primary.directory.logText.contains("canceling wait for synchronous replication"))

    try primary.kill()
    try standby.resume()
    try standby.promote()
    #expect(try standby.psql("SELECT text FROM word LIMIT 1", database: database.name) == ["both"])
    try standby.psql("INSERT INTO word VALUES ('alone')", database: database.name)
  }

  @Test("pgbouncer runs transactions of any role on connections that clients share")
  func bouncer() throws {
    let server = try PostgresServer.start()
    let database = try server.database()
    try server.psql("CREATE ROLE guest LOGIN")
    let bouncer = try PgBouncer.start(before: server)
    let address = bouncer.address(of: database, user: "guest")
    #expect(try server.psql("SELECT current_user", at: address) == ["guest"])
    // In transaction mode alone a session's setting stays behind for the next client.
    try server.psql("SET work_mem = '5MB'", at: address)
    #expect(try server.psql("SHOW work_mem", at: address) == ["5MB"])
  }

  @Test(
    "a client that checks certificates connects to the right server alone",
    arguments: [
      ("localhost", false, nil),
      ("elsewhere.example", false, "does not match host name"),
      ("localhost", true, "certificate verify failed"),
    ] as [(String, Bool, String?)])
  func certificates(host: String, hasExpired: Bool, refusal: String?) throws {
    let authority = try Certificates()
    var options = PostgresServer.Options()
    options.isOnNetwork = true
    options.certificate = try authority.certificate(for: host, hasExpired: hasExpired)
    let server = try PostgresServer.start(options)
    func ask(_ authority: Certificates) throws -> [String] {
      try server.psql(
        "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
        at: server.networkAddress(
          parameters: "sslmode=verify-full&sslrootcert=\(authority.authority)"))
    }
    if let refusal {
      let failure = #expect(throws: ServerFailure.self) { try ask(authority) }
      #expect(failure?.description.contains(refusal) == true)
    } else {
      #expect(try ask(authority) == ["t"])
      let failure = #expect(throws: ServerFailure.self) { try ask(Certificates()) }
      #expect(failure?.description.contains("certificate verify failed") == true)
    }
  }

  @Test("a server on the network without a certificate speaks no TLS, and keeps its port")
  func plaintext() throws {
    var options = PostgresServer.Options()
    options.isOnNetwork = true
    options.access = ["host all all 127.0.0.1/32 scram-sha-256", "local all all trust"]
    let server = try PostgresServer.start(options)
    try server.psql("CREATE ROLE guest LOGIN PASSWORD 'knock'")
    for _ in 0..<2 {
      let address = server.networkAddress(
        user: "guest", host: "127.0.0.1", parameters: "password=knock")
      #expect(try server.psql("SELECT current_user", at: address) == ["guest"])
      let failure = #expect(throws: ServerFailure.self) {
        try server.psql("SELECT", at: address + "&sslmode=require")
      }
      #expect(failure?.description.contains("server does not support SSL") == true)
      try server.kill()
      try server.start()
    }
  }

  /// The processes whose current directory lies in a directory.
  private func processes(in directory: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { id in
      let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/cwd")
      return place.map { $0 == directory || $0.hasPrefix(directory + "/") } ?? false
    }
  }

  /// The numbers of the System V segments that exist.
  private func sharedMemory() -> Set<Substring> {
    // It has no size: all of it is read only by reading to its end.
    let bytes = try? FileHandle(forReadingAtPath: "/proc/sysvipc/shm")?.readToEnd()
    let table = String(decoding: bytes ?? Data(), as: UTF8.self)
    return Set(
      table.split(separator: "\n").compactMap { line in
        let columns = line.split(separator: " ")
        return columns.count > 1 ? columns[1] : nil
      })
  }
}
