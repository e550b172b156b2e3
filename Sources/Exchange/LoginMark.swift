import Accounts
import LosslessJSON

/// What another program calls it that a user may not log in, or only until a day, or has to set a new
/// password.
struct LoginMark: Sendable {
  private enum Meaning {
    /// True: may not log in.
    case lock
    /// False: may not log in.
    case permission
    /// The time since which the user may not log in; whatever it is.
    case lockTime
    /// A sum in which 2 means: may not log in.
    case bits
    /// `[UD         ]`, in which D and L mean: may not log in.
    case letters
    /// Days since 1970: from that day on, the user may not log in. −1 is never.
    case days
    /// Tenths of microseconds since 1601; 0 and the greatest number are never.
    case fileTime
    /// `20301231235959Z`.
    case generalizedTime
    /// True: the password must be changed.
    case renewal
    /// When the password was set: 0 is never, so that it must be changed.
    case lastChange
  }

  /// What a value says.
  enum Finding: Equatable {
    case mayLogIn, mayNotLogIn
    case until(CalendarDay)
    case mustChange
  }

  /// Its name, as the other program writes it.
  let name: String
  private let meaning: Meaning

  private init(_ name: String, _ meaning: Meaning) { (self.name, self.meaning) = (name, meaning) }

  /// Of directories (389 Directory Server, OpenLDAP, eDirectory, OpenDJ, FreeIPA, Samba, Active
  /// Directory), which have shadow's eighth field too; and of Keycloak, Entra and Auth0.
  private static let all = [
    LoginMark("nsAccountLock", .lock), LoginMark("pwdAccountLockedTime", .lockTime),
    LoginMark("loginDisabled", .lock), LoginMark("ds-pwp-account-disabled", .lock),
    LoginMark("krbPrincipalExpiration", .generalizedTime), LoginMark("sambaAcctFlags", .letters),
    LoginMark("userAccountControl", .bits), LoginMark("accountExpires", .fileTime),
    LoginMark("msDS-UserAccountDisabled", .lock), LoginMark("shadowExpire", .days),
    LoginMark("enabled", .permission), LoginMark("accountEnabled", .permission),
    LoginMark("blocked", .lock),
    LoginMark("pwdReset", .renewal), LoginMark("pwdLastSet", .lastChange),
    LoginMark("sambaPwdLastSet", .lastChange), LoginMark("shadowLastChange", .lastChange),
  ]

  /// Shadow's eighth field, and its third.
  static let shadowExpire = LoginMark("shadowExpire", .days)
  static let shadowLastChange = LoginMark("shadowLastChange", .lastChange)

  private static let attributes = Dictionary(
    all.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
  private static let columns = Dictionary(
    all.map { (CSV.plain($0.name), $0) }, uniquingKeysWith: { first, _ in first })

  /// That of an attribute or a key, in any case and with any options: `nsaccountlock;x-y`.
  init?(attribute name: String) {
    let name = Substring(name.utf8.prefix { $0 != UInt8(ascii: ";") }).lowercased()
    guard let mark = Self.attributes[name] else { return nil }
    self = mark
  }

  /// That of a column, in any spelling.
  init?(column name: String) {
    guard let mark = Self.columns[CSV.plain(name)] else { return nil }
    self = mark
  }

  /// The reason for which an account is disabled by it.
  fileprivate var reason: String { meaning == .permission ? "\(name): false" : name }

  /// What a value says; and false where that is not clear, so that the stricter reading was taken.
  func finding(in text: String) -> (finding: Finding, isClear: Bool) {
    let text = text.trimmingSpace
    let number = Int(text)
    switch meaning {
    case .lock, .permission:
      guard let isTrue = Self.truth(of: text) else { return (.mayNotLogIn, false) }
      return (isTrue == (meaning == .lock) ? .mayNotLogIn : .mayLogIn, true)
    case .lockTime: return (.mayNotLogIn, true)
    case .bits:
      guard let number else { return (.mayNotLogIn, false) }
      return (number & 2 == 2 ? .mayNotLogIn : .mayLogIn, true)
    case .letters:
      guard text.hasPrefix("["), text.hasSuffix("]") else { return (.mayNotLogIn, false) }
      return (text.contains { "DL".contains($0) } ? .mayNotLogIn : .mayLogIn, true)
    case .days:
      guard let number else { return (.mayNotLogIn, false) }
      if number == -1 { return (.mayLogIn, true) }
      // Of 0, shadow(5) says that it may mean never; to PAM it is long ago.
      return Self.until(dayBefore: number, since: Self.daysBefore1970, isClear: number > 0)
    case .fileTime:
      guard let number else { return (.mayNotLogIn, false) }
      if number == 0 || number == .max { return (.mayLogIn, true) }
      let perDay = 864_000_000_000
      let day = number / perDay - (number % perDay < 0 ? 1 : 0)
      return Self.until(dayBefore: day, since: Self.daysBefore1601, isClear: number > 0)
    case .generalizedTime:
      let digits = Array(text.prefix(8))
      guard text.count > 8,
        let day = CalendarDay(
          "\(String(digits.prefix(4)))-\(String(digits.dropFirst(4).prefix(2)))-\(String(digits.dropFirst(6)))"
        )
      else { return (.mayNotLogIn, false) }
      return (.until(day.adding(days: -1) ?? day), true)
    case .renewal:
      guard let isTrue = Self.truth(of: text) else { return (.mustChange, false) }
      return (isTrue ? .mustChange : .mayLogIn, true)
    case .lastChange:
      guard let number else { return (.mustChange, false) }
      return (number == 0 ? .mustChange : .mayLogIn, true)
    }
  }

  private static func truth(of text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
  }

  /// Days from the first day of the year 1.
  private static let (daysBefore1601, daysBefore1970, daysBefore10000) = (
    584_388, 719_162, 3_652_059
  )

  /// The day before one that is so many days after another; where there is none, the nearest.
  private static func until(
    dayBefore days: Int, since start: Int, isClear: Bool
  ) -> (Finding, Bool) {
    // Far from where an addition overflows.
    let days = min(max(days, -daysBefore10000), daysBefore10000) + start - 1
    let nearest = min(max(days, 0), daysBefore10000 - 1)
    let day = CalendarDay.distantPast.adding(days: nearest) ?? .distantPast
    return (.until(day), isClear && days == nearest)
  }
}

/// The marks found at one account, each with its value and place.
struct LoginMarks {
  private var found: [(mark: LoginMark, text: String, offset: Int)] = []

  mutating func add(_ mark: LoginMark, _ text: String, at offset: Int) {
    found.append((mark, text, offset))
  }

  /// Whether any of an account's own keys says that its user may not log in, or not for ever; and whether
  /// any says that the password must be changed.
  static func meaning(of ownKeys: [JSONLiteral.Member]) -> (isClosing: Bool, isRenewing: Bool) {
    let findings = ownKeys.flatMap { member in
      guard let mark = LoginMark(attribute: member.key) else { return [LoginMark.Finding]() }
      return member.value.markTexts.map { mark.finding(in: $0).finding }
    }
    return (
      findings.contains { $0 != .mayLogIn && $0 != .mustChange }, findings.contains(.mustChange)
    )
  }

  /// Puts what they say into a record. Of what they say and what it says itself, the stricter counts.
  ///
  /// - Parameters:
  ///   - closing: whether what they say of who may not log in counts.
  ///   - renewing: whether what they say of passwords that must be changed does.
  func apply(to record: inout ExchangeRecord, closing: Bool = true, renewing: Bool = true) {
    var reasons: [(text: String, offset: Int)] = []
    for (mark, text, offset) in found {
      let (finding, isClear) = mark.finding(in: text)
      guard finding == .mustChange ? renewing : closing else { continue }
      if !isClear { record.unclear.insert(mark.name) }
      switch finding {
      case .mayLogIn: break
      case .mustChange:
        // What is neither true nor false is reported.
        guard [nil, .flag(false)].contains(record.values[.mustChange]) else { break }
        record.values.mustChangePassword = true
        record.offsets[.mustChange] = record.offsets[.mustChange] ?? offset
      case .until(let day): Self.limit(&record, to: day, offset)
      case .mayNotLogIn:
        if !reasons.contains(where: { $0.text == mark.reason }) {
          reasons.append((mark.reason, offset))
        }
      }
    }
    guard let first = reasons.first else { return }
    record.marked.insert(.disabled)
    switch record.values[.disabled] {
    case nil, .flag(false):
      record.values[.disabled] = .text(reasons.map(\.text).joined(separator: ", "))
      record.offsets[.disabled] = record.offsets[.disabled] ?? first.offset
    // It has a reason, or says something that is reported.
    case .flag(true), .text, .texts: break
    }
  }

  private static func limit(_ record: inout ExchangeRecord, to day: CalendarDay, _ offset: Int) {
    record.marked.insert(.validUntil)
    if let own = record.values[text: .validUntil] {
      // What is no day is reported.
      guard let own = CalendarDay(own.trimmingSpace), own > day else { return }
    }
    record.values[text: .validUntil] = day.description
    record.offsets[.validUntil] = record.offsets[.validUntil] ?? offset
  }
}

extension JSONLiteral {
  /// Its values as the texts that a mark is read from; none where it is null.
  var markTexts: [String] {
    switch self {
    case .null: []
    case .bool(let flag): ["\(flag)"]
    case .number(let text), .string(let text): [text]
    case .array(let elements): elements.flatMap(\.markTexts)
    // Nothing that a mark can be.
    case .object: [""]
    }
  }
}

extension String {
  /// Without ASCII space around.
  fileprivate var trimmingSpace: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let rest = utf8.drop(while: isSpace)
    return String(
      Substring(
        rest.prefix(
          upTo: rest.lastIndex { !isSpace($0) }.map { rest.index(after: $0) } ?? rest.startIndex)))
  }
}
