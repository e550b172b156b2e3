import AccountsSupport
import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A session or an edit that is no file of ours") struct OddSessionTests {
  enum Oddity: String, CaseIterable, Sendable {
    case pipe, socket, link, directory, tooLarge, unreadable
  }
  private let documents = Documents()
  private let text = """
    {"rules": "register", "accounts": [{"email": "abc@gmail.com", "password": "!"}, {"email": "x", "password": "!"}]}

    """

  private func make(_ oddity: Oddity, at name: String) throws {
    let path = documents.path(of: name)
    switch oddity {
    case .pipe: mkfifo(path, 0o600)
    case .socket: #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    case .link: #expect(symlink("target", path) == 0)
    case .directory: mkdir(path, 0o700)
    case .tooLarge:
      try documents.write("{}", to: name)
      #expect(truncate(path, FileText.greatestNote + 1) == 0)
    case .unreadable: try documents.write("{}", to: name)
    }
  }

  private func rule(_ oddity: Oddity) -> Rule {
    switch oddity {
    case .pipe, .socket, .link, .directory: .file(.regularFile)
    case .tooLarge: .field(.maximumBytes(FileText.greatestNote))
    case .unreadable: .file(.readable)
    }
  }

  /// The accounts on a disk that cannot read a file, which would not keep root from it.
  private func registry(unreadable name: String?) -> Registry {
    let failing = FailingCalls()
    if let name { failing.fail("open \(name)", with: EACCES) }
    return documents.registry(calls: failing.calls)
  }

  @Test(
    "does not keep check from what is wrong with the accounts, and is a warning itself",
    arguments: ["session.json", "edit.json"], Oddity.allCases)
  func check(name: String, oddity: Oddity) async throws {
    try documents.write(text)
    try documents.write("precious", to: "target")
    try make(oddity, at: name)
    let registry = registry(unreadable: oddity == .unreadable ? name : nil)
    let findings = try await registry.check()
    #expect(findings.errors.map(\.subject) == [.field(.email)])
    let problem = Problem(.file, rule(oddity), at: Place(documents.path(of: name)))
    #expect(findings.beside == [problem])
  }

  @Test(
    "is dropped by cancel, and what a link leads to is not touched",
    arguments: [Oddity.pipe, .socket, .link, .tooLarge])
  func cancel(oddity: Oddity) async throws {
    try documents.write(text)
    try documents.write("precious", to: "target")
    try make(oddity, at: "edit.json")
    guard case .dropped(nil) = try await documents.registry.cancel().value else {
      Issue.record("not dropped")
      return
    }
    #expect(!documents.exists("edit.json"))
    #expect(try documents.text(of: "target") == "precious")
  }
}
