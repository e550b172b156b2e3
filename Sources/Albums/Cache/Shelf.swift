import TextTools

/// A directory of kept bytes, each under the address that they came from, bounded in size.
///
/// Safe between processes without a lock: a file is there whole or not at all, and says itself
/// what it holds. One that does not say so is taken for none.
struct Shelf: Sendable {
  let directory: String
  /// The bytes of all its files.
  let limit: Int

  struct Kept: Sendable {
    let bytes: [UInt8]
    /// When they came, in seconds since 1970.
    let time: Int
  }

  func read(_ address: String) -> Kept? {
    let path = "\(directory)/\(Self.name(of: address))"
    guard let file = CacheDisk.read(path, atMost: limit) else { return nil }
    guard let kept = Self.parse(file, address) else {
      CacheDisk.remove(path)
      return nil
    }
    return kept
  }

  /// Keeps bytes, and drops the oldest of those that no longer find room.
  func keep(_ bytes: [UInt8], as address: String, time: Int) {
    let file = Self.head(address, count: bytes.count, time: time) + bytes
    guard file.count <= limit, CacheDisk.prepare(directory: directory),
      CacheDisk.replace(Self.name(of: address), in: directory, with: file, time: time)
    else { return }
    tidy(time)
  }

  private func tidy(_ now: Int) {
    var files = CacheDisk.files(in: directory)
    for file in files where file.name.hasPrefix(CacheDisk.temporaryPrefix) {
      // Whoever wrote it is no longer at it.
      if !(now - 3600...now + 3600).contains(file.time) {
        CacheDisk.remove("\(directory)/\(file.name)")
      }
    }
    files.removeAll { $0.name.hasPrefix(CacheDisk.temporaryPrefix) }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { ($0.time, $0.name) < ($1.time, $1.name) }) where total > limit {
      CacheDisk.remove("\(directory)/\(file.name)")
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

  /// A name that tells nothing, and that any address has. Two addresses with the same would take
  /// turns: the file says which it is of.
  static func name(of address: String) -> String {
    [0xCBF2_9CE4_8422_2325 as UInt64, 0x9AE1_6A3B_2F90_404F].map { start in
      let hash = address.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      return String(hash, radix: 16).zeroPadded(to: 16)
    }.joined()
  }
}
