import Glibc
import TextTools

/// A directory of cached bodies, each stored under the address it came from, bounded in size.
///
/// Safe between processes without a lock: files are replaced atomically, and each states what it
/// holds. A file that does not is ignored.
struct Shelf: Sendable {
  let directory: String
  /// The total size of its files, in bytes.
  let limit: Int

  struct Kept: Sendable {
    let bytes: [UInt8]
    /// When they were received, in seconds since 1970.
    let time: Int
  }

  func read(_ address: String) -> Kept? {
    let path = "\(directory)/\(Self.name(of: address))"
    guard let file = CacheDisk.read(path, atMost: limit) else { return nil }
    guard let kept = Self.parse(file, address) else {
      unlink(path)
      return nil
    }
    return kept
  }

  /// Stores a body, and removes those that are too old, and the oldest ones beyond the limit.
  func keep(_ bytes: [UInt8], as address: String, time: Int) {
    let file = Self.head(address, count: bytes.count, time: time) + bytes
    guard file.count <= limit, CacheDisk.prepare(directory: directory),
      CacheDisk.replace(Self.name(of: address), in: directory, with: file, time: time)
    else { return }
    tidy(time)
  }

  /// Removes everything; returns how many bodies there were.
  func clear() -> Int {
    let files = CacheDisk.files(in: directory)
    for file in files { unlink("\(directory)/\(file.name)") }
    return files.count { !$0.name.hasPrefix(CacheDisk.temporaryPrefix) }
  }

  private func tidy(_ now: Int) {
    var files = CacheDisk.files(in: directory)
    for file in files where file.name.hasPrefix(CacheDisk.temporaryPrefix) {
      // The process that wrote it must have ended long ago.
      if !(now - 3600...now + 3600).contains(file.time) {
        unlink("\(directory)/\(file.name)")
      }
    }
    files.removeAll { $0.name.hasPrefix(CacheDisk.temporaryPrefix) }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { ($0.time, $0.name) < ($1.time, $1.name) })
    where total > limit || now - file.time > AnswerCache.longest {
      unlink("\(directory)/\(file.name)")
      total -= file.size
    }
  }
}

// A file is a line `regapp-albums 1 TIME COUNT`, a line with the address, and COUNT bytes.
extension Shelf {
  private static let format = "regapp-albums 1"
  private static let greatestTime = 1 << 53

  private static func head(_ address: String, count: Int, time: Int) -> [UInt8] {
    Array("\(format) \(time) \(count)\n\(address)\n".utf8)
  }

  private static func parse(_ file: [UInt8], _ address: String) -> Kept? {
    let lines = file.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, lines[1].elementsEqual(address.utf8) else { return nil }
    let words = String(decoding: lines[0], as: UTF8.self).split(separator: " ")
    guard words.count == 4, "\(words[0]) \(words[1])" == format, let time = Int(words[2]),
      (0...greatestTime).contains(time),
      let count = Int(words[3]), lines[2].count == count
    else { return nil }
    return Kept(bytes: Array(lines[2]), time: time)
  }

  /// A file name that reveals nothing about the address. Addresses with the same name replace each
  /// other; the file says which one it holds.
  static func name(of address: String) -> String {
    [0xCBF2_9CE4_8422_2325 as UInt64, 0x9AE1_6A3B_2F90_404F].map { start in
      address.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }.hexadecimal
    }.joined()
  }
}
