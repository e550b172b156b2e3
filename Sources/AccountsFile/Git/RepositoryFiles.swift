public import Accounts
import AccountsText
import Glibc

/// The files that make a git repository handle regapp's files: its lists of names, and a key.
///
/// Programs run git themselves; this only writes files that it reads.
public actor RepositoryFiles {
  public nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  private nonisolated let disk: Disk
  private let source: AccountsPath

  /// Nil for accounts outside files.
  public init?(of registry: Registry) {
    guard let store = registry.store as? FileStore else { return nil }
    disk = store.disk
    source = store.source
  }

  /// A directory with files of regapp.
  public struct Place: Sendable, Hashable {
    /// The path.
    public let directory: String
    /// The possible names of an accounts file there; empty if the accounts are elsewhere.
    public let accounts: [String]
    /// Patterns for git that match the names of the other files.
    public let ignored: [String]
  }

  /// The documents directory and, if the accounts file is a link, its target's directory.
  public func places() throws(AccountsError) -> [Place] {
    let documents = source.directory
    let found = try onDisk { () throws(DiskFault) -> (String, String, Bool)? in
      let path = try source.chosen(disk)
      guard let directory = try disk.directory(documents, for: .read) else { return nil }
      let file = try disk.locate(path, from: directory, for: .read)
      defer { disk.close(file.directory) }
      return (file.directory.path, file.name, file.directory.path != documents)
    }
    guard let (directory, name, isElsewhere) = found else {
      throw .storeMissing(subject: source.usual)
    }
    let usual = AccountsPath.names
    let names = isElsewhere || !usual.contains(name) ? [name] : usual
    let beside = names.flatMap(FileStore.names)
    let own =
      DocumentsFiles.own + DocumentsFiles.shared + ["\(FileStore.editNote)*", Self.temporary]
    guard isElsewhere else {
      return [Place(directory: directory, accounts: names, ignored: unique(own + beside))]
    }
    return [
      Place(directory: documents, accounts: [], ignored: unique(own)),
      Place(directory: directory, accounts: names, ignored: unique(beside + [Self.temporary])),
    ]
  }

  private func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The temporary files of killed writers: `.accounts.json.0123456789abcdef.tmp`.
  private static let temporary = ".*.????????????????.tmp"
}

extension RepositoryFiles {
  /// Adds missing lines to the end of a file. Creates the file and its directory if needed. Refuses
  /// links, since git follows none here.
  ///
  /// - Returns: true if anything was added.
  public func add(_ lines: [String], to path: String) throws(AccountsError) -> Outcome<Bool> {
    try replaced(path) { () throws(DiskFault) in try addOnce(lines, to: path) }
  }

  private func addOnce(_ lines: [String], to path: String) throws(DiskFault) -> ReplaceResult? {
    let directory = try disk.makeDirectory(FilePath.directory(of: path))
    defer { disk.close(directory) }
    let file = directory.file(FilePath.name(of: path))
    if try disk.stamp(of: file, for: .write)?.isLink == true {
      throw DiskFault(action: .write, path: path, reason: .isLink)
    }
    let old = try disk.read(file)
    var bytes = old?.bytes ?? []
    let known = Set(
      bytes.split(separator: UInt8(ascii: "\n")).map { line in
        line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : Array(line)
      })
    let new = lines.filter { !known.contains(Array($0.utf8)) }
    guard !new.isEmpty else { return nil }
    let end = Array((bytes.endsLinesWithCR ? "\r\n" : "\n").utf8)
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes += end }
    for line in new { bytes += Array(line.utf8) + end }
    return try disk.replace(file, .file(old?.stamp), with: [.bytes(bytes[...])])
  }

  /// Creates a key of 32 random bytes that only its owner can read, unless there is one.
  ///
  /// - Returns: true if anything changed.
  public func makeKey(at path: String) throws(AccountsError) -> Outcome<Bool> {
    try replaced(path) { () throws(DiskFault) in
      guard let directory = try disk.directory(FilePath.directory(of: path), for: .write) else {
        throw DiskFault(action: .write, path: path, reason: .missing)
      }
      defer { disk.close(directory) }
      let file = directory.file(FilePath.name(of: path))
      if let stamp = try disk.stamp(of: file, for: .write), stamp.isRegularFile, stamp.size == 32 {
        let isShared =
          stamp.permissions & 0o007 == 0 && disk.sharingGroup(of: directory, stamp) != nil
        guard stamp.permissions != 0o600, !isShared, let descriptor = try disk.open(file) else {
          return nil
        }
        defer { disk.close(descriptor) }
        guard disk.retrying({ disk.calls.fchmod(descriptor, 0o600) }) == 0 else {
          throw DiskFault(action: .write, path: path, reason: .errno(errno))
        }
        return .durable
      }
      var random = SystemRandomNumberGenerator()
      let key = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      return try disk.replace(file, .anything, with: [.bytes(key[...])])
    }
  }
}

extension RepositoryFiles {
  /// The changes to git's own files.
  public struct Shared: Sendable, Hashable {
    /// True if anything changed.
    public internal(set) var isChanged = false
    /// The paths of other users' files, which only those users can share.
    public internal(set) var left: [String] = []
  }

  /// Lets the group that shares the accounts use git's own directory beside them. Skips links, and
  /// files with other names, which may be another repository's.
  ///
  /// - Returns: nil if nobody shares the accounts.
  public func share(_ path: String) throws(AccountsError) -> Shared? {
    try onDisk { () throws(DiskFault) -> Shared? in
      let group = try disk.located(source.chosen(disk), .ofOwner) { accounts throws(DiskFault) in
        disk.sharingGroup(of: accounts.directory, try disk.stamp(of: accounts, for: .read))
      }
      guard let group, let above = try disk.directory(FilePath.directory(of: path), for: .write)
      else { return nil }
      defer { disk.close(above) }
      var shared = Shared()
      try share(above.file(FilePath.name(of: path)), with: group, &shared)
      return shared
    }
  }

  private func share(
    _ file: DirectoryFile, with group: gid_t, _ shared: inout Shared
  ) throws(DiskFault) {
    guard let old = try disk.stamp(of: file, for: .write), !old.isLink else { return }
    let user = disk.calls.user()
    let descriptor: Int32
    do throws(DiskFault) {
      guard let opened = try disk.open(file) else { return }
      descriptor = opened
    } catch {
      guard user != 0, old.owner != user else { throw error }
      return shared.left.append(file.path)
    }
    defer { disk.close(descriptor) }
    let stamp = try disk.stamp(of: descriptor, path: file.path, for: .write)
    guard stamp.isDirectory || stamp.isRegularFile && stamp.links == 1 else { return }
    if stamp.isDirectory {
      let directory = OpenDirectory(descriptor: descriptor, path: file.path)
      for name in disk.calls.names(descriptor) ?? [] where name != "." && name != ".." {
        try share(directory.file(name), with: group, &shared)
      }
    }
    let own = stamp.permissions & 0o700
    let mode =
      stamp.permissions | (stamp.isDirectory ? 0o2070 : (own | own >> 3) & 0o770)
    guard (stamp.group, stamp.permissions) != (group, mode) else { return }
    guard user == 0 || stamp.owner == user else { return shared.left.append(file.path) }
    guard disk.retrying({ disk.calls.fchown(descriptor, .max, group) }) == 0,
      disk.retrying({ disk.calls.fchmod(descriptor, mode) }) == 0
    else { throw file.fault(.write, .errno(errno)) }
    shared.isChanged = true
  }
}
