import Glibc

extension SideFile {
  /// Runs `body` on the open file, under the lock; nil if there is no such file. No other lock is waited
  /// for under it.
  ///
  /// - Parameter creating: whether to make the file if it is missing.
  @discardableResult
  func opened<Result>(
    _ model: Model, creating: Bool, _ flags: Int32 = 0,
    _ body: (_ descriptor: Int32, FileStamp) throws(DiskFault) -> Result
  ) throws(DiskFault) -> Result? {
    for _ in 0..<100 {
      guard let descriptor = try open(O_RDWR | flags | (creating ? O_CREAT : 0)) else {
        return nil
      }
      defer { disk.close(descriptor) }
      // One that has no name any more was removed by a hand.
      guard let stamp = try stamp(of: descriptor, model, for: .write) else { continue }
      try fit(descriptor, stamp, model)
      return try body(descriptor, stamp)
    }
    throw fault(.write, .errno(EAGAIN))
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
