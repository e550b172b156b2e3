import Accounts
import LosslessJSON
import StoreSuite
import TestSupport
import Testing

@testable import AccountsDocument
@testable import AccountsFile

@Suite("The accounts in a file") struct FilePromisesTests {
  private let documents = Documents()
  private let disk = Disk(queue: DiskQueue(), lockPatience: days)

  @Test(
    "keep every promise of a store",
    arguments: Promise.all + Promise.history + Promise.hostile + Promise.logins + Promise.sessions)
  func keep(_ promise: Promise) async throws {
    let clock = StandingClock(1_800_000_000)
    let store = FileStore(
      source: .file(documents.accountsPath), today: { dayOfPromises }, disk: disk,
      now: { clock.now })
    try await promise.keep(documents.tested(store, clock))
  }

  @Test("keep every promise of a session store", arguments: SessionPromise.all)
  func keep(_ promise: SessionPromise) async throws {
    try await promise.keep(SessionFiles(directory: documents.path, beside: nil, disk: disk))
  }

  @Test("keep every promise of a throttle", arguments: ThrottlePromise.all)
  func keep(_ promise: ThrottlePromise) async throws {
    try documents.write(accounts: [])
    try await promise.keep(
      FileStore(
        source: .documents(documents.path), today: { .ofTests }, disk: disk, now: { 1_000 }))
  }
}

extension Documents {
  /// A store of this file, which keeps its promises from the beginning, and the hands that write
  /// the file past its rules.
  func tested(_ store: FileStore, _ clock: StandingClock) async throws -> TestedStore {
    _ = try await store.create(Promise.rulebook, accounts: [], by: Attribution(.register))
    return TestedStore(
      store,
      use: { rulebook in
        try self.edit { document in
          let rules = try #require(document.value(for: JSONKey("rules"), in: document.root))
          try document.apply(document.replacing(rules, with: rulebook.json))
        }
      },
      plant: { accounts in
        try self.edit { document in
          let array = try #require(document.value(for: JSONKey("accounts"), in: document.root))
          let literals = accounts.map { AccountsDocument.literal(of: $0) }
          let last = document.elements(of: array).last
          try document.apply(document.inserting(literals, into: array, after: last))
        }
      }, pass: { clock.now += $0 * 86_400 },
      replant: { accounts in
        let text = AccountsDocument.newText(rulebook: Promise.rulebook, accounts: accounts)
        try self.write(String(decoding: text, as: UTF8.self))
      })
  }

  /// Edits the accounts file as a hand does.
  private func edit(_ work: (inout JSONDocument) throws -> Void) throws {
    var document = try JSONDocument(parsing: bytes())
    try work(&document)
    try write(String(decoding: document.bytes, as: UTF8.self))
  }
}
