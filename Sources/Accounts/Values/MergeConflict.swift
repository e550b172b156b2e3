// Markers have at least three signs. A conflict without all of its three markers counts only if the
// text is wrong at one of them.

import LosslessJSON

/// A conflict that git left in a text, or the remaining part of one.
public struct MergeConflict: Sendable, Hashable {
  /// The lines of its markers, counted from 1; nil for a missing one. Only git's styles `diff3` and
  /// `zdiff3` write `base`.
  public internal(set) var ours, base, theirs, end: Int?

  package init(ours: Int? = nil) { self.ours = ours }

  /// The line of the first marker.
  public var line: Int { ours ?? base ?? theirs ?? end ?? 1 }

  /// True if no marker is missing.
  public var isComplete: Bool { ours != nil && theirs != nil && end != nil }

  /// The lines of the version merged into; empty if there are none, nil if unknown.
  public var linesOfOurs: Range<Int>? { Self.lines(ours, base ?? theirs) }
  /// The lines of the version to be merged; empty if there are none, nil if unknown.
  public var linesOfTheirs: Range<Int>? { Self.lines(theirs, end) }

  private static func lines(_ marker: Int?, _ next: Int?) -> Range<Int>? {
    guard let marker, let next else { return nil }
    return marker + 1..<next
  }
}

extension MergeConflict {
  /// The conflicts in a text that is not JSON.
  ///
  /// - Parameter line: the line of the syntax error. An incomplete conflict counts only if one of
  ///   its markers is there: a line of many equals signs may be anything.
  package static func all(in bytes: [UInt8], wrongAt line: Int? = nil) -> [MergeConflict] {
    var reader = ConflictReader()
    var (start, number) = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, 1)
    bytes.withUnsafeBufferPointer { bytes in
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        if let marker = Marker(bytes[start..<end]) { reader.add(marker, at: number) }
        let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
        start = end + (isPair ? 2 : 1)
        number += 1
      }
    }
    return reader.finish().filter { conflict in
      conflict.isComplete
        || [conflict.ours, conflict.base, conflict.theirs, conflict.end].contains { $0 == line }
          && line != nil
    }
  }
}

/// A line of repeated marker signs, as many as the attribute `conflict-marker-size` says, alone or
/// followed by a space.
private struct Marker {
  let sign: UInt8
  let size: Int

  init?(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
    guard let first = line.first, "<|=>".utf8.contains(first) else { return nil }
    sign = first
    size = line.prefix { $0 == first }.count
    guard size >= 3, size == line.count || line[line.startIndex + size] == 0x20 else { return nil }
  }
}

private struct ConflictReader {
  private var found: [MergeConflict] = []
  private var open: (conflict: MergeConflict, size: Int)?

  mutating func add(_ marker: Marker, at line: Int) {
    // The base of a merge of several bases may have conflicts itself, with longer markers.
    if let open, open.size != marker.size, open.conflict.ours != nil { return }
    var conflict = open?.conflict ?? MergeConflict()
    switch marker.sign {
    case UInt8(ascii: "<"):
      close()
      conflict = MergeConflict(ours: line)
    case UInt8(ascii: "|"):
      if conflict.base != nil || conflict.theirs != nil { return }
      conflict.base = line
    case UInt8(ascii: "="):
      if conflict.theirs != nil { return }
      conflict.theirs = line
    default: conflict.end = line
    }
    open = (conflict, marker.size)
    if conflict.end != nil { close() }
  }

  private mutating func close() {
    if let open { found.append(open.conflict) }
    open = nil
  }

  mutating func finish() -> [MergeConflict] {
    close()
    return found
  }
}
