import Glibc

/// A directory that is kept open. Its files are looked up, locked, written and renamed in it,
/// wherever its path leads by then. The caller that opens it closes it.
struct OpenDirectory: Sendable {
  let descriptor: Int32
  /// The path by which it was opened, for messages.
  let path: String

  func file(_ name: String) -> DirectoryFile { DirectoryFile(directory: self, name: name) }
}

/// A name in an open directory, with or without a file.
struct DirectoryFile: Sendable {
  let directory: OpenDirectory
  let name: String

  var path: String { FilePath.join(directory.path, name) }

  func fault(_ action: DiskFault.Action, _ reason: DiskFault.Reason) -> DiskFault {
    DiskFault(action: action, path: path, reason: reason)
  }
}

extension Disk {
  /// Opens a directory. Creates it and its missing parents, accessible to their owner only.
  func makeDirectory(_ path: String) throws(DiskFault) -> OpenDirectory {
    if let directory = try directory(path, for: .createDirectory) { return directory }
    func fault(_ code: Int32) -> DiskFault {
      DiskFault(action: .createDirectory, path: path, reason: .errno(code))
    }
    let above = FilePath.directory(of: path)
    guard above != path else { throw fault(ENOENT) }
    let parent = try makeDirectory(above)
    defer { close(parent) }
    let name = FilePath.name(of: path)
    if retrying({ calls.mkdir(parent.descriptor, name, 0o700) }) == 0 {
      try own(parent.file(name))
    } else if errno != EEXIST {
      throw fault(errno)
    }
    // A new name is safe only once the directory that holds it is.
    do throws(DiskFault) { try sync(parent) } catch {
      throw DiskFault(action: .createDirectory, path: path, reason: error.reason)
    }
    guard let new = try directory(path, for: .createDirectory) else { throw fault(ENOENT) }
    return new
  }

  /// Sets the mode of a new directory, regardless of the umask, and its owner. Works on the opened
  /// directory: its name may be another's by now.
  private func own(_ new: DirectoryFile) throws(DiskFault) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retrying { calls.open(new.directory.descriptor, new.name, flags, 0) }
    guard descriptor >= 0 else { throw new.fault(.createDirectory, .errno(errno)) }
    defer { close(descriptor) }
    let stamp = try stamp(of: descriptor, path: new.path, for: .createDirectory)
    guard let made = madeDirectory(descriptor, stamp) else { return }
    let owner = owner(ofNewIn: new.directory)
    let access = FileAccess(
      owner: owner?.user ?? stamp.owner, group: owner?.group ?? stamp.group, mode: 0o700)
    do throws(DiskFault) { try give(made, access, path: new.path) } catch {
      throw new.fault(.createDirectory, error.reason)
    }
  }

  func close(_ directory: OpenDirectory) { close(directory.descriptor) }

  /// Opens the file at a path, in its directory: only the last component is followed if it is a
  /// link. A missing file is not a fault; a dangling or circular link is.
  ///
  /// - Parameter directory: the path's directory. It is closed unless the file is in it.
  func locate(
    _ path: String, from directory: OpenDirectory, for action: DiskFault.Action,
    _ rule: LinkRule = .ofOwner
  ) throws(DiskFault) -> DirectoryFile {
    func fault(_ reason: DiskFault.Reason) -> DiskFault {
      DiskFault(action: action, path: path, reason: reason)
    }
    var directory = directory
    var file = directory.file(FilePath.name(of: path))
    do throws(DiskFault) {
      for step in 0..<40 {
        try search(file.directory, to: path, rule)
        guard let stamp = try stamp(of: file, for: action) else {
          if step > 0 { throw fault(.danglingLink) }
          return file
        }
        if rule == .trusted { try distrust(file) }
        guard stamp.isLink else { return file }
        guard let link = try link(file, for: action) else { continue }
        let above = FilePath.directory(of: link.target)
        guard let next = try self.directory(above, from: directory, for: action, rule) else {
          throw fault(.danglingLink)
        }
        let old = file
        defer { close(old.directory) }
        directory = next
        file = next.file(FilePath.name(of: link.target))
        try judge(link.stamp, old, to: next, for: action, rule)
      }
      throw fault(.linkLoop)
    } catch {
      close(directory)
      throw error
    }
  }

  /// Calls `body` with the file at a path; nil if its directory is missing.
  func located<Result>(
    _ path: String, _ rule: LinkRule = .ofOwner,
    _ body: (DirectoryFile) throws(DiskFault) -> Result?
  ) throws(DiskFault) -> Result? {
    guard let directory = try directory(FilePath.directory(of: path), for: .read, rule) else {
      return nil
    }
    let file = try locate(path, from: directory, for: .read, rule)
    defer { close(file.directory) }
    return try body(file)
  }

  /// True if both are the same name in the same directory, by any paths.
  func isSame(_ left: DirectoryFile, _ right: DirectoryFile) -> Bool {
    guard left.name == right.name,
      let one = try? stamp(of: left.directory), let other = try? stamp(of: right.directory)
    else { return false }
    return one.isSameFile(as: other)
  }

  /// The path of an open directory, from the kernel.
  func wholePath(of directory: OpenDirectory) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let link = "/proc/self/fd/\(directory.descriptor)"
    let length = retrying {
      buffer.withUnsafeMutableBufferPointer { calls.readlink(AT_FDCWD, link, $0) }
    }
    guard length > 0 else { return directory.path }
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func stamp(of directory: OpenDirectory) throws(DiskFault) -> FileStamp {
    try stamp(of: directory.descriptor, path: directory.path, for: .read)
  }

  /// Forces a directory with its names to the disk.
  func sync(_ directory: OpenDirectory) throws(DiskFault) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let descriptor = retrying { calls.open(directory.descriptor, ".", flags, 0) }
    guard descriptor >= 0 else {
      throw DiskFault(action: .makeDurable, path: directory.path, reason: .errno(errno))
    }
    defer { close(descriptor) }
    // Some file systems have nothing to force and say that this cannot be asked of them.
    if retrying({ calls.fsync(descriptor) }) != 0, errno != EINVAL {
      throw DiskFault(action: .makeDurable, path: directory.path, reason: .errno(errno))
    }
  }
}

/// Paths as text, split at the byte `/`: a combining character after one does not hide it.
enum FilePath {
  private static let slash = UInt8(ascii: "/")

  static func directory(of path: String) -> String {
    let bare = bare(path[...])
    guard let end = bare.utf8.lastIndex(of: slash) else { return "." }
    return end == path.startIndex ? "/" : String(Self.bare(bare[..<end]))
  }

  /// The last component; `.` for the root, its own directory.
  static func name(of path: String) -> String {
    let bare = bare(path[...])
    guard let end = bare.utf8.lastIndex(of: slash) else { return String(bare) }
    let name = bare[bare.utf8.index(after: end)...]
    return name.isEmpty ? "." : String(name)
  }

  /// Drops slashes at the end, except in `/`.
  private static func bare(_ path: Substring) -> Substring {
    guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return path.prefix(1) }
    return path[..<path.utf8.index(after: last)]
  }

  /// The components, except `.`.
  static func names(_ path: String) -> [String] {
    path.utf8.split(separator: slash).map { String(Substring($0)) }.filter { $0 != "." }
  }

  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  static func join(_ directory: String, _ path: String) -> String {
    if directory == "." || isAbsolute(path) { return path }
    if path == "." { return directory }
    return directory.utf8.last == slash ? directory + path : "\(directory)/\(path)"
  }
}
