import Accounts
import Glibc
import TextTools

/// An open file of forbidden passwords: one per line, or the SHA-1 of one per line in hexadecimal
/// digits, sorted, and optionally followed by `:` and a count. Lines end with LF, CRLF or CR.
///
/// The first line that is not blank decides the form. Every line that is read must have it, and
/// SHA-1 lines must be sorted: in any other file no password would be found, and a leaked one would
/// pass.
///
/// SHA-1 lines are searched in the file by bisection, so that many millions cost some tens of reads
/// and no memory. Passwords are read through a small buffer.
struct PasswordList {
  private let disk: Disk
  private let path: String
  private let descriptor: Int32
  private let size: Int

  /// Opens a list while `body` runs, if those who name it could read it.
  static func read<Result>(
    _ path: String, for users: FileUsers, on disk: Disk,
    _ body: (PasswordList) throws(DiskFault) -> Result
  ) throws(DiskFault) -> Result {
    func fault(_ reason: DiskFault.Reason) -> DiskFault {
      DiskFault(action: .read, path: path, reason: reason)
    }
    let result: Result?
    do throws(DiskFault) {
      result = try disk.located(path, .ofUsers(users)) { file throws(DiskFault) in
        guard let descriptor = try disk.openRegular(file, for: users) else { return nil }
        defer { disk.close(descriptor) }
        let stamp = try disk.stamp(of: descriptor, path: path, for: .read)
        return try body(
          PasswordList(disk: disk, path: path, descriptor: descriptor, size: stamp.size))
      }
    } catch {
      throw fault(error.reason)
    }
    guard let result else { throw fault(.errno(ENOENT)) }
    return result
  }

  /// The given passwords that are on the list.
  func blocklisted(among passwords: Set<PasswordText>) throws(DiskFault) -> Set<PasswordText> {
    let head = try bytes(at: 0, upTo: Self.lastPart)
    let start = head.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    let first = head[start...].split(whereSeparator: \.isLineEnd).first {
      !$0.allSatisfy(\.isBlank)
    }
    guard let first else { throw fault(.emptyList) }
    guard !first.isSHA1 else {
      var listed: Set<PasswordText> = []
      for password in passwords where try has(SHA1.hexDigest(of: password.bytes), from: start) {
        listed.insert(password)
      }
      return listed
    }
    guard first.mayBePassword else { throw fault(.notListOfPasswords) }
    return try lines(among: passwords, from: start)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private func fault(_ reason: DiskFault.Reason) -> DiskFault {
    DiskFault(action: .read, path: path, reason: reason)
  }

  /// Reads bytes at an offset; fewer at the end of the file.
  private func bytes(at offset: Int, upTo count: Int) throws(DiskFault) -> [UInt8] {
    try disk.read(descriptor, at: offset, upTo: count, path: path)
  }
}

// MARK: SHA-1 lines

extension PasswordList {
  /// Longer than any line with a digest and a count.
  private static let longestLine = 128
  /// Bytes that are read at once instead of bisected.
  private static let lastPart = 4096

  private func has(_ digest: [UInt8], from start: Int) throws(DiskFault) -> Bool {
    // Both are starts of lines, the upper one perhaps the end of the file.
    var (low, high) = (start, size)
    var (below, above): ([UInt8]?, [UInt8]?)
    while high - low > Self.lastPart {
      let middle = (low + high) / 2
      let part = try bytes(at: middle, upTo: 2 * Self.longestLine)
      let next = part.drop { !$0.isLineEnd }.drop(while: \.isLineEnd)
      let line = try self.digest(next.prefix { !$0.isLineEnd }, after: below, before: above)
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

  /// The digest of a line, in capitals; throws if the line is out of order.
  private func digest(
    _ line: ArraySlice<UInt8>, after below: [UInt8]?, before above: [UInt8]?
  ) throws(DiskFault) -> [UInt8] {
    guard line.isSHA1 else { throw fault(.notListOfPasswords) }
    let digest = line.prefix(SHA1.digits).map { $0.isASCIILetter ? $0 & 0xDF : $0 }
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
    func look(at line: ArraySlice<UInt8>) throws(DiskFault) {
      guard !line.isDigest(SHA1.digits) else { throw fault(.notListOfPasswords) }
      guard line.count < lengths.count, lengths[line.count] else { return }
      if let password = sought[Array(line)] { found.insert(password) }
    }
    // The beginning of a line that continues in the next part.
    var start: [UInt8] = []
    var offset = begin
    while found.count < passwords.count {
      let part = try bytes(at: offset, upTo: 1 << 16)
      var rest = part[...]
      offset += part.count
      guard !part.contains(0) else { throw fault(.notListOfPasswords) }
      while let end = rest.firstIndex(where: { $0.isLineEnd }) {
        try look(at: start.isEmpty ? rest[..<end] : (start + rest[..<end])[...])
        start = []
        rest = rest[(end + 1)...]
      }
      guard !part.isEmpty else {
        try look(at: start[...])
        break
      }
      // This is enough of a line that is longer than any password.
      start += rest.prefix(max(0, PasswordText.maximumBytes + 1 - start.count))
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// True for a digest, optionally followed by a colon and a count.
  fileprivate var isSHA1: Bool {
    let rest = dropFirst(SHA1.digits)
    let isCounted =
      rest.count > 1 && rest.first == 0x3A && rest.dropFirst().allSatisfy(\.isASCIIDigit)
    return beginsWithDigits(SHA1.digits) && (rest.isEmpty || isCounted)
  }

  /// True if the first line of a list may be a password: not the beginning of a web page, JSON or a
  /// quoted table, and neither a digest nor a hash.
  fileprivate var mayBePassword: Bool {
    count <= PasswordText.maximumBytes && !contains { $0 < 0x20 || $0 == 0x7F }
      && drop(while: \.isBlank).first.map("<{[\"".utf8.contains) == false && !isDigest(32)
      && PasswordHash.scheme(of: span) == nil
  }

  /// True for at least this many hexadecimal digits, after blanks, a quote or `sha1:`.
  fileprivate func isDigest(_ digits: Int) -> Bool {
    guard count >= digits else { return false }
    let text = drop { $0.isBlank || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
    let label = "sha1:".utf8
    return (text.starts(with: label) ? text.dropFirst(label.count) : text).beginsWithDigits(digits)
  }

  private func beginsWithDigits(_ count: Int) -> Bool {
    self.count >= count
      && prefix(count).allSatisfy { $0.isASCIIDigit || (0x61...0x66).contains($0 | 0x20) }
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension SHA1 {
  fileprivate static let digits = 40

  /// The digest in hexadecimal digits, in capitals.
  fileprivate static func hexDigest(of message: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return digest(of: message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
