import Dispatch
import Synchronization
import TextTools

/// A stretch of a new text.
package enum TextPiece: Sendable {
  /// These bytes.
  case bytes(ArraySlice<UInt8>)
  /// The bytes of a range of an open file, which are never in memory as a whole.
  case copy(Range<Int>, from: Int32)
}

/// A text in pieces, of which those in the middle are made only when they are written: a million new
/// accounts are never in memory as text.
package struct TextPieces: Sequence, Sendable {
  private let before: [TextPiece]
  /// How many pieces to make, and how some of them are added to those before.
  package var made: (count: Int, make: @Sendable (Range<Int>, inout [UInt8]) -> Void) = (
    0, { _, _ in }
  )
  var after: [ArraySlice<UInt8>] = []

  package init(_ pieces: [ArraySlice<UInt8>]) { self.init(pieces.map { .bytes($0) }) }

  package init(_ pieces: [TextPiece]) { before = pieces }

  /// All of it, of a text that copies nothing from a file.
  var inMemory: [UInt8] {
    var all: [UInt8] = []
    for case .bytes(let bytes) in self { all += bytes }
    return all
  }

  package func makeIterator() -> some IteratorProtocol<TextPiece> {
    var before = before[...]
    var ready: ArraySlice<[UInt8]> = []
    var coming = ComingPieces(made, from: 0)
    var after = after[...]
    return AnyIterator {
      if let piece = before.popFirst() { return piece }
      if ready.isEmpty, let pieces = coming {
        ready = pieces.joined[...]
        coming = ComingPieces(made, from: pieces.end)
      }
      return (ready.popFirst()?[...] ?? after.popFirst()).map { .bytes($0) }
    }
  }
}

/// Pieces that are made while those before them are written.
private final class ComingPieces: Sendable {
  /// The number of the piece behind them.
  let end: Int
  private let start: Int
  private let make: @Sendable (Range<Int>, inout [UInt8]) -> Void
  private let isMade = DispatchGroup()
  private let made = Mutex<[[UInt8]]?>(nil)

  /// Nil behind the last of all pieces.
  init?(_ all: (count: Int, make: @Sendable (Range<Int>, inout [UInt8]) -> Void), from start: Int) {
    guard start < all.count else { return nil }
    self.start = start
    end = min(start + 4096, all.count)
    make = all.make
    guard start > 0 else { return }
    DispatchQueue.global().async(group: isMade) { [self] in
      let pieces = inParts
      made.withLock { $0 = pieces }
    }
  }

  /// They, joined for fewer and longer writes.
  var joined: [[UInt8]] {
    isMade.wait()
    return made.withLock { $0.take() } ?? inParts
  }

  private var inParts: [[UInt8]] {
    AccountsText.inParts(end - start, of: 256) { part in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(1 << 16)
      make(start + part.lowerBound..<start + part.upperBound, &bytes)
      return bytes
    }
  }
}
