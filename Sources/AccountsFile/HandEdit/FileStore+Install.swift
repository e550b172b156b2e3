import Accounts
import AccountsDocument
import LosslessJSON

extension FileStore {
  /// The dialect of the file, by its present name.
  var dialect: JSONDialect {
    JSONDialect(ofFile: (try? onDisk { () throws(DiskFault) in try source.chosen(disk) }) ?? path)
  }

  /// The file's text; an empty file's text if there is none.
  func currentText() throws(AccountsError) -> [UInt8] {
    try onDisk { () throws(DiskFault) in try disk.bytes(of: source.chosen(disk)) }
      ?? AccountsDocument.emptyText
  }

  /// Replaces the file with a hand-edited version of `base`, merged with concurrent changes. If
  /// `base` is unusable and the file has changed since, the whole file is a conflict. A file that
  /// others made unusable is not written.
  ///
  /// Accounts that it adds or changes, and that have no id, get one.
  ///
  /// - Returns: of a conflict also their text, and the copy merged as far as possible, which keeps
  ///   the hand edit's version of conflicts. A notice counts their new comments, which cannot be
  ///   merged.
  func install(
    _ mine: [UInt8], from base: [UInt8], giving newID: @escaping @Sendable () -> AccountID,
    by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<(HandEdit.Installation, merged: HandEdit.Merged?)> {
    var commentsLeftOut = 0
    typealias Done = (HandEdit.Installation, merged: HandEdit.Merged?)
    var done: Outcome<Done> = try await replacing(attribution) {
      file, _ throws(AccountsError) -> PendingWrite<Done> in
      let hand = try AccountsDocument(path: path, bytes: mine).usable()
      let text = try onDisk { () throws(DiskFault) in try disk.read(file) }
      let theirs = text?.bytes ?? AccountsDocument.emptyText
      commentsLeftOut = 0
      if let old = try? AccountsDocument(path: path, bytes: base) {
        let codes = hand.placed(hand.codesAsPasswords(since: old))
        guard codes.isEmpty else { throw .invalid(codes) }
      }
      guard theirs != base else {
        let before = try? AccountsDocument(path: path, bytes: theirs).usable()
        let new = try before.map { old throws(AccountsError) in
          try hand.identifying(since: old, giving: newID, today: today())
        }
        return PendingWrite(
          stamp: text?.stamp, text: TextPieces([(new?.document ?? hand).document.bytes[...]]),
          result: (.installed(merged: false), nil),
          recording: ChangeRecording(
            from: before, to: new?.document ?? hand, identified: new?.rows ?? [], newID))
      }
      guard let old = try? AccountsDocument(path: path, bytes: base).usable() else {
        let conflict = HandEdit.Conflict(accounts: [], besideAccounts: false, isWhole: true)
        return PendingWrite(text: nil, result: (.conflict(conflict), (mine, theirs)))
      }
      let others = try AccountsDocument(path: path, bytes: theirs).usable()
      let merge = try AccountsMerge(base: old, mine: hand, theirs: others, today: today())
      commentsLeftOut = merge.commentsLeftOut
      guard merge.isClean else {
        let conflict = HandEdit.Conflict(
          accounts: merge.conflicts, besideAccounts: merge.conflictsBesideAccounts, isWhole: false)
        return PendingWrite(
          text: nil, result: (.conflict(conflict), (merge.document.bytes, theirs)))
      }
      let (merged, rows) = try merge.merged.identifying(
        since: others, giving: newID, today: today())
      return PendingWrite(
        stamp: text?.stamp, text: TextPieces([merged.document.bytes[...]]),
        result: (.installed(merged: true), nil),
        recording: ChangeRecording(from: others, to: merged, identified: rows, newID))
    }
    if commentsLeftOut > 0 {
      done.notices.append(.commentsLeftOut(commentsLeftOut, subject: path))
    }
    return done
  }
}
