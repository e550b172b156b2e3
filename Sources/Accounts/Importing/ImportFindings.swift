/// The findings in accounts to import, made without asking the store.
struct ImportFindings: Sendable {
  /// The rules that accounts break.
  private(set) var problems: [(index: Int, problems: [Problem])] = []
  private(set) var withoutPassword: [Int] = []
  /// The accounts that the list disables.
  private(set) var disabled: [Int] = []
  /// The invitations without a password, which would be their code.
  private(set) var withoutCode: [Int] = []
  /// The passwords to hash.
  private(set) var typed: [ListedPassword] = []
  /// The schemes of hashes that this system cannot check, and of those that cost too much.
  private(set) var useless: [(index: Int, scheme: String)] = []
  private(set) var tooDear: [(index: Int, scheme: String)] = []

  init() {}

  /// Judges a part of the accounts, reading each once.
  init(_ plan: ImportPlan, _ part: Range<Int>, by judge: HashJudge, today: CalendarDay) {
    var verdicts = HashVerdicts(judge) { hash, strength in (hash.scheme, strength) }
    for index in part {
      var contents = plan[index].contents
      if contents.values[.invitedUntil] != nil, !contents.values.hasCode {
        withoutCode.append(index)
        contents.values[.invitedUntil] = nil
      }
      if contents.values[.disabled]?.keepsOut == true { disabled.append(index) }
      let isTyped =
        plan.longIsTyped
        && contents.values.password.flatMap { ForeignHash($0.utf8.span) } == .long
      let entry = isTyped ? contents.values.password.map { PasswordEntry($0) } : nil
      let broken = contents.problems(under: plan.rulebook, typed: entry, today: today)
      if !broken.isEmpty { problems.append((index, broken)) }
      guard let text = contents.values.password else {
        withoutPassword.append(index)
        continue
      }
      switch verdicts.verdict(on: text.utf8.span) {
      case (let scheme, .unknown)?, (let scheme, .broken)?: useless.append((index, scheme))
      case (let scheme, .tooDear)?: tooDear.append((index, scheme))
      case (_, .strong)?, (_, .weak)?: break
      case nil:
        if case .success(let password)? = entry?.text {
          typed.append((index, "", password))
        } else if case .typed(let password)? = try? StoredPassword(text) {
          typed.append((index, "", password))
        }
      }
    }
  }

  mutating func add(_ other: Self) {
    problems += other.problems
    withoutPassword += other.withoutPassword
    disabled += other.disabled
    withoutCode += other.withoutCode
    typed += other.typed
    useless += other.useless
    tooDear += other.tooDear
  }
}
