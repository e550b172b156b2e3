// Replaces the accounts file: lock, read, plan, write a new file, add the history's line, rename.
// The line is written before the rename. A program that does not lock may change the file
// meanwhile: then all is read and planned again.

import Accounts
import AccountsDocument

extension FileStore {
  /// A new text to replace the file.
  struct PendingWrite<Result> {
    /// The file as it was read; nil if there was none.
    var stamp: FileStamp?
    let text: TextPieces?
    /// The open file from which the text copies; closed afterwards.
    var source: Int32?
    /// Finds the places of names in the new file; nil if it must be read for them.
    var places: (@Sendable () -> (FileOutline, [IndexEntry])?)?
    let result: Result
    /// The change for the history; nil for none.
    var recording: ChangeRecording?
  }

  typealias Replacement<Result> = (
    _ file: DirectoryFile, _ history: HistoryWriter
  ) throws(AccountsError) -> PendingWrite<Result>

  private struct DoneWrite<Result> {
    let result: Result
    /// The change that the history has; nil for none, and if nothing had to be written.
    var recording: ChangeRecording?
    /// Warnings about the history and the logins, which follow the write.
    var notices: [Notice]
    /// Doubts about the write itself.
    var uncertain: [Notice] = []
  }

  /// How often a write begins again while others change or rename the file.
  private static let attempts = 100

  /// Waits for the lock of the accounts file, creating its directory if needed.
  func lockForWriting() async throws(AccountsError) -> FileLock {
    try await disk.lock { () throws(DiskFault) in
      let directory = try disk.makeDirectory(source.directory)
      do throws(DiskFault) { try choose() } catch {
        disk.close(directory)
        throw error
      }
      let file = try disk.locate(path, from: directory, for: .write)
      guard file.directory.descriptor != directory.descriptor else { return file }
      do throws(DiskFault) { try refuseLinkOfRepository() } catch {
        disk.close(file.directory)
        throw error
      }
      return file
    }
  }

  /// Replaces the file under its lock. `body` reads the file and returns the replacement; it is
  /// called again if a program that does not lock changed the file first. From lock to rename,
  /// everything happens in the one open directory, and the history gets its line.
  func replacing<Result: Sendable>(
    _ attribution: Attribution, _ body: Replacement<Result>
  ) async throws(AccountsError) -> Outcome<Result> {
    for _ in 0..<Self.attempts {
      do throws(AccountsError) {
        return try await replacingLocked(attribution, body)
      } catch {
        switch error {
        case .storeMissing, .partlyDone(.loginsEnded, .storeMissing):
          guard isRenamed else { throw error }
        default: throw error
        }
      }
    }
    throw .keepsChanging(subject: path)
  }

  private func replacingLocked<Result: Sendable>(
    _ attribution: Attribution, _ body: Replacement<Result>
  ) async throws(AccountsError) -> Outcome<Result> {
    let lock = try await lockForWriting()
    defer { disk.unlock(lock) }
    let sessions = try await sessionsOfChange(lock.file)
    defer { if case .locked(let lock) = sessions { disk.unlock(lock) } }
    let done = try readAndRename(lock.file, attribution, sessions, body)
    var notices = done.notices
    if let recording = done.recording, case .none = sessions {
      notices += await endLateLogins(with: recording, beside: lock.file).notices
    }
    if let recording = done.recording, let fault = await follow(recording, lock.file) {
      notices.append(.loginsNotFollowed(fault))
    }
    return Outcome(done.result, notices: notices + done.uncertain)
  }

  /// Reads the locked file, plans, and renames the new file over it; again while others change it.
  ///
  /// This function is not `async`: so nothing suspends from reading to renaming, and no other task
  /// of this store sees or changes a half-done write.
  private func readAndRename<Result: Sendable>(
    _ file: DirectoryFile, _ attribution: Attribution, _ sessions: SessionsOfChange,
    _ body: Replacement<Result>
  ) throws(AccountsError) -> DoneWrite<Result> {
    var history = openHistory(of: file)
    defer { history.close() }
    var ends = EndsOfChange()
    do throws(AccountsError) {
      for _ in 0..<Self.attempts {
        let new = try body(file, history)
        defer { if let source = new.source { disk.close(source) } }
        let cut = history.isCutShort ? [Notice.cutShort(.disk(history.history.side.cutShort))] : []
        guard let text = new.text else {
          // Another program changed the file after the first attempt, and nothing is to be written.
          guard ends.counts.isEmpty else { break }
          return DoneWrite(result: new.result, notices: cut)
        }
        let uncertain = try write(
          text, of: new, over: file, attribution, &history
        ) { ends.add(endLogins(with: $0, sessions)) }
        guard let uncertain else { continue }
        return DoneWrite(
          result: new.result, recording: new.recording,
          notices: cut + notices(of: history, after: new.recording) + ends.notices,
          uncertain: uncertain)
      }
      throw .keepsChanging(subject: path)
    } catch {
      guard !ends.counts.isEmpty else { throw error }
      throw .partlyDone(.loginsEnded(ends.counts), error)
    }
  }

  /// The history for the line of a change, and no temporary file of a program that was killed.
  ///
  /// It is looked at before those files go: they tell what was not done. If it cannot be read, they
  /// go on telling it.
  private func openHistory(of file: DirectoryFile) -> HistoryWriter {
    let history = HistoryWriter(HistoryFile(of: file, disk), now: now())
    if history.isRead {
      let locks = Self.locks(beside: file.name).map { file.directory.file($0) }
      disk.removeTemporaryFiles(
        of: [file, HistoryFile(of: file, disk).file, AccountsIndex.file(of: file)] + locks)
    }
    return history
  }

  /// Puts a text in the place of the file. Before the rename, logins in browsers end, and the
  /// history gets its line. A long file has its index beside it.
  ///
  /// - Parameter endLogins: ends the logins that the change ends.
  /// - Returns: what is not certain of the write; nil if another program changed the file first,
  ///   and nothing else was done.
  private func write<Result>(
    _ text: TextPieces, of new: PendingWrite<Result>, over file: DirectoryFile,
    _ attribution: Attribution, _ history: inout HistoryWriter,
    _ endLogins: (ChangeRecording) -> Void
  ) throws(AccountsError) -> [Notice]? {
    var (size, known) = (0, KnownEntries?.none)
    let replacement = try onDisk { () throws(DiskFault) in
      try disk.replace(
        file, .file(new.stamp), with: text,
        beforeRename: { temporary, left in
          size = left.size
          if let places = new.places, disk.waitUntil(left.modified.isOver) != nil {
            known = KnownEntries(written: left, places: places)
          }
          guard let recording = new.recording else { return }
          endLogins(recording)
          history.append(attribution, recording, through: temporary, over: new.stamp, leaving: left)
        },
        checking: { () throws(DiskFault) in
          guard try source.chosen(disk) == path else { throw source.fault }
        },
        retracting: { history.retract() })
    }
    forget()
    if replacement.isDurable, size >= disk.long.size { writeIndex(of: file, known: known) }
    return replacement.notices
  }

  /// The notices of a change that was written, if the history lacks something of it.
  private func notices(of history: HistoryWriter, after recording: ChangeRecording?) -> [Notice] {
    var notices: [Notice] = []
    if recording != nil, let fault = history.fault { notices.append(.notInHistory(.disk(fault))) }
    if history.fault == nil, history.lacksValues { notices.append(.cannotBeUndone) }
    notices += recording?.noticesOfNames ?? []
    if let count = recording?.lostComments, count > 0 { notices.append(.commentsGone(count)) }
    return notices
  }
}
