import AccountsFile
import CommandKit
import LosslessJSON

/// What a list shows of the record of logins, and whom it leaves out because of that.
struct ListedLogins: Sendable {
  /// Whether the last logins are shown.
  let isShown: Bool
  let logins: LastLogins?
  private let inactivity: Inactivity?
  private let isOfNeverSeen: Bool

  static let options = [
    OptionSpec(
      "--seen", help: "show when each account last logged in, and how many attempts failed since"),
    inactive.spec,
    OptionSpec(
      "--never-seen", excludes: [inactive.spec.name],
      help: "only those who have no login in the record"),
  ]

  private static let inactive = TypedOption.count(
    "--inactive", "DAYS",
    help: "only those who have not logged in for so many days, as far as the record tells")

  /// Reads what the options ask for. A record that is too young to answer is a no.
  init(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let days = try arguments[Self.inactive]
    isOfNeverSeen = arguments.has("--never-seen")
    isShown = arguments.has("--seen") || days != nil
    guard isShown || isOfNeverSeen else {
      (logins, inactivity) = (nil, nil)
      return
    }
    let registry = invocation.registry
    guard let days else {
      (logins, inactivity) = (try await registry.lastLogins(), nil)
      if logins == nil { invocation.say(try await Self.noRecord(registry)) }
      return
    }
    let (length, overflows) = days.multipliedReportingOverflow(by: 86_400)
    let time = overflows ? Int.min : invocation.world.now() - length
    guard let found = try await registry.inactivity(since: time) else {
      throw try await Self.tooYoung(registry.lastLogins(), overflows ? .max : length, invocation)
    }
    (logins, inactivity) = (found.logins, found)
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

  /// Whether some accounts may be left out.
  var isNarrowing: Bool { isOfNeverSeen || inactivity != nil }

  func includes(_ account: StoredAccount) -> Bool {
    if isOfNeverSeen { return logins?[account].success == nil }
    return inactivity?.includes(account) ?? true
  }

  /// What a list shows of an account; nil if nothing.
  func login(of account: StoredAccount) -> LastLogin? {
    guard isShown || isOfNeverSeen else { return nil }
    return logins?[account] ?? LastLogin()
  }

  private static func noRecord(_ registry: Registry) async throws -> Phrase {
    try await registry.rulebook().login.log
      ? Phrase("no logins are recorded yet")
      : Phrase("logins are not recorded: the rulebook has \"log\": false")
  }

  /// That nobody can be listed, and from which day on that will be different.
  private static func tooYoung(
    _ logins: LastLogins?, _ length: Int, _ invocation: Invocation
  ) async throws -> Report {
    guard let begin = logins?.begin else {
      return Report(.no, "recordTooYoung", [try await noRecord(invocation.registry)])
    }
    let localTime = invocation.world.localTime
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
