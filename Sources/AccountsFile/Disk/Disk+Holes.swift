import Glibc

extension Disk {
  /// The last bytes of an open file, at most `count`, in ascending ranges. Holes, which make a file
  /// of any size without using the disk, are skipped. Moves the file's position.
  func lastRanges(of descriptor: Int32, upTo end: Int, _ count: Int) -> [Range<Int>] {
    queue.assertIsCurrent()
    var ranges: [Range<Int>] = []
    var (end, missing) = (end, count)
    // A file of many small pieces is not worth more.
    while missing > 0, ranges.count < 64, let piece = lastPiece(of: descriptor, upTo: end, missing)
    {
      ranges.append(piece)
      missing -= piece.count
      end = piece.lowerBound
    }
    return ranges.reversed()
  }

  /// The last bytes without a hole before an end; nil if there are none.
  private func lastPiece(
    of descriptor: Int32, upTo end: Int, _ count: Int
  ) -> Range<Int>? {
    let (toData, toHole) = (Int32(3), Int32(4))
    func hasData(from offset: Int) -> Bool {
      let found = calls.seek(descriptor, offset, toData)
      // A file system that knows no holes has data everywhere.
      return found < 0 ? errno != ENXIO : found < end
    }
    guard end > 0, hasData(from: 0) else { return nil }
    let last = Self.lastOffset(in: 0..<end, where: hasData)
    let start = max(0, last + 1 - count)
    func hasHole(from offset: Int) -> Bool {
      let found = calls.seek(descriptor, offset, toHole)
      return found >= 0 && found <= last
    }
    guard hasHole(from: start) else { return start..<last + 1 }
    return Self.lastOffset(in: start..<last, where: hasHole) + 1..<last + 1
  }

  /// The last offset for which something is true that is true for the first one, and for none
  /// behind one for which it is false.
  private static func lastOffset(in range: Range<Int>, where isTrue: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isTrue(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
