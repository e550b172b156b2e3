import AccountsSupport
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Accounts in a file with comments") struct CommentedFileTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }
  private static let name = "accounts.jsonc"

  private func account(_ name: String, _ others: String = "") -> String {
    #"{"email": "\#(name)@home.org", "password": "\#(HashOfSecret1.md5)"\#(others)}"#
  }

  /// The text once Bob was called Rob, and has the id with a number.
  private func renamed(_ text: String, _ number: Int = 1) -> String {
    let id = countedID("bob@home.org", number, separator: "\n      ")
    return text.replacing("\"Bob\" /* Robert */", with: "\"Rob\", /* Robert */\(id)")
  }

  private static let emails = ["ada", "bob", "eve"].map { "\($0)@home.org" }

  private var text: String {
    """
    // ours
    {
      "regapp": 1, // one
      "rules": "register",
      "accounts": [
        // of all

        // of ada
        \(account("ada")), // since 2019
        // of bob, who pays
        // for two
        \(account("bob", ", // dev\n      \"firstName\": \"Bob\" /* Robert */")), // since 2020
        /* of eve */
        \(account("eve")), // the last
      ], // end
    }
    // end

    """
  }

  @Test("comments that others write during a hand edit are counted where they are left out")
  func byOthersMeanwhile() async throws {
    try documents.write(text, to: Self.name)
    let edit = try await documents.handEdit()
    _ = try await edit.begin()
    try documents.write(
      text.replacing("// for two", with: "// for two, do not let in")
        .replacing("Robert", with: "Robert */ /* of two"), to: Self.name)
    try documents.write(
      text.replacing("2020", with: "2021").replacing("ada@", with: "adah@"), asCopyOf: edit)
    _ = try await edit.review()
    let done = try await edit.install()
    #expect(done.value == .installed(merged: true))
    #expect(done.notices.last == .commentsLeftOut(2, subject: documents.path(of: Self.name)))
    try await edit.end(keepingCopy: false)
  }

  @Test("a file that is renamed to accounts.json while a writer holds the lock is written there")
  func renamed() async throws {
    try documents.write(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "x"}]}"#,
      to: Self.name)
    let (from, to) = (documents.path(of: Self.name), documents.accountsPath)
    let isLocked = Mutex(false)
    var calls = SystemCalls()
    calls.flock = { file, operation in
      if operation & LOCK_EX != 0 {
        isLocked.withLock { $0 = true }
        // An earlier reading is not used again, however long ago it was.
        _ = chmod(from, 0o600)
      }
      return SystemCalls().flock(file, operation)
    }
    calls.open = { directory, name, flags, mode in
      if name == Self.name, isLocked.withLock(\.self) { _ = rename(from, to) }
      return SystemCalls().open(directory, name, flags, mode)
    }
    _ = try await documents.registry(calls: calls).remove("ada@host.com")
    #expect(try !documents.exists(Self.name) && !documents.text().contains("ada"))
  }

  @Test("the file is accounts.jsonc where there is that alone")
  func chosen() async throws {
    try documents.write(text, to: Self.name)
    #expect(try await registry.list(limit: 9).accounts.count == 3)
    #expect(try await registry.list(limit: 9).comments == 14)
    #expect(try await registry.check().source == documents.path(of: Self.name))
    _ = try await registry.edit([.firstName: "Ada"], of: "ada@home.org")
    #expect(try documents.namesOfFiles() == [Self.name, "history.jsonl"])
    #expect(documents.exists(".accounts.jsonc.lock") && !documents.exists(".accounts.json.lock"))
  }

  @Test("both are an error that names both, and nothing is written")
  func both() async throws {
    try documents.write(text, to: Self.name)
    try documents.write(accounts: [account("kim")])
    let fault = DiskFault(
      action: .read, path: documents.accountsPath, reason: .twoAccountsFiles(Self.name))
    #expect(await error { try await registry.list(limit: 9) } == .disk(fault))
    let bytes = try documents.bytes()
    #expect(
      await error { try await registry.edit([.firstName: "Kim"], of: "kim@home.org") }
        == .disk(fault))
    #expect(await error { try await registry.check() } == .disk(fault))
    #expect(try documents.bytes() == bytes)
    #expect(try documents.text(of: Self.name) == text)
  }

  @Test("a writer that finds that the other appeared meanwhile writes nothing")
  func appeared() async throws {
    try documents.write(text, to: Self.name)
    var calls = SystemCalls()
    let path = documents.accountsPath
    let sync = calls.fsync
    // When the new text is on the disk, and before it gets the file's name.
    calls.fsync = { descriptor in
      let other = open(path, O_WRONLY | O_CREAT, 0o600)
      if other >= 0 { close(other) }
      return sync(descriptor)
    }
    let registry = documents.registry(calls: calls)
    let fault = DiskFault(
      action: .read, path: documents.accountsPath, reason: .twoAccountsFiles(Self.name))
    #expect(
      await error { try await registry.edit([.firstName: "Ada"], of: "ada@home.org") }
        == .disk(fault))
    #expect(try documents.text(of: Self.name) == text)
    #expect(try documents.names().allSatisfy { !$0.hasSuffix(".tmp") })
  }

  @Test("an edit changes its field alone")
  func edits() async throws {
    try documents.write(text, to: Self.name)
    _ = try await registry.edit([.firstName: "Rob"], of: "bob@home.org")
    #expect(try documents.text(of: Self.name) == renamed(text))
    _ = try await registry.edit([.firstName: .clear], of: "bob@home.org")
    let cleared = try documents.text(of: Self.name)
    #expect(cleared.contains("// dev") && cleared.contains("/* Robert */"))
    _ = try await registry.undo(2)
    #expect(try await registry.value(.firstName, of: "bob@home.org") == "Bob")
  }

  @Test(
    "a removed account takes its comments along, and undo brings it back without them",
    arguments: ["bob", "eve"])
  func removes(name: String) async throws {
    try documents.write(text, to: Self.name)
    let removed = try await registry.remove(["\(name)@home.org"])
    #expect(removed.notices.last == .commentsGone(name == "bob" ? 5 : 2))
    let left = try documents.text(of: Self.name)
    #expect(!left.contains("of \(name)") && left.contains("// of all") && left.contains("// end"))
    #expect(left.contains("since 2019") && left.contains("the last") == (name == "bob"))
    #expect(left.contains("since 2020") == (name == "eve"))
    #expect(try !documents.text(of: "history.jsonl").contains("since"))
    #expect(try await registry.undo().notices == [])
    #expect(try await registry.list(limit: 9).comments == (name == "bob" ? 9 : 12))
    #expect(try await registry.list(limit: 9).accounts.map(\.values.email) == Self.emails)
  }

  @Test("a value that is replaced loses the comments in it, and no others go")
  func replacesValue() async throws {
    let groups = #"[/* old */ "a", // the first"# + "\n      \"b\"]"
    let text = text.replacing(account("eve"), with: account("eve", #", "groups": "# + groups))
    try documents.write(text, to: Self.name)
    _ = try await registry.edit(EditRequest(account: "eve@home.org", addedGroups: ["c"]))
    let edited = try documents.text(of: Self.name)
    #expect(!edited.contains("old") && !edited.contains("the first"))
    #expect(["// of all", "the last", "of eve"].allSatisfy(edited.contains))
    #expect(try await registry.list(limit: 9).comments == 14)
    #expect(try await registry.account("eve@home.org").values.groups == ["a", "b", "c"])
  }

  @Test("the comments above the first account stay when it goes")
  func removesFirst() async throws {
    try documents.write(text, to: Self.name)
    _ = try await registry.remove(["ada@home.org"])
    let left = try documents.text(of: Self.name)
    #expect(left.contains("// of all\n\n    // of ada\n\n    // of bob"))
    #expect(!left.contains("since 2019"))
    _ = try await registry.undo()
    let back = try documents.text(of: Self.name)
    #expect(back.contains("// of all\n\n    // of ada\n\n    {\"email\": \"ada@home.org\""))
    #expect(back.contains("},\n    // of bob"))
    #expect(try await registry.list(limit: 9).accounts.count == 3)
  }

  @Test("a link is what its own name says")
  func link() async throws {
    try documents.write(text, to: "people.json")
    #expect(symlink(documents.path(of: "people.json"), documents.path(of: Self.name)) == 0)
    _ = try await registry.edit([.firstName: "Rob"], of: "bob@home.org")
    #expect(try documents.text(of: "people.json").contains("// dev"))
    #expect(documents.exists("people.history.jsonl"))
  }

  @Test("a file that is named has comments if its name says so")
  func named() async throws {
    try documents.write(text, to: "a.jsonc")
    try documents.write(text, to: "b.json")
    #expect(try await registry.check(file: documents.path(of: "a.jsonc")).errors.isEmpty)
    await #expect(throws: AccountsError.self) {
      try await registry.check(file: documents.path(of: "b.json"))
    }
  }

  @Test("begins with comments, and renames accounts that had none")
  func begins() async throws {
    _ = try await registry.initialise(.standard, explainedBy: ["one", "two"])
    #expect(try documents.text(of: Self.name).hasPrefix("// one\n// two\n{\n  \"regapp\": 1,\n"))
    #expect(try await registry.rulebook().name == "standard")
    let again = await error { try await registry.initialise(.standard, explainedBy: []) }
    #expect(again == .alreadyInitialised(subject: documents.path(of: Self.name)))
    #expect(
      await error { try await registry.allowComments() }
        == .alreadyInitialised(subject: documents.path(of: Self.name)))
  }

  @Test("renames accounts that may have no comments, and their history goes on")
  func renames() async throws {
    #expect(try await registry.allowComments() == false)
    try documents.write(accounts: [account("ada"), account("bob")])
    _ = try await registry.edit([.firstName: "Bob"], of: "bob@home.org")
    let bytes = try documents.bytes()
    #expect(try await registry.allowComments())
    #expect(try documents.bytes(of: Self.name) == bytes)
    #expect(!documents.exists("accounts.json"))
    _ = try await registry.undo()
    #expect(try await registry.value(.firstName, of: "bob@home.org") == nil)
    let entries = try await registry.history(limit: 9)
    #expect(!entries.contains { $0.did == .byHand })
  }

  @Test(
    "a hand edit of a program that has read nothing before keeps comments, and merges around them")
  func handEdit() async throws {
    try documents.write(text, to: Self.name)
    let edit = try await documents.handEdit()
    #expect(try await edit.begin() == false)
    let edited = text.replacing("// of ada", with: "// of Ada, who came back")
      .replacing("\"Bob\"", with: "\"Rob\"")
    try documents.write(edited, asCopyOf: edit)
    let review = try await edit.review()
    #expect(review.isUsable && review.isComparable && review.findings.errors.isEmpty)
    #expect(review.changes.map(\.name) == ["bob@home.org"])
    _ = try await registry.edit([.lastName: "King"], of: "eve@home.org")
    #expect(try await edit.install().value == .installed(merged: true))
    let king = #", "lastName": "King""# + countedID("eve@home.org", 1)
    let merged = renamed(text, 2).replacing("// of ada", with: "// of Ada, who came back")
      .replacing(account("eve"), with: account("eve", king))
    #expect(try documents.text(of: Self.name) == merged)
    try await edit.end(keepingCopy: false)
  }

  @Test("a hand edit is saved by a program that has only edited", arguments: [false, true])
  func handEditAlone(isMerged: Bool) async throws {
    try documents.write(text, to: Self.name)
    let edit = try await documents.handEdit()
    _ = try await edit.begin()
    let edited = text.replacing("// of ada", with: "// of Ada, who came back")
    try documents.write(edited, asCopyOf: edit)
    #expect(try await edit.review().isUsable)
    if isMerged { try documents.write(text.replacing("\"Bob\"", with: "\"Rob\""), to: Self.name) }
    #expect(try await edit.install().value == .installed(merged: isMerged))
    let wanted = isMerged ? edited.replacing("\"Bob\"", with: "\"Rob\"") : edited
    #expect(try documents.text(of: Self.name) == wanted)
    try await edit.end(keepingCopy: false)
  }

  @Test("a long file is read whole, and has no index")
  func long() async throws {
    try documents.write(text, to: Self.name)
    let registry = documents.registry(long: LongFile(size: 1, head: 1, stripe: 64, buffer: 64))
    _ = try await registry.check()
    #expect(try await registry.account("bob@home.org").values.firstName == "Bob")
    _ = try await registry.edit([.firstName: "Rob"], of: "bob@home.org")
    #expect(try documents.text(of: Self.name) == renamed(text))
    #expect(try documents.names().allSatisfy { !$0.hasSuffix(".index") })
  }
}
