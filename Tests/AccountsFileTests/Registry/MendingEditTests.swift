import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An edit of a closed account") struct MendingEditTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private let email = "mario@gmail.com"

  struct Row: Sendable, CustomTestStringConvertible {
    let members: String
    let row: String
    var testDescription: String { members }
    init(_ members: String, _ row: String) { (self.members, self.row) = (members, row) }
  }

  @Test(
    "with other problems that no value can fix is refused with their places",
    arguments: [
      Row(#""phone": 5"#, "5:65 phone text"),
      Row(#""lastName": ["A"]"#, "5:68 lastName text"),
      Row(#""lastName": "\ud800""#, "5:68 lastName wholeUnicode"),
      Row(#""lastName": "A", "lastName": "B""#, "5:85 lastName once"),
      // The field itself, twice: the program cannot know which one is meant.
      Row(#""firstName": "A", "firstName": "B""#, "5:87 firstName once"),
    ])
  func refused(row: Row) async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "secret", \#(row.members)}"#
    ])
    let (bytes, state) = (try documents.bytes(), documents.state())
    let failure = await error { try await registry.edit([.firstName: "Mario"], of: email) }
    #expect(failure?.caseName == "accountClosed")
    #expect(failure?.problems.map(\.row) == [row.row])
    #expect(try documents.bytes() == bytes)
    #expect(documents.state() == state)
    #expect(!documents.exists("edit.json"))
  }

  @Test(
    "that clears the field of the wrong type removes it", arguments: ["5", "[1]", "null", "{}"])
  func clearsType(value: String) async throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "secret", "phone": \#(value), "x-own": 1}"#
    ])
    let edited = try await registry.edit([.phone: ""], of: email)
    #expect(edited.edit.fields == [.phone])
    #expect(
      try documents.text().contains(
        #"{"email": "mario@gmail.com", "password": "secret", "x-own": 1"# + countedID(email) + "}"))
    #expect(try await registry.shown() == email)
  }
}
