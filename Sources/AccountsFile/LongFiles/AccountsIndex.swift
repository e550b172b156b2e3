// The index is written after the rename, under the lock, by commands that write the accounts; also
// by `check`, and by `seal` if there is nothing to seal, unless a whole one exists. Other readers
// never make one. It is written only on ext2 to ext4, XFS, Btrfs, F2FS, tmpfs, ZFS and overlayfs,
// by root or the accounts file's owner, and only for a file that was forced to the disk.
//
// Writing: the kernel's clock for stamps (CLOCK_REALTIME_COARSE) must be past both times of the
// file, which takes two ticks at most. Then the file is read, unless the writer knows where it put
// each account. Then its stamp must still be the same. The index records that clock.
//
// A reader believes the index if all of this is true:
// - The stamps are equal: device, inode, size, times of modification and change in nanoseconds,
//   mode, owner, group and number of links, by fstat of the open file.
// - Its clock is past both times and not in the future.
// - Its format and checksums are right. A page's checksum also says which page of which index it
//   is.
// - It is a regular file with one name that belongs to root or to the accounts file's owner, and
//   everyone who can write it can also write the accounts.
// - After the accounts were read, their stamp is still the same.
//
// It cannot see:
// - a program that writes through a memory mapping: the kernel stamps the file when such a page is
//   first written, not each time;
// - a single `write` that is still copying: the kernel stamps the file before it copies;
// - a clock that is set back, if a change then gets the stamp of an earlier one to the nanosecond;
// - a change in place within the tick of regapp's own rename, whose time of modification is put
//   back within that tick too;
// - a power cut after a change in place that was not forced to the disk.
//
// It holds nothing that a day or a rulebook decides. Its readers learn how many accounts there
// are, where each is, and 32 bits of a hash of each name and of the UUID in each id.

import AccountsDocument
import Glibc

/// The index of an accounts file: the places of all names in one exact state of the file. It lies
/// beside the file, as `.accounts.json.index`.
///
/// Nothing depends on it: it may be missing, damaged or out of date, and may be deleted. It is used
/// only if the file has not changed since, judged by the stamps:
///
///     the file changes    the clock is past that,       the clock of the machine,
///     (its stamp)         the file is the same: index   the file is the same: read
///     ────┼───────────────────────┼─────────────────────────────────┼────────────▶ time
///         └── at least one tick ──┘      any change is stamped later than here ──┘
///
/// Pages of 4096 bytes, each with a checksum of its own, so that one name costs a few pages of a
/// file of any size. The first has the stamp, the others the places in order.
struct AccountsIndex {
  let disk: Disk
  private let descriptor: Int32
  private let nonce: UInt64
  let outline: FileOutline
  private let count: Int

  private static let format: UInt64 = 2
  private static let magic: UInt64 = 0x7865_646E_6970_7061

  static func file(of accounts: DirectoryFile) -> DirectoryFile {
    accounts.directory.file(name(of: accounts.name))
  }

  static func name(of accounts: String) -> String { ".\(accounts).index" }

  /// Opens the index of an open file; nil if there is no valid one.
  init?(of accounts: DirectoryFile, stamp: FileStamp, _ disk: Disk) {
    let file = Self.file(of: accounts)
    guard let descriptor = (try? disk.open(file)) ?? nil else { return nil }
    self.disk = disk
    self.descriptor = descriptor
    guard let own = try? disk.stamp(of: descriptor, path: file.path, for: .read),
      own.isRegularFile, own.links == 1, own.size >= Page.size,
      own.owner == stamp.owner || own.owner == 0, own.isAsWritable(as: stamp),
      let header = Page(disk, descriptor, 0, seed: 0)
    else {
      disk.close(descriptor)
      return nil
    }
    let clock = FileStamp.Moment(header.words[3], header.words[4])
    nonce = header.words[2]
    let numbers = header.words[5...7].map { Int(clamping: $0) }
    outline = FileOutline(head: numbers[0], tail: numbers[1])
    count = numbers[2]
    guard header.words[0] == Self.magic, header.words[1] == Self.format,
      Array(header.words[8..<8 + stamp.words.count]) == stamp.words,
      stamp.isOver(by: clock), clock <= disk.calls.now(),
      // An account with a name takes more: no index has us multiply or reserve what it likes.
      count <= stamp.size / 8, own.size == Self.size(of: count)
    else {
      disk.close(descriptor)
      return nil
    }
  }

  /// True if an open file begins like an index, of any state of a file.
  static func begins(_ descriptor: Int32, _ disk: Disk) -> Bool {
    let words = Page(disk, descriptor, 0, seed: 0)?.words
    return words?[0] == magic && words.map { (1...format).contains($0[1]) } == true
  }

  func close() { disk.close(descriptor) }

  /// The ends of the accounts before those that may have one of the names; nil if the index is
  /// damaged, or if there are too many.
  func places(of names: [String]) -> [Int]? {
    var all: [Int] = []
    for name in names {
      guard let found = places(of: name) else { return nil }
      all += found
    }
    return all
  }

  private func places(of name: String) -> [Int]? {
    let hash = IndexEntry.hash(of: name)
    // The last page that begins before the hash, or the first one.
    var (low, high) = (0, Self.pages(of: count))
    while high - low > 1 {
      let middle = (low + high) / 2
      guard let page = page(middle) else { return nil }
      if page.place(0).hash < hash { low = middle } else { high = middle }
    }
    var found: [Int] = []
    for index in low..<Self.pages(of: count) {
      guard let page = page(index) else { return nil }
      for place in 0..<Swift.min(Page.capacity, count - index * Page.capacity) {
        let place = page.place(place)
        if place.hash > hash { return found }
        if place.hash == hash { found.append(place.before) }
        if found.count > IndexEntries.many { return nil }
      }
    }
    return found
  }

  /// All places, in order; nil if the index is damaged.
  func places() -> [IndexEntry]? {
    var places: [IndexEntry] = []
    places.reserveCapacity(count)
    for index in 0..<Self.pages(of: count) {
      guard let page = page(index) else { return nil }
      for place in 0..<Swift.min(Page.capacity, count - places.count) {
        places.append(page.place(place))
      }
    }
    return places
  }

  private func page(_ index: Int) -> Page? {
    Page(disk, descriptor, index + 1, seed: nonce &+ UInt64(index))
  }

  private static func pages(of count: Int) -> Int { (count + Page.capacity - 1) / Page.capacity }

  private static func size(of count: Int) -> Int { (pages(of: count) + 1) * Page.size }

  static func bytes(
    of places: [IndexEntry], _ outline: FileOutline, _ stamp: FileStamp, _ clock: FileStamp.Moment
  ) -> TextPieces {
    let nonce = UInt64.random(in: 0...UInt64.max)
    let header =
      [
        magic, format, nonce, UInt64(bitPattern: Int64(clock.seconds)), UInt64(clock.nanoseconds),
        UInt64(outline.head), UInt64(outline.tail), UInt64(places.count),
      ] + stamp.words
    var pieces = TextPieces([Page.bytes(header[...], seed: 0)[...]])
    pieces.made = (
      pages(of: places.count),
      { pages, bytes in
        for index in pages {
          let start = index * Page.capacity
          let words = places[start..<Swift.min(places.count, start + Page.capacity)].map(\.bits)
          bytes += Page.bytes(words[...], seed: nonce &+ UInt64(index))
        }
      }
    )
    return pieces
  }
}

/// A page of an index: 511 numbers and their checksum.
private struct Page {
  static let size = 4096
  static let capacity = 511

  let words: [UInt64]

  /// Reads a page; nil if it is damaged.
  init?(_ disk: Disk, _ descriptor: Int32, _ number: Int, seed: UInt64) {
    let words = [UInt64](unsafeUninitializedCapacity: Self.capacity + 1) { buffer, count in
      count =
        disk.fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor, at: number * Self.size)
        .count
        / MemoryLayout<UInt64>.size
    }
    guard words.count == Self.capacity + 1 else { return nil }
    self.words = words.map { UInt64(littleEndian: $0) }
    guard Self.checksum(self.words[..<Self.capacity], seed) == self.words[Self.capacity] else {
      return nil
    }
  }

  func place(_ index: Int) -> IndexEntry { IndexEntry(bits: words[index]) }

  static func bytes(_ words: ArraySlice<UInt64>, seed: UInt64) -> [UInt8] {
    var words = Array(words)
    words += Array(repeating: .max, count: capacity - words.count)
    words.append(checksum(words[...], seed))
    return words.map(\.littleEndian).withUnsafeBytes { Array($0) }
  }

  private static func checksum(_ words: ArraySlice<UInt64>, _ seed: UInt64) -> UInt64 {
    var sum = seed ^ 0x9E37_79B9_7F4A_7C15
    for word in words {
      sum = (sum ^ word) &* 0xBF58_476D_1CE4_E5B9
      sum ^= sum &>> 29
    }
    return sum
  }
}

extension FileStamp {
  /// The parts of the stamp that distinguish states of a file.
  fileprivate var words: [UInt64] {
    [
      UInt64(device), UInt64(inode), UInt64(size), UInt64(mode), UInt64(owner), UInt64(group),
      UInt64(links),
    ]
      + [modified, changed].flatMap {
        [UInt64(bitPattern: Int64($0.seconds)), UInt64(bitPattern: Int64($0.nanoseconds))]
      }
  }

  /// True if everybody who may write the file may also write the other one.
  fileprivate func isAsWritable(as other: FileStamp) -> Bool {
    let isSameGroup = group == other.group || permissions & 0o020 == 0
    return isSameGroup && permissions & 0o022 & ~other.permissions == 0
  }

  /// True if any change at a moment or later would change the stamp.
  func isOver(by moment: Moment) -> Bool {
    modified.isOver(by: moment) && changed.isOver(by: moment)
  }
}

extension FileStamp.Moment {
  fileprivate init(_ seconds: UInt64, _ nanoseconds: UInt64) {
    self.init(
      timespec(
        tv_sec: Int(Int64(bitPattern: seconds)), tv_nsec: Int(Int64(bitPattern: nanoseconds))))
  }
}
