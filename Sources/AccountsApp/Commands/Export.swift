import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

extension Commands {
  static let export = Command(
    name: "export", summary: "print the accounts in the format of another program",
    details: [
      Phrase(
        "Formats: \(ExchangeFormat.allCases.names). htpasswd (Apache, nginx), dovecot, authelia "
          + "and ldif always contain the hashes, csv and json only with --with-hashes; htgroup "
          + "contains the groups of Apache and who is in them. Hashes are exported as they are; a "
          + "typed password is hashed on export and never leaves as plain text."),
      Phrase(
        "Closed accounts, and those that the other program could not read or check, are left out "
          + "and reported; the exit code is then 65. Who may not log in now (locked, disabled, "
          + "expired, not yet valid) is marked in dovecot and authelia, left out of htpasswd, "
          + "htgroup and ldif, and counted. A program that names its users gets the user name or, "
          + "without one, the email. ldif has no birth dates; json contains your own keys too, and "
          + "csv says how many it leaves out. json and ldif have the ids by which applications "
          + "know the accounts."),
      Phrase(
        "A spreadsheet runs cells that begin with = + - or @ as formulas. With --spreadsheet each "
          + "of them, phone numbers included, begins with a quote (') and is only text; such a "
          + "file is not meant to be imported again. Without it a warning names the rows."),
      Phrase(
        "--output writes a file as safely as the accounts are written: completely or not at all, "
          + "with mode 0600, or that of the file that is there. A device such as /dev/null, or a "
          + "descriptor such as /dev/fd/3, is only written to. Where the accounts file is missing "
          + "(67) or broken, nothing is written; a shell's > has emptied its file before regapp "
          + "runs. Files that servers read are kept by publish."),
    ].joined(separator: "\n\n"),
    positionals: [.searchedText],
    options: [
      .exchangeFormat(ExchangeFormat.allCases),
      OptionSpec(
        "--for", "READER", candidates: .words(Reader.all.map(\.name)),
        help: "in the format of a program, without what it cannot check: regapp help readers"),
      OptionSpec("--with-hashes", help: "with csv and json: include the password hashes"),
      OptionSpec(
        "--spreadsheet", help: "with csv: quote what a spreadsheet would run as a formula"),
      OptionSpec(
        "--output", "FILE", candidates: .files, help: "write to a file (mode 0600), not to stdout"),
      OptionSpec("--base", "DN", help: "with ldif: the parent entry (dc=example,dc=com)"),
    ],
    examples: [
      "regapp export --for nginx --output users",
      "regapp export --format htpasswd",
      "regapp export --format ldif --base ou=people,dc=example,dc=org lovelace",
    ],
    run: {
      var export = try Export($0)
      try await export.run()
    })

  /// Says how many comments are left out; nil if there are none.
  static func words(ofComments count: Int) -> Phrase? {
    guard count > 0 else { return nil }
    return Phrase("left out \(count, "comment")")
  }
}

extension OptionSpec {
  static func exchangeFormat(_ formats: [ExchangeFormat]) -> OptionSpec {
    OptionSpec(
      "--format", "FORMAT", candidates: .words(formats.map(\.rawValue)), help: "\(formats.names)")
  }
}

extension Arguments {
  /// The format given with `--format`; nil without it.
  var exchangeFormat: ExchangeFormat? { self["--format"].flatMap(ExchangeFormat.init) }
}

/// One export, page by page.
private struct Export {
  private let invocation: Invocation
  private var accounts: ExportText
  /// The file to write; nil for stdout.
  private let output: String?
  /// The content for the output.
  private var text: [UInt8] = []

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    let named = invocation.arguments.exchangeFormat
    let reader = invocation.arguments["--for"].flatMap(Reader.named)
    if let reader, invocation.arguments.has("--format"), named != reader.format {
      throw Report.usage(
        "\(reader.name) does not read \(named?.rawValue ?? "")", hint: "leave out --format")
    }
    let format = reader.map { $0.format ?? .htpasswd } ?? named ?? (invocation.isJSON ? .json : nil)
    guard let format else {
      throw Report.usage(
        "export needs --format or --for",
        hint: "use one of \(ExchangeFormat.allCases.names), or a program of regapp help readers")
    }
    guard format == .json || !invocation.isJSON else {
      if let reader {
        throw Report.usage("\(reader.name) does not read \("json")", hint: "leave out --json")
      }
      throw Report.usage(
        "--json prints JSON, and \(format.rawValue) is not JSON", hint: "use only one of them")
    }
    for (option, only) in [("--base", ExchangeFormat.ldif), ("--spreadsheet", .csv)]
    where invocation.arguments.has(option) && format != only {
      throw Report.usage("\(option) is only for \(only.rawValue)", hint: "leave it out")
    }
    let base = invocation.arguments["--base"]
    guard ExchangeWriter.isBase(base ?? ExchangeWriter.usualBase) else {
      throw Report.usage(
        "--base must be the name of an entry, not '\(visible(base ?? ""))'",
        hint: "write --base ou=people,dc=example,dc=com")
    }
    let writer =
      reader.map { ExchangeWriter(for: $0) }
      ?? ExchangeWriter(
        format, withHashes: invocation.arguments.has("--with-hashes"),
        forSpreadsheet: invocation.arguments.has("--spreadsheet"),
        base: base ?? ExchangeWriter.usualBase)
    accounts = ExportText(writer, for: reader, invocation.world.hasher)
    guard invocation.arguments["--output"] != "" else {
      throw Report.usage(
        "--output must name a file", hint: "write --output FILE, or leave it out to print")
    }
    output = invocation.arguments["--output"].flatMap {
      ["-", "/dev/stdout"].contains($0) ? nil : $0
    }
  }

  mutating func run() async throws {
    var isFirst = true
    var comments = 0
    let pages = invocation.registry.pages(
      holding: invocation.arguments.positionals.first, withOwnKeys: accounts.needsOwnKeys)
    for try await page in pages {
      if isFirst { try put(accounts.writer.head) }
      comments += page.comments
      isFirst = false
      try put(await accounts.text(of: page))
    }
    if !accounts.writer.end.isEmpty { try put(accounts.writer.end) }
    guard let output else {
      report(comments)
      return try refuseLeftOut()
    }
    let done = try await WholeFile(output, sparing: invocation.registry).replace(with: text)
    report(comments)
    invocation.say("wrote \(accounts.written, "account") to \(visible(output))")
    try invocation.finish(done.notices) {
      try invocation.print(
        json: .object([
          .init("written", .integer(accounts.written)), .init("path", .string(output)),
        ]))
    }
    try refuseLeftOut()
  }

  /// Names the surprises of an export.
  private func report(_ comments: Int) {
    warnOfFormulas()
    sayWhoIsShutOut()
    let (keys, count) = accounts.ownKeysLeftOut
    if keys > 0 { invocation.say("left out \(keys, "own key") of \(count, "account")") }
    if let words = Commands.words(ofComments: comments) { invocation.say(words) }
  }

  /// Throws if accounts are left out that the other program cannot read or check.
  private func refuseLeftOut() throws {
    let (leftOut, groups) = (accounts.leftOut, accounts.groupsLeftOut)
    guard !leftOut.isEmpty || groups.isEmpty else {
      throw Report(
        .invalid, "invalid", "left out \(groups.count, "group")",
        hint: Phrase("give the group another name: \(Self.renaming)"), items: groups, listing: .each
      )
    }
    guard leftOut.isEmpty else {
      let (count, all) = (leftOut.count, accounts.written + leftOut.count)
      let others = accounts.written > 0 ? Phrase("the other accounts were exported") : nil
      let hints = [others, accounts.hintOfHashes].compactMap(\.self)
      throw Report(
        .invalid, "invalid", "left out \(count) of \(all, "account")",
        hint: hints.isEmpty ? nil : hints.joined(separator: Phrase(same: "; ")),
        items: leftOut.map(\.item) + groups, listing: .each)
    }
  }

  private static let renaming =
    "regapp edit --account NAME --remove-group GROUP --add-group GROUP"

  private mutating func put(_ more: String) throws {
    if output == nil { try invocation.console.write(more) } else { text += more.utf8 }
  }

  private func sayWhoIsShutOut() {
    let shutOut = accounts.shutOut
    let count = shutOut.values.reduce(0, +)
    guard count > 0 else { return }
    let states = AccountState.allCases.compactMap { state in
      shutOut[state].map { Phrase(same: "\($0) ") + state.name }
    }.joined(separator: ", ")
    invocation.say("left out \(count, "account") that cannot log in now: \(states)")
  }

  private func warnOfFormulas() {
    let lines = accounts.writer.linesWithFormulas
    guard !lines.isEmpty else { return }
    let named = lines.prefix(20).map(String.init).joined(separator: ", ")
    let rows = lines.count > 20 ? "\(named), …" : named
    invocation.warn(
      "a spreadsheet would run cells in \(agreeingWith: lines.count, "row", "rows") \(rows) as "
        + "formulas; --spreadsheet prevents that")
  }
}
