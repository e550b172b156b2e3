// SHA-1 and MD5: to check what other programs made with them, never for anything new.

/// SHA-1, as in RFC 3174.
package enum SHA1 {
  /// The twenty bytes of a message's digest.
  package static func digest(of message: some Sequence<UInt8>) -> [UInt8] {
    var state: SIMD8<UInt32> = [
      0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0, 0, 0, 0,
    ]
    forEachBlock(of: [Array(message)], .bigEndian) { block in
      var words = block
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for round in 0..<80 {
        if round >= 16 {
          let mixed = words[(round - 3) & 15] ^ words[(round - 8) & 15] ^ words[(round - 14) & 15]
          words[round & 15] = (mixed ^ words[round & 15]).rotated(1)
        }
        let (mix, constant): (UInt32, UInt32) =
          switch round {
          case ..<20: (b & c | ~b & d, 0x5A82_7999)
          case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        let next = a.rotated(5) &+ mix &+ e &+ constant &+ words[round & 15]
        (a, b, c, d, e) = (next, a, b.rotated(30), c, d)
      }
      state &+= [a, b, c, d, e, 0, 0, 0]
    }
    return (0..<5).flatMap { place in bytes(of: state[place].bigEndian) }
  }
}

/// MD5, as in RFC 1321.
package enum MD5 {
  /// The sixteen bytes of the digest of a message, given in parts.
  package static func digest(of parts: [UInt8]...) -> [UInt8] {
    var state: SIMD4<UInt32> = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    forEachBlock(of: parts, .littleEndian) { words in
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for round in 0..<64 {
        let (mix, place) =
          switch round {
          case ..<16: (b & c | ~b & d, round)
          case ..<32: (b & d | c & ~d, 5 * round + 1)
          case ..<48: (b ^ c ^ d, 3 * round + 5)
          default: (c ^ (b | ~d), 7 * round)
          }
        let sum = a &+ mix &+ sines[round] &+ words[place & 15]
        (a, b, c, d) = (d, b &+ sum.rotated(shifts[round / 16 * 4 + round % 4]), b, c)
      }
      state &+= [a, b, c, d]
    }
    return (0..<4).flatMap { place in bytes(of: state[place].littleEndian) }
  }

  private static let shifts: [UInt32] = [
    7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21,
  ]

  /// The whole part of 2³² × |sin(round + 1)|.
  private static let sines: [UInt32] = [
    0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613,
    0xFD46_9501, 0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193,
    0xA679_438E, 0x49B4_0821, 0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D,
    0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8, 0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED,
    0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A, 0xFFFA_3942, 0x8771_F681, 0x6D9D_6122,
    0xFDE5_380C, 0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70, 0x289B_7EC6, 0xEAA1_27FA,
    0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665, 0xF429_2244,
    0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
    0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1, 0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB,
    0xEB86_D391,
  ]
}

private enum ByteOrder { case bigEndian, littleEndian }

/// Divides a message into blocks of sixteen words: after it come one bit, zeros and, in the last eight
/// bytes, its length in bits.
private func forEachBlock(
  of parts: [[UInt8]], _ order: ByteOrder, _ body: (SIMD16<UInt32>) -> Void
) {
  var block = SIMD16<UInt32>.zero
  var count: UInt64 = 0
  func append(_ byte: UInt8) {
    let place = Int(count % 64)
    let shift = 8 * (order == .bigEndian ? 3 - place % 4 : place % 4)
    block[place / 4] |= UInt32(byte) << shift
    count += 1
    guard place == 63 else { return }
    body(block)
    block = .zero
  }
  for part in parts { for byte in part { append(byte) } }
  let bits = count * 8
  append(0x80)
  while count % 64 != 56 { append(0) }
  let length = order == .bigEndian ? bits : bits.byteSwapped
  for shift in stride(from: 56, through: 0, by: -8) {
    append(UInt8(truncatingIfNeeded: length >> shift))
  }
}

private func bytes(of word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self << count | self >> (32 - count) }
}
