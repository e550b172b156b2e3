import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A server's directory") struct HeldDirectoryTests {
  private let directory = TemporaryDirectory("regapp-held")
  private let email = "ada@example.com"
  private let counted = "email ada@example.com"
  private let calls = CountedCalls()

  private var documents: String { directory.path + "/way/to/accounts" }

  private func make(_ documents: String, firstName: String = "Ada", accounts: Int = 1) throws {
    try FileManager.default.createDirectory(
      atPath: documents, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try write(firstName, accounts, in: documents)
  }

  private func write(_ firstName: String, _ count: Int = 1, in documents: String) throws {
    var rows = ["{\"email\": \"\(email)\", \"firstName\": \"\(firstName)\", \"password\": \"*\"}"]
    for number in 1..<count {
      rows.append("{\"email\": \"person\(number)@example.com\", \"password\": \"*\"}")
    }
    let url = URL(fileURLWithPath: documents + "/accounts.json")
    try Data("{\"rules\": \"register\", \"accounts\": [\(rows.joined(separator: ",\n"))]}\n".utf8)
      .write(
        to: url, options: .atomic)
    chmod(url.path, 0o600)
  }

  private func registry(now: @escaping @Sendable () -> Int = { time(nil) }) -> Registry {
    Registry(
      documents: documents, mayBegin: false,
      disk: Disk(queue: DiskQueue(), calls: calls.calls), today: { .ofTests },
      hasher: PasswordHasher(cost: 1), now: now, holdsDirectory: true)
  }

  private func firstName(_ registry: Registry) async throws -> String? {
    let request = LoginRequest(email: email, password: PasswordEntry("secret1"))
    let subject = try await registry.subject(of: request, counted: counted)
    _ = try await registry.secondsToWait(for: subject)
    return subject.found.only?[text: .firstName]
  }

  /// Asks until the stamps tell each later change, and nothing is opened any more.
  private func settle(_ registry: Registry) async throws {
    let deadline = ContinuousClock.now + patience
    var opened = 1
    while opened > 0, ContinuousClock.now < deadline {
      calls.forget()
      _ = try await firstName(registry)
      opened = calls.count(of: "open")
    }
    #expect(opened == 0)
  }

  @Test("costs one look at its path and at each file", arguments: [1, 100, 10_000])
  func cheap(accounts: Int) async throws {
    try make(documents, accounts: accounts)
    let registry = registry()
    let guess = LoginRequest(email: email, password: PasswordEntry("wrong"))
    await #expect(throws: AccountsError.self) { try await registry.authenticate(guess) }
    try await settle(registry)
    calls.forget()
    #expect(try await firstName(registry) == "Ada")
    #expect(calls.all == ["stat": 4])
  }

  @Test("tells each change of the accounts at once") func changes() async throws {
    try make(documents)
    let registry = registry()
    for name in ["Ada", "Eva", "Ida"] {
      try write(name, in: documents)
      #expect(try await firstName(registry) == name)
      try await settle(registry)
    }
    let file = documents + "/accounts.json"
    #expect(rename(file, file + "c") == 0)
    #expect(try await firstName(registry) == "Ida")
    try write("Ada", in: documents)
    await #expect(throws: AccountsError.self) { try await firstName(registry) }
    #expect(unlink(file + "c") == 0)
    #expect(try await firstName(registry) == "Ada")
    try await settle(registry)
    #expect(unlink(file) == 0)
    await #expect(throws: AccountsError.self) { try await firstName(registry) }
  }

  @Test("tells at once what is counted") func counts() async throws {
    try make(documents)
    // On a slow machine the wait would be over.
    let registry = registry(now: { 1_000_000 })
    try await settle(registry)
    let guess = LoginRequest(email: email, password: PasswordEntry("wrong"))
    for _ in 0..<Throttle.free + 1 {
      await #expect(throws: AccountsError.self) { try await registry.authenticate(guess) }
    }
    for counted in [nil, counted, "email eve@example.com"] {
      let subject = try await registry.subject(of: guess, counted: counted)
      #expect(try await registry.secondsToWait(for: subject) > 0)
    }
  }

  @Test("is another one when another takes its place") func replaced() async throws {
    try make(documents)
    let registry = registry()
    try await settle(registry)
    let (way, gone) = (directory.path + "/way", directory.path + "/gone")
    #expect(rename(way, gone) == 0)
    await #expect(throws: AccountsError.self) { try await firstName(registry) }
    try make(documents, firstName: "Eva")
    #expect(try await firstName(registry) == "Eva")
    try await settle(registry)
    #expect(try await firstName(registry) == "Eva")
  }

  @Test("is not looked for behind a link of somebody else's") func link() async throws {
    try make(documents)
    try make(directory.path + "/other/to/accounts", firstName: "Eva")
    let registry = registry()
    try await settle(registry)
    let (way, gone) = (directory.path + "/way", directory.path + "/gone")
    #expect(rename(way, gone) == 0)
    #expect(symlink("other", way) == 0)
    calls.linksAreAnothers.store(true, ordering: .relaxed)
    let failure = await #expect(throws: AccountsError.self) { try await firstName(registry) }
    guard case .store(let fault) = failure else { return #expect(Bool(false)) }
    #expect(fault.onDisk?.reason == .linkOfAnother)
    calls.linksAreAnothers.store(false, ordering: .relaxed)
    #expect(try await firstName(registry) == "Eva")
    #expect(unlink(way) == 0)
    #expect(rename(gone, way) == 0)
    #expect(try await firstName(registry) == "Ada")
  }
}

/// System calls that are counted.
private final class CountedCalls: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  /// Whether links belong to somebody else, in a directory that others may write.
  let linksAreAnothers = Atomic(false)

  var all: [String: Int] { counts.withLock(\.self) }

  func count(of call: String) -> Int { all[call] ?? 0 }

  func forget() { counts.withLock { $0 = [:] } }

  private func note(_ call: String) { counts.withLock { $0[call, default: 0] += 1 } }

  private func disguise(_ info: inout stat) {
    guard linksAreAnothers.load(ordering: .relaxed) else { return }
    let kind = info.st_mode & S_IFMT
    info.st_uid = kind == S_IFLNK ? 4_242 : 4_243
    if kind == S_IFDIR { info.st_mode |= 0o022 }
  }

  var calls: SystemCalls {
    let usual = SystemCalls()
    var calls = usual
    calls.user = { self.linksAreAnothers.load(ordering: .relaxed) ? 4_243 : usual.user() }
    calls.open = {
      self.note("open")
      return usual.open($0, $1, $2, $3)
    }
    calls.close = {
      self.note("close")
      return usual.close($0)
    }
    calls.read = {
      self.note("read")
      return usual.read($0, $1, $2)
    }
    calls.pread = {
      self.note("read")
      return usual.pread($0, $1, $2, $3)
    }
    calls.readlink = {
      self.note("readlink")
      return usual.readlink($0, $1, $2)
    }
    calls.flock = {
      self.note("flock")
      return usual.flock($0, $1)
    }
    calls.fstat = { descriptor, info in
      self.note("fstat")
      defer { self.disguise(&info) }
      return usual.fstat(descriptor, &info)
    }
    calls.stat = { directory, name, flags, info in
      self.note("stat")
      defer { self.disguise(&info) }
      return usual.stat(directory, name, flags, &info)
    }
    return calls
  }
}
