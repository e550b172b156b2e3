import Accounts
import Glibc

/// The history of an accounts file, beside it: one line for each change, newest last.
///
/// It is disposable: even if it is damaged, the accounts can be read and written.
struct HistoryFile {
  let disk: Disk
  /// The accounts file, which is not a link.
  let accounts: DirectoryFile
  let journal: Journal
  var side: SideFile { journal.side }
  var file: DirectoryFile { side.file }

  init(of accounts: DirectoryFile, _ disk: Disk) {
    self.accounts = accounts
    self.disk = disk
    journal = Journal(
      side: SideFile(.history, of: accounts, disk), greatestSize: 64 << 20,
      longestTime: HistoryEntry.longestTimeOfValues, isDurable: true)
  }

  /// True if the last line's change was not made: its temporary file, or the file to be replaced,
  /// is still there.
  func isPending(_ line: HistoryLine, _ accounts: FileStamp?) throws(DiskFault) -> Bool {
    guard let temporary = line.temporary else { return false }
    if let accounts, line.left?.isOf(accounts) == true { return false }
    let isThere =
      try TemporaryName.belongs(temporary, to: self.accounts.name)
      ? disk.stamp(of: file.directory.file(temporary), for: .read) != nil : false
    // If finished accounts of a copy were moved away later, their history stays.
    if line.entry.did == .copy { return isThere && accounts == nil }
    return isThere || line.replaced.isOf(accounts)
  }
}

extension HistoryFile {
  /// The changes that were made, the newest first, and the end of the history. Takes no lock.
  func entries(below number: Int?, limit: Int) throws(DiskFault) -> HistoryPage {
    for _ in 0..<100 {
      if let page = try page(below: number, limit: limit) { return page }
    }
    throw side.fault(.read, .errno(EAGAIN))
  }

  /// One attempt to read a page; nil if a writer was changing the end of the file meanwhile.
  private func page(below number: Int?, limit: Int) throws(DiskFault) -> HistoryPage? {
    let before = try disk.stamp(of: file, for: .read)
    let accounts = try disk.stamp(of: accounts, for: .read)
    guard let (descriptor, stamp) = try side.open(O_RDONLY) else {
      return before == nil
        ? HistoryPage([], at: HistoryPosition(number: 0, isUpToDate: true)) : nil
    }
    defer { disk.close(descriptor) }
    var entries: [HistoryEntry] = []
    var last: HistoryLine?
    // Numbers ascend: a line that breaks this was not written by regapp, and is skipped.
    var next = number ?? .max
    var (isFirst, isSteady) = (true, true)
    try journal.readBackwards(descriptor, from: stamp.size) { bytes, _ throws(DiskFault) in
      let (line, wasFirst) = (HistoryLine(bytes), isFirst)
      // A torn line may follow the line of a change that was not made.
      isFirst = isFirst && line == nil && bytes.last != UInt8(ascii: "\n")
      guard let line else { return true }
      // The lines before that of a copy came with it.
      if wasFirst, try isPending(line, accounts) { return line.entry.did != .copy }
      if last == nil {
        last = line
        // Writers only ever change what follows the last change that was made.
        isSteady = try disk.stamp(of: file, for: .read) == before
        guard isSteady else { return false }
        if number == nil, !line.isUpToDate(accounts) {
          entries.append(
            HistoryEntry(number: nil, time: nil, user: nil, by: nil, did: .byHand))
        }
      }
      guard entries.count < limit else { return false }
      if let number = line.entry.number, number < next {
        entries.append(line.entry)
        next = number
      }
      return entries.count < limit
    }
    if last == nil { isSteady = try disk.stamp(of: file, for: .read) == before }
    guard isSteady else { return nil }
    var page = HistoryPage(
      entries,
      at: HistoryPosition(
        number: last?.entry.number ?? 0, isUpToDate: last?.isUpToDate(accounts) ?? true,
        identity: last.map { _ in stamp.identity }))
    page.numbersFollow = true
    return page
  }
}

extension FileStamp {
  /// Distinguishes the history from one rewritten by `forget`.
  var identity: String { "\(inode)" }
}

extension HistoryLine {
  /// True if the accounts are as this line, the last one, left them.
  func isUpToDate(_ accounts: FileStamp?) -> Bool { left.isOf(accounts) }
}

extension FileTrace? {
  /// True if both exist and match, or neither exists.
  fileprivate func isOf(_ stamp: FileStamp?) -> Bool {
    guard let self, let stamp else { return self == nil && stamp == nil }
    return self.isOf(stamp)
  }
}
