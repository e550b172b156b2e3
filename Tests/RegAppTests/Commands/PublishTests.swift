import Foundation
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile
@testable import RegApp

@Suite("What publish writes while the accounts change") struct PublishTests {
  private let home = Home()
  private static let hash = "$2y$10$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

  private static func accounts(_ names: [String]) -> String {
    let accounts = names.map { #"{"username": "\#($0)", "password": "\#(hash)"}"# }
    return #"{"rules": "standard", "accounts": [\#(accounts.joined(separator: ", "))]}"#
  }

  /// Publishes two files; `change` happens whenever one of them is in its place.
  private func publish(
    changing change: @escaping @Sendable () -> Void
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
      defer { if ["one", "two"].contains(to) { change() } }
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
