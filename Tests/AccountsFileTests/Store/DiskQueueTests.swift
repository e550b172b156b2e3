import Dispatch
import Glibc
import Synchronization
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

  private actor Worker {
    let queue: DiskQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
    private var count = 0

    init(_ queue: DiskQueue) { self.queue = queue }

    func work() -> Int {
      queue.assertIsCurrent()
      count += 1
      return count
    }
  }

  @Test("gives its work to callers that take it, and to one at a time")
  func callers() async {
    let offered = Mutex(0)
    let worker = Worker(
      DiskQueue { work in
        let number = offered.withLock { count in
          count += 1
          return count
        }
        // Every other caller takes it; the rest is done in the background.
        if number % 2 == 0 { DispatchQueue.global().async(execute: work) }
        return number % 2 == 0
      })
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<1000 { group.addTask { await worker.work() } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(counts == Set(1...1000))
    let last = offered.withLock { $0 }
    #expect(last >= 1000)
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

  @Test("gives temporary files recognisable, unique names")
  func temporaryNames() {
    let names = (0..<100).map { _ in TemporaryName.fresh(for: "accounts.json") }
    #expect(Set(names).count == 100)
    #expect(names.allSatisfy { TemporaryName.belongs($0, to: "accounts.json") })
    #expect(!names.contains { TemporaryName.belongs($0, to: "session.json") })
  }
}
