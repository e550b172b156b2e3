import AccountsSupport
import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile

/// A complete hand edit in a directory.
@Suite struct HandEditTests {
  private let documents = Documents()
  private var copy: String { documents.edited("accounts.json") }
  private var base: String { documents.edited("base.json") }
  private static let ids = (typedID("ada@host.com"), typedID("bob@host.com", 2))
  private static let text = """
    {"rules": "register", "accounts": [
      {"email": "ada@host.com", "password": "secret1", "firstName": "Ada"\(ids.0)},
      {"email": "bob@host.com", "password": "secret2", "firstName": "Bob"\(ids.1)}
    ]}

    """
  private static let edited = text.replacing("\"Ada\"", with: "\"Eve\"")

  private func begun(_ text: String? = text) async throws -> HandEdit {
    if let text { try documents.write(text) }
    let edit = try await documents.handEdit()
    #expect(try await edit.begin() == false)
    return edit
  }

  /// Stops a hand edit like a killed program: its files stay.
  private func stop(_ edit: HandEdit) async throws { try await edit.end(keepingCopy: true) }

  @Test("the copy and the original text equal the file, readable by their owner only")
  func begins() async throws {
    let edit = try await begun()
    for name in [copy, base] {
      #expect(try documents.text(of: name) == Self.text)
      #expect(documents.state(of: name)?.permissions == 0o600)
    }
    let review = try await edit.review()
    #expect(review.isThere)
    #expect(!review.isChanged)
    try await edit.end(keepingCopy: false)
    #expect(try documents.namesOfFiles() == ["accounts.json"])
    #expect(try documents.text() == Self.text)
  }

  @Test("a copy is offered to its own directory alone, whatever inode another one has")
  func otherDirectory() async throws {
    let (one, other) = (documents.path(of: "one"), documents.path(of: "other"))
    #expect(mkdir(one, 0o700) == 0)
    func edit(in path: String) async throws -> HandEdit {
      let registry = Registry(
        documents: path, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil)
      return try await documents.handEdit(registry)
    }
    try documents.write(Self.text, to: "one/accounts.json")
    let first = try await edit(in: one)
    #expect(try await first.begin() == false)
    try documents.write(Self.edited, asCopyOf: first)
    try await stop(first)
    // The inode stays.
    #expect(rename(one, other) == 0)
    let second = try await edit(in: other)
    #expect(try await second.begin() == false)
    try await second.end(keepingCopy: false)
    #expect(rename(other, one) == 0)
    let third = try await edit(in: documents.path + "/./one/")
    #expect(try await third.begin())
    try await third.end(keepingCopy: false)
  }

  @Test("an ended edit does not touch the next one's files")
  func endedOnce() async throws {
    let first = try await begun()
    try await first.end(keepingCopy: false)
    let second = try await documents.handEdit()
    _ = try await second.begin()
    #expect(await first.abandon() == false)
    try await first.end(keepingCopy: false)
    #expect(try documents.text(of: copy) == Self.text)
    #expect(documents.exists(base))
  }

  @Test("those that it adds or changes get ids, and no others", arguments: [false, true])
  func identifies(isMerged: Bool) async throws {
    let text = Self.text.replacing(Self.ids.0, with: "").replacing(Self.ids.1, with: "")
    let edit = try await begun(text)
    let eve = #"{"email": "eve@host.com", "password": "secret3"}"#
    let edited = text.replacing("\"Ada\"", with: "\"Eve\"")
      .replacing("\n]}", with: ",\n  \(eve)\n]}")
    try documents.write(edited, to: copy)
    _ = try await edit.review()
    if isMerged { try documents.write(text.replacing("\"Bob\"", with: "\"Rob\"")) }
    #expect(try await edit.install().value == .installed(merged: isMerged))
    let installed = edited.replacing("\"Eve\"", with: "\"Eve\"\(countedID("ada@host.com", 1))")
      .replacing("secret3\"", with: "secret3\"\(countedID("eve@host.com", 2))")
      .replacing("\"Bob\"", with: isMerged ? "\"Rob\"" : "\"Bob\"")
    #expect(try documents.text() == installed)
  }

  @Test("a conflict writes nothing, and is reported again until it is overridden")
  func conflicts() async throws {
    let edit = try await begun()
    try documents.write(Self.edited, to: copy)
    _ = try await edit.review()
    try await documents.registry.edit([.firstName: "Ann"], of: "ada@host.com")
    try await documents.registry.edit([.firstName: "Rob"], of: "bob@host.com")
    let theirs = try documents.text()
    var change = AccountRecord(
      name: "ada@host.com",
      [.init("firstName", from: .string("Ada"), to: .string("Ann"))])
    change.id = AccountID("10000000-0000-4000-8000-000000000001")
    let expected = HandEdit.Conflict(accounts: [change], besideAccounts: false, isWhole: false)
    #expect(try await edit.install().value == .conflict(expected))
    #expect(try documents.text() == theirs)
    #expect(try documents.text(of: copy) == Self.edited)
    try await stop(edit)

    let again = try await documents.handEdit()
    #expect(try await again.begin())
    _ = try await again.review()
    #expect(try await again.install().value == .conflict(expected))
    try await again.goOn()
    // The copy now has everything that can be merged, and still conflicts with the file.
    let merged = Self.edited.replacing("\"Bob\"", with: "\"Rob\"")
    #expect(try documents.text(of: copy) == merged)
    #expect(try documents.text(of: base) == theirs)
    #expect(try await again.review().changes.map(Told.init) == [Told(change)])
    #expect(try await again.install().value == .installed(merged: false))
    #expect(try documents.text() == merged)
  }

  @Test("a changed copy from an earlier edit is offered; an unchanged one is not")
  func earlier() async throws {
    try await stop(begun())
    let second = try await documents.handEdit()
    #expect(try await second.begin() == false)
    try documents.write(Self.edited, to: copy)
    try await stop(second)
    let third = try await documents.handEdit()
    #expect(try await third.begin())
    #expect(try await third.review().isChanged)
    try await third.startAnew()
    #expect(try documents.text(of: copy) == Self.text)
    #expect(try await third.review().isChanged == false)
  }

  @Test("a copy that equals the file was installed already: it is not offered")
  func installedAlready() async throws {
    let edit = try await begun()
    try documents.write(Self.edited, to: copy)
    _ = try await edit.review()
    _ = try await edit.install()
    try await stop(edit)
    #expect(try await documents.handEdit().begin() == false)
  }

  @Test("a copy saved by an editor after the end is offered, against the current file")
  func withoutBase() async throws {
    let first = try await begun()
    try await first.end(keepingCopy: false)
    try documents.write(Self.edited, asCopyOf: first)
    let edit = try await documents.handEdit()
    #expect(try await edit.begin())
    #expect(try documents.text(of: copy) == Self.edited)
    #expect(try await edit.review().changes.map(\.name) == ["ada@host.com"])
  }

  @Test("the original text is remembered even if its file is removed")
  func baseRemoved() async throws {
    let edit = try await begun()
    unlink(documents.path(of: base))
    try documents.write(Self.edited, to: copy)
    #expect(try await edit.review().changes.count == 1)
    try await documents.registry.edit([.firstName: "Rob"], of: "bob@host.com")
    #expect(try await edit.install().value == .installed(merged: true))
  }

  @Test("a copy that changed after the review is not installed")
  func changedBehindReview() async throws {
    let edit = try await begun()
    try documents.write(Self.edited, to: copy)
    _ = try await edit.review()
    try documents.write("{", to: copy)
    #expect(try await edit.install().value == .copyChanged)
    #expect(try documents.text() == Self.text)
    #expect(try await edit.review().isUsable == false)
  }

  @Test(
    "the copy keeps the mode that an editor gave it, in a directory of its owner's alone",
    arguments: [0o644, 0])
  func mode(mode: UInt32) async throws {
    let edit = try await begun()
    try documents.write(Self.edited, to: copy)
    chmod(edit.copyPath, mode)
    #expect(await edit.abandon())
    #expect(documents.state(of: copy)?.permissions == mode_t(mode))
  }

  @Test("a link in the copy's place is not followed, and is kept")
  func link() async throws {
    let edit = try await begun()
    try documents.write(Self.edited, to: "elsewhere")
    unlink(edit.copyPath)
    symlink("elsewhere", edit.copyPath)
    let expected = DiskFault(action: .read, path: edit.copyPath, reason: .isLink)
    #expect(await error { try await edit.review() } == .disk(expected))
    #expect(await edit.abandon())
    #expect(documents.state(of: copy)?.isLink == true)
    #expect(try documents.text() == Self.text)
  }

  @Test("a missing file counts as empty, and only installing creates it")
  func missing() async throws {
    let edit = try await begun(nil)
    #expect(try await edit.review().isChanged == false)
    #expect(!documents.exists("accounts.json"))
    try documents.write(Self.text, to: copy)
    #expect(try await edit.review().changes.map(\.kind) == [.added, .added])
    _ = try await edit.install()
    #expect(try documents.text() == Self.text)
    #expect(documents.state()?.permissions == 0o600)
  }

  @Test("when two edits repair a broken file, the second gets a conflict")
  func mendedMeanwhile() async throws {
    let edit = try await begun("{\"rules\": \"register\", \"accounts\": [")
    try documents.write(Self.text, to: copy)
    _ = try await edit.review()
    try documents.write("{\"rules\": \"register\", \"accounts\": []}")
    let expected = HandEdit.Conflict(accounts: [], besideAccounts: false, isWhole: true)
    #expect(try await edit.install().value == .conflict(expected))
    #expect(try documents.text() == "{\"rules\": \"register\", \"accounts\": []}")
    try await edit.goOn()
    let review = try await edit.review()
    #expect(review.isComparable)
    #expect(review.changes.map(\.kind) == [.added, .added])
  }

  @Test("a file that was broken in the meantime is not written")
  func brokenMeanwhile() async throws {
    let edit = try await begun()
    try documents.write(Self.edited, to: copy)
    _ = try await edit.review()
    try documents.write("{\"rules\": \"register\", \"accounts\": [")
    let refusal = await error { try await edit.install() }
    #expect(refusal?.problems.map(\.row) == ["1:36 file syntax"])
    #expect(try documents.text() == "{\"rules\": \"register\", \"accounts\": [")
    #expect(await edit.abandon())
  }

  @Test("changes outside the accounts are shown too")
  func besideAccounts() async throws {
    let edit = try await begun()
    let new = Self.text.replacing(
      "{\"rules\": \"register\", \"accounts", with: "{\"x-note\": 1, \"accounts")
    try documents.write(new, to: copy)
    let review = try await edit.review()
    #expect(review.changes == [])
    #expect(review.changesBesideAccounts)
  }

  @Test("unfinished files of killed edits are removed")
  func temporaryFiles() async throws {
    try await begun().end(keepingCopy: false)
    let left = ["accounts.json", "base.json"].map {
      documents.edited(".\($0).0123456789abcdef.tmp")
    }
    for name in left { try documents.write("secret", to: name) }
    _ = try await begun()
    #expect(left.allSatisfy { documents.state(of: $0) == nil })
    #expect(documents.exists(copy) && documents.exists(base))
  }
}
