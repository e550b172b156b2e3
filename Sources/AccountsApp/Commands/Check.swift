import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let check = Command(
    name: "check", summary: "print every problem of the accounts, in a file as path:line:column",
    details: Phrase(
      "The exit code is 65 for errors, or 78 for a broken rulebook. Warnings leave it 0: typed "
        + "passwords, also in copies left by edit-file, weak, unknown or locked hashes, a file "
        + "that others can read, a directory that they can write to. Where a group shares the file "
        + "(regapp share), it is not others; what it cannot use is a warning. A warning of several "
        + "accounts is one line, with their number and the command that lists them; --all, and "
        + "JSON, have each."
    ),
    positionals: [
      PositionalSpec(
        name: "FILE", isRequired: false, candidates: .files, help: "another accounts file")
    ],
    options: [
      OptionSpec("--all", help: "print each warning, also where many accounts have the same")
    ],
    examples: [
      "regapp check", "regapp check --all",
      "regapp check Fixtures/broken/bad-email/accounts.json",
    ], run: check)

  private static func check(_ invocation: Invocation) async throws {
    let findings = try await invocation.registry.findings(
      in: invocation.arguments.positionals.first)
    try await report(findings, invocation)
    if !findings.errors.isEmpty {
      let isRulebook = findings.rulebookIsBroken
      throw Report(
        isRulebook ? .configuration : .invalid, isRulebook ? "rulebookBroken" : "invalid",
        [Phrase("\(findings.errors.count, "error") in \(visible(findings.source))")],
        hint: findings.errors.hintOfFile
          ?? (!findings.errors.areInFile
            ? isRulebook
              ? RulebookRule.hintOfDatabase
              : findings.errors.hintOfRows(at: (try? invocation.documents)?.text)
                ?? Phrase("fix it with regapp edit or regapp apply, then run regapp check again")
            : invocation.arguments.positionals.isEmpty
              ? Phrase("fix it with regapp edit-file, then run regapp check again")
              : Phrase("fix the file by hand, then run regapp check again")),
        items: findings.errors.items)
    }
  }

  private static func report(_ findings: CheckReport, _ invocation: Invocation) async throws {
    if invocation.isJSON {
      let value = JSONLiteral.object([
        .init("path", .string(findings.source)),
        .init("accounts", .integer(findings.accounts)),
        .init("errors", .array(findings.errors.items.map(\.json))),
        .init("warnings", .array(findings.warnings.items.map(\.json))),
        .init(
          "hashes",
          .object(findings.countedHashes.map { .init($0.kind.rawValue, .integer($0.count)) })),
        .init("beside", .array(findings.beside.map(\.besideJSON))),
      ])
      return try invocation.print(json: value)
    }
    let console = invocation.console
    let palette = invocation.palette(forTerminal: console.outputIsTerminal)
    let (path, language) = (findings.source, invocation.language)
    let kinds =
      invocation.arguments.has("--all") ? nil : counted(findings.warnings, invocation)
    let quoted = await invocation.quoting(
      findings.errors.firstPlaced + (kinds ?? findings.warnings.firstPlaced), in: path,
      onTerminal: console.outputIsTerminal)
    // No more problems are quoted than are asked for here, and in this order.
    var quotes = quoted.filter { $0.place != nil }.map(\.quote)[...]
    var text = ""
    func write(_ item: Report.Item, _ lines: Report.Lines) throws {
      var item = item
      if item.place != nil, let quote = quotes.popFirst() { item.quote = quote }
      lines.append(item, to: &text)
      text += "\n"
      guard text.utf8.count > 1 << 16 else { return }
      try console.write(text)
      text.removeAll(keepingCapacity: true)
    }
    let errorLines = Report.Lines(path, .error, palette, language)
    try findings.errors.forEachItem { try write($0, errorLines) }
    let warningLines = Report.Lines(path, .warning, palette, language)
    if let kinds {
      for item in kinds { try write(item, warningLines) }
    } else {
      try findings.warnings.forEachItem { try write($0, warningLines) }
    }
    for problem in findings.beside {
      let source = problem.place?.source ?? ""
      quotes = await invocation.quoting(
        [problem.item], in: source, onTerminal: console.outputIsTerminal
      ).map(\.quote)[...]
      try write(problem.item, Report.Lines(source, .warning, palette, language))
    }
    try console.write(text)
    if findings.errors.isEmpty { invocation.say(sum(of: findings)) }
    if let hashes = hashes(of: findings) { invocation.say(hashes) }
  }

  /// How many passwords are kept as what, if there is more than one kind.
  static func hashes(of findings: CheckReport) -> Phrase? {
    let counted = findings.countedHashes
    guard counted.count > 1 else { return nil }
    let list = counted.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")
    return Phrase("passwords by hash: \(list)")
  }

  /// Warnings as they are printed: what several accounts have is said once, at the first of them.
  private static func counted(_ warnings: [Problem], _ invocation: Invocation) -> [Report.Item] {
    var kinds: [(first: Problem, count: Int)] = []
    var places: [Problem.Kind: Int] = [:]
    var start = 0
    while start < warnings.count {
      let (first, kind) = (warnings[start], warnings[start].kind)
      // Most are of the kind of the one before.
      var end = start + 1
      while end < warnings.count, warnings[end].rule == kind.rule,
        warnings[end].subject == kind.subject
      {
        end += 1
      }
      if case .caution(let caution) = kind.rule, caution.isOfAccount {
        if let place = places[kind] {
          kinds[place].count += end - start
        } else {
          places[kind] = kinds.count
          kinds.append((first, end - start))
        }
      } else {
        kinds += warnings[start..<end].map { ($0, 1) }
      }
      start = end
    }
    return kinds.map { first, count in
      guard count > 1, case .caution(let caution) = first.rule else { return first.item }
      return item(caution, of: first, count, invocation.arguments.positionals.first)
    }
  }

  private static func item(
    _ caution: Caution, of warning: Problem, _ count: Int, _ file: String?
  ) -> Report.Item {
    let command = caution.listing(of: file)
    return Report.Item(
      field: warning.item.field, rule: warning.rule.name,
      message: Phrase("\(count, "account"): \(warning.message); \(command) lists them"))
  }

  static func sum(of findings: CheckReport) -> Phrase {
    let errors = findings.errors.count
    let warnings = findings.warnings.count + findings.beside.count
    let sum =
      errors > 0
      ? Phrase("\(errors, "error")") : Phrase("\(findings.accounts, "account"), no errors")
    guard warnings > 0 else { return sum }
    return Phrase("\(sum), \(warnings, "warning")")
  }
}

extension Registry {
  /// Everything that is wrong with the accounts, or with another file, also if they cannot be used.
  func findings(in path: String? = nil) async throws(AccountsError) -> CheckReport {
    do throws(AccountsError) {
      if let path { return try await check(file: path) }
      return try await check()
    } catch .fileInvalid(let problems) {
      return CheckReport(source: problems.first?.place?.source ?? "", errors: problems)
    }
  }
}

extension [Problem] {
  /// The items of the first ones that have a place: as many as are shown with their lines.
  fileprivate var firstPlaced: [Report.Item] {
    Array(lazy.filter { $0.place?.position != nil }.prefix(SourceLines.most)).items
  }
}

extension Caution {
  /// The command that lists the accounts which have it.
  fileprivate func listing(of file: String?) -> String {
    switch (self, file) {
    case (.weakHash, nil): "regapp list --weak"
    case (.passwordIsTyped, nil): "regapp list --hash typed"
    case (.invitationOver, nil): "regapp list --state invitation-over"
    case (.passwordIsLocked, nil): "regapp list --state locked"
    default: "regapp check --all" + (file.map { " \(visible($0))" } ?? "")
    }
  }
}

extension CheckReport {
  /// The kinds of hash that there are, in the order of their list.
  var countedHashes: [(kind: HashKind, count: Int)] {
    HashKind.allCases.compactMap { kind in hashes[kind].map { (kind, $0) } }
  }
}

extension Problem {
  /// A problem of what is kept beside the accounts, with its file.
  fileprivate var besideJSON: JSONLiteral {
    .object([.init("path", .string(place?.source ?? "")), .init("problem", item.json)])
  }
}
