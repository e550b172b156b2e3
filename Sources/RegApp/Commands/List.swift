import AccountsFile
import CommandKit
import LosslessJSON
import TextTools

extension Commands {
  static let list = Command(
    name: "list", summary: "list all accounts; closed ones are marked",
    ru: "перечислить аккаунты, закрытые — с пометкой",
    positionals: [.searchedText],
    examples: ["regapp list", "regapp list lovelace --json"], run: list)

  private static func list(_ invocation: Invocation) async throws {
    var next: Page.Cursor?
    var count = 0
    repeat {
      let page = try await invocation.registry.list(
        from: next, limit: 1_000, holding: invocation.arguments.positionals.first)
      let text =
        invocation.isJSON
        ? json(page.accounts, isFirst: count == 0) : words(page.accounts, invocation.language)
      try invocation.console.write(text)
      count += page.accounts.count
      next = page.next
    } while next != nil
    if invocation.isJSON { try invocation.console.write(count == 0 ? "[]\n" : "\n]\n") }
    if count == 0 {
      let isWhole = invocation.arguments.positionals.isEmpty
      invocation.say(
        isWhole
          ? Phrase("no accounts yet", ru: "пока никто не зарегистрирован")
          : Phrase("no matching accounts", ru: "никто не найден"))
    }
  }

  private static func words(_ accounts: [StoredAccount], _ language: Language) -> String {
    let emails = accounts.map { $0.values.email.map(visible) ?? ProfileText.noEmail[language] }
    let width = emails.map(\.count).max() ?? 0
    return zip(accounts, emails).map { account, email in
      let name = [account.values.firstName, account.values.lastName].compactMap(\.self)
        .filter { !$0.isEmpty }.map(visible).joined(separator: " ")
      let closed = account.problems.isEmpty ? "" : closedMark(account)[language]
      let rest = [name, closed].filter { !$0.isEmpty }.joined(separator: "  ")
      return (rest.isEmpty ? email : "\(email.padded(to: width))  \(rest)") + "\n"
    }.joined()
  }

  private static func closedMark(_ account: StoredAccount) -> Phrase {
    guard let first = account.problems.first else { return Phrase(same: "") }
    var words = first.message
    if let line = first.place?.position?.line {
      words = Phrase("\(words) at line \(line)", ru: "\(words) (строка \(line))")
    }
    let more = account.problems.count - 1
    if more > 0 { words = Phrase("\(words), and \(more) more", ru: "\(words), и ещё \(more)") }
    return Phrase("[closed: \(words)]", ru: "[закрыт: \(words)]")
  }

  private static func json(_ accounts: [StoredAccount], isFirst: Bool) -> String {
    var text = ""
    for (index, account) in accounts.enumerated() {
      text += (isFirst && index == 0 ? "[\n  " : ",\n  ")
      text += JSONLiteral.object(members(of: account)).text(style: .oneLine)
    }
    return text
  }

  private static func members(of account: StoredAccount) -> [JSONLiteral.Member] {
    if let account = account.account { return account.members }
    let texts = Field.allCases.filter { $0 != .password }.compactMap { field in
      account.values[text: field].map { JSONLiteral.Member(field.rawValue, .string($0)) }
    }
    return texts + [
      .init("closed", .bool(true)), .init("problems", .array(account.problems.map(\.item.json))),
    ]
  }
}
