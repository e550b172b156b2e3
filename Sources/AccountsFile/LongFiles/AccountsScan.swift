// One pass finds the accounts and checks the whole file, in stripes that all processors read at
// once, each through a buffer of 256 KiB. Each stripe but the first begins behind text that looks
// like the end of an account. If the stripe before it did not end there, it is read again from the
// right place. Of files over 32 MiB only the names that are asked for are kept in memory.

import Accounts
import AccountsDocument
import Glibc
import LosslessJSON
import TextTools

/// The contents of an index, from one pass over a file: the places of its names, and its outline.
struct IndexEntries: Sendable {
  let outline: FileOutline
  /// The places of names, unsorted, in several parts.
  let parts: [[IndexEntry]]
  /// The hashes of the names that were sought; nil for all.
  let sought: [UInt32]?

  /// Too many accounts to look up one by one.
  static let many = 64

  /// The ends of the accounts before those that may have one of the names; nil if one was not
  /// sought, or if there are too many.
  func places(of names: [String]) -> [Int]? {
    let hashes = names.map(IndexEntry.hash)
    guard hashes.allSatisfy({ sought?.contains($0) ?? true }) else { return nil }
    var found: [Int] = []
    for part in parts {
      for place in part where hashes.contains(place.hash) { found.append(place.before) }
      if found.count > Self.many { return nil }
    }
    return found
  }
}

/// The parts of a file that all its excerpts have.
struct FileOutline: Sendable, Equatable {
  /// The end of the first account that ends after the part that shows the file's style.
  let head: Int
  /// The end of the third last account.
  let tail: Int
}

/// A name's place: the upper half of the name's hash, and the end of the account before it, as one
/// sortable number of eight bytes. Different names may have one hash, so the account itself must be
/// checked.
struct IndexEntry: Sendable, Hashable, Comparable {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  init(hash: UInt64, before: Int) {
    bits = hash & ~UInt64(UInt32.max) | UInt64(UInt32(truncatingIfNeeded: before))
  }

  var hash: UInt32 { UInt32(truncatingIfNeeded: bits &>> 32) }
  var before: Int { Int(UInt32(truncatingIfNeeded: bits)) }

  func moved(to before: Int) -> IndexEntry {
    IndexEntry(bits: bits & ~UInt64(UInt32.max) | UInt64(UInt32(truncatingIfNeeded: before)))
  }

  static func hash(of name: String) -> UInt32 {
    UInt32(truncatingIfNeeded: FoldedHash.hash(Array(name.utf8)) &>> 32)
  }

  static func < (left: IndexEntry, right: IndexEntry) -> Bool { left.bits < right.bits }
}

/// One pass over a long file, in stripes that all processors read at the same time, each through
/// one buffer that stays in its cache.
struct AccountsScan {
  let disk: Disk
  let descriptor: Int32
  let size: Int

  private static let keys = (FieldKeys[.email], FieldKeys[.username], FieldKeys[.id])
  /// The longest account, and the longest text around the accounts, to read in one piece.
  static let longestPiece = 1 << 24

  /// Checks the accounts of the file and finds their names. Nil if it is broken or unusual: then
  /// only reading it whole can tell what is wrong. The text around the accounts is not checked:
  /// every excerpt has it.
  ///
  /// - Parameter sought: the hashes of the names to remember; nil for all.
  func places(of sought: [UInt32]?) -> IndexEntries? {
    guard let start = startOfList() else { return nil }
    let processors = Swift.max(1, Swift.min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let count = Swift.max(1, Swift.min(processors, size / disk.long.stripe))
    let limits = (1...count).map { start + (size - start) / count * $0 }
    let guesses = inParts(count, of: 1) { part in
      let index = part.lowerBound
      return Stripe.read(
        self, sought, from: index == 0 ? .list(start) : .guess(behind: limits[index - 1]),
        upTo: index + 1 < count ? limits[index] : size)
    }
    // Each stripe must begin where the one before it ended.
    var stripes: [Stripe] = []
    for (index, guess) in guesses.enumerated() {
      let before = stripes.last?.end ?? start
      if stripes.last?.isLast == true { break }
      let limit = index + 1 < count ? limits[index] : size
      // An account may be longer than a stripe.
      if before > limit { continue }
      let known = guess?.start == before ? guess : nil
      guard
        let stripe = known
          ?? Stripe.read(
            self, sought, from: index == 0 ? .list(start) : .element(before), upTo: limit)
      else { return nil }
      stripes.append(stripe)
    }
    guard let last = stripes.last, last.isLast, let tail = last.lastButTwo,
      let head = stripes.lazy.compactMap(\.head).first, head < tail,
      head + size - tail < Self.longestPiece
    else { return nil }
    return IndexEntries(
      outline: FileOutline(head: head, tail: tail), parts: stripes.map(\.places), sought: sought)
  }

  /// The names in a text in memory; nil if it has no outline.
  static func places(in text: [UInt8], _ long: LongFile) -> (FileOutline, [IndexEntry])? {
    let stripe = text.withUnsafeBytes { bytes -> Stripe? in
      guard let block = JSONBlock(bytes), let start = block.startOfList(JSONKey("accounts")) else {
        return nil
      }
      var stripe = Stripe(start: start, leastHead: long.head)
      let (_, stop) = block.check(from: start, isStart: true, upTo: text.count, keys) {
        stripe.note($0, nil, in: block, at: 0)
      }
      guard case .end = stop else { return nil }
      return stripe
    }
    guard let stripe, let head = stripe.head, let tail = stripe.lastButTwo else { return nil }
    return (FileOutline(head: head, tail: tail), stripe.places)
  }

  private func startOfList() -> Int? {
    var length = disk.long.buffer
    while length <= Self.longestPiece {
      let bytes = read(at: 0, length)
      let start = bytes.withUnsafeBytes { JSONBlock($0)?.startOfList(JSONKey("accounts")) }
      if let start { return start }
      guard bytes.count == length else { return nil }
      length *= 4
    }
    return nil
  }

  /// The account after the end of another, with the separator; nil if there is none.
  func account(behind before: Int) -> [UInt8]? {
    var length = 1 << 11
    while length <= Self.longestPiece {
      var bytes = read(at: before, length)
      let checked = bytes.withUnsafeBytes {
        JSONBlock($0)?.check(from: 0, isStart: false, upTo: 0, Self.keys) { _ in }
      }
      guard let (end, stop) = checked else { return nil }
      if end > 0, stop != .unknown {
        bytes.removeSubrange(end...)
        return bytes
      }
      guard stop == .unknown, bytes.count == length else { return nil }
      length *= 4
    }
    return nil
  }

  /// Reads bytes at an offset; fewer at the end of the file or after a failure.
  func read(at offset: Int, _ length: Int) -> [UInt8] {
    let length = Swift.max(0, Swift.min(length, size - offset))
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = disk.fill(UnsafeMutableRawBufferPointer(buffer), from: descriptor, at: offset).count
    }
  }

  /// The result of one processor.
  private struct Stripe {
    enum Start {
      case list(Int)
      case element(Int)
      case guess(behind: Int)
    }

    /// The end of the account before the first one, and of the last one.
    var start: Int
    var end: Int
    /// True if the list ends after it.
    var isLast = false
    var places: [IndexEntry] = []
    /// The end of the first account that ends after the part that shows the file's style.
    var head: Int?
    private let leastHead: Int
    /// The ends of the accounts before the last one and the last but one.
    private var before: (last: Int?, lastButOne: Int?) = (nil, nil)
    var lastButTwo: Int? { before.lastButOne }

    init(start: Int, leastHead: Int) {
      (self.start, end) = (start, start)
      self.leastHead = leastHead
    }

    static func read(
      _ scan: AccountsScan, _ sought: [UInt32]?, from start: Start, upTo limit: Int
    ) -> Stripe? {
      var buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: scan.disk.long.buffer, alignment: 16)
      defer { buffer.deallocate() }
      let least = scan.disk.long.head
      var stripe: Stripe?
      var isStart = false
      var position: Int
      switch start {
      case .list(let place):
        (position, isStart, stripe) = (place, true, Stripe(start: place, leastHead: least))
      case .element(let place): (position, stripe) = (place, Stripe(start: place, leastHead: least))
      case .guess(let place): position = place
      }
      while true {
        let wanted = UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<Swift.min(buffer.count, scan.size - position)])
        let count = scan.disk.fill(wanted, from: scan.descriptor, at: position).count
        guard count == wanted.count, let block = JSONBlock(UnsafeRawBufferPointer(wanted)) else {
          return nil
        }
        var first = 0
        if stripe == nil {
          guard let end = block.likelyEnd(behind: 0) else { return nil }
          first = end
          stripe = Stripe(start: position + end, leastHead: least)
        }
        let (end, stop) = block.check(
          from: first, isStart: isStart, upTo: limit - position, AccountsScan.keys
        ) { stripe?.note($0, sought, in: block, at: position) }
        isStart = isStart && end == 0
        stripe?.end = position + end
        if case .end = stop { stripe?.isLast = true }
        if stop != .unknown { return stripe }
        position += end
        if end > 0 { continue }
        // Longer than the buffer, or broken.
        guard wanted.count == buffer.count, buffer.count < AccountsScan.longestPiece else {
          return nil
        }
        let length = buffer.count * 4
        buffer.deallocate()
        buffer = .allocate(byteCount: length, alignment: 16)
      }
    }

    @inline(__always)
    mutating func note(
      _ account: JSONBlock.Element, _ sought: [UInt32]?, in block: JSONBlock, at position: Int
    ) {
      let start = position + account.before
      if head == nil, position + account.end >= leastHead {
        head = position + account.end
      }
      before = (start, before.last)
      func note(_ hash: UInt64?) {
        guard let hash else { return }
        let place = IndexEntry(hash: hash, before: start)
        if sought?.contains(place.hash) ?? true { places.append(place) }
      }
      note(account.strings.0.flatMap { block.hash(ofString: $0) })
      note(account.strings.1.flatMap { block.hash(ofString: $0) })
      // The UUID stands at the end of an id.
      note(account.strings.2.flatMap { block.hash(ofLast: AccountID.length, ofString: $0) })
    }
  }
}
