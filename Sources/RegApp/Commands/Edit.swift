import AccountsFile
import CommandKit

extension Commands {
  static let edit = Command(
    name: "edit",
    summary: "change fields of an account and save them", ru: "изменить поля аккаунта и сохранить",
    details: Phrase(
      "An empty value clears an optional field. With --draft the edit stays open, accumulating "
        + "changes across runs, until regapp save or regapp cancel. If --password comes last, "
        + "without a value, the password is asked for at the terminal.",
      ru: "Пустое значение очищает необязательное поле. С --draft правка остаётся открытой "
        + "между запусками и накапливается до regapp save или regapp cancel. Если --password "
        + "стоит последним и без значения, пароль спрашивается в терминале."),
    options: [
      OptionSpec(
        "--account", "EMAIL", candidates: .knownEmails,
        help: "another account instead of the session's",
        ru: "другой аккаунт вместо аккаунта сеанса"),
      OptionSpec(
        "--draft", help: "keep the edit open instead of saving it",
        ru: "не сохранять, а оставить правку открытой"),
    ] + OptionSpec.allFields,
    examples: [
      "regapp edit --first-name Mario --last-name Balotelli",
      "regapp edit --draft --phone '912 345 67 89'",
      "regapp edit --account ada@example.com --password",
    ],
    run: edit)

  private static func edit(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    var request = EditRequest(
      account: try arguments.email("--account"), isDraft: arguments.has("--draft"))
    for field in Field.allCases where field != .password {
      if let text = arguments[.field(field)] {
        request.fields[field] = .some(FieldValues.trimmed(text, for: field))
      }
    }
    var asked = Questions(invocation)
    if asked.namesPassword {
      // Without an account to edit, do not ask for a new password.
      try await seeAccount(request, invocation)
      guard let password = try await asked.password() else { throw Report.missing([.password]) }
      try await asked.confirmPassword()
      request.password = password
    }
    if request.fields.isEmpty, request.password == nil {
      request = try await changes(invocation, request)
    }
    let outcome = try await invocation.registry.edit(request)
    tell(outcome, request, invocation)
    try invocation.finish(outcome.notices) {
      guard let account = outcome.account else { return }
      let isOpen = request.isDraft && !outcome.edit.fields.isEmpty
      try invocation.print(account, openEdit: isOpen ? outcome.edit : nil)
    }
  }

  private static func seeAccount(_ request: EditRequest, _ invocation: Invocation) async throws {
    if let email = request.account {
      _ = try await invocation.registry.account(email)
    } else {
      _ = try await invocation.registry.show()
    }
  }

  private static func tell(
    _ outcome: Done<Edited>, _ request: EditRequest, _ invocation: Invocation
  ) {
    if outcome.edit.fields.isEmpty {
      invocation.say("nothing to change", ru: "менять нечего")
      return
    }
    for line in outcome.edit.lines() { invocation.say(line) }
    if request.isDraft {
      invocation.say(
        "not saved yet: run regapp save or regapp cancel",
        ru: "ещё не сохранено: regapp save или regapp cancel")
    }
  }

  /// Asks for every field but the password, showing its current value.
  private static func changes(
    _ invocation: Invocation, _ request: EditRequest
  ) async throws -> EditRequest {
    guard invocation.mayAsk else {
      throw Report.usage(
        "edit needs a field to change", ru: "edit: не указано, какое поле менять",
        hint: "give one, such as --first-name NAME", ru: "укажите поле, например --first-name NAME")
    }
    let rulebook = try await invocation.registry.rulebook()
    let account = try await invocation.registry.show(request.account).account
    var plain = PlainForm(
      .edit(account, under: rulebook, today: invocation.today), invocation)
    for field in Field.allCases where field != .password {
      _ = try await plain.value(of: field)
    }
    var request = request
    request.fields = plain.form.editRequest?.fields ?? [:]
    request.seen = account
    return request
  }
}
