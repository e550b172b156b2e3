// Order of a write: the temporary file of the accounts, forced to the disk; the line, which names
// that file, forced; the last check, the rename, the directory. So every acknowledged change has
// its line, and a line of a change that was not made can be recognised.
//
// A line is cut off by the next writer, and left out by readers, if it was torn, if its temporary
// file is still there, or if the file that it replaced still is. A stamp is inode, size and time of
// modification. That of the replaced file also has the time of the last change of anything: a
// backup that was restored with its old times may have got the old inode. A rename changes that
// time, so `left` cannot have it.
//
// A `copy` writes where nothing was. If it was killed, there are no accounts yet, but its temporary
// file: then the next writer removes all that it wrote. Without that file the history stays:
// somebody has moved the copied accounts away.

import Accounts
import AccountsDocument
import Glibc
import LosslessJSON
import TextTools

/// Appends to a history while the accounts are locked.
///
/// A line is written and forced to the disk before the accounts are replaced, so that every
/// acknowledged change has one. If the change is not made after all, the line is cut off again:
/// here, or by the next writer, who sees the temporary file or the unreplaced one.
struct HistoryWriter {
  let history: HistoryFile
  let now: Int
  var descriptor: Int32?
  var stamp: FileStamp?
  /// The last line of a completed change, without its accounts.
  var last: HistoryLine?
  /// The end of the lines of completed changes.
  var end = 0
  private var isNew = false
  /// The fault for which the history is left alone.
  private(set) var fault: DiskFault?
  /// True if the file was too long, and only its last lines are left.
  private(set) var isCutShort = false
  /// True if no line of an uncompleted change is left; false if reading or cutting failed.
  var isRead: Bool { if case .errno = fault?.reason { false } else { true } }

  var disk: Disk { history.disk }

  /// Opens the history, and cuts off lines of uncompleted changes.
  ///
  /// - Parameter now: the seconds since 1970.
  init(_ history: HistoryFile, now: Int) {
    self.history = history
    self.now = now
    do throws(DiskFault) { try mend() } catch { leave(error) }
  }

  func close() { if let descriptor { disk.close(descriptor) } }

  /// Stops writing the history.
  private mutating func leave(_ fault: DiskFault) {
    self.fault = fault
    close()
    descriptor = nil
  }

  /// Opens the file, after shortening one that is too long.
  private mutating func open() throws(DiskFault) -> (descriptor: Int32, stamp: FileStamp)? {
    guard let (descriptor, stamp) = try history.side.open(O_RDWR) else { return nil }
    guard history.side.isTooLong(stamp.size) else { return (descriptor, stamp) }
    defer { disk.close(descriptor) }
    try history.journal.rewrite(
      history.journal.lines(descriptor, upTo: stamp.size), over: stamp)
    isCutShort = true
    return try history.side.open(O_RDWR)
  }

  private mutating func mend() throws(DiskFault) {
    guard let (descriptor, stamp) = try open() else { return }
    (self.descriptor, self.stamp) = (descriptor, stamp)
    let accounts = try disk.stamp(of: history.accounts, for: .read)
    var (end, last, isFirst) = (stamp.size, HistoryLine?.none, true)
    var isHalfCopied = false
    try history.journal.readBackwards(descriptor, from: stamp.size) {
      bytes, range throws(DiskFault) in
      let line = HistoryLine(bytes, withAccounts: false)
      let isWhole = bytes.last == UInt8(ascii: "\n")
      if isFirst,
        try line.map({ line throws(DiskFault) in try history.isPending(line, accounts) })
          ?? !isWhole
      {
        // A torn line may follow the line of a change that was not made.
        end = range.lowerBound
        isFirst = line == nil
        isHalfCopied = line?.entry.did == .copy
        return !isHalfCopied
      }
      isFirst = false
      last = line
      return line == nil
    }
    guard !isHalfCopied else { return try removeHalfCopy() }
    (self.end, self.last) = (end, last)
    if end < stamp.size { try cut(descriptor) }
  }

  /// Removes the files of an unfinished copy: none of them was there before it.
  private mutating func removeHalfCopy() throws(DiskFault) {
    close()
    (descriptor, stamp) = (nil, nil)
    for name in SideFile.Name.copied {
      let file = SideFile(name, of: history.accounts, disk).file
      disk.removeTemporaryFiles(of: [file])
      try disk.remove(file)
    }
  }

  /// Cuts off everything after completed changes. Durable, since the temporary file that marks the
  /// line is removed next.
  private func cut(_ descriptor: Int32) throws(DiskFault) {
    guard disk.retrying({ disk.calls.ftruncate(descriptor, end) }) == 0,
      disk.retrying({ disk.calls.fsync(descriptor) }) == 0
    else { throw history.side.fault(.write, .errno(errno)) }
  }

  /// The end of the history, compared with the accounts as they were read.
  func position(with accounts: FileStamp?) -> HistoryPosition {
    HistoryPosition(
      number: last?.entry.number ?? 0, isUpToDate: last?.isUpToDate(accounts) ?? true,
      identity: last.flatMap { _ in stamp?.identity })
  }

  /// Appends the line of a change about to be made, and forces it to the disk. If the accounts were
  /// changed by hand since the last line, notes that first. After a failure, the history is left
  /// alone.
  mutating func append(
    _ attribution: Attribution, _ recording: ChangeRecording, through temporary: DirectoryFile,
    over replaced: FileStamp?, leaving left: FileStamp
  ) {
    guard fault == nil else { return }
    do throws(DiskFault) {
      var number = (last?.entry.number ?? 0) + 1
      // A number that a hand wrote may leave no room for more.
      guard number < HistoryLine.greatestNumber - 1 else {
        throw history.side.fault(.write, .errno(EOVERFLOW))
      }
      var bytes: [UInt8] = []
      func entry(
        _ attribution: Attribution, count: Int = 0, _ document: DocumentRecord? = nil
      ) -> HistoryEntry {
        HistoryEntry(
          number: number, time: now, user: attribution.user, by: attribution.by,
          byID: attribution.byID, via: attribution.via, did: attribution.did, count: count,
          document: document, undid: attribution.undid)
      }
      let over = replaced.map { FileTrace($0) }
      if let last, !last.isUpToDate(replaced) {
        let noted = Attribution(
          .byHand, user: attribution.user, by: attribution.by, byID: attribution.byID)
        bytes += HistoryLine(
          entry: entry(noted), left: replaced.map { FileTrace($0, isRenamed: true) }
        ).bytes()
        number += 1
      }
      let keepsValues = attribution.did.keepsValues
      var (document, room) = (recording.document, history.journal.greatestSize - 4096)
      if let size = document?.json.bytes(style: .compact).count {
        if size > room { document = document?.withoutValues } else { room -= size }
      }
      let (accounts, isWhole) = recording.text(atMost: room, withValues: keepsValues)
      lacksValues = keepsValues && !(isWhole && document?.keepsValues != false)
      let count = accounts == nil ? recording.count : 0
      let line = HistoryLine(
        entry: entry(attribution, count: count, document),
        temporary: temporary.name,
        replaced: over,
        left: FileTrace(left, isRenamed: true))
      bytes += line.bytes(accounts: accounts ?? Array("[]".utf8))
      try makeRoom(for: bytes.count)
      try write(bytes, beside: left)
    } catch {
      leave(error)
    }
  }

  /// True if the line lacks values that undo would need.
  private(set) var lacksValues = false

  /// True while a line of an uncompleted change, or a part of one, is in the file.
  private var isAppended = false

  /// - Parameter accounts: the new accounts, whose users may read the line.
  private mutating func write(
    _ bytes: [UInt8], beside accounts: FileStamp
  ) throws(DiskFault) {
    let model = SideFile.model(like: accounts, in: history.file.directory, disk)
    if descriptor == nil { try create(like: model) }
    guard let descriptor, let stamp else { return }
    // By now another file than the one read can be under the accounts' name.
    try history.side.judge(stamp, model, for: .write)
    isAppended = true
    do throws(DiskFault) {
      try history.journal.append(bytes, to: descriptor, at: end)
    } catch {
      // A part of a line says nothing; if it stays, the next writer cuts it off.
      let left = try? disk.stamp(of: descriptor, path: history.file.path, for: .write)
      isAppended = left?.size != end
      throw error
    }
  }

  private mutating func create(like accounts: SideFile.Model) throws(DiskFault) {
    guard
      let (descriptor, stamp) = try history.side.open(O_RDWR | O_CREAT | O_EXCL, like: accounts)
    else {
      throw history.side.fault(.createFile, .errno(ENOENT))
    }
    (self.descriptor, self.stamp, isNew) = (descriptor, stamp, true)
    // The accounts must not be replaced on the disk while the history has no name there. If this
    // fails, so does what the accounts' name is forced with, and is reported.
    try? disk.sync(history.file.directory)
  }

  /// Cuts off the line of a change that was not made. Returns true if nothing of it is left.
  mutating func retract() -> Bool {
    guard isAppended else { return true }
    isAppended = false
    guard let descriptor else { return false }
    do throws(DiskFault) { try cut(descriptor) } catch {
      leave(error)
      return false
    }
    if isNew {
      // A change that was not made leaves no file behind.
      disk.close(descriptor)
      (self.descriptor, isNew) = (nil, false)
      _ = disk.retrying {
        disk.calls.unlink(history.file.directory.descriptor, history.file.name)
      }
    }
    return true
  }
}
