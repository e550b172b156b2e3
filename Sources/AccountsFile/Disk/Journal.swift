import AccountsDocument
import Glibc

/// A file of lines beside the accounts, newest last: the history, the record of logins.
struct Journal {
  let side: SideFile
  /// Beyond this size, the oldest lines are dropped down to half of it.
  let greatestSize: Int
  /// The age of old lines, in seconds.
  let longestTime: Int
  /// True if lines must survive a power cut.
  let isDurable: Bool

  private var disk: Disk { side.disk }

  /// Appends lines at an offset. After a failure, cuts them off again if possible.
  func append(_ lines: [UInt8], to descriptor: Int32, at end: Int) throws(DiskFault) {
    // A line without an end would swallow ours.
    let last = try side.read(descriptor, max(0, end - 1)..<end).first ?? Self.lineEnd
    let bytes = (last == Self.lineEnd ? [] : [Self.lineEnd]) + lines
    do throws(DiskFault) {
      try disk.write(bytes[...], to: descriptor, at: end, path: side.file.path)
      guard !isDurable || disk.retrying({ disk.calls.fsync(descriptor) }) == 0 else {
        throw side.fault(.write, .errno(errno))
      }
    } catch {
      _ = disk.retrying { disk.calls.ftruncate(descriptor, end) }
      throw error
    }
  }

  /// Replaces all lines.
  ///
  /// - Parameter stamp: the stamp of the file with the old lines.
  func rewrite(
    _ lines: [ArraySlice<UInt8>], over stamp: FileStamp
  ) throws(DiskFault) {
    guard let now = try disk.stamp(of: side.file, for: .write), now.isSameFile(as: stamp) else {
      throw side.fault(.write, .errno(EAGAIN))
    }
    disk.removeTemporaryFiles(of: [side.file])
    var text = TextPieces([ArraySlice<UInt8>]())
    text.made = (
      lines.count,
      { part, bytes in
        for line in lines[part] {
          bytes += line
          bytes.append(Self.lineEnd)
        }
      }
    )
    let target = ReplaceTarget.side(now, isDurable: isDurable)
    guard try disk.replace(side.file, target, with: text).notices != nil else {
      throw side.fault(.write, .errno(EAGAIN))
    }
  }

  /// The lines to keep before appending new ones; nil if nothing changes.
  ///
  /// - Parameters:
  ///   - end: the end of the lines.
  ///   - count: the size of the new lines.
  ///   - isDue: also looks for old lines if there is room.
  ///   - aged: returns what to keep of a line older than `oldest`; nil to drop it.
  func kept(
    _ descriptor: Int32, upTo end: Int, before count: Int, isDue: Bool, at now: Int,
    _ aged: (_ line: ArraySlice<UInt8>, _ oldest: Int) -> ArraySlice<UInt8>?
  ) throws(DiskFault) -> [ArraySlice<UInt8>]? {
    let isOver = end + count > greatestSize
    guard end > 0, isOver || isDue else { return nil }
    let oldest = now - longestTime
    if !isOver, try begins(descriptor, upTo: end, after: oldest) { return nil }
    let lines = try lines(descriptor, upTo: end)
    var kept = lines.compactMap { aged($0, oldest) }[...]
    if isOver {
      var size = kept.reduce(count) { $0 + $1.count + 1 }
      while size > greatestSize / 2, let first = kept.popFirst() { size -= first.count + 1 }
    }
    return kept.elementsEqual(lines) && !side.isTooLong(end) ? nil : Array(kept)
  }

  /// True if the first line is newer than a moment.
  private func begins(
    _ descriptor: Int32, upTo end: Int, after time: Int
  ) throws(DiskFault) -> Bool {
    // A long line is cut off here; its time stands near its beginning.
    let head = try side.read(descriptor, 0..<min(end, 4096)).prefix { $0 != Self.lineEnd }
    guard let start = head.firstRange(of: Array("\"at\":\"".utf8))?.upperBound,
      let first = UTC.seconds(String(decoding: head[start...].prefix(20), as: UTF8.self))
    else { return false }
    return first >= time
  }
}

// MARK: Lines

extension Journal {
  static let lineEnd = UInt8(ascii: "\n")

  /// The lines up to an offset; the last ones of a file that is too long.
  func lines(_ descriptor: Int32, upTo end: Int) throws(DiskFault) -> [ArraySlice<UInt8>] {
    let ranges = side.readable(descriptor, upTo: end)
    var text: [UInt8] = []
    for range in ranges {
      let bytes = try side.read(descriptor, range)
      if text.isEmpty { text = bytes } else { text += bytes }
    }
    guard side.isTooLong(end) else { return Self.lines(of: text) }
    // Zeros are left over from holes. The first line may lack its beginning.
    text.removeAll { $0 == 0 }
    let lines = Self.lines(of: text)
    return ranges.first?.lowerBound == 0 ? lines : Array(lines.dropFirst())
  }

  /// The lines of a text, without their ends and without empty ones.
  static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < text.count {
      // A search byte by byte takes seconds for 64 MiB.
      let end = text.withUnsafeBytes { bytes in
        guard let from = bytes.baseAddress else { return text.count }
        let found = memchr(from + start, Int32(lineEnd), text.count - start)
        return found.map { UnsafeRawPointer($0) - from } ?? text.count
      }
      if end > start { lines.append(text[start..<end]) }
      start = end + 1
    }
    return lines
  }

  /// Calls `body` with each line and its range, the last one first, while it returns true. Includes
  /// a line without an end. The lines of a file that is too long have no range.
  func readBackwards(
    _ descriptor: Int32, from size: Int,
    _ body: (_ line: ArraySlice<UInt8>, _ range: Range<Int>) throws(DiskFault) -> Bool
  ) throws(DiskFault) {
    guard !side.isTooLong(size) else {
      for line in try lines(descriptor, upTo: size).reversed() {
        guard try body(line + [Self.lineEnd], 0..<0) else { return }
      }
      return
    }
    var (end, length) = (size, 1 << 16)
    // The end of a line whose beginning is not read yet.
    var rest: [UInt8] = []
    while end > 0 {
      let start = max(0, end - length)
      let block = try side.read(descriptor, start..<end) + rest
      var lineEnd = block.count
      while lineEnd > 0 {
        // A long line is not searched again and again.
        let before = block[..<min(lineEnd - 1, end - start)].lastIndex(of: Self.lineEnd)
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
}
