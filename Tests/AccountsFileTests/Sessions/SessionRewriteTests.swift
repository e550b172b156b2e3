import AccountsSupport
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A file of sessions that is written anew") struct SessionRewriteTests {
  private let documents = Documents()
  private let ada = "ada@example.com"
  private let bob = "bob@example.com"
  private let file = "sessions.jsonl"

  private func prepare() async throws {
    try documents.write(accounts: [hashed(ada), hashed(bob)])
    // From then on, no login makes a hash stronger.
    for name in [ada, bob] { _ = try await documents.registry.login(name) }
  }

  @Test("has the other lines as they were, whoever wrote them")
  func copied() async throws {
    try await prepare()
    let registry = documents.registry()
    var begun: [BegunSession] = []
    for name in [ada, bob, ada, bob] { begun.append(try await registry.loginInBrowser(name)) }
    // The same text to every reader, and no line that is made here.
    let odd = try documents.text(of: file).replacing(bob, with: "bob\\u0040example.com")
    try documents.write(odd, to: file)
    let lines = try documents.sessionLines()
    for session in begun { #expect(try await registry.isIn(session)) }
    try await registry.logOut(of: [begun[0].login.id, begun[2].login.id], at: "page")
    #expect(try documents.sessionLines() == [lines[1], lines[3]])
    let next = try await registry.loginInBrowser(bob, replacing: [begun[1].token])
    #expect(try documents.sessionLines().first == lines[3])
    #expect(try documents.sessionLines().count == 2)
    for other in [registry, documents.registry()] {
      #expect(try await other.isIn(next))
      #expect(try await other.isIn(begun[3]))
      for gone in begun[...2] { #expect(try await !other.isIn(gone)) }
    }
  }

  @Test("is not read again by the program that wrote it")
  func known() async throws {
    try await prepare()
    let calls = FailingCalls()
    var later = calls.calls
    // No change from now on could leave the stamp of the file as it is.
    later.now = { FileStamp.Moment(timespec(tv_sec: 10_000_000_000, tv_nsec: 1)) }
    let registry = documents.registry(calls: later)
    let first = try await registry.loginInBrowser(ada)
    let second = try await registry.loginInBrowser(bob)
    #expect(try await registry.isIn(second))
    try await registry.logOut(of: [first.login.id], at: "page")
    let third = try await registry.loginInBrowser(ada, replacing: [second.token])
    let looks = calls.log.count { $0 == "open \(file)" }
    #expect(try await registry.isIn(third))
    #expect(try await !registry.isIn(second))
    #expect(calls.log.count { $0 == "open \(file)" } == looks)
    // Lines that others add to it are read.
    let fourth = try await documents.registry().loginInBrowser(bob)
    #expect(try await registry.isIn(fourth))
    #expect(calls.log.count { $0 == "open \(file)" } == looks + 1)
  }

  @Test("is one for all ends that come while another is written, and nobody who is in waits for it")
  func together() async throws {
    try await prepare()
    var begun: [BegunSession] = []
    for _ in 0..<6 { begun.append(try await documents.registry().loginInBrowser(ada)) }
    let renames = Mutex(0)
    let (goesOn, usual) = (DispatchSemaphore(value: 0), SystemCalls())
    var calls = SystemCalls()
    calls.rename = { directory, from, to in
      let isFirst =
        to == "sessions.jsonl"
        && renames.withLock {
          $0 += 1
          return $0 == 1
        }
      if isFirst { _ = goesOn.wait(timeout: .now() + patience / .seconds(1)) }
      return usual.rename(directory, from, to)
    }
    let registry = documents.registry(calls: calls)
    let store = try #require(registry.store as? FileStore)
    func end(_ index: Int) -> Task<Void, any Error> {
      let login = begun[index].login.id
      return Task { try await registry.logOut(of: [login], at: "page") }
    }
    let first = end(0)
    #expect(try await comesTrue { renames.withLock { $0 } == 1 })
    #expect(try await registry.isIn(begun[5]))
    let later = [end(1), end(2), end(3)]
    #expect(try await comesTrue { waiting { await store.sessions.awaited.count } == 3 })
    #expect(try await registry.isIn(begun[5]))
    goesOn.signal()
    for end in [first] + later { try await end.value }
    #expect(renames.withLock { $0 } == 2)
    for other in [registry, documents.registry()] {
      for gone in begun[...3] { #expect(try await !other.isIn(gone)) }
      for stays in begun[4...] { #expect(try await other.isIn(stays)) }
    }
  }

  @Test("is for nobody where one of several ends cannot be written: each of them is said")
  func failed() async throws {
    try await prepare()
    var begun: [BegunSession] = []
    for _ in 0..<3 { begun.append(try await documents.registry().loginInBrowser(ada)) }
    let failing = FailingCalls()
    let registry = documents.registry(calls: failing.calls)
    failing.fail("rename sessions.jsonl", with: EIO)
    let ends = begun[...1].map { session in
      Task { await error { try await registry.logOut(of: [session.login.id], at: "page") } }
    }
    for end in ends {
      guard case .store? = await end.value else {
        Issue.record("an end that was not written was answered")
        continue
      }
    }
    for refused in begun[...1] { #expect(try await !registry.isIn(refused)) }
    #expect(try await registry.isIn(begun[2]))
  }
}
