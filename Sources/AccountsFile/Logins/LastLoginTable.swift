// A line is found by the hash of a name with one or two reads. When three lines of four are in
// use, a table of twice the size takes the place of this one. The text begins with the time of the
// first attempt. Unknown names have one line together, so that an attempt under one costs what
// others cost.

import Accounts
import Glibc
import TextTools

/// The text of `last-logins`: lines of 64 bytes, so that an account's is found without reading all.
///
///     2026-11-22T11:00:00Z regapp 1 06 0000000002           when it begins, size, lines in use
///     0123456789abcdeffedcba9876543210                      the key of the hash
///     3f7a1c0d5e9b2846 2026-11-22T12:30:00Z 0000000000      a name, its last success, failures since
///
/// The name is a keyed hash, which also says where its line is: there, or behind that before the next
/// line of NULs. A line of dashes is free, and hides nothing behind it.
struct LastLoginTable {
  /// The bytes of a line.
  static let width = 64
  /// The lines before the first account.
  private static let head = 2
  /// How many lines are read at once.
  private static let window = 16
  /// The smallest and the greatest size, as a power of 2.
  private static let sizes = 6...30

  /// When the record begins, in seconds since 1970.
  let begin: Int
  /// How many lines there are, as a power of 2.
  private let bits: Int
  /// How many of them are not NULs.
  private(set) var used: Int
  private let hash: SipHash

  /// An empty table.
  init(begin: Int) {
    var random = SystemRandomNumberGenerator()
    self.init(begin, Self.sizes.lowerBound, SipHash(key: (random.next(), random.next())))
  }

  private init(_ begin: Int, _ bits: Int, _ hash: SipHash) {
    (self.begin, self.bits, self.hash, used) = (begin, bits, hash, 0)
  }

  /// Reads the first lines of a file of a size; nil if they are something else.
  init?(_ head: ArraySlice<UInt8>, size: Int) {
    guard head.count == Self.headSize else { return nil }
    let words = String(decoding: head, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard words.count == 6, words[1] == "regapp", words[2] == "1",
      let begin = UTC.seconds(String(words[0])), let bits = Int(words[3]),
      Self.sizes.contains(bits), let used = Int(words[4]), words[5].utf8.count == 32,
      let one = UInt64(words[5].prefix(16), radix: 16),
      let other = UInt64(words[5].suffix(16), radix: 16)
    else { return nil }
    self.init(begin, bits, SipHash(key: (one, other)))
    self.used = max(0, used)
    guard size == self.size else { return nil }
  }

  static var headSize: Int { head * width }

  /// How many bytes the file has.
  var size: Int { Self.headSize + Self.width << bits }

  /// The first lines.
  var headBytes: [UInt8] {
    let key = [hash.key.0, hash.key.1].map { String($0, radix: 16).zeroPadded(to: 16) }
    let first = [
      UTC.text(begin), "regapp 1", String(bits).zeroPadded(to: 2), String(used).zeroPadded(to: 10),
    ]
    return Self.line(first.joined(separator: " ")) + Self.line(key.joined())
  }

  /// Whether so many lines are in use that names would take long to find.
  private var isFull: Bool { used >= 3 << (bits - 2) }

  private static func line(_ text: String) -> [UInt8] {
    var line = Array(text.utf8.prefix(width - 1))
    line += repeatElement(UInt8(ascii: " "), count: width - 1 - line.count)
    return line + [UInt8(ascii: "\n")]
  }
}

extension LastLoginTable {
  /// Where a line is in the file.
  struct Line {
    let range: Range<Int>
    /// What it holds of the name that was looked for; nil if it is free.
    let login: LastLogin?
    /// Whether it is one of NULs.
    fileprivate let isNew: Bool
  }

  /// The line of a name, or the one that is free for it; nil if there is none.
  ///
  /// - Parameter read: reads a range of the file.
  func line<Failure: Error>(
    of name: AccountName, _ read: (Range<Int>) throws(Failure) -> ArraySlice<UInt8>
  ) throws(Failure) -> Line? {
    let (count, hash) = (1 << bits, hash.hash(name.key.utf8))
    var (index, probed, free) = (Int(truncatingIfNeeded: hash) & (count - 1), 0, Line?.none)
    while probed < count {
      let some = min(Self.window, count - index)
      let start = Self.headSize + index * Self.width
      let bytes = try read(start..<start + some * Self.width)
      guard bytes.count == some * Self.width else { return nil }
      for place in 0..<some {
        let range = start + place * Self.width..<start + (place + 1) * Self.width
        let line = bytes.dropFirst(place * Self.width).prefix(Self.width)
        if line.first == 0 { return free ?? Line(range: range, login: nil, isNew: true) }
        guard let (found, login) = Self.login(line) else {
          if free == nil { free = Line(range: range, login: nil, isNew: false) }
          continue
        }
        if found == hash { return Line(range: range, login: login, isNew: false) }
      }
      probed += some
      index = (index + some) & (count - 1)
    }
    return free
  }

  /// The bytes of a line that is to hold something; nil is nothing.
  func bytes(_ login: LastLogin?, of name: AccountName) -> [UInt8] {
    guard let login else {
      return Array(repeating: UInt8(ascii: "-"), count: Self.width - 1) + [UInt8(ascii: "\n")]
    }
    return Self.bytes(login, hash.hash(name.key.utf8))
  }

  private static func bytes(_ login: LastLogin, _ hash: UInt64) -> [UInt8] {
    line(
      [
        String(hash, radix: 16).zeroPadded(to: 16),
        login.success.map(UTC.text) ?? String(repeating: "-", count: 20),
        String(max(0, min(login.failures, 9_999_999_999))).zeroPadded(to: 10),
      ].joined(separator: " "))
  }

  /// Counts a line that will be in use; false if the table must grow first.
  mutating func use(_ line: Line) -> Bool {
    guard line.isNew else { return true }
    guard !isFull else { return false }
    used += 1
    return true
  }

  /// What a line holds; nil if it is free, or not one of ours.
  private static func login(_ line: ArraySlice<UInt8>) -> (hash: UInt64, login: LastLogin)? {
    let text = line.prefix(48)
    guard line.first != UInt8(ascii: "-"), line.last == UInt8(ascii: "\n"),
      text.dropFirst(16).first == UInt8(ascii: " "), text.dropFirst(37).first == UInt8(ascii: " "),
      let hash = UInt64(String(decoding: text.prefix(16), as: UTF8.self), radix: 16),
      let failures = Int(String(decoding: text.dropFirst(38), as: UTF8.self)), failures >= 0
    else { return nil }
    let time = String(decoding: text.dropFirst(17).prefix(20), as: UTF8.self)
    return (hash, LastLogin(success: UTC.seconds(time), failures: failures))
  }

  /// The text of a table that begins at a time and holds these.
  static func text(since begin: Int, _ logins: [(name: AccountName, login: LastLogin)]) -> [UInt8] {
    var table = LastLoginTable(begin: begin)
    var bytes = table.headBytes + [UInt8](repeating: 0, count: table.size - headSize)
    for (name, login) in logins {
      while true {
        let line = table.line(of: name) { bytes[$0.clamped(to: 0..<bytes.count)] }
        if let line, table.use(line) {
          bytes.replaceSubrange(line.range, with: table.bytes(login, of: name))
          break
        }
        guard table.bits < sizes.upperBound else { return bytes }
        (table, bytes) = table.grown(bytes)
      }
    }
    bytes.replaceSubrange(0..<headSize, with: table.headBytes)
    return bytes
  }

  /// A table with the same names and room for more, and its bytes.
  ///
  /// - Parameter bytes: the bytes of this one.
  func grown(_ bytes: [UInt8]) -> (table: LastLoginTable, bytes: [UInt8]) {
    var logins: [(hash: UInt64, login: LastLogin)] = []
    for start in stride(from: Self.headSize, to: bytes.count, by: Self.width) {
      if let login = Self.login(bytes[start..<min(start + Self.width, bytes.count)]) {
        logins.append(login)
      }
    }
    var bits = Self.sizes.lowerBound
    while 1 << bits < (logins.count + 1) * 2, bits < Self.sizes.upperBound { bits += 1 }
    var table = LastLoginTable(begin, bits, hash)
    table.used = logins.count
    var new = table.headBytes + [UInt8](repeating: 0, count: table.size - Self.headSize)
    for (hash, login) in logins {
      var index = Int(truncatingIfNeeded: hash) & (1 << bits - 1)
      while new[Self.headSize + index * Self.width] != 0 { index = (index + 1) & (1 << bits - 1) }
      let start = Self.headSize + index * Self.width
      new.replaceSubrange(start..<start + Self.width, with: Self.bytes(login, hash))
    }
    return (table, new)
  }
}
