import Foundation
import TestSupport

@testable import Accounts
@testable import AccountsApp
@testable import AccountsFile
@testable import CommandKit
@testable import Product
@testable import ScreenKit

/// The result of an operation on a failing disk.
struct Aftermath: Sendable, Equatable {
  let exit: Int32
  /// The messages, without the directory's path.
  let words: [String]
  let error: AccountsError?
}

extension Home {
  static let email = "mario@gmail.com"
  private static let before = """
    {"rules": "register", "x-own": [1, 2], "accounts": [
      {"email": "mario@gmail.com", "password": "secret1", "firstName": "Mario", "x-n": 7}
    ]}

    """

  /// An account, logged in, and nothing else; no lock file exists yet.
  func prepare() throws {
    try write(Self.before)
    chmod(accountsPath, 0o640)
    try write("{\"email\": \"\(Self.email)\"}\n", to: "session.json")
  }

  /// The accounts and their session on a watched disk.
  func personal(
    _ calls: WatchedCalls, at path: String? = nil,
    hasher: PasswordHasher = PasswordHasher(cost: 1), patience: Int = days
  ) -> PersonalRegistry {
    let disk = Disk(queue: DiskQueue(), calls: calls.calls, lockPatience: patience)
    var registry = Registry(
      documents: path ?? documents, disk: disk, today: { .ofTests }, hasher: hasher,
      now: { 1_000_000 })
    registry.ids = ids.next
    return PersonalRegistry(registry, sessionIn: path ?? documents)
  }

  /// Every file by name, except the locks, which are never removed. Of the history, what depends on
  /// neither chance nor the disk.
  func files() throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: documents)
    var files = try Dictionary(
      uniqueKeysWithValues: names.filter { !$0.hasSuffix(".lock") }.map { ($0, try text(of: $0)) })
    files["history.jsonl"]?.replace(/,"file":.*/, with: "")
    files["history.jsonl"]?.replace(/"left":\[\d+/, with: "\"left\":[")
    return files
  }

  /// Runs an operation and returns how it ended; `body` returns additional messages.
  func aftermath(of body: () async throws -> [Notice]) async -> Aftermath {
    do {
      let notices = try await body()
      let words = notices.compactMap { notice -> String? in
        switch notice {
        case .mayNotSurvivePowerCut(let path): short(Report.notDurable(path)[.english])
        case .notInHistory(let error): short(Report(error).reason[.english])
        default: nil
        }
      }
      let isDurable = !notices.contains {
        if case .mayNotSurvivePowerCut = $0 { true } else { false }
      }
      return Aftermath(exit: isDurable ? 0 : 74, words: words, error: nil)
    } catch let error as AccountsError {
      let report = Report(error)
      let words = report.lines.map { short($0[.english]) }
      return Aftermath(exit: report.code.rawValue, words: words, error: error)
    } catch {
      return Aftermath(exit: -1, words: ["\(error)"], error: nil)
    }
  }

  private func short(_ words: String) -> String {
    words.replacing("\(documents)/", with: "").replacing(documents, with: "DIRECTORY")
      .replacing(/\.[0-9a-f]{16}\.tmp/, with: ".tmp")
  }
}
