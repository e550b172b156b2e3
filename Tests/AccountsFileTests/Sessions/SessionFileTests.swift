import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The file of sessions in browsers") struct SessionFileTests {
  private let documents = Documents()
  private let ada = "ada@example.com"
  private let file = "sessions.jsonl"

  private func prepare() async throws {
    try documents.write(accounts: [hashed(ada), hashed("bob@example.com")])
    // From then on, no login makes a hash stronger.
    for name in [ada, "bob@example.com"] { _ = try await documents.registry.login(name) }
    try FileManager.default.removeItem(atPath: documents.path(of: "session.json"))
  }

  private func append(_ text: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: documents.path(of: file)))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  // MARK: Lines

  @Test("reads each line that it writes, and no other")
  func lines() throws {
    let token = SessionToken()
    let id = try #require(AccountID("0f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a11"))
    for account in ["ada", "a\"d\\a", "Áда\u{301}", "\u{1F600}"] {
      let login = BrowserLogin(
        id: BrowserLogin.ID(), account: account, accountID: account == "ada" ? id : nil,
        begun: 951_782_400, ends: 4_107_542_399, isKept: account == "ada",
        browser: "Firefox \"on\" Linux")
      let session = SessionRecord(
        login: login, host: "wiki.example.com:8443", made: 1_709_164_800, digest: token.digest,
        proof: token.proof(at: "", of: "", password: ""))
      let line = SessionLines.line(session)
      #expect(line.last == Journal.lineEnd)
      #expect(SessionLines.session(line.dropLast()) == session, "\(account)")
      let text = String(decoding: line.dropLast(), as: UTF8.self)
      for wrong in [
        String(text.dropLast()), text + " ", " " + text,
        text.replacing("\"kept\":", with: "\"Kept\":"),
        text.replacing("\"host\":", with: "\"new\":1,\"host\":"), text.replacing("T", with: " "),
        text.replacing("\"token\":\"", with: "\"token\":\"A"), text.replacing("-29", with: "-32"),
        text.replacing("Z", with: "+"), text.replacing("\"id\":null,", with: ""),
        text.replacing("\"id\":null", with: "\"id\":\"\""),
        text.replacing("\"id\":\"0f8b", with: "\"id\":\"0F8B"),
      ] where wrong != text {
        #expect(SessionLines.session(Array(wrong.utf8)[...]) == nil, "\(wrong)")
      }
      for end in 0..<line.count - 1 { #expect(SessionLines.session(line[..<end]) == nil) }
    }
  }

  // MARK: Torn, lost, by hand

  @Test("that ends in the middle of a line lets nobody else in, and is mended by the next session")
  func torn() async throws {
    try await prepare()
    let registry = documents.registry()
    let first = try await registry.loginInBrowser(ada)
    let second = try await registry.loginInBrowser("bob@example.com")
    let whole = try documents.bytes(of: file)
    let start = try #require(whole.dropLast().lastIndex(of: Journal.lineEnd)) + 1
    for end in [start, start + 1, start + 150, whole.count - 1] {
      try documents.write(String(decoding: whole[..<end], as: UTF8.self), to: file)
      for other in [registry, documents.registry()] {
        #expect(try await other.isIn(first), "\(end)")
        #expect(try await !other.isIn(second), "\(end)")
      }
      let next = try await documents.registry().loginInBrowser(ada)
      #expect(try documents.text(of: file).last == "\n")
      for other in [registry, documents.registry()] {
        #expect(try await other.isIn(first), "\(end)")
        #expect(try await other.isIn(next), "\(end)")
        // With its end, a whole line is a session again: nobody has ended it.
        #expect(try await other.isIn(second) == (end == whole.count - 1))
      }
    }
    // After a torn line an end is a whole file all the same.
    try append("{\"login\":\"torn")
    #expect(try await documents.registry().endLogins(of: [ada]).isEmpty == false)
    #expect(try await !registry.isIn(first))
    #expect(try !documents.text(of: file).contains("torn"))
  }

  @Test("that is gone logs everybody out, and the next login begins it anew")
  func gone() async throws {
    try await prepare()
    let registry = documents.registry()
    let old = try await registry.loginInBrowser(ada)
    try FileManager.default.removeItem(atPath: documents.path(of: file))
    #expect(try await !registry.isIn(old))
    let new = try await registry.loginInBrowser(ada)
    #expect(try await registry.isIn(new))
    #expect(try await !registry.isIn(old))
    #expect(try documents.sessionLines().count == 1)
  }

  @Test("that a hand has shortened or exchanged is read again")
  func hands() async throws {
    try await prepare()
    let registry = documents.registry()
    let (first, second) = (
      try await registry.loginInBrowser(ada), try await registry.loginInBrowser("bob@example.com")
    )
    #expect(try await registry.isIn(first))
    #expect(try await registry.isIn(second))
    let lines = try documents.sessionLines()
    // In place, and by another file; each of one length.
    let other = FileManager.default.contents(atPath: documents.path(of: file))
    try documents.write("\(lines[1])\n", to: file)
    #expect(try await !registry.isIn(first))
    #expect(try await registry.isIn(second))
    let isMade = FileManager.default.createFile(
      atPath: documents.path(of: "new"), contents: other)
    #expect(isMade)
    chmod(documents.path(of: "new"), 0o600)
    rename(documents.path(of: "new"), documents.path(of: file))
    #expect(try await registry.isIn(first))
    #expect(try await registry.isIn(second))
    // The first line goes, and a longer text comes: the file has grown.
    let handle = try #require(FileHandle(forUpdatingAtPath: documents.path(of: file)))
    try handle.truncate(atOffset: 0)
    try handle.write(
      contentsOf: Data("\(lines[1])\n# \(String(repeating: "x", count: 900))\n".utf8))
    try handle.close()
    #expect(try await !registry.isIn(first))
    #expect(try await registry.isIn(second))
  }

  @Test("with a line that cannot be read ends that, and says so once")
  func unreadable() async throws {
    try await prepare()
    let registry = documents.registry()
    let begun = try await registry.loginInBrowser(ada)
    try append("{\"newer\":true}\nx\n")
    func notices() async throws -> [Notice] {
      var notices: [Notice] = []
      _ = try await registry.session(begun.token, at: "page") { notices.append($0) }
      return notices
    }
    #expect(try await notices() == [.sessionsUnreadable(2, subject: file)])
    #expect(try await notices() == [])
    // An end writes it without them, and says so.
    var told: [Notice] = []
    try await registry.endLogins(of: [ada]) { told.append($0) }
    #expect(told == [.sessionsUnreadable(2, subject: file)])
    #expect(try documents.bytes(of: file) == [])
    _ = try await registry.loginInBrowser(ada)
    try append("y\n")
    #expect(try await notices() == [.sessionsUnreadable(1, subject: file)])
  }

  @Test("that cannot be read lets nobody in by a session", arguments: [false, true])
  func closed(isDirectory: Bool) async throws {
    try await prepare()
    let begun = try await documents.registry.loginInBrowser(ada)
    try FileManager.default.removeItem(atPath: documents.path(of: file))
    if isDirectory {
      mkdir(documents.path(of: file), 0o700)
    } else {
      symlink("elsewhere", documents.path(of: file))
    }
    for registry in [documents.registry, documents.registry()] {
      let asked = await error { try await registry.isIn(begun) }
      guard case .store? = asked else {
        Issue.record("\(String(describing: asked))")
        continue
      }
      let failure = await error { try await registry.loginInBrowser(ada) }
      guard case .store? = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
    }
    // The change is made all the same, and says that the logins may come back.
    let notices = try await documents.registry.disable(ada).notices
    guard case .loginsNotEnded([ada], .store)? = notices.first, notices.count == 1 else {
      Issue.record("\(notices)")
      return
    }
  }

  @Test("is written anew where most of a long one is over")
  func shortened() async throws {
    try await prepare()
    let begin = 1_800_000_000
    let registry = documents.registry(now: { begin + 100_000 })
    var text: [UInt8] = []
    for index in 0..<4_000 {
      let digest = TokenDigest(checked: UInt64(index).bigEndianBytes)
      let login = BrowserLogin(
        id: BrowserLogin.ID(), account: "person\(index)@example.com", begun: begin,
        ends: begin + (index < 1_900 ? 200_000 : 100), isKept: true, browser: "Firefox on Linux")
      text += SessionLines.line(
        SessionRecord(login: login, host: "wiki", made: begin, digest: digest, proof: digest))
    }
    #expect(text.count > 1 << 20)
    try documents.write(String(decoding: text, as: UTF8.self), to: file)
    let begun = try await registry.loginInBrowser(ada)
    #expect(try documents.sessionLines().count == 1_901)
    #expect(try await registry.isIn(begun))
    #expect(try await documents.registry(now: { begin + 100_000 }).isIn(begun))
    // A living session stays where it is.
    let inode = documents.state(of: file)?.inode
    _ = try await registry.loginInBrowser(ada)
    #expect(documents.state(of: file)?.inode == inode)
  }

  /// Lines of a login at a host, whose sessions began one after the other.
  private func lines(
    _ count: Int, of account: String, from begin: Int, every seconds: Int
  ) -> String {
    let login = BrowserLogin(
      id: BrowserLogin.ID(), account: account, begun: begin, ends: begin + 5_000_000,
      isKept: true, browser: "Firefox on Linux")
    return (0..<count).map { index in
      let digest = SessionToken().digest
      let session = SessionRecord(
        login: login, host: "wiki", made: begin + index * seconds, digest: digest, proof: digest)
      return String(decoding: SessionLines.line(session), as: UTF8.self)
    }.joined()
  }

  @Test(
    "is a line longer by each beginning, and written anew once most of its lines are superseded")
  func appended() async throws {
    try await prepare()
    let clock = Mutex(1_800_000_000)
    let now = { @Sendable in clock.withLock(\.self) }
    let others = (0..<3_500).map { lines(1, of: "person\($0)@example.com", from: now(), every: 0) }
    try documents.write(others.joined(), to: file)
    let calls = FailingCalls()
    let registry = documents.registry(calls: calls.calls, now: now)
    let begun = try await registry.loginInBrowser(ada)
    var came: [BegunSession] = []
    for round in 1...40 {
      clock.withLock { $0 += 60 }
      came.append(try #require(try await registry.beginSession(of: begun.proved, at: "wiki")))
      #expect(try documents.sessionLines().count == 3_501 + round)
    }
    let isRewritten = calls.log.contains("rename \(file)")
    #expect(!isRewritten)
    for other in [registry, documents.registry(now: now)] {
      for (index, session) in came.enumerated() {
        #expect(try await other.isIn(session, at: "wiki") == (index == 39), "\(index)")
      }
      #expect(try await other.isIn(begun))
      #expect(try await other.logins(of: [ada]).map(\.hosts) == [["page", "wiki"]])
    }
    // An end takes away what is superseded, too.
    _ = try await registry.endLogins(of: ["bob@example.com"])
    try await registry.logOut(of: [begun.login.id], at: "page")
    #expect(try documents.sessionLines().count == 3_500)
    try documents.write(lines(4_000, of: "bob@example.com", from: now(), every: 60), to: file)
    let last = try await registry.loginInBrowser(ada)
    #expect(try documents.sessionLines().count == 2)
    for other in [registry, documents.registry(now: now)] { #expect(try await other.isIn(last)) }
  }

  // MARK: Several processes

  @Test("is one for several processes, whichever begins and ends")
  func together() async throws {
    try await prepare()
    let (first, second) = (documents.registry(), documents.registry())
    var begun: [BegunSession] = []
    for round in 0..<6 {
      begun.append(try await (round.isMultiple(of: 2) ? first : second).loginInBrowser(ada))
      if round == 3 {
        try await second.logOut(of: [begun[0].login.id], at: "page")
      }
      for (index, session) in begun.enumerated() {
        let isIn = index > 0 || round < 3
        #expect(try await first.isIn(session) == isIn, "\(round) \(index)")
        #expect(try await second.isIn(session) == isIn, "\(round) \(index)")
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for registry in [first, second, first, second] {
        group.addTask { [ada] in
          for _ in 0..<5 { _ = try? await registry.loginInBrowser(ada) }
        }
      }
      group.addTask { [ada] in _ = try? await documents.registry().disable(ada) }
    }
    #expect(try await first.logins().isEmpty)
    #expect(try await second.logins().isEmpty)
    #expect(try await documents.registry().logins().isEmpty)
  }
}
