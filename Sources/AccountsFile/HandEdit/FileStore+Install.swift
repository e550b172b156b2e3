import Accounts
import AccountsText
import LosslessJSON

/// What came of installing a hand edit.
enum InstallResult: Sendable {
  /// It is there, merged with any concurrent changes.
  case installed(merged: Bool)
  /// Both sides changed the same thing: nothing is written. The merge keeps the hand's version of it.
  case conflict(AccountsMerge, theirs: [UInt8])
  /// The text that the edit began from cannot be used, so nothing can be merged or written.
  case unmergeable(theirs: [UInt8])
}

extension FileStore {
  /// What the file may have, by the name that it has now.
  var dialect: JSONDialect {
    JSONDialect(ofFile: (try? onDisk { () throws(DiskFault) in try source.chosen(disk) }) ?? path)
  }

  /// The text of the file; that of an empty file if there is none.
  func currentText() throws(AccountsError) -> [UInt8] {
    try currentBytes() ?? AccountsDocument.emptyText
  }

  /// Replaces the file with a hand-edited version of `base`, merged with concurrent changes. An
  /// unusable base has no accounts to merge: if the file has changed since, all of it is a
  /// conflict. A file that others made unusable is not written.
  func install(
    _ mine: [UInt8], from base: [UInt8], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<InstallResult> {
    try await replacing(attribution) { file, _ throws(AccountsError) in
      // The path, chosen under the lock, says what both texts may have.
      let hand = try AccountsDocument(path: path, bytes: mine).usable()
      let text = try onDisk { () throws(DiskFault) in try disk.read(file) }
      let theirs = text?.bytes ?? AccountsDocument.emptyText
      guard theirs != base else {
        let before = try? AccountsDocument(path: path, bytes: theirs).usable()
        return PendingWrite(
          stamp: text?.stamp, text: TextPieces([hand.document.bytes[...]]),
          result: .installed(merged: false), recording: HistoryDraft(from: before, to: hand))
      }
      // It may be of a time when the file had the other name.
      let began = try? AccountsDocument(path: path, bytes: base, dialect: .withComments)
      guard let old = try? began?.usable() else {
        return PendingWrite(text: nil, result: .unmergeable(theirs: theirs))
      }
      let others = try AccountsDocument(path: path, bytes: theirs).usable()
      let merge = try AccountsMerge(base: old, mine: hand, theirs: others, today: today())
      guard merge.isClean else {
        return PendingWrite(text: nil, result: .conflict(merge, theirs: theirs))
      }
      let merged = try merge.merged
      return PendingWrite(
        stamp: text?.stamp, text: TextPieces([merged.document.bytes[...]]),
        result: .installed(merged: true), recording: HistoryDraft(from: others, to: merged))
    }
  }
}
