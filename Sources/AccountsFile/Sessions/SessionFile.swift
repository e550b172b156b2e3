// `sessions.jsonl` beside the accounts: the sessions in browsers.
//
// A session that begins is a line at the end. A login that ends is a file without its lines, written
// beside and renamed. Both happen under one lock, and are on the disk before the answer. So a file that
// is torn, lost or deleted can only log somebody out, and no line has to be found for an end to count.
//
// Whoever reads takes no lock. A line without its end is still being written, or was torn: it is no
// session until it has one. Lines are only added at the end by those who hold the lock; so of a file
// that has grown, only the new lines are read.

import Accounts
import AccountsDocument
import Glibc

/// The sessions as they were read last, and the state of their file then.
struct KnownSessions {
  /// The stamp of the file; nil if there was none.
  private(set) var stamp: FileStamp?
  private(set) var table = SessionTable()
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

  init() {}

  /// The sessions of a file that was just written.
  init(_ table: SessionTable, _ stamp: FileStamp, tail: [UInt8]) {
    (self.table, self.stamp, self.tail) = (table, stamp, tail)
    (end, isSure) = (stamp.size, true)
  }

  /// True if these are the sessions of a file with this stamp.
  func areOf(_ stamp: FileStamp) -> Bool { isSure && self.stamp == stamp }

  private static let tailSize = 512
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
      for line in bytes[..<whole].split(separator: Journal.lineEnd) { add(line) }
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

  private mutating func add(_ line: ArraySlice<UInt8>) {
    guard let session = SessionLines.session(line), table.add(session) else {
      unreadable += 1
      return
    }
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

/// The file of sessions, for those who hold its lock.
struct SessionFile {
  let side: SideFile

  init(of accounts: DirectoryFile, _ disk: Disk, like model: SideFile.Model? = nil) {
    side = SideFile(.sessions, of: accounts, disk, like: model)
  }

  private var disk: Disk { side.disk }

  /// Brings the sessions up to date, without the lock. Looks at nothing but the stamp while that is the
  /// last one.
  func look(_ known: inout KnownSessions) throws(DiskFault) {
    guard let stamp = try disk.stamp(of: side.file, for: .read) else {
      known = KnownSessions()
      return
    }
    if known.areOf(stamp) { return }
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
    let line = SessionLines.line(session)
    guard line.count <= SessionLines.longest else {
      throw side.fault(.write, .tooLarge(maximum: SessionLines.longest))
    }
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

  /// Replaces the file, if it is still the one that was read; returns false if it is another one.
  func replace(
    _ known: inout KnownSessions, with table: SessionTable
  ) throws(DiskFault) -> Bool {
    guard let old = known.stamp else { throw side.fault(.write, .missing) }
    disk.removeTemporaryFiles(of: [side.file])
    var text = TextPieces([ArraySlice<UInt8>]())
    text.made = (
      table.count,
      { part, bytes in for index in part { bytes += SessionLines.line(table[index]) } }
    )
    var written: FileStamp?
    let result = try disk.replace(
      side.file, .side(old, isDurable: true), with: text, noting: { written = $1 })
    guard result != .changedMeanwhile else { return false }
    // Until it is known what is on the disk, all is read again.
    known = KnownSessions()
    try result.requireDurable(side.file)
    if let written, let now = try disk.stamp(of: side.file, for: .write),
      now.isSameFile(as: written), now.size == written.size, now.modified == written.modified
    {
      let tail = table.isEmpty ? [] : SessionLines.line(table[table.count - 1])
      known = KnownSessions(table, now, tail: tail)
    }
    return true
  }
}
