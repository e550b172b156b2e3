import Foundation
import Synchronization
import TestSupport

/// A PostgreSQL server of the tests, in a directory of its own. It goes, with its files, when this
/// object does, or when the tests end or are killed.
///
/// Everything here blocks.
package final class PostgresServer: Sendable {
  package struct Options: Sendable {
    /// Parameters beyond those that every server here has; they win.
    package var settings: [String: String] = [:]
    /// Listens on 127.0.0.1, and not only on a Unix socket.
    package var isOnNetwork = false
    /// With a certificate the server speaks TLS. `isOnNetwork` is to be set too.
    package var certificate: Certificates.Certificate?
    /// The lines of pg_hba.conf.
    package var access = [
      "local all all trust", "local replication all trust", "host all all 127.0.0.1/32 trust",
    ]

    package init() {}
  }

  package let directory: ServerDirectory
  package let port: Int
  let options: Options
  private let process = Mutex<ChildProcess?>(nil)
  /// The session that makes databases. It is kept while the server runs.
  private let maker = Mutex<Session?>(nil)
  /// The name of the database of which `database(preparedBy:)` makes copies.
  private let template = Mutex<Task<String, any Error>?>(nil)

  private static let common = Result { try start() }

  /// The files that every server starts with; copying takes a tenth of making them.
  private static let template = Result {
    let directory = try ServerDirectory()
    try directory.run(
      program("initdb"),
      ["-D", "data", "-U", "postgres", "-E", "UTF8", "--locale=C", "-A", "trust", "--no-sync"])
    return directory
  }

  /// The server that all tests of this process share; start one of your own to kill it.
  package static var shared: PostgresServer { get throws { try common.get() } }

  /// The connections that a server takes at most.
  static let connections = 400

  package static func start(_ options: Options = Options()) throws -> PostgresServer {
    while true {
      let server = try PostgresServer(options, in: ServerDirectory())
      try server.directory.run("/bin/cp", ["-R", "\(template.get().path)/data", server.data])
      try server.directory.write(
        options.access.map { $0 + "\n" }.joined(), to: "data/pg_hba.conf")
      do {
        try server.start()
        return server
      } catch let failure as ServerFailure
        where options.isOnNetwork && failure.description.contains("Address already in use")
      {
        // Somebody else took the port before the server did.
        continue
      }
    }
  }

  /// A server whose files are there already.
  init(_ options: Options, in directory: ServerDirectory) throws {
    (self.options, self.directory) = (options, directory)
    port = options.isOnNetwork ? try Self.freePort() : 5432
  }

  deinit { try? kill() }

  static func program(_ name: String) throws -> String {
    "\(try ServerFailure.unwrap(ServerPrograms.postgres))/\(name)"
  }

  /// The directory of the database's files.
  package var data: String { "\(directory.path)/data" }

  // MARK: Life

  /// Starts the server again after `kill` or `stop`, and waits until it accepts connections.
  package func start() throws {
    try process.withLock { process in
      guard process == nil else { return }
      var settings = [
        "listen_addresses": options.isOnNetwork ? "127.0.0.1" : "",
        "unix_socket_directories": directory.path, "port": "\(port)",
        // Only a power cut shows the difference; a killed server has handed its writes over.
        "fsync": "off",
        "authentication_timeout": "600s", "max_connections": "\(Self.connections)",
        "shared_buffers": "32MB",
        // It would go through hundreds of databases, none of which lives long enough to need it.
        "autovacuum": "off",
        "timezone": "UTC",
        "log_timezone": "UTC", "jit": "off",
        // Memory that leaves nothing behind a kill.
        "dynamic_shared_memory_type": "mmap",
        "wal_retrieve_retry_interval": "100ms",
      ]
      if let certificate = options.certificate {
        settings["ssl"] = "on"
        settings["ssl_cert_file"] = certificate.file
        settings["ssl_key_file"] = certificate.key
      }
      settings.merge(options.settings) { _, own in own }
      let words = settings.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
      process = try directory.launch(
        Self.program("postgres"), ["-D", data] + words, watching: data
      ) { id in
        // The first line says whose file it is, the eighth how far that has come.
        let file = try? String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8)
        let lines = (file ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 7, lines[0] == "\(id)" else { return false }
        return ["ready", "standby"].contains(lines[7].trimmingCharacters(in: .whitespaces))
      }
    }
  }

  /// Kills the server and all its processes. What they handed to the system stays on the disk.
  package func kill() throws {
    try process.withLock { process in
      guard let child = process else { return }
      process = nil
      maker.withLock { $0 = nil }
      defer { _ = try? child.waitForEnd() }
      _ = Foundation.kill(child.id, SIGKILL)
      try directory.signal(.kill)
    }
  }

  /// Ends the server in order; clients are cut off. Of a primary whose standby is paused, `kill`.
  package func stop() throws {
    try process.withLock { process in
      guard let child = process else { return }
      process = nil
      maker.withLock { $0 = nil }
      _ = Foundation.kill(child.id, SIGINT)
      _ = try child.waitForEnd()
    }
  }

  /// Holds all of the server's processes where they are: nothing answers, nothing is closed.
  package func pause() throws { try directory.signal(.pause) }

  package func resume() throws { try directory.signal(.resume) }

  // MARK: Standby

  /// A second server that follows this one. If this one's `synchronous_standby_names` is `*`, it
  /// waits for the standby from here on.
  package func standby(_ options: Options = Options()) throws -> PostgresServer {
    let standby = try PostgresServer(options, in: ServerDirectory())
    try standby.directory.run(
      Self.program("pg_basebackup"),
      [
        "-d", "host=\(directory.path) port=\(port) user=postgres", "-D", standby.data, "-R",
        "-c", "fast", "--no-sync",
      ])
    try standby.start()
    let state = self.options.settings["synchronous_standby_names"] == nil ? "async" : "sync"
    try psql(
      """
      DO $$ BEGIN
        WHILE NOT EXISTS (SELECT FROM pg_stat_replication
          WHERE state = 'streaming' AND sync_state = '\(state)')
        LOOP PERFORM pg_sleep(0.01), pg_stat_clear_snapshot(); END LOOP;
      END $$
      """)
    return standby
  }

  // MARK: Use

  /// Runs SQL as `postgres` in a session of its own; returns the lines of the rows, their columns
  /// separated by `|`. Several statements at once are one transaction.
  @discardableResult
  package func psql(_ sql: String, database: String = "postgres") throws -> [String] {
    try psql(sql, at: address(database))
  }

  @discardableResult
  package func psql(_ sql: String, at address: String) throws -> [String] {
    try Session(at: address).run(sql)
  }

  /// Over the Unix socket, for clients that wait for a server that is slow to answer so many.
  package func address(
    _ database: String = "postgres", user: String = "postgres", port: Int? = nil
  ) -> String {
    "postgres:///\(database)?host=\(directory.path)&port=\(port ?? self.port)&user=\(user)"
      + "&connect_timeout=600"
  }

  /// Over TCP, which `isOnNetwork` is for.
  package func networkAddress(
    _ database: String = "postgres", user: String = "postgres", host: String = "localhost",
    parameters: String = ""
  ) -> String {
    "postgres://\(user)@\(host):\(port)/\(database)?\(parameters)"
  }

  /// The ports that servers of this process have, or had: one that was killed has its port for
  /// good.
  private static let drawn = Mutex<Set<Int>>([])

  /// A port that nobody listens on, below those that the system gives to clients: it is to be free
  /// after a kill as well.
  private static func freePort() throws -> Int {
    for _ in 0..<100 {
      let port = Int.random(in: 20_000..<32_000)
      guard drawn.withLock({ $0.insert(port).inserted }) else { continue }
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      try SystemFailure.checked("socket", descriptor)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isFree = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
      }
      if isFree { return port }
    }
    throw ServerFailure("no free port")
  }
}

extension PostgresServer {
  /// A database of one test's own.
  package struct Database: Sendable {
    package let server: PostgresServer
    package let name: String

    package var address: String { server.address(name) }

    @discardableResult
    package func psql(_ sql: String) throws -> [String] { try server.psql(sql, database: name) }
  }

  /// Its version, such as 15.
  package var version: Int {
    get throws { (try psql("SHOW server_version_num").first.flatMap { Int($0) } ?? 0) / 10_000 }
  }

  /// A fresh copy of a database that is prepared once for each server: copying takes a tenth of
  /// preparing. All tests of a process prepare it in the same way.
  package func database(
    preparedBy prepare: @escaping @Sendable (Database) async throws -> Void
  ) async throws -> Database {
    let task = template.withLock { template in
      let task =
        template
        ?? Task {
          let made = try self.database()
          try await prepare(made)
          // The server notices in its own time that a client is gone.
          try self.psql(
            """
            DO $$ BEGIN
              WHILE EXISTS (SELECT FROM pg_stat_activity WHERE datname = '\(made.name)')
              LOOP PERFORM pg_sleep(0.01), pg_stat_clear_snapshot(); END LOOP;
            END $$
            """)
          return made.name
        }
      template = task
      return task
    }
    return try database(copyOf: Database(server: self, name: try await task.value))
  }

  /// A fresh database: empty, or a copy of one that nobody is connected to, with what is set there
  /// for all and for roles.
  package func database(copyOf template: Database? = nil) throws -> Database {
    try ServerPlace.expectTaken()
    let name = "test_" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let original = template?.name ?? "template0"
    try maker.withLock { maker in
      if maker == nil { maker = try Session(at: address()) }
      try maker?.run("CREATE DATABASE \(name) TEMPLATE \(original)")
      // Settings are the server's, so a copy begins without them.
      guard template != nil else { return }
      try maker?.run(
        """
        INSERT INTO pg_db_role_setting SELECT copy.oid, setrole, setconfig
        FROM pg_db_role_setting JOIN pg_database original ON original.oid = setdatabase,
          pg_database copy WHERE original.datname = '\(original)' AND copy.datname = '\(name)'
        """)
    }
    return Database(server: self, name: name)
  }
}
