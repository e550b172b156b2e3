import Accounts
import Glibc
import TextTools

/// A table of lines of 64 bytes, which finds and writes the line of a name without reading the
/// others.
///
///     2026-11-22T11:00:00Z regapp 1 12 0000000000            9c1f04ab    when it begins, its size
///     0123456789abcdef fedcba9876543210                      5e2a77d0    the key of the hash
///     3f7a1c0d5e9b2846 2026-11-22T12:30:00Z 0000000000       81d3b26f    a name, and its record
///
/// The name is a keyed hash, which also gives the place of the line: one of 64 starting there.
/// Lines are written in place, so each ends with a checksum; a line of NULs is free.
struct LineTable: Sendable {
  /// The bytes of a line.
  static let width = 64
  /// The bytes before the checksum.
  private static let length = 54
  /// The number of lines among which a name's line is.
  private static let window = 64
  /// The smallest and the greatest size, as powers of 2.
  private static let sizes = 6...22

  /// The beginning of the table, in seconds since 1970.
  let begin: Int
  /// The number of starting places, as a power of 2.
  private let bits: Int
  private let hash: SipHash
  /// The time at which the table last failed to grow, in seconds since 1970; 0 if it never did.
  var triedToGrow = 0

  /// An empty table with room for this many names.
  init(begin: Int, room: Int) {
    var random = SystemRandomNumberGenerator()
    self.init(begin, room: room, SipHash(key: (random.next(), random.next())))
  }

  private init(_ begin: Int, room: Int, _ hash: SipHash) {
    let bits = Self.sizes.first { 1 << $0 >= room } ?? Self.sizes.upperBound
    (self.begin, self.bits, self.hash) = (begin, bits, hash)
  }

  /// Reads the first lines of a file; nil for another form or size.
  init?(_ head: ArraySlice<UInt8>, size: Int) {
    guard head.count == Self.headSize,
      let first = Self.words(of: head.prefix(Self.width), Self.plain), first.count == 5,
      let second = Self.words(of: head.suffix(Self.width), Self.plain), second.count == 2,
      first[1] == "regapp", first[2] == "1", let begin = UTC.seconds(String(first[0])),
      let bits = Int(first[3]), Self.sizes.contains(bits), let tried = Int(first[4]),
      let one = UInt64(second[0], radix: 16), let other = UInt64(second[1], radix: 16)
    else { return nil }
    self.init(begin, room: 1 << bits, SipHash(key: (one, other)))
    triedToGrow = tried
    guard size == self.size else { return nil }
  }

  static let headSize = 2 * width
  /// The hash for the first lines, which hold the key for the others.
  private static let plain = SipHash(key: (0, 0))

  /// The size of the file in bytes.
  var size: Int { Self.size(bits) }

  private static func size(_ bits: Int) -> Int { headSize + ((1 << bits) + window - 1) * width }

  static let greatestSize = size(sizes.upperBound)

  var headBytes: [UInt8] {
    let size = String(bits).zeroPadded(to: 2)
    let tried = String(triedToGrow).zeroPadded(to: 10)
    return Self.line("\(UTC.text(begin)) regapp 1 \(size) \(tried)", Self.plain)
      + Self.line("\(hash.key.0.hexadecimal) \(hash.key.1.hexadecimal)", Self.plain)
  }

  /// True if the table cannot grow.
  var isGreatest: Bool { bits == Self.sizes.upperBound }

  func hash(of text: String) -> UInt64 { hash.hash(text.utf8) }
}

extension LineTable {
  struct Line {
    let range: Range<Int>
    /// The name's hash; nil for a free line, or a torn one that lost it.
    var name: UInt64?
    /// The words after the name; nil for a free or torn line.
    let words: [Substring]?
    /// True if the line was not written whole.
    var isTorn = false
  }

  /// The range of the file in which a name's line is.
  func window(of name: UInt64) -> Range<Int> {
    let place = Int(truncatingIfNeeded: name) & (1 << bits - 1)
    let start = Self.headSize + place * Self.width
    return start..<start + Self.window * Self.width
  }

  /// The line of a name or else a free one; nil if all are taken by others.
  ///
  /// - Parameters:
  ///   - bytes: the file's bytes at `window(of:)`.
  ///   - taken: a line for another name, even if it is free yet.
  ///   - isOver: tells whether a line's words have expired, so that another name may use it.
  func line(
    of name: UInt64, in bytes: ArraySlice<UInt8>, besides taken: Range<Int>? = nil,
    isOver: ([Substring]) -> Bool
  ) -> Line? {
    let start = window(of: name).lowerBound
    let digits = Array(name.hexadecimal.utf8)
    var free: Line?
    for (index, offset) in stride(from: 0, to: bytes.count, by: Self.width).enumerated() {
      let line = bytes.dropFirst(offset).prefix(Self.width)
      let place = start + index * Self.width
      let range = place..<place + Self.width
      if line.starts(with: digits) {
        let words = Self.words(of: line, hash)
        return Line(
          range: range, name: name, words: words.map { Array($0.dropFirst()) }, isTorn: words == nil
        )
      }
      guard free == nil, range != taken else { continue }
      if line.first == 0 || words(of: line).map({ isOver($0.words) }) ?? false {
        free = Line(range: range, words: nil)
      }
    }
    return free
  }

  /// The first line in a name's range but `taken`, of any name.
  func first(of name: UInt64, in bytes: ArraySlice<UInt8>, besides taken: Range<Int>?) -> Line {
    let window = window(of: name)
    let start = window.lowerBound + (window.lowerBound == taken?.lowerBound ? Self.width : 0)
    let found = words(of: bytes.dropFirst(start - window.lowerBound).prefix(Self.width))
    return Line(
      range: start..<start + Self.width, name: found?.name, words: found?.words,
      isTorn: found == nil)
  }

  /// The name and the words of a line; nil if it is free or torn.
  private func words(of line: ArraySlice<UInt8>) -> (name: UInt64, words: [Substring])? {
    guard let words = Self.words(of: line, hash), let first = words.first,
      let name = UInt64(first, radix: 16)
    else { return nil }
    return (name, Array(words.dropFirst()))
  }

  func bytes(of name: UInt64, _ words: String) -> [UInt8] {
    Self.line("\(name.hexadecimal) \(words)", hash)
  }

  /// A larger table with the lines that have not expired, and its bytes; nil if none has room.
  ///
  /// - Parameter bytes: the bytes of this table.
  func grown(
    _ bytes: [UInt8], isOver: ([Substring]) -> Bool
  ) -> (table: LineTable, bytes: [UInt8])? {
    var kept: [(name: UInt64, line: ArraySlice<UInt8>)] = []
    for start in stride(from: Self.headSize, to: bytes.count, by: Self.width) {
      let line = bytes[start..<min(start + Self.width, bytes.count)]
      if let (name, words) = words(of: line), !isOver(words) { kept.append((name, line)) }
    }
    let new = holding(kept, room: max((kept.count + 1) * 2, 1 << Self.sizes.lowerBound))
    return new.isWhole ? (new.table, new.bytes) : nil
  }

  /// A table with the same key, as large as `room` or as the lines need, and its bytes. The
  /// greatest table may not hold all lines.
  func holding(
    _ lines: [(name: UInt64, line: ArraySlice<UInt8>)], room: Int
  ) -> (table: LineTable, bytes: [UInt8], isWhole: Bool) {
    let table = LineTable(begin, room: room, hash)
    var bytes = table.headBytes + [UInt8](repeating: 0, count: table.size - Self.headSize)
    var isWhole = true
    for (name, line) in lines {
      let window = bytes[table.window(of: name)]
      if let place = table.line(of: name, in: window, isOver: { _ in false }) {
        bytes.replaceSubrange(place.range, with: line)
      } else {
        isWhole = false
      }
    }
    return isWhole || table.isGreatest
      ? (table, bytes, isWhole) : holding(lines, room: 2 << table.bits)
  }

  private static func line(_ text: String, _ hash: SipHash) -> [UInt8] {
    var line = Array(text.utf8.prefix(length))
    line += repeatElement(UInt8(ascii: " "), count: length - line.count)
    return line + checksum(of: line, hash)
  }

  /// The words of a line; nil if the checksum is wrong.
  private static func words(of line: ArraySlice<UInt8>, _ hash: SipHash) -> [Substring]? {
    let text = line.prefix(length)
    guard line.dropFirst(length).elementsEqual(checksum(of: text, hash)) else { return nil }
    return String(decoding: text, as: UTF8.self).split(separator: " ")
  }

  private static func checksum(of text: some Collection<UInt8>, _ hash: SipHash) -> [UInt8] {
    Array(" \(UInt32(truncatingIfNeeded: hash.hash(text)).hexadecimal)\n".utf8)
  }
}
