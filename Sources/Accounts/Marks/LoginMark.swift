package import LosslessJSON
import TextTools

/// A key by which another program says that a user may not log in, or only on some days, or has to set a
/// new password.
package struct LoginMark: Sendable {
  /// How its values are read.
  package enum Meaning: Sendable, Hashable {
    /// True: may not log in.
    case lock
    /// False: may not log in.
    case permission
    /// One of these, or one before a comma: may not log in. Any other value is no mark.
    case words([String])
    /// The time since which the user may not log in; whatever it is.
    case lockTime
    /// A sum in which 2 means: may not log in.
    case bits
    /// `[UD         ]`, in which D and L mean: may not log in.
    case letters
    /// Days since 1970: from that day on, the user may not log in. −1 is never.
    case days
    /// Seconds since 1970; −1, 0 and what is beyond the year 9999 or `Int32.max` is never.
    case seconds
    /// Tenths of microseconds since 1601; 0 and the greatest number are never.
    case fileTime
    /// `20301231235959Z`.
    case time
    /// The same, before which the user may not log in.
    case start
    /// A date in figures, as a country writes it.
    case date
    /// True: the password must be changed.
    case renewal
    /// When the password was set: 0 is never, so that it must be changed.
    case lastChange
  }

  /// What a value says.
  package enum Finding: Equatable {
    case mayLogIn, mayNotLogIn
    case from(CalendarDay)
    case until(CalendarDay)
    case mustChange
    /// Nothing about who may log in.
    case otherValue
  }

  /// Its name, as the other program writes it.
  package let name: String
  package let meaning: Meaning

  /// All marks: of directories (389 Directory Server, OpenLDAP, eDirectory, OpenDJ, FreeIPA, Samba, Oracle,
  /// Active Directory), of single sign-on and of applications. docs/formats.md shows this table.
  package static let table: [(meaning: Meaning, names: [String])] = [
    (
      .lock,
      [
        "nsAccountLock", "loginDisabled", "lockedByIntruder", "ds-pwp-account-disabled",
        "msDS-UserAccountDisabled", "ibm-pwdAccountLocked", "LockedOut", "Block sign in", "blocked",
        "is_blocked", "banned", "is_banned", "locked", "is_locked", "account_locked", "isForbidden",
        "is_disabled", "deactivated", "prohibit_login",
      ]
    ),
    (
      .permission,
      ["enabled", "is_enabled", "accountEnabled", "userEnabled", "is_active"]
    ),
    (.words(["false", "no", "off", "f", "n", "0"]), ["active"]),
    (.words(["true", "yes", "on", "t", "y", "1"]), ["suspended"]),
    (
      .words([
        "archived", "banned", "blocked", "blocked_pending_approval", "deactivated", "deleted",
        "deprovisioned", "disabled", "expired", "inactive", "ldap_blocked", "locked", "locked_out",
        "staged", "suspended", "terminated", "USER_STATE_DELETED", "USER_STATE_INACTIVE",
        "USER_STATE_LOCKED", "USER_STATE_SUSPEND",
      ]), ["state", "status", "New Status", "inetUserStatus", "orclIsEnabled"]
    ),
    (
      .words(["cn=nsManagedDisabledRole", "cn=nsDisabledRole"]), ["nsRoleDN", "nsRole"]
    ),
    (.lockTime, ["pwdAccountLockedTime"]),
    (.bits, ["userAccountControl"]),
    (.letters, ["sambaAcctFlags"]),
    (.days, ["shadowExpire"]),
    (.seconds, ["sambaKickoffTime"]),
    (.fileTime, ["accountExpires"]),
    (
      .time,
      [
        "krbPrincipalExpiration", "ds-pwp-account-expiration-time", "loginExpirationTime",
        "pwdEndTime", "orclActiveEndDate",
      ]
    ),
    (.date, ["AccountExpirationDate"]),
    (.start, ["pwdStartTime", "orclActiveStartDate"]),
    (
      .renewal,
      [
        "pwdReset", "PasswordExpired", "changePasswordAtNextLogin",
        "Change Password at Next Sign-In",
      ]
    ),
    (.lastChange, ["pwdLastSet", "sambaPwdLastSet", "shadowLastChange"]),
  ]

  private static let byKey = Dictionary(
    table.flatMap { row in row.names.map { (folded($0), LoginMark(name: $0, meaning: row.meaning)) }
    }, uniquingKeysWith: { first, _ in first })

  /// Shadow's eighth field, and its third.
  package static let shadowExpire = LoginMark(name: "shadowExpire", meaning: .days)
  package static let shadowLastChange = LoginMark(name: "shadowLastChange", meaning: .lastChange)

  private init(name: String, meaning: Meaning) { (self.name, self.meaning) = (name, meaning) }

  /// The mark of a key, an attribute or a column, in any spelling; what follows a `;`, `(` or `[` is not
  /// looked at: `nsaccountlock;x-y`, `Status [READ ONLY]`.
  ///
  /// - Parameter others: the names of marks that are none here.
  package init?(_ key: String, but others: Set<String> = []) {
    guard let mark = Self.byKey[Self.folded(key)], !others.contains(mark.name) else { return nil }
    self = mark
  }

  private static func folded(_ key: String) -> String {
    String(
      decoding: key.utf8.prefix { !";([".utf8.contains($0) }.lazy
        .filter { !" _-\"".utf8.contains($0) }.map(\.lowercasedASCII), as: UTF8.self)
  }

  /// Why an account is disabled by a value.
  fileprivate func reason(_ text: String) -> String {
    switch meaning {
    case .permission: "\(name): false"
    case .words(let words): "\(name): \(Self.word(of: text, in: words) ?? text)"
    default: name
    }
  }

  /// Whether it is one for which an account was disabled.
  fileprivate func isReason(_ reason: Substring) -> Bool {
    reason == name || reason.hasPrefix("\(name): ")
  }

  private static func word(of text: String, in words: [String]) -> String? {
    let sought = folded(String(text.prefix { $0 != "," }))
    return words.first { folded($0) == sought }
  }

  /// What a value says; and false where that is not clear, so that the stricter reading was taken.
  package func finding(in text: String) -> (finding: Finding, isClear: Bool) {
    let text = text.trimmingSpace
    let number = Int(text)
    switch meaning {
    case .lock, .permission:
      guard let isTrue = Self.truth(of: text) else { return (.mayNotLogIn, false) }
      return (isTrue == (meaning == .lock) ? .mayNotLogIn : .mayLogIn, true)
    case .words(let words):
      return (Self.word(of: text, in: words) == nil ? .otherValue : .mayNotLogIn, true)
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
    case .seconds:
      guard let number else { return (.mayNotLogIn, false) }
      if [-1, 0, Int(Int32.max), .max].contains(number) { return (.mayLogIn, true) }
      return Self.until(
        dayBefore: Self.whole(number, per: 86_400), since: Self.daysBefore1970,
        isClear: number > 0)
    case .fileTime:
      guard let number else { return (.mayNotLogIn, false) }
      if number == 0 || number == .max { return (.mayLogIn, true) }
      return Self.until(
        dayBefore: Self.whole(number, per: 864_000_000_000), since: Self.daysBefore1601,
        isClear: number > 0)
    case .time:
      guard let day = Self.day(ofTime: text) else { return (.mayNotLogIn, false) }
      return (.until(day.adding(days: -1) ?? day), true)
    case .start:
      guard let day = Self.day(ofTime: text) else { return (.mayNotLogIn, false) }
      let isMidnight = text.utf8.dropFirst(8).allSatisfy { "0Z.".utf8.contains($0) }
      return (.from(isMidnight ? day : day.adding(days: 1) ?? day), true)
    case .date:
      let days = Self.days(ofDate: text)
      guard let day = days.min() else { return (.mayNotLogIn, false) }
      return (.until(day.adding(days: -1) ?? day), days.allSatisfy { $0 == day })
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
    case "true", "yes", "on", "t", "y", "1": true
    case "false", "no", "off", "f", "n", "0": false
    default: nil
    }
  }

  private static func day(ofTime text: String) -> CalendarDay? {
    let digits = Array(text.prefix(8))
    guard text.count > 8 else { return nil }
    return CalendarDay(
      "\(String(digits.prefix(4)))-\(String(digits.dropFirst(4).prefix(2)))-\(String(digits.dropFirst(6)))"
    )
  }

  /// The days that a date may mean: one for `2030-12-31` and `31.12.2030`, two for `1/2/2030`.
  private static func days(ofDate text: String) -> [CalendarDay] {
    let parts = text.utf8.split(maxSplits: 3, omittingEmptySubsequences: false) {
      !$0.isASCIIDigit
    }
    let numbers = parts.prefix(3).compactMap { Int(Substring($0)) }
    guard numbers.count == 3 else { return [] }
    let (first, second, last) = (numbers[0], numbers[1], numbers[2])
    if parts[0].count == 4 {
      return [CalendarDay(year: first, month: second, day: last)].compactMap(\.self)
    }
    guard parts[2].count == 4 else { return [] }
    let dayFirst = CalendarDay(year: last, month: second, day: first)
    let monthFirst = CalendarDay(year: last, month: first, day: second)
    return (text.contains(".") ? [dayFirst] : [dayFirst, monthFirst]).compactMap(\.self)
  }

  /// How often a number goes into another, rounded down.
  private static func whole(_ number: Int, per unit: Int) -> Int {
    number / unit - (number % unit < 0 ? 1 : 0)
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
package struct LoginMarks: Sendable {
  private var found: [(mark: LoginMark, key: String, text: String, offset: Int)] = []
  /// Whether the format itself says that the user may not log in, for no reason.
  package var isShut = false

  package init() {}

  /// Notes one, under the key that it has there.
  package mutating func add(_ mark: LoginMark, _ key: String, _ text: String, at offset: Int) {
    found.append((mark, key, text, offset))
  }

  /// What marks come to.
  package struct Verdict: Sendable {
    /// The fields that they set.
    package var fields: Set<Field> = []
    /// The names of those that are not clear: they were read strictly.
    package var unclear: Set<String> = []
    /// The keys whose values say nothing about who may log in.
    package var others: Set<String> = []
    /// Those that say that the user may log in.
    fileprivate var open: [LoginMark] = []

    package init() {}

    /// Whether a field was disabled by nothing but marks, all of which say by now that it may be used.
    func opens(_ disabled: FieldValue?) -> Bool {
      guard let reason = disabled?.text, !open.isEmpty else { return false }
      return reason.split(separator: ",").allSatisfy { part in
        let part = part.drop { $0 == " " }
        return open.contains { $0.isReason(part) }
      }
    }
  }

  /// Whether an account's own keys would be taken for marks that shut it, or renew its password.
  package static func meaning(
    of ownKeys: [JSONLiteral.Member]
  ) -> (isClosing: Bool, isRenewing: Bool) {
    var (isClosing, isRenewing) = (false, false)
    for member in ownKeys {
      guard let mark = LoginMark(member.key) else { continue }
      for text in member.value.markTexts {
        switch mark.finding(in: text).finding {
        case .mayLogIn, .otherValue: break
        case .mustChange: isRenewing = true
        case .mayNotLogIn, .from, .until: isClosing = true
        }
      }
    }
    return (isClosing, isRenewing)
  }

  /// Whether a text is a list of another program. Our own file says by itself who may not log in.
  package static func areIn(_ document: JSONDocument) -> Bool {
    guard document.root.kind == .object else { return true }
    func has(_ key: String) -> Bool {
      document.value(for: JSONKey(key), in: document.root) != nil
    }
    return !has("regapp") && !(has("rules") && has("accounts"))
  }

  /// Whether own keys are what `list --json` prints beside the fields.
  package static func areListed(_ ownKeys: [JSONLiteral.Member]) -> Bool {
    func value(_ key: String) -> JSONLiteral? { ownKeys.first { $0.key == key }?.value }
    guard case .string(let state)? = value("state"), AccountState(rawValue: state) != nil else {
      return false
    }
    if case .string(let hash)? = value("hash") { return HashKind(rawValue: hash) != nil }
    return value("closed") == .bool(true)
  }

  /// Puts what they say into an account's fields. Of what they say and what it says itself, the stricter
  /// counts.
  ///
  /// - Parameter places: where the fields are; those that are set get the places of marks.
  package func apply(to values: inout FieldValues, _ places: inout FieldTable<Int>) -> Verdict {
    var verdict = Verdict()
    var reasons: [String] = []
    func set(_ field: Field, _ value: FieldValue, _ offset: Int) {
      values[field] = value
      places[field] = places[field] ?? offset
      verdict.fields.insert(field)
    }
    /// Sets a day, unless there is one that is as strict, or what is no day: that is reported.
    func limit(_ field: Field, _ day: CalendarDay, _ offset: Int) {
      if let own = values[text: field] {
        guard let own = CalendarDay(own.trimmingSpace),
          field == .validUntil ? own > day : own < day
        else { return }
      }
      set(field, .text(day.description), offset)
    }
    for (mark, key, text, offset) in found {
      let (finding, isClear) = mark.finding(in: text)
      if !isClear { verdict.unclear.insert(mark.name) }
      switch finding {
      case .otherValue: verdict.others.insert(key)
      case .mayLogIn: verdict.open.append(mark)
      case .mustChange:
        // What is neither true nor false is reported.
        guard [nil, .flag(false)].contains(values[.mustChange]) else { break }
        set(.mustChange, .flag(true), offset)
      case .from(let day): limit(.validFrom, day, offset)
      case .until(let day): limit(.validUntil, day, offset)
      case .mayNotLogIn:
        let reason = mark.reason(text)
        if !reasons.contains(reason) { reasons.append(reason) }
        places[.disabled] = places[.disabled] ?? offset
      }
    }
    // What says itself that it is disabled has a reason, or something that is reported.
    guard [nil, .flag(false)].contains(values[.disabled]), isShut || !reasons.isEmpty else {
      return verdict
    }
    values[.disabled] = reasons.isEmpty ? .flag(true) : .text(reasons.joined(separator: ", "))
    verdict.fields.insert(.disabled)
    return verdict
  }
}

/// What became of another program's keys, each with the number of its accounts.
package struct KeyCounts: Sendable {
  /// The keys that are kept as own keys, and those that have no place in an account.
  package private(set) var (kept, dropped): ([String: Int], [String: Int]) = ([:], [:])
  /// The marks that are not clear.
  package private(set) var unclear: [String: Int] = [:]
  /// The accounts that a mark shuts.
  package private(set) var shut: [String] = []

  package init() {}

  /// Counts those of one account.
  package mutating func add(
    kept: [String], dropped: Set<String> = [], _ verdict: LoginMarks.Verdict,
    of values: FieldValues, _ name: String, on day: CalendarDay
  ) {
    for key in Set(kept) { self.kept[key, default: 0] += 1 }
    for key in dropped { self.dropped[key, default: 0] += 1 }
    for key in verdict.unclear { unclear[key, default: 0] += 1 }
    func limit(_ field: Field) -> CalendarDay? {
      verdict.fields.contains(field) ? values[text: field].flatMap { CalendarDay($0) } : nil
    }
    let isOut =
      verdict.fields.contains(.disabled) || limit(.validUntil).map { $0 < day } ?? false
      || limit(.validFrom).map { $0 > day } ?? false
    if isOut { shut.append(name) }
  }

  /// Adds those of other accounts, which come behind.
  package mutating func add(_ other: KeyCounts) {
    kept.merge(other.kept, uniquingKeysWith: +)
    dropped.merge(other.dropped, uniquingKeysWith: +)
    unclear.merge(other.unclear, uniquingKeysWith: +)
    shut += other.shut
  }
}

extension JSONLiteral {
  /// Its values as the texts that a mark is read from; none where it is null.
  package var markTexts: [String] {
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
