import Accounts
import Foundation
import PostgresServer
import Synchronization
import TestSupport

@testable import AccountsApp
@testable import CommandKit
@testable import PostgresAccounts
@testable import PostgresApp

/// A person's machine: a home directory, in which `regapp-postgres` runs over a database.
final class Desk: Sendable {
  private let directory = TemporaryDirectory("regapp-postgres")
  let address: String

  var home: String { directory.path }

  /// - Parameter address: of the database; nothing asks it until it is needed.
  init(_ address: String) { self.address = address }

  /// Runs a command line, split at single spaces, as a script does: without prompts.
  @discardableResult
  func run(_ line: String, _ environment: [String: String] = [:]) async -> Ran {
    await run(line.split(separator: " ").map(String.init), environment)
  }

  func run(_ words: [String], _ environment: [String: String] = [:]) async -> Ran {
    let told = Mutex(Ran(exit: 0, out: "", err: ""))
    let variables = ["HOME": home, "REGAPP_DOCUMENTS": address].merging(environment) { $1 }
    let context = Context(
      environment: Environment(variables), passwdHome: nil,
      console: Console(
        write: { text in told.withLock { $0.out += text } },
        say: { text in told.withLock { $0.err += text } }, readInput: { _ in [] },
        ask: { _ in nil }, askSecretly: { _ in nil }, readFile: { _ in nil },
        inputIsTerminal: false, outputIsTerminal: false, errorIsTerminal: false))
    // Between two steps of a transaction, all other tests may have their turns.
    let exit = await Connection.$patience.withValue(600) {
      await AccountsApp.run(
        ScannedLine(words.map { ScannedLine.Word($0) }, of: Backend.postgres.spec), context,
        .postgres, clock: { CalendarDay("2026-06-15") ?? .distantPast },
        hasher: PasswordHasher(cost: 1), log: nil)
    }
    return told.withLock { Ran(exit: exit, out: $0.out, err: $0.err) }
  }

  /// Writes a file into the home, and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let path = "\(home)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The permissions of what is at a path below the home; nil if nothing is there.
  func mode(of path: String) throws -> Int? {
    guard FileManager.default.fileExists(atPath: "\(home)/\(path)") else { return nil }
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(home)/\(path)")
    return attributes[.posixPermissions] as? Int
  }
}

/// The result of a run.
struct Ran: Equatable {
  let exit: Int32
  var out: String
  var err: String
}

extension String {
  /// Whether a text follows our style for messages: one line, lower-case start, no full stop.
  var isOneMessage: Bool {
    guard let first, let last else { return false }
    return !first.isUppercase && !first.isWhitespace && last != "." && !last.isWhitespace
      && !contains("\n") && !contains("  ")
  }
}
