import CEvents
import Glibc

/// The file of a Unix socket: which one is ours, and what may be replaced.
struct SocketFile: Sendable {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// The most bytes of a path, by `struct sockaddr_un`.
  static let longestPath = 107

  /// `O_PATH` and `AT_EMPTY_PATH`, which Glibc does not export.
  private static let (onlyThePath, ofDescriptor): (Int32, Int32) = (0o10_000_000, 0x1000)

  /// Listens at a path. A socket on which nobody listens is replaced; anything else is left as it
  /// is.
  ///
  /// The directory is locked meanwhile, so that of two that begin at once one sees the other. Users
  /// who may read it can lock it, too; nobody waits for them for longer than a start takes.
  static func listen(at path: String, group: String?) throws(ListenFault) -> Listener {
    guard !path.isEmpty, path.utf8.count <= longestPath, !path.utf8.contains(0) else {
      throw .tooLong
    }
    let group = try group.map { name throws(ListenFault) in try identifier(of: name) }
    let directory = open(self.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw .failed(errno) }
    defer { close(directory) }
    var tries = 0
    while flock(directory, LOCK_EX | LOCK_NB) != 0, tries < 50 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .failed(errno) }
      tries += 1
      usleep(20_000)
    }
    try removeDead(path)
    return try bound(path, group)
  }

  /// Removes the file, unless another one is there by now.
  func remove() {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_dev == device, info.st_ino == inode else { return }
    unlink(path)
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func identifier(of group: String) throws(ListenFault) -> gid_t {
    guard let found = getgrnam(group) else { throw .unknownGroup }
    return found.pointee.gr_gid
  }

  /// Removes the socket of a program that has ended.
  private static func removeDead(_ path: String) throws(ListenFault) {
    var info = stat()
    guard lstat(path, &info) == 0 else {
      guard errno == ENOENT else { throw .failed(errno) }
      return
    }
    guard info.st_mode & S_IFMT == S_IFSOCK else { throw .occupied }
    let probe = Listener.streamSocket(AF_UNIX)
    guard probe >= 0 else { throw .failed(errno) }
    defer { close(probe) }
    // A live socket says yes, or that too many wait; only a dead one refuses.
    guard withAddress(of: path, { connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else {
      throw .inUse
    }
    guard unlink(path) == 0 else { throw .failed(errno) }
  }

  private static func bound(_ path: String, _ group: gid_t?) throws(ListenFault) -> Listener {
    let descriptor = Listener.streamSocket(AF_UNIX)
    guard descriptor >= 0 else { throw .failed(errno) }
    func fail(_ fault: ListenFault) -> ListenFault {
      close(descriptor)
      return fault
    }
    // Nobody else may connect before its group and mode are right: Linux gives the file the mode
    // that the socket has. A umask would be every thread's.
    guard fchmod(descriptor, 0o600) == 0 else { throw fail(.failed(errno)) }
    guard withAddress(of: path, { bind(descriptor, $0, $1) }) == 0 else {
      throw fail(errno == EADDRINUSE ? .inUse : .failed(errno))
    }
    // The group gets the file that has the path now. It is changed through a descriptor and not by
    // its name: a user who may write to the directory could put another's file there.
    let found = open(path, Self.onlyThePath | O_NOFOLLOW | O_CLOEXEC)
    guard found >= 0 else { throw fail(.failed(errno)) }
    defer { close(found) }
    var info = stat()
    guard fstat(found, &info) == 0 else { throw fail(.failed(errno)) }
    guard info.st_mode & S_IFMT == S_IFSOCK, info.st_uid == geteuid() else { throw fail(.occupied) }
    let file = SocketFile(path: path, device: info.st_dev, inode: info.st_ino)
    if let group, fchownat(found, "", uid_t.max, group, Self.ofDescriptor) != 0 {
      let code = errno
      file.remove()
      throw fail(code == EPERM ? .notInGroup : .failed(code))
    }
    // A list that the directory puts on new files would wake with the mode.
    let place = "/proc/self/fd/\(found)"
    guard
      removexattr(place, "system.posix_acl_access") == 0
        || [ENODATA, EOPNOTSUPP, ENOSYS].contains(errno),
      chmod(place, 0o660) == 0,
      Glibc.listen(descriptor, Listener.backlog) == 0
    else {
      let code = errno
      file.remove()
      throw fail(.failed(code))
    }
    return Listener(descriptor, name: path, isSocket: true, file: file)
  }

  private static func withAddress<Result>(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
