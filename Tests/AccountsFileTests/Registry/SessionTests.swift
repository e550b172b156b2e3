import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The logged-in account") struct SessionTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let mario = #"{"email": "mario@gmail.com", "password": "12345"}"#
  private let luigi = #"{"email": "luigi@gmail.com", "password": "12345"}"#
  private let closed = #"{"email": "bad", "password": "12345"}"#

  private func notLoggedIn() async -> AccountsError.NotLoggedIn? {
    let failure = await error { try await registry.show() }
    guard case .notLoggedIn(let reason) = failure else { return nil }
    return reason
  }

  @Test("under register with one valid account: that one, without login")
  func opensOnlyAccount() async throws {
    try documents.write(accounts: [mario])
    #expect(try await registry.shown() == "mario@gmail.com")
    #expect(try documents.names() == ["accounts.json"])
  }

  @Test("and closed ones beside it do not count")
  func closedOnesDoNotCount() async throws {
    try documents.write(accounts: [closed, mario, "7"])
    #expect(try await registry.shown() == "mario@gmail.com")
  }

  @Test("with two valid accounts: none")
  func twoAccounts() async throws {
    try documents.write(accounts: [mario, luigi])
    #expect(await notLoggedIn() == .neverLoggedIn)
  }

  @Test("if the only account is closed: its problems with their places")
  func onlyClosed() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "phone": "1"}"#])
    let failure = await error { try await registry.show() }
    #expect(failure?.problems.map(\.row) == ["5:5 password required", "5:43 phone phone"])
    #expect(failure?.caseName == "accountClosed")
  }

  @Test("if the session's account is closed: its problems, and no other's")
  func sessionClosed() async throws {
    try documents.write(accounts: [mario, luigi])
    try await registry.login("mario@gmail.com", "12345")
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": ""\#(countedID("mario@gmail.com"))}"#,
      #"{"email": "luigi@gmail.com"}"#,
    ])
    let failure = await error { try await registry.show() }
    #expect(failure?.problems.map(\.row) == ["5:46 password minimumCharacters"])
  }

  @Test("after logout: none, even with one account, until a login")
  func logout() async throws {
    try documents.write(accounts: [mario])
    #expect(try await registry.logOut())
    #expect(try documents.text(of: "session.json") == "{\"email\": null}\n")
    #expect(await notLoggedIn() == .loggedOut)
    #expect(try await registry.logOut() == false)
    try await registry.login("mario@gmail.com", "12345")
    #expect(try await registry.shown() == "mario@gmail.com")
  }

  @Test("if the file was swapped for another with one valid account: that one")
  func swappedFile() async throws {
    try await registry.register("mario@gmail.com")
    try documents.write(accounts: [luigi])
    #expect(try await registry.shown() == "luigi@gmail.com")
    try documents.write(accounts: [luigi, #"{"email": "yoshi@gmail.com", "password": "!"}"#])
    #expect(await notLoggedIn() == .accountGone(name: "mario@gmail.com"))
  }

  @Test("ends with the account, and follows its name, where a key of it cannot be decoded")
  func undecodable() async throws {
    for isRemoved in [true, false] {
      try documents.write(accounts: [
        #"{"email": "mario@gmail.com", "password": "12345", "x-x": "\ud800"}"#, luigi,
      ])
      try await registry.login("mario@gmail.com", "12345")
      if isRemoved {
        _ = try await registry.remove("mario@gmail.com")
        #expect(await notLoggedIn() == .loggedOut)
      } else {
        try await registry.edit([.email: "wario@gmail.com"], of: "mario@gmail.com")
        #expect(try await registry.shown() == "wario@gmail.com")
      }
    }
  }

  @Test("if the session's account is gone, no other is opened by a rulebook that requires login")
  func goneUnderStrictRulebook() async throws {
    _ = try await registry.initialise(.authorisation, withSamples: true)
    try await registry.login(firstName: "Jane")
    _ = try await registry.remove("alex@example.com")
    _ = try await registry.remove("anton@example.com")
    let id = try #require(try await registry.account("jane@example.com").id)
    try documents.write(
      try documents.text().replacing("jane@example.com", with: "other@example.com")
        .replacing(id.description, with: NumberedIDs.id(9).description))
    #expect(await notLoggedIn() == .accountGone(name: "jane@example.com"))
  }

  @Test("after a hand edit: shown with the new name, or another spelling of the email")
  func handEdits() async throws {
    try await registry.register("mario@gmail.com", "secret1", [.firstName: "Mario"])
    try documents.write(try documents.text().replacing("\"Mario\"", with: "\"Luigi\""))
    #expect(try await registry.show().account[.firstName] == "Luigi")
    try documents.write(try documents.text().replacing("mario@", with: "MARIO@"))
    #expect(try await registry.shown() == "MARIO@gmail.com")
    try documents.write(try documents.text().replacing("MARIO@", with: "wario@"))
    #expect(try await registry.shown() == "wario@gmail.com")
  }

  @Test("of an only account whose email alone a hand changed: that one, which keeps its id")
  func ownEmailByHand() async throws {
    try await registry.register("mario@gmail.com")
    let id = NumberedIDs.id(1)
    try documents.byHand(#""email": "mario@gmail.com""#, #""email": "wario@gmail.com""#)
    let bytes = try documents.bytes()
    #expect(try await registry.shown() == "wario@gmail.com")
    #expect(try await registry.check().errors.isEmpty)
    try await registry.edit([.firstName: .clear])
    #expect(try documents.bytes() == bytes, "a write that changes nothing gives no name either")
    try await registry.edit([.firstName: "W"])
    #expect(try documents.text().contains("\"id\": \"wario@gmail.com \(id)\""))
    let newest = try #require(try await registry.history(limit: 1).first)
    #expect(newest.accounts.map(\.id) == [id] && newest.accounts[0].changes?.count == 1)
    #expect(newest.by == "wario@gmail.com" && newest.byID == id)
    // It counts again, so the session goes on beside others, too.
    try await registry.register("luigi@gmail.com", logsIn: false)
    #expect(try await registry.shown() == "wario@gmail.com")
    try documents.byHand(#""email": "wario@gmail.com""#, #""email": "yoshi@gmail.com""#)
    #expect(await notLoggedIn() == .accountGone(name: "mario@gmail.com"))
  }

  @Test("of an only account whose id a hand took out or changed: none, but that one opens")
  func otherIDByHand() async throws {
    for id in ["", ", \"id\": \"wario@gmail.com \(NumberedIDs.id(7))\""] {
      let hash = HashOfSecret1.md5
      try documents.write(accounts: [hashed("mario@gmail.com", countedID("mario@gmail.com", 5))])
      try await registry.login("mario@gmail.com")
      try documents.write(accounts: [
        #"{"email": "wario@gmail.com", "password": "\#(hash)"\#(id)}"#
      ])
      #expect(try await registry.shown() == "wario@gmail.com")
      try await registry.edit([.firstName: "W"])
      #expect(try await registry.history(limit: 1).map(\.by) == [nil])
    }
  }

  @Test(
    "with an invalid session file: none, and the place of the error",
    arguments: [
      ("", "1:1 file syntax"), ("{", "1:2 file syntax"), ("{}", "1:1 email text"),
      ("[]", "1:1 email text"), ("{\"email\": 7}", "1:11 email text"),
      ("{\"email\": true}", "1:11 email text"), ("nonsense", "1:2 file syntax"),
      (#"{"email": "mario@gmail.com", "id": 7}"#, "1:36 id text"),
      (#"{"email": "mario@gmail.com", "id": "7"}"#, "1:36 id id"),
    ])
  func brokenSession(text: String, row: String) async throws {
    try documents.write(accounts: [mario])
    try documents.write(text, to: "session.json")
    guard
      case .sessionBroken(let problem)? = await notLoggedIn()
    else {
      Issue.record("no such error")
      return
    }
    #expect(problem.row == row)
    try await registry.login("mario@gmail.com", "12345")
    #expect(try await registry.shown() == "mario@gmail.com")
  }
}
