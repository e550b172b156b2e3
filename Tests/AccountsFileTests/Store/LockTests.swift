import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The lock") struct LockTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  private func take(_ name: String) throws -> HeldLock {
    try #require(HeldLock.take(documents.path(of: name)))
  }

  private func register() async throws { try await documents.registry.register(email) }

  @Test("held by another process is waited for, then reported with its holder", arguments: [0, 30])
  func held(patience: Int) async throws {
    try await register()
    let bytes = try documents.bytes()
    let registry = documents.registry(lockPatience: patience)
    let held = try take(".accounts.json.lock")
    let failure = await error { try await registry.register("luigi@gmail.com") }
    held.free()
    guard case .busy(let path, let holder) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(path == documents.path(of: ".accounts.json.lock"))
    if FileManager.default.isReadableFile(atPath: "/proc/locks") {
      #expect(holder?.process == getpid())
      #expect(holder?.command.isEmpty == false)
    }
    #expect(try documents.bytes() == bytes)
    #expect(
      try await documents.registry.register("luigi@gmail.com").name.text
        == "luigi@gmail.com")
  }

  /// Calls to which a lock is held for so many looks, while others write the accounts at each.
  private func calls(beingOvertaken times: Int) -> SystemCalls {
    let documents = documents
    var calls = SystemCalls()
    let usual = SystemCalls()
    let looks = Atomic(0)
    calls.flock = { descriptor, operation in
      let isLook = operation & LOCK_NB != 0
      guard isLook, looks.wrappingAdd(1, ordering: .relaxed).oldValue < times else {
        return usual.flock(descriptor, operation)
      }
      try? documents.write(documents.text())
      errno = EWOULDBLOCK
      return -1
    }
    return calls
  }

  @Test("is waited for as long as others who hold it get on")
  func overtaken() async throws {
    try await register()
    let registry = documents.registry(calls: calls(beingOvertaken: 30), lockPatience: 300)
    try await registry.edit([.firstName: "M"], of: email)
    #expect(try documents.text().contains("\"M\""))
  }

  @Test("is waited for by a login so long in all, whatever others do")
  func overtakenLogin() async throws {
    try await register()
    let registry = documents.registry(calls: calls(beingOvertaken: .max))
    let failure = await error {
      try await Waiting.ofLogin(.milliseconds(30)) {
        try await registry.edit([.firstName: "M"], of: email)
      }
    }
    guard case .busy = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test(
    "of the session keeps nobody waiting who changes other accounts, or not the name of its own")
  func otherSession() async throws {
    try await register()
    for name in ["luigi", "peach"] {
      try await documents.registry.register("\(name)@gmail.com", logsIn: false)
    }
    let registry = documents.registry(lockPatience: 0)
    let held = try take(".session.lock")
    try await registry.edit([.firstName: "M"], of: email)
    try await registry.edit([.email: "luigi@host.com"], of: "luigi@gmail.com")
    _ = try await registry.remove("peach@gmail.com")
    let failure = await error { try await registry.edit([.email: "mario@host.com"], of: email) }
    held.free()
    guard case .busy = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try await registry.list(limit: 9).accounts.count == 2)
    try await registry.edit([.email: "mario@host.com"], of: email)
    #expect(try await registry.shown() == "mario@host.com")
  }

  @Test("is not needed for reading")
  func readersTakeNone() async throws {
    try await register()
    let registry = documents.registry(lockPatience: 0)
    let held = [try take(".accounts.json.lock"), try take(".session.lock")]
    defer { for lock in held { lock.free() } }
    #expect(try await registry.shown() == email)
    #expect(try await registry.show(email).account.name.text == email)
    #expect(try await registry.list(limit: 9).accounts.count == 1)
    #expect(try await registry.check().errors == [])
    #expect(try await registry.verify(LoginRequest(email, "secret1")))
    await #expect(throws: AccountsError.loginFailed) { try await registry.login(email, "wrong") }
  }

  @Test("of the session is waited for by operations that change it")
  func desk() async throws {
    try await register()
    let registry = documents.registry(lockPatience: 0)
    let held = try take(".session.lock")
    for work in [
      { _ = try await registry.login(email) }, { _ = try await registry.logOut() },
      { try await registry.draft([.firstName: "M"]) },
    ] as [() async throws -> Void] {
      let failure = await error(of: work)
      guard case .busy = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
    }
    held.free()
    #expect(try await documents.registry.shown() == email)
  }

  @Test("is released after a success, a refusal and a failure")
  func givenBack() async throws {
    try await register()
    // A caller that finds it held does not wait.
    let registry = documents.registry(lockPatience: 0)
    for _ in 0..<3 {
      try await registry.edit([.firstName: "\(UInt32.random(in: 0...UInt32.max))"])
      await #expect(throws: AccountsError.self) { try await registry.edit([.phone: "1"]) }
      await #expect(throws: AccountsError.self) { try await registry.register(email) }
      await #expect(throws: AccountsError.self) { try await registry.remove("x") }
    }
    try await documents.registry(lockPatience: 0).edit([.firstName: "M"])
  }

  @Test("is free at once, even where a child that is being forked has a copy of its descriptor")
  func copied() async throws {
    let copies = Mutex<[Int32]>([])
    defer { for copy in copies.withLock({ $0 }) { close(copy) } }
    let usual = SystemCalls()
    var calls = SystemCalls()
    calls.flock = { descriptor, operation in
      if operation != LOCK_UN { copies.withLock { $0.append(dup(descriptor)) } }
      return usual.flock(descriptor, operation)
    }
    try await documents.registry(calls: calls).register(email)
    #expect(copies.withLock { $0.count } >= 2)
    for name in [".accounts.json.lock", ".session.lock"] { _ = try take(name) }
  }

  @Test(
    "stays in place, private to its owner, and is not inherited from a removed file")
  func stays() async throws {
    try await register()
    #expect(documents.state(of: ".accounts.json.lock")?.permissions == 0o600)
    let inode = documents.state(of: ".accounts.json.lock")?.inode
    try await documents.registry.edit([.firstName: "M"])
    #expect(documents.state(of: ".accounts.json.lock")?.inode == inode)
  }

  @Test("removed while it was waited for is created again")
  func removedMeanwhile() async throws {
    try await register()
    let path = documents.path(of: ".accounts.json.lock")
    var calls = SystemCalls()
    let usual = SystemCalls()
    let first = FailingCalls()
    first.fail("flock", with: EINTR, times: 0)
    calls.flock = { descriptor, operation in
      let result = usual.flock(descriptor, operation)
      // Between locking and checking: the next process would lock another file.
      if result == 0, first.log.isEmpty {
        _ = first.calls.flock(descriptor, operation)
        unlink(path)
      }
      return result
    }
    try await documents.registry(calls: calls).register("luigi@gmail.com", logsIn: false)
    #expect(documents.exists(".accounts.json.lock"))
    #expect(try await documents.registry.account("luigi@gmail.com").isClosed == false)
  }

  @Test(
    "are made for those who may write the accounts, as counts are, and stay as they are",
    arguments: [
      (0o660, 0o660, 0o660), (0o666, 0o660, 0o660), (0o640, 0o600, 0o600), (0o644, 0o600, 0o600),
      (0o400, 0o600, 0o600),
    ])
  func shared(mode: Int, lock: Int, counts: Int) async throws {
    try documents.write("{\"rules\": \"register\", \"accounts\": []}")
    try await register()
    let files = [".accounts.json.lock", ".session.lock", ".logins.jsonl.lock", "failed-logins"]
    for isNew in [true, false] {
      for name in files where isNew { unlink(documents.path(of: name)) }
      chmod(documents.accountsPath, mode_t(mode))
      await #expect(throws: AccountsError.loginFailed) {
        try await documents.registry.login(email, "wrong")
      }
      try await documents.registry.login(email)
      await #expect(throws: AccountsError.loginFailed) {
        try await documents.registry.login(email, "wrong")
      }
      try await documents.registry.edit([.firstName: isNew ? "M" : "L"])
      for name in files {
        let expected = !isNew ? 0o600 : name == "failed-logins" ? counts : lock
        #expect(documents.state(of: name)?.permissions == mode_t(expected), "\(name)")
        chmod(documents.path(of: name), 0o600)
      }
      #expect(documents.state(of: "session.json")?.permissions == 0o600)
    }
  }

  @Test("that is another file by a hard link, or another user's, is left as it is")
  func notOurs() async throws {
    try documents.write("{\"rules\": \"register\", \"accounts\": []}")
    chmod(documents.accountsPath, 0o660)
    try documents.write("", to: "precious")
    #expect(link(documents.path(of: "precious"), documents.path(of: ".accounts.json.lock")) == 0)
    try await register()
    #expect(documents.state(of: "precious")?.permissions == 0o600)
    var calls = SystemCalls()
    calls.user = { stranger }
    unlink(documents.path(of: "precious"))
    try await documents.registry(calls: calls).register("luigi@gmail.com", logsIn: false)
    #expect(documents.state(of: ".accounts.json.lock")?.permissions == 0o600)
  }

  @Test("of another user, who did not share it, is told as that, with what to do")
  func unshared() async throws {
    try await register()
    var calls = SystemCalls()
    let usual = SystemCalls()
    calls.user = { 4_242 }
    calls.open = { directory, file, flags, mode in
      guard file != ".accounts.json.lock" else {
        errno = EACCES
        return -1
      }
      return usual.open(directory, file, flags, mode)
    }
    let lock = documents.path(of: ".accounts.json.lock")
    func isTold(_ reason: DiskFault.Reason) async {
      let fault = DiskFault(action: .write, path: lock, reason: reason)
      await #expect(throws: AccountsError.disk(fault)) {
        try await documents.registry(calls: calls).register("luigi@gmail.com", logsIn: false)
      }
    }
    let name = Disk(queue: DiskQueue()).name(ofUser: getuid())
    await isTold(.notShared(owner: name))
    // He has shared it, with a group that this process is not in; root alone can make such a file.
    guard chmod(lock, 0o660) == 0, chown(lock, getuid(), 4_242) == 0 else { return }
    await isTold(.notInGroup("4242"))
  }

  @Test("that root makes is for those who may write the accounts of another")
  func sharedByRoot() async throws {
    try await register()
    chmod(documents.accountsPath, 0o660)
    unlink(documents.path(of: ".accounts.json.lock"))
    var calls = SystemCalls()
    let usual = SystemCalls()
    // To root, all of it is another's; giving it away is not tried here.
    calls.user = { 0 }
    calls.fchown = { _, _, _ in 0 }
    calls.fstat = { descriptor, info in
      defer { info.st_uid = 64_123 }
      return usual.fstat(descriptor, &info)
    }
    calls.stat = { directory, name, flags, info in
      defer { info.st_uid = 64_123 }
      return usual.stat(directory, name, flags, &info)
    }
    _ = try await documents.registry(calls: calls).register("luigi@gmail.com", logsIn: false)
    #expect(documents.state(of: ".accounts.json.lock")?.permissions == 0o660)
  }

  @Test(
    "is not waited for where something else is in its place",
    arguments: [".accounts.json.lock", ".session.lock"], [true, false])
  func pipe(name: String, isWritable: Bool) async throws {
    try documents.write("{\"rules\": \"register\", \"accounts\": []}")
    mkfifo(documents.path(of: name), 0o600)
    var calls = SystemCalls()
    let usual = SystemCalls()
    // Another user's pipe that may only be read; root could write it.
    calls.open = { directory, file, flags, mode in
      guard isWritable || file != name || flags & O_RDWR == 0 else {
        errno = EACCES
        return -1
      }
      return usual.open(directory, file, flags, mode)
    }
    let fault = DiskFault(
      action: .createFile, path: documents.path(of: name),
      reason: isWritable ? .notRegularFile : .errno(EACCES))
    await #expect(throws: AccountsError.disk(fault)) {
      try await documents.registry(calls: calls).register(email)
    }
  }
}
