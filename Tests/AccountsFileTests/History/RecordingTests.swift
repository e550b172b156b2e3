import AccountsSupport
import Foundation
import LosslessJSON
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument
@testable import AccountsFile

@Suite("What is recorded") struct RecordingTests {
  private let documents = Documents()
  private let ada = "ada@home.org"
  private let eve = "eve@home.org"

  private var registry: Registry { documents.registry(now: { 1_795_197_600 }) }

  private func lines(of name: String = "history.jsonl") throws -> [String] {
    try documents.text(of: name).split(separator: "\n").map { String($0) }
  }

  // MARK: Lines

  @Test("is one line for each change, with who made it when and all values, a password as a hash")
  func line() async throws {
    try await registry.register(ada)
    let password = try #require(try await documents.storedPassword(of: ada))
    try await registry.edit([.firstName: "Ada"])
    let lines = try lines()
    let user = "\"\(Disk(queue: DiskQueue()).userName())\""
    #expect(lines.count == 2)
    let head = #""at":"2026-11-20T18:00:00Z","user":\#(user)"#
    let id = NumberedIDs.id(1)
    #expect(
      lines[0].hasPrefix(
        #"{"n":1,\#(head),"by":null,"did":"register","accounts":[{"id":"\#(id)","#
          + #""account":"\#(ada)","changes":{"email":[null,"\#(ada)"],"#
          + #""password":[null,"\#(password)"],"id":[null,"\#(ada) \#(id)"]}}],"#
          + #""file":".accounts.json."#))
    #expect(
      lines[1].hasPrefix(
        #"{"n":2,\#(head),"by":"\#(ada)","byId":"\#(id)","did":"edit","#
          + #""accounts":[{"id":"\#(id)","account":"\#(ada)","changes":{"firstName":[null,"Ada"]}}],"file":".accounts.json."#
      ))
    let first = try #require(HistoryLine(Array(lines[0].utf8)))
    let second = try #require(HistoryLine(Array(lines[1].utf8)))
    #expect(first.replaced == nil && second.replaced?.inode == first.left?.inode)
    #expect(second.replaced?.modified == first.left?.modified && second.replaced?.changed != nil)
    #expect(second.left == documents.state().map { FileTrace($0, isRenamed: true) })
  }

  // MARK: The file

  @Test("is in a file with the accounts file's rights, less those of others")
  func rights() async throws {
    try await registry.register(ada)
    #expect(documents.state(of: "history.jsonl")?.permissions == 0o600)
    let group = mayActAsOthers ? gid_t(12_345) : getgid()
    #expect(chown(documents.accountsPath, getuid(), group) == 0)
    #expect(chmod(documents.accountsPath, 0o664) == 0)
    unlink(documents.path(of: "history.jsonl"))
    try await registry.edit([.firstName: "A"])
    #expect(documents.state(of: "history.jsonl")?.permissions == 0o660)
    #expect(documents.state(of: "history.jsonl")?.group == group)
  }

  @Test("is in a file beside the accounts file and named after it, also where a link leads")
  func besideLinked() async throws {
    mkdir(documents.path(of: "data"), 0o700)
    #expect(symlink("data/people.json", documents.accountsPath) == 0)
    try documents.write(
      #"{"rules": "register", "accounts": [{"email": "\#(ada)", "password": "\#(HashOfSecret1.md5)"}]}"#,
      to: "data/people.json")
    try await registry.edit([.firstName: "A"], of: ada)
    #expect(try lines(of: "data/people.history.jsonl").count == 1)
    #expect(!documents.exists("history.jsonl") && !documents.exists("people.history.jsonl"))
    #expect(try await registry.undo().entries.map(\.number) == [1])
    #expect(SideFile.name(.history, of: "people") == "people.history.jsonl")
  }

  @Test("loses its oldest lines over 64 MiB, until no more than 32 MiB are left")
  func tooLong() async throws {
    try await registry.register(ada)
    try await registry.edit([.firstName: "A"])
    let last = try documents.bytes(of: "history.jsonl")
    var text: [UInt8] = []
    let odd = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 22)
    // A carriage return ends the search for the place of what is wrong with a line.
    for number in 0..<16 { text += Array("x\(number)\r".utf8) + odd + Array("\n".utf8) }
    try Data(text + last).write(to: URL(fileURLWithPath: documents.path(of: "history.jsonl")))
    try await registry.edit([.firstName: "B"])
    let size = try #require(documents.state(of: "history.jsonl")?.size)
    #expect(size <= 32 << 20 && size > 24 << 20)
    #expect(documents.state(of: "history.jsonl")?.permissions == 0o600)
    #expect(try await registry.history(limit: 3).map(\.number) == [3, 2, 1])
  }

  @Test("has no values, and no names either, where they would be too long")
  func tooLongALine() throws {
    let names = ["one", "two", "three"]
    let accounts = names.map { name in
      HistoryItem.account(
        AccountRecord(name: name, [.init("x-note", from: .null, to: .bool(true))]))
    }
    let recording = ChangeRecording(accounts: accounts)
    func text(_ limit: Int) -> String? {
      recording.text(atMost: limit, withValues: true).bytes.map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let bare = names.map { #"{"account":"\#($0)"}"# }.joined(separator: ",")
    #expect(text(1000)?.contains("changes") == true)
    #expect(text(100) == "[\(bare)]")
    #expect(text(30) == nil)
  }

  @Test("is not judged by its beginning alone where that is longer than the rest")
  func longBeginning() {
    let all = (0..<10_000).map { number in
      let text = String(repeating: "x", count: number < 1000 ? 200 : 1)
      let change = AccountRecord.Change("x-note", from: nil, to: .string(text))
      return HistoryItem.account(AccountRecord(name: "n\(number)", [change]))
    }
    let recording = ChangeRecording(accounts: all)
    let isKept = recording.text(atMost: 900_000, withValues: true).isWhole
    #expect(isKept)
    let (names, isWhole) = recording.text(atMost: 400_000, withValues: true)
    let areNamesAlone = names == recording.text(atMost: 400_000, withValues: false).bytes
    #expect(!isWhole && areNamesAlone && names?.isEmpty == false)
  }

  @Test("without values can only be seen")
  func withoutValues() async throws {
    try await registry.register(ada)
    try await registry.edit([.firstName: "A"])
    let bytes = try documents.bytes()
    let line = try lines()[1].replacing(#","changes":{"firstName":[null,"A"]}"#, with: "")
    try documents.write([try lines()[0], line, ""].joined(separator: "\n"), to: "history.jsonl")
    await #expect(throws: AccountsError.valuesGone(number: 2)) { try await registry.undo() }
    #expect(try documents.bytes() == bytes)
    #expect(try await registry.history(limit: 1).first?.accounts.map(\.name) == [ada])
  }

  @Test("is no change by hand to a reader that looks while the accounts are replaced")
  func lookDuringRename() async throws {
    try await registry.register(ada)
    // The file that is about to be replaced, as a look gets it that falls into the rename.
    let replaced = open(documents.accountsPath, O_RDONLY | O_CLOEXEC)
    defer { close(replaced) }
    try await registry.edit([.firstName: "Ada"])
    var calls = SystemCalls()
    let stat = calls.stat
    let looks = Atomic(0)
    calls.stat = { directory, name, flags, info in
      if name == "history.jsonl" { looks.add(1, ordering: .relaxed) }
      let isDuring =
        name == "accounts.json"
        && looks.compareExchange(expected: 1, desired: 2, ordering: .relaxed).exchanged
      return isDuring ? fstat(replaced, &info) : stat(directory, name, flags, &info)
    }
    let entries = try await documents.registry(calls: calls).history()
    #expect(entries.map(\.did) == [.edit, .register])
    #expect(looks.load(ordering: .relaxed) > 1)
  }

  // MARK: Forgetting

  @Test("is forgotten under the first name too, and somebody else's who took it stays")
  func forgottenBefore() async throws {
    try await registry.register(ada, "secret1", [.firstName: "First"])
    try await registry.edit([.email: .set(eve)])
    try await registry.register(ada, "secret1", [.firstName: "Second"], logsIn: false)
    _ = try await registry.forgetHistory(of: eve)
    let text = try documents.text(of: "history.jsonl")
    #expect(!text.contains("First") && !text.contains(eve))
    #expect(text.contains("Second"))
  }
}
