import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let disable = Command(
    name: "disable", summary: "keep an account from logging in, for good or until a day",
    details: Phrase(
      "The account stays as it is otherwise; regapp enable lets it log in again. With --until it "
        + "can log in again from that day on, without a further command. Only who knows the "
        + "password is told that the account is disabled, and nobody the reason."),
    positionals: [.account()],
    options: [.field(.disabled), until.spec],
    examples: [
      "regapp disable ada@example.com --reason 'left in May'",
      "regapp disable ada@example.com --until 2027-01-01",
    ],
    run: disable)

  static let enable = Command(
    name: "enable", summary: "let an account log in again",
    details: Phrase(
      "It takes away what disables the account, a lock before its password hash, a first day that "
        + "is still to come, and a last day that is over. It forgets failed logins, so that nobody "
        + "has to wait for the account any more."),
    positionals: [.account()],
    examples: ["regapp enable ada@example.com"], run: enable)

  private static let until = TypedOption.day(
    "--until", excludes: [OptionSpec.field(.disabled).name],
    help: "the first day on which to log in again, YYYY-MM-DD")

  private static func disable(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    guard let name = try arguments.account(of: "disable") else { return }
    let (reason, day) = (arguments[.field(.disabled)], try arguments[until])
    do {
      try tell(
        try await invocation.registry.disable(name, reason: reason, until: day), name,
        isEnabled: false, isUntil: day != nil, invocation)
    } catch AccountsError.invalid(let problems) {
      throw report(problems, of: name, isUntil: day != nil)
    }
  }

  private static func enable(_ invocation: Invocation) async throws {
    guard let name = try invocation.arguments.account(of: "enable") else { return }
    do {
      try tell(try await invocation.registry.enable(name), name, isEnabled: true, invocation)
    } catch AccountsError.invalid(let problems) {
      throw report(problems, of: name)
    }
  }

  /// Makes a refusal of the option that was given, with a hint.
  private static func report(
    _ problems: [Problem], of name: String, isUntil: Bool = false
  ) -> Report {
    let name = visible(name)
    guard problems.count == 1, let problem = problems.first else {
      return Report(AccountsError.invalid(problems))
    }
    let (message, hint): (Phrase, Phrase)
    switch problem.rule {
    case .field(.disabledForm):
      message = Phrase("--reason needs a reason")
      hint = Phrase(
        "write --reason TEXT, or leave it out; regapp enable \(name) ends the disabling")
    case .field(.inFuture):
      message = problem.rule.message(of: Phrase(same: "--until"))
      hint = Phrase("give the first day on which to log in again")
    case .field(.dateOrder) where isUntil:
      message = Phrase("the account ends before that day")
      hint = Phrase("give it a later end: regapp edit --account \(name) --valid-until YYYY-MM-DD")
    case .field(.lockedWithoutHash):
      message = problem.message
      hint = Phrase("regapp edit --account \(name) --generate sets a new password")
    default: return Report(AccountsError.invalid(problems))
    }
    let item = Report.Item(field: problem.field, rule: problem.rule.name, message: message)
    return Report(.invalid, "invalid", [message], hint: hint, items: [item])
  }

  private static func tell(
    _ done: Outcome<StateChange>, _ name: String, isEnabled: Bool, isUntil: Bool = false,
    _ invocation: Invocation
  ) throws {
    let after = done.after.name
    let name = done.account.account?.name.text ?? name
    if done.fields.isEmpty, done.notices.isEmpty {
      invocation.say("nothing to change")
    }
    invocation.say(done.value.words(name, isEnabled: isEnabled))
    if isUntil, [.disabled, .locked].contains(done.after) {
      invocation.say(
        "it stays \(after) after that day: run regapp enable \(visible(name)) first, then this "
          + "again"
      )
    }
    try invocation.finish(done.notices) {
      guard invocation.isJSON else { return }
      let change: [JSONLiteral.Member] = [
        .init("stateBefore", .string(done.before.rawValue)),
        .init("changed", .array(done.fields.map { .string($0.rawValue) })),
      ]
      try invocation.print(
        json: .object(done.account.members(on: invocation.today) + change))
    }
  }
}
