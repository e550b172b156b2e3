import AccountsSupport
import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Links") struct LinkTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"
  private let text =
    "{\"rules\": \"register\", \"accounts\": [{\"email\": \"mario@gmail.com\", \"password\": \"secret1\"}]}\n"

  private func link(_ name: String, to target: String) {
    #expect(symlink(target, documents.path(of: name)) == 0)
  }

  /// The fault of a write.
  private func fault() async -> DiskFault.Reason? {
    let failure = await error { try await documents.registry.register("luigi@gmail.com") }
    guard case .store(let fault) = failure else { return nil }
    #expect(fault.subject == documents.accountsPath)
    return fault.onDisk?.reason
  }

  @Test(
    "to the accounts are followed and stay links", arguments: ["absolute", "relative", "chain"])
  func followed(kind: String) async throws {
    mkdir(documents.path(of: "real"), 0o700)
    try documents.write(text, to: "real/data.json")
    switch kind {
    case "absolute": link("accounts.json", to: documents.path(of: "real/data.json"))
    case "relative": link("accounts.json", to: "real/data.json")
    default:
      link("accounts.json", to: "second")
      link("second", to: "real/third")
      link("real/third", to: "data.json")
    }
    try await documents.registry.edit([.firstName: "M"], of: email)
    #expect(documents.state()?.isLink == true)
    #expect(documents.state(of: "real/data.json")?.isRegularFile == true)
    #expect(try documents.text(of: "real/data.json").contains("\"firstName\": \"M\""))
    // The lock is next to the target, so that two links to it share one.
    #expect(documents.exists("real/.data.json.lock"))
    #expect(!documents.exists(".accounts.json.lock"))
    #expect(try await documents.registry.shown() == email)
  }

  @Test("that are dangling are left alone, and reported on reading")
  func dangling() async throws {
    link("accounts.json", to: "nowhere.json")
    #expect(await fault() == .danglingLink)
    let failure = await error { try await documents.registry.show() }
    guard case .store(let fault) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(fault.onDisk?.reason == .danglingLink)
    #expect(!documents.exists("nowhere.json"))
    #expect(try documents.namesOfFiles() == ["accounts.json"])
  }

  @Test("that form a cycle are left alone", arguments: [1, 2, 3])
  func looping(length: Int) async throws {
    for step in 0..<length {
      link(
        step == 0 ? "accounts.json" : "l\(step)",
        to: step == length - 1 ? "accounts.json" : "l\(step + 1)")
    }
    #expect(await fault() == .linkLoop)
    #expect(documents.state()?.isLink == true)
  }

  @Test("that are hard are rejected, and both names keep the old text")
  func hard() async throws {
    try documents.write(text)
    #expect(Foundation.link(documents.accountsPath, documents.path(of: "other")) == 0)
    #expect(await fault() == .hardLink)
    #expect(try documents.text() == text)
    #expect(try documents.text(of: "other") == text)
    // Reading is harmless.
    #expect(try await documents.registry.shown() == email)
  }

  @Test(
    "in place of the session or the edit are never followed",
    arguments: ["session.json", "edit.json"])
  func notes(name: String) async throws {
    try await documents.registry.register(email)
    unlink(documents.path(of: name))
    try documents.write("{\"email\": \"mario@gmail.com\"}", to: "target")
    link(name, to: "target")
    let failure = await error {
      _ = try await documents.registry.show()
      _ = try await documents.registry.save()
    }
    let problem = Problem(.file, .file(.regularFile), at: Place(documents.path(of: name)))
    let isSession = name == "session.json"
    #expect(failure == (isSession ? .notLoggedIn(.sessionBroken(problem)) : .noteBroken(problem)))
    #expect(try documents.text(of: "target") == "{\"email\": \"mario@gmail.com\"}")
  }

  @Test("in place of the session are replaced by a login")
  func sessionReplaced() async throws {
    try await documents.registry.register(email)
    unlink(documents.path(of: "session.json"))
    try documents.write("target", to: "target")
    link("session.json", to: "target")
    try await documents.registry.login(email)
    #expect(documents.state(of: "session.json")?.isRegularFile == true)
    #expect(try documents.text(of: "target") == "target")
  }

  @Test("in place of the lock are not followed")
  func lockLink() async throws {
    try documents.write(text)
    link(".accounts.json.lock", to: "elsewhere")
    let failure = await error { try await documents.registry.register("luigi@gmail.com") }
    guard case .store(let fault) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(fault.onDisk?.reason == .isLink)
    #expect(!documents.exists("elsewhere"))
    #expect(try documents.text() == text)
  }

  @Test("and anything but a regular file is rejected", arguments: ["directory", "pipe"])
  func noFile(kind: String) async throws {
    if kind == "pipe" {
      mkfifo(documents.accountsPath, 0o600)
    } else {
      mkdir(documents.accountsPath, 0o700)
    }
    #expect(await fault() == .notRegularFile)
  }
}
