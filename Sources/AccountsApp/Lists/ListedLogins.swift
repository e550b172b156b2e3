import AccountsFile
import CommandKit

/// Holds the logins for a list, and leaves out the accounts that its query excludes by them.
final class ListedLogins: Sendable {
  /// Whether the last logins are shown.
  let isShown: Bool
  /// Why the record cannot say who is meant; nobody is listed then.
  let refusal: Report?
  /// Why there is no record.
  let absence: Phrase?
  let logins: LastLogins?
  private let inactivity: Inactivity?
  private let query: AccountsQuery
  private let localTime: LocalTime

  static let options = [
    OptionSpec(
      "--seen", help: "show when each account last logged in, and how many attempts failed since"),
    inactive.spec, neverSeen,
  ]

  static let neverSeen = OptionSpec(
    "--never-seen", excludes: [inactive.spec.name],
    help: "only those who have no login in the record")

  static let inactive = TypedOption.count(
    "--inactive", "DAYS",
    help: "only those who have not logged in for so many days, as far as the record tells")

  /// Reads what a query asks for.
  init(
    _ query: AccountsQuery, in registry: Registry, at now: Int, _ localTime: LocalTime
  ) async throws(AccountsError) {
    (self.query, self.localTime) = (query, localTime)
    isShown = query.showsLogins || query.isOfSeen || query.inactive != nil
    guard let days = query.inactive else {
      let isAsked = isShown || query.isOfNeverSeen
      logins = isAsked ? try await registry.lastLogins() : nil
      absence = isAsked && logins == nil ? try await Self.noRecord(registry) : nil
      (inactivity, refusal) = (nil, nil)
      return
    }
    let (length, overflows) = days.multipliedReportingOverflow(by: 86_400)
    inactivity = try await registry.inactivity(since: overflows ? Int.min : now - length)
    (logins, absence) = (inactivity?.logins, nil)
    refusal =
      inactivity == nil
      ? try await Self.tooYoung(registry, overflows ? .max : length, localTime) : nil
  }

  /// Says since when there is a record, which a list of the inactive begins with.
  func tellBegin(_ invocation: Invocation) throws {
    guard let begin = inactivity?.logins.begin,
      let text = invocation.world.localTime.minute(begin)
    else { return }
    let words = Phrase("logins are recorded since \(text)")
    if invocation.isJSON { return invocation.say(words) }
    try invocation.console.write(words[invocation.language] + "\n")
  }

  func includes(_ account: StoredAccount) -> Bool {
    if query.isOfSeen || query.isOfNeverSeen {
      let isSeen = logins?[account].success != nil
      if isSeen ? query.isOfNeverSeen : query.isOfSeen { return false }
    }
    return inactivity?.includes(account) ?? true
  }

  /// The day of an account's last login; nil if there is no record.
  func day(of account: StoredAccount) -> Phrase? {
    logins.map { logins in
      logins[account].success.map { Phrase(same: "\(localTime.minute($0)?.prefix(10) ?? "?")") }
        ?? LastLogin.never
    }
  }

  /// Returns the login that the list shows of an account; nil if it shows none.
  func login(of account: StoredAccount) -> LastLogin? {
    guard isShown || query.isOfNeverSeen else { return nil }
    return logins?[account] ?? LastLogin()
  }

  private static func noRecord(_ registry: Registry) async throws(AccountsError) -> Phrase {
    try await registry.rulebook().login.log
      ? Phrase("no logins are recorded yet")
      : Phrase("logins are not recorded: the rulebook has \"log\": false")
  }

  /// Says that nobody can be listed, and from which day on somebody can be.
  private static func tooYoung(
    _ registry: Registry, _ length: Int, _ localTime: LocalTime
  ) async throws(AccountsError) -> Report {
    guard let begin = try await registry.lastLogins()?.begin else {
      return Report(.no, "recordTooYoung", [try await noRecord(registry)])
    }
    // The first whole day on which the answer is the same all day.
    let (end, overflows) = length.addingReportingOverflow(86_399)
    let (time, isTooLate) = begin.addingReportingOverflow(end)
    let day = overflows || isTooLate ? nil : localTime.minute(time).map { String($0.prefix(10)) }
    let since = localTime.minute(begin) ?? "?"
    return Report(
      .no, "recordTooYoung",
      [
        Phrase("logins are recorded only since \(since): too short to tell")
      ], hint: day.map { Phrase("ask again on \($0)") })
  }
}
