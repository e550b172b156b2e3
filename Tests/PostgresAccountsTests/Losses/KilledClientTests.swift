import Foundation
import PostgresProbe
import PostgresServer
import TestSupport
import Testing

@Suite(
  "A client that is killed",
  .needsPostgres, .takesPlace, .patient)
struct KilledClientTests {
  @Test(
    "before any call of libpq leaves the accounts as they were, or as they were to be",
    arguments: PostgresProbe.Write.allCases)
  func kill(_ write: PostgresProbe.Write) async throws {
    let database = try await PreparedDatabase()
    var seen: Set<Bool> = []
    let step = isLongRun ? 1 : write == .importing ? 3 : 5
    let place = PostgresProbe.Write.allCases.firstIndex(of: write) ?? 0
    for number in sequence(first: 1 + place % step, next: { $0 + step }) {
      let end = try await blocking { try Self.run(write, database, upTo: number) }
      let isThere = try await database.holds(write, "\(write), call \(number)")
      guard end == .signal(SIGKILL) else {
        #expect(end == .exit(0) && isThere && number > 10, "\(write), call \(number)")
        break
      }
      seen.insert(isThere)
      if isThere { try database.restore() }
    }
    #expect(seen == [false, true], "\(write)")
  }

  private static func run(
    _ write: PostgresProbe.Write, _ database: PreparedDatabase, upTo number: Int
  ) throws -> ChildProcess.End {
    try ProbeProgram.run([database.database.server.address, write.rawValue, "\(number)"])
  }
}

enum ProbeProgram {
  /// Runs the program to its end. Blocks.
  static func run(
    _ words: [String], _ environment: [String: String] = [:], _ output: Int32 = 2
  ) throws -> ChildProcess.End {
    try ChildProcess(
      path, words, environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 },
      [.file("/dev/null"), .descriptor(output), .descriptor(2)]
    ).waitForEnd()
  }

  /// It is built next to the running test bundle, wherever that is.
  private static let path: String = {
    let link =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let candidates = [link, CommandLine.arguments.first ?? ""].map { path in
      URL(fileURLWithPath: path).deletingLastPathComponent()
        .appendingPathComponent("PostgresProbe").path
    }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
  }()
}
