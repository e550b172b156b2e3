import Accounts
import LosslessJSON

extension FileStore {
  enum Installed {
    case installed(merged: Bool)
    /// What the two texts come to where the hand's version is kept wherever both changed.
    case conflict(HandEdit.Conflict, merged: [UInt8], theirs: [UInt8])
  }

  /// Replaces the file with a hand-edited version of `base`, merged with concurrent changes. An
  /// unusable base has no accounts to merge: if the file has changed since, all of it is a
  /// conflict. A file that others made unusable is not written.
  func install(
    _ mine: [UInt8], from base: [UInt8]
  ) async throws(AccountsError) -> Written<Installed> {
    let hand = try AccountsDocument(path: path, bytes: mine).usable()
    return try await replacing { file throws(AccountsError) in
      let text = try onDisk { () throws(DiskFault) in try disk.read(file) }
      let theirs = text?.bytes ?? AccountsDocument.emptyText
      guard theirs != base else {
        return Replacing(text?.stamp, with: [mine[...]], result: .installed(merged: false))
      }
      func conflict(_ conflict: HandEdit.Conflict, _ merged: [UInt8]) -> Replacing<Installed> {
        Replacing(nil, with: nil, result: .conflict(conflict, merged: merged, theirs: theirs))
      }
      guard let old = try? AccountsDocument(path: path, bytes: base).usable() else {
        return conflict(HandEdit.Conflict(accounts: [], besideAccounts: false, isWhole: true), mine)
      }
      let others = try AccountsDocument(path: path, bytes: theirs).usable()
      let merge = try AccountsMerge(base: old, mine: hand, theirs: others)
      guard merge.conflicts.isEmpty, !merge.conflictsBesideAccounts else {
        return conflict(
          HandEdit.Conflict(
            accounts: merge.conflicts, besideAccounts: merge.conflictsBesideAccounts,
            isWhole: false), merge.document.bytes)
      }
      return Replacing(
        text?.stamp, with: [merge.document.bytes[...]], result: .installed(merged: true))
    }
  }
}
