import Glibc

/// A lock that is held: advisory, on a file of its own, released by the kernel when its holder
/// dies. The file is never removed, so that two writers cannot hold two files of one name.
struct FileLock: Sendable {
  fileprivate let descriptor: Int32
}

extension Disk {
  /// Waits for the lock, `lockPatience` at most.
  ///
  /// - Parameter sharedWith: the file that is protected; who may write that may take the lock.
  func lock(_ path: String, sharedWith file: String) throws(AccountsError) -> FileLock {
    let start = monotonicMilliseconds()
    while true {
      let descriptor = try openLock(path, sharedWith: file)
      while retrying({ calls.flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 {
        guard errno == EWOULDBLOCK else {
          let reason = DiskFault.Reason.errno(errno)
          close(descriptor)
          throw .disk(DiskFault(action: .write, path: path, reason: reason))
        }
        guard monotonicMilliseconds() - start < lockPatience else {
          let holder = holder(of: descriptor)
          close(descriptor)
          throw .lockHeld(path: path, by: holder)
        }
        usleep(UInt32.random(in: 1_000...15_000))
      }
      // If somebody removed the file meanwhile, the next one would lock another.
      if isOpen(descriptor, at: path) { return FileLock(descriptor: descriptor) }
      close(descriptor)
    }
  }

  func unlock(_ lock: FileLock) { close(lock.descriptor) }

  private func openLock(
    _ path: String, sharedWith file: String
  ) throws(AccountsError) -> Int32 {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY
    var descriptor = retrying { calls.open(path, O_RDWR | flags, 0) }
    if descriptor < 0, errno == ENOENT {
      descriptor = retrying { calls.open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0o600) }
      if descriptor >= 0 { share(descriptor, with: file) }
      if descriptor < 0, errno == EEXIST {
        descriptor = retrying { calls.open(path, O_RDWR | flags, 0) }
      }
    }
    if descriptor < 0, errno == EACCES || errno == EROFS {
      // Reading is enough to lock.
      let code = errno
      descriptor = retrying { calls.open(path, O_RDONLY | flags, 0) }
      if descriptor < 0 { errno = code }
    }
    guard descriptor >= 0 else {
      let reason: DiskFault.Reason = errno == ELOOP ? .isLink : .errno(errno)
      throw .disk(DiskFault(action: .createFile, path: path, reason: reason))
    }
    return descriptor
  }

  /// Lets everyone lock who may write the file itself: a lock that root made would otherwise
  /// keep the file's owner out for ever. What cannot be changed is left as it is.
  private func share(_ descriptor: Int32, with file: String) {
    var info = stat()
    if retrying({ calls.stat(file, &info) }) != 0,
      retrying({ calls.stat(FilePath.directory(of: file), &info) }) != 0
    {
      return
    }
    let stamp = FileStamp(info)
    if stamp.owner != geteuid() || stamp.group != getegid() {
      _ = retrying { calls.fchown(descriptor, stamp.owner, stamp.group) }
    }
    if stamp.isRegularFile {
      let writers = stamp.permissions & 0o222
      _ = retrying { calls.fchmod(descriptor, 0o600 | writers | writers << 1) }
    }
  }

  private func isOpen(_ descriptor: Int32, at path: String) -> Bool {
    var open = stat()
    var named = stat()
    guard retrying({ calls.fstat(descriptor, &open) }) == 0,
      retrying({ calls.lstat(path, &named) }) == 0
    else { return false }
    return open.st_ino == named.st_ino && open.st_dev == named.st_dev
  }

  private func monotonicMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
