import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let invite = Command(
    name: "invite", summary: "print links with which people set their own passwords",
    details: [
      Phrase(
        "The password of each account becomes the code of an invitation, which does one thing: it "
          + "sets another password, and only until a day. Until then nobody logs in to the account. "
          + "A second invitation ends the first. At a terminal it asks where a password that "
          + "somebody has ends; regapp undo brings it back."),
      Phrase(
        "It prints the link, or NAME<TAB>LINK for several. The address of the page is --url, else "
          + "REGAPP_SERVE_URL, else \"serve\" of the rulebook. Where none is known, it prints the "
          + "code, which regapp login at a terminal and PAM take as the old password. "
          + "Required fields may be missing: who is invited gives those that are theirs to change."),
      Phrase(
        "With --mail it prints a mail for each, as sendmail -t takes it, with a form feed between two: "
          + "the link, its last day, and title and note of \"serve\" of the rulebook. It is in your "
          + "language."),
      Phrase(
        "Accounts that are closed for other reasons, locked, disabled or expired are named (65), and "
          + "so is one that lacks a required field which people may not change themselves, such as "
          + "a user name. Of several the others are invited."),
      Phrase(
        "--group, --state and --all invite those who have no password of their own and no invitation "
          + "that runs; with --again also those whose invitation runs. Who has a password is invited "
          + "only by NAME. Those that cannot be invited are left out and named; the others are "
          + "invited, and the exit code is 65."),
    ].joined(separator: "\n\n"),
    positionals: [.accounts(isRequired: false)],
    options: InvitationOptions.all + choosing + [
      again, dryRun, OptionSpec("--yes", help: "do not ask"),
    ],
    examples: [
      "regapp invite ada@example.com",
      "regapp invite ada bob --days 14 --url https://example.com/account/",
      "regapp invite ada@example.com --mail > mail",
      "regapp invite --group staff --dry-run", "regapp invite --state invitation-over",
    ],
    run: invite)

  private static let choosing = [
    OptionSpec(
      "--group", "GROUP", excludes: ["NAME", "--state", "--all"],
      help: "those of this group who have no password"),
    OptionSpec(
      "--state", "STATE", candidates: .words(AccountsQuery.states),
      excludes: ["NAME", "--group", "--all"],
      help: "those in this state who have no password: invitation-over, closed, notYetValid"),
    OptionSpec(
      "--all", excludes: ["NAME", "--group", "--state"], help: "all who have no password"),
  ]
  private static let again = OptionSpec(
    "--again", help: "with these three: also those whose invitation runs, whose links end")
  private static let dryRun = OptionSpec(
    "--dry-run", help: "with these three: name all, and write nothing")

  private static func invite(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    if choosing.contains(where: { arguments.has($0.name) }) {
      return try await inviteChosen(invocation)
    }
    for option in [again, dryRun] where arguments.has(option.name) {
      throw Report.usage(
        "\(option.name) needs --group, --state or --all", hint: "a NAME is invited in any case")
    }
    let names = try arguments.accounts(of: "invite")
    guard !names.isEmpty else {
      throw Report.usage(
        "who is to be invited?", hint: "name accounts, or give --group, --state or --all")
    }
    let options = try InvitationOptions(invocation)
    var registry = invocation.registry
    let rulebook = try await registry.rulebook()
    let address = try options.address(under: rulebook, invocation)
    let mail = try options.mail(at: address, under: rulebook, invocation)
    if !invocation.arguments.has("--yes"), invocation.mayAsk {
      // The accounts whose own passwords end.
      var (ending, refs) = ([String](), [AccountRef]())
      let able = Set(try await registry.invitees(named: names).able.map { AccountName($0).key })
      for name in names {
        let (ref, account) = (try await registry.ref(name), try await registry.account(name))
        guard account.values[.invitedUntil] == nil, account.unlockedPassword != nil,
          account.values.nameKeys.contains(where: { able.contains($0.key) })
        else { continue }
        ending.append(name)
        refs.append(ref)
      }
      if !ending.isEmpty {
        // The answer is about these accounts, even if others have their names by then.
        registry = registry.expecting(refs)
        guard try await invocation.agrees(to: question(ending)) else {
          invocation.say("nobody was invited")
          throw ProgramEnd(code: .no)
        }
      }
    }
    // Of several the others are invited.
    let look = try await registry.invitees(named: names)
    guard !look.able.isEmpty else { throw AccountsError.cannotInvite(look.unable) }
    let done = try await registry.invite(look.able, until: options.lastDay)
    let text = InvitationText(done.value, at: address, in: mail)
    try text.print(done.notices, isAlone: names.count == 1, after: text.done, invocation)
    try leftOut(look)
  }

  private static func leftOut(_ look: InvitationLook) throws {
    guard look.unable.isEmpty else {
      throw Report(
        look.unable, hint: Phrase("these were left out; put that right, then invite them again"))
    }
  }

  /// Invites those whom --group, --state or --all mean.
  private static func inviteChosen(_ invocation: Invocation) async throws {
    let (arguments, registry) = (invocation.arguments, invocation.registry)
    let options = try InvitationOptions(invocation)
    var query = AccountsQuery()
    for option in ["--group", "--state"] {
      if let value = arguments[option] { try query.add(option: option, value) }
    }
    if let word = query.unknownState {
      throw Report.unknownWord(
        word, for: "--state", known: AccountsQuery.states, Phrase("see regapp invite --help"))
    }
    let rulebook = try await registry.rulebook()
    let address = try options.address(under: rulebook, invocation)
    let mail = try options.mail(at: address, under: rulebook, invocation)
    let look = try await registry.invitees(
      in: query.group, state: query.state, over: query.isOfOver,
      again: arguments.has(again.name))
    if let group = query.group, look.count == 0 {
      throw Report(
        .invalid, "invalid", "no account is in the group \(visible(group))",
        hint: "nobody was invited; regapp list --json has the groups")
    }
    if look.able.isEmpty, look.unable.isEmpty {
      invocation.say("nobody to invite: every account has a password or a running invitation")
    }
    if arguments.has(dryRun.name) {
      if !look.able.isEmpty {
        invocation.say("would invite \(look.able.count, "account"); nothing was written")
      }
      if invocation.isJSON {
        let accounts = look.able.map { JSONLiteral.object([.init("account", .string($0))]) }
        try invocation.print(json: .array(accounts))
      } else {
        try invocation.console.write(look.able.map { visible($0) + "\n" }.joined())
      }
    } else {
      let done = try await registry.invite(look, until: options.lastDay)
      let text = InvitationText(done.value, at: address, in: mail)
      try text.print(done.notices, isAlone: false, after: text.done, invocation)
    }
    try leftOut(look)
  }

  /// The question that names the accounts whose passwords end now.
  static func question(_ names: [String]) -> Phrase {
    let who = Phrase.names(names)
    return names.count == 1
      ? Phrase("The password of \(who) ends now; regapp undo brings it back. Invite?")
      : Phrase("The passwords of \(who) end now; regapp undo brings them back. Invite?")
  }
}
