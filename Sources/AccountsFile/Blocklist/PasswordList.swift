import Accounts
import Glibc
import TextTools

/// An open file with passwords that nobody may have: one a line, or the SHA-1 of one a line, in
/// hexadecimal digits and in order, where a `:` and a count may follow.
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

  /// Those of the passwords that are on the list. A list of which it is not clear what its lines are
  /// is refused: no password might ever be found.
  func listed(among passwords: Set<PasswordText>) throws(DiskFault) -> Set<PasswordText> {
    let head = try bytes(at: 0, upTo: Self.sample)
    let start = head.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    let lines = Self.lines(of: head[start...], isLast: head.count == size)
    if lines.contains(where: \.isSHA1) {
      guard lines.allSatisfy(\.isSHA1) else { throw fault(.notListOfPasswords) }
      var listed: Set<PasswordText> = []
      for password in passwords where try has(SHA1.hexDigest(of: password.bytes), from: start) {
        listed.insert(password)
      }
      return listed
    }
    // What stands before digests may be longer than what was looked at.
    let middle = try bytes(at: max(size / 2, head.count), upTo: Self.sample)
    let later = Self.lines(of: middle.drop { !$0.isLineEnd }, isLast: false)
    guard !lines.contains(where: \.isOtherDigest), !head.contains(0),
      later.isEmpty || !later.allSatisfy({ $0.isSHA1 || $0.isOtherDigest })
    else { throw fault(.notListOfPasswords) }
    return try self.lines(among: passwords, from: start)
  }

  /// How many bytes show what the lines are.
  private static let sample = 4096
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The lines that are not empty, without one that may go on.
  private static func lines(of bytes: ArraySlice<UInt8>, isLast: Bool) -> [ArraySlice<UInt8>] {
    let end = isLast ? bytes.endIndex : bytes.lastIndex(where: \.isLineEnd) ?? bytes.startIndex
    return bytes[..<end].split(whereSeparator: \.isLineEnd)
  }

  private func fault(_ reason: DiskFault.Reason) -> DiskFault {
    DiskFault(action: .read, path: path, reason: reason)
  }

  /// The bytes from an offset, fewer at the end of the file.
  private func bytes(at offset: Int, upTo count: Int) throws(DiskFault) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var failure: Int32?
      let piece = [UInt8](unsafeUninitializedCapacity: count - bytes.count) { buffer, got in
        guard let start = buffer.baseAddress else { return }
        let read = disk.retrying {
          disk.calls.pread(descriptor, start, buffer.count, offset + bytes.count)
        }
        if read < 0 { failure = errno } else { got = read }
      }
      if let failure { throw fault(.errno(failure)) }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }
}

// MARK: SHA-1 lines

extension PasswordList {
  /// More bytes than a line with a digest and a count has.
  private static let longestLine = 128
  /// What is read at once and looked through when so little is left.
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
      guard let end = part.firstIndex(of: UInt8(ascii: "\n")) else {
        throw fault(.notListOfPasswords)
      }
      let line = try self.digest(part[(end + 1)...], after: below, before: above)
      if line == digest { return true }
      if line.lexicographicallyPrecedes(digest) {
        (low, below) = (middle + end + 1, line)
      } else {
        (high, above) = (middle + end + 1, line)
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
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard text.count < lengths.count, lengths[text.count] else { return }
      if let password = sought[Array(text)] { found.insert(password) }
    }
    // What a part of the file ends with, and how far it goes on in the next.
    var start: [UInt8] = []
    var offset = begin
    while found.count < passwords.count {
      let part = try bytes(at: offset, upTo: 1 << 16)
      var rest = part[...]
      offset += part.count
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        look(at: start.isEmpty ? rest[..<end] : (start + rest[..<end])[...])
        start = []
        rest = rest[(end + 1)...]
      }
      guard !part.isEmpty else {
        look(at: start[...])
        break
      }
      // Of a line that is longer than any password, this is enough to tell.
      start += rest.prefix(max(0, PasswordText.maximumBytes + 2 - start.count))
    }
    return found
  }
}

extension SHA1 {
  fileprivate static let digits = 40

  /// A digest in hexadecimal digits, in capitals.
  fileprivate static func hexDigest(of message: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return digest(of: message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}

extension ArraySlice<UInt8> {
  /// A digest, and perhaps a colon and a count.
  fileprivate var isSHA1: Bool { digits == SHA1.digits && (after == nil || after == 0x3A) }

  /// As many hexadecimal digits as digests have, and something else than SHA-1 lines have.
  fileprivate var isOtherDigest: Bool {
    let text = drop { " \t\"'".utf8.contains($0) }
    guard text.count == count else { return text.isSHA1 || text.isOtherDigest }
    let isLong = [32, 40, 48, 56, 64, 96, 128].contains(digits) && !isSHA1
    return isLong && (after.map { " \t:;,\"'".utf8.contains($0) } ?? true)
  }

  private var digits: Int { prefix(while: \.isHexDigit).count }
  private var after: UInt8? { dropFirst(digits).first }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  fileprivate var isHexDigit: Bool {
    isASCIIDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(uppercasedHex)
  }

  fileprivate var uppercasedHex: UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self) ? self - 32 : self
  }
}
