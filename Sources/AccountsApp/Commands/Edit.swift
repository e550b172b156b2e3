import AccountsFile
import CommandKit
import Synchronization

extension Commands {
  static let edit = Command(
    name: "edit",
    summary: "change fields of an account and save them",
    details: [
      Phrase(
        "Without a field to change, it opens a form at the terminal. An empty value clears an "
          + "optional field. With --draft the edit stays open, accumulating changes "
          + "across runs, until regapp save or regapp cancel; edits without it leave it open. If "
          + "--password comes last, without a value, the password is asked for at the terminal. "
          + "--add-group and --remove-group change all accounts that are named, or none."),
      Phrase(
        "--drop takes a key that no field is out of the accounts that are named, or of none, "
          + "whether regapp knows it or not, and also while it closes them; with --all, out of all "
          + "accounts and of the top of the file. It saves at once, and undo brings the key back. "
          + "Of a key that may keep somebody out it says who can log in then, and asks; so it does "
          + "where undo cannot bring the key back."),
      Phrase(
        "--id new gives the account another id, for a person whom applications are not to take for "
          + "whoever had it before; --id UUID gives one back. regapp says for whom they will take "
          + "the account, and asks. All its logins in browsers end then, and undo does not take it "
          + "back."),
    ].joined(separator: "\n\n"),
    positionals: [.accounts(isRequired: false)],
    options: [
      OptionSpec(
        "--account", "NAME", candidates: .knownNames, excludes: ["NAME"],
        help: "another account instead of the session's"),
      OptionSpec("--draft", help: "keep the edit open instead of saving it"),
      .plain, .generate,
      OptionSpec(
        "--add-group", "GROUPS", excludes: ["--groups"],
        help: "groups to add to those that there are"),
      OptionSpec("--remove-group", "GROUPS", excludes: ["--groups"], help: "groups to remove"),
      OptionSpec(
        "--id", "new|UUID", excludes: ["--draft"],
        help: "another id, for somebody new, or one to give back"),
    ] + dropOptions + OptionSpec.allFields + OptionSpec.marks,
    examples: [
      "regapp edit",
      "regapp edit --first-name Mario --last-name Balotelli",
      "regapp edit --draft --phone '912 345 67 89'",
      "regapp edit --account ada@example.com --password",
      "regapp edit --account ada@example.com --generate",
      "regapp edit ada@example.com bob@example.com --add-group ops",
      "regapp edit ada@example.com --drop club", "regapp edit --all --drop club",
      "regapp edit --account office@example.com --id new",
    ],
    run: edit)

  private static func edit(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let named = try arguments.name("--account")
    let added = try arguments.groups("--add-group")
    let removed = try arguments.groups("--remove-group")
    var fields: [Field: FieldSetting] = [:]
    for field in Field.typed {
      if let text = arguments[.field(field)] { fields[field] = .set(text) }
    }
    let mark = arguments.mustChange
    if let mark { fields[.mustChange] = mark ? .set("true") : .clear }
    let both = added.first { added in removed.contains { sameText($0, added) } }
    if let both {
      throw Report.usage(
        "--add-group and --remove-group both name \(visible(both))",
        hint: "name a group in only one of them")
    }
    let keys = try keysToDrop(arguments)
    let id = try arguments.newID
    if arguments.has("--all") { return try await dropEverywhere(keys, invocation) }
    let several = try arguments.accounts(of: "edit")
    if !several.isEmpty {
      let allowed = keys.isEmpty ? ["--add-group", "--remove-group"] : ["--drop", "--yes"]
      let others = edit.spec.options.map(\.name).filter {
        !allowed.contains($0) && arguments.has($0)
      }
      if let other = others.first, let given = allowed.first(where: arguments.has) {
        throw Report.usage(
          "edit NAME takes no \(other) beside \(given)",
          hint: "name one account with --account NAME: that takes both")
      }
      guard others.isEmpty, !(added + removed + keys).isEmpty else {
        throw Report.usage(
          "edit takes a NAME only with --add-group, --remove-group or --drop",
          hint: "name an account with --account NAME")
      }
      guard keys.isEmpty else { return try await drop(keys, of: several, invocation) }
      return try await changeGroups(of: several, added, removed, invocation)
    }
    var asked = Questions(invocation)
    let (generates, isDraft) = (arguments.has("--generate"), arguments.has("--draft"))
    guard id == nil || named != nil else {
      throw Report.usage("--id needs --account", hint: "write --account NAME --id new")
    }
    let setsNothing =
      fields.isEmpty && added.isEmpty && removed.isEmpty && !generates && !asked.namesPassword
      && id == nil
    if setsNothing, keys.isEmpty {
      return try await fillIn(named, isDraft: isDraft, invocation)
    }
    let name =
      if let named { named } else { try await invocation.personal.show().account.name.text }
    guard !setsNothing else { return try await drop(keys, of: [name], invocation) }
    var request = EditRequest(
      account: name, fields: fields, addedGroups: added, removedGroups: removed)
    (request.isOwn, request.isByWriter, request.id) = (named == nil, true, id)
    var personal = invocation.personal
    var meaning: NewIDMeaning?
    if let id {
      let look = try await agree(to: id, of: name, invocation)
      meaning = look.meaning
      personal = personal.expecting(look.refs)
    }
    var dropped: DroppedKeys?
    if !keys.isEmpty {
      let look = try await agree(toDrop: keys, of: [name], setsFields: true, invocation)
      (request.droppedKeys, request.opening, dropped) = (keys, look.shown, look.planned)
      personal = personal.expecting(look.refs)
    }
    let generated =
      generates ? try await invocation.registry.generatedPassword(for: request) : nil
    if let generated {
      request.password = PasswordEntry(generated.text)
      if mark == nil, generated.mustChange { request.fields[.mustChange] = .set("true") }
    } else if asked.namesPassword {
      // Without an account to edit, do not ask for a new password.
      let registry = invocation.registry
      let ref = try await registry.ref(request.account)
      request.password = try asked.givenPassword()
      if request.password == nil {
        let form = Form.edit(
          try await registry.account(request.account), only: [.password],
          under: try await registry.rulebook(), today: invocation.today)
        _ = try await asked.password()
        request.password = try await asked.confirmed(on: form)
        // The answer is for the account that was there when it was asked for.
        personal = personal.expecting([ref])
      }
      guard request.password != nil else { throw Report.missing([.password]) }
    }
    let (whole, accounts) = (request, personal)
    let outcome = try await invocation.withGenerated(generated) {
      isDraft ? try await accounts.keepDraft(whole) : try await accounts.registry.edit(whole)
    }
    invocation.warnOfShortness(of: generated)
    try finish(
      outcome, isDraft: isDraft, generated: generated, dropped: dropped, taking: meaning,
      invocation)
  }

  /// Changes groups of the accounts that were named as words, and nothing else.
  private static func changeGroups(
    of names: [String], _ added: [String], _ removed: [String], _ invocation: Invocation
  ) async throws {
    let done = try await invocation.registry.changeGroups(
      of: names, adding: added, removing: removed)
    try Done(groupsOf: done, names).print(to: invocation, areSeveral: names.count > 1)
  }

  private static func finish(
    _ outcome: Outcome<EditReport>, isDraft: Bool, generated: GeneratedPassword? = nil,
    dropped: DroppedKeys? = nil, taking meaning: NewIDMeaning? = nil, _ invocation: Invocation
  ) throws {
    let name = outcome.edit.newName
    let id = outcome.edit.fields.contains(.id) ? meaning?.words(of: name) : nil
    report(outcome, isDraft: isDraft, [id, dropped?.done].compactMap(\.self), invocation)
    try invocation.finish(outcome.notices) {
      let isOpen = isDraft && outcome.openDraft != nil
      let name = outcome.account?.name.text ?? outcome.edit.name
      let open = Phrase("kept the edit of \(visible(name)) open")
      try invocation.print(
        outcome.account, openDraft: outcome.openDraft, generated: generated,
        more: outcome.notices.members,
        after: isOpen ? open : AccountsError.Step.accountSaved(name: name).name)
    }
  }

  private static func report(
    _ outcome: Outcome<EditReport>, isDraft: Bool, _ more: [Phrase], _ invocation: Invocation
  ) {
    let lines = outcome.edit.lines() + more
    for line in lines.isEmpty ? [Done.nothing] : lines { invocation.say(line) }
    guard let open = outcome.openDraft else { return }
    if isDraft {
      return invocation.say("not saved yet: run regapp save or regapp cancel")
    }
    let names = open.fields.map(\.name).joined(separator: ", ")
    invocation.say(
      Phrase("the open edit (\(names)) is not saved: run regapp save or regapp cancel"))
  }

  /// Opens the form, on the full screen or line by line.
  private static func fillIn(
    _ named: String?, isDraft: Bool, _ invocation: Invocation
  ) async throws {
    guard invocation.mayAsk else {
      throw Report.usage(
        "edit needs a field to change", hint: "give one, such as --first-name NAME")
    }
    var effects = ScreenEffects(invocation)
    effects.isDraft = isDraft
    let rulebook = try await invocation.registry.rulebook()
    let profile = try await effects.profile(of: named, under: rulebook).shown
    let outcome =
      invocation.showsScreens
      ? try await fillInOnScreen(profile, effects, invocation)
      : try await fillInByLines(profile, effects, invocation)
    guard let outcome else {
      invocation.say(Phrase("nothing was changed"))
      return
    }
    try finish(outcome, isDraft: isDraft, invocation)
  }

  private static func fillInOnScreen(
    _ profile: ProfileState, _ effects: ScreenEffects, _ invocation: Invocation
  ) async throws -> Outcome<EditReport>? {
    let last = Mutex<Outcome<EditReport>?>(nil)
    var effects = effects
    effects.edited = { outcome in last.withLock { $0 = outcome } }
    try await invocation.openScreens(effects, onlyFor: profile.editForm, of: profile.ref)
    return last.withLock(\.self)
  }

  /// Asks again for a name that is taken, and for a password that the rulebook's list has.
  private static func fillInByLines(
    _ profile: ProfileState, _ effects: ScreenEffects, _ invocation: Invocation
  ) async throws -> Outcome<EditReport>? {
    var form = profile.editForm
    if form.rows.contains(where: { $0.field == .groups }) {
      form.knownGroups = await effects.groups(of: [])
    }
    var plain = PlainForm(form, invocation)
    while try await plain.fill(), let request = plain.form.editRequest {
      do throws(AccountsError) {
        return try await effects.save(request, of: profile.ref)
      } catch {
        switch error {
        case .taken(let field):
          guard plain.refuse(.unique, of: field) else { throw error }
        case .invalid([Problem(.field(.password), .field(.notOnBlocklist))]):
          guard plain.refuse(.notOnBlocklist, of: .password) else { throw error }
        case .conflict where profile.openDraft == nil:
          throw Report(
            .tryAgain, "conflict", Report(error).lines,
            hint: Phrase("nothing was saved: run regapp edit again"))
        default: throw error
        }
      }
    }
    return nil
  }
}

extension Arguments {
  /// The groups that were given with an option; none if it was not.
  fileprivate func groups(_ option: String) throws -> [String] {
    guard let text = self[option] else { return [] }
    var values = FieldValues()
    values.set(text, for: .groups)
    guard !values.groups.isEmpty else {
      throw Report.usage("\(option) is empty", hint: "write \(option) GROUPS")
    }
    return values.groups
  }
}
