import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let remove = Command(
    name: "remove", summary: "remove an account, after asking", ru: "удалить аккаунт, переспросив",
    positionals: [
      PositionalSpec(
        name: "EMAIL", isRequired: true, candidates: .knownEmails,
        help: "the account's email", ru: "чей аккаунт")
    ],
    options: [OptionSpec("--yes", help: "do not ask", ru: "не переспрашивать")],
    examples: ["regapp remove ada@example.com", "regapp remove ada@example.com --yes"], run: remove)

  private static func remove(_ invocation: Invocation) async throws {
    let typed = invocation.arguments.positionals[0]
    guard let email = FieldValues.trimmed(typed, for: .email) else {
      throw Report.usage(
        "EMAIL is empty", ru: "EMAIL: пустое значение",
        hint: "write regapp remove EMAIL", ru: "напишите regapp remove EMAIL")
    }
    let account = try await invocation.registry.account(email)
    let shown = visible(account.values.email ?? email)
    if !invocation.arguments.has("--yes") {
      guard invocation.mayAsk else {
        throw Report.usage(
          "remove asks for confirmation, which is not possible here",
          ru: "remove сначала переспрашивает, а здесь спросить нельзя",
          hint: "give --yes", ru: "укажите --yes")
      }
      let answer = try await invocation.ask(
        Phrase("Remove the account \(shown)? [y/N] ", ru: "Удалить аккаунт \(shown)? [д/Н] "))
      guard agrees(answer, in: invocation.language) else {
        invocation.say("kept \(shown)", ru: "аккаунт \(shown) остаётся")
        throw Ending(code: .no)
      }
    }
    let notices = try await invocation.registry.remove(email).notices
    invocation.say("removed \(shown)", ru: "удалён аккаунт \(shown)")
    try invocation.finish(notices) {
      try invocation.print(
        json: account.account.map { .object($0.members) }
          ?? .object([.init("email", .string(account.values.email ?? email))]))
    }
  }

  private static func agrees(_ answer: String?, in language: Language) -> Bool {
    let yes = ["y", "yes"] + (language == .russian ? ["д", "да"] : [])
    return answer.map { yes.contains($0.lowercased()) } ?? false
  }
}
