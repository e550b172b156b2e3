/// A text in pieces, of which those in the middle are made only when they are written: a million new
/// accounts are never in memory as text.
struct TextPieces: Sequence, Sendable {
  private let before: [ArraySlice<UInt8>]
  /// How many pieces to make, and how.
  var made: (count: Int, make: @Sendable (Int) -> [UInt8]) = (0, { _ in [] })
  var after: [ArraySlice<UInt8>] = []

  init(_ pieces: [ArraySlice<UInt8>]) { before = pieces }

  func makeIterator() -> some IteratorProtocol<ArraySlice<UInt8>> {
    var before = before[...]
    var next = 0
    var after = after[...]
    return AnyIterator {
      if let piece = before.popFirst() { return piece }
      guard next < made.count else { return after.popFirst() }
      // Joined, for fewer and longer writes.
      var bytes: [UInt8] = []
      while next < made.count, bytes.count < 1 << 16 {
        bytes += made.make(next)
        next += 1
      }
      return bytes[...]
    }
  }
}
