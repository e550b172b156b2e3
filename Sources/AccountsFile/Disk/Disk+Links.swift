// A user who may write a directory on the way can put a link there, and so have root read or write
// where that user may not. So every path is walked name by name: each directory and each link is
// opened without following it, and judged by what was opened.

import Accounts
import Glibc

/// The symbolic links that a path may pass if others could have created them: in a directory that
/// others may write and, for root, in any.
enum LinkRule: Sendable, Hashable {
  /// Links of root, of the user who runs the program, and of the owner of both the link's directory
  /// and the one that it leads to: that owner could put the file there anyway.
  case ofOwner
  /// Links of root and of the user who runs the program.
  case ofUser
  /// As `ofUser`; and no directory on the way may be writable by others, its group included, except
  /// a sticky one whose next name belongs to root or the user.
  case trusted
  /// As `ofOwner`; and only if those who name the path could go themselves.
  case ofUsers(FileUsers)

  fileprivate var followsOwner: Bool {
    switch self {
    case .ofOwner, .ofUsers: true
    case .ofUser, .trusted: false
    }
  }
}

/// The users who may write the accounts, and so name another file there, which root must not read
/// for them.
struct FileUsers: Sendable, Hashable {
  /// The only one; nil if a group may write them, or they are in a database.
  var owner: uid_t?
  var group: gid_t?

  /// All who may write the accounts.
  init(_ accounts: SideFile.Model) {
    group = accounts.stamp.group
    owner = accounts.groupRights & 0o020 == 0 ? accounts.stamp.owner : nil
  }

  /// All who may write a database.
  init() {}

  /// True if they all have one of the rights (1 to search, 4 to read) on a file.
  func may(_ right: mode_t, _ stamp: FileStamp) -> Bool {
    stamp.permissions & right != 0 || stamp.owner == owner
      || stamp.group == group && stamp.permissions & right << 3 != 0
  }
}

extension Disk {
  /// Opens a directory; nil if there is none.
  ///
  /// - Parameter base: the directory for a relative path; nil for the current one.
  func directory(
    _ path: String, from base: OpenDirectory? = nil, for action: DiskFault.Action,
    _ rule: LinkRule = .ofOwner
  ) throws(DiskFault) -> OpenDirectory? {
    var links = 0
    return try walk(path, from: base, action, rule, &links)
  }

  /// Opens a directory; throws that `file`, itself or one in it, is missing if there is none.
  func directory(
    _ path: String, for action: DiskFault.Action, _ rule: LinkRule = .ofOwner,
    orMissing file: String
  ) throws(DiskFault) -> OpenDirectory {
    if let directory = try directory(path, for: action, rule) { return directory }
    throw DiskFault(action: action, path: file, reason: .missing)
  }

  private func walk(
    _ path: String, from base: OpenDirectory?, _ action: DiskFault.Action, _ rule: LinkRule,
    _ links: inout Int
  ) throws(DiskFault) -> OpenDirectory? {
    let full = base.map { FilePath.join($0.path, path) } ?? path
    var here = base ?? OpenDirectory(descriptor: AT_FDCWD, path: ".")
    var isOpened = false
    func goOn(_ name: String) throws(DiskFault) -> Bool {
      let next = try step(name, from: here, to: full, action, rule, &links)
      if isOpened { close(here) }
      isOpened = next != nil
      if let next { here = next }
      return isOpened
    }
    do throws(DiskFault) {
      let names = FilePath.names(path)
      if FilePath.isAbsolute(path) || names.isEmpty {
        guard try goOn(FilePath.isAbsolute(path) ? "/" : path) else { return nil }
      }
      for name in names { guard try goOn(name) else { return nil } }
    } catch {
      if isOpened { close(here) }
      throw error
    }
    return OpenDirectory(descriptor: here.descriptor, path: full)
  }

  /// Opens a directory by one name; nil if there is none.
  private func step(
    _ name: String, from here: OpenDirectory, to full: String, _ action: DiskFault.Action,
    _ rule: LinkRule, _ links: inout Int
  ) throws(DiskFault) -> OpenDirectory? {
    func fault(_ code: Int32) -> DiskFault {
      DiskFault(action: action, path: full, reason: .errno(code))
    }
    if rule == .trusted, name != "/" { try distrust(here.file(name)) }
    if name != "/" { try search(here, to: full, rule) }
    // A directory need not be readable to find files in it.
    let flags = Self.pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { calls.open(here.descriptor, name, flags, 0) }
    if descriptor >= 0 {
      return OpenDirectory(descriptor: descriptor, path: FilePath.join(here.path, name))
    }
    let code = errno
    if code == ENOENT { return nil }
    guard code == ENOTDIR || code == ELOOP, let link = try link(here.file(name), for: action) else {
      throw fault(code)
    }
    links += 1
    guard links <= 40 else { throw fault(ELOOP) }
    guard let target = try walk(link.target, from: here, action, rule, &links) else { return nil }
    do throws(DiskFault) {
      try judge(link.stamp, here.file(name), to: target, for: action, rule)
    } catch {
      close(target)
      throw error
    }
    return target
  }

  /// Throws if those who name a path could not go through a directory on its way.
  func search(_ directory: OpenDirectory, to path: String, _ rule: LinkRule) throws(DiskFault) {
    guard case .ofUsers(let users) = rule, directory.descriptor != AT_FDCWD else { return }
    guard users.may(0o1, try stamp(of: directory)) else {
      throw DiskFault(action: .read, path: path, reason: .notReadableByUsers)
    }
  }

  /// Opens a regular file for reading, if its users could read it; nil if there is none. Anything
  /// else is not opened at all: with some devices that alone has an effect.
  func openRegular(_ file: DirectoryFile, for users: FileUsers) throws(DiskFault) -> Int32? {
    let flags = Self.pathOnly | O_NOFOLLOW | O_CLOEXEC
    let place = retrying { calls.open(file.directory.descriptor, file.name, flags, 0) }
    guard place >= 0 else {
      if errno == ENOENT { return nil }
      throw file.fault(.read, .errno(errno))
    }
    defer { close(place) }
    let stamp = try stamp(of: place, path: file.path, for: .read)
    guard users.may(0o4, stamp) else { throw file.fault(.read, .notReadableByUsers) }
    guard stamp.isRegularFile else { throw file.fault(.read, .notRegularFile) }
    let descriptor = retrying {
      calls.open(AT_FDCWD, "/proc/self/fd/\(place)", O_RDONLY | O_CLOEXEC, 0)
    }
    guard descriptor >= 0 else { throw file.fault(.read, .errno(errno)) }
    return descriptor
  }

  /// `O_PATH`, which Glibc does not export.
  private static let pathOnly: Int32 = 0o10_000_000

  /// The link with this name; nil if there is none.
  func link(
    _ file: DirectoryFile, for action: DiskFault.Action
  ) throws(DiskFault) -> (stamp: FileStamp, target: String)? {
    func fault() -> DiskFault { file.fault(action, .errno(errno)) }
    let flags = Self.pathOnly | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { calls.open(file.directory.descriptor, file.name, flags, 0) }
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw fault()
    }
    defer { close(descriptor) }
    let stamp = try stamp(of: descriptor, path: file.path, for: action)
    guard stamp.isLink else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = retrying {
      buffer.withUnsafeMutableBufferPointer { calls.readlink(descriptor, "", $0) }
    }
    guard length >= 0 else { throw fault() }
    let bytes = buffer.prefix(length).map { UInt8(bitPattern: $0) }
    return (stamp, String(decoding: bytes, as: UTF8.self))
  }

  /// Throws if a link to a directory, or to a file in it, must not be followed.
  func judge(
    _ link: FileStamp, _ file: DirectoryFile, to target: OpenDirectory,
    for action: DiskFault.Action, _ rule: LinkRule
  ) throws(DiskFault) {
    if isTrusted(link) { return }
    let directory = try directoryStamp(of: file, for: action)
    if calls.user() != 0, isTrusted(directory), !directory.isOpenToOthers { return }
    if rule.followsOwner, link.owner == directory.owner,
      link.owner == (try stamp(of: target)).owner
    {
      return
    }
    throw file.fault(action, .linkOfAnother)
  }

  /// True if it belongs to root or to the user who runs the program.
  private func isTrusted(_ stamp: FileStamp) -> Bool {
    stamp.owner == 0 || stamp.owner == calls.user()
  }

  private func directoryStamp(
    of file: DirectoryFile, for action: DiskFault.Action
  ) throws(DiskFault) -> FileStamp {
    guard let stamp = try stamp(of: file.directory.file("."), for: action) else {
      throw DiskFault(action: action, path: file.directory.path, reason: .missing)
    }
    return stamp
  }

  /// Throws if somebody else could have created an existing name.
  func distrust(_ file: DirectoryFile) throws(DiskFault) {
    guard let stamp = try stamp(of: file, for: .read) else { return }
    let directory = try directoryStamp(of: file, for: .read)
    if isTrusted(directory) {
      if !isOpenToOthers(directory) { return }
      if directory.permissions & 0o1000 != 0, isTrusted(stamp) { return }
    }
    throw DiskFault(action: .read, path: file.path, reason: .othersMayWrite(file.directory.path))
  }

  /// Throws if somebody else could put something into a directory.
  func distrust(_ directory: OpenDirectory) throws(DiskFault) {
    let stamp = try stamp(of: directory)
    guard !isTrusted(stamp) || isOpenToOthers(stamp) else { return }
    let reason: DiskFault.Reason =
      isTrusted(stamp) ? .othersMayWrite(directory.path) : .notOfThisUser
    throw DiskFault(action: .write, path: directory.path, reason: reason)
  }

  /// True if others than the owner may write a directory. A group that is one user's own does not
  /// count, except for root.
  private func isOpenToOthers(_ directory: FileStamp) -> Bool {
    guard directory.isOpenToOthers else { return false }
    return directory.permissions & 0o002 != 0 || directory.owner == 0
      || !isAlone(directory.owner, in: directory.group)
  }

  /// Reads a file that only root and the user who runs the program can have written; nil if there
  /// is none.
  func trusted(_ path: String, atMost limit: Int) throws(DiskFault) -> [UInt8]? {
    var start = path
    if !FilePath.isAbsolute(path) {
      guard let here = getcwd(nil, 0) else {
        throw DiskFault(action: .read, path: path, reason: .errno(errno))
      }
      defer { free(here) }
      start = FilePath.join(String(cString: here), path)
    }
    do throws(DiskFault) {
      return try located(start, .trusted) { file throws(DiskFault) in
        guard let text = try read(file, atMost: limit) else { return nil }
        guard isTrusted(text.stamp), !text.stamp.isOpenToOthers else {
          throw DiskFault(action: .read, path: path, reason: .othersMayWrite(file.path))
        }
        return text.bytes
      }
    } catch {
      guard case .othersMayWrite = error.reason else { throw error }
      throw DiskFault(action: .read, path: path, reason: error.reason)
    }
  }
}

extension FileStamp {
  /// True if others than the owner may write it.
  var isOpenToOthers: Bool { permissions & 0o022 != 0 }
}
