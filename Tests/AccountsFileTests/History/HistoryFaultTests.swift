import AccountsSupport
import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A history that the disk refuses costs a warning") struct HistoryFaultTests {
  private let documents = Documents()
  private let failing = FailingCalls()
  private static let email = "mario@gmail.com"
  private static let row = "{\"email\": \"mario@gmail.com\", \"password\": \"secret1\"}"

  private func edit(_ name: String, _ calls: SystemCalls = SystemCalls()) async throws -> [Notice] {
    try await documents.registry(calls: calls).edit([.firstName: .set(name)], of: Self.email)
      .notices
  }

  private func fault(_ code: Int32, _ action: DiskFault.Action = .write) -> Notice {
    .notInHistory(
      .disk(
        DiskFault(action: action, path: documents.path(of: "history.jsonl"), reason: .errno(code))))
  }

  /// The first names that the lines of changes gave, the oldest first; nil is a change by hand.
  private func told() async throws -> [String?] {
    try await documents.registry.history().reversed().map { entry in
      guard case .string(let name)? = entry.accounts.first?.changes?.first?.new else { return nil }
      return name
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let call: String
    let code: Int32
    var after = 0
    var times = 1
    var testDescription: String { "\(call), errno \(code), after \(after)" }
    init(_ call: String, _ code: Int32, after: Int = 0, times: Int = 1) {
      (self.call, self.code, self.after, self.times) = (call, code, after, times)
    }
  }

  static let rows =
    [ENOSPC, EIO, EACCES, EROFS].map { Row("open history.jsonl", $0) }
    + [Row("fstat history", EIO)]
    + [EIO, EACCES].map { Row("pread history", $0) }
    + [ENOSPC, EIO, EFBIG, EDQUOT].map { Row("pwrite history", $0) }
    + [ENOSPC, EIO].map { Row("half a pwrite history", $0) }
    + [EIO, ENOSPC].map { Row("fsync history", $0) }

  @Test("the edit is made, and the next one recorded", arguments: rows)
  func refused(row: Row) async throws {
    try documents.write(accounts: [Self.row])
    #expect(try await edit("A") == [])
    let history = try documents.bytes(of: "history.jsonl")
    failing.fail(row.call, with: row.code, after: row.after, times: row.times)
    let notices = try await edit("B", failing.calls)
    #expect(notices.count == 1)
    #expect([fault(row.code), fault(row.code, .read)].contains(notices.first))
    #expect(try await documents.registry.value(.firstName, of: Self.email) == "B")
    #expect(try documents.bytes(of: "history.jsonl") == history)
    #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl"])
    #expect(try await told() == ["A", nil])
    #expect(try await edit("C") == [])
    #expect(try await told() == ["A", nil, "C"])
    #expect(try await documents.registry.history().map(\.number) == [3, 2, 1])
    #expect(documents.state(of: "history.jsonl")?.permissions == 0o600)
  }

  @Test(
    "a new history that cannot be made or written leaves the edit, and the next one recorded",
    arguments: [
      Row("link history.jsonl", EACCES), Row("link history.jsonl", EROFS),
      Row("link history.jsonl", ENOSPC), Row("pwrite history", ENOSPC),
      Row("half a pwrite history", EIO), Row("fsync history", EIO), Row("fstat history", EIO),
    ])
  func new(row: Row) async throws {
    try documents.write(accounts: [Self.row])
    failing.fail(row.call, with: row.code, after: row.after, times: row.times)
    #expect(try await edit("A", failing.calls) == [fault(row.code)])
    #expect(try await documents.registry.value(.firstName, of: Self.email) == "A")
    #expect(try await told() == [])
    #expect(try await edit("B") == [])
    #expect(try await told() == ["B"])
  }

  @Test("what cannot be cut off either is not counted", arguments: ["half a ", ""], [true, false])
  func noCut(half: String, isNew: Bool) async throws {
    try documents.write(accounts: [Self.row])
    if !isNew { #expect(try await edit("A") == []) }
    let first: [String?] = isNew ? [] : ["A", nil]
    failing.fail(half + "pwrite history", with: ENOSPC, times: 1)
    failing.fail("ftruncate history", with: EIO)
    #expect(try await edit("B", failing.calls) == [fault(ENOSPC)])
    #expect(try await told() == first)
    #expect(try await edit("C") == [])
    #expect(try await told() == first + ["C"])
  }

  @Test("a line that was left, which cannot be cut off, is never counted")
  func leftover() async throws {
    try documents.write(accounts: [Self.row])
    #expect(try await edit("A") == [])
    try await leaveLine()
    failing.fail("ftruncate history", with: EIO, times: 1)
    #expect(try await edit("B", failing.calls) == [fault(EIO)])
    #expect(try await told() == ["A", nil])
    #expect(try await edit("C") == [])
    #expect(try await told() == ["A", nil, "C"])
    #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl"])
  }

  @Test("a line that cannot be taken back is never counted", arguments: ["ftruncate", "fsync"])
  func notTakenBack(call: String) async throws {
    try documents.write(accounts: [Self.row])
    #expect(try await edit("A") == [])
    failing.fail("rename accounts.json", with: EIO, times: 1)
    failing.fail("\(call) history", with: EIO, after: call == "fsync" ? 1 : 0)
    await #expect(throws: AccountsError.self) { try await edit("B", failing.calls) }
    #expect(try await told() == ["A"])
    #expect(try await edit("C") == [])
    #expect(try await told() == ["A", "C"])
    #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl"])
  }

  @Test("a line that was written, but not forced to the disk, nor cut, nor made")
  func neitherForcedNorCut() async throws {
    try documents.write(accounts: [Self.row])
    #expect(try await edit("A") == [])
    let text = try documents.text()
    failing.fail("fsync history", with: EIO)
    failing.fail("ftruncate history", with: EIO)
    var calls = failing.calls
    let (documents, fsync) = (documents, calls.fsync)
    calls.fsync = { descriptor in
      let result = fsync(descriptor)
      // An editor saves before the last look.
      if result != 0 { try? documents.write(text.replacing("secret1", with: "secret2")) }
      return result
    }
    #expect(try await edit("B", calls) == [fault(EIO)])
    #expect(try await told() == ["A", nil])
    #expect(try await edit("C") == [])
    #expect(try await told() == ["A", nil, "C"])
    #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl"])
  }

  @Test("what is cut off is forced to the disk before anything takes its place")
  func cutIsForced() async throws {
    try documents.write(accounts: [Self.row])
    #expect(try await edit("A") == [])
    try await leaveLine()
    #expect(try await edit("B", failing.calls) == [])
    failing.fail("rename accounts.json", with: EIO)
    await #expect(throws: AccountsError.self) { try await edit("C", failing.calls) }
    let log = failing.log
    let cuts = log.indices.filter { log[$0] == "ftruncate history" }
    #expect(cuts.map { log.dropFirst($0 + 1).first } == ["fsync history", "fsync history"])
  }

  @Test("a new history has its name on the disk before the accounts are replaced")
  func nameIsForced() async throws {
    try documents.write(accounts: [Self.row])
    #expect(try await edit("A", failing.calls) == [])
    let kept = ["link history.jsonl", "fsync directory", "rename accounts.json"]
    var order: [String] = []
    for call in failing.log where kept.contains(call) && order.last != call { order.append(call) }
    #expect(order == kept + ["fsync directory"])
  }

  /// Leaves what a writer leaves that is killed before it replaces the accounts.
  private func leaveLine() async throws {
    let calls = FailingCalls()
    calls.fail("rename accounts.json", with: EIO)
    calls.fail("ftruncate history", with: EIO)
    await #expect(throws: AccountsError.self) { try await edit("Left", calls.calls) }
    #expect(try documents.text(of: "history.jsonl").contains("Left"))
    #expect(try documents.namesOfFiles().count == 3)
  }
}
