// `sessions.jsonl` beside the accounts: the sessions in browsers.
//
// A session that begins is a line at the end: as lines are read, it takes the place of older ones
// of its login at its host. A login that ends is a file without its lines, written beside and
// renamed. Both happen under one lock, and are on the disk before the answer. So a file that is
// torn, lost or deleted can only log somebody out, and no line has to be found for an end to count.
//
// A reader takes no lock. A line without its end is still being written, or was torn: it is no
// session until it has one. Lines are only added at the end by those who hold the lock; so of a
// file that has grown, only the new lines are read.
//
// A file that is written anew copies the lines that stay from the old one, as they are: no line is
// made again. So an end costs what it takes to copy the file.

import Accounts
import AccountsDocument
import Glibc
import Synchronization

/// The sessions as they were read last, and the state of their file then.
struct KnownSessions {
  /// The place of a line with its end.
  private struct Line {
    let start: UInt32
    let count: UInt32
  }

  /// The stamp of the file; nil if there was none.
  private(set) var stamp: FileStamp?
  private(set) var table = SessionTable()
  /// The lines of the sessions, in the order of the table.
  private var lines: [Line] = []
  /// The end of the last whole line.
  private var end = 0
  /// The bytes before that end, which show whether lines were only added.
  private var tail: [UInt8] = []
  /// True if any later change must change the stamp.
  private var isSure = false
  /// How many lines could not be read.
  private(set) var unreadable = 0
  /// How many of these were reported.
  private var reported = 0

  /// The number of all lines, also of those that could not be read.
  var countOfLines: Int { lines.count + unreadable }

  func areOf(_ stamp: FileStamp) -> Bool { isSure && self.stamp == stamp }

  fileprivate static let tailSize = 512
  private static let part = 1 << 18

  /// Reads the open file: its new lines if it has only grown, or else all.
  mutating func read(
    _ side: SideFile, _ descriptor: Int32, _ stamp: FileStamp
  ) throws(DiskFault) {
    guard stamp.size <= side.name.greatestRead else {
      throw side.fault(.read, .tooLarge(maximum: side.name.greatestRead))
    }
    if areOf(stamp) { return }
    if try !hasOnlyGrown(side, descriptor, stamp) {
      let reported = reported
      self = KnownSessions()
      self.reported = reported
      isSure = stamp.changed.isOver(by: side.disk.calls.now())
    }
    var rest: [UInt8] = []
    while end + rest.count < stamp.size {
      let start = end + rest.count
      let part = start..<min(stamp.size, start + Self.part)
      let bytes = try rest + side.read(descriptor, part)
      // Somebody has cut the file meanwhile.
      guard bytes.count > rest.count else { break }
      let whole = (bytes.lastIndex(of: Journal.lineEnd) ?? -1) + 1
      for line in bytes[..<whole].split(separator: Journal.lineEnd) {
        add(line, at: end + line.startIndex)
      }
      if whole > 0 { note(bytes[..<whole]) }
      rest = Array(bytes[whole...])
    }
    self.stamp = stamp
    reported = min(reported, unreadable)
  }

  /// How many lines could not be read, if that was not reported yet; nil if it was.
  mutating func newUnreadable() -> Int? {
    guard unreadable > reported else { return nil }
    reported = unreadable
    return unreadable
  }

  private mutating func add(_ line: ArraySlice<UInt8>, at start: Int) {
    guard let session = SessionLines.session(line), table.add(session) else {
      unreadable += 1
      return
    }
    lines.append(Line(start: UInt32(start), count: UInt32(line.count + 1)))
  }

  /// The ranges of the file with the lines that stay, joined where they touch.
  fileprivate func ranges(without leaving: SessionTable.Leaving) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (index, line) in lines.enumerated() where !leaving.contains(index) {
      let (start, end) = (Int(line.start), Int(line.start) + Int(line.count))
      if let last = ranges.last, last.upperBound == start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges
  }

  /// Takes over what was written in the place of the file with these sessions; returns false if the
  /// stamp is not that of the new file, or these are not the sessions of the old one.
  mutating func take(_ rewrite: SessionRewrite, _ stamp: FileStamp) -> Bool {
    guard self.stamp == rewrite.old, isSure, rewrite.isOf(stamp) else { return false }
    var kept: [Line] = []
    kept.reserveCapacity(lines.count + 1 - rewrite.leaving.count)
    end = 0
    func add(_ count: UInt32) {
      kept.append(Line(start: UInt32(end), count: count))
      end += Int(count)
    }
    for (index, line) in lines.enumerated() where !rewrite.leaving.contains(index) {
      add(line.count)
    }
    table.remove(rewrite.leaving)
    if let added = rewrite.added, table.add(added) { add(UInt32(rewrite.line.count)) }
    lines = kept
    (self.stamp, tail, unreadable, reported) = (stamp, rewrite.tail, 0, 0)
    return true
  }

  /// Notes whole lines that were read or written at the end.
  private mutating func note(_ bytes: ArraySlice<UInt8>) {
    end += bytes.count
    tail = Array((tail + bytes.suffix(Self.tailSize)).suffix(Self.tailSize))
  }

  private func hasOnlyGrown(
    _ side: SideFile, _ descriptor: Int32, _ stamp: FileStamp
  ) throws(DiskFault) -> Bool {
    guard isSure, let old = self.stamp, stamp.isSameFile(as: old), stamp.size >= end else {
      return false
    }
    // A file that has another text of its size was written by hand.
    guard stamp.size > old.size else { return false }
    return try side.read(descriptor, end - tail.count..<end) == tail
  }
}

/// A new text for the file: the lines of sessions that stay, and perhaps one more.
struct SessionRewrite: Sendable {
  let leaving: SessionTable.Leaving
  let added: SessionRecord?
  /// The stamp of the file with the old lines.
  fileprivate let old: FileStamp
  /// The ranges of the lines that stay in the old file.
  fileprivate let kept: [Range<Int>]
  /// The line of the added session.
  fileprivate let line: [UInt8]
  /// The last bytes of the new text.
  fileprivate let tail: [UInt8]
  /// The stamp of the new file before it came to its place.
  fileprivate let written = WrittenStamp()

  fileprivate final class WrittenStamp: Sendable {
    let stamp = Mutex<FileStamp?>(nil)
  }

  /// True for the stamp of the new file in its place.
  func isOf(_ stamp: FileStamp?) -> Bool {
    guard let stamp, let written = written.stamp.withLock({ $0 }) else { return false }
    return stamp.isSameContent(as: written)
  }
}

/// Writes new files of sessions on a queue of its own, so that nobody who is looked up meanwhile
/// waits for the disk.
actor SessionWriter {
  nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  private nonisolated let disk: Disk

  init(like disk: Disk) { self.disk = disk.onQueueOfItsOwn }

  /// ``SessionFile/write(_:from:)`` for the holder of the lock.
  func write(
    _ rewrite: SessionRewrite, _ file: SessionFile, from descriptor: Int32
  ) throws(DiskFault) -> Bool {
    try SessionFile(side: file.side.on(disk)).write(rewrite, from: descriptor)
  }
}

/// The file of sessions, for those who hold its lock.
struct SessionFile: Sendable {
  let side: SideFile

  fileprivate init(side: SideFile) { self.side = side }

  init(of accounts: DirectoryFile, _ disk: Disk, like model: SideFile.Model? = nil) {
    side = SideFile(.sessions, of: accounts, disk, like: model)
  }

  private var disk: Disk { side.disk }

  /// Brings the sessions up to date, without the lock. Looks at nothing but the stamp while that is
  /// the last one.
  ///
  /// - Parameter rewrite: what this process is writing in the place of the file, which is not read.
  func look(_ known: inout KnownSessions, _ rewrite: SessionRewrite?) throws(DiskFault) {
    guard let stamp = try disk.stamp(of: side.file, for: .read) else {
      known = KnownSessions()
      return
    }
    if known.areOf(stamp) { return }
    if let rewrite, known.take(rewrite, stamp) { return }
    guard let (descriptor, open) = try side.open(O_RDONLY) else {
      known = KnownSessions()
      return
    }
    defer { disk.close(descriptor) }
    try known.read(side, descriptor, open)
  }

  /// Adds a session at the end, on the disk; returns false if another file is in the place by then.
  func append(
    _ session: SessionRecord, to descriptor: Int32, _ known: inout KnownSessions
  ) throws(DiskFault) -> Bool {
    let line = try made(session)
    let size = try disk.stamp(of: descriptor, path: side.file.path, for: .write).size
    let journal = Journal(side: side, greatestSize: .max, longestTime: .max, isDurable: true)
    try journal.append(line, to: descriptor, at: size)
    // A new file is there only once its name is.
    if size == 0 { try disk.sync(side.file.directory) }
    let stamp = try disk.stamp(of: descriptor, path: side.file.path, for: .write)
    guard try disk.stamp(of: side.file, for: .write)?.isSameFile(as: stamp) == true else {
      return false
    }
    try known.read(side, descriptor, stamp)
    return true
  }

  private func made(_ session: SessionRecord) throws(DiskFault) -> [UInt8] {
    let line = SessionLines.line(session)
    guard line.count <= SessionLines.longest else {
      throw side.fault(.write, .tooLarge(maximum: SessionLines.longest))
    }
    return line
  }

  /// The file without some sessions, and with one more.
  ///
  /// - Parameter descriptor: the open file of which the known sessions are.
  func rewrite(
    _ known: KnownSessions, without leaving: SessionTable.Leaving, adding added: SessionRecord?,
    from descriptor: Int32
  ) throws(DiskFault) -> SessionRewrite {
    guard let old = known.stamp else { throw side.fault(.write, .missing) }
    let line = if let added { try made(added) } else { [UInt8]() }
    let kept = known.ranges(without: leaving)
    var tail = line
    if tail.isEmpty, let last = kept.last {
      let start = max(last.lowerBound, last.upperBound - KnownSessions.tailSize)
      tail = try side.read(descriptor, start..<last.upperBound)
    }
    return SessionRewrite(
      leaving: leaving, added: added, old: old, kept: kept, line: line, tail: tail)
  }

  /// Puts a new text in the place of the file, on the disk, if it is still the one that was read;
  /// returns false if it is another one.
  ///
  /// - Parameter descriptor: the open file that was read.
  func write(_ rewrite: SessionRewrite, from descriptor: Int32) throws(DiskFault) -> Bool {
    disk.removeTemporaryFiles(of: [side.file])
    let pieces =
      rewrite.kept.map { TextPiece.copy($0, from: descriptor) } + [.bytes(rewrite.line[...])]
    let result = try disk.replace(
      side.file, .side(rewrite.old, isDurable: true), with: pieces,
      beforeRename: { _, stamp in rewrite.written.stamp.withLock { $0 = stamp } })
    guard result != .changedMeanwhile else { return false }
    try result.requireDurable(side.file)
    return true
  }
}
