import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The making of a file that others find under its name")
struct LockMakingTests {
  private static let email = "mario@gmail.com"
  private static let locks = [".accounts.json.lock", ".session.lock", ".logins.jsonl.lock"]
  private static let made =
    locks + ["history.jsonl", "logins.jsonl", "last-logins", "failed-logins"]

  /// Accounts that a group may write, with nothing beside them.
  ///
  /// - Parameter isOfAnother: whether they are another user's, if the tests may act as others.
  private func documents(isOfAnother: Bool = false) throws -> Documents {
    let documents = Documents()
    try documents.write(accounts: [hashed(Self.email)])
    if isOfAnother, mayActAsOthers {
      for path in [documents.path, documents.accountsPath] { chown(path, 12_345, 12_346) }
    }
    chmod(documents.accountsPath, 0o660)
    return documents
  }

  /// Expects each of the files that is there to have the accounts' owner, group and mode.
  private func expectWhole(_ documents: Documents, like accounts: FileAccess, _ when: String) {
    for name in Self.made {
      guard let state = documents.state(of: name) else { continue }
      #expect(state.access == accounts, "\(name), \(when)")
    }
  }

  /// Makes each of the files.
  private func work(_ registry: Registry) async {
    _ = try? await registry.login(Self.email)
    _ = try? await registry.login(Self.email, "wrong")
    _ = try? await registry.edit([.firstName: "M"], of: Self.email)
  }

  @Test("leaves it whole or not there, whichever call kills its maker, and nothing that blocks")
  func killed() async throws {
    var runs = 0
    for count in 0..<1_000 {
      let documents = try documents(isOfAnother: true)
      let accounts = try #require(documents.state()).access
      let dying = DyingCalls(after: count)
      await work(documents.registry(calls: dying.calls, lockPatience: 0))
      expectWhole(documents, like: accounts, "killed after \(count) calls")
      let next = documents.registry(lockPatience: 0)
      // A reader removes no name.
      let names = try documents.names()
      _ = try await next.sharing(.none)
      _ = try await next.history()
      #expect(try documents.names() == names)
      try await next.login(Self.email)
      let edited = try await next.edit([.lastName: "B"], of: Self.email)
      #expect(edited.notices == [], "killed after \(count) calls")
      let left = try documents.names().filter { $0.hasSuffix(".tmp") && $0.contains(".lock.") }
      #expect(left == [], "killed after \(count) calls")
      guard dying.isDead else { break }
      runs += 1
    }
    #expect(runs > 40 && runs < 1_000)
  }

  @Test(
    "leaves none that root could not give, and the next write makes it",
    arguments: ["fchmod", "fchown", "fstat"])
  func notGiven(call: String) async throws {
    for number in 0..<40 {
      let documents = try documents(isOfAnother: true)
      let accounts = try #require(documents.state()).access
      let made = Mutex(0)
      let fails: @Sendable (String, Int32) -> Bool = { name, code in
        guard name == call else { return false }
        let isNow = made.withLock { made in
          made += 1
          return made == number + 1
        }
        if isNow { errno = code }
        return isNow
      }
      let usual = SystemCalls()
      var calls = SystemCalls()
      calls.user = { 0 }
      calls.fchmod = { descriptor, mode in
        fails("fchmod", EIO) ? -1 : usual.fchmod(descriptor, mode)
      }
      calls.fchown = { descriptor, user, group in
        fails("fchown", EPERM) ? -1 : usual.fchown(descriptor, user, group)
      }
      calls.fstat = { descriptor, info in
        fails("fstat", EIO) ? -1 : usual.fstat(descriptor, &info)
      }
      await work(documents.registry(calls: calls, lockPatience: 0))
      expectWhole(documents, like: accounts, "\(call) \(number) failed")
      let next = documents.registry(lockPatience: 0)
      await work(next)
      try await next.edit([.lastName: "B"], of: Self.email)
      for name in Self.made {
        #expect(
          documents.state(of: name)?.access == accounts, "\(name), \(call) \(number) failed")
      }
      guard made.withLock({ $0 > number }) else { break }
    }
  }

  @Test("is kept by a user who may not give it to the group")
  func notGivenByUser() async throws {
    let documents = try documents()
    let (usual, own) = (SystemCalls(), documents.state()?.inode)
    var calls = SystemCalls()
    calls.user = { stranger }
    calls.stat = { directory, name, flags, info in
      defer { if UInt(info.st_ino) == own { info.st_gid += 1 } }
      return usual.stat(directory, name, flags, &info)
    }
    calls.fchown = { _, _, _ in
      errno = EPERM
      return -1
    }
    _ = try? await documents.registry(calls: calls).login(Self.email)
    let made = Self.locks.compactMap { documents.state(of: $0)?.permissions }
    #expect(Set(made) == [0o600])
  }

  @Test("does nothing to one that is there", arguments: locks)
  func isThere(name: String) async throws {
    let documents = try documents()
    try documents.write("", to: name)
    let before = documents.state(of: name)
    await work(documents.registry(lockPatience: 0))
    #expect(documents.state(of: name) == before)
  }

  @Test("takes one that another program makes at the same time", arguments: locks)
  func overtaken(name: String) async throws {
    let documents = try documents()
    let usual = SystemCalls()
    var calls = SystemCalls()
    calls.link = { directory, from, to in
      if to == name { try? documents.write("", to: name) }
      return usual.link(directory, from, to)
    }
    try await documents.registry(calls: calls).login(Self.email)
    try await documents.registry(calls: calls).edit([.firstName: "M"], of: Self.email)
    #expect(documents.state(of: name)?.permissions == 0o600)
    #expect(try documents.names().filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test("begins again where its temporary file was taken for one of a killed program")
  func cleared() async throws {
    let documents = try documents()
    let usual = SystemCalls()
    var calls = SystemCalls()
    let failing = FailingCalls()
    failing.fail("link", with: ENOENT, times: 1)
    calls.link = { directory, from, to in
      if to == ".accounts.json.lock", failing.log.isEmpty {
        _ = failing.calls.link(directory, from, to)
        _ = usual.unlink(directory, from)
      }
      return usual.link(directory, from, to)
    }
    try await documents.registry(calls: calls).edit([.firstName: "M"], of: Self.email)
    #expect(documents.state(of: ".accounts.json.lock")?.permissions == 0o660)
  }

  @Test(
    "works where the file system has no links",
    arguments: [EPERM, ENOSYS, EOPNOTSUPP, EXDEV, EINVAL])
  func withoutLinks(code: Int32) async throws {
    let documents = try documents()
    var calls = SystemCalls()
    calls.link = { _, _, _ in
      errno = code
      return -1
    }
    await work(documents.registry(calls: calls))
    for name in Self.made { #expect(documents.state(of: name)?.permissions == 0o660, "\(name)") }
    #expect(try documents.names().filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test("is named by check where those who may write cannot open it, or others could hold it")
  func named() async throws {
    let documents = try documents()
    await work(documents.registry)
    chmod(documents.path, 0o770)
    let lock = documents.path(of: ".logins.jsonl.lock")
    func rules() async throws -> [Rule] {
      try await documents.registry.check().beside.filter { $0.place?.source == lock }.map(\.rule)
    }
    #expect(try await rules() == [])
    chmod(documents.path, 0o2775)
    for mode in [0o664, 0o666] as [mode_t] {
      chmod(lock, mode)
      #expect(
        try await rules() == [.caution(.readableByOthers(mode: UInt32(mode), fit: 0o660))])
    }
    chmod(documents.path, 0o770)
    chmod(lock, 0o600)
    let group = Disk(queue: DiskQueue()).name(ofGroup: getegid())
    #expect(try await rules() == [.caution(.notShared(group: group))])
    chmod(lock, 0o664)
    #expect(try await rules() == [.caution(.readableByOthers(mode: 0o664, fit: 0o660))])
    chmod(documents.accountsPath, 0o640)
    chmod(lock, 0o660)
    #expect(try await rules() == [.caution(.readableByOthers(mode: 0o660, fit: 0o600))])
    unlink(lock)
    mkdir(lock, 0o700)
    #expect(try await rules() == [.file(.regularFile)])
  }

  @Test("is named by check where its owner may not write the accounts", arguments: [0o700, 0o2770])
  func ofAnother(mode: Int) async throws {
    let documents = try documents()
    await work(documents.registry)
    chmod(documents.path, mode_t(mode))
    if mode == 0o700 { chmod(documents.accountsPath, 0o600) }
    let lock = documents.path(of: ".logins.jsonl.lock")
    chmod(lock, mode == 0o700 ? 0o600 : 0o660)
    var calls = SystemCalls()
    let usual = SystemCalls()
    // All is root's but the lock.
    calls.stat = { directory, name, flags, info in
      defer { info.st_uid = name == ".logins.jsonl.lock" ? 64_123 : 0 }
      return usual.stat(directory, name, flags, &info)
    }
    calls.fstat = { descriptor, info in
      defer { info.st_uid = 0 }
      return usual.fstat(descriptor, &info)
    }
    let found = try await documents.registry(calls: calls).check().beside
    #expect(
      found.filter { $0.place?.source == lock }.map(\.rule)
        == [.caution(.lockOfAnother(owner: "64123"))])
  }
}
