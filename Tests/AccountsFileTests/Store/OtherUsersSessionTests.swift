import AccountsSupport
import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

/// A second administrator of one directory; everything in it belongs to the first.
@Suite("Another user's session and edit") struct OtherUsersSessionTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"
  private let second: Registry

  init() {
    var calls = SystemCalls()
    calls.user = { stranger }
    second = documents.registry(calls: calls)
  }

  private func prepare() async throws {
    try await documents.registry.register(email)
    try await documents.registry.register("luigi@gmail.com", logsIn: false)
    try await documents.registry.draft([.firstName: "M"])
  }

  @Test("count as none")
  func none() async throws {
    try await prepare()
    let failure = await error { try await second.show() }
    #expect(failure == .notLoggedIn(.neverLoggedIn))
    await #expect(throws: AccountsError.nothingToSave) { try await second.save() }
    await #expect(throws: AccountsError.nothingToCancel) { _ = try await second.cancel() }
    #expect(try await documents.registry.shown() == email)
  }

  @Test("are not overwritten: a login and a draft are refused")
  func refused() async throws {
    try await prepare()
    let files = try ["session.json", "edit.json"].map { try documents.text(of: $0) }
    func fault(_ name: String) -> AccountsError {
      .disk(DiskFault(action: .write, path: documents.path(of: name), reason: .sessionOfAnother))
    }
    await #expect(throws: fault("session.json")) { try await second.login(email) }
    await #expect(throws: fault("session.json")) { _ = try await second.logOut() }
    await #expect(throws: fault("edit.json")) {
      try await second.draft([.lastName: "B"], of: email)
    }
    #expect(try ["session.json", "edit.json"].map { try documents.text(of: $0) } == files)
  }

  @Test("do not keep an account that is named from being edited and removed")
  func named() async throws {
    try await prepare()
    let files = try ["session.json", "edit.json"].map { try documents.text(of: $0) }
    try await second.edit([.lastName: "B"], of: "luigi@gmail.com")
    #expect(try await documents.registry.value(.lastName, of: "luigi@gmail.com") == "B")
    _ = try await second.remove("luigi@gmail.com")
    #expect(try await documents.registry.list(limit: 9).accounts.count == 1)
    #expect(try ["session.json", "edit.json"].map { try documents.text(of: $0) } == files)
  }
}
