import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Keys that are taken out of a file") struct DroppedKeysTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private func text(_ top: String, _ accounts: [String]) -> String {
    let rows = accounts.map { "    " + $0 }.joined(separator: ",\n")
    return "{\n  \"rules\": \"register\",\n\(top)  \"accounts\": [\n\(rows)\n  ]\n}\n"
  }

  private func account(_ name: String, _ others: String = "") -> String {
    hashed("\(name)@home.org", others)
  }

  /// An account with the id that it got as the `number`th one.
  private func account(_ name: String, _ others: String = "", id number: Int) -> String {
    account(name, others + countedID("\(name)@home.org", number))
  }

  @Test("leave every other byte, at the top and in accounts of one name or of none")
  func everywhere() async throws {
    let club = #", "club": "Inter""#
    try documents.write(
      text(
        "  \"club\": [1],\n",
        [
          account("ada", club), account("bob"), account("eve", club), account("eve", club),
          #"{"club": "\ud800", "x-a": 1}"#, "7",
        ]))
    #expect(await error { try await registry.list(limit: 9) }?.caseName == "fileInvalid")
    let before = try documents.text()
    let look = try await registry.dropEverywhere(["club"], isDryRun: true).value
    #expect(try documents.text() == before && look.document?.keys == ["club"])
    let done = try await registry.dropEverywhere(["club"]).value
    #expect(
      try documents.text()
        == text(
          "",
          [
            account("ada", id: 1), account("bob"), account("eve", id: 2), account("eve", id: 3),
            #"{"x-a": 1}"#, "7",
          ]))
    #expect(done.document?.keys == ["club"])
    #expect(done.accounts.map(\.after) == [.open, .closed, .closed, .closed])
    #expect(done.accounts.map(\.before) == [.closed, .closed, .closed, .closed])
    let entry = try #require(try await registry.history(limit: 1).first)
    #expect(entry.did == .edit && entry.count == 4 && entry.document?.keys == ["club"])
  }

  @Test("come back at the top if they are people's own, and else are refused there, as in no file")
  func undone() async throws {
    let texts = ["  \"x-motd\": \"Hi\",\n", "  \"motd\": \"Hi\",\n"].map {
      text($0, [account("ada")])
    }
    try documents.write(texts[0])
    _ = try await registry.dropEverywhere(["x-motd"])
    #expect(try documents.text() == text("", [account("ada")]))
    _ = try await registry.undo()
    #expect(try await registry.dropEverywhere(["x-motd"]).value.document?.keys == ["x-motd"])
    try documents.write(texts[1])
    _ = try await registry.dropEverywhere(["motd"])
    let now = try documents.text()
    let spoiled = Problem(.key("motd"), .file(.knownKey(.own("x-motd", insteadOf: nil))))
    #expect(try await documents.refusalsOfUndo() == [Refusal(0, of: "", .invalid([spoiled]))])
    #expect(try documents.text() == now)
  }

  @Test("go although others of their kind stay at the top, and the file stays as it is else")
  func others() async throws {
    let frozen = #", "frozen": true"#
    try documents.write(text("  \"club\": 1,\n  \"other\": 2,\n", [account("ada", frozen)]))
    let keys = ["club", "frozen"]
    let look = try await registry.dropEverywhere(keys, isDryRun: true).value
    #expect(look.problems.map(\.subject) == [.key("other")])
    #expect(!look.opensFile && !look.shown.opensFile)
    #expect(look.accounts.map(\.after) == [.closed])
    _ = try await registry.dropEverywhere(keys)
    #expect(try documents.text() == text("  \"other\": 2,\n", [account("ada", id: 1)]))
    #expect(await error { try await registry.list(limit: 9) }?.caseName == "fileInvalid")
    let last = try await registry.dropEverywhere(["other"], isDryRun: true).value
    #expect(last.opensFile && last.problems.isEmpty)
  }

  @Test("come back each as often as they were there, in an account")
  func twice() async throws {
    let twice = #", "//": "first", "club": 1, "//": "second", "club": null"#
    let back = #", "//": "first", "//": "second", "club": 1, "club": null"#
    try documents.write(text("", [account("ada", twice)]))
    let done = try await registry.drop(["//", "club", "club"], of: ["ada@home.org"]).value
    #expect(done.map { $0.dropped.map(\.key) } == [["//", "//", "club", "club"]])
    #expect(done.map(\.keys) == [["//", "club"]])
    #expect(try documents.text() == text("", [account("ada", id: 1)]))
    for now in [back, "", back] {
      _ = try await registry.undo()
      #expect(try documents.text() == text("", [account("ada", now, id: 1)]))
    }
    // Another value in the place of both of them is taken back, too.
    let ada = try #require(try await registry.list(limit: 9).accounts.first?.nameKey)
    let edit = AccountChange.edit(
      ada, [.init("//", from: .string("second"), to: .string("first"))], mayBreakRules: true)
    _ = try await registry.store.apply([edit], WriteOptions())
    #expect(try !documents.text().contains("second"))
    _ = try await registry.undo()
    let text = try documents.text()
    #expect(text.contains(#""//": "first""#) && text.contains(#""//": "second""#))
  }

  @Test("go beside fields, too, only if nobody opens whom the question did not name")
  func besideFields() async throws {
    try documents.write(text("", [account("ada", #", "x-a": 1"#)]))
    let look = try await registry.drop(["x-a", "frozen"], of: ["ada@home.org"], isDryRun: true)
    var request = EditRequest(account: "ada@home.org", fields: [.firstName: "Ada"])
    (request.droppedKeys, request.opening) = (["x-a", "frozen"], ShownDrop(look.value))
    try documents.write(text("", [account("ada", #", "x-a": 1, "frozen": true"#)]))
    let before = try documents.text()
    #expect(await error { try await registry.edit(request) }?.caseName == "notMeant")
    #expect(try documents.text() == before)
    // Named as one that may open, it does.
    request.opening = ShownDrop(all: look.value)
    _ = try await registry.edit(request)
    #expect(try await registry.account("ada@home.org").state == .open)
  }

  @Test(
    "that nobody can put back are told by the look and after the write, and undo says so",
    arguments: [
      #"{"club": 1}"#, #"{"email": "eve@home.org", "club": 1}, {"email": "eve@home.org"}"#,
      #"{"email": "eve@home.org", "club": "\ud800"}"#,
    ])
  func lost(accounts: String) async throws {
    try documents.write(text("", [account("ada"), accounts]))
    try await registry.edit([.firstName: "Ada"], of: "ada@home.org")
    let look = try await registry.dropEverywhere(["club"], isDryRun: true)
    #expect(look.notices == [.cannotBeUndone])
    let done = try await registry.dropEverywhere(["club"])
    #expect(done.notices == [.cannotBeUndone] && done.accounts.count == 1)
    let entry = try #require(try await registry.history(limit: 1).first)
    #expect(entry.isUndone && !entry.keepsValues)
    await #expect(throws: AccountsError.valuesGone(number: 2)) { try await registry.undo() }
    // Nobody else comes to harm.
    #expect(try await registry.value(.firstName, of: "ada@home.org") == "Ada")
  }

  @Test("without a name stay away, and what else went comes back")
  func nameless() async throws {
    let club = #", "club": 1"#
    try documents.write(text("", [account("ada", club), #"{"club": 1}"#]))
    #expect(try await registry.dropEverywhere(["club"], isDryRun: true).notices == [])
    #expect(try await registry.dropEverywhere(["club"]).notices == [])
    let done = try await registry.undo()
    #expect(done.notices.contains(.partlyUndone(number: 1, accounts: 1)))
    #expect(try documents.text() == text("", [account("ada", club, id: 1), "{}"]))
  }

  @Test("open nobody whom the look did not show, in one account, in all or at the top")
  func unseen() async throws {
    let (frozen, club) = (#", "frozen": true"#, #", "club": 1"#)
    try documents.write(text("", [account("ada", frozen + club), account("bob", frozen)]))
    let one = ShownDrop(
      try await registry.drop(["frozen"], of: ["ada@home.org"], isDryRun: true).value)
    let all = try await registry.dropEverywhere(["frozen"], isDryRun: true).value.shown
    func refused(_ names: [String], _ write: () async throws -> Void) async throws {
      let before = try documents.text()
      let failure = await error { try await write() }
      #expect(failure == .notMeant(names))
      #expect(try documents.text() == before)
    }
    try documents.write(text("", [account("ada", frozen), account("bob", frozen)]))
    try await refused(["ada@home.org"]) {
      _ = try await registry.drop(["frozen"], of: ["ada@home.org"], opening: one)
    }
    try await refused(["ada@home.org"]) {
      _ = try await registry.dropEverywhere(["frozen"], opening: all)
    }
    try documents.write(
      text("  \"frozen\": true,\n", [account("ada", frozen + club), account("bob", frozen)]))
    try await refused([""]) { _ = try await registry.dropEverywhere(["frozen"], opening: all) }
    // Fewer may open.
    try documents.write(text("", [account("ada", frozen + club), account("bob")]))
    #expect(
      try await registry.dropEverywhere(["frozen"], opening: all).value.accounts.map(\.after)
        == [.closed])
  }

  @Test(
    "leave a file as it is that is wrong in another way, and say all of it",
    arguments: [
      #"  "club": 1, "other": 2, "rules": 2,"#, #"  "club": 1, "regapp": 2,"#,
      #"  "club": 1, "accounts": [],"#,
      #"  "club": 1, "rules": 1,"#,
    ])
  func refused(top: String) async throws {
    try documents.write(text(top + "\n", [account("ada", #", "club": 1"#)]))
    let before = try documents.text()
    for isDryRun in [true, false] {
      let keys = ["club", "rules", "accounts", "regapp"]
      let failure = await error { try await registry.dropEverywhere(keys, isDryRun: isDryRun) }
      #expect(failure?.caseName == "fileInvalid")
    }
    #expect(try documents.text() == before)
  }

  @Test("of one account go from a long file as from any, and beside an open edit")
  func ofOne() async throws {
    let others = (0..<3000).map { account("n\($0)") }
    try documents.write(text("", others + [account("ada", #", "frozen": true"#)]))
    let done = try await registry.drop(["frozen"], of: ["ada@home.org"]).value
    #expect(done.map(\.after) == [.open])
    #expect(try documents.text() == text("", others + [account("ada", id: 1)]))
    _ = try await registry.login("ada@home.org")
    _ = try await registry.draft([.firstName: "Ada"])
    let draft = try documents.text(of: "edit.json")
    _ = try await registry.dropEverywhere(["x-none"])
    #expect(try documents.text(of: "edit.json") == draft)
  }
}
