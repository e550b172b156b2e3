import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A login that seals a password used by an edit") struct UncarriedEditTests {
  private let documents = Documents()
  private let failing = FailingCalls()
  private let email = "mario@gmail.com"

  @Test("reports an edit that cannot be written, and not that sealing failed")
  func editNotCarried() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "secret1"}"#])
    try await documents.registry.draft(password: "another1")
    failing.fail("rename edit.json", with: EIO)
    let outcome = try await documents.registry(calls: failing.calls).login(email)
    let fault = DiskFault(
      action: .write, path: documents.path(of: "edit.json"), reason: .errno(EIO))
    #expect(outcome.notices == [.editNotCarried(.disk(fault))])
    #expect(try await documents.storedPassword(of: email)?.hasPrefix("$y$") == true)
    #expect(try await documents.registry.shown() == email)
  }

  @Test("reports a password that cannot be written, and leaves the edit")
  func notSealed() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "password": "secret1"}"#])
    try await documents.registry.draft(password: "another1")
    let edit = try documents.bytes(of: "edit.json")
    failing.fail("rename accounts.json", with: EIO)
    let outcome = try await documents.registry(calls: failing.calls).login(email)
    let fault = DiskFault(action: .write, path: documents.accountsPath, reason: .errno(EIO))
    #expect(outcome.notices == [.notSealed(.disk(fault))])
    #expect(try documents.bytes(of: "edit.json") == edit)
  }
}
