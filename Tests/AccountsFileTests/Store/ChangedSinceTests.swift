import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A file that has changed since it was looked at")
struct ChangedSinceTests {
  private let email = "mario@gmail.com"

  private func group() throws -> UserGroup { try #require(UserGroup("\(getgid())")) }

  /// Accounts with a record of logins.
  private func used() async throws -> Documents {
    let documents = Documents()
    try documents.write(accounts: [hashed(email)])
    _ = try? await documents.registry.login(email, "wrong")
    return documents
  }

  /// Calls `body` with a number for each look that it has, and expects some.
  private func eachLook(_ body: (Int) async throws -> Bool) async throws {
    var looks = 0
    while looks < 100, try await body(looks) { looks += 1 }
    #expect(looks > 1 && looks < 100)
  }

  @Test("is not replaced by share, which thought it empty")
  func written() async throws {
    try await eachLook { at in
      let documents = try await used()
      let path = documents.path(of: "last-logins")
      let text = try documents.bytes(of: "last-logins")
      try documents.write("", to: "last-logins")
      let named = try await documents.registry.sharing(.writing(group()))
      let acting = ActingCalls("last-logins", at: at) {
        try? Data(text).write(to: URL(fileURLWithPath: path))
      }
      _ = try? await documents.registry(calls: acting.calls).share(.writing(group()), named: named)
      guard acting.hasActed else { return false }
      #expect(try documents.bytes(of: "last-logins") == text, "written before look \(at)")
      return true
    }
  }

  @Test("is not shared if it was closed")
  func closed() async throws {
    try await eachLook { at in
      let documents = try await used()
      let path = documents.path(of: "last-logins")
      let named = try await documents.registry.sharing(.writing(group()))
      let acting = ActingCalls("last-logins", at: at) { chmod(path, 0o400) }
      _ = try? await documents.registry(calls: acting.calls).share(.writing(group()), named: named)
      guard acting.hasActed else { return false }
      #expect(
        documents.state(of: "last-logins")?.permissions == 0o400, "closed before look \(at)")
      return true
    }
  }

  @Test("is not shared if it was the accounts, and holds something else")
  func otherText() async throws {
    try await eachLook { at in
      let documents = Documents()
      try documents.write(accounts: [hashed(email)])
      let path = documents.accountsPath
      let named = try await documents.registry.sharing(.writing(group()))
      let mode = Mutex<mode_t?>(nil)
      let acting = ActingCalls("accounts.json", at: at) {
        mode.withLock { $0 = documents.state()?.permissions }
        try? Data("keys\n".utf8).write(to: URL(fileURLWithPath: path))
      }
      _ = try? await documents.registry(calls: acting.calls).share(.writing(group()), named: named)
      guard acting.hasActed else { return false }
      // By then, the accounts may have been shared.
      #expect(documents.state()?.permissions == mode.withLock(\.self), "before look \(at)")
      return true
    }
  }

  @Test("gets no copy with the rights that it had", arguments: ["closed", "exchanged"])
  func renewed(how: String) async throws {
    try await eachLook { at in
      let documents = try await used()
      let path = documents.path(of: "logins.jsonl")
      chmod(documents.accountsPath, 0o640)
      chmod(path, 0o644)
      let secret = PrivateFile(documents.path + ".private", of: nil)
      let acting = ActingCalls("logins.jsonl", at: at) {
        if how == "closed" { chmod(path, 0o600) } else { rename(secret.path, path) }
      }
      _ = try? await documents.registry(calls: acting.calls).login(email, "wrong")
      let mode = documents.state(of: "logins.jsonl")?.permissions
      guard acting.hasActed else {
        #expect(mode == 0o640)
        return false
      }
      #expect(mode == 0o600, "\(how) before look \(at)")
      #expect(secret.isAsBefore)
      return true
    }
  }
}
