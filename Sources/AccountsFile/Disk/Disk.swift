import Glibc

/// The store's operations on the disk, in whole steps over `SystemCalls`.
///
/// Every step asserts that it runs on its queue, retries if a signal interrupted it, and
/// reports failures as a `DiskFault`.
struct Disk: Sendable {
  private(set) var queue: DiskQueue
  var calls: SystemCalls
  /// The time to wait for a lock, in milliseconds.
  var lockPatience: Int
  var long: LongFile
  /// The users who could read the accounts that were read from this disk.
  let readers = AccountsReaders()

  init(
    queue: DiskQueue, calls: SystemCalls = SystemCalls(), lockPatience: Int = 10_000,
    long: LongFile = LongFile()
  ) {
    (self.queue, self.calls, self.lockPatience, self.long) = (queue, calls, lockPatience, long)
  }

  /// The same disk on another queue, for work that keeps nobody waiting.
  var onQueueOfItsOwn: Disk {
    var other = self
    other.queue = DiskQueue()
    return other
  }

  /// Runs actors on the queue.
  var executor: UnownedSerialExecutor { queue.executor.asUnownedSerialExecutor() }

  /// Repeats a call that fails with -1 because of a signal.
  func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    queue.assertIsCurrent()
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  func close(_ descriptor: Int32) {
    queue.assertIsCurrent()
    _ = calls.close(descriptor)
  }

  /// The stamp of a file, not following a link; nil if there is none.
  ///
  /// A call during a rename over the file may return the old file, without a link and with a new
  /// time of change, and is repeated. Some file systems count no links at all.
  func stamp(
    of file: DirectoryFile, for action: DiskFault.Action
  ) throws(DiskFault) -> FileStamp? {
    var (info, looks) = (stat(), 0)
    let directory = file.directory.descriptor
    repeat {
      guard retrying({ calls.stat(directory, file.name, AT_SYMLINK_NOFOLLOW, &info) }) == 0 else {
        if errno == ENOENT { return nil }
        throw DiskFault(action: action, path: file.path, reason: .errno(errno))
      }
      looks += 1
    } while info.st_nlink == 0 && looks < 100
    return FileStamp(info)
  }

  func stamp(
    of descriptor: Int32, path: String, for action: DiskFault.Action
  ) throws(DiskFault) -> FileStamp {
    var info = stat()
    guard retrying({ calls.fstat(descriptor, &info) }) == 0 else {
      throw DiskFault(action: action, path: path, reason: .errno(errno))
    }
    return FileStamp(info)
  }
}

/// The limits for reading a file in excerpts and indexing it, in bytes. Tests use smaller ones.
struct LongFile: Sendable {
  /// Shorter files are read whole.
  var size = 1 << 18
  /// The bytes at the start of a text that show its style.
  var head = 1 << 16
  /// The least for one processor to read.
  var stripe = 1 << 20
  /// The size of a read buffer.
  var buffer = 1 << 18
}
