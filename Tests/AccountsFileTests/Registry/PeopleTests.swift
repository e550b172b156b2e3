import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Listing accounts") struct ListTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private func writePeople() throws {
    try documents.write(accounts: [
      #"{"email": "ada@gmail.com", "password": "!", "firstName": "Ada", "lastName": "Lovelace"}"#,
      #"{"email": "bad", "firstName": "Closed"}"#,
      #"{"email": "ivan@gmail.com", "password": "!", "firstName": "Иван", "phone": "9123456789"}"#,
      #"{"email": "Zoe@gmail.com", "password": "!", "lastName": "Ada"}"#,
    ])
  }

  private func emails(holding text: String? = nil) async throws -> [String?] {
    try await registry.list(limit: 99, holding: text).accounts.map(\.values.email)
  }

  @Test("returns all of them in the order of the file, closed ones too")
  func all() async throws {
    try writePeople()
    #expect(try await emails() == ["ada@gmail.com", "bad", "ivan@gmail.com", "Zoe@gmail.com"])
  }

  @Test(
    "returns those whose email or name contains a text, in any case",
    arguments: [
      ("ada", ["ada@gmail.com", "Zoe@gmail.com"]), ("ADA", ["ada@gmail.com", "Zoe@gmail.com"]),
      ("иВ", ["ivan@gmail.com"]), ("zoe@", ["Zoe@gmail.com"]), ("closed", ["bad"]),
      ("ada love", ["ada@gmail.com"]),
      ("gmail", ["ada@gmail.com", "ivan@gmail.com", "Zoe@gmail.com"]),
      ("9123456789", []), ("!", []), ("nobody", []),
    ] as [(String, [String])])
  func holding(text: String, expected: [String]) async throws {
    try writePeople()
    #expect(try await emails(holding: text) == expected)
  }

  @Test("continues where a page ended, and misses none", arguments: 1...6)
  func pages(limit: Int) async throws {
    try writePeople()
    var found: [String?] = []
    var next: Page.Cursor?
    repeat {
      let page = try await registry.list(from: next, limit: limit)
      #expect(page.accounts.count <= limit)
      found += page.accounts.map(\.values.email)
      next = page.next
      // Accounts removed concurrently are still shown, and shift no others.
      if let email = page.accounts.first?.values.email, email != "bad" {
        _ = try await documents.registry().remove(email)
      }
    } while next != nil
    #expect(found == ["ada@gmail.com", "bad", "ivan@gmail.com", "Zoe@gmail.com"])
  }

  @Test("without accounts is empty, and writes nothing")
  func nobody() async throws {
    #expect(try await emails() == [])
    #expect(try documents.names() == [])
  }
}

@Suite("Removing an account") struct RemoveTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  @Test("removes only it from the file, byte for byte")
  func removes() async throws {
    try await registry.register("mario@gmail.com")
    let before = try documents.text()
    try await registry.register("luigi@gmail.com", logsIn: false)
    let removal = try await registry.remove("LUIGI@gmail.com")
    #expect(removal.values.email == "luigi@gmail.com")
    #expect(removal.notices == [])
    #expect(try documents.text() == before)
    #expect(try await registry.shown() == "mario@gmail.com")
  }

  @Test("that is logged in logs it out")
  func ofSession() async throws {
    try await registry.register("luigi@gmail.com")
    try await registry.register("mario@gmail.com")
    _ = try await registry.remove("Mario@gmail.com")
    #expect(try documents.text(of: "session.json") == "{\"email\": null}\n")
    await #expect(throws: AccountsError.notLoggedIn(.loggedOut)) { try await registry.show() }
  }

  @Test("that is the last leaves an empty file under its rulebook")
  func last() async throws {
    _ = try await registry.initialise(.authorisation, withSamples: true)
    for email in ["alex@example.com", "anton@example.com", "jane@example.com"] {
      _ = try await registry.remove(email)
    }
    #expect(try await registry.list(limit: 9).accounts.isEmpty)
    #expect(try await registry.rulebook() == .authorisation)
    await #expect(throws: AccountsError.nobodyRegistered) {
      try await registry.login(firstName: "Alex")
    }
  }

  @Test("that does not exist says so, and writes nothing")
  func unknown() async throws {
    try await registry.register("mario@gmail.com")
    let state = documents.state()
    await #expect(throws: AccountsError.noSuchAccount(name: "x@gmail.com")) {
      try await registry.remove("x@gmail.com")
    }
    #expect(documents.state() == state)
  }

  @Test("that shares its email with another is refused: the program cannot know which one is meant")
  func sharedEmail() async throws {
    let twin = #"{"email": "mario@gmail.com", "password": "12345"}"#
    try documents.write(accounts: [twin, twin])
    let state = documents.state()
    let failure = await error { try await registry.remove("mario@gmail.com") }
    #expect(failure?.problems.map(\.row) == ["6:15 email unique"])
    #expect(documents.state() == state)
  }

  @Test("drops a saved edit of it, so that cancel has nothing to undo")
  func edit() async throws {
    try await registry.register("mario@gmail.com")
    try await registry.edit([.firstName: "M"])
    _ = try await registry.remove("mario@gmail.com")
    await #expect(throws: AccountsError.nothingToCancel) { try await registry.cancel() }
  }
}
