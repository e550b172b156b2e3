import TextTools

/// The form of salt and digest after the third dollar of a hash, in crypt(3)'s base 64.
struct HashForm {
  enum Salt {
    /// `$1$salt$digest`: only the digest follows the third dollar. The maximum length of the salt.
    case ahead(Int)
    /// `salt$digest`: an `ahead` hash read from its second dollar on. The maximum length of the
    /// salt.
    case short(Int)
    /// Part of the salt precedes the third dollar; the rest may contain dollars.
    case begun
    /// A salt of fixed length with no dollar before the digest: bcrypt.
    case joined(Int)
    /// Any text without dollars. The maximum length that crypt(3) keeps.
    case text(Int)
    /// Letters of crypt's base 64. The allowed lengths.
    case letters(ClosedRange<Int>)
    /// At most 64 bytes, encoded in crypt's base 64.
    case bytes
  }

  let salt: Salt
  let digest: Int

  func fits(_ rest: Span<UInt8>) -> Bool {
    let start = rest.count - digest
    guard start >= 0, Self.areLetters(rest.extracting(start..<rest.count)) else { return false }
    let dollar = UInt8(ascii: "$")
    let isSet = start > 0 && rest[start - 1] == dollar
    let front = rest.extracting(0..<(isSet ? start - 1 : start))
    return switch salt {
    case .ahead: start == 0
    case .short(let maximum): isSet && front.count <= maximum && Self.areLetters(front)
    case .begun:
      start == 0
        || isSet
          && front.indices.allSatisfy {
            front[$0] == dollar || CryptNumbers.value(of: front[$0]) != nil
          }
    case .joined(let count): start == count && Self.areLetters(front)
    case .text(let maximum): isSet && front.count <= maximum && !front.contains(dollar)
    case .letters(let count): isSet && count.contains(front.count) && Self.areLetters(front)
    case .bytes: isSet && Self.areBytes(front)
    }
  }

  private static func areLetters(_ utf8: Span<UInt8>) -> Bool {
    // Without a branch, so that the compiler makes vectors of it.
    var strange: UInt8 = 0
    for index in utf8.indices {
      let isLetter: UInt8 = (utf8[index] | 0x20) &- UInt8(ascii: "a") < 26 ? 1 : 0
      let isDigitDotOrSlash: UInt8 = utf8[index] &- UInt8(ascii: ".") < 12 ? 1 : 0
      strange |= 1 ^ (isLetter | isDigitDotOrSlash)
    }
    return strange == 0
  }

  /// True if letters encode whole bytes: four letters for three bytes, and no surplus bits in a
  /// shorter last group.
  private static func areBytes(_ utf8: Span<UInt8>) -> Bool {
    guard utf8.count <= 86, areLetters(utf8) else { return false }
    guard let last = utf8.isEmpty ? 0 : CryptNumbers.value(of: utf8[utf8.count - 1]) else {
      return false
    }
    return switch utf8.count % 4 {
    case 0: true
    case 2: last < 4
    case 3: last < 16
    default: false
    }
  }
}

extension PasswordHash {
  /// True if it is spelt as crypt(3) writes it. Otherwise crypt(3) refuses it or writes another
  /// text, so no password matches.
  var isWhole: Bool {
    switch scheme {
    case Self.sha1Name: Base64.bytes(text.utf8.dropFirst(Self.sha1Name.utf8.count))?.count == 20
    case Self.saltedName:
      Base64.bytes(text.utf8.dropFirst(Self.saltedName.utf8.count)).map {
        // crypt(3)'s comparison is of texts: another spelling of the same bytes never matches.
        Base64.text($0).utf8.elementsEqual(text.utf8.dropFirst(Self.saltedName.utf8.count))
      } ?? false
    case "3":
      text.hasPrefix("$3$$") && text.utf8.count == 36
        && text.utf8.dropFirst(4).allSatisfy(Self.isHex)
    case "md5": isWholeSunMD5
    case _ where Argon2.schemes.contains(scheme): Argon2(self) != nil
    case _ where Self.schemesWithForm.contains(scheme):
      Self.areAllowed(text.utf8.span)
        && form?.fits(text.utf8.span.extracting(beginning..<text.utf8.count)) == true
    default: true
    }
  }

  private static let schemesWithForm: Set<String> = [
    "1", "5", "6", "7", "2", "2a", "2b", "2x", "2y", "y", "gy", "apr1", "sha1",
  ]

  /// The length up to and including the third dollar, before the salt and the digest or the digest
  /// alone.
  var beginning: Int { min(scheme.utf8.count + 2 + parameters.count + 1, text.utf8.count) }

  /// The form required after the third dollar; nil if crypt(3) refuses what precedes it.
  var form: HashForm? {
    let named = parameters.starts(with: "rounds=".utf8)
    switch scheme {
    case "1", "apr1": return parameters.count <= 8 ? HashForm(salt: .ahead(8), digest: 22) : nil
    case "5", "6":
      let digest = scheme == "5" ? 43 : 86
      guard named else {
        return parameters.count <= 16 ? HashForm(salt: .ahead(16), digest: digest) : nil
      }
      return isNumber(parameters.dropFirst(7)) && (1000...999_999_999).contains(rounds)
        ? HashForm(salt: .text(16), digest: digest) : nil
    case "sha1":
      return isNumber(parameters) ? HashForm(salt: .letters(1...64), digest: 28) : nil
    case "y", "gy":
      guard let cost = YescryptCost(self), cost.isTaken, cost.length == parameters.count else {
        return nil
      }
      return HashForm(salt: .bytes, digest: 43)
    case "7":
      guard let cost = YescryptCost(self), cost.isTaken,
        parameters.dropFirst(cost.length).allSatisfy({ CryptNumbers.value(of: $0) != nil })
      else { return nil }
      return HashForm(salt: .begun, digest: 43)
    default:
      let digits = parameters.count == 2 && parameters.allSatisfy(\.isASCIIDigit)
      return digits && (4...31).contains(rounds) ? HashForm(salt: .joined(22), digest: 31) : nil
    }
  }

  /// True for a number as crypt(3) writes it, without leading zeros.
  private func isNumber(_ text: Substring.UTF8View.SubSequence) -> Bool {
    !text.isEmpty && text.allSatisfy(\.isASCIIDigit)
      && (text.first != UInt8(ascii: "0") || text.count == 1)
  }

  /// `$md5,rounds=904$salt$$digest`, where the rounds and one of the two dollars may be missing.
  private var isWholeSunMD5: Bool {
    var parts = text.utf8.dropFirst("$md5".utf8.count).split(
      separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)[...]
    let name = parts.popFirst().map { Substring($0) } ?? ""
    var rounds = name.isEmpty ? parts.first.map { Substring($0) } ?? "" : name.dropFirst()
    if rounds.hasPrefix("rounds=") {
      if name.isEmpty { parts.removeFirst() }
      rounds = rounds.dropFirst("rounds=".count)
      guard isNumber(rounds.utf8), rounds != "0" else { return false }
    } else if !name.isEmpty {
      return false
    }
    guard (2...3).contains(parts.count), parts.count == 2 || parts[parts.startIndex + 1].isEmpty,
      parts.last?.count == 22
    else { return false }
    return parts.joined().allSatisfy { CryptNumbers.value(of: $0) != nil }
  }

  /// True if crypt(3) accepts all of the bytes: printable ASCII without `!*:;\`.
  static func areAllowed(_ utf8: Span<UInt8>) -> Bool {
    // Without a branch, so that the compiler makes vectors of it.
    var strange: UInt8 = 0
    for index in utf8.indices {
      let byte = utf8[index]
      let isBeyond: UInt8 = byte &- 0x22 > 0x7E - 0x22 ? 1 : 0
      let isColon: UInt8 = byte &- UInt8(ascii: ":") < 2 ? 1 : 0
      let isStar: UInt8 = byte == UInt8(ascii: "*") ? 1 : 0
      let isBackslash: UInt8 = byte == UInt8(ascii: "\\") ? 1 : 0
      strange |= isBeyond | isColon | isStar | isBackslash
    }
    return strange == 0
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
