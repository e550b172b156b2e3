// A service gets accounts of its own by a user whose home is the documents directory. Such a home
// can be shared while nothing but the accounts, and what every new home has, is in it. In any other
// home the group could replace what its owner runs.

import Glibc

extension FileStore {
  func isHome(_ directory: OpenDirectory, _ stamp: FileStamp) throws(DiskFault) -> Bool {
    guard let path = disk.home(of: stamp.owner) else { return false }
    do throws(DiskFault) {
      guard let home = try disk.directory(path, for: .read) else { return false }
      defer { disk.close(home) }
      return try disk.stamp(of: home).isSameFile(as: stamp)
    } catch {
      // Some services have a file as their home, /dev/null.
      if case .errno(ENOTDIR) = error.reason { return false }
      throw error
    }
  }

  /// A name in a home that neither the accounts nor a new home has; nil if there is none.
  ///
  /// - Parameter accounts: the name of the accounts file.
  func strangeName(
    inHome directory: OpenDirectory, of accounts: String
  ) throws(DiskFault) -> String? {
    let skeleton = try disk.directory(Self.skeleton, for: .read)
    defer { if let skeleton { disk.close(skeleton) } }
    for name in try disk.names(in: directory).sorted() where name != ".git" {
      let file = directory.file(name)
      guard let stamp = try disk.stamp(of: file, for: .read) else { continue }
      if stamp.isRegularFile, Self.isOfAccounts(name, named: accounts) { continue }
      if name == Self.state.first, try leadsOnly(to: Self.state.dropFirst(), from: file) {
        continue
      }
      guard let skeleton, try disk.isCopy(file, of: skeleton.file(name)) else { return name }
    }
    return nil
  }

  /// The files of a new home.
  private static let skeleton = "/etc/skel"
  /// The way to a user's own files of regapp.
  private static let state = [".local", "state", "regapp"]
  /// The directories at its end: the copies of hand edits, and the records of `publish`.
  private static let inState: Set = ["edits", "published"]

  /// True for a name that regapp, its users or git give to a file beside the accounts.
  private static func isOfAccounts(_ name: String, named accounts: String) -> Bool {
    let accounts = Set(AccountsPath.names + [accounts])
    let written = accounts.flatMap { [$0] + names(beside: $0) } + DocumentsFiles.own
    let byHand = [DocumentsFiles.publishList, ".gitignore", ".gitattributes"]
    return DocumentsFiles.contains(name) || (written + byHand).contains(name)
      || (written + DocumentsFiles.shared).contains { TemporaryName.belongs(name, to: $0) }
  }

  /// True if a directory has nothing but a way in it, or a part of it, and regapp's own at its end.
  private func leadsOnly(
    to way: ArraySlice<String>, from directory: DirectoryFile
  ) throws(DiskFault) -> Bool {
    try disk.inside(directory) { inside, names throws(DiskFault) in
      guard let next = way.first else {
        for name in names {
          let stamp = try disk.stamp(of: inside.file(name), for: .read)
          guard Self.inState.contains(name), stamp?.isDirectory != false else { return false }
        }
        return true
      }
      guard names == [next] else { return names.isEmpty }
      return try leadsOnly(to: way.dropFirst(), from: inside.file(next))
    } ?? false
  }
}

extension Disk {
  /// Calls `body` with a directory, not following a link, and the names in it; nil if there is
  /// none.
  fileprivate func inside<Result>(
    _ directory: DirectoryFile,
    _ body: (OpenDirectory, [String]) throws(DiskFault) -> Result
  ) throws(DiskFault) -> Result? {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else {
      // It is missing, or no directory.
      if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
      throw directory.fault(.read, .errno(errno))
    }
    defer { close(descriptor) }
    let inside = OpenDirectory(descriptor: descriptor, path: directory.path)
    return try body(inside, names(in: inside))
  }

  /// The names in a directory. A directory that cannot be listed is not empty.
  func names(in directory: OpenDirectory) throws(DiskFault) -> [String] {
    queue.assertIsCurrent()
    guard let names = calls.names(directory.descriptor) else {
      throw DiskFault(action: .read, path: directory.path, reason: .errno(errno))
    }
    return names.filter { $0 != "." && $0 != ".." }
  }

  /// True if a file has the text of another, or a directory only files of another with their texts.
  fileprivate func isCopy(
    _ file: DirectoryFile, of model: DirectoryFile
  ) throws(DiskFault) -> Bool {
    guard let own = try stamp(of: file, for: .read), let other = try stamp(of: model, for: .read),
      own.mode & S_IFMT == other.mode & S_IFMT
    else { return false }
    if own.isDirectory {
      return try inside(file) { inside, names throws(DiskFault) in
        try self.inside(model) { model, _ throws(DiskFault) in
          for name in names where try !isCopy(inside.file(name), of: model.file(name)) {
            return false
          }
          return true
        } ?? false
      } ?? false
    }
    if own.isLink { return try link(file, for: .read)?.target == link(model, for: .read)?.target }
    guard own.isRegularFile, own.size == other.size, own.size <= FileText.greatestNote else {
      return false
    }
    return try read(file)?.bytes == read(model)?.bytes
  }
}
