/// The bytes between the values of a list's objects, learnt from some and looked for in the rest.
///
/// The objects of a list tend to be written alike: after a value, the same bytes lead to the next
/// one in each of them, `,⏎      "password": ` for example. The same bytes lead from the same state
/// to the same state, so what was checked once need only be compared after that. What is not found
/// here is checked as ever.
///
/// The keys may come in any order, with others between them. What followed a gap the last time is
/// compared first. If that is wrong, or was too often, the first letters of the key tell in which
/// slot of a table the gap would be:
///
///     ,⏎      "password": "$y$…       a member: "pass" is 9 bytes behind the comma
///     ⏎    },⏎    {⏎      "email":   a seam: "emai" is 20 bytes behind the value
struct KnownGaps {
  /// How many containers are open in such an object: itself, its list, and the root around that.
  /// No landmarks are noted for its members.
  static let depth = 3
  /// Learning does not pay in shorter texts.
  private static let shortest = 1024
  /// The slots of members, and those of seams behind them: a power of two each.
  private static let slotCount = 1 << slotBits
  private static let slotBits = 5
  /// How many slots a gap may be in, from its own on.
  private static let reach = 3

  /// A gap that was found.
  struct Gap {
    fileprivate let bytes: KnownBytes

    /// Where its key is, from its start.
    var key: (start: Int, end: Int) { bytes.key }
    /// How far the next value's start, or space before that, is from its own.
    var length: Int { bytes.length }
    /// Whether it leads from the last value of an object to the first value of the next one.
    var isSeam: Bool { bytes.objectStart > 0 }
    /// From the start of a seam to the end of the first object.
    var objectEnd: Int { bytes.objectEnd }
    /// From the start of a seam to the start of the second object.
    var objectStart: Int { bytes.objectStart }
  }

  /// None before the first was learnt.
  private var slots: [KnownBytes] = []
  /// For each slot, in which the gap was that followed it the last time; and for the start of an object.
  private var followers: [UInt8] = []
  /// The slot of the last gap.
  private var last = Self.origin
  private static let origin = 2 * slotCount
  /// From the start of a gap to the first letter of its key: the same for all that are known.
  private var letters = (member: 0, seam: 0)
  /// How well followers are known: below 0, they are not compared first.
  private var trust = 0
  private static let mostTrust = 32
  private static let distrust = 3
  /// How much more may be looked for in vain. It grows with each gap that is found, so that a list of
  /// objects that differ costs little more than without all this.
  private var patience = 64

  /// Whether the gaps tend to follow one another as before.
  @inline(__always) var isOrdered: Bool { trust >= 0 }

  /// An object begins, and was not reached by a seam.
  mutating func beginObject() {
    if last != Self.origin { reward() }
    last = Self.origin
  }

  /// Objects in which gaps are found make up for some that are not.
  private mutating func reward() {
    trust = Swift.min(trust &+ Self.distrust, Self.mostTrust)
    patience &+= 4
  }

  /// The gap that begins at `i`, where a member's value ended; nil if none that is known does.
  @inline(__always) mutating func next(after i: Int, in text: JSONText) -> Gap? {
    guard !slots.isEmpty, i &+ KnownBytes.capacity < text.end else { return nil }
    if trust >= 0 {
      let likely = Int(followers[last])
      if slots[likely].isFound(at: i, in: text) { return take(likely) }
    }
    // Without a branch: which it is can no longer be foreseen.
    let isSeam = text[i] == .comma ? 0 : 1
    let letters = text.letters(i &+ (isSeam == 0 ? letters.member : letters.seam))
    let slot = Self.slot(of: letters) | isSeam &* Self.slotCount
    if slots[slot].isFound(at: i, in: text) {
      note(slot)
      return take(slot)
    }
    guard let other = otherSlot(slot, after: i, in: text) else {
      trust = Swift.max(trust &- Self.distrust, -Self.mostTrust)
      return nil
    }
    note(other)
    return take(other)
  }

  @inline(__always) private mutating func take(_ slot: Int) -> Gap {
    last = slot
    let gap = Gap(bytes: slots[slot])
    if gap.isSeam { reward() }
    return gap
  }

  /// Notes which gap followed the last one, and whether that was to be foreseen.
  @inline(__always) private mutating func note(_ slot: Int) {
    let isForeseen = Int(followers[last]) == slot
    followers[last] = UInt8(truncatingIfNeeded: slot)
    trust = Swift.max(trust &+ (isForeseen ? 1 : -Self.distrust), -Self.mostTrust)
  }

  /// The slot behind a gap's own in which it is.
  @inline(never) private func otherSlot(_ slot: Int, after i: Int, in text: JSONText) -> Int? {
    for step in 1..<Self.reach {
      let other = Self.slot(slot, behind: step)
      if slots[other].isFound(at: i, in: text) { return other }
    }
    return nil
  }

  @inline(__always) private static func slot(of letters: UInt32) -> Int {
    // The highest bits depend on all letters.
    Int((letters &* 0x9E37_79B1) &>> UInt32(32 &- slotBits))
  }

  /// The slot so many places behind another of its kind.
  private static func slot(_ slot: Int, behind step: Int) -> Int {
    slot & slotCount | (slot &+ step) & (slotCount &- 1)
  }

  /// Learns what is between the value that ended at `start` and the one that begins at `end`.
  @inline(never) mutating func learnMember(
    from start: Int, key: Range<Int>, to end: Int, in text: JSONText
  ) {
    guard start >= Self.shortest, mayLearn(), text[start] == .comma else { return }
    learn(from: start, key: key, to: end, in: text) { _ in }
  }

  /// Learns the same if it leads from one object to the next, which begins at `objectStart`.
  @inline(never) mutating func learnSeam(
    from start: Int, objectStart: Int, key: Range<Int>, to end: Int, in text: JSONText
  ) {
    guard start >= Self.shortest, mayLearn() else { return }
    let brace = text.skippingSpace(from: start)
    // Nothing but a comma may be between the objects: whatever else there is has a landmark.
    guard brace < text.end, text[brace] == .closeBrace,
      text.nextChild(after: brace &+ 1) == objectStart
    else { return }
    learn(from: start, key: key, to: end, in: text) { seam in
      seam.objectEnd = brace &+ 1 &- start
      seam.objectStart = objectStart &- start
    }
  }

  /// False from then on where too much was not found.
  private mutating func mayLearn() -> Bool {
    guard patience > 0 else { return false }
    patience &-= 1
    if patience == 0 { slots = [] }
    return patience > 0
  }

  private mutating func learn(
    from start: Int, key: Range<Int>, to end: Int, in text: JSONText,
    _ complete: (inout KnownBytes) -> Void
  ) {
    let isMember = text[start] == .comma
    let offset = key.lowerBound &+ 1 &- start
    let known = isMember ? letters.member : letters.seam
    guard known == 0 || known == offset, offset &+ 4 <= KnownBytes.capacity,
      start &+ KnownBytes.capacity < text.end
    else { return }
    let own =
      Self.slot(of: text.letters(start &+ offset)) | (isMember ? 0 : Self.slotCount)
    // The first that come stay.
    let free = (0..<Self.reach).lazy.map { Self.slot(own, behind: $0) }
      .first { slots.isEmpty || slots[$0].length == 0 }
    guard let free, var bytes = KnownBytes(from: start, key: key, to: end, in: text) else { return }
    complete(&bytes)
    if slots.isEmpty {
      slots =
        Array(repeating: KnownBytes(none: 0), count: Self.slotCount)
        + Array(repeating: KnownBytes(none: .comma), count: Self.slotCount)
      followers = Array(repeating: UInt8(free), count: Self.origin + 1)
    }
    if isMember { letters.member = offset } else { letters.seam = offset }
    slots[free] = bytes
    followers[last] = UInt8(free)
    followers[free] = UInt8(free)
    last = free
  }
}

/// Up to 48 bytes to compare with.
private struct KnownBytes {
  static let capacity = 48

  let length: Int
  /// Where the key in them is.
  let key: (start: Int, end: Int)
  var objectEnd = 0
  var objectStart = 0
  private let vectors: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)
  /// All bits of the bytes that count.
  private let masks: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)

  /// What is found nowhere: a gap that begins with this byte goes on with another.
  init(none byte: UInt8) {
    (length, key) = (0, (0, 0))
    let zeros = SIMD16<UInt8>(repeating: 0)
    vectors = (SIMD16(repeating: byte), zeros, zeros)
    masks = (SIMD16(repeating: 0xFF), zeros, zeros)
  }

  /// Nil if they are too many.
  init?(from start: Int, key: Range<Int>, to end: Int, in text: JSONText) {
    let length = end &- start
    guard length <= Self.capacity, start &+ Self.capacity < text.end else { return nil }
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

  /// Whether they are at `i`, with at least that many bytes after it.
  @inline(__always) func isFound(at i: Int, in text: JSONText) -> Bool {
    var difference = (text.vector(i) ^ vectors.0) & masks.0
    difference |= (text.vector(i &+ 16) ^ vectors.1) & masks.1
    if length > 32 { difference |= (text.vector(i &+ 32) ^ vectors.2) & masks.2 }
    return difference.isZero
  }
}

extension JSONText {
  /// The first letters of a key.
  @inline(__always) fileprivate func letters(_ i: Int) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: i, as: UInt32.self))
  }
}

extension UInt64 {
  /// As many ones as that, at least none and at most all.
  fileprivate init(lowBits count: Int) { self = ~(~0 << Swift.max(0, count)) }
}
