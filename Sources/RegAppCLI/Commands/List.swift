import Accounts
import LosslessJSON

extension CommandSpec {
  static let list = CommandSpec(
    name: "list",
    summary: "list all accounts, closed ones marked",
    positionals: [
      PositionalSpec(
        name: "TEXT", isRequired: false, help: "only those whose email or name holds it")
    ],
    examples: ["regapp list", "regapp list lovelace --json"],
    run: list)

  private static func list(_ invocation: Invocation) async throws {
    var next: Page.Cursor?
    var count = 0
    repeat {
      let page = try await invocation.registry.list(
        from: next, limit: 1_000, holding: invocation.arguments.positionals.first)
      let text =
        invocation.isJSON ? json(page.accounts, isFirst: count == 0) : words(page.accounts)
      try invocation.console.write(text)
      count += page.accounts.count
      next = page.next
    } while next != nil
    if invocation.isJSON { try invocation.console.write(count == 0 ? "[]\n" : "\n]\n") }
    if count == 0 {
      let isWhole = invocation.arguments.positionals.isEmpty
      invocation.say(isWhole ? "nobody is registered yet" : "nobody fits")
    }
  }

  private static func words(_ accounts: [StoredAccount]) -> String {
    let emails = accounts.map { visible($0.values.email ?? "(no email)") }
    let width = emails.map(\.count).max() ?? 0
    return zip(accounts, emails).map { account, email in
      let name = [account.values.firstName, account.values.lastName].compactMap(\.self)
        .filter { !$0.isEmpty }.map(visible).joined(separator: " ")
      let closed = closedMark(account)
      let rest = [name, closed].filter { !$0.isEmpty }.joined(separator: "  ")
      return (rest.isEmpty ? email : "\(email.padded(to: width))  \(rest)") + "\n"
    }.joined()
  }

  private static func closedMark(_ account: StoredAccount) -> String {
    guard let first = account.problems.first else { return "" }
    let place = first.place.map { " at line \($0.line)" } ?? ""
    let more = account.problems.count - 1
    return "[closed: \(first.message)\(place)\(more > 0 ? ", and \(more) more" : "")]"
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
      account.values[field].map { JSONLiteral.Member(field.rawValue, .string($0)) }
    }
    return texts + [
      .init("closed", .bool(true)), .init("problems", .array(account.problems.map(\.json))),
    ]
  }
}
