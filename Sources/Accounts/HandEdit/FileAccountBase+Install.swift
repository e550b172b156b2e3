import LosslessJSON

extension FileAccountBase {
  enum Installed {
    case installed(merged: Bool, uncertain: DiskFault?)
    case conflict(AccountsMerge, theirs: [UInt8])
  }

  /// Puts a text that a hand has made of `base` in the file's place, merged with what others have
  /// made of it meanwhile. A file that cannot be used may be mended so, if nobody else touched it.
  func install(
    _ mine: [UInt8], from base: [UInt8]
  ) async throws(AccountsError) -> Installed {
    let hand = try AccountsFile(path: path, bytes: mine).usable()
    let lock = try await lockFile()
    defer { disk.unlock(lock.lock) }
    for _ in 0..<100 {
      let text = try onDisk { () throws(DiskFault) in try disk.read(lock.resolved) }
      var new = mine
      let theirs = text?.bytes ?? AccountsFile.emptyText
      if theirs != base {
        let old = try AccountsFile(path: path, bytes: base).usable()
        let others = try AccountsFile(path: path, bytes: theirs).usable()
        let merge = try AccountsMerge(base: old, mine: hand, theirs: others)
        guard merge.conflicts.isEmpty, !merge.conflictsBesideAccounts else {
          return .conflict(merge, theirs: theirs)
        }
        new = merge.document.bytes
      }
      let replacement = try onDisk { () throws(DiskFault) in
        try disk.replace(lock.resolved, .file(text?.stamp), with: [new[...]])
      }
      forget()
      switch replacement {
      case .durable: return .installed(merged: theirs != base, uncertain: nil)
      case .uncertain(let fault): return .installed(merged: theirs != base, uncertain: fault)
      case .outrun: continue
      }
    }
    throw .keepsChanging(path: path)
  }
}
