import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Who is logged in") struct SessionTests {
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

  @Test("in an empty directory: nobody, and nothing is written")
  func emptyDirectory() async throws {
    #expect(await notLoggedIn() == .nobodyRegistered)
    #expect(try documents.names() == [])
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

  @Test("with two valid accounts: nobody")
  func twoAccounts() async throws {
    try documents.write(accounts: [mario, luigi])
    #expect(await notLoggedIn() == .neverLoggedIn)
  }

  @Test("under the other rulebooks: nobody", arguments: ["albums", "authorisation"])
  func otherRulebooks(rules: String) async throws {
    let account =
      #"{"email": "ada@b.co", "password": "!", "firstName": "Ada", "lastName": "L", "#
      + #""birthDate": "1990-01-01", "phone": "9123456789"}"#
    try documents.write(accounts: [account], rules: rules)
    #expect(await notLoggedIn() == .neverLoggedIn)
    try documents.write(accounts: [], rules: rules)
    #expect(await notLoggedIn() == .nobodyRegistered)
  }

  @Test("where the only account is closed, its problems are told with their places")
  func onlyClosed() async throws {
    try documents.write(accounts: [#"{"email": "mario@gmail.com", "phone": "1"}"#])
    let failure = await error { try await registry.show() }
    #expect(failure?.problems.map(\.row) == ["5:5 password required", "5:43 phone phone"])
    guard case .accountClosed(_) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("where the session's account is closed, its problems are told, and no other's")
  func sessionClosed() async throws {
    try documents.write(accounts: [mario, luigi])
    try await registry.login("mario@gmail.com", "12345")
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": ""}"#, #"{"email": "luigi@gmail.com"}"#,
    ])
    let failure = await error { try await registry.show() }
    #expect(failure?.problems.map(\.row) == ["5:46 password minimumCharacters"])
  }

  @Test("after logout: nobody, even with one account, until a login")
  func logout() async throws {
    try documents.write(accounts: [mario])
    #expect(try await registry.logOut())
    #expect(try documents.text(of: "session.json") == "{\"email\": null}\n")
    #expect(await notLoggedIn() == .loggedOut)
    #expect(try await registry.logOut() == false)
    try await registry.login("mario@gmail.com", "12345")
    #expect(try await registry.shown() == "mario@gmail.com")
  }

  @Test("logout of nobody writes nothing")
  func logoutOfNobody() async throws {
    #expect(try await registry.logOut() == false)
    #expect(try documents.names() == [])
  }

  @Test("logout leaves the accounts untouched")
  func logoutKeepsAccounts() async throws {
    try documents.write(accounts: [mario])
    let (bytes, state) = (try documents.bytes(), documents.state())
    _ = try await registry.logOut()
    #expect(try documents.bytes() == bytes)
    #expect(documents.state() == state)
  }

  @Test("where the file was swapped for another with one valid account: that one")
  func swappedFile() async throws {
    try await registry.register("mario@gmail.com")
    try documents.write(accounts: [luigi])
    #expect(try await registry.shown() == "luigi@gmail.com")
    try documents.write(accounts: [luigi, #"{"email": "yoshi@gmail.com", "password": "!"}"#])
    #expect(await notLoggedIn() == .accountGone(email: "mario@gmail.com"))
  }

  @Test("where the session's account is gone, no other opens under a rulebook that wants login")
  func goneUnderStrictRulebook() async throws {
    _ = try await registry.initialise(.authorisation, withSamples: true)
    try await registry.login(firstName: "Jane")
    _ = try await registry.remove("alex@example.com")
    _ = try await registry.remove("anton@example.com")
    try documents.write(
      try documents.text().replacing("jane@example.com", with: "other@example.com"))
    #expect(await notLoggedIn() == .accountGone(email: "jane@example.com"))
  }

  @Test("a hand edit of the file is shown: a name, and another spelling of the email")
  func handEdits() async throws {
    try await registry.register("mario@gmail.com", "secret1", [.firstName: "Mario"])
    try documents.write(try documents.text().replacing("\"Mario\"", with: "\"Luigi\""))
    #expect(try await registry.show().account[.firstName] == "Luigi")
    try documents.write(try documents.text().replacing("mario@", with: "MARIO@"))
    #expect(try await registry.shown() == "MARIO@gmail.com")
    try documents.write(try documents.text().replacing("MARIO@", with: "wario@"))
    #expect(try await registry.shown() == "wario@gmail.com")
  }

  @Test(
    "a session file that says nothing: nobody, and where it is wrong",
    arguments: [
      ("", "1:1 file syntax"), ("{", "1:2 file syntax"), ("{}", "1:1 email text"),
      ("[]", "1:1 email text"), ("{\"email\": 7}", "1:11 email text"),
      ("{\"email\": true}", "1:11 email text"), ("nonsense", "1:2 file syntax"),
    ])
  func brokenSession(text: String, row: String) async throws {
    try documents.write(accounts: [mario])
    try documents.write(text, to: "session.json")
    guard
      case .sessionBroken(let problem)? = await notLoggedIn()
    else {
      Issue.record("not told")
      return
    }
    #expect(problem.row == row)
    try await registry.login("mario@gmail.com", "12345")
    #expect(try await registry.shown() == "mario@gmail.com")
  }

  @Test("shows another account by its email, and tells of one that is not there or closed")
  func showOther() async throws {
    try documents.write(accounts: [mario, luigi, closed])
    #expect(try await registry.show("LUIGI@gmail.com").account.email.text == "luigi@gmail.com")
    await #expect(throws: AccountsError.noSuchAccount(email: "x@gmail.com")) {
      try await registry.show("x@gmail.com")
    }
    let failure = await error { try await registry.show("bad") }
    #expect(failure?.problems.map(\.row) == ["7:15 email address"])
    #expect(try documents.names() == ["accounts.json"])
  }
}
