// SHA-1 and MD5: to check what other programs made with them, never for anything new. SHA-256.

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

/// SHA-256, as in RFC 6234.
package enum SHA256 {
  /// The 32 bytes of the digest of a message, given in parts.
  package static func digest(of parts: [UInt8]...) -> [UInt8] {
    var state: SIMD8<UInt32> = [
      0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
      0x5BE0_CD19,
    ]
    forEachBlock(of: parts, .bigEndian) { block in
      var words = block
      var next = state
      for round in 0..<64 {
        if round >= 16 {
          let (early, late) = (words[(round - 15) & 15], words[(round - 2) & 15])
          let first = early.rotated(25) ^ early.rotated(14) ^ early >> 3
          let second = late.rotated(15) ^ late.rotated(13) ^ late >> 10
          words[round & 15] = words[round & 15] &+ first &+ words[(round - 7) & 15] &+ second
        }
        let (a, e) = (next[0], next[4])
        let choice = e & next[5] ^ ~e & next[6]
        let majority = a & next[1] ^ a & next[2] ^ next[1] & next[2]
        let low = e.rotated(26) ^ e.rotated(21) ^ e.rotated(7)
        let high = a.rotated(30) ^ a.rotated(19) ^ a.rotated(10)
        let sum = next[7] &+ low &+ choice &+ constants[round] &+ words[round & 15]
        next = [
          sum &+ high &+ majority, a, next[1], next[2], next[3] &+ sum, e, next[5], next[6],
        ]
      }
      state &+= next
    }
    return (0..<8).flatMap { place in bytes(of: state[place].bigEndian) }
  }

  /// The 32 bytes of HMAC-SHA-256, as in RFC 2104, under a key of at most 64 bytes.
  package static func authentication(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let block = key + [UInt8](repeating: 0, count: max(0, 64 - key.count))
    let inner = digest(of: block.map { $0 ^ 0x36 }, message)
    return digest(of: block.map { $0 ^ 0x5C }, inner)
  }

  /// The first 32 bits behind the points of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
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

/// Divides a message into blocks of sixteen words: after it come one bit, zeros and, in the last
/// eight bytes, its length in bits.
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
