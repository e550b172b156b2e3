import Synchronization
import TextTools

/// A keyed digest of texts. The key stays in this process, so that no words can be tried against a
/// digest elsewhere.
struct Digest: Sendable, Hashable {
  fileprivate let bytes: [UInt8]

  /// The digest as 16 characters, to stand in a form.
  var short: String { Base64.urlText(Array(bytes.prefix(12))) }
}

/// Makes digests of names, passwords and other typed texts: the memories keep and compare these
/// alone, of one length, however long the texts are.
struct Digester: Sendable {
  private let key: [UInt8]

  init() {
    var random = SystemRandomNumberGenerator()
    key = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// The digest of texts, each with its length.
  func digest(_ texts: [[UInt8]]) -> Digest {
    var message: [UInt8] = []
    for text in texts {
      for shift in stride(from: 56, through: 0, by: -8) {
        message.append(UInt8(truncatingIfNeeded: text.count >> shift))
      }
      message += text
    }
    return Digest(bytes: SHA256.authentication(of: message, key: key))
  }

  func digest(_ texts: [String]) -> Digest { digest(texts.map { Array($0.utf8) }) }
}

/// Values in memory alone. Each is kept for a time after its last use, and there are so many in
/// all: of more, the least recently used goes.
final class Recent<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let entries = Mutex<[Key: (value: Value, lastUse: Int)]>([:])
  private let most: Int
  private let seconds: Int
  private let now: @Sendable () -> Int

  /// - Parameter now: seconds of a clock that never goes back.
  init(most: Int, seconds: Int, now: @escaping @Sendable () -> Int) {
    (self.most, self.seconds, self.now) = (most, seconds, now)
  }

  /// A value, which counts as a use; nil if there is none any more.
  subscript(key: Key) -> Value? {
    get {
      let now = now()
      return entries.withLock { entries in
        guard let entry = entries[key], now - entry.lastUse < seconds else {
          entries[key] = nil
          return nil
        }
        entries[key]?.lastUse = now
        return entry.value
      }
    }
    set {
      let now = now()
      entries.withLock { entries in
        if newValue != nil { makeRoom(for: key, in: &entries, now) }
        entries[key] = newValue.map { ($0, now) }
      }
    }
  }

  /// Keeps a value if there is none, and returns whether there was none. That is no use.
  func insert(_ value: Value, under key: Key) -> Bool {
    let now = now()
    return entries.withLock { entries in
      if let entry = entries[key], now - entry.lastUse < seconds { return false }
      makeRoom(for: key, in: &entries, now)
      entries[key] = (value, now)
      return true
    }
  }

  private func makeRoom(
    for key: Key, in entries: inout [Key: (value: Value, lastUse: Int)], _ now: Int
  ) {
    guard entries[key] == nil, entries.count >= most else { return }
    entries = entries.filter { now - $0.value.lastUse < seconds }
    guard entries.count >= most,
      let least = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    entries[least.key] = nil
  }
}
