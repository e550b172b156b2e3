import TextTools

extension LoginMark {
  /// True for a key of which no list says what it means, but a word in its name may:
  /// `banned_until`, `accountNonLocked`; or that is a mark with a slip: `lokced`. Words are looked at
  /// one by one: neither `clock` nor `bank` is such a key.
  package static func isLikely(_ key: String) -> Bool {
    LoginMark(key) == nil
      && (words(of: key).contains(where: mayConcernLogin) || KeySlip.isMistypedMark(key))
  }

  private static let beginnings = [
    "activ", "block", "disab", "enabl", "expir", "lock", "revok", "suspend", "terminat",
  ]
  private static let bans: Set<String> = ["ban", "banned", "banning", "bans"]
  /// Words that come before such a word without a sign between them: `unlock`, `inactive`,
  /// `isbanned`.
  private static let prefixes = [
    "account", "de", "has", "in", "is", "krb", "login", "non", "password", "pwd", "re", "un",
    "user",
  ]

  private static func mayConcernLogin(_ word: String) -> Bool {
    bans.contains(word) || beginnings.contains(where: word.hasPrefix)
      || prefixes.contains {
        word.hasPrefix($0) && mayConcernLogin(String(word.dropFirst($0.count)))
      }
  }

  /// The words of a key in lower case: those between other signs than letters, or with a capital.
  private static func words(of key: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    let bytes = Array(key.utf8)
    func isCapital(_ index: Int) -> Bool {
      bytes.indices.contains(index) && (0x41...0x5A).contains(bytes[index])
    }
    for (index, byte) in bytes.enumerated() {
      let isNext =
        index + 1 < bytes.count && bytes[index + 1].isASCIILetter && !isCapital(index + 1)
      let begins = isCapital(index) && (!isCapital(index - 1) || isNext)
      if !byte.isASCIILetter || begins {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      }
      if byte.isASCIILetter { word.append(byte.lowercasedASCII) }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}
