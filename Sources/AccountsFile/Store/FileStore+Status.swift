import Accounts
import Glibc

extension FileStore {
  func status() -> StoreStatus? {
    do throws(DiskFault) {
      try choose()
      let directory = source.directory
      guard let open = try disk.directory(directory, for: .write) else {
        return status(nil, disk.faultOfCreating(directory))
      }
      let file = try disk.locate(path, from: open, for: .write)
      defer { disk.close(file.directory) }
      let stamp = try disk.stamp(of: file, for: .write)
      return status(stamp, disk.faultOfReplacing(file, stamp))
    } catch {
      return status(nil, error)
    }
  }

  private func status(_ stamp: FileStamp?, _ fault: DiskFault?) -> StoreStatus {
    let missing = stamp == nil && !mayBegin ? AccountsError.storeMissing(subject: path) : nil
    var status = StoreStatus(
      stamp: .init(stamp.map { "\($0)" } ?? fault.map { "\($0)" } ?? ""),
      writeFault: missing ?? fault.map { .disk($0) })
    status.isThere = stamp != nil
    return status
  }
}

extension Disk {
  /// The fault of replacing a file, as far as it shows without trying.
  fileprivate func faultOfReplacing(_ file: DirectoryFile, _ stamp: FileStamp?) -> DiskFault? {
    if let code = refusal(ofNamesIn: file.directory) { return file.fault(.write, .errno(code)) }
    guard let stamp else { return nil }
    guard stamp.isRegularFile else { return file.fault(.write, .notRegularFile) }
    guard !stamp.hasOtherNames else { return file.fault(.write, .hardLink) }
    // Whether another user's file can be kept in its group, only writing it shows.
    let user = calls.user()
    let isKept =
      user == 0 || stamp.owner == user || stamp.letsGroupWrite
      || sharingGroup(of: file.directory, stamp) != nil
    return isKept ? nil : file.fault(.write, .ownerCannotBeKept)
  }

  /// The fault of creating a missing directory.
  fileprivate func faultOfCreating(_ path: String) -> DiskFault? {
    var above = path
    do throws(DiskFault) {
      while true {
        guard above != FilePath.directory(of: above) else { return nil }
        above = FilePath.directory(of: above)
        guard let directory = try directory(above, for: .createDirectory) else { continue }
        defer { close(directory) }
        return refusal(ofNamesIn: directory).map {
          DiskFault(action: .createDirectory, path: path, reason: .errno($0))
        }
      }
    } catch {
      return error
    }
  }

  /// The errno of creating a name in a directory; nil if it would succeed.
  private func refusal(ofNamesIn directory: OpenDirectory) -> Int32? {
    retrying { calls.access(directory.descriptor, ".", W_OK | X_OK) } == 0 ? nil : errno
  }
}
