import AccountsSupport
import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("A failing disk leaves the old file intact") struct FailingDiskTests {
  private let documents = Documents()
  private let failing = FailingCalls()
  private let email = "mario@gmail.com"

  private func registry() -> Registry { documents.registry(calls: failing.calls) }

  struct Row: Sendable, CustomTestStringConvertible {
    let call: String
    let code: Int32
    let action: DiskFault.Action
    let isOfTemporary: Bool
    var testDescription: String { "\(call), errno \(code)" }
    init(
      _ call: String, _ code: Int32, _ action: DiskFault.Action = .write,
      isOfTemporary: Bool = false
    ) {
      (self.call, self.code, self.action) = (call, code, action)
      self.isOfTemporary = isOfTemporary
    }
  }

  @Test(
    "and no temporary file, and reports what failed",
    arguments: [
      Row("open temporary", ENOSPC, .createFile, isOfTemporary: true),
      Row("open temporary", EACCES, .createFile, isOfTemporary: true),
      Row("open temporary", EROFS, .createFile, isOfTemporary: true),
      Row("write", ENOSPC), Row("write", EIO), Row("write", EFBIG), Row("write", EDQUOT),
      Row("fsync file", EIO), Row("fsync file", ENOSPC),
      Row("rename accounts.json", ENOSPC), Row("rename accounts.json", EACCES),
      Row("rename accounts.json", EXDEV),
    ])
  func leavesOldFile(row: Row) async throws {
    try await documents.registry.register(email)
    let (bytes, state) = (try documents.bytes(), documents.state())
    failing.fail(row.call, with: row.code)
    for deed in [
      { try await $0.edit([.firstName: "M"]).notices },
      { try await $0.register("luigi@gmail.com").notices },
      { try await $0.remove("mario@gmail.com").notices },
    ] as [@Sendable (Registry) async throws -> [Notice]] {
      guard case .store(let fault) = await error(of: { try await deed(registry()) }) else {
        Issue.record("another error")
        continue
      }
      #expect(fault.onDisk?.reason == .errno(row.code))
      #expect(fault.onDisk?.action == row.action)
      #expect(fault.subject == documents.accountsPath || row.isOfTemporary)
    }
    #expect(try documents.bytes() == bytes)
    #expect(documents.state() == state)
    #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl", "session.json"])
    #expect(try await documents.registry.shown() == email)
  }

  @Test("and a missing file stays missing")
  func noFile() async throws {
    for call in ["write", "fsync file", "rename accounts.json"] {
      failing.fail(call, with: ENOSPC, times: 1)
      await #expect(throws: AccountsError.self) { try await registry().register(email) }
    }
    #expect(try documents.namesOfFiles() == [])
  }

  @Test("and a mount point is reported as one")
  func mountPoint() async throws {
    try await documents.registry.register(email)
    failing.fail("rename accounts.json", with: EBUSY)
    let fault = DiskFault(action: .write, path: documents.accountsPath, reason: .isMountPoint)
    await #expect(throws: AccountsError.disk(fault)) {
      try await registry().edit([.firstName: "M"])
    }
  }

  @Test("except for the last fsync, of the directory: the new file is in place, with a warning")
  func lastSync() async throws {
    try await documents.registry.register(email)
    failing.fail("fsync directory", with: EIO)
    let notice = Notice.mayNotSurvivePowerCut(subject: documents.accountsPath)
    #expect(try await registry().edit([.firstName: "M"]).notices == [notice])
    #expect(try await documents.registry.value(.firstName, of: email) == "M")
    let outcome = try await registry().register("luigi@gmail.com", logsIn: false)
    #expect(outcome.notices == [.created(name: "luigi@gmail.com"), notice])
    #expect(try await documents.registry.account("luigi@gmail.com").isClosed == false)
    #expect(try await registry().remove("luigi@gmail.com").notices.contains(notice))
  }

  @Test("the completed part is reported if the session then cannot be written")
  func sessionFails() async throws {
    failing.fail("rename session.json", with: EIO)
    let fault = DiskFault(
      action: .write, path: documents.path(of: "session.json"), reason: .errno(EIO))
    await #expect(throws: AccountsError.partlyDone(.accountAdded(name: email), .disk(fault))) {
      try await registry().register(email)
    }
    #expect(try await documents.registry.account(email).isClosed == false)
    #expect(!documents.exists("session.json"))
    await #expect(throws: AccountsError.disk(fault)) { try await registry().login(email) }
  }

  @Test("a draft that cannot be written is reported")
  func draftFails() async throws {
    try await documents.registry.register(email)
    failing.fail("rename edit.json", with: EIO)
    let fault = DiskFault(
      action: .write, path: documents.path(of: "edit.json"), reason: .errno(EIO))
    await #expect(throws: AccountsError.disk(fault)) {
      try await registry().draft([.firstName: "N"])
    }
  }

  @Test("the completed part is reported if the removed account cannot be logged out")
  func removeFails() async throws {
    try await documents.registry.register(email)
    failing.fail("rename session.json", with: EIO)
    let failure = await error { try await registry().remove(email) }
    guard case .partlyDone(.accountRemoved(email), _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try await documents.registry.list(limit: 9).accounts.isEmpty)
  }

  @Test("a directory that cannot be created is reported")
  func noDirectory() async throws {
    let disk = Disk(queue: DiskQueue(), calls: failing.calls)
    let path = documents.path(of: "deep")
    let registry = PersonalRegistry(
      Registry(documents: path, disk: disk, today: { .ofTests }, hasher: PasswordHasher(cost: 1)),
      sessionIn: path
    ).registry
    failing.fail("mkdir", with: EACCES)
    let fault = DiskFault(action: .createDirectory, path: path, reason: .errno(EACCES))
    await #expect(throws: AccountsError.disk(fault)) { try await registry.register(email) }
  }

  @Test("a file that cannot be read is reported", arguments: [EACCES, EIO])
  func cannotRead(code: Int32) async throws {
    try await documents.registry.register(email)
    failing.fail("open accounts.json", with: code)
    let fault = DiskFault(action: .read, path: documents.accountsPath, reason: .errno(code))
    await #expect(throws: AccountsError.disk(fault)) { try await registry().show() }
    failing.fail("open accounts.json", with: code, times: 0)
    failing.fail("read", with: EIO)
    await #expect(throws: AccountsError.self) { try await registry().show() }
  }

  @Test(
    "an owner that cannot be kept is none, where the group may write and the old owner keeps access",
    arguments: [
      (0o660, 1, true), (0o640, 1, false), (0o660, stranger + 1, false), (0o660, 0, true),
      (0o640, 0, false),
    ] as [(Int, uid_t, Bool)])
  func ownerChanges(mode: Int, owner: uid_t, isWritten: Bool) async throws {
    try await documents.registry.register(email)
    chmod(documents.accountsPath, mode_t(mode))
    let own = documents.state()?.inode
    let usual = SystemCalls()
    var calls = usual
    calls.user = { stranger }
    // We are a stranger. The file belongs to a member of its group whom every system knows, to
    // nobody known, or to root, who loses no access.
    calls.fchown = { _, user, _ in
      if user == .max { return 0 }
      errno = EPERM
      return -1
    }
    @Sendable func disguise(_ info: inout stat) {
      info.st_uid = UInt(info.st_ino) == own ? owner : stranger
      info.st_gid = 1
    }
    calls.stat = { directory, name, flags, info in
      defer { disguise(&info) }
      return usual.stat(directory, name, flags, &info)
    }
    calls.fstat = { descriptor, info in
      defer { disguise(&info) }
      return usual.fstat(descriptor, &info)
    }
    let registry = documents.registry(calls: calls)
    let id = NameKey(.email, AccountName(email))
    let fault = DiskFault(
      action: .write, path: documents.accountsPath, reason: .ownerCannotBeKept)
    if isWritten {
      _ = try await registry.store.apply([.remove(id)], WriteOptions())
    } else {
      await #expect(throws: AccountsError.disk(fault)) {
        _ = try await registry.store.apply([.remove(id)], WriteOptions())
      }
    }
    #expect(try documents.text().contains(email) == !isWritten)
    #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl", "session.json"])
  }
}
