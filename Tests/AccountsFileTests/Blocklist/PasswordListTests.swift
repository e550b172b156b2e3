import AccountsSupport
import Glibc
import Synchronization
import TestSupport
import Testing
import TextTools

@testable import Accounts
@testable import AccountsFile

@Suite("A list of passwords in a file") struct PasswordListTests {
  private let documents = Documents()

  private func write(rules: String = "", accounts: String = "") throws {
    try documents.write(
      #"{"rules": {"login": {"unknown": "create"}, "fields": {"password": {"#
        + #""blocklistFile": "list.txt"\#(rules)}}}, "accounts": [\#(accounts)]}"#)
  }

  private func isListed(_ password: String, _ registry: Registry? = nil) async throws -> Bool {
    let problem = try await (registry ?? documents.registry).listing(
      of: PasswordEntry(password),
      under: Rulebook(fields: .init(password: PasswordRule(blocklistFile: "list.txt"))))
    return problem != nil
  }

  private func digest(_ password: String) -> String {
    SHA1.digest(of: Array(password.utf8)).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0\(digits)" : digits
    }.joined()
  }

  // MARK: SHA-1 lines

  @Test(
    "of SHA-1 lines is searched in some reads, whatever follows the digests",
    arguments: ["\n", "\r\n"], [":3", ""])
  func digests(end: String, count: String) async throws {
    try write()
    let listed = (0..<3_000).map { "leaked \($0)" }
    let lines = listed.map { digest($0) + count }.sorted()
    try documents.write(lines.joined(separator: end) + (count.isEmpty ? "" : end), to: "list.txt")
    let reads = Mutex(0)
    var calls = SystemCalls()
    calls.pread = { file, start, count, offset in
      reads.withLock { $0 += 1 }
      return SystemCalls().pread(file, start, count, offset)
    }
    let registry = documents.registry(calls: calls)
    for index in [0, 1, 2, 77, 1_499, 1_500, 2_042, 2_998, 2_999] {
      #expect(try await isListed(listed[index], registry), "\(index)")
      #expect(try await !isListed("leaked \(index).", registry), "\(index)")
    }
    // The first and the last line.
    for line in [lines.first, lines.last] {
      let password = listed.first { digest($0) + count == line } ?? ""
      #expect(try await isListed(password, registry))
    }
    #expect(reads.withLock(\.self) < 20 * 10)
  }

  @Test(
    "may have its digests in small letters, and only one", arguments: ["", "\n", ":12", ":1\n\n"])
  func oneDigest(end: String) async throws {
    try write()
    try documents.write(digest("leaked").lowercased() + end, to: "list.txt")
    #expect(try await isListed("leaked"))
    #expect(try await !isListed("Leaked"))
  }

  @Test("that is not in the order of its digests is refused, not half searched")
  func order() async throws {
    try write()
    var dice = Dice(3)
    let digests = (0..<500).map { digest("leaked \($0)") + ":\(500 - $0)" }
    for lines in [digests, digests.sorted().reversed(), digests.prefix(30).shuffled(using: &dice)] {
      try documents.write(lines.joined(separator: "\n"), to: "list.txt")
      // In the middle of the order, so that something is met on both sides.
      let failure = await error { try await isListed("7FFF") }
      #expect(failure?.problems.map(\.row.fieldAndRule) == [Self.unreadable])
    }
  }

  @Test(
    "of other digests is refused: no password would ever be found",
    arguments: [
      "8846F7EAEE8FB117AD06BDD830B7586C:123", "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd6:1",
    ])
  func otherDigests(line: String) async throws {
    try write()
    try documents.write("\(line)\n\(line)\n", to: "list.txt")
    let failure = await error { try await isListed("password") }
    #expect(failure?.problems.map(\.row.fieldAndRule) == [Self.unreadable])
  }

  @Test("of SHA-1 lines with something else between them is refused")
  func spoiled() async throws {
    try write()
    try documents.write(digest("a") + ":1\nnot a digest\n", to: "list.txt")
    let failure = await error { try await isListed("b") }
    #expect(failure?.problems.map(\.row.fieldAndRule) == [Self.unreadable])
  }

  @Test(
    "of SHA-1 lines may begin with a byte order mark, and with nothing else",
    arguments: [
      "# list\n", "SHA1:COUNT\n", "\n\"password\"\n", String(repeating: "# licence\n", count: 999),
    ])
  func heading(heading: String) async throws {
    try write()
    let lines = (0..<500).map { digest("leaked \($0)") + ":1" }.sorted().joined(separator: "\n")
    try documents.write("\u{FEFF}" + lines, to: "list.txt")
    for index in 0..<500 { #expect(try await isListed("leaked \(index)"), "\(index)") }
    #expect(try await !isListed("unlisted"))
    try documents.write(heading + lines, to: "list.txt")
    let failure = await error { try await isListed("leaked 1") }
    #expect(failure?.problems.map(\.row.fieldAndRule) == [Self.unreadable])
  }

  @Test(
    "of lines that are nearly SHA-1, or in UTF-16, is refused",
    arguments: ["\t5", " 5", ",5", "\",5", "\u{0}"])
  func nearly(end: String) async throws {
    try write()
    let start = end.hasPrefix("\"") ? "\"" : ""
    try documents.write(start + digest("leaked") + end + "\n", to: "list.txt")
    let failure = await error { try await isListed("leaked") }
    #expect(failure?.problems.map(\.row.fieldAndRule) == [Self.unreadable])
  }

  private static let unreadable = "rules.fields.password.blocklistFile readableList"

  // MARK: Passwords

  @Test("of passwords has them byte for byte, in any order")
  func passwords() async throws {
    try write()
    let long = String(repeating: "x", count: 511)
    try documents.write(
      "\u{FEFF}first\nzebra\r\n\n two words \nпароль\n\(long)x\n\(long)\nlast", to: "list.txt")
    for password in ["first", "zebra", " two words ", "пароль", long, "last"] {
      #expect(try await isListed(password), "\(password)")
    }
    for password in ["First", "zebra\r", "two words", "rst", "las", "lastly", "x", "пароля"] {
      #expect(try await !isListed(password), "\(password)")
    }
  }

  @Test("of passwords is read the same wherever a read ends", arguments: 0..<20)
  func boundaries(seed: Int) async throws {
    try write()
    var dice = Dice(UInt64(seed))
    let lengths = [1, 5, 20, 300, 511, 512, 600, 70_000]
    let lines = (0..<40).map { index in
      let length = dice.pick(lengths)
      return String("\(index) \(String(repeating: "y", count: length))".prefix(length))
    }
    try documents.write(lines.joined(separator: "\n"), to: "list.txt")
    var calls = SystemCalls()
    let piece = dice.pick([7, 100, 4_096, 1 << 20])
    calls.pread = { SystemCalls().pread($0, $1, min($2, piece), $3) }
    let registry = documents.registry(calls: calls)
    for line in lines where line.utf8.count <= 511 {
      #expect(try await isListed(line, registry), "\(line.prefix(20))")
      #expect(try await !isListed(line.dropLast() + "z", registry))
    }
  }

  // MARK: Where it holds

  @Test("keeps a listed password from being set in any way")
  func everywhere() async throws {
    try write()
    try documents.write("listed\n", to: "list.txt")
    let registry = documents.registry
    let broken = [Problem(.field(.password), .notOnBlocklist)]
    #expect(await error { try await registry.register("a@b.co", "listed") }?.problems == broken)
    #expect(await error { try await registry.login("a@b.co", "listed") }?.problems == broken)
    // All problems are told at once.
    let both = await error { try await registry.register("a@b", "listed") }
    #expect(both?.problems.map(\.row) == ["email address", "password notOnBlocklist"])
    try await registry.register("a@b.co", "unlisted")
    #expect(await error { try await registry.edit(password: "listed") }?.problems == broken)
    #expect(await error { try await registry.draft(password: "listed") }?.problems == broken)
    try await registry.edit([.firstName: "Ada"], password: "other")
    var new = FieldValues()
    (new.email, new.password) = ("c@d.co", "listed")
    for conflict in ImportConflict.allCases {
      let report = try await registry.take([NewAccount(new)], onConflict: conflict)
      #expect(report.refusals == [RefusedChange(0, .invalid(broken))])
    }
    #expect(try await registry.list(limit: 9).accounts.count == 1)
  }

  @Test("keeps accounts whose typed password is on it from logging in and from being sealed")
  func typed() async throws {
    try write(
      accounts: #"{"email": "a@b.co", "password": "listed"}, "#
        + #"{"email": "c@d.co", "password": "unlisted"}, {"email": "e@f.co", "password": "!"}"#)
    try documents.write("listed\n", to: "list.txt")
    let registry = documents.registry
    let login = await error { try await registry.login("a@b.co", "listed") }
    #expect(login?.problems.map(\.row) == ["password notOnBlocklist"])
    guard case .accountClosed? = login else {
      Issue.record("\(String(describing: login))")
      return
    }
    #expect(await error { try await registry.login("a@b.co", "other") } == .loginFailed)
    #expect(try await registry.check().errors.map(\.row) == ["1:145 password notOnBlocklist"])
    let sealed = try await registry.seal().value
    #expect((sealed.sealed, sealed.refused.map(\.rule)) == (1, [.notOnBlocklist]))
    // A new password opens it.
    try await registry.edit(of: "a@b.co", password: "fresh")
    try await registry.login("a@b.co", "fresh")
  }

  @Test("that is missing is an error wherever it is needed, and nowhere else")
  func missing() async throws {
    try documents.write(
      #"{"rules": {"fields": {"password": {}}}, "accounts": []}"#)
    let registry = documents.registry
    try await registry.register("a@b.co", "secret1")
    let text = try documents.text()
    try documents.write(text.replacing("{}", with: #"{"blocklistFile": "list.txt"}"#))
    // Whoever has a hash logs in.
    try await registry.login("a@b.co", "secret1")
    let row = "1:53 rules.fields.password.blocklistFile readableList"
    let failure = await error { try await registry.edit(password: "new") }
    #expect(failure?.problems.map(\.row) == [row])
    guard case .rulebookBroken? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    let report = try await registry.check()
    #expect(report.errors.map(\.row) == [row] && report.rulebookIsBroken)
  }

  @Test("is not asked by what finds accounts: it takes no longer, and works without the list")
  func unasked() async throws {
    try write(accounts: #"{"email": "a@b.co", "password": "typed1"}"#)
    try documents.write("typed1\n", to: "list.txt")
    let opened = Mutex(0)
    var calls = SystemCalls()
    calls.open = { directory, path, flags, mode in
      if path.hasSuffix("list.txt") { opened.withLock { $0 += 1 } }
      return SystemCalls().open(directory, path, flags, mode)
    }
    let registry = documents.registry(calls: calls)
    let wrong = LoginRequest(email: "a@b.co", password: PasswordEntry("wrong"))
    #expect(try await !registry.verify(wrong))
    #expect(try await registry.show("a@b.co").account.email?.text == "a@b.co")
    #expect(try await registry.list(limit: 9).accounts.map(\.isClosed) == [false])
    #expect(opened.withLock(\.self) == 0)
    #expect(await error { try await registry.login("a@b.co", "typed1") } != nil)
    #expect(opened.withLock(\.self) == 1)
    try #require(unlink(documents.path(of: "list.txt")) == 0)
    let failure = await error { try await registry.login("a@b.co", "typed1") }
    #expect(failure?.problems.map(\.row.fieldAndRule) == [Self.unreadable])
    _ = try await registry.edit([.firstName: "Ada"], of: "a@b.co")
    _ = try await registry.remove("a@b.co")
  }

  @Test("may be a link or have an absolute path, but not be anything else than a file")
  func kinds() async throws {
    try write()
    try documents.write("listed\n", to: "target")
    try #require(symlink("target", documents.path(of: "list.txt")) == 0)
    #expect(try await isListed("listed"))
    try documents.write(
      try documents.text().replacing("list.txt", with: documents.path(of: "target")))
    #expect(try await isListed("listed"))
    try documents.write(try documents.text().replacing(documents.path(of: "target"), with: "pipe"))
    try #require(mkfifo(documents.path(of: "pipe"), 0o600) == 0)
    let failure = await error { try await isListed("listed") }
    #expect(failure?.problems.map(\.row.fieldAndRule) == [Self.unreadable])
  }
}

extension String {
  /// A row for a problem without its place.
  fileprivate var fieldAndRule: String { String(drop { $0 != " " }.dropFirst()) }
}
