import Accounts
import Glibc

/// The history of an accounts file, beside it: a line for each change, the last one at the end.
///
/// It is disposable: whatever is wrong with it, the accounts can be read and written.
struct HistoryFile {
  let disk: Disk
  /// The accounts file, which is no link.
  let accounts: DirectoryFile
  private let side: SideFile
  /// The history file.
  var file: DirectoryFile { side.file }

  /// Over so many bytes, the oldest lines go until it has no more than half.
  static let greatestSize = 64 << 20
  /// How long values are kept, in seconds.
  static let longestTime = 400 * 86_400

  init(of accounts: DirectoryFile, _ disk: Disk) {
    self.accounts = accounts
    self.disk = disk
    side = SideFile(.history, of: accounts, disk)
  }

  /// The history's name: `history.jsonl` for `accounts.json`, else `people.history.jsonl` for
  /// `people.json`; with comments or without.
  static func name(of accounts: String) -> String { SideFile.name(.history, of: accounts) }

  /// Opens the file; nil if there is none.
  func open(_ flags: Int32) throws(DiskFault) -> (descriptor: Int32, stamp: FileStamp)? {
    guard let descriptor = try side.open(flags) else { return nil }
    do throws(DiskFault) {
      let action: DiskFault.Action = flags & O_ACCMODE == O_RDONLY ? .read : .write
      let model = try SideFile.model(of: accounts, disk)
      guard let stamp = try side.stamp(of: descriptor, model, for: action) else {
        // Another took its place since.
        disk.close(descriptor)
        return nil
      }
      return (descriptor, stamp)
    } catch {
      disk.close(descriptor)
      throw error
    }
  }

  /// Calls `body` with each line, the last one first, and where it begins and ends, for as long as it
  /// wants more. A line that has no end is given as well.
  func readBackwards(
    _ descriptor: Int32, from size: Int,
    _ body: (_ line: ArraySlice<UInt8>, _ range: Range<Int>) throws(DiskFault) -> Bool
  ) throws(DiskFault) {
    var (end, length) = (size, 1 << 16)
    // What is read already of the line that begins further up.
    var rest: [UInt8] = []
    while end > 0 {
      let start = max(0, end - length)
      let block = try read(descriptor, start..<end) + rest
      var lineEnd = block.count
      while lineEnd > 0 {
        let before = block[..<(lineEnd - 1)].lastIndex(of: UInt8(ascii: "\n"))
        guard before != nil || start == 0 else { break }
        let line = (before.map { $0 + 1 } ?? 0)..<lineEnd
        let goesOn = try body(block[line], start + line.lowerBound..<start + line.upperBound)
        if !goesOn { return }
        lineEnd = line.lowerBound
      }
      rest = Array(block[..<lineEnd])
      end = start
      // A long line is not read again and again.
      length *= 2
    }
  }

  /// The bytes of a range.
  func read(_ descriptor: Int32, _ range: Range<Int>) throws(DiskFault) -> [UInt8] {
    try disk.read(descriptor, at: range.lowerBound, upTo: range.count, path: file.path)
  }

  /// The lines of a text, without their ends and without empty ones.
  static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < text.count {
      // A search byte by byte takes seconds for 64 MiB.
      let end = text.withUnsafeBytes { bytes in
        guard let from = bytes.baseAddress else { return text.count }
        let found = memchr(from + start, Int32(UInt8(ascii: "\n")), text.count - start)
        return found.map { UnsafeRawPointer($0) - from } ?? text.count
      }
      if end > start { lines.append(text[start..<end]) }
      start = end + 1
    }
    return lines
  }

  /// Whether the change of a last line was not made: the file is still there that was to take the
  /// place of the accounts, or the one that was to be replaced.
  func isPending(_ line: HistoryLine, _ accounts: FileStamp?) throws(DiskFault) -> Bool {
    guard let temporary = line.temporary else { return false }
    if let accounts, line.left?.isOf(accounts) == true { return false }
    guard line.entry.did != .copy else { return try isHalfCopied(temporary, accounts) }
    if TemporaryName.belongs(temporary, to: self.accounts.name),
      try disk.stamp(of: file.directory.file(temporary), for: .read) != nil
    {
      return true
    }
    return line.replaced.isOf(accounts)
  }

  /// Whether a copy that wrote a last line did not get to its end: the file that was to become the
  /// accounts still is what it was. Accounts that somebody moved away later were copied, and keep
  /// their history.
  private func isHalfCopied(
    _ temporary: String, _ accounts: FileStamp?
  ) throws(DiskFault) -> Bool {
    guard accounts == nil, TemporaryName.belongs(temporary, to: self.accounts.name) else {
      return false
    }
    return try disk.stamp(of: file.directory.file(temporary), for: .read) != nil
  }
}

extension HistoryFile {
  /// The changes that were made, the newest first, and how far the history has come. Takes no lock.
  func entries(below number: Int?, limit: Int) throws(DiskFault) -> HistoryPage {
    for _ in 0..<100 {
      if let page = try page(below: number, limit: limit) { return page }
    }
    throw DiskFault(action: .read, path: file.path, reason: .errno(EAGAIN))
  }

  /// The same; nil if a writer was at work at the end of the file when that was read.
  private func page(below number: Int?, limit: Int) throws(DiskFault) -> HistoryPage? {
    let before = try disk.stamp(of: file, for: .read)
    let accounts = try disk.stamp(of: accounts, for: .read)
    guard let (descriptor, stamp) = try open(O_RDONLY) else {
      return before == nil
        ? HistoryPage([], at: HistoryPosition(number: 0, isUpToDate: true)) : nil
    }
    defer { disk.close(descriptor) }
    var entries: [HistoryEntry] = []
    var last: HistoryLine?
    // Numbers ascend: a line that breaks this was not written by regapp, and is skipped.
    var next = number ?? .max
    var (isFirst, isSteady) = (true, true)
    try readBackwards(descriptor, from: stamp.size) { bytes, _ throws(DiskFault) in
      let (line, wasFirst) = (HistoryLine(bytes), isFirst)
      // One that was torn may follow one of a change that was not made.
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
    return HistoryPage(
      entries,
      at: HistoryPosition(
        number: last?.entry.number ?? 0, isUpToDate: last?.isUpToDate(accounts) ?? true,
        identity: last.map { _ in stamp.identity }))
  }
}

extension FileStamp {
  /// Distinguishes the history from one rewritten by `forget`.
  var identity: String { "\(inode)" }
}

extension HistoryLine {
  /// Whether the accounts are as this line, the last one, left them.
  func isUpToDate(_ accounts: FileStamp?) -> Bool { left.isOf(accounts) }
}

extension FileTrace? {
  /// Whether this is the trace of a file, or there is neither.
  fileprivate func isOf(_ stamp: FileStamp?) -> Bool {
    guard let self, let stamp else { return self == nil && stamp == nil }
    return self.isOf(stamp)
  }
}
