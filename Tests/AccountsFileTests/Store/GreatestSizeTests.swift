import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An oversized file is rejected, and not read into memory")
struct GreatestSizeTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  private func fault(_ name: String, _ maximum: Int) -> AccountsError {
    let reason = DiskFault.Reason.tooLarge(maximum: maximum)
    return .disk(DiskFault(action: .read, path: documents.path(of: name), reason: reason))
  }

  @Test("as accounts: every command fails, and none writes")
  func accounts() async throws {
    try documents.write("{\"accounts\": []}")
    // Not every file system supports files of this size, even sparse ones.
    guard truncate(documents.accountsPath, 5 << 40) == 0 else { return }
    let fault = fault("accounts.json", FileText.greatestSize)
    await #expect(throws: fault) { try await documents.registry.list(limit: 9) }
    await #expect(throws: fault) { try await documents.registry.register(email) }
    await #expect(throws: fault) { try await documents.registry.check() }
    #expect(documents.state()?.size == 5 << 40)
  }

  @Test(
    "as a session or an edit of more than a mebibyte", arguments: ["session.json", "edit.json"])
  func notes(name: String) async throws {
    try await documents.registry.register(email)
    try documents.write("{}", to: name)
    #expect(truncate(documents.path(of: name), FileText.greatestNote + 1) == 0)
    let problem = Problem(
      .file, .field(.maximumBytes(FileText.greatestNote)), at: Place(documents.path(of: name)))
    if name == "session.json" {
      await #expect(throws: AccountsError.notLoggedIn(.sessionBroken(problem))) {
        try await documents.registry.show()
      }
    } else {
      #expect(try await documents.registry.show().editFault == .noteBroken(problem))
      await #expect(throws: AccountsError.noteBroken(problem)) {
        try await documents.registry.save()
      }
    }
  }

  @Test("and one of exactly the largest size is read")
  func greatest() async throws {
    try await documents.registry.register(email)
    let text = try documents.text(of: "session.json")
    let room = FileText.greatestNote - text.utf8.count
    try documents.write(text + String(repeating: " ", count: room), to: "session.json")
    #expect(try await documents.registry.shown() == email)
  }
}
