import Foundation
import TestSupport

/// pgbouncer in transaction mode before a server: consecutive transactions of a client run on
/// whichever connection is free. Goes as servers do.
package final class PgBouncer: Sendable {
  private let server: PostgresServer
  private let directory: ServerDirectory
  private let process: ChildProcess

  /// - Parameter settings: beyond `pool_mode` and what it needs to start.
  package static func start(
    before server: PostgresServer, settings: [String: String] = [:]
  ) throws -> PgBouncer {
    try PgBouncer(server, settings)
  }

  private init(_ server: PostgresServer, _ settings: [String: String]) throws {
    (self.server, directory) = (server, try ServerDirectory())
    let path = directory.path
    var lines = [
      "listen_port": "6432", "unix_socket_dir": path, "pidfile": "\(path)/pgbouncer.pid",
      "pool_mode": "transaction", "auth_type": "trust", "default_pool_size": "4",
      // However slow the machine is.
      "server_connect_timeout": "600", "client_login_timeout": "600", "query_wait_timeout": "600",
    ]
    lines.merge(settings) { _, own in own }
    try directory.write(
      """
      [databases]
      * = host=\(server.directory.path) port=\(server.port) auth_user=postgres
      [pgbouncer]

      """ + lines.map { "\($0.key) = \($0.value)\n" }.joined(), to: "pgbouncer.ini")
    // Written once it listens.
    process = try directory.launch(
      ServerFailure.unwrap(ServerPrograms.pgbouncer), ["pgbouncer.ini"], watching: path
    ) { id in
      let file = try? String(contentsOfFile: "\(path)/pgbouncer.pid", encoding: .utf8)
      return file?.trimmingCharacters(in: .whitespacesAndNewlines) == "\(id)"
    }
  }

  deinit {
    try? directory.signal(.kill)
    _ = try? process.waitForEnd()
  }

  package func address(of database: PostgresServer.Database, user: String = "postgres") -> String {
    "postgres:///\(database.name)?host=\(directory.path)&port=6432&user=\(user)"
  }
}
