import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A login in a browser that was answered is there, and an ended one never comes back")
struct SessionFaultTests {
  private static let ada = "ada@example.com"
  private static let bob = "bob@example.com"

  /// Accounts with two logins: of Ada at the page and at the wiki, and of Bob.
  private struct Scene {
    let documents = Documents()
    let adas: BegunSession
    let bobs: BegunSession

    init() async throws {
      try documents.write(accounts: [hashed(ada), hashed(bob)])
      // From then on, no login makes a hash stronger.
      adas = try await documents.registry().loginInBrowser(ada)
      bobs = try await documents.registry().loginInBrowser(bob)
    }
  }

  /// Lets a program be killed at each of its calls that change something.
  ///
  /// - Parameter work: what it does; nil if it was not answered.
  private func killing<Answer>(
    tears: Bool, _ work: (Scene, Registry) async throws -> Answer,
    then expect: (Scene, Answer?, String) async throws -> Void
  ) async throws {
    var (count, answered) = (0, 0)
    while true {
      let scene = try await Scene()
      let calls = DyingCalls(after: count, tears: tears)
      let answer = try? await work(scene, scene.documents.registry(calls: calls.calls))
      if answer != nil { answered += 1 }
      try await expect(scene, answer, "after \(count) calls")
      guard calls.isDead else { break }
      count += 1
      guard count < 200 else {
        Issue.record("it never ends")
        return
      }
    }
    #expect(answered > 0 && count > 2)
  }

  @Test("where the program is killed at a call of a beginning", arguments: [false, true])
  func begins(tears: Bool) async throws {
    try await killing(tears: tears) { _, registry in
      try await registry.loginInBrowser(Self.ada)
    } then: { scene, begun, when in
      let other = scene.documents.registry()
      if let begun { #expect(try await other.isIn(begun), "\(when)") }
      #expect(try await other.isIn(scene.adas), "\(when)")
      #expect(try await other.isIn(scene.bobs), "\(when)")
      let next = try await other.loginInBrowser(Self.bob)
      #expect(try await other.isIn(next), "\(when)")
      #expect(try await other.isIn(scene.adas), "\(when)")
    }
  }

  @Test("where the program is killed at a call of a login that replaces another")
  func replaces() async throws {
    try await killing(tears: false) { scene, registry in
      try await registry.loginInBrowser(Self.ada, replacing: [scene.bobs.token])
    } then: { scene, begun, when async throws in
      let other = scene.documents.registry()
      #expect(try await other.isIn(scene.adas), "\(when)")
      guard let begun else { return }
      #expect(try await other.isIn(begun), "\(when)")
      #expect(try await !other.isIn(scene.bobs), "\(when)")
    }
  }

  @Test("where the program is killed at a call of an end", arguments: [false, true])
  func ends(tears: Bool) async throws {
    try await killing(tears: tears) { _, registry in
      try await registry.endLogins(of: [Self.ada])
    } then: { scene, ended, when in
      let other = scene.documents.registry()
      let isIn = try await other.isIn(scene.adas)
      #expect(ended == nil || !isIn, "\(when)")
      #expect(try await other.isIn(scene.bobs), "\(when)")
      let next = try await other.loginInBrowser(Self.bob)
      #expect(try await other.isIn(next), "\(when)")
      #expect(try await other.isIn(scene.adas) == isIn, "\(when)")
    }
  }

  @Test("where the program is killed at a call of a change: enabled, the login does not come back")
  func changes() async throws {
    try await killing(tears: false) { _, registry in
      try await registry.disable(Self.ada)
    } then: { scene, done, when in
      let other = scene.documents.registry()
      let state = try await other.account(Self.ada).state
      #expect(done == nil || state == .disabled)
      _ = try await other.enable(Self.ada)
      // It ended before the accounts were written.
      if state == .disabled { #expect(try await !other.isIn(scene.adas), "\(when)") }
      #expect(try await other.isIn(scene.bobs), "\(when)")
    }
  }

  // MARK: A full disk

  @Test(
    "where the disk is full: who begins is not in, and whoever is in stays in",
    arguments: [
      ("pwrite", ENOSPC), ("half a pwrite", ENOSPC), ("fsync file", EIO), ("open lock", EACCES),
      ("copy", ENOSPC), ("rename sessions.jsonl", EIO), ("fsync directory", EIO),
    ])
  func full(call: String, code: Int32) async throws {
    let scene = try await Scene()
    let failing = FailingCalls()
    let registry = scene.documents.registry(calls: failing.calls)
    #expect(try await registry.isIn(scene.adas))
    let isOfReplacing = ["copy", "rename sessions.jsonl", "fsync directory"].contains(call)
    let account = try await registry.authenticate(LoginRequest(Self.bob, "secret1"))
    failing.fail(call, with: code)
    // If the kernel cannot copy, the file is read and written.
    failing.fail("write", with: code, times: call == "copy" ? .max : 0)
    let failure = await error {
      try await registry.beginLogin(
        of: account, typed: nil, at: "page", in: "", keeps: false,
        replacing: isOfReplacing ? [scene.bobs.token] : [])
    }
    guard case .store? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try await registry.isIn(scene.adas))
    for call in [call, "write"] { failing.fail(call, with: code, times: 0) }
    let next = try await registry.loginInBrowser(Self.ada)
    for other in [registry, scene.documents.registry()] {
      #expect(try await other.isIn(next))
      #expect(try await other.isIn(scene.adas))
    }
    if call != "fsync directory" { #expect(try await registry.isIn(scene.bobs)) }
  }

  @Test(
    "where an end cannot be written: this program refuses it at once, and writes it later",
    arguments: [
      ("copy", ENOSPC), ("open temporary", ENOSPC), ("fsync file", EIO),
      ("rename sessions.jsonl", EIO), ("open lock", EACCES), ("fsync directory", EIO),
    ])
  func notEnded(call: String, code: Int32) async throws {
    let scene = try await Scene()
    let failing = FailingCalls()
    let registry = scene.documents.registry(calls: failing.calls)
    failing.fail(call, with: code)
    failing.fail("write", with: code, times: call == "copy" ? .max : 0)
    let failure = await error { try await registry.endLogins(of: [Self.ada]) }
    guard case .store? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try await !registry.isIn(scene.adas))
    #expect(try await registry.isIn(scene.bobs))
    #expect(try await registry.logins().map(\.account) == [Self.bob])
    for call in [call, "write"] { failing.fail(call, with: code, times: 0) }
    #expect(try await !registry.isIn(scene.adas))
    let path = scene.documents.path(of: "sessions.jsonl")
    #expect(
      try await comesTrue {
        try !String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
          .contains(Self.ada)
      })
    #expect(try await scene.documents.registry().isIn(scene.bobs))
  }

  @Test(
    "where an end could not be written and a file is away for a moment: it stays refused",
    arguments: ["sessions.jsonl", "accounts.json"])
  func away(file: String) async throws {
    let scene = try await Scene()
    let failing = FailingCalls()
    let registry = scene.documents.registry(calls: failing.calls)
    failing.fail("rename sessions.jsonl", with: EIO)
    _ = await error { try await registry.endLogins(of: [Self.ada]) }
    failing.fail("rename sessions.jsonl", with: EIO, times: 0)
    let (path, away) = (scene.documents.path(of: file), scene.documents.path(of: "away"))
    #expect(rename(path, away) == 0)
    _ = try? await registry.logOut(of: [BrowserLogin.ID()], at: "page")
    #expect(rename(away, path) == 0)
    #expect(try await !registry.isIn(scene.adas))
    #expect(try await registry.isIn(scene.bobs))
    let sessions = scene.documents.path(of: "sessions.jsonl")
    #expect(
      try await comesTrue {
        try !String(decoding: Data(contentsOf: URL(fileURLWithPath: sessions)), as: UTF8.self)
          .contains(Self.ada)
      })
    #expect(try await !scene.documents.registry().isIn(scene.adas))
  }

  @Test("where another file is in between: a refused login that comes back is ended again")
  func exchanged() async throws {
    let scene = try await Scene()
    let registry = scene.documents.registry()
    let sessions = scene.documents.path(of: "sessions.jsonl")
    let old = try scene.documents.text(of: "sessions.jsonl")
    try FileManager.default.removeItem(atPath: sessions)
    // There is nothing to write it in, and then a file without it.
    try await registry.logOut(of: [scene.adas.login.id], at: "page")
    let next = try await registry.loginInBrowser(Self.bob)
    _ = try await registry.endLogins(of: [Self.bob])
    #expect(try await !registry.isIn(next))
    try scene.documents.write(old, to: "sessions.jsonl")
    #expect(try await !registry.isIn(scene.adas))
    #expect(
      try await comesTrue {
        try !String(decoding: Data(contentsOf: URL(fileURLWithPath: sessions)), as: UTF8.self)
          .contains(Self.ada)
      })
  }

  @Test("where the ends of a second cannot be written, it is said once, and tried again")
  func saidOnce() async throws {
    let scene = try await Scene()
    let failing = FailingCalls()
    let registry = scene.documents.registry(calls: failing.calls)
    failing.fail("rename sessions.jsonl", with: EIO)
    try scene.documents.byHand("\"\(Self.ada)\"", "\"\(Self.ada)\", \"disabled\": true")
    #expect(try await !registry.isIn(scene.adas))
    var notices: [Notice] = []
    for attempt in 1...3 {
      #expect(
        try await comesTrue {
          failing.log.count { $0 == "rename sessions.jsonl" } >= attempt
        })
      let found = try await registry.session(scene.bobs.token, at: "page") { notices.append($0) }
      #expect(found != nil)
    }
    guard case .loginsNotEnded([Self.ada], .store)? = notices.first, notices.count == 1 else {
      Issue.record("\(notices)")
      return
    }
  }

  @Test("where the end of a change cannot be written: the change is made, and it is said")
  func changedAllTheSame() async throws {
    let scene = try await Scene()
    let failing = FailingCalls()
    failing.fail("rename sessions.jsonl", with: EIO)
    let registry = scene.documents.registry(calls: failing.calls)
    let notices = try await registry.disable(Self.ada).notices
    guard case .loginsNotEnded([Self.ada], .store)? = notices.first, notices.count == 1 else {
      Issue.record("\(notices)")
      return
    }
    let other = scene.documents.registry()
    #expect(try await other.account(Self.ada).state == .disabled)
    #expect(try await !other.isIn(scene.adas))
    #expect(try await other.isIn(scene.bobs))
    #expect(try await !registry.isIn(scene.adas))
  }

  @Test("where the first login begins while a change is written")
  func late() async throws {
    let documents = Documents()
    // A weak hash would be made stronger at the login, and an id given, which would wait for the
    // change.
    let hash = try await PasswordHasher(cost: 1).hash(PasswordText("secret1")).text
    let id = "\(Self.ada) 10000000-0000-4000-8000-000000000001"
    try documents.write(accounts: [
      "{\"email\": \"\(Self.ada)\", \"password\": \"\(hash)\", \"id\": \"\(id)\"}"
    ])
    let begun = Mutex<BegunSession?>(nil)
    let usual = SystemCalls()
    var calls = SystemCalls()
    calls.rename = { directory, from, to in
      // Between the last look at the sessions and the rename.
      if to == "accounts.json" {
        let session = waiting {
          try? await documents.registry(lockPatience: 100).loginInBrowser(Self.ada)
        }
        begun.withLock { $0 = $0 ?? session }
      }
      return usual.rename(directory, from, to)
    }
    let notices = try await documents.registry(calls: calls).disable(Self.ada).notices
    #expect(notices.endedLogins == 1)
    let session = try #require(begun.withLock { $0 })
    _ = try await documents.registry().enable(Self.ada)
    #expect(try await !documents.registry().isIn(session))
  }
}
