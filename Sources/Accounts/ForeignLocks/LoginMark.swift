import TextTools

/// A key that another program uses to disable a user, limit the days of login, or require a new
/// password.
package struct LoginMark: Sendable, Hashable {
  /// How values are interpreted.
  package enum Effect: Sendable, Hashable {
    /// True: may not log in.
    case lock
    /// False: may not log in.
    case permission
    /// One of the words of `shut`, also before a comma, disables the user; one of `open` says that
    /// the user may log in. Besides them, any other value disables the user if another account of
    /// the list has one of the words: else the key may mean something else.
    case words(shut: [String], open: [String] = [])
    /// The time at which the user was disabled; any value counts.
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
    /// A time such as `20301231235959Z`, from which on the user may not log in.
    case time
    /// A time in the same form, before which the user may not log in.
    case start
    /// A date in figures, as a country writes it.
    case date
    /// A date, a time or seconds since 1970, from which on the user may not log in; or never.
    case expiry
    /// The same, but a date without a time is the last day.
    case lastDay
    /// True: the password must be changed.
    case renewal
    /// When the password was set: 0 is never, so that it must be changed.
    case lastChange
  }

  package enum Finding: Equatable {
    case mayLogIn, mayNotLogIn
    case from(CalendarDay)
    case until(CalendarDay)
    case mustChange
    /// Nothing about who may log in.
    case otherValue
  }

  /// The other program's spelling.
  package let name: String
  package let effect: Effect

  /// All marks: of directories (389 Directory Server, OpenLDAP, eDirectory, OpenDJ, FreeIPA, Samba,
  /// Oracle, Active Directory), of single sign-on and of applications. docs/directory.md shows this
  /// table.
  package static let table: [(effect: Effect, names: [String])] = [
    (
      .lock,
      [
        "nsAccountLock", "loginDisabled", "lockedByIntruder", "ds-pwp-account-disabled",
        "msDS-UserAccountDisabled", "ibm-pwdAccountLocked", "LockedOut", "Block sign in", "blocked",
        "is_blocked", "banned", "is_banned", "locked", "is_locked", "account_locked", "isForbidden",
        "is_disabled", "disable", "deactivated", "prohibit_login", "suspended", "inactive",
      ]
    ),
    (
      .permission,
      ["enabled", "is_enabled", "enable", "accountEnabled", "userEnabled", "active", "is_active"]
    ),
    (
      .words(
        shut: [
          "archived", "banned", "blocked", "blocked_pending_approval", "deactivated", "deleted",
          "deprovisioned", "disabled", "expired", "inactive", "ldap_blocked", "locked",
          "locked_out", "staged", "suspended", "terminated", "USER_STATE_DELETED",
          "USER_STATE_INACTIVE", "USER_STATE_LOCKED", "USER_STATE_SUSPEND",
        ], open: ["active", "enabled", "open", "USER_STATE_ACTIVE"]),
      [
        "state", "status", "type", "New Status", "user_status", "account_status", "inetUserStatus",
        "orclIsEnabled",
      ]
    ),
    (
      .words(shut: ["cn=nsManagedDisabledRole", "cn=nsDisabledRole"]), ["nsRoleDN", "nsRole"]
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
    (.date, ["AccountExpirationDate"]), (.expiry, ["expiresAt", "expiry"]),
    (.lastDay, ["validTo", "validTill"]),
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

  static let yes = ["true", "yes", "on", "t", "y", "1"]
  static let no = ["false", "no", "off", "f", "n", "0"]
  static let never = no + ["", "never", "none"]

  /// True for a key that is true or false.
  package var isFlag: Bool { effect == .lock || effect == .permission }
  /// True for a key with a day in any spelling.
  package var isDay: Bool { effect == .expiry || effect == .lastDay }

  /// True if the text of a day says that there is none.
  static func saysNever(_ text: String) -> Bool { never.contains(text.trimmingSpace.lowercased()) }

  private static let byKey = Dictionary(
    table.flatMap { row in row.names.map { (folded($0), LoginMark(name: $0, effect: row.effect)) }
    }, uniquingKeysWith: { first, _ in first })

  private init(name: String, effect: Effect) { (self.name, self.effect) = (name, effect) }

  /// The mark for a key, attribute or column in any spelling. Ignores everything from `;`, `(` or
  /// `[` on: `nsaccountlock;x-y`, `Status [READ ONLY]`.
  ///
  /// - Parameter others: the names of marks that do not count as marks here.
  package init?(_ key: String, but others: Set<String> = []) {
    guard let mark = Self.byKey[Self.folded(key)], !others.contains(mark.name) else { return nil }
    self = mark
  }

  static func folded(_ key: String) -> String {
    String(
      decoding: key.utf8.prefix { !";([".utf8.contains($0) }.lazy
        .filter { !" _-\"".utf8.contains($0) }.map(\.lowercasedASCII), as: UTF8.self)
  }

  /// The reason stored in an account that this mark disables.
  func reason(_ text: String) -> String {
    switch effect {
    case .permission: "\(name): false"
    case .words(let words, _): Self.word(of: text, in: words).map { "\(name): \($0)" } ?? name
    default: name
    }
  }

  /// True if this mark gives the reason.
  func isReason(_ reason: String) -> Bool {
    if case .words(let words, _) = effect, words.contains(where: { self.reason($0) == reason }) {
      return true
    }
    return reason == self.reason("")
  }

  /// True if a value that does not disable the user is a word for that.
  func isOpen(_ text: String) -> Bool {
    if case .words(_, let words) = effect { return Self.word(of: text, in: words) != nil }
    return false
  }

  /// True if a value is one of the listed words.
  func isListed(_ text: String) -> Bool {
    guard case .words(let shut, let open) = effect else { return false }
    return Self.word(of: text, in: shut + open) != nil
  }

  /// True if a value is none of the listed words, and the mark has words of both kinds.
  func isStrange(_ text: String) -> Bool {
    guard case .words(_, let open) = effect else { return false }
    return !open.isEmpty && !isListed(text)
  }

  private static func word(of text: String, in words: [String]) -> String? {
    let sought = folded(String(text.prefix { $0 != "," }))
    return words.first { folded($0) == sought }
  }

  /// The meaning of a value. `isClear` is false if an ambiguous value was read strictly.
  ///
  /// - Parameter isJudged: true if another account has one of the listed words.
  package func finding(
    in text: String, isJudged: Bool = false
  ) -> (finding: Finding, isClear: Bool) {
    let text = text.trimmingSpace
    let number = Int(text)
    switch effect {
    case .lock, .permission:
      guard let isTrue = Self.truth(of: text) else { return (.mayNotLogIn, false) }
      return (isTrue == (effect == .lock) ? .mayNotLogIn : .mayLogIn, true)
    case .words where isJudged && isStrange(text): return (.mayNotLogIn, false)
    case .words(let words, _):
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
      // By shadow(5), 0 may mean never; to PAM it is long ago.
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
    case .expiry, .lastDay: return finding(inDay: text, number)
    case .renewal:
      guard let isTrue = Self.truth(of: text) else { return (.mustChange, false) }
      return (isTrue ? .mustChange : .mayLogIn, true)
    case .lastChange:
      guard let number else { return (.mustChange, false) }
      return (number == 0 ? .mustChange : .mayLogIn, true)
    }
  }

  private func finding(inDay text: String, _ number: Int?) -> (finding: Finding, isClear: Bool) {
    if Self.saysNever(text) { return (.mayLogIn, true) }
    if let number, text.utf8.count != 8 {
      if [-1, Int(Int32.max), .max].contains(number) { return (.mayLogIn, true) }
      // Greater numbers are milliseconds.
      let seconds = abs(number) > 99_999_999_999 ? number / 1_000 : number
      return Self.until(
        dayBefore: Self.whole(seconds, per: 86_400), since: Self.daysBefore1970,
        isClear: number > 0)
    }
    let days = Self.day(ofTime: text + " ").map { [$0] } ?? Self.days(ofDate: text)
    guard let day = days.min() else { return (.mayNotLogIn, false) }
    let isLast = effect == .lastDay && text.utf8.count <= 10
    return (.until(isLast ? day : day.adding(days: -1) ?? day), days.allSatisfy { $0 == day })
  }

  private static func truth(of text: String) -> Bool? {
    let text = text.lowercased()
    return yes.contains(text) ? true : no.contains(text) ? false : nil
  }

  private static func day(ofTime text: String) -> CalendarDay? {
    let digits = Array(text.prefix(8))
    guard text.count > 8 else { return nil }
    return CalendarDay(
      "\(String(digits.prefix(4)))-\(String(digits.dropFirst(4).prefix(2)))-\(String(digits.dropFirst(6)))"
    )
  }

  /// Possible meanings of a date: one for `2030-12-31` and `31.12.2030`, two for `1/2/2030`.
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

  /// Division, rounded down.
  private static func whole(_ number: Int, per unit: Int) -> Int {
    number / unit - (number % unit < 0 ? 1 : 0)
  }

  /// Days from the first day of the year 1.
  private static let (daysBefore1601, daysBefore1970, daysBefore10000) = (
    584_388, 719_162, 3_652_059
  )

  /// The day before `start + days`, or the nearest representable day.
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

extension String {
  /// Without ASCII space around.
  var trimmingSpace: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let rest = utf8.drop(while: isSpace)
    return String(
      Substring(
        rest.prefix(
          upTo: rest.lastIndex { !isSpace($0) }.map { rest.index(after: $0) } ?? rest.startIndex)))
  }
}
