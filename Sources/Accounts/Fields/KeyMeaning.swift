public import LosslessJSON
import TextTools

/// What people most likely meant by a key that no field is. Such a key closes the account, whatever
/// it means: this chooses the words that say how to mend it, and where regapp asks before a key goes.
public enum KeyMeaning: Sendable, Hashable {
  /// A field that says who may log in, misspelt; and its value in JSON, if that closes.
  case access(Field, closing: String?)
  /// Somebody is to be kept out.
  case lock
  /// Another field, misspelt.
  case field(Field)
  /// A key of one's own, which is to be called so.
  case own(String)

  /// The meaning of a key beside the fields; nil for one that begins as people's own do.
  public init?(_ key: String, _ value: JSONLiteral?) {
    guard !Self.isOwn(key.utf8.span) else { return nil }
    let near = Self.nearest(key)
    if let near, near.limitsLogin {
      self = .access(near, closing: value.flatMap { Self.closing($0, of: near) })
    } else if case .bool? = value {
      self = .lock
    } else if Self.readsAsAccess(key) {
      self = .lock
    } else if let near {
      self = .field(near)
    } else {
      self = .own(Self.own(key))
    }
  }

  /// True if somebody may be kept out by the key alone.
  package var limitsLogin: Bool {
    switch self {
    case .access, .lock: true
    case .field, .own: false
    }
  }

  /// True for a key that begins as people's own do: with `x-` or `//`. They are kept, and mean
  /// nothing.
  package static func isOwn(_ key: Span<UInt8>) -> Bool {
    guard key.count > 1 else { return false }
    return key[0] == UInt8(ascii: "x") && key[1] == UInt8(ascii: "-")
      || key[0] == UInt8(ascii: "/") && key[1] == UInt8(ascii: "/")
  }

  /// The key as one of people's own: `x-club` for `club`, and `x-note` for `X_note`.
  package static func own(_ key: String) -> String {
    let isNearlyOwn = ["x-", "x_"].contains(key.prefix(2).lowercased())
    return "x-" + (isNearlyOwn ? String(key.dropFirst(2)) : key)
  }

  /// The field one edit away, or the same but for case, `_` and `-`. A key that ends in a digit is
  /// another number: `phone2`.
  package static func nearest(_ key: String) -> Field? {
    if let last = key.utf8.last, last.isASCIIDigit { return nil }
    let typed = folded(key)
    return names.first { $0.name == typed }?.field
      ?? names.first { edits(from: typed, to: $0.name, atMost: 1) != nil }?.field
  }

  private static let names = Field.shown.map { (field: $0, name: folded($0.key)) }

  /// The key without case, spaces, `_` and `-`.
  package static func folded(_ key: String) -> [Character] {
    key.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }

  /// The value of a field that keeps its owner out, in JSON; nil if it does not, or is no value of
  /// the field.
  private static func closing(_ value: JSONLiteral, of field: Field) -> String? {
    let kind = field.row.kind
    switch (value, kind) {
    case (.bool(true), .lock), (.bool(true), .yesNo): return "true"
    case (.string(let text), .lock):
      let isReason = Rulebook.register.brokenRules(text, in: field, today: .distantPast).isEmpty
      return isReason ? "true" : nil
    case (.string(let text), .day): return CalendarDay(text).map { "\"\($0)\"" }
    default: return nil
    }
  }

  /// True for a key of which a word may say who can log in, and for one whose letters are not
  /// English.
  package static func readsAsAccess(_ key: String) -> Bool {
    guard key.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
    return words(of: key).contains { word in
      wholeWords.contains(word) || beginnings.contains(where: word.hasPrefix)
    }
  }

  private static let beginnings = [
    "activ", "archiv", "block", "clos", "deactiv", "delet", "disab", "enabl", "expel", "expir",
    "exclud", "gesperrt", "inactiv", "inaktiv", "invit", "lock", "nologin", "paus", "prohibit",
    "remov", "resign", "retir", "revok", "suspen", "terminat", "unblock", "unlock", "valid",
  ]
  private static let wholeWords: Set<String> = [
    "access", "allow", "allowed", "ban", "banned", "deny", "denied", "forbidden", "frozen", "gone",
    "left", "login", "logins", "must", "state", "status", "until",
  ]

  /// The words of a key in small letters: those between other signs than letters, or with a
  /// capital.
  package static func words(of key: String) -> [String] {
    var words = [""]
    var wasCapital = false
    let bytes = Array(key.utf8)
    for (byte, next) in zip(bytes, bytes.dropFirst() + [0]) {
      let isCapital = byte.isASCIILetter && byte < UInt8(ascii: "a")
      let beginsSmall = next.isASCIILetter && next >= UInt8(ascii: "a")
      if !byte.isASCIILetter || isCapital && (!wasCapital || beginsSmall) { words.append("") }
      if byte.isASCIILetter {
        words[words.count - 1].unicodeScalars.append(Unicode.Scalar(byte.lowercasedASCII))
      }
      wasCapital = isCapital
    }
    return words.filter { !$0.isEmpty }
  }
}

extension Field {
  /// True for a field that says who may log in, and when.
  package var limitsLogin: Bool { row.says == .access && ![.password, .groups].contains(self) }
}
