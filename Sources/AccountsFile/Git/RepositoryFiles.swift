public import Accounts
import AccountsDocument
import Glibc

/// The files that make a git repository handle regapp's files: its lists of names, and a key.
///
/// Programs run git themselves; this only writes files that it reads.
public actor RepositoryFiles {
  public nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  private nonisolated let disk: Disk
  private let source: AccountsPath
  private let store: FileStore

  /// Nil for accounts outside files.
  public init?(of registry: Registry) {
    guard let store = registry.store as? FileStore else { return nil }
    self.store = store
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
    /// The directory's owner, if that is another user.
    public let stranger: String?
  }

  /// The documents directory and, if the accounts file is a link, its target's directory.
  public func places() throws(AccountsError) -> [Place] {
    let documents = source.directory
    func stranger(_ directory: OpenDirectory) throws(DiskFault) -> String? {
      let owner = try disk.stamp(of: directory).owner
      return owner == disk.calls.user() ? nil : disk.name(ofUser: owner)
    }
    let found = try onDisk { () throws(DiskFault) -> (String, String, Bool, [String?])? in
      let path = try source.chosen(disk)
      guard let directory = try disk.directory(documents, for: .read) else { return nil }
      let owner = try stranger(directory)
      let file = try disk.locate(path, from: directory, for: .read)
      defer { disk.close(file.directory) }
      let owners = [owner, try stranger(file.directory)]
      return (file.directory.path, file.name, file.directory.path != documents, owners)
    }
    guard let (directory, name, isElsewhere, owners) = found else {
      throw .storeMissing(subject: source.usual)
    }
    let usual = AccountsPath.names
    let names = isElsewhere || !usual.contains(name) ? [name] : usual
    let beside = names.flatMap(FileStore.names)
    let own =
      DocumentsFiles.own + DocumentsFiles.shared + ["\(FileStore.editNote)*", Self.temporary]
    guard isElsewhere else {
      return [
        Place(
          directory: directory, accounts: names, ignored: unique(own + beside), stranger: owners[1])
      ]
    }
    return [
      Place(directory: documents, accounts: [], ignored: unique(own), stranger: owners[0]),
      Place(
        directory: directory, accounts: names, ignored: unique(beside + [Self.temporary]),
        stranger: owners[1]),
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
    let old = try disk.read(file, atMost: FileText.greatestNote)
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
      let directory = try disk.directory(FilePath.directory(of: path), for: .write, orMissing: path)
      defer { disk.close(directory) }
      let file = directory.file(FilePath.name(of: path))
      let old = try disk.stamp(of: file, for: .write)
      if let old, old.isRegularFile, old.size == RepositoryKey.size {
        let isShared =
          old.permissions & 0o007 == 0 && disk.sharingGroup(of: directory, old) != nil
        // A file that others could read is not a secret any more.
        if old.permissions & 0o077 == 0 || isShared { return nil }
      }
      var random = SystemRandomNumberGenerator()
      let key = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let target =
        old.map { ReplaceTarget.anything(owner: ($0.owner, $0.group)) } ?? .file(nil)
      return try disk.replace(file, target, with: [.bytes(key[...])])
    }
  }
}

extension RepositoryFiles {
  /// The files of git's own directory that a group which shares the accounts cannot use.
  public struct Unshared: Sendable, Hashable {
    /// The group.
    public let group: String
    /// The paths.
    public internal(set) var paths: [String] = []
  }

  /// Looks for what the group that shares the accounts cannot use of git's own directory beside
  /// them. Nothing is changed: what lies there may be anybody's. Links are not followed.
  ///
  /// - Returns: nil if nobody shares the accounts.
  public func unshared(_ path: String) throws(AccountsError) -> Unshared? {
    try onDisk { () throws(DiskFault) -> Unshared? in
      let group = try disk.located(source.chosen(disk), .ofOwner) { accounts throws(DiskFault) in
        disk.sharingGroup(of: accounts.directory, try disk.stamp(of: accounts, for: .read))
      }
      guard let group, let above = try disk.directory(FilePath.directory(of: path), for: .read)
      else { return nil }
      defer { disk.close(above) }
      var unshared = Unshared(group: disk.name(ofGroup: group))
      try look(at: above.file(FilePath.name(of: path)), for: group, &unshared)
      return unshared
    }
  }

  private func look(
    at file: DirectoryFile, for group: gid_t, _ unshared: inout Unshared
  ) throws(DiskFault) {
    guard let stamp = try disk.stamp(of: file, for: .read),
      stamp.isDirectory || stamp.isRegularFile
    else { return }
    let own = stamp.permissions & 0o700
    let needed = stamp.isDirectory ? 0o2070 : own >> 3
    let isUsable = stamp.group == group && stamp.permissions & needed == needed
    if !isUsable { unshared.paths.append(file.path) }
    guard stamp.isDirectory, let descriptor = (try? disk.open(file)) ?? nil else { return }
    defer { disk.close(descriptor) }
    let directory = OpenDirectory(descriptor: descriptor, path: file.path)
    for name in (disk.calls.names(descriptor) ?? []).sorted() where name != "." && name != ".." {
      try look(at: directory.file(name), for: group, &unshared)
    }
  }

  /// The owner of the directory to which the accounts file leads as a link, if that is neither
  /// root, nor the user who runs the program, nor the owner of the documents.
  public func strangerLedTo() throws(AccountsError) -> String? {
    try onDisk { () throws(DiskFault) in try store.strangerLedTo().map(disk.name(ofUser:)) }
  }
}
