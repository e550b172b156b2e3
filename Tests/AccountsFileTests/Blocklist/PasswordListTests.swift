import AccountsSupport
import Foundation
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
    let problem = try await (registry ?? documents.registry).blocklistProblem(
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
    let listed = (0..<600).map { "leaked \($0)" }
    let lines = listed.map { digest($0) + count }.sorted()
    try documents.write(lines.joined(separator: end) + (count.isEmpty ? "" : end), to: "list.txt")
    let reads = Mutex(0)
    var calls = SystemCalls()
    calls.pread = { file, start, count, offset in
      reads.withLock { $0 += 1 }
      return SystemCalls().pread(file, start, count, offset)
    }
    let registry = documents.registry(calls: calls)
    for index in [0, 1, 2, 77, 299, 300, 402, 598, 599] {
      #expect(try await isListed(listed[index], registry), "\(index)")
      #expect(try await !isListed("leaked \(index).", registry), "\(index)")
    }
    // The first and the last line.
    for line in [lines.first, lines.last] {
      let password = listed.first { digest($0) + count == line } ?? ""
      #expect(try await isListed(password, registry))
    }
    #expect(reads.withLock(\.self) < 20 * 12)
  }

  @Test(
    "may have its digests in small letters, and only one", arguments: ["", "\n", ":12", ":1\n\n"])
  func oneDigest(end: String) async throws {
    try write()
    try documents.write(digest("leaked").lowercased() + end, to: "list.txt")
    #expect(try await isListed("leaked"))
    #expect(try await !isListed("Leaked"))
  }

  @Test(
    "of lines with digests is refused where they are not alone, or of other digests",
    arguments: [
      "%,1", " %,1", "'%',1", "\"%\",1", "sha1:%,1", "password\n%,3", "password\n %,1", "%\t5",
      "% 5", "%\u{0}", "%:", "%:x", "%:3 x", "%:3:", "%: 3", "%:-1", "%:1\nnot a digest",
      "8846F7EAEE8FB117AD06BDD830B7586C:123", "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd6:1",
    ])
  func otherLines(form: String) async throws {
    try write()
    try documents.write(form.replacing("%", with: digest("leaked")) + "\n", to: "list.txt")
    try await expectRefused(.notListOfPasswords)
  }

  @Test("that is not in the order of its digests is refused, not half searched")
  func order() async throws {
    try write()
    var dice = Dice(3)
    let digests = (0..<500).map { digest("leaked \($0)") + ":\(500 - $0)" }
    for lines in [digests, digests.sorted().reversed(), digests.prefix(30).shuffled(using: &dice)] {
      try documents.write(lines.joined(separator: "\n"), to: "list.txt")
      // In the middle of the order, so that something is met on both sides.
      try await expectRefused(.notInOrder, "7FFF")
    }
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
    for index in stride(from: 0, to: 500, by: 20) {
      #expect(try await isListed("leaked \(index)"), "\(index)")
    }
    #expect(try await !isListed("unlisted"))
    try documents.write(heading + lines, to: "list.txt")
    let failure = await error { try await isListed("leaked 1") }
    #expect(failure?.problems.map(\.rowWithoutPlace) == [Self.unreadable])
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

  @Test(
    "of passwords is read the same wherever a read of 64 KiB ends",
    arguments: [1, 9, 511], ["\n", "\r\n"])
  func boundaries(length: Int, end: String) async throws {
    try write()
    let password = "x" + String(repeating: "y", count: length - 1)
    var calls = SystemCalls()
    calls.pread = { SystemCalls().pread($0, $1, min($2, 9_999), $3) }
    let registry = documents.registry(calls: calls)
    // The read ends before it, in it, in its end and behind that.
    for read in Set([0, 1, length / 2, length - 1, length, length + 1, length + 2]) {
      let start = "a" + end
      let long = String(repeating: "y", count: (1 << 16) - start.utf8.count - end.utf8.count - read)
      func write(_ lines: String...) throws {
        try documents.write(start + ([long] + lines).joined(separator: end), to: "list.txt")
      }
      try write(password, "last")
      for listed in [password, "last"] { #expect(try await isListed(listed, registry), "\(read)") }
      // A part of a line is none, and neither is the end of a long one.
      try write(password + "y", "last")
      for part in [password, "y"] { #expect(try await !isListed(part, registry), "\(read)") }
    }
  }

  @Test(
    "of passwords may have any line ends, blank lines, and none at its end",
    arguments: ["\n", "\r\n", "\r", "\n\n", "\r\r", "\r\n\r\n"], [true, false])
  func lineEnds(end: String, hasLast: Bool) async throws {
    try write()
    let listed = (0..<90).map { "password \($0)" }
    try documents.write(listed.joined(separator: end) + (hasLast ? end : ""), to: "list.txt")
    for index in [0, 1, 45, 88, 89] {
      #expect(try await isListed(listed[index]), "\(index)")
    }
    #expect(try await !isListed("password"))
    #expect(try await !isListed("password 1\rpassword 2"))
  }

  @Test("of passwords may mix line ends, and begin with many blank lines")
  func mixedEnds() async throws {
    try write()
    let blank = String(repeating: "\n \r\n\t\r", count: 500)
    try documents.write(blank + "  first\rsecond\nthird\r\nfourth\r\r\nlast", to: "list.txt")
    for password in ["  first", "second", "third", "fourth", "last", "\t"] {
      #expect(try await isListed(password), "\(password)")
    }
    #expect(try await !isListed("first"))
  }

  @Test("of SHA-1 lines may have any line ends", arguments: ["\r", "\r\n", "\n\n", "\r\r"])
  func digestEnds(end: String) async throws {
    try write()
    let lines = (0..<500).map { digest("leaked \($0)") + ":1" }.sorted()
    try documents.write(lines.joined(separator: end), to: "list.txt")
    for index in stride(from: 0, to: 500, by: 20) {
      #expect(try await isListed("leaked \(index)"), "\(index)")
    }
    #expect(try await !isListed("unlisted"))
  }

  @Test(
    "that has no line is refused: it would refuse no password",
    arguments: ["", "\u{FEFF}", "\n", " \r\n\t\n", String(repeating: "\r\n", count: 70_000)])
  func empty(text: String) async throws {
    try write()
    try documents.write(text, to: "list.txt")
    try await expectRefused(.emptyList)
  }

  @Test(
    "whose first line is no password is refused",
    arguments: [
      "0018A45C4D1DEF81644B54AB7F969B88D65:21", "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=",
      "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q",
      "5f4dcc3b5aa765d61d8327deb882cf99:password", "\"123456\",\"password\"",
      "<html><head><title>404</title></head><body>Not found</body></html>",
      "<!DOCTYPE html>\n<html>\n<script>\nvar a = 1\nvar b = 2\nvar c = 3\n</script>\nx\ny",
      "<password>secret1</password>", "[]", "{}", "a\tb", "\u{7F}",
      String(repeating: "x", count: 512),
    ])
  func otherFile(line: String) async throws {
    try write()
    for text in [line, "\u{FEFF}\n \r\n\(line)\npassword\n"] {
      try documents.write(text, to: "list.txt")
      try await expectRefused(.notListOfPasswords)
    }
    try documents.write("password\n" + line, to: "list.txt")
    #expect(try await !isListed("unlisted"))
  }

  @Test(
    "of passwords that has a SHA-1 line too is refused, wherever that is", arguments: ["", ":1"])
  func mixed(count: String) async throws {
    try write()
    let words = (0..<9_000).map { "word \($0)" }
    for place in [1, 4_500, 9_000] {
      var lines = words
      lines.insert(digest("leaked") + count, at: place)
      try documents.write(lines.joined(separator: "\n"), to: "list.txt")
      try await expectRefused(.notListOfPasswords)
    }
  }

  @Test("that is the accounts file is refused, on one line or on many")
  func accountsFile() async throws {
    try write(accounts: #"{"email": "a@b.co", "password": "secret1"}"#)
    let one = try documents.text()
    let many = one.replacing(",", with: ",\n").replacing("{", with: "{\n")
    for text in [one, many] {
      try documents.write(text, to: "list.txt")
      try await expectRefused(.notListOfPasswords)
    }
    try documents.write(one.replacing("list.txt", with: "accounts.json"))
    let failure = await error { try await documents.registry.register("c@d.co", "secret2") }
    #expect(failure?.problems.map(\.rowWithoutPlace) == [Self.unreadable])
  }

  private static let binaries: [[UInt8]] = {
    let zeros = [UInt8](repeating: 0, count: 60_000)
    let words = Array((0..<30_000).map { "password \($0)\n" }.joined().utf8)
    let littleEndian = "123456\npassword\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let bigEndian = "пароль".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Array("abcdefghijk".utf8)
    return [littleEndian, [0xFE, 0xFF] + bigEndian, gzip, zeros, words + zeros]
  }()

  @Test("that is binary is refused, also where only its end is", arguments: binaries)
  func binary(bytes: [UInt8]) async throws {
    try write()
    try Data(bytes).write(to: URL(fileURLWithPath: documents.path(of: "list.txt")))
    try await expectRefused(.notListOfPasswords)
  }

  @Test("of SHA-1 lines that end in something else is refused where a search gets there")
  func otherEnd() async throws {
    try write()
    let lines = (0..<900).map { digest("leaked \($0)") + ":1" }.sorted()
    let last = try #require(lines.last)
    let behind = try #require((0...).lazy.map { "unlisted \($0)" }.first { digest($0) > last })
    for end in ["word", "00000", String(repeating: "\0", count: 5_000)] {
      try documents.write(lines.joined(separator: "\n") + "\n" + end, to: "list.txt")
      try await expectRefused(.notListOfPasswords, behind)
    }
  }

  @Test("of real passwords is read with all that people choose: braces, tags, digests, odd bytes")
  func realList() async throws {
    try write()
    let odd: [[UInt8]] =
      [
        "{", "}", "{}", "[]", "<html>", "</body>", "<3 you>", "\"quoted\"", "{\"a\":1}", "a:b:c",
        "$1$",
        "p@ss:word", "d41d8cd98f00b204e9800998ecf8427e",
        String(repeating: "0", count: 35) + ":1", String(repeating: "x", count: 900), "# comment",
        "   1 spaced", "\ttab", ",", "ada@example.com:secret1", "    ",
      ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0xE9, 0x74, 0xE9], [0x01, 0x7F]]
    var dice = Dice(5)
    let plain = (1..<2_000).map { Array("password\($0)".utf8) }
    let lines = [Array("password".utf8)] + (plain + odd).shuffled(using: &dice)
    try Data(lines.joined(separator: [0x0A])).write(
      to: URL(fileURLWithPath: documents.path(of: "list.txt")))
    for password in ["{", "<html>", "</body>", "\"quoted\"", "    ", "password1999"] {
      #expect(try await isListed(password), "\(password)")
    }
    #expect(try await !isListed("unlisted"))
    #expect(try await documents.registry.check().errors.isEmpty)
  }

  @Test("that is not one is told by check too, though no password needs it")
  func checked() async throws {
    try write()
    for text in ["", "[\n{}\n]\n", "0018A45C4D1DEF81644B54AB7F969B88D65:21\n"] {
      try documents.write(text, to: "list.txt")
      let report = try await documents.registry.check()
      #expect(report.errors.map(\.rowWithoutPlace) == [Self.unreadable], "\(text)")
    }
  }

  private func expectRefused(
    _ reason: DiskFault.Reason, _ password: String = "unlisted",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let failure = await error { try await isListed(password) }
    let fault = DiskFault(action: .read, path: documents.path(of: "list.txt"), reason: reason)
    #expect(
      failure?.problems.map(\.rule) == [.rulebook(.readableList(StoreFault(fault)))],
      sourceLocation: sourceLocation)
  }

  // MARK: Where it holds

  @Test("keeps a listed password from being set in any way")
  func everywhere() async throws {
    try write()
    try documents.write("listed\n", to: "list.txt")
    let registry = documents.registry
    let broken = [Problem(.field(.password), .field(.notOnBlocklist))]
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
      let report = try await registry.importAccounts([NewAccount(new)], onConflict: conflict)
      #expect(report.refusals == [Refusal(0, .invalid(broken))])
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
    #expect(login?.caseName == "accountClosed")
    #expect(await error { try await registry.login("a@b.co", "other") } == .loginFailed)
    #expect(try await registry.check().errors.map(\.row) == ["1:145 password notOnBlocklist"])
    let sealed = try await registry.seal().value
    #expect((sealed.sealed, sealed.refused.map(\.rule)) == (1, [.field(.notOnBlocklist)]))
    // A new password opens it.
    try await registry.edit(of: "a@b.co", password: "fresh")
    try await registry.login("a@b.co", "fresh")
  }

  @Test("that is missing is an error wherever it is needed, and nowhere else")
  func missing() async throws {
    try documents.write(
      #"{"rules": {"fields": {"password": {"digits": 0}}}, "accounts": []}"#)
    let registry = documents.registry
    try await registry.register("a@b.co", "secret1")
    let text = try documents.text()
    try documents.write(text.replacing("\"digits\": 0", with: #""blocklistFile": "list.txt""#))
    // People who have a hash log in.
    try await registry.login("a@b.co", "secret1")
    let row = "1:53 rules.fields.password.blocklistFile readableList"
    let failure = await error { try await registry.edit(password: "new") }
    #expect(failure?.problems.map(\.row) == [row])
    #expect(failure?.caseName == "rulebookBroken")
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
    #expect(failure?.problems.map(\.rowWithoutPlace) == [Self.unreadable])
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
    #expect(failure?.problems.map(\.rowWithoutPlace) == [Self.unreadable])
  }
}
