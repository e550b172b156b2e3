import AccountsSupport
import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The status of a file of accounts") struct StatusTests {
  private let documents = Documents()
  private let failing = FailingCalls()
  private let email = "ada@home.org"

  private func status(_ calls: SystemCalls = SystemCalls()) async throws -> StoreStatus {
    try #require(await documents.registry(calls: calls).status())
  }

  private func fault(_ status: StoreStatus) -> DiskFault? {
    guard case .store(let fault)? = status.writeFault else { return nil }
    return fault.onDisk
  }

  @Test("changes with each write, and with nothing else")
  func stamp() async throws {
    let registry = documents.registry
    var seen: Set<StoreStatus.Stamp> = [try await status().stamp]
    func isNew() async throws -> Bool { seen.insert(try await status().stamp).inserted }
    try await registry.register(email)
    #expect(try await isNew())
    try await registry.draft([.firstName: "A"])
    _ = try await registry.history()
    _ = try await registry.check()
    #expect(try await !isNew())
    _ = try await registry.save()
    #expect(try await isNew())
    try documents.write(documents.text() + " ")
    #expect(try await isNew())
    let last = try await status().stamp
    try FileManager.default.removeItem(atPath: documents.accountsPath)
    #expect(try await status().stamp != last)
    #expect(try await status().writeFault == nil)
  }

  @Test("is that of the file to which a link leads")
  func link() async throws {
    try documents.write(accounts: [])
    try FileManager.default.moveItem(
      atPath: documents.accountsPath, toPath: documents.path(of: "people.json"))
    try FileManager.default.createSymbolicLink(
      atPath: documents.accountsPath, withDestinationPath: "people.json")
    let before = try await status()
    #expect(before.writeFault == nil)
    try documents.write("{}", to: "people.json")
    #expect(try await status().stamp != before.stamp)
    try FileManager.default.removeItem(atPath: documents.path(of: "people.json"))
    #expect(fault(try await status())?.reason == .danglingLink)
  }

  @Test("takes no lock, reads nothing and leaves nothing behind")
  func quiet() async throws {
    try await documents.registry.register(email)
    let names = try documents.names()
    let lock = HeldLock.take(documents.path(of: ".accounts.json.lock"))
    _ = try await status(failing.calls)
    withExtendedLifetime(lock) {}
    #expect(failing.log.filter { $0 != "access" && !$0.hasPrefix("open directory") } == [])
    #expect(try documents.names() == names)
  }

  @Test(
    "says what forbids writing in the directory", arguments: [EACCES, EROFS])
  func forbidden(code: Int32) async throws {
    try documents.write(accounts: [])
    let before = try await status()
    failing.fail("access", with: code)
    let now = try await status(failing.calls)
    #expect(
      fault(now)
        == DiskFault(action: .write, path: documents.accountsPath, reason: .errno(code)))
    #expect(now.stamp == before.stamp)
  }

  @Test("says that the directory cannot be searched")
  func noSearch() async throws {
    failing.fail("open directory by path", with: EACCES)
    #expect(fault(try await status(failing.calls))?.reason == .errno(EACCES))
  }

  @Test("says that a missing directory cannot be created, and that it can")
  func missingDirectory() async throws {
    let path = documents.path(of: "deep/deeper")
    func status(_ calls: SystemCalls) async throws -> StoreStatus {
      let registry = Registry(
        documents: path, disk: Disk(queue: DiskQueue(), calls: calls), today: { .ofTests },
        hasher: PasswordHasher(cost: 1))
      return try #require(await registry.status())
    }
    #expect(try await status(SystemCalls()).writeFault == nil)
    failing.fail("access", with: EACCES)
    #expect(
      fault(try await status(failing.calls))
        == DiskFault(action: .createDirectory, path: path, reason: .errno(EACCES)))
    #expect(try documents.names() == [])
  }

  @Test("says what the file is that cannot be replaced")
  func odd() async throws {
    try documents.write(accounts: [])
    try FileManager.default.linkItem(
      atPath: documents.accountsPath, toPath: documents.path(of: "other"))
    #expect(fault(try await status())?.reason == .hardLink)
    try FileManager.default.removeItem(atPath: documents.path(of: "other"))
    #expect(try await status().writeFault == nil)
    var calls = SystemCalls()
    calls.user = { stranger }
    #expect(fault(try await status(calls))?.reason == .ownerCannotBeKept)
    try FileManager.default.removeItem(atPath: documents.accountsPath)
    try FileManager.default.createDirectory(
      atPath: documents.accountsPath, withIntermediateDirectories: false)
    #expect(fault(try await status())?.reason == .notRegularFile)
  }
}
