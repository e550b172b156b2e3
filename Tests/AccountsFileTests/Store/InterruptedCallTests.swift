import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An incomplete system call is continued") struct InterruptedCallTests {
  private let documents = Documents()

  @Test(
    "after an interruption by a signal",
    arguments: [
      "open accounts.json", "open temporary", "open lock", "open directory", "read", "write",
      "fsync file", "fsync directory", "flock", "rename accounts.json", "fchmod",
      "open history.jsonl", "fstat history", "pread history", "pwrite history", "fsync history",
      "ftruncate history",
    ])
  func interrupted(call: String) async throws {
    try await documents.registry.register("mario@gmail.com")
    chmod(documents.accountsPath, 0o640)
    let history = try documents.text(of: "history.jsonl")
    try documents.write(history + "{\"n\":2", to: "history.jsonl")
    let failing = FailingCalls()
    failing.fail(call, with: EINTR, times: 3)
    let outcome = try await documents.registry(calls: failing.calls).edit([.firstName: "M"])
    #expect(outcome.notices == [])
    #expect(failing.log.count { $0 == call } >= 4)
    #expect(try await documents.registry.value(.firstName, of: "mario@gmail.com") == "M")
  }

  @Test("after a write or a read with fewer bytes than requested")
  func short() async throws {
    var calls = SystemCalls()
    let usual = SystemCalls()
    calls.write = { usual.write($0, $1, min($2, 7)) }
    calls.read = { usual.read($0, $1, min($2, 5)) }
    calls.pwrite = { usual.pwrite($0, $1, min($2, 3), $3) }
    calls.pread = { usual.pread($0, $1, min($2, 9), $3) }
    let registry = documents.registry(calls: calls)
    try await registry.register("mario@gmail.com", "secret1", [.firstName: "Иван"])
    try await registry.edit([.lastName: "B"])
    let account = try await documents.registry.show().account
    #expect(account[.firstName] == "Иван")
    #expect(account[.lastName] == "B")
    #expect(try documents.text().hasSuffix("  ]\n}\n"))
    #expect(try await registry.history().map(\.did) == [.edit, .register])
  }

  @Test("but a write of no bytes is a failure, not an endless loop")
  func nothingTaken() async throws {
    try await documents.registry.register("mario@gmail.com")
    let bytes = try documents.bytes()
    var calls = SystemCalls()
    calls.write = { _, _, _ in 0 }
    await #expect(throws: AccountsError.self) {
      try await documents.registry(calls: calls).edit([.firstName: "M"])
    }
    #expect(try documents.bytes() == bytes)
  }

  @Test("but a history that takes no bytes is left alone")
  func historyTakesNothing() async throws {
    try await documents.registry.register("mario@gmail.com")
    let history = try documents.bytes(of: "history.jsonl")
    var calls = SystemCalls()
    calls.pwrite = { _, _, _, _ in 0 }
    let fault = DiskFault(
      action: .write, path: documents.path(of: "history.jsonl"), reason: .errno(EIO))
    let done = try await documents.registry(calls: calls).edit([.firstName: "M"])
    #expect(done.notices == [.notInHistory(.disk(fault))])
    #expect(try documents.bytes(of: "history.jsonl") == history)
  }

  @Test("in the order that survives a power cut: write, fsync, rename, fsync of the directory")
  func order() async throws {
    try await documents.registry.register("mario@gmail.com", logsIn: false)
    let failing = FailingCalls()
    try await documents.registry(calls: failing.calls).register("luigi@gmail.com", logsIn: false)
    let kept = [
      "open temporary", "write", "fsync file", "pwrite history", "fsync history",
      "rename accounts.json", "fsync directory",
    ]
    var order: [String] = []
    for call in failing.log where kept.contains(call) && order.last != call { order.append(call) }
    #expect(order == kept)
  }
}
