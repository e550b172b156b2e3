import Foundation
import PostgresServer
import TestSupport
import Testing

@Suite(
  "A command at a database",
  .needsPostgres, .takesPlace)
struct StatementsTests {
  /// A server that writes down all statements, and a desk with one account in a database of it.
  private static func desk() async throws -> (PostgresServer, Desk) {
    var options = PostgresServer.Options()
    options.settings = ["log_statement": "all"]
    let server = try PostgresServer.start(options)
    let desk = Desk(try server.database().address)
    for line in [
      "migrate",
      "register --no-login --email ada@example.com --first-name Ada --password secret1",
    ] {
      let ran = await desk.run(line)
      #expect(ran.exit == 0, "\(ran)")
    }
    return (server, desk)
  }

  @Test("sends no statement that it could do without")
  func statements() async throws {
    let (server, desk) = try await Self.desk()
    // Each is sent with its settings, and the first is the one of Trust. A login looks, begins an
    // attempt and ends it, both between BEGIN and COMMIT; the end of the history, from which the
    // session of one that logs in is followed, comes with the account.
    for (line, environment, count) in [
      ("show ada@example.com", [:], 3),
      ("login --email ada@example.com --password secret1", [:], 8),
      ("login ada@example.com --password secret1", [:], 8),
      ("verify --email ada@example.com --password secret1", [:], 8),
      ("verify --pam", ["PAM_TYPE": "account", "PAM_USER": "ada@example.com"], 2),
    ] as [(String, [String: String], Int)] {
      let start = server.directory.logText.utf8.count
      let ran = await desk.run(line, environment)
      #expect(ran.exit == 0, "\(line): \(ran)")
      let log = String(decoding: server.directory.logText.utf8.dropFirst(start), as: UTF8.self)
      let statements = log.components(separatedBy: "LOG:  execute ").dropFirst()
      let settings = statements.count { $0.contains("set_config('search_path'") }
      #expect(statements.count - settings == count, "\(line)\n\(log)")
    }
  }
}
