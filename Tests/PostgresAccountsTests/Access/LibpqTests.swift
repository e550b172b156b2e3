import CPostgres
import Foundation
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite("libpq, which is loaded at run time") struct LibpqTests {
  private static let header = [
    "/usr/include/postgresql/libpq-fe.h", "/usr/include/libpq-fe.h",
  ].first { FileManager.default.fileExists(atPath: $0) }
  private static let compiler = ["/usr/bin/cc", "/usr/bin/clang"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  private static let isProved =
    header != nil && compiler != nil
    || ProcessInfo.processInfo.environment["REGAPP_CI_PROOFS"] == "1"

  /// The values that Swift uses, of which only their names are in the header of PostgreSQL.
  private static let constants: [(name: String, value: UInt32)] = [
    ("CONNECTION_OK", CONNECTION_OK.rawValue), ("CONNECTION_BAD", CONNECTION_BAD.rawValue),
    ("CONNECTION_STARTED", CONNECTION_STARTED.rawValue),
    ("PGRES_POLLING_FAILED", PGRES_POLLING_FAILED.rawValue),
    ("PGRES_POLLING_READING", PGRES_POLLING_READING.rawValue),
    ("PGRES_POLLING_WRITING", PGRES_POLLING_WRITING.rawValue),
    ("PGRES_POLLING_OK", PGRES_POLLING_OK.rawValue),
    ("PGRES_COMMAND_OK", PGRES_COMMAND_OK.rawValue),
    ("PGRES_TUPLES_OK", PGRES_TUPLES_OK.rawValue), ("PGRES_COPY_IN", PGRES_COPY_IN.rawValue),
    ("PGRES_PIPELINE_SYNC", PGRES_PIPELINE_SYNC.rawValue),
    ("PGRES_PIPELINE_ABORTED", PGRES_PIPELINE_ABORTED.rawValue),
    ("PQTRANS_IDLE", PQTRANS_IDLE.rawValue), ("PQTRANS_INTRANS", PQTRANS_INTRANS.rawValue),
    ("PQTRANS_INERROR", PQTRANS_INERROR.rawValue),
    ("PQERRORS_SQLSTATE", PQERRORS_SQLSTATE.rawValue),
    ("PQ_PIPELINE_ON", PQ_PIPELINE_ON.rawValue),
    ("sizeof(PQconninfoOption)", UInt32(MemoryLayout<PQconninfoOption>.size)),
    (
      "offsetof(PQconninfoOption, val)",
      UInt32(MemoryLayout<PQconninfoOption>.offset(of: \.val) ?? 0)
    ),
  ]

  @Test(
    "is declared as in PostgreSQL's own header",
    .enabled(if: isProved, "not tested: there is no libpq-dev, or no C compiler"))
  func declarations() throws {
    let header = try #require(Self.header)
    let assertions = Self.constants.map { "_Static_assert(\($0.name) == \($0.value), \"\");\n" }
    let source = """
      #include <stddef.h>
      #include "\(header)"
      #include "CPostgresFunctions.h"
      \(assertions.joined())
      #define SAME(result, name, parameters, arguments) result (*own_##name) parameters = name;
      CPOSTGRES_FUNCTIONS(SAME)
      """
    let directory = TemporaryDirectory("regapp-libpq")
    let file = "\(directory.path)/declarations.c"
    try Data(source.utf8).write(to: URL(fileURLWithPath: file))
    let own =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
      + "/../../../Sources/CPostgres/include"
    let child = try ChildProcess(
      try #require(Self.compiler), ["-Werror", "-fsyntax-only", "-I", own, file],
      environment: ["PATH": "/usr/bin:/bin"], [.file("/dev/null"), .file("/dev/null")])
    #expect(try child.waitForEnd() == .exit(0))
  }

  @Test(
    "is asked for a server's version: one before PostgreSQL 14 is refused",
    .enabled(if: Libpq.fault == nil, "not tested: there is no libpq"),
    arguments: [("9.6.24", 9_06_24), ("13.11", 13_00_11), ("14.0", nil)] as [(String, Int?)])
  func oldServer(version: String, refused: Int?) async throws {
    let server = try GreetingServer(version: version)
    let address = try DatabaseAddress(server.address)
    let fault: PostgresFault? = try await blocking {
      do throws(Failure) {
        _ = try Connection(address, Libpq())
      } catch .unfit(let fault) {
        return fault
      }
      return nil
    }
    #expect(fault == refused.map { .oldServer($0) })
    withExtendedLifetime(server) {}
  }
}

/// Lets one client in as a server of some version would, and answers every question with `off`.
private final class GreetingServer: Sendable {
  private let directory = TemporaryDirectory("regapp-greeting")

  var address: String { "postgres:///a?host=\(directory.path)&user=a&connect_timeout=600" }

  init(version: String) throws {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | 0x80000, 0)
    try SystemFailure.checked("socket", listener)
    try SystemFailure.checked(
      "bind", Proxy.at("\(directory.path)/.s.PGSQL.5432") { bind(listener, $0, $1) })
    try SystemFailure.checked("listen", listen(listener, 1))
    let ready = Self.message("Z", [UInt8(ascii: "I")])
    let greeting =
      Self.message("R", [0, 0, 0, 0]) + Self.message("S", Self.text("server_version", version))
      + ready
    let off =
      Self.message("T", [0, 1] + Self.text("x") + [UInt8](repeating: 0, count: 18))
      + Self.message("D", [0, 1, 0, 0, 0, 3] + Array("off".utf8))
      + Self.message("C", Self.text("SHOW")) + ready
    Thread {
      defer { close(listener) }
      let client = accept(listener, nil, nil)
      defer { close(client) }
      var buffer = [UInt8](repeating: 0, count: 1 << 12)
      var answer = greeting
      while recv(client, &buffer, buffer.count, 0) > 0 {
        guard send(client, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { break }
        answer = off
      }
    }.start()
  }

  private static func text(_ texts: String...) -> [UInt8] { texts.flatMap { Array($0.utf8) + [0] } }

  private static func message(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + withUnsafeBytes(of: UInt32(body.count + 4).bigEndian, Array.init) + body
  }
}
