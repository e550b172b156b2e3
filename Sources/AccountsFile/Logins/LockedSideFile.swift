import Accounts
import Glibc

extension SideFile {
  /// Runs `body` on the open file, under a lock on that; nil if there is no such file.
  ///
  /// The lock is on the file itself: who replaces it holds the lock until the new one has its name, and
  /// who waited for the lock of a file without a name begins again. So nothing is written to a file that
  /// was replaced. No other lock is waited for under it.
  ///
  /// - Parameter creating: whether to make the file if it is missing.
  func locked<Result>(
    _ model: Model, creating: Bool, _ flags: Int32 = 0,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (_ descriptor: Int32, FileStamp) throws(DiskFault) -> Result
  ) async throws(AccountsError) -> Result? {
    let patience = Patience(disk.lockPatience)
    while true {
      let descriptor = try onDisk { () throws(DiskFault) in
        try open(O_RDWR | flags | (creating ? O_CREAT : 0))
      }
      guard let descriptor else { return nil }
      switch try turn(descriptor, model, patience, body) {
      case .done(let result): return result
      case .replaced: continue
      case .wait: try await patience.pause()
      }
    }
  }

  private enum Turn<Result> {
    case done(Result)
    /// The file has no name any more.
    case replaced
    /// Another process has the lock.
    case wait
  }

  private func turn<Result>(
    _ descriptor: Int32, _ model: Model, _ patience: Patience,
    _ body: (_ descriptor: Int32, FileStamp) throws(DiskFault) -> Result
  ) throws(AccountsError) -> Turn<Result> {
    defer { disk.close(descriptor) }
    guard disk.retrying({ disk.calls.flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
      guard errno == EWOULDBLOCK else { throw .disk(fault(.write, .errno(errno))) }
      guard !patience.isUsedUp else {
        throw .busy(subject: file.path, by: disk.holder(of: descriptor))
      }
      return .wait
    }
    // Closing alone would leave the lock to a child that is being forked.
    defer { _ = disk.retrying { disk.calls.flock(descriptor, LOCK_UN) } }
    return try onDisk { () throws(DiskFault) in
      guard let stamp = try stamp(of: descriptor, model, for: .write) else { return .replaced }
      try fit(descriptor, stamp, model)
      return .done(try body(descriptor, stamp))
    }
  }

  /// Gives the file the group and the rights that it is to have, before anything is written.
  private func fit(_ descriptor: Int32, _ stamp: FileStamp, _ model: Model) throws(DiskFault) {
    let mode = 0o600 | model.groupRights
    // A file that root makes is the accounts' owner's.
    let isRoots = stamp.owner == 0 && model.stamp.owner != 0
    guard stamp.permissions != mode || stamp.group != model.stamp.group || isRoots else { return }
    disk.share(descriptor, like: accounts)
    // Another's file is left as it is, but for the rights of those who may not read the accounts.
    let now = try disk.stamp(of: descriptor, path: file.path, for: .write)
    let kept = now.permissions & (0o700 | model.groupRights)
    guard now.permissions == kept || disk.retrying({ disk.calls.fchmod(descriptor, kept) }) == 0
    else { throw fault(.write, .errno(errno)) }
  }
}
