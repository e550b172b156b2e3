import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Check reports everything wrong with an unusable file")
struct CheckTellsAllTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    var isRulebook = false
    let rows: [String]
    var testDescription: String { text }
  }

  @Test(
    "shape, version, rulebook and accounts, in the order of the file",
    arguments: [
      Row(
        text: "{\"regapp\": 3,\n \"accounts\": [{\"email\": \"bad\", \"password\": \"!\"}]}",
        rows: ["1:12 regapp newerVersion", "2:25 email address"]),
      Row(
        text:
          "{\"rules\": \"register\", \"accounts\": [{\"email\": \"bad\", \"password\": \"!\"}],\n \"regapp\": \"1\"}",
        rows: ["1:46 email address", "2:12 regapp newerVersion"]),
      Row(
        text: "{\"rules\": \"regster\",\n \"accounts\": [],\n \"accounts\": []}",
        isRulebook: true, rows: ["1:11 rules knownRulebook", "3:14 accounts once"]),
      Row(
        text: "{\"rules\": \"regster\",\n \"accounts\": [7, {\"email\": 5}]}",
        isRulebook: true,
        rows: ["1:11 rules knownRulebook", "2:15 account accountIsObject", "2:28 email text"]),
      // Not a list of accounts, though it looks like one.
      Row(text: "[1, {\"email\": 5}]", rows: ["1:1 file fileIsObject"]),
      // A later version's rulebook cannot be checked.
      Row(
        text: "{\"regapp\": 3, \"rules\": {\"later\": true},\n \"accounts\": []}",
        rows: ["1:12 regapp newerVersion"]),
      Row(
        text: "{\"rules\": \"later\", \"accounts\": [],\n \"regapp\": 3}",
        rows: ["2:12 regapp newerVersion"]),
    ])
  func tellsAll(row: Row) async throws {
    let documents = Documents()
    try documents.write(row.text)
    let findings = try await documents.registry.check()
    #expect(findings.errors.map(\.row) == row.rows)
    #expect(findings.rulebookIsBroken == row.isRulebook)
    #expect(try documents.text() == row.text)
  }

  @Test("and every other command reports a broken rulebook together with the shape")
  func others() async throws {
    let documents = Documents()
    try documents.write("{\"rules\": \"regster\",\n \"accounts\": [],\n \"accounts\": []}")
    let failure = await error { try await documents.registry.list(limit: 9) }
    #expect(failure?.caseName == "rulebookBroken")
    #expect(failure?.problems.map(\.row) == ["1:11 rules knownRulebook", "3:14 accounts once"])
  }
}
