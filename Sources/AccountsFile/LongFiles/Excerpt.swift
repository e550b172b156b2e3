import AccountsDocument
import LosslessJSON

/// A file without most of its accounts: it keeps the first ones, which show the style, the
/// requested ones, the last two, and everything around the accounts.
///
///     {"rules": …, "accounts": [{…}, {…}, {…}, {…}, {…}, {…}, {…}, {…}]}
///     └─────────── head ───────────────┘     └───┘          └── tail ──┘
///
/// The text has the form of the file, so that it can be read and changed like it, and additions
/// look the same. Its line numbers are its own, so it cannot give places of problems.
struct Excerpt {
  let bytes: [UInt8]
  /// The omitted ranges of the file, by their offsets in `bytes`.
  private let gaps: [(at: Int, range: Range<Int>)]
  private let size: Int

  /// Reads the accounts after some places; nil if that fails.
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

  /// Translates changes of the excerpt into a change of the file; nil if one of them crosses an
  /// omitted range.
  ///
  /// - Parameters:
  ///   - text: the excerpt's text after the changes.
  ///   - descriptor: the open file from which the rest is copied.
  func change(
    _ splices: [JSONSplice], leaving text: [UInt8], copyingFrom descriptor: Int32
  ) -> ExcerptChange? {
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
    let moved = gaps.map { gap in
      let before = splices.prefix { $0.range.lowerBound < gap.at }
      return (
        at: gap.at, range: gap.range, by: before.reduce(0) { $0 + $1.bytes.count - $1.range.count }
      )
    }
    return ExcerptChange(
      pieces: pieces + [.copy(position..<size, from: descriptor)], text: text, moved: moved)
  }
}

/// The effect of an excerpt's changes on the file.
struct ExcerptChange: Sendable {
  /// The file's new text.
  let pieces: [TextPiece]
  /// The excerpt's new text.
  let text: [UInt8]
  /// The ranges omitted from the excerpt, by their old offsets in it, and how far each moves in the
  /// file.
  let moved: [(at: Int, range: Range<Int>, by: Int)]

  /// The places of names after the changes, in order; nil if the new file must be read for them.
  func places(from old: [IndexEntry], _ long: LongFile) -> (FileOutline, [IndexEntry])? {
    guard let (outline, new) = AccountsScan.places(in: text, long) else { return nil }
    let gaps = moved.map { (at: $0.at + $0.by, count: $0.range.count) }
    func inFile(_ offset: Int) -> Int {
      offset + gaps.prefix { $0.at <= offset }.reduce(0) { $0 + $1.count }
    }
    // The head is before all that is left out.
    guard outline.head <= gaps.first?.at ?? 0 else { return nil }
    var places = new.map { $0.moved(to: inFile($0.before)) }
    places.sort()
    var all: [IndexEntry] = []
    all.reserveCapacity(old.count + places.count)
    var next = places[...]
    for place in old {
      let before = place.before
      guard let gap = moved.first(where: { $0.range.contains(before) }) else { continue }
      let place = place.moved(to: before + gap.by)
      while let first = next.first, first < place { all.append(next.removeFirst()) }
      all.append(place)
    }
    all += next
    return (FileOutline(head: outline.head, tail: inFile(outline.tail)), all)
  }
}
