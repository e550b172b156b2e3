/// SipHash-2-4: a keyed hash of 64 bits (Aumasson and Bernstein, 2012).
///
/// Without the key a hash reveals nothing; with it, texts can only be tried one by one.
package struct SipHash: Sendable, Hashable {
  package let key: (UInt64, UInt64)

  package init(key: (UInt64, UInt64)) { self.key = key }

  package func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
    var state = State(key)
    var word: UInt64 = 0
    var count = 0
    for byte in bytes {
      word |= UInt64(byte) << UInt64(8 * (count % 8))
      count += 1
      if count % 8 == 0 {
        state.mix(word)
        word = 0
      }
    }
    state.mix(word | UInt64(truncatingIfNeeded: count) << 56)
    return state.finish()
  }

  package static func == (left: SipHash, right: SipHash) -> Bool { left.key == right.key }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key.0)
    hasher.combine(key.1)
  }

  private struct State {
    var v0, v1, v2, v3: UInt64

    init(_ key: (UInt64, UInt64)) {
      v0 = key.0 ^ 0x736f_6d65_7073_6575
      v1 = key.1 ^ 0x646f_7261_6e64_6f6d
      v2 = key.0 ^ 0x6c79_6765_6e65_7261
      v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    mutating func mix(_ word: UInt64) {
      v3 ^= word
      for _ in 0..<2 { round() }
      v0 ^= word
    }

    mutating func finish() -> UInt64 {
      v2 ^= 0xff
      for _ in 0..<4 { round() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func round() {
      v0 &+= v1
      v2 &+= v3
      v1 = rotated(v1, 13) ^ v0
      v3 = rotated(v3, 16) ^ v2
      v0 = rotated(v0, 32)
      v2 &+= v1
      v0 &+= v3
      v1 = rotated(v1, 17) ^ v2
      v3 = rotated(v3, 21) ^ v0
      v2 = rotated(v2, 32)
    }

    private func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
      word << bits | word >> (64 - bits)
    }
  }
}
