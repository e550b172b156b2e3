import Accounts
import LosslessJSON

extension FileStore {
  /// What came of installing; after a conflict, the merge that prefers the hand, and their text.
  typealias Installed = (result: HandEdit.Installation, merged: (copy: [UInt8], theirs: [UInt8])?)

  /// Replaces the file with a hand-edited version of `base`, merged with concurrent changes. An
  /// unusable base has no accounts to merge: if the file has changed since, all of it is a
  /// conflict. A file that others made unusable is not written.
  func install(_ mine: [UInt8], from base: [UInt8]) async throws(AccountsError) -> Done<Installed> {
    let hand = try AccountsDocument(path: path, bytes: mine).usable()
    return try await replacing { file throws(AccountsError) in
      let text = try onDisk { () throws(DiskFault) in try disk.read(file) }
      let theirs = text?.bytes ?? AccountsDocument.emptyText
      guard theirs != base else {
        return Replacing(
          stamp: text?.stamp, text: TextPieces([mine[...]]),
          result: (.installed(merged: false), nil))
      }
      guard let old = try? AccountsDocument(path: path, bytes: base).usable() else {
        let conflict = HandEdit.Conflict(accounts: [], besideAccounts: false, isWhole: true)
        return Replacing(text: nil, result: (.conflict(conflict), (mine, theirs)))
      }
      let others = try AccountsDocument(path: path, bytes: theirs).usable()
      let merge = try AccountsMerge(base: old, mine: hand, theirs: others)
      guard merge.conflicts.isEmpty, !merge.conflictsBesideAccounts else {
        let conflict = HandEdit.Conflict(
          accounts: merge.conflicts, besideAccounts: merge.conflictsBesideAccounts, isWhole: false)
        return Replacing(text: nil, result: (.conflict(conflict), (merge.document.bytes, theirs)))
      }
      return Replacing(
        stamp: text?.stamp, text: TextPieces([merge.document.bytes[...]]),
        result: (.installed(merged: true), nil))
    }
  }
}
