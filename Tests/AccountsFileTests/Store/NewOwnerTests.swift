import AccountsSupport
import Glibc
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

private let somebody: uid_t = 65534

@Suite(
  "Files that root creates in a user's directory belong to the user",
  .needsRoot)
struct NewOwnerTests {
  private let documents = Documents()

  /// A file's owner and group.
  private func owner(_ name: String) -> [uid_t]? {
    documents.state(of: name).map { [$0.owner, $0.group] }
  }

  @Test("files, locks and directories alike")
  func everything() async throws {
    #expect(chown(documents.path, somebody, somebody) == 0)
    let registry = PersonalRegistry(
      documents: documents.path(of: "deep/deeper"), today: { .ofTests },
      hasher: PasswordHasher(cost: 1)
    ).registry
    try await registry.register("mario@gmail.com")
    try await registry.draft([.firstName: "M"])
    for name in [
      "", "/accounts.json", "/session.json", "/edit.json", "/.accounts.json.lock", "/.session.lock",
    ] {
      #expect(owner("deep/deeper" + name) == [somebody, somebody], "\(name)")
    }
    #expect(owner("deep") == [somebody, somebody])
  }

  @Test("an existing accounts file keeps its owner")
  func keeps() async throws {
    try documents.write("{\"rules\": \"register\", \"accounts\": []}")
    #expect(chown(documents.path, somebody, somebody) == 0)
    try await documents.registry.register("mario@gmail.com")
    #expect(owner("accounts.json") == [0, getegid()])
    // It has a name out of accounts that only root could read.
    #expect(owner("session.json") == [0, getegid()])
  }
}
