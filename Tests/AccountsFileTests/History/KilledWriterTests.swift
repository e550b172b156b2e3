import AccountsSupport
import Glibc
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Whoever writes next after one that was killed leaves a right history")
struct KilledWriterTests {
  private static let email = "mario@gmail.com"
  private static let row = "{\"email\": \"mario@gmail.com\", \"password\": \"secret1\"}"

  /// The accounts at the moment when the killed writer began.
  enum Before: String, CaseIterable {
    case nothing, history, leftover, tornLine, noLineEnd, changeByHand
  }

  private static func prepare(_ documents: Documents, _ before: Before) async throws {
    try documents.write(accounts: [row])
    guard before != .nothing else { return }
    _ = try await documents.registry.edit([.lastName: "L"], of: email)
    let history = try documents.text(of: "history.jsonl")
    switch before {
    case .leftover:
      let calls = FailingCalls()
      calls.fail("rename accounts.json", with: EIO)
      calls.fail("ftruncate history", with: EIO)
      await #expect(throws: AccountsError.self) {
        try await documents.registry(calls: calls.calls).edit([.firstName: "Left"], of: email)
      }
    case .tornLine: try documents.write(history + "{\"n\":2,\"at\"", to: "history.jsonl")
    case .noLineEnd: try documents.write(String(history.dropLast()), to: "history.jsonl")
    case .changeByHand:
      try documents.write(documents.text().replacing("\"L\"", with: "\"Longer\""))
    case .nothing, .history: break
    }
  }

  /// The changes that the history has, the oldest first.
  private static func entries(of documents: Documents) async throws -> [HistoryEntry] {
    try await documents.registry.history().reversed()
  }

  @Test("at every call of an edit", arguments: Before.allCases, [false, true])
  func edit(before: Before, tears: Bool) async throws {
    var count = 0
    var (made, notMade) = (0, 0)
    while true {
      let documents = Documents()
      try await Self.prepare(documents, before)
      let calls = DyingCalls(after: count, tears: tears)
      let registry = documents.registry(calls: calls.calls)
      let done = try? await registry.edit([.firstName: "M"], of: Self.email)
      let isMade = try await documents.registry.value(.firstName, of: Self.email) == "M"
      if isMade { made += 1 } else { notMade += 1 }
      #expect(isMade || done == nil)
      try await Self.expectRight(documents, isMade: isMade, "after \(count) calls")
      guard calls.isDead else { break }
      count += 1
    }
    #expect(made > 1 && notMade > 4)
  }

  private static func expectRight(
    _ documents: Documents, isMade: Bool, _ when: String
  ) async throws {
    func expectTold(_ entries: [HistoryEntry]) {
      let names = entries.flatMap(\.accounts).flatMap { $0.changes ?? [] }.map(\.new)
      #expect(names.count { $0 == .string("M") } == (isMade ? 1 : 0), "\(when)")
      #expect(!names.contains(.string("Left")), "\(when)")
    }
    let found = try await entries(of: documents)
    expectTold(found)
    // Another writer comes.
    let done = try await documents.registry.edit([.phone: "+79123456789"], of: email)
    #expect(done.notices == [], "\(when)")
    let entries = try await entries(of: documents)
    expectTold(entries)
    #expect(entries.map(\.number) == Array(1..<entries.count + 1), "\(when)")
    #expect(entries.count == found.count + 1, "\(when)")
    #expect(entries.last?.did == .edit)
    let text = try documents.text(of: "history.jsonl")
    #expect(text.split(separator: "\n").count == entries.count && text.last == "\n", "\(when)")
    #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl"], "\(when)")
    // All of it can be taken back.
    let changes = entries.count { $0.isUndone }
    let undone = try? await documents.registry.undo(isMade ? 2 : 1)
    #expect(undone != nil && changes >= (isMade ? 2 : 1), "\(when)")
    #expect(try await documents.registry.value(.firstName, of: email) == nil, "\(when)")
  }

  @Test("at every call of an edit that an editor's save outruns")
  func changedMeanwhile() async throws {
    var count = 0
    while true {
      let documents = Documents()
      try await Self.prepare(documents, .history)
      let dying = DyingCalls(after: count)
      var calls = dying.calls
      let text = try documents.text()
      let (stat, hasSaved) = (calls.stat, HasSaved())
      calls.stat = { directory, name, flags, info in
        // The last look is the first after the line is written.
        let lines = (try? documents.text(of: "history.jsonl"))?.count { $0 == "\n" }
        if name == "accounts.json", lines == 2, hasSaved.isFirst {
          try? documents.write(text.replacing("secret1", with: "secret2"), to: "saved")
          _ = rename(documents.path(of: "saved"), documents.accountsPath)
        }
        return stat(directory, name, flags, &info)
      }
      let registry = documents.registry(calls: calls)
      let done = try? await registry.edit([.firstName: "M"], of: Self.email)
      let isMade = try await documents.registry.value(.firstName, of: Self.email) == "M"
      #expect(isMade || done == nil)
      try await Self.expectRight(documents, isMade: isMade, "after \(count) calls")
      guard dying.isDead else {
        #expect(try documents.text().contains("secret2"))
        break
      }
      count += 1
    }
    #expect(count > 12)
  }

  @Test("at every call of forgetting: all is forgotten, or nothing")
  func forget() async throws {
    var count = 0
    while true {
      let documents = Documents()
      try await Self.prepare(documents, .history)
      let calls = DyingCalls(after: count)
      let done = try? await documents.registry(calls: calls.calls).forgetHistory(of: Self.email)
      let names = try await Self.entries(of: documents).map { $0.accounts.first?.name }
      #expect(names == [nil] || done == nil && names == [Self.email])
      let last = try await documents.registry.edit([.firstName: "M"], of: Self.email)
      #expect(last.notices == [])
      let entries = try await Self.entries(of: documents)
      #expect(entries.map(\.number) == [1, 2])
      #expect(entries.map { $0.accounts.first?.name } == names + [Self.email])
      #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl"])
      guard calls.isDead else { break }
      count += 1
    }
    #expect(count > 3)
  }
}

/// Whether an editor has saved yet.
private final class HasSaved: Sendable {
  private let isDone = Mutex(false)
  var isFirst: Bool {
    isDone.withLock { isDone in
      defer { isDone = true }
      return !isDone
    }
  }
}
