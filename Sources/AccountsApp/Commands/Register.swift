import AccountsFile
import CommandKit

extension Commands {
  static let register = Command(
    name: "register",
    summary: "create an account and log in",
    details: Phrase(
      "Required fields that are not given are asked for at a terminal. All problems are reported "
        + "at once, and then nothing is written."),
    options: OptionSpec.allFields + OptionSpec.marks + [
      .generate,
      OptionSpec("--no-login", help: "do not change the session"),
    ] + InvitationOptions.withInvite,
    examples: [
      "regapp register --email ada@example.com --first-name Ada --last-name Lovelace",
      "regapp register --email bob@example.com --password-stdin --no-login < secret",
      "regapp register --email eve@example.com --generate --no-login",
      "regapp register --email eve@example.com --invite",
    ],
    run: register)

  private static func register(_ invocation: Invocation) async throws {
    let rulebook = try await invocation.registry.rulebook()
    var values = FieldValues()
    for field in Field.typed {
      if let text = invocation.arguments[.field(field)] { values.set(text, for: field) }
    }
    let asked = Questions(invocation)
    if let invitation = try InvitationOptions(invocation, needing: "--invite") {
      return try await invite(values, invitation, under: rulebook, invocation)
    }
    let generates = invocation.arguments.has("--generate")
    var form = Form.register(under: rulebook, today: invocation.today)
    // In the order of the screens.
    for field in form.rows.map(\.field) where field != .password {
      if values[field] == nil, let text = try await asked.field(field, of: form) {
        values.set(text, for: field)
      }
      if let text = values[text: field] { form.set(field, to: text) }
    }
    let generated =
      generates
      ? try await invocation.registry.generatedPassword(for: values, under: rulebook) : nil
    values.mustChangePassword =
      invocation.arguments.mustChange ?? (generated?.mustChange == true)
    var password = try generated.map { PasswordEntry($0.text) } ?? asked.givenPassword()
    if password == nil {
      password = try await asked.field(.password, of: form).map { PasswordEntry($0) }
    }
    let done: Outcome<Account>
    do {
      done = try await invocation.withGenerated(generated) {
        invocation.arguments.has("--no-login")
          ? try await invocation.registry.register(values, password: password)
          : try await invocation.personal.register(values, password: password)
      }
    } catch AccountsError.invalid(let problems) {
      throw missing(problems, invocation.arguments) ?? AccountsError.invalid(problems)
    }
    invocation.warnOfShortness(of: generated)
    try invocation.finish(done.notices) {
      try invocation.print(
        done.value, generated: generated,
        after: AccountsError.Step.accountAdded(name: done.value.name.text).name)
    }
  }

  /// Adds an account whose owner gives what is missing; the session stays as it is.
  private static func invite(
    _ given: FieldValues, _ options: InvitationOptions, under rulebook: Rulebook,
    _ invocation: Invocation
  ) async throws {
    var values = given
    if values[rulebook.key] == nil {
      let form = Form.register(under: rulebook, today: invocation.today)
      guard let text = try await Questions(invocation).field(rulebook.key, of: form) else {
        throw Report.missing([rulebook.key])
      }
      values.set(text, for: rulebook.key)
    }
    let address = try options.address(under: rulebook, invocation)
    let mail = try options.mail(at: address, under: rulebook, invocation)
    let done = try await invocation.registry.register(values, invitingUntil: options.lastDay)
    try InvitationText([done.value], at: address, in: mail).print(
      done.notices, isAlone: true,
      after: AccountsError.Step.accountAdded(name: done.value.account).name, invocation)
  }

  /// The problems as a usage error, if all of them are values that were not given.
  private static func missing(_ problems: [Problem], _ arguments: Arguments) -> Report? {
    let fields = Field.allCases.filter { field in
      problems.contains(Problem(.field(field), .field(.required)))
        && arguments[.field(field)] == nil
    }
    return fields.count == problems.count ? .missing(fields) : nil
  }
}
