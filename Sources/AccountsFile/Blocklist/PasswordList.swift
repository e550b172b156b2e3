import Accounts
import Glibc
import TextTools

/// An open file with passwords that nobody may have: one a line, or the SHA-1 of one a line, in
/// hexadecimal digits and in order, where a `:` and a count may follow. Lines end with LF, CRLF or CR.
///
/// SHA-1 lines are searched where they are, by halves, so that many millions cost some tens of reads
/// and no memory. Passwords are read through a small buffer.
struct PasswordList {
  private let disk: Disk
  private let path: String
  private let descriptor: Int32
  private let size: Int

  /// Opens a list for as long as `body` runs.
  static func read<Result>(
    _ path: String, on disk: Disk, _ body: (PasswordList) throws(DiskFault) -> Result
  ) throws(DiskFault) -> Result {
    // Without O_NONBLOCK, a pipe would keep us waiting for ever.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = disk.retrying { disk.calls.open(AT_FDCWD, path, flags, 0) }
    guard descriptor >= 0 else {
      throw DiskFault(action: .read, path: path, reason: .errno(errno))
    }
    defer { disk.close(descriptor) }
    let stamp = try disk.stamp(of: descriptor, path: path, for: .read)
    let list = PasswordList(disk: disk, path: path, descriptor: descriptor, size: stamp.size)
    guard stamp.isRegularFile else { throw list.fault(.notRegularFile) }
    return try body(list)
  }

  /// The given passwords that are on the list. Refuses a file that is not such a list, because no
  /// password might ever be found in it: a file without a line, or one that samples show to be
  /// something else.
  func listed(among passwords: Set<PasswordText>) throws(DiskFault) -> Set<PasswordText> {
    let (start, samples) = try samples()
    guard samples.allSatisfy(\.isText) else { throw fault(.notListOfPasswords) }
    if samples.first?.lines.allSatisfy(\.isSHA1) == true {
      guard samples.allSatisfy({ $0.lines.allSatisfy(\.isSHA1) }) else {
        throw fault(.notListOfPasswords)
      }
      var listed: Set<PasswordText> = []
      for password in passwords where try has(SHA1.hexDigest(of: password.bytes), from: start) {
        listed.insert(password)
      }
      return listed
    }
    guard samples.first?.isPage == false, samples.allSatisfy(\.mayBePasswords) else {
      throw fault(.notListOfPasswords)
    }
    return try lines(among: passwords, from: start)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Where the list begins; and its first lines that are not blank, those in the middle and the last
  /// ones.
  private func samples() throws(DiskFault) -> (start: Int, [ListSample]) {
    let length = ListSample.length
    var head = try bytes(at: 0, upTo: length)
    let start = head.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    let first = try firstLine(from: start, head)
    if first > 0 { head = try bytes(at: first, upTo: length) }
    let sample = ListSample(head, isFirst: true, isLast: first + head.count >= size)
    // No password is as long as a line of which this is a part.
    guard !sample.lines.isEmpty else { throw fault(.notListOfPasswords) }
    let rest = first + length
    guard rest < size else { return (start, [sample]) }
    var samples = [sample]
    for offset in [max((first + size) / 2, rest), max(size - length, rest)] {
      let bytes = try bytes(at: offset, upTo: length)
      samples.append(
        ListSample(bytes, isFirst: false, isLast: offset + bytes.count >= size))
    }
    return (start, samples)
  }

  /// Where the first line begins that is not blank.
  private func firstLine(from start: Int, _ head: [UInt8]) throws(DiskFault) -> Int {
    var (part, offset, line) = (head.dropFirst(start), 0, start)
    while !part.isEmpty {
      let blank = part.prefix { $0.isLineEnd || $0.isBlank }
      if let end = blank.lastIndex(where: \.isLineEnd) { line = offset + end + 1 }
      if blank.count < part.count { return line }
      offset += part.endIndex
      part = try bytes(at: offset, upTo: 1 << 16)[...]
    }
    throw fault(.emptyList)
  }

  private func fault(_ reason: DiskFault.Reason) -> DiskFault {
    DiskFault(action: .read, path: path, reason: reason)
  }

  /// The bytes from an offset, fewer at the end of the file.
  private func bytes(at offset: Int, upTo count: Int) throws(DiskFault) -> [UInt8] {
    try disk.read(descriptor, at: offset, upTo: count, path: path)
  }
}

// MARK: SHA-1 lines

extension PasswordList {
  /// More bytes than a line with a digest and a count has.
  private static let longestLine = 128
  /// If so few bytes are left, they are read at once and looked through.
  private static let lastPart = 4096

  /// Whether a digest has a line. What is met on the way must be in order: in another order, most
  /// lines would never be found, and a leaked password would pass.
  private func has(_ digest: [UInt8], from start: Int) throws(DiskFault) -> Bool {
    // Both are starts of lines, the upper one perhaps the end of the file.
    var (low, high) = (start, size)
    var (below, above): ([UInt8]?, [UInt8]?)
    while high - low > Self.lastPart {
      let middle = (low + high) / 2
      let part = try bytes(at: middle, upTo: 2 * Self.longestLine)
      let next = part.drop { !$0.isLineEnd }.drop(while: \.isLineEnd)
      let line = try self.digest(next, after: below, before: above)
      if line == digest { return true }
      if line.lexicographicallyPrecedes(digest) {
        (low, below) = (middle + next.startIndex, line)
      } else {
        (high, above) = (middle + next.startIndex, line)
      }
    }
    for line in try bytes(at: low, upTo: high - low).split(whereSeparator: \.isLineEnd) {
      let line = try self.digest(line, after: below, before: above)
      if line == digest { return true }
      below = line
    }
    return false
  }

  /// The digest at the start of a line, in capitals.
  private func digest(
    _ line: ArraySlice<UInt8>, after below: [UInt8]?, before above: [UInt8]?
  ) throws(DiskFault) -> [UInt8] {
    let digest = line.prefix(SHA1.digits).map(\.uppercasedHex)
    guard digest.count == SHA1.digits, digest.allSatisfy(\.isHexDigit) else {
      throw fault(.notListOfPasswords)
    }
    let isBehind = below.map { !digest.lexicographicallyPrecedes($0) } ?? true
    let isBefore = above.map { !$0.lexicographicallyPrecedes(digest) } ?? true
    guard isBehind, isBefore else { throw fault(.notInOrder) }
    return digest
  }
}

// MARK: Passwords

extension PasswordList {
  private func lines(
    among passwords: Set<PasswordText>, from begin: Int
  ) throws(DiskFault) -> Set<PasswordText> {
    let sought = Dictionary(uniqueKeysWithValues: passwords.map { ($0.bytes, $0) })
    // Most lines are not even as long as any of them.
    var lengths = [Bool](repeating: false, count: PasswordText.maximumBytes + 1)
    for bytes in sought.keys { lengths[bytes.count] = true }
    var found: Set<PasswordText> = []
    func look(at line: ArraySlice<UInt8>) {
      guard line.count < lengths.count, lengths[line.count] else { return }
      if let password = sought[Array(line)] { found.insert(password) }
    }
    // What a part of the file ends with, and how far it goes on in the next.
    var start: [UInt8] = []
    var offset = begin
    while found.count < passwords.count {
      let part = try bytes(at: offset, upTo: 1 << 16)
      var rest = part[...]
      offset += part.count
      while let end = rest.firstIndex(where: { $0.isLineEnd }) {
        look(at: start.isEmpty ? rest[..<end] : (start + rest[..<end])[...])
        start = []
        rest = rest[(end + 1)...]
      }
      guard !part.isEmpty else {
        look(at: start[...])
        break
      }
      // Of a line that is longer than any password, this is enough to tell.
      start += rest.prefix(max(0, PasswordText.maximumBytes + 1 - start.count))
    }
    return found
  }
}

extension SHA1 {
  /// A digest in hexadecimal digits, in capitals.
  fileprivate static func hexDigest(of message: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return digest(of: message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
