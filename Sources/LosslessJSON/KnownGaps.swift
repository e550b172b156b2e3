/// The bytes between the values of a list's objects, learnt from some and looked for in the rest.
///
/// The objects of a list tend to be written alike: after a value, the same bytes lead to the next
/// one in each of them, `,⏎      "password": ` for example. The same bytes lead from the same state
/// to the same state, so what was checked once need only be compared after that. What is not found
/// here is checked as ever.
struct KnownGaps {
  /// How many containers are open in such an object: itself, its list, and the root around that.
  /// No landmarks are noted for its members.
  static let depth = 3
  /// Learning does not pay in shorter texts.
  private static let shortest = 1024
  /// Enough for the members of an account.
  private static let capacity = 16
  /// How many members that an object lacks are passed over.
  private static let reach = 4

  /// Between two members, in their usual order.
  private var members: [KnownBytes] = []
  /// Which of those is the likely next one.
  private var next = 0
  /// Between two objects: the last one learnt. Large, so it is not kept in place.
  private var seams: [Seam] = []
  /// How much more may be learnt. It grows with each use of the seam, so that a list of objects that
  /// differ costs little more than without all this.
  private var patience = 64

  /// From the last value of an object to the first value of the next one.
  struct Seam {
    /// From the start of the seam to the end of the first object, and to the start of the second.
    let objectEnd: Int
    let objectStart: Int
    fileprivate let bytes: KnownBytes

    var length: Int { bytes.length }
  }

  /// An object begins, and was not reached by the seam.
  mutating func beginObject() { next = 0 }

  /// The next member's key, and where its value begins, or space before that; nil unless a known gap
  /// begins at `i`, where a member's value ended.
  @inline(__always) mutating func nextMember(
    after i: Int, in text: JSONText
  ) -> (key: Range<Int>, value: Int)? {
    guard next < members.count else { return nil }
    if members[next].isFound(at: i, in: text) { return member(next, after: i) }
    guard i < text.end, text[i] == .comma else { return nil }
    return laterMember(at: i, in: text).map { member($0, after: i) }
  }

  @inline(__always) private mutating func member(
    _ index: Int, after i: Int
  ) -> (key: Range<Int>, value: Int) {
    let bytes = members[index]
    next = index &+ 1
    return (i &+ bytes.key.start..<i &+ bytes.key.end, i &+ bytes.length)
  }

  /// Looks for the gap at `i` among those after the next one.
  @inline(never) private func laterMember(at i: Int, in text: JSONText) -> Int? {
    var later = next &+ 1
    let limit = Swift.min(later &+ Self.reach, members.count)
    while later < limit {
      if members[later].isFound(at: i, in: text) { return later }
      later &+= 1
    }
    return nil
  }

  /// The seam; nil unless it begins at `i`, where a member's value ended.
  @inline(__always) mutating func seam(at i: Int, in text: JSONText) -> Seam? {
    guard !seams.isEmpty, seams[0].bytes.isFound(at: i, in: text) else { return nil }
    next = 0
    patience &+= 1
    return seams[0]
  }

  /// Learns what is between the value that ended at `start` and the one that begins at `end`.
  @inline(never) mutating func learnMember(
    from start: Int, key: Range<Int>, to end: Int, in text: JSONText
  ) {
    guard start >= Self.shortest, patience > 0,
      let bytes = KnownBytes(from: start, key: key, to: end, in: text), mayLearn()
    else { return }
    if members.isEmpty { members.reserveCapacity(Self.capacity) }
    if members.count == Self.capacity { members.removeLast() }
    next = Swift.min(next, members.count)
    members.insert(bytes, at: next)
    next &+= 1
  }

  /// Learns the same if it leads from one object to the next, which begins at `objectStart`.
  @inline(never) mutating func learnSeam(
    from start: Int, objectStart: Int, to end: Int, in text: JSONText
  ) {
    guard start >= Self.shortest, patience > 0 else { return }
    let brace = text.skippingSpace(from: start)
    // Nothing but a comma may be between the objects: whatever else there is has a landmark.
    guard brace < text.end, text[brace] == .closeBrace,
      text.nextChild(after: brace &+ 1) == objectStart,
      let bytes = KnownBytes(from: start, key: objectStart..<objectStart, to: end, in: text),
      mayLearn()
    else { return }
    seams = [
      Seam(objectEnd: brace &+ 1 &- start, objectStart: objectStart &- start, bytes: bytes)
    ]
  }

  /// False from then on where too much was learnt in vain.
  private mutating func mayLearn() -> Bool {
    patience &-= 1
    if patience == 0 {
      members = []
      seams = []
    }
    return patience > 0
  }
}

/// Up to 48 bytes to compare with.
private struct KnownBytes {
  let length: Int
  /// Where the key in them is.
  let key: (start: Int, end: Int)
  private let vectors: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)
  /// All bits of the bytes that count.
  private let masks: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)

  /// Nil if they are too many, or too close to the text's end.
  init?(from start: Int, key: Range<Int>, to end: Int, in text: JSONText) {
    let length = end &- start
    guard length <= 48, start &+ 48 < text.end else { return nil }
    func word(_ index: Int) -> UInt64 {
      UInt64(lowBits: 8 &* (length &- 8 &* index)).littleEndian
    }
    func mask(_ index: Int) -> SIMD16<UInt8> {
      unsafeBitCast(SIMD2(word(2 &* index), word(2 &* index &+ 1)), to: SIMD16<UInt8>.self)
    }
    self.length = length
    self.key = (key.lowerBound &- start, key.upperBound &- start)
    vectors = (text.vector(start), text.vector(start &+ 16), text.vector(start &+ 32))
    masks = (mask(0), mask(1), mask(2))
  }

  /// Whether they are at `i`, with at least one more byte after them.
  @inline(__always) func isFound(at i: Int, in text: JSONText) -> Bool {
    guard i &+ 48 < text.end else { return false }
    var difference = (text.vector(i) ^ vectors.0) & masks.0
    difference |= (text.vector(i &+ 16) ^ vectors.1) & masks.1
    if length > 32 { difference |= (text.vector(i &+ 32) ^ vectors.2) & masks.2 }
    return difference.isZero
  }
}

extension UInt64 {
  /// As many ones as that, at least none and at most all.
  fileprivate init(lowBits count: Int) { self = ~(~0 << Swift.max(0, count)) }
}
