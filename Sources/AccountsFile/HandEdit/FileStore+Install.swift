import LosslessJSON

extension FileAccountBase {
  enum Installed {
    case installed(merged: Bool, uncertain: DiskFault?)
    /// What the two texts come to where the hand's version stands wherever both changed.
    case conflict(HandEdit.Conflict, merged: [UInt8], theirs: [UInt8])
  }

  /// Puts a text that a hand has made of `base` in the file's place, merged with what others have
  /// made of it meanwhile. A base that could not be used has no accounts to merge: if the file is
  /// another by now, all of it is a conflict. A file that others made unusable is not written.
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
        guard let old = try? AccountsFile(path: path, bytes: base).usable() else {
          let conflict = HandEdit.Conflict(accounts: [], besideAccounts: false, isWhole: true)
          return .conflict(conflict, merged: mine, theirs: theirs)
        }
        let others = try AccountsFile(path: path, bytes: theirs).usable()
        let merge = try AccountsMerge(base: old, mine: hand, theirs: others)
        new = merge.document.bytes
        guard merge.conflicts.isEmpty, !merge.conflictsBesideAccounts else {
          let conflict = HandEdit.Conflict(
            accounts: merge.conflicts, besideAccounts: merge.conflictsBesideAccounts,
            isWhole: false)
          return .conflict(conflict, merged: new, theirs: theirs)
        }
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
