import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A change of an account ends its logins in browsers") struct EndedLoginTests {
  private let documents = Documents()
  private static let ada = "ada@example.com"
  private static let bob = "bob@example.com"

  @Test("leaves them where the accounts are a mount point, over which nothing can be written")
  func mountPoint() async throws {
    try documents.write(accounts: [hashed(Self.ada), hashed(Self.bob)])
    let begun = try await documents.registry().loginInBrowser(Self.ada)
    var calls = SystemCalls()
    calls.isMountPoint = { $1 == "accounts.json" }
    let fault = DiskFault(action: .write, path: documents.accountsPath, reason: .isMountPoint)
    await #expect(throws: AccountsError.disk(fault)) {
      try await documents.registry(calls: calls).disable(Self.ada)
    }
    #expect(try await documents.registry().isIn(begun))
  }

  @Test("and says how many ended, where the change itself fails then", arguments: [EIO, ENOSPC])
  func failsAfterwards(code: Int32) async throws {
    try documents.write(accounts: [hashed(Self.ada), hashed(Self.bob)])
    let registry = documents.registry()
    let begun = [
      try await registry.loginInBrowser(Self.ada), try await registry.loginInBrowser(Self.ada),
      try await registry.loginInBrowser(Self.bob),
    ]
    let failing = FailingCalls()
    failing.fail("rename accounts.json", with: code)
    let bytes = try documents.bytes()
    let fault = DiskFault(action: .write, path: documents.accountsPath, reason: .errno(code))
    let lines = Lines()
    await #expect(throws: AccountsError.partlyDone(.loginsEnded([Self.ada: 2]), .disk(fault))) {
      try await documents.registry(calls: failing.calls, log: lines.log).disable(Self.ada)
    }
    #expect(lines.ends == ["ended 2 logins of \"\(Self.ada)\" via regapp"])
    #expect(try documents.bytes() == bytes)
    #expect(try await !registry.isIn(begun[0]))
    #expect(try await registry.isIn(begun[2]))
    // Without logins there is nothing to say.
    await #expect(throws: AccountsError.disk(fault)) {
      try await documents.registry(calls: failing.calls).disable(Self.ada)
    }
  }

  /// The lines of the system's log about ended logins.
  private final class Lines: Sendable {
    private let all = Mutex<[String]>([])
    var log: LoginLog { LoginLog { line, _ in self.all.withLock { $0.append(line) } } }
    var ends: [String] { all.withLock { $0.filter { $0.hasPrefix("ended") } } }
  }

  struct Deed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let work: @Sendable (Registry, Documents) async throws -> [Notice]
    /// The change that takes it back; nil if `undo` does.
    var back: (@Sendable (Registry, Documents) async throws -> Void)?

    init(
      _ name: String,
      back: (@Sendable (Registry, Documents) async throws -> Void)? = nil,
      _ work: @escaping @Sendable (Registry, Documents) async throws -> [Notice]
    ) {
      (testDescription, self.work, self.back) = (name, work, back)
    }
  }

  private static let enable: @Sendable (Registry, Documents) async throws -> Void = { registry, _ in
    _ = try await registry.enable(ada)
  }

  static let ends: [Deed] = [
    Deed("disable", back: enable) { registry, _ in try await registry.disable(ada).notices },
    Deed("a new password by its owner") { registry, _ in
      let request = LoginRequest(ada, "secret1")
      return try await registry.changePassword(request, to: PasswordEntry("secret2")).notices
    },
    Deed("remove") { registry, _ in try await registry.remove(ada).notices },
    Deed("an invitation") { registry, _ in
      try await registry.invite(ada, until: .day("2026-06-20")).notices
    },
    Deed("a list that is applied") { registry, _ in
      var fields = FieldValues()
      fields.email = ada
      fields[.disabled] = .flag(true)
      return try await registry.apply([NewAccount(fields)]).notices
    },
    Deed("edit-file") { registry, documents in
      let text = try documents.text()
      return try await documents.editFile(
        text.replacing("\"email\": \"\(ada)\"", with: "\"email\": \"\(ada)\", \"disabled\": true"),
        by: registry)
    },
  ]

  private func prepare() throws {
    try documents.write(accounts: [hashed(Self.ada), hashed(Self.bob)])
  }

  @Test("in the same step, and says so; no change back brings them back", arguments: ends)
  func ended(deed: Deed) async throws {
    try prepare()
    let lines = Lines()
    let (registry, server) = (documents.registry(log: lines.log), documents.registry())
    _ = try await registry.edit([.validUntil: "2027-12-31"], of: Self.ada)
    let begun = try await server.loginInBrowser(Self.ada)
    let wiki = try #require(try await server.beginSession(of: begun.proved, at: "wiki"))
    let bobs = try await server.loginInBrowser(Self.bob)
    #expect(try await server.isIn(begun))
    let notices = try await deed.work(registry, documents)
    #expect(notices.endedLogins == 1, "\(notices)")
    #expect(lines.ends == ["ended 1 login of \"\(Self.ada)\" via regapp"])
    #expect(try documents.sessionLines().count == 1)
    // Nobody asks before it is taken back.
    if let back = deed.back {
      try await back(registry, documents)
    } else {
      _ = try await registry.undo()
    }
    for other in [server, documents.registry()] {
      #expect(try await !other.isIn(begun))
      #expect(try await !other.isIn(wiki, at: "wiki"))
      #expect(try await other.isIn(bobs))
      #expect(try await other.logins().map(\.account) == [Self.bob])
    }
  }

  @Test("and so does a hash that takes the place of a typed or a weak one")
  func hashes() async throws {
    try documents.write(accounts: [
      #"{"email": "\#(Self.ada)", "password": "secret1"\#(typedID(Self.ada))}"#,
      hashed(Self.bob, typedID(Self.bob, 2)),
    ])
    let registry = documents.registry()
    func begin(_ name: String) async throws -> BegunSession {
      let account = try await registry.authenticate(LoginRequest(name, "secret1"))
      return try await registry.beginLogin(
        of: account, typed: nil, at: "page", in: "", keeps: false)
    }
    let (adas, bobs) = (try await begin(Self.ada), try await begin(Self.bob))
    #expect(try await registry.isIn(adas))
    #expect(try await registry.isIn(bobs))
    #expect(try await registry.seal().notices.endedLogins == 1)
    #expect(try await !registry.isIn(adas))
    #expect(try await registry.isIn(bobs))
    // Another login of his makes the hash stronger.
    let later = try await registry.loginInBrowser(Self.bob)
    #expect(try await !registry.isIn(bobs))
    #expect(try await registry.isIn(later))
  }

  @Test("and so does the id that an account gets which had none")
  func identified() async throws {
    try documents.write(accounts: [hashed(Self.ada), hashed(Self.bob, typedID(Self.bob))])
    let registry = documents.registry()
    func begin(_ name: String) async throws -> BegunSession {
      let account = try await registry.authenticate(LoginRequest(name, "secret1"))
      return try await registry.beginLogin(
        of: account, typed: nil, at: "page", in: "", keeps: false)
    }
    let (adas, bobs) = (try await begin(Self.ada), try await begin(Self.bob))
    #expect(try await registry.isIn(adas))
    let done = try await registry.seal()
    #expect(done.value.identified == 1 && done.notices.endedLogins == 1)
    #expect(try await !registry.isIn(adas))
    #expect(try await registry.isIn(bobs))
  }

  @Test("a hand's change ends them once somebody asks, for good", arguments: [false, true])
  func byHand(asks: Bool) async throws {
    try prepare()
    let server = documents.registry()
    let begun = try await server.loginInBrowser(Self.ada)
    let text = try documents.text()
    let mark = "\"\(Self.ada)\", \"disabled\": true"
    try documents.byHand("\"\(Self.ada)\"", mark)
    if asks {
      #expect(try await !server.isIn(begun))
      let file = documents.path(of: "sessions.jsonl")
      #expect(try await comesTrue { try Data(contentsOf: URL(fileURLWithPath: file)).isEmpty })
    }
    try documents.write(text)
    #expect(try await server.isIn(begun) == !asks)
    #expect(try await documents.registry().isIn(begun) == !asks)
  }

  @Test("a person who is forgotten is in no line any more")
  func forgotten() async throws {
    try prepare()
    let registry = documents.registry()
    let begun = try await registry.loginInBrowser(Self.ada)
    _ = try await registry.loginInBrowser(Self.bob)
    let report = try await registry.forgetHistory(of: Self.ada)
    #expect(report.endedLogins == 1)
    #expect(try await !registry.isIn(begun))
    #expect(try !documents.text(of: "sessions.jsonl").contains(Self.ada))
    #expect(try documents.sessionLines().count == 1)
  }
}
