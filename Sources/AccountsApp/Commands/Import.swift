import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

extension Commands {
  static let `import` = Command(
    name: "import", summary: "import accounts from a file of another program",
    details: [
      Phrase(
        "Formats: \(ExchangeFormat.readable.names); json is what export prints, or another "
          + "accounts file. If the file's name or beginning makes the format clear, --format is "
          + "not needed."),
      Phrase(
        "Every account is checked against the rulebook in force. Problems are reported as "
          + "path:line:column (65), and then nothing is written; with --skip-invalid, the accounts "
          + "without problems are imported. Hashes are imported as they are, typed passwords are "
          + "hashed. Whatever has no place in an account is named in a warning. Everything else in "
          + "the accounts file stays as it is."),
      Phrase(
        "A column or a key that no field is refuses the file (65), unless it begins with x- or //: "
          + "such a key is your own, and is kept. --columns names the columns of fields, and "
          + "--leave-out leaves a column or a key out. Where its name may say who cannot log in, "
          + "or it has only true and false, the values that are meant must be named: --leave-out "
          + "status=active,retired; nothing is imported if another one is there. Of other "
          + "programs' marks only those are kept that a format defines: authelia's disabled, and "
          + "the third and the eighth field of /etc/shadow, which htpasswd reads too."),
      Phrase(
        "The ids of an export come with its accounts. In any other list, --columns id=NAME names the "
          + "column, or the key in JSON, of the UUIDs by which applications know the accounts. An "
          + "account that is there and has another id is refused (65); --leave-out id goes by names "
          + "alone."),
      Phrase(
        "A name with an @ is an email, one without is a user name. Where accounts are known by "
          + "their email, --domain example.com makes admin@example.com of admin, which stays the "
          + "user name and is exported again; --rules standard begins an accounts file in which "
          + "accounts are known by their user names."),
      Phrase(
        "An account that already exists is an error. With --on-conflict skip the existing account "
          + "is kept as it is; with replace the fields given in the file are overwritten, and the "
          + "others are kept."),
    ].joined(separator: "\n\n"),
    positionals: [
      PositionalSpec(
        name: "FILE", isRequired: true, candidates: .files, help: "the file to read; - is stdin")
    ],
    options: [
      .exchangeFormat(ExchangeFormat.readable),
      OptionSpec(
        "--on-conflict", "DO", candidates: .words(ImportConflict.allCases.map(\.rawValue)),
        help: "for existing accounts: skip, replace or fail (default fail)"),
      OptionSpec(
        "--skip-invalid", help: "import the accounts without problems, and report the others (65)"),
      OptionSpec(
        "--columns", "FIELD=NAME,...",
        help: "with csv: the columns of fields, by their names; of ids, with json too"),
      OptionSpec(
        "--without", "FIELD,...", help: "leave out these fields, whatever the file has in them"),
      .leaveOut,
      OptionSpec(
        "--typed", help: "long passwords that look like another program's hash were typed"),
      OptionSpec("--domain", "DOMAIN", help: "names without @ get this domain as their email"),
      .rules,
      OptionSpec(
        "--generate", help: "make passwords for accounts without one, and print NAME<TAB>PASSWORD"),
    ] + OptionSpec.marks + InvitationOptions.withInvite + [
      OptionSpec("--dry-run", help: "report what would happen, and write nothing")
    ],
    examples: [
      "regapp import /etc/nginx/htpasswd --rules standard --dry-run",
      "regapp import people.csv --on-conflict skip",
      "regapp import people.csv --generate > passwords",
      "regapp import users.csv --columns email=Mail,firstName=Vorname --leave-out Ort",
      "ssh old cat /etc/nginx/htpasswd | regapp import - --format htpasswd",
    ],
    run: importAccounts)

  private static func importAccounts(_ invocation: Invocation) async throws {
    let onConflict = invocation.arguments["--on-conflict"].flatMap(ImportConflict.init) ?? .fail
    let named = invocation.arguments.exchangeFormat
    let rules = invocation.arguments["--rules"].flatMap(Rulebook.builtIn)
    let options = try ReadingOptions(invocation)
    let source = try await ImportSource(
      invocation.arguments.positionals[0], named, options, invocation)
    let isDryRun = invocation.arguments.has("--dry-run")
    let generates = invocation.arguments.has("--generate")
    let mark = invocation.arguments.mustChange
    let invitation = try InvitationOptions(invocation, needing: "--invite")
    // A wrong address is told before anything is written.
    var address: ServeAddress?
    var mail: InvitationMail?
    if let invitation {
      let inForce = try await invocation.registry.rulebook()
      address = try invitation.address(under: rules ?? inForce, invocation)
      mail = try invitation.mail(at: address, under: rules ?? inForce, invocation)
    }
    guard generates || mark == nil else {
      throw Report.usage(
        "\(mark == true ? "--must-change" : "--no-must-change") needs --generate",
        hint: "it says whether generated passwords must be changed")
    }
    let bar = ProgressBar(invocation)
    let count = source.reading.records.count
    if count >= 10_000 {
      bar?.show(Phrase("checking \(count, "account")…"))
    }
    defer { bar?.clear() }
    let work = FileImport(
      registry: invocation.registry, source: source, onConflict: onConflict, rules: rules,
      generates: generates, marksGenerated: mark, invitesUntil: invitation?.lastDay,
      longIsTyped: invocation.arguments.has("--typed"),
      skipsInvalid: invocation.arguments.has("--skip-invalid")
    )
    let outcome = try await WorkProgress.told(to: bar?.listener) {
      try await work.run(isDryRun: isDryRun)
    }
    bar?.clear()
    let refusal = outcome.refusal.map {
      $0.with(invocation.quoting($0.items, in: SourceLines(source, options)))
    }
    if let refusal, outcome.isStopped { throw refusal }
    try report(
      outcome.report, source, outcome.dropped, isDryRun: isDryRun,
      warns: !invocation.isJSON || refusal == nil,
      InvitationText(outcome.report.invitations, at: address, in: mail), invocation)
    if let refusal { throw refusal }
  }

  private static func report(
    _ outcome: Outcome<ImportReport>, _ source: ImportSource, _ dropped: [String: Int],
    isDryRun: Bool, warns: Bool, _ invitations: InvitationText, _ invocation: Invocation
  ) throws {
    if warns, let words = source.comments { invocation.warn(words) }
    if warns, let words = source.cutSpace { invocation.warn(words) }
    for words in dropped.wordsOfDropped where !invocation.isJSON { invocation.warn(words) }
    for words in outcome.uselessHashes.wordsOfUselessHashes where warns { invocation.warn(words) }
    if warns, outcome.uninvited > 0 { invocation.warn(Phrase.uninvited(outcome.uninvited)) }
    let (added, replaced, skipped) = (outcome.added, outcome.replaced, outcome.skipped)
    if isDryRun {
      invocation.say("would add \(added, "account"), replace \(replaced), skip \(skipped)")
    } else {
      invocation.say(outcome.value.counts)
      let effects = outcome.effects
      if effects.contains(.unchanged),
        effects.allSatisfy({ [.unchanged, .skipped, .refused].contains($0) })
      {
        invocation.say("nothing was written: the accounts have all of that already")
      }
    }
    if outcome.disabled > 0 {
      invocation.say("\(outcome.disabled, "account") that cannot log in: disabled in the file")
    }
    if outcome.replacedPasswords > 0 {
      invocation.say(
        "\(outcome.replacedPasswords, "account") with the file's password instead of the old one; "
          + "--without password keeps theirs")
    }
    let done = Phrase("added \(added, "account")")
    invitations.say(invocation)
    func deliver(_ print: () throws -> Void) throws {
      if !invitations.isEmpty {
        try invitations.deliver(after: done, invocation, print)
      } else if outcome.generated.isEmpty {
        try print()
      } else {
        try invocation.deliver(outcome.generated.count, after: done, print)
      }
    }
    try deliver {
      if !invocation.isJSON {
        try invocation.console.write(invitations.lines(isAlone: false))
      }
      for (name, password) in invocation.isJSON ? [] : outcome.generated {
        try invocation.console.write("\(name)\t\(password.text ?? "")\n")
      }
    }
    try invocation.finish(outcome.notices) {
      let generated = outcome.generated.map { name, password in
        JSONLiteral.object([
          .init("name", .string(name)), .init("password", .string(password.text ?? "")),
        ])
      }
      try deliver {
        try invocation.print(
          json: .object(
            [
              .init("added", .integer(added)), .init("replaced", .integer(replaced)),
              .init("skipped", .integer(skipped)),
              .init("dropped", .array(dropped.keys.sorted().map { .string($0) })),
            ] + (generated.isEmpty ? [] : [.init("generated", .array(generated))])
              + (invitations.isEmpty ? [] : [.init("invited", invitations.json)])
              + outcome.notices.members))
      }
    }
  }
}
