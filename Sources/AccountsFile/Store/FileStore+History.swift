import Accounts
import AccountsDocument

extension FileStore {
  func history(below number: Int?, limit: Int) throws(AccountsError) -> HistoryPage {
    try onDisk { () throws(DiskFault) in
      try located { file throws(DiskFault) in
        try HistoryFile(of: file, disk).entries(below: number, limit: limit)
      } ?? HistoryPage([], at: HistoryPosition(number: 0, isUpToDate: true))
    }
  }

  /// Undoes changes, if the history is where that was planned.
  func undo(
    _ changes: [AccountChange], _ basis: UndoBasis, _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied> {
    if options.isDryRun {
      let page = try history(below: nil, limit: 1)
      guard page.position == basis.position else { throw .historyMovedOn }
      try checkCancellation()
      return Outcome(try read().undoing(changes, basis, today: today(), options).result)
    }
    return try await replacing(options.attribution) { file, history throws(AccountsError) in
      let loaded = try read(file)
      if let fault = history.fault { throw .disk(fault) }
      guard history.position(with: loaded.text?.stamp) == basis.position else {
        throw .historyMovedOn
      }
      let (text, _, recording, result) = try loaded.document.undoing(
        changes, basis, today: today(), options)
      // This is the last moment: nothing is written yet.
      try checkCancellation()
      return PendingWrite(
        stamp: loaded.text?.stamp, text: text, result: result, recording: recording)
    }
  }

  func forget(
    _ names: [AccountName], _ ids: [AccountID]
  ) async throws(AccountsError) -> ForgetReport {
    let lock = try await lockForWriting()
    defer { disk.unlock(lock) }
    var writer = HistoryWriter(HistoryFile(of: lock.file, disk), now: now())
    defer { writer.close() }
    return try onDisk { () throws(DiskFault) in try writer.forget(names, ids) }
  }
}
