import LosslessJSON

/// A file with most of its accounts left out: the first ones, in which its style shows, those that are
/// asked for, the last two, and all that is around them.
///
///     {"rules": …, "accounts": [{…}, {…}, {…}, {…}, {…}, {…}, {…}, {…}]}
///     └─────────── head ───────────────┘     └───┘          └── tail ──┘
///
/// It is a text like the file, so that whatever reads and changes the file can read and change it,
/// and what would be added to the file is added in the same way to it. It has lines of its own, and
/// so cannot say where in the file something is wrong.
struct Excerpt {
  let bytes: [UInt8]
  /// What is left out, by where in `bytes`.
  private let gaps: [(at: Int, range: Range<Int>)]
  private let size: Int

  /// Reads the accounts behind some places; nil if that fails.
  init?(_ scan: AccountsScan, _ outline: FileOutline, behind places: Set<Int>) {
    guard outline.head > 0, outline.head < outline.tail, outline.tail < scan.size,
      outline.head + scan.size - outline.tail <= AccountsScan.longestPiece
    else { return nil }
    var bytes = scan.read(at: 0, outline.head)
    guard bytes.count == outline.head else { return nil }
    var gaps: [(at: Int, range: Range<Int>)] = []
    var position = outline.head
    func leaveOut(upTo place: Int) {
      if place > position { gaps.append((bytes.count, position..<place)) }
    }
    for place in places.sorted() where place >= outline.head && place < outline.tail {
      guard place >= position, let account = scan.account(behind: place) else { return nil }
      leaveOut(upTo: place)
      bytes += account
      position = place + account.count
    }
    guard position <= outline.tail else { return nil }
    leaveOut(upTo: outline.tail)
    let tail = scan.read(at: outline.tail, scan.size - outline.tail)
    guard tail.count == scan.size - outline.tail else { return nil }
    self.bytes = bytes + tail
    self.gaps = gaps
    size = scan.size
  }

  /// The file's new text, where changes are made to the excerpt: nil if one is not within a part of it.
  func text(applying splices: [JSONSplice], from descriptor: Int32) -> [TextPiece]? {
    var pieces: [TextPiece] = []
    var position = 0
    for splice in splices {
      let gapsBefore = gaps.prefix { $0.at <= splice.range.lowerBound }
      let isWhole = gaps.dropFirst(gapsBefore.count).first.map { splice.range.upperBound <= $0.at }
      guard isWhole ?? true else { return nil }
      let start = splice.range.lowerBound + gapsBefore.reduce(0) { $0 + $1.range.count }
      guard start >= position else { return nil }
      pieces += [.copy(position..<start, from: descriptor), .bytes(splice.bytes[...])]
      position = start + splice.range.count
    }
    return pieces + [.copy(position..<size, from: descriptor)]
  }
}
