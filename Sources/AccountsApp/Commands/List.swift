import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let list = Command(
    name: "list",
    summary: "list all accounts; those that cannot log in are marked",
    details: [
      Phrase(
        "TEXT is looked for in emails, user names, names and groups. These words in it narrow the "
          + "list, as in the search on the screen: group:GROUP, host:HOST for those who may enter a "
          + "guarded host now, state:STATE, hash:SCHEME, weak, "
          + "inactive:DAYS, never-seen, and seen for those with a login. Quotes hold a word "
          + "together: 'group:\"night shift\"'. The state invitation-over is that of those whose "
          + "invitation is over."),
      Phrase(
        "--inactive and --never-seen go by the record of logins, which regapp keeps of its own "
          + "commands, PAM and programs with its library. Programs that check exported hashes do "
          + "not show there."),
    ].joined(separator: "\n\n"),
    positionals: [.searchedText],
    options: [
      OptionSpec("--group", "GROUP", help: "only the accounts of this group"),
      OptionSpec(
        "--state", "STATE", candidates: .words(AccountsQuery.states),
        help: "those in state open, closed, locked, disabled, expired, notYetValid or invited"),
      day.spec,
      OptionSpec("--weak", help: "only those with a weak hash, as check reports it"),
      OptionSpec(
        "--hash", "SCHEME", candidates: .words(HashKind.allCases.map(\.rawValue)),
        help: "only those whose password is kept so: yescrypt, bcrypt, typed, ssha"),
    ] + ListedLogins.options + [
      OptionSpec(
        "--screen", excludes: [day.spec.name],
        help: "open the list on the screen, to search, change and remove")
    ],
    examples: [
      "regapp list", "regapp list lovelace --json", "regapp list --screen",
      "regapp list --group ops --state open --on 2027-01-01",
      "regapp list 'group:\"night shift\" weak'", "regapp list host:lab.example.com",
      "regapp list --inactive 90",
    ],
    run: list)

  private static let day = TypedOption.day(
    "--on", help: "tell the states as they are on this day, YYYY-MM-DD")

  private static func list(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let query = try query(arguments)
    if let host = query.host { try await checkListed(host, invocation) }
    if arguments.has("--screen") { return try await showScreen(invocation, query) }
    let day = try arguments[day] ?? invocation.today
    let logins = try await ListedLogins(
      query, in: invocation.registry, at: invocation.world.now(), invocation.world.localTime)
    if let refusal = logins.refusal { throw refusal }
    if let absence = logins.absence { invocation.say(absence) }
    try logins.tellBegin(invocation)
    var count = 0
    for try await page in invocation.registry.pages(query, on: day) {
      let accounts = page.accounts.filter {
        logins.includes($0) && query.lets($0, under: page.rulebook)
      }
      let text =
        invocation.isJSON
        ? json(accounts, logins, isFirst: count == 0, on: day)
        : words(accounts, logins, under: page.rulebook, on: day, invocation)
      try invocation.console.write(text)
      count += accounts.count
    }
    if invocation.isJSON { try invocation.console.write(count == 0 ? "[]\n" : "\n]\n") }
    if count == 0 {
      invocation.say(query.noneFound)
    }
  }

  /// Makes the query from TEXT and the options together.
  private static func query(_ arguments: Arguments) throws -> AccountsQuery {
    var query = AccountsQuery(
      arguments.positionals.first ?? "", showsLogins: arguments.has("--seen"))
    let unknown: [(word: String?, name: String, known: [String])] = [
      (query.unknownState, "state:", AccountsQuery.states),
      (query.unknownHash, "hash:", HashKind.allCases.map(\.rawValue)),
    ]
    for case (let word?, let name, let known) in unknown {
      throw Report.unknownWord(word, for: name, known: known, Phrase("see regapp list --help"))
    }
    if let word = query.emptyWord {
      throw Report.usage(
        "\(word) needs a value", hint: "leave it out where all accounts are meant")
    }
    if let days = query.unknownDays {
      _ = try Arguments.count(days, as: "inactive:", hint: Phrase("write inactive:90"))
    }
    let inactive = ListedLogins.inactive
    for (option, isTyped) in [
      ("--group", query.group != nil), ("--state", query.state != nil),
      ("--hash", query.hash != nil), (inactive.spec.name, query.inactive != nil),
    ] {
      guard let value = arguments[option] else { continue }
      if isTyped { throw Report.exclusive("\(option.dropFirst(2)):", option) }
      if option == inactive.spec.name { _ = try arguments[inactive] }
      try query.add(option: option, value)
    }
    for option in ["--weak", ListedLogins.neverSeen.name] where arguments.has(option) {
      query.add(String(option.dropFirst(2)))
    }
    return query
  }

  /// Refuses a host that is not in the rulebook's list.
  private static func checkListed(_ host: String, _ invocation: Invocation) async throws {
    let hosts = try await invocation.registry.rulebook().serve.hosts
    guard hosts[host] == nil else { return }
    guard !hosts.isEmpty else {
      throw Report.usage(
        "host: needs a list of hosts, and the rulebook has none",
        hint: "write serve.hosts into the rules")
    }
    throw Report.unknownWord(
      host, for: "host:", known: hosts.all.map { visible($0.host.text) },
      Phrase("see regapp rules"))
  }

  /// Opens the list on the screen, narrowed as the options say.
  private static func showScreen(_ invocation: Invocation, _ query: AccountsQuery) async throws {
    guard invocation.showsScreens else {
      throw Report.usage(
        "list --screen cannot open a screen here", hint: "leave out --screen to print the list")
    }
    try await invocation.openScreens(ScreenEffects(invocation), from: AccountListState(query))
  }

  private static func words(
    _ accounts: [StoredAccount], _ logins: ListedLogins, under rulebook: Rulebook,
    on today: CalendarDay, _ invocation: Invocation
  ) -> String {
    let language = invocation.language
    // A list may be long: plain text goes from the file into the output as bytes.
    var names: [UInt8] = []
    let columns = accounts.map { account -> (end: Int, count: Int) in
      let count =
        rulebook.nameField(of: account)
        .flatMap { appendVisible($0, of: account, to: &names) }
        ?? CommandKit.appendVisible(rulebook.key.missing[language].utf8.span, to: &names)
      return (names.count, count)
    }
    let width = columns.map(\.count).max() ?? 0
    let seen = accounts.map { account in
      logins.isShown
        ? logins.login(of: account)?.words(invocation.world.localTime)[language] : nil
    }
    let seenWidth = seen.lazy.compactMap { $0?.count }.max() ?? 0
    var text: [UInt8] = []
    var start = 0
    for (index, (account, name)) in zip(accounts, columns).enumerated() {
      text += names[start..<name.end]
      start = name.end
      var gap = width - name.count + 2
      func leaveGap(_ next: Int) {
        for _ in 0..<gap { text.append(UInt8(ascii: " ")) }
        gap = next
      }
      if let seen = seen[index] {
        leaveGap(seenWidth - seen.count + 2)
        text += seen.utf8
      }
      for field in [Field.firstName, .lastName] {
        guard account.withUTF8(of: field, { !$0.isEmpty }) == true else { continue }
        leaveGap(1)
        _ = appendVisible(field, of: account, to: &text)
      }
      if let mark = mark(account, on: today) {
        if gap == 1 { gap = 2 }
        leaveGap(0)
        text += mark[language].utf8
      }
      text.append(UInt8(ascii: "\n"))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends a field as it is shown; returns how many characters it has, or nil if it is not there.
  private static func appendVisible(
    _ field: Field, of account: StoredAccount, to text: inout [UInt8]
  ) -> Int? {
    account.withUTF8(of: field) { CommandKit.appendVisible($0, to: &text) }
  }

  /// Why an account cannot be logged in to, and whether its password must be changed; nil for
  /// others.
  private static func mark(_ account: StoredAccount, on today: CalendarDay) -> Phrase? {
    var marks: [Phrase] = []
    switch account.state {
    case .open: break
    case .closed: marks.append(account.stateText(on: today) + account.otherProblems)
    default: marks.append(account.stateText(on: today))
    }
    if account.mustChangePassword { marks.append(StoredAccount.mustChange) }
    guard !marks.isEmpty else { return nil }
    return Phrase(same: "[") + marks.joined(separator: "; ") + Phrase(same: "]")
  }

  private static func json(
    _ accounts: [StoredAccount], _ logins: ListedLogins, isFirst: Bool, on today: CalendarDay
  ) -> String {
    var text = ""
    for (index, account) in accounts.enumerated() {
      text += (isFirst && index == 0 ? "[\n  " : ",\n  ")
      let login = logins.login(of: account)?.members ?? []
      text += JSONLiteral.object(account.members(on: today) + login).text(style: .oneLine)
    }
    return text
  }
}

extension StoredAccount {
  /// The account for JSON: of a closed one, the fields that can be read, and what is wrong.
  func members(on today: CalendarDay) -> [JSONLiteral.Member] {
    if let account { return account.members(on: today) }
    let fields = Field.shown.filter { $0 != .password }.compactMap { field in
      values[field].map { JSONLiteral.Member(field.key, $0.literal) }
    }
    return fields + AccountID.member(id) + [
      .init("hash", hash.map { .string($0.rawValue) } ?? .null),
      .init("state", .string(state.rawValue)), .init("closed", .bool(true)),
      .init("problems", .array(problems.map(\.item.json))),
    ]
  }
}
