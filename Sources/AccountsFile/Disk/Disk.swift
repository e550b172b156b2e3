import Glibc

/// What the store does with the disk, in whole steps over `SystemCalls`.
///
/// Every step asserts that it runs on its queue, retries if a signal interrupted it, and
/// reports failures as a `DiskFault`.
struct Disk: Sendable {
  let queue: DiskQueue
  let calls: SystemCalls
  /// How long one waits for a lock, in milliseconds.
  let lockPatience: Int
  let long: LongFile

  init(
    queue: DiskQueue, calls: SystemCalls = SystemCalls(), lockPatience: Int = 10_000,
    long: LongFile = LongFile()
  ) {
    self.long = long
    self.queue = queue
    self.calls = calls
    self.lockPatience = lockPatience
  }

  /// A call that fails with -1, made again for as long as a signal interrupts it.
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

  /// The stamp of a file, links not followed; nil if there is nothing.
  ///
  /// A look that falls into a rename over the file may get the old one, which has no name any more and
  /// another time of change than it had. Some file systems count no links at all.
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

/// From which size on a file is read in excerpts and has an index, in bytes. A test makes all smaller.
struct LongFile: Sendable {
  /// A shorter file is read whole in no time.
  var size = 1 << 18
  /// How many bytes at the start of a text show its style.
  var head = 1 << 16
  /// What one processor reads at least.
  var stripe = 1 << 20
  /// What is read at once.
  var buffer = 1 << 18
}
