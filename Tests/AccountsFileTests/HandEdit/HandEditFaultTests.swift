import AccountsSupport
import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile

/// A hand edit on a failing disk.
@Suite struct HandEditFaultTests {
  private let documents = Documents()
  private var copy: String { documents.edited("accounts.json") }
  private static let text =
    #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "secret1", "firstName": "Ada"}]}"#
  private static let edited = text.replacing("\"Ada\"", with: "\"Eve\"")

  @Test(
    "if it cannot begin, nothing is left and the lock is free",
    arguments: [
      ("write", ENOSPC), ("write", EFBIG), ("fsync file", EIO), ("rename accounts.json", EIO),
    ])
  func cannotBegin(call: String, code: Int32) async throws {
    try documents.write(Self.text)
    let failing = FailingCalls()
    failing.fail(call, with: code)
    let edit = try await documents.handEdit(documents.registry(calls: failing.calls))
    guard case .store(let fault) = await error(of: { try await edit.begin() }) else {
      Issue.record("another error")
      return
    }
    #expect(fault.onDisk?.reason == .errno(code))
    #expect(try documents.namesOfFiles() == ["accounts.json"])
    #expect(try await documents.handEdit().begin() == false)
  }

  @Test(
    "what is not a regular file is neither resumed nor removed",
    arguments: [S_IFIFO, S_IFSOCK, S_IFDIR])
  func notRegular(kind: mode_t) async throws {
    try documents.write(Self.text)
    let edit = try await documents.handEdit()
    _ = try await edit.begin()
    try await edit.end(keepingCopy: false)
    let path = edit.copyPath
    #expect((kind == S_IFDIR ? mkdir(path, 0o700) : mknod(path, kind | 0o600, 0)) == 0)
    let fault = DiskFault(action: .read, path: path, reason: .notRegularFile)
    #expect(await error { try await edit.begin() } == .disk(fault))
    #expect(documents.state(of: copy) != nil)
    #expect(remove(path) == 0)
    #expect(try await edit.begin() == false)
  }

  @Test(
    "if it cannot be installed, the file is unchanged and the copy is kept",
    arguments: [
      ("open temporary", EACCES), ("write", ENOSPC), ("fsync file", EIO),
      ("rename accounts.json", EIO),
    ])
  func cannotInstall(call: String, code: Int32) async throws {
    try documents.write(Self.text)
    let failing = FailingCalls()
    let edit = try await documents.handEdit(documents.registry(calls: failing.calls))
    _ = try await edit.begin()
    try documents.write(Self.edited, to: copy)
    _ = try await edit.review()
    failing.fail(call, with: code)
    guard case .store(let fault) = await error(of: { try await edit.install() }) else {
      Issue.record("another error")
      return
    }
    #expect(fault.onDisk?.reason == .errno(code))
    #expect(try documents.text() == Self.text)
    #expect(await edit.abandon())
    #expect(try documents.namesOfFiles() == [".accounts.edit.\(geteuid())", "accounts.json"])
    #expect(try await documents.handEdit().begin())
  }

  @Test("if it is killed while it notes that it began, no temporary file stays")
  func killedAtNote() async throws {
    try documents.write(Self.text)
    var calls = SystemCalls()
    let usual = SystemCalls()
    calls.rename = { directory, from, to in
      guard to.hasPrefix(FileStore.editNote) else { return usual.rename(directory, from, to) }
      errno = EIO
      return -1
    }
    calls.unlink = { $1.contains(FileStore.editNote) ? 0 : usual.unlink($0, $1) }
    _ = try await documents.handEdit(documents.registry(calls: calls)).begin()
    #expect(try documents.namesOfFiles() == [".accounts.edit.\(geteuid())", "accounts.json"])
  }

  @Test("if the directory cannot be synced, the file is installed with a warning")
  func uncertain() async throws {
    try documents.write(Self.text)
    let failing = FailingCalls()
    let edit = try await documents.handEdit(documents.registry(calls: failing.calls))
    _ = try await edit.begin()
    try documents.write(Self.edited, to: copy)
    _ = try await edit.review()
    failing.fail("fsync directory", with: EIO)
    let path = documents.accountsPath
    let done = try await edit.install()
    #expect(done.value == .installed(merged: false))
    #expect(done.notices == [.mayNotSurvivePowerCut(subject: path)])
    let id = countedID("ada@host.com")
    #expect(try documents.text() == Self.edited.replacing("\"Eve\"", with: "\"Eve\"\(id)"))
  }
}
