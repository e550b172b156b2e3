public import Accounts
import AccountsDocument
import Glibc

/// A file to read or replace as a whole: an import or an export.
public actor WholeFile {
  public nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  private nonisolated let disk: Disk
  private let path: String
  private let accounts: FileStore?

  /// - Parameters:
  ///   - path: the path of the file; it may be a link.
  ///   - registry: the accounts, whose own files are not replaced.
  public init(_ path: String, sparing registry: Registry) {
    self.path = path
    disk = registry.disk
    accounts = registry.store as? FileStore
  }

  /// A file of any kind that may be replaced. Nothing in the documents directory is looked at.
  public init(_ path: String, on registry: Registry) {
    self.path = path
    disk = registry.disk
    accounts = nil
  }

  /// Reads the file.
  public func bytes() throws(AccountsError) -> [UInt8] {
    guard let bytes = try onDisk({ () throws(DiskFault) in try disk.bytes(of: path) }) else {
      throw .disk(DiskFault(action: .read, path: path, reason: .missing))
    }
    return bytes
  }

  /// Replaces the file atomically and durably, without a lock. A new file belongs to the user who
  /// runs the program, with mode 0600; one that exists keeps its owner, group and mode. Only writes
  /// to a device, or to a descriptor such as `/dev/fd/3`. Refuses the files of the accounts, and
  /// anything but a regular file.
  ///
  /// - Parameters:
  ///   - bytes: the whole text.
  ///   - ifChanged: leaves a file with the same bytes alone, for a program that reads it.
  /// - Returns: true if anything was written.
  public func replace(
    with bytes: [UInt8], ifChanged: Bool = false
  ) throws(AccountsError) -> Outcome<Bool> {
    try replaced(path) { () throws(DiskFault) in
      func fault(_ reason: DiskFault.Reason) -> DiskFault {
        DiskFault(action: .write, path: path, reason: reason)
      }
      if try disk.write(bytes[...], toInherited: path) { return .durable }
      // Not the file of that name, which is what remains without the slash.
      guard path.utf8.last != UInt8(ascii: "/") else { throw fault(.errno(EISDIR)) }
      let above = FilePath.directory(of: path)
      guard let directory = try disk.directory(above, for: .write, .ofUser) else {
        throw fault(.errno(ENOENT))
      }
      let file = try disk.locate(path, from: directory, for: .write, .ofUser)
      defer { disk.close(file.directory) }
      if let accounts, try accounts.owns(file) { throw fault(.isAccountsFile) }
      if try disk.write(bytes[...], toDevice: file) { return .durable }
      if let stamp = try disk.stamp(of: file, for: .write), !stamp.isRegularFile {
        throw fault(.notRegularFile)
      }
      guard ifChanged else {
        let old = try disk.stamp(of: file, for: .write)
        return try disk.replace(file, .output(old, laterSecond: false), with: [.bytes(bytes[...])])
      }
      let old = try disk.read(file)
      if old?.bytes == bytes { return nil }
      return try disk.replace(
        file, .output(old?.stamp, laterSecond: true), with: [.bytes(bytes[...])])
    }
  }
}

extension WholeFile {
  /// Makes a file with mode 0600; returns false, and writes nothing, if there is one of this name.
  public func create(_ bytes: [UInt8]) throws(AccountsError) -> Bool {
    let written = try replaced(path) { () throws(DiskFault) -> ReplaceResult? in
      guard let directory = try disk.directory(FilePath.directory(of: path), for: .write, .ofUser)
      else { throw DiskFault(action: .write, path: path, reason: .errno(ENOENT)) }
      let file = try disk.locate(path, from: directory, for: .write, .ofUser)
      defer { disk.close(file.directory) }
      guard try disk.stamp(of: file, for: .write) == nil else { return nil }
      return try disk.replace(file, .output(nil, laterSecond: false), with: [.bytes(bytes[...])])
    }
    return written.value
  }
}

extension Disk {
  /// The bytes of a file; nil if there is none.
  func bytes(of path: String) throws(DiskFault) -> [UInt8]? {
    try located(path) { file throws(DiskFault) in try read(file) }?.bytes
  }
}
