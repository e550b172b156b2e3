import Glibc

/// What the store does with the disk, in whole steps over `SystemCalls`.
///
/// Every step asserts that it runs on the background queue, retries if a signal interrupted it, and
/// reports failures as a `DiskFault`.
struct Disk: Sendable {
  let queue: DiskQueue
  let calls: SystemCalls
  /// How long one waits for a lock, in milliseconds.
  let lockPatience: Int

  init(queue: DiskQueue, calls: SystemCalls = SystemCalls(), lockPatience: Int = 10_000) {
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

  /// The stamp of a path, links not followed; nil if there is nothing.
  func stamp(of path: String, for action: DiskFault.Action) throws(DiskFault) -> FileStamp? {
    var info = stat()
    if retrying({ calls.lstat(path, &info) }) == 0 { return FileStamp(info) }
    // When writing, `makeDirectory` reports which part is not a directory.
    if errno == ENOENT || errno == ENOTDIR && action != .read { return nil }
    throw DiskFault(action: action, path: path, reason: .errno(errno))
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

  /// The file that a path refers to: only its last component is followed if it is a link. A
  /// dangling or circular link is a fault; a missing file is not.
  func resolve(_ path: String, for action: DiskFault.Action) throws(DiskFault) -> String {
    var current = path
    for step in 0..<40 {
      guard let stamp = try stamp(of: current, for: action) else {
        if step > 0 { throw DiskFault(action: action, path: path, reason: .danglingLink) }
        return current
      }
      guard stamp.isLink else { return current }
      let target = try linkTarget(of: current, for: action)
      current = FilePath.isAbsolute(target) ? target : FilePath.sibling(of: current, named: target)
    }
    throw DiskFault(action: action, path: path, reason: .linkLoop)
  }

  private func linkTarget(
    of path: String, for action: DiskFault.Action
  ) throws(DiskFault) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = retrying { buffer.withUnsafeMutableBufferPointer { calls.readlink(path, $0) } }
    guard length >= 0 else { throw DiskFault(action: action, path: path, reason: .errno(errno)) }
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes a directory and those above it that are missing, each for its owner alone.
  func makeDirectory(_ path: String) throws(DiskFault) {
    var info = stat()
    if retrying({ calls.stat(path, &info) }) == 0 {
      guard FileStamp(info).isDirectory else {
        throw DiskFault(action: .createDirectory, path: path, reason: .errno(ENOTDIR))
      }
      return
    }
    guard errno == ENOENT else {
      throw DiskFault(action: .createDirectory, path: path, reason: .errno(errno))
    }
    let parent = FilePath.directory(of: path)
    if parent != path { try makeDirectory(parent) }
    if retrying({ calls.mkdir(path, 0o700) }) == 0 {
      try settle(path, in: parent)
    } else if errno != EEXIST {
      throw DiskFault(action: .createDirectory, path: path, reason: .errno(errno))
    }
    // A new name is safe only once the directory that holds it is.
    do throws(DiskFault) { try syncDirectory(parent) } catch {
      throw DiskFault(action: .createDirectory, path: path, reason: error.reason)
    }
  }

  /// Gives a new directory its mode, whatever the umask, and its owner.
  private func settle(_ path: String, in parent: String) throws(DiskFault) {
    guard retrying({ calls.chmod(path, 0o700) }) == 0 else {
      throw DiskFault(action: .createDirectory, path: path, reason: .errno(errno))
    }
    guard let owner = owner(ofNewIn: parent) else { return }
    _ = retrying { calls.lchown(path, owner.user, owner.group) }
  }

  /// The owner for a new file that root creates in another user's directory: that user, who could
  /// not use it otherwise. Nil if it is simply ours.
  func owner(ofNewIn directory: String) -> (user: uid_t, group: gid_t)? {
    guard geteuid() == 0 else { return nil }
    var info = stat()
    guard retrying({ calls.stat(directory, &info) }) == 0, info.st_uid != 0 else { return nil }
    return (info.st_uid, info.st_gid)
  }

  /// Forces a directory, and so the names in it, to the disk.
  func syncDirectory(_ path: String) throws(DiskFault) {
    let descriptor = retrying { calls.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    guard descriptor >= 0 else {
      throw DiskFault(action: .makeDurable, path: path, reason: .errno(errno))
    }
    defer { close(descriptor) }
    // Some file systems have nothing to force and say that this cannot be asked of them.
    if retrying({ calls.fsync(descriptor) }) != 0, errno != EINVAL {
      throw DiskFault(action: .makeDurable, path: path, reason: .errno(errno))
    }
  }
}

/// Paths as text, taken apart at the byte `/`: a combining character behind one does not hide it.
enum FilePath {
  private static let slash = UInt8(ascii: "/")

  static func directory(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return "." }
    let directory = path[..<end]
    return directory.utf8.allSatisfy { $0 == slash } ? "/" : String(directory)
  }

  static func name(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return path }
    return String(path[path.utf8.index(after: end)...])
  }

  static func sibling(of path: String, named name: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return name }
    return path[...end] + name
  }

  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }
}
