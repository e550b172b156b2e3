import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The disk") struct DiskQueueTests {
  private static let file = OpenDirectory(descriptor: AT_FDCWD, path: "/tmp").file("x")

  @Test("traps when it is used from another thread than its queue's")
  func assertsItsQueue() async {
    await #expect(processExitsWith: .failure) {
      _ = Disk(queue: DiskQueue()).temporaryFiles(of: [Self.file])
    }
    await #expect(processExitsWith: .failure) {
      _ = try Disk(queue: DiskQueue()).stamp(of: Self.file, for: .read)
    }
    await #expect(processExitsWith: .failure) {
      _ = try Disk(queue: DiskQueue()).read(Self.file)
    }
  }

  @Test(
    "splits a path into its directory and its name",
    arguments: [
      ("/a/b/c.json", "/a/b", "c.json"), ("/c.json", "/", "c.json"), ("c.json", ".", "c.json"),
      ("a/c.json", "a", "c.json"), ("//c.json", "/", "c.json"), ("a//c.json", "a", "c.json"),
      ("a/b/", "a", "b"), ("b//", ".", "b"), ("a/\u{301}c", "a", "\u{301}c"), ("", ".", ""),
    ])
  func paths(path: String, directory: String, name: String) {
    #expect(FilePath.directory(of: path) == directory)
    #expect(FilePath.name(of: path) == name)
  }
}
