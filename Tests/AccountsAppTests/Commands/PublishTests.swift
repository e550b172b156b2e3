import Foundation
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import AccountsFile
@testable import CommandKit

@Suite("What publish writes while the accounts change") struct PublishTests {
  private let home = Home()
  private static let hash = "$2y$10$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

  private static func accounts(_ names: [String]) -> String {
    let accounts = names.map { #"{"username": "\#($0)", "password": "\#(hash)"}"# }
    return #"{"rules": "standard", "accounts": [\#(accounts.joined(separator: ", "))]}"#
  }

  /// Publishes two files; `change` happens whenever one of them is in its place, or any file.
  private func publish(
    atAny: Bool = false, changing change: @escaping @Sendable () -> Void
  ) async throws -> (done: Outcome<[Publication.Result]>, isSettled: Bool) {
    try home.write(Self.accounts(["ada", "bob"]))
    for name in ["one", "two"] { try home.write("", to: name) }
    let path = home.documents
    try home.write(
      #"{"publish": [{"for": "nginx", "file": "\#(path)/one"}, {"for": "squid", "file": "\#(path)/two"}]}"#,
      to: "publish.json")
    var calls = SystemCalls()
    let rename = calls.rename
    calls.rename = { directory, from, to in
      defer { if atAny || ["one", "two"].contains(to) { change() } }
      return rename(directory, from, to)
    }
    let disk = Disk(queue: DiskQueue(), calls: calls)
    let hasher = PasswordHasher(cost: 1)
    let registry = PersonalRegistry(
      Registry(documents: path, disk: disk, today: { .ofTests }, hasher: hasher), sessionIn: path
    ).registry
    return try await Publication.publish(
      registry, hasher, PublishedFiles(of: registry, record: "\(path)/published"),
      overwriting: nil, isDryRun: false)
  }

  @Test("names its own directory where it cannot be made, at whatever level, and says what to set")
  func noHome() async throws {
    try home.write(Self.accounts(["ada"]))
    var calls = SystemCalls()
    calls.mkdir = { _, _, _ in
      errno = EACCES
      return -1
    }
    let disk = Disk(queue: DiskQueue(), calls: calls)
    let registry = PersonalRegistry(
      Registry(
        documents: home.documents, disk: disk, today: { .ofTests },
        hasher: PasswordHasher(cost: 1)), sessionIn: home.documents
    ).registry
    let record = "\(home.documents)/home/.local/state/regapp/published"
    let files = PublishedFiles(of: registry, record: record)
    do throws(AccountsError) {
      try await files.prepare()
      Issue.record("it was made")
    } catch {
      let report = Report(error)
      let reason = systemMessage(EACCES)[.english]
      #expect(report.reason[.english] == "cannot create the directory \(record): \(reason)")
      #expect(
        report.hint?[.english] == "set XDG_STATE_HOME to a directory that this user may write")
    }
  }

  @Test("is what the accounts are when it ends")
  func settles() async throws {
    let home = home
    let isChanged = Atomic(false)
    let ran = try await publish {
      guard !isChanged.exchange(true, ordering: .relaxed) else { return }
      try? home.write(Self.accounts(["ada"]))
    }
    #expect(ran.isSettled)
    #expect(ran.done.value.allSatisfy { $0.change == .written && $0.accounts == 1 })
    for name in ["one", "two"] { #expect(try home.text(of: name) == "ada:\(Self.hash)\n") }
  }

  @Test("has nobody who was shut out while it ran, at whatever of its writes")
  func everyWrite() async throws {
    let home = home
    var isReached = true
    var number = 0
    while isReached {
      let writes = Atomic(0)
      let at = number
      _ = try await publish(atAny: true) {
        guard writes.wrappingAdd(1, ordering: .relaxed).oldValue == at else { return }
        try? home.write(Self.accounts(["ada"]))
      }
      isReached = writes.load(ordering: .relaxed) > at
      for name in ["one", "two"] where isReached {
        #expect(try home.text(of: name) == "ada:\(Self.hash)\n", "write \(at)")
      }
      // As before the first run.
      try FileManager.default.removeItem(atPath: "\(home.documents)/published")
      number += 1
    }
    #expect(number > 5)
  }

  @Test("is to be published again where they never rest")
  func neverRests() async throws {
    let home = home
    let count = Atomic(0)
    let ran = try await publish {
      let number = count.add(1, ordering: .relaxed).newValue
      try? home.write(Self.accounts(["ada", "n\(number)"]))
    }
    #expect(!ran.isSettled)
  }
}
