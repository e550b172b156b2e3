import AccountsSupport
import Glibc
import LosslessJSON
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("An oversized file is rejected, and not read into memory")
struct GreatestSizeTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  private func fault(_ name: String, _ maximum: Int) -> AccountsError {
    let reason = DiskFault.Reason.tooLarge(maximum: maximum)
    return .disk(DiskFault(action: .read, path: documents.path(of: name), reason: reason))
  }

  @Test("as accounts: every command fails, and none writes")
  func accounts() async throws {
    try documents.write("{\"rules\": \"register\", \"accounts\": []}")
    // Not every file system supports files of this size, even sparse ones.
    guard truncate(documents.accountsPath, 5 << 40) == 0 else { return }
    let fault = fault("accounts.json", FileText.greatestSize)
    await #expect(throws: fault) { try await documents.registry.list(limit: 9) }
    await #expect(throws: fault) { try await documents.registry.register(email) }
    await #expect(throws: fault) { try await documents.registry.check() }
    #expect(documents.state()?.size == 5 << 40)
  }

  @Test(
    "as a session or an edit of more than a mebibyte", arguments: ["session.json", "edit.json"])
  func notes(name: String) async throws {
    try await documents.registry.register(email)
    try documents.write("{}", to: name)
    #expect(truncate(documents.path(of: name), FileText.greatestNote + 1) == 0)
    let problem = Problem(
      .file, .field(.maximumBytes(FileText.greatestNote)), at: Place(documents.path(of: name)))
    if name == "session.json" {
      await #expect(throws: AccountsError.notLoggedIn(.sessionBroken(problem))) {
        try await documents.registry.show()
      }
    } else {
      #expect(try await documents.registry.show().editFault == .noteBroken(problem))
      await #expect(throws: AccountsError.noteBroken(problem)) {
        try await documents.registry.save()
      }
    }
  }

  @Test("and one of exactly the largest size is read")
  func greatest() async throws {
    try await documents.registry.register(email)
    let text = try documents.text(of: "session.json")
    let room = FileText.greatestNote - text.utf8.count
    try documents.write(text + String(repeating: " ", count: room), to: "session.json")
    #expect(try await documents.registry.shown() == email)
  }

  private final class ReadBytes: Sendable {
    private let count = Atomic(0)
    var total: Int { count.load(ordering: .relaxed) }

    /// Calls that count the bytes that they read.
    var calls: SystemCalls {
      var calls = SystemCalls()
      let usual = SystemCalls()
      calls.read = { self.note(usual.read($0, $1, $2)) }
      calls.pread = { self.note(usual.pread($0, $1, $2, $3)) }
      return calls
    }

    private func note(_ bytes: Int) -> Int {
      count.wrappingAdd(max(bytes, 0), ordering: .relaxed)
      return bytes
    }
  }

  /// Makes a file so long with a hole; false if the file system cannot.
  private func stretch(_ name: String, to size: Int) -> Bool {
    truncate(documents.path(of: name), size) == 0
  }

  private func cutShort(_ name: String, _ kept: Int) -> Notice {
    let reason = DiskFault.Reason.cutShort(kept: kept)
    return .cutShort(
      .disk(DiskFault(action: .write, path: documents.path(of: name), reason: reason)))
  }

  @Test(
    "a history keeps what is before a hole, and the next change shortens it, with a warning",
    arguments: [161 << 20, 5 << 40])
  func history(size: Int) async throws {
    try await documents.registry.register(email)
    try await documents.registry.edit([.firstName: "A"], of: email)
    let before = try documents.text(of: "history.jsonl")
    guard stretch("history.jsonl", to: size) else { return }
    let read = ReadBytes()
    let registry = documents.registry(calls: read.calls)
    #expect(try await registry.history().map(\.number) == [2, 1])
    let checked = try await registry.check().beside.map(\.rule.name)
    #expect(checked == ["tooLong"])
    let done = try await registry.edit([.firstName: "B"], of: email)
    #expect(done.notices == [cutShort("history.jsonl", 32 << 20)])
    #expect(try documents.text(of: "history.jsonl").hasPrefix(before))
    #expect(try await registry.edit([.firstName: "C"], of: email).notices == [])
    _ = try await registry.undo(3)
    #expect(read.total < 1 << 20)
  }

  @Test("of a history that is too long, the last lines are read and kept")
  func lastLines() async throws {
    try await documents.registry.register(email)
    let line = try documents.bytes(of: "history.jsonl")
    guard stretch("history.jsonl", to: 200 << 20) else { return }
    // Behind the hole, the line that begins a piece may be a part of one.
    let later = try #require(fopen(documents.path(of: "history.jsonl"), "a"))
    for number in 2...4 {
      let text = String(decoding: line, as: UTF8.self).replacing(
        "\"n\":1,", with: "\"n\":\(number),")
      fputs(text, later)
    }
    fclose(later)
    #expect(try await documents.registry.history().compactMap(\.number) == [4, 3, 2, 1])
    try await documents.registry.edit([.firstName: "A"], of: email)
    #expect(documents.state(of: "history.jsonl").map { $0.size < 1 << 16 } == true)
    #expect(try await documents.registry.history().first?.number == 5)
  }

  @Test("a record of logins likewise", arguments: [17 << 20, 5 << 40])
  func logins(size: Int) async throws {
    try await documents.registry.register(email)
    try await documents.registry.login(email)
    let before = try documents.text(of: "logins.jsonl")
    guard stretch("logins.jsonl", to: size) else { return }
    let read = ReadBytes()
    let registry = documents.registry(calls: read.calls)
    #expect(try await registry.check().beside.map(\.rule.name) == ["tooLong"])
    var notices: [Notice] = []
    for _ in 0..<2 {
      _ = try await registry.authenticate(LoginRequest(email, "secret1")) { notices.append($0) }
    }
    #expect(notices == [cutShort("logins.jsonl", 4 << 20)])
    #expect(try documents.text(of: "logins.jsonl").hasPrefix(before))
    try #require(stretch("logins.jsonl", to: size))
    _ = try await registry.edit([.email: "luigi@gmail.com"], of: email)
    #expect(try documents.text(of: "logins.jsonl").contains("luigi@gmail.com"))
    try #require(stretch("logins.jsonl", to: size))
    _ = try await registry.remove("luigi@gmail.com")
    #expect(try documents.text(of: "logins.jsonl").contains("luigi") == false)
    #expect(read.total < 1 << 20)
  }

  @Test("a table of names that is too long is none, and is not read")
  func tables() async throws {
    try await documents.registry.register(email)
    try await documents.registry.login(email)
    let read = ReadBytes()
    let registry = documents.registry(calls: read.calls)
    guard stretch("last-logins", to: 5 << 40), stretch("failed-logins", to: 5 << 40) else { return }
    await #expect(throws: AccountsError.self) { try await registry.login(email) }
    _ = try await registry.edit([.email: "luigi@gmail.com"], of: email)
    #expect(read.total < 1 << 20)
  }

  @Test("an accounts file that is broken at its beginning is read no farther")
  func beginning() async throws {
    for text in [
      "", "[\"a\"]", "{\"rules\": \"register\", \"accounts\": [{\"email\": \"a@b.co\"} x",
    ] {
      try documents.write(text)
      guard stretch("accounts.json", to: 1 << 30) else { return }
      let read = ReadBytes()
      let registry = documents.registry(calls: read.calls)
      let failure = await error { try await registry.list(limit: 9) }
      guard case .fileInvalid(let problems) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      let column = text.hasSuffix("x") ? text.utf8.count : text.utf8.count + 1
      #expect(problems.first?.place?.position == JSONPlace(line: 1, column: column))
      #expect(read.total < 1 << 26)
    }
  }
}
