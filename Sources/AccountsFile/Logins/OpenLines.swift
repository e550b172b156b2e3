import Accounts
import AccountsDocument
import Glibc

extension SideFile {
  /// Calls `body` with the table for writing, under the lock; nil if there is none.
  ///
  /// - Parameters:
  ///   - now: the beginning for a new table; nil to create none.
  ///   - room: the number of names for which a new table has room.
  @discardableResult
  func table<Result>(
    beginning now: Int? = nil, room: Int = 0,
    _ body: (inout OpenLines) throws(DiskFault) -> Result
  ) throws(DiskFault) -> Result? {
    try opened(now == nil ? 0 : O_CREAT) { descriptor, stamp throws(DiskFault) -> Result? in
      guard stamp.size > 0 || now != nil else { return nil }
      guard var open = try OpenLines(self, descriptor, stamp, begin: now, room: room) else {
        return nil
      }
      let result = try body(&open)
      try open.finish()
      return result
    } ?? nil
  }

  /// Calls `body` with the table for reading, without the lock; nil if there is none.
  func readTable<Result>(
    _ body: (inout OpenLines) throws(DiskFault) -> Result
  ) throws(DiskFault) -> Result? {
    guard let (descriptor, stamp) = try open(O_RDONLY) else { return nil }
    defer { disk.close(descriptor) }
    guard stamp.size > 0,
      var open = try OpenLines(self, descriptor, stamp, begin: nil, room: 0)
    else { return nil }
    return try body(&open)
  }
}

struct OpenLines {
  let side: SideFile
  private let descriptor: Int32
  private(set) var table: LineTable
  /// All bytes; nil if the table is read in parts and written in place.
  private(set) var bytes: [UInt8]?
  private var isGrown = false

  private var disk: Disk { side.disk }

  /// Opens the table of a file. An empty file becomes one that begins `now`, with room for this
  /// many names; its disk space is reserved, so that a full disk prevents no line. Nil if none is
  /// to begin. Anything else is a fault.
  fileprivate init?(
    _ side: SideFile, _ descriptor: Int32, _ stamp: FileStamp, begin now: Int?, room: Int
  ) throws(DiskFault) {
    (self.side, self.descriptor) = (side, descriptor)
    let head = try side.read(descriptor, 0..<LineTable.headSize)
    if let table = LineTable(head[...], size: stamp.size) {
      self.table = table
      return
    }
    // After a power cut a file may have lost its text.
    guard head.allSatisfy({ $0 == 0 }) else { throw side.fault(.read, .notLoginRecord) }
    guard let now else { return nil }
    table = LineTable(begin: now, room: room)
    let (disk, size) = (side.disk, table.size)
    guard disk.retrying({ disk.calls.ftruncate(descriptor, 0) }) == 0,
      disk.retrying({ disk.calls.allocate(descriptor, size) }) == 0
    else {
      let code = errno
      _ = disk.retrying { disk.calls.ftruncate(descriptor, 0) }
      throw side.fault(.write, .errno(code))
    }
    try write(table.headBytes, at: 0..<LineTable.headSize)
  }

  func read(_ range: Range<Int>) throws(DiskFault) -> ArraySlice<UInt8> {
    if let bytes { return bytes[range.clamped(to: 0..<bytes.count)] }
    return try side.read(descriptor, range)[...]
  }

  /// The line of a name, or a free one for it; nil if there is none.
  func line(
    of name: UInt64, besides taken: Range<Int>? = nil,
    isOver: ([Substring]) -> Bool = { _ in false }
  ) throws(DiskFault) -> LineTable.Line? {
    let bytes = try read(table.window(of: name))
    return table.line(of: name, in: bytes, besides: taken, isOver: isOver)
  }

  /// The first line in a name's range but `taken`, of any name.
  func firstLine(
    of name: UInt64, besides taken: Range<Int>?
  ) throws(DiskFault) -> LineTable.Line {
    table.first(of: name, in: try read(table.window(of: name)), besides: taken)
  }

  /// Reads the whole table. Later writes reach the file with `finish`.
  mutating func readAll() throws(DiskFault) {
    bytes = try side.read(descriptor, 0..<table.size)
  }

  mutating func write(_ new: [UInt8], at range: Range<Int>) throws(DiskFault) {
    guard bytes != nil else {
      return try disk.write(
        new[...], to: descriptor, at: range.lowerBound, path: side.file.path)
    }
    bytes?.replaceSubrange(range, with: new)
  }

  /// Notes that the table could not grow.
  mutating func noteFull(at now: Int) throws(DiskFault) {
    table.triedToGrow = now
    try write(table.headBytes, at: 0..<LineTable.headSize)
  }

  /// Makes room for more names; returns false if there is none.
  mutating func grow(isOver: ([Substring]) -> Bool = { _ in false }) throws(DiskFault) -> Bool {
    if bytes == nil { try readAll() }
    guard let (table, bytes) = table.grown(bytes ?? [], isOver: isOver) else { return false }
    (self.table, self.bytes, isGrown) = (table, bytes, true)
    return true
  }

  /// Writes a table that was read whole: in place, or as a new file if it has grown.
  func finish() throws(DiskFault) {
    guard let bytes else { return }
    guard isGrown else {
      return try disk.write(bytes[...], to: descriptor, at: 0, path: side.file.path)
    }
    disk.removeTemporaryFiles(of: [side.file])
    let now = try disk.stamp(of: descriptor, path: side.file.path, for: .write)
    _ = try disk.replace(side.file, .side(now, isDurable: false), with: [.bytes(bytes[...])])
  }
}
