import AccountsFile
import CommandKit
import LosslessJSON
import TextTools

extension Commands {
  static let list = Command(
    name: "list",
    summary: "list all accounts; those that cannot log in are marked",
    ru: "перечислить аккаунты; те, в которые не войти, — с пометкой",
    positionals: [.searchedText],
    options: [
      OptionSpec(
        "--group", "GROUP", help: "only the accounts of this group", ru: "только из этой группы"),
      OptionSpec(
        "--state", "STATE", candidates: .words(AccountState.allCases.map(\.rawValue)),
        help: "only those in state open, closed, locked, disabled, expired or notYetValid",
        ru: "только в состоянии open, closed, locked, disabled, expired, notYetValid"),
      OptionSpec(
        "--on", "DATE", help: "tell the states as they are on this day, YYYY-MM-DD",
        ru: "состояния на этот день, ГГГГ-ММ-ДД"),
      OptionSpec(
        "--weak", help: "only those whose hash is weaker than a new one",
        ru: "только те, чей хеш слабее новых"),
    ],
    examples: [
      "regapp list", "regapp list lovelace --json",
      "regapp list --group ops --state open --on 2027-01-01",
    ],
    run: list)

  private static let stateNames = AccountState.allCases.map(\.rawValue).joined(separator: ", ")

  private static func list(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let state = try arguments["--state"].map { word in
      guard let state = AccountState(rawValue: word) else {
        throw Report.usage(
          "unknown state \"\(visible(word))\"", ru: "нет состояния «\(visible(word))»",
          hint: "give one of \(stateNames)", ru: "укажите одно из \(stateNames)")
      }
      return state
    }
    let day = try arguments.day("--on") ?? invocation.today
    var next: Page.Cursor?
    var count = 0
    repeat {
      let page = try await invocation.registry.list(
        from: next, limit: 1_000, holding: arguments.positionals.first, in: arguments["--group"],
        state: state, on: day, weak: arguments.has("--weak"))
      let text =
        invocation.isJSON
        ? json(page.accounts, isFirst: count == 0, on: day)
        : words(page.accounts, under: page.rulebook, invocation.language)
      try invocation.console.write(text)
      count += page.accounts.count
      next = page.next
    } while next != nil
    if invocation.isJSON { try invocation.console.write(count == 0 ? "[]\n" : "\n]\n") }
    if count == 0 {
      let isWhole =
        arguments.positionals.isEmpty && state == nil && arguments["--group"] == nil
        && !arguments.has("--weak")
      invocation.say(
        isWhole
          ? Phrase("no accounts yet", ru: "пока никто не зарегистрирован")
          : Phrase("no matching accounts", ru: "никто не найден"))
    }
  }

  private static func words(
    _ accounts: [StoredAccount], under rulebook: Rulebook, _ language: Language
  ) -> String {
    let names = accounts.map { account in
      rulebook.anyName(of: account.values).map { visible($0.text) }
        ?? noName(rulebook.key)[language]
    }
    let width = names.map(\.count).max() ?? 0
    return zip(accounts, names).map { account, name in
      let person = [account.values.firstName, account.values.lastName].compactMap(\.self)
        .filter { !$0.isEmpty }.map(visible).joined(separator: " ")
      let rest = [person, mark(account)?[language] ?? ""].filter { !$0.isEmpty }
        .joined(separator: "  ")
      return (rest.isEmpty ? name : "\(name.padded(to: width))  \(rest)") + "\n"
    }.joined()
  }

  private static func noName(_ key: Field) -> Phrase {
    Phrase("(no \(key.name))", ru: "(без поля «\(key.name)»)")
  }

  /// Why an account cannot be logged in to; nil if it can.
  private static func mark(_ account: StoredAccount) -> Phrase? {
    let values = account.values
    var words = account.state.name
    switch account.state {
    case .open: return nil
    case .closed: return closedMark(account)
    case .locked: break
    case .disabled:
      if let reason = values[text: .disabled] {
        words = words + Phrase(same: ": \(visible(reason))")
      }
    case .expired: words = words + Phrase(same: " \(values[text: .validUntil] ?? "")")
    case .notYetValid:
      let day = values[text: .validFrom] ?? ""
      words = Phrase("\(words) until \(day)", ru: "\(words), с \(day)")
    }
    return Phrase("[\(words)]", ru: "[\(words)]")
  }

  private static func closedMark(_ account: StoredAccount) -> Phrase? {
    guard let first = account.problems.first else { return nil }
    var words = first.message
    if let line = first.place?.position?.line {
      words = Phrase("\(words) at line \(line)", ru: "\(words) (строка \(line))")
    }
    let more = account.problems.count - 1
    if more > 0 { words = Phrase("\(words), and \(more) more", ru: "\(words), и ещё \(more)") }
    return Phrase("[closed: \(words)]", ru: "[закрыт: \(words)]")
  }

  private static func json(
    _ accounts: [StoredAccount], isFirst: Bool, on today: CalendarDay
  ) -> String {
    var text = ""
    for (index, account) in accounts.enumerated() {
      text += (isFirst && index == 0 ? "[\n  " : ",\n  ")
      text += JSONLiteral.object(account.members(on: today)).text(style: .oneLine)
    }
    return text
  }
}

extension StoredAccount {
  /// The account for JSON: of a closed one, the fields that can be read, and what is wrong.
  func members(on today: CalendarDay) -> [JSONLiteral.Member] {
    if let account { return account.members(on: today) }
    let fields = Field.allCases.filter { $0 != .password }.compactMap { field in
      values[field].map { JSONLiteral.Member(field.rawValue, $0.literal) }
    }
    return fields + [
      .init("state", .string(state.rawValue)), .init("closed", .bool(true)),
      .init("problems", .array(problems.map(\.item.json))),
    ]
  }
}
