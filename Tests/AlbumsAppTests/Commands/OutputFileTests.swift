import CFiles
import Foundation
import TestSupport
import Testing

@testable import AlbumsApp
@testable import CommandKit

@Suite(
  "A file that a command writes, where access control lists are",
  .enabled("this file system has none") { ListOfAccess.isSupported })
struct OutputFileTests {
  private let directory = TemporaryDirectory("regapp-output")
  private var path: String { "\(directory.path)/out" }

  private var mode: mode_t? {
    var info = stat()
    return stat(path, &info) == 0 ? info.st_mode & 0o7777 : nil
  }

  @Test("has none of its directory's, and keeps the mode of the one that was there")
  func inherited() throws {
    for old in [nil, 0o600, 0o640, 0o664] as [mode_t?] {
      if let old {
        try Data().write(to: URL(fileURLWithPath: path))
        chmod(path, old)
      }
      try #require(
        ListOfAccess(group: 7, [(0x02, 7, 64_123)], mask: 7)
          .set(on: directory.path, "system.posix_acl_default"))
      try OutputFile(path: path).write([1])
      #expect(!ListOfAccess.isOn(path))
      #expect(mode == old ?? 0o600)
      unlink(path)
      removexattr(directory.path, "system.posix_acl_default")
    }
  }

  @Test("gives the group what the list of the old one gave it, and not what its mask has")
  func replaced() throws {
    for (group, left) in [(0, 0o600), (4, 0o640), (6, 0o660)] as [(UInt16, mode_t)] {
      try Data().write(to: URL(fileURLWithPath: path))
      chmod(path, 0o600)
      try #require(
        ListOfAccess(group: group, [(0x02, 6, 64_123)], mask: 6)
          .set(on: path, "system.posix_acl_access"))
      try OutputFile(path: path).write([1])
      #expect(!ListOfAccess.isOn(path))
      #expect(mode == left)
      unlink(path)
    }
  }
}
