import AccountsFile
import CommandKit
import LosslessJSON

// `edit --drop` takes keys that no field is out of accounts, and with `--all` out of the top of the
// file, too.

extension Commands {
  static let dropOptions = [
    OptionSpec(
      "--drop", "KEY", isRepeated: true, excludes: ["--draft"],
      help: "take out a key that no field is; may be given several times"),
    OptionSpec(
      "--all", excludes: ["NAME", "--account"],
      help: "take it out of all accounts, and of the top of the file"),
    OptionSpec("--yes", help: "do not ask"),
  ]

  /// The keys to take out. Throws if one of them is a field, or if other options make no sense
  /// beside them.
  static func keysToDrop(_ arguments: Arguments) throws -> [String] {
    let keys = arguments.values(of: "--drop").eachOnce
    for key in keys {
      guard let field = Field(key) else { continue }
      throw Report.usage(
        "\(field.key) is a field: \(field.clearing)",
        hint: "--drop takes out what no field is")
    }
    for option in dropOptions.map(\.name) where keys.isEmpty && arguments.has(option) {
      if option == "--yes", arguments.has("--id") { continue }
      throw Report.usage("\(option) needs --drop", hint: "write --drop KEY")
    }
    if arguments.has("--all") {
      let own = dropOptions.map(\.name)
      let other = edit.spec.options.map(\.name).first { !own.contains($0) && arguments.has($0) }
      if let other = other ?? arguments.unfinished { throw Report.exclusive("--all", other) }
    }
    return keys
  }

  /// Takes keys out of the accounts that are named.
  static func drop(_ keys: [String], of names: [String], _ invocation: Invocation) async throws {
    let look = try await agree(toDrop: keys, of: names, invocation)
    let done = try await invocation.registry.expecting(look.refs)
      .drop(keys, of: names, opening: look.shown)
    let dropped = DroppedKeys(done)
    var result = Done(
      lines: dropped.lines, notices: done.notices, isNothing: dropped.isEmpty,
      accounts: done.value.map(\.account), members: done.value.map(\.members))
    result.hint = dropped.advice
    try result.print(to: invocation, areSeveral: names.count > 1)
  }

  /// Takes keys out of all accounts, and of the top of the file.
  static func dropEverywhere(_ keys: [String], _ invocation: Invocation) async throws {
    let registry = invocation.registry
    var shown: ShownDrop?
    if !invocation.arguments.has("--yes") {
      let look = try await registry.dropEverywhere(keys, isDryRun: true)
      let planned = DroppedKeys(look)
      if planned.mustAsk {
        try await planned.ask(invocation)
        shown = look.value.shown
      }
    }
    let done = try await registry.dropEverywhere(keys, opening: shown)
    let dropped = DroppedKeys(done)
    if dropped.isEmpty { invocation.say(Done.nothing) }
    for line in dropped.lines { invocation.say(line) }
    try invocation.finish(done.notices) {
      let today = invocation.today
      let accounts = done.value.accounts.map { change in
        JSONLiteral.object(change.account.members(on: today) + change.members)
      }
      var members = [JSONLiteral.Member("accounts", .array(accounts))]
      if let document = done.value.document { members.append(document.member) }
      members += done.notices.members
      try invocation.print(json: .object(members))
    }
    if let advice = dropped.advice { invocation.hint(advice) }
  }

  /// Looks at the keys that would go. If one may keep somebody out, or undo cannot bring them back,
  /// it says so and who can log in without them, and asks.
  ///
  /// - Parameter setsFields: whether fields are set in the same write.
  /// - Returns: the accounts as they were when it asked, what would go, and what was shown to open.
  static func agree(
    toDrop keys: [String], of names: [String], setsFields: Bool = false, _ invocation: Invocation
  ) async throws -> (refs: [AccountRef], planned: DroppedKeys, shown: ShownDrop?) {
    let registry = invocation.registry
    let look = try await registry.drop(keys, of: names, isDryRun: true)
    let planned = DroppedKeys(look)
    guard planned.mustAsk, !invocation.arguments.has("--yes") else { return ([], planned, nil) }
    // The answer is about these accounts, even if others have their names by then.
    var refs: [AccountRef] = []
    for name in names { refs.append(try await registry.ref(name)) }
    let again = try await registry.expecting(refs).drop(keys, of: names, isDryRun: true)
    var asked = DroppedKeys(again)
    asked.setsFields = setsFields
    try await asked.ask(invocation)
    let saysWho = setsFields && asked.limitLogin
    return (refs, asked, saysWho ? ShownDrop(all: again.value) : ShownDrop(again.value))
  }
}

/// Keys that go, or went, out of accounts and of the top of the file.
struct DroppedKeys: Sendable {
  /// The accounts that had one.
  private let accounts: [StateChange]
  /// The change of the top; nil if there is none.
  private var document: DocumentRecord?
  /// Whether the file could not be used for them, and nothing else keeps it from that.
  private var opensFile = false
  /// What keeps the file from being used all the same; nil if nothing does.
  private var problem: Problem?
  /// Whether undo can bring them back.
  private let canBeUndone: Bool
  /// Whether fields are set in the same write: then nobody knows what becomes of the account.
  var setsFields = false

  init(_ done: Outcome<[StateChange]>) { self.init(done.value, done.notices) }

  init(_ done: Outcome<DropReport>) {
    self.init(done.value.accounts, done.notices)
    (document, opensFile) = (done.value.document, done.value.opensFile)
    problem = done.value.problems.first
  }

  private init(_ accounts: [StateChange], _ notices: [Notice]) {
    self.accounts = accounts.filter { !$0.dropped.isEmpty }
    canBeUndone = !notices.contains(.cannotBeUndone)
  }

  var isEmpty: Bool { accounts.isEmpty && document == nil }

  /// Whether somebody has to agree: one of them may keep somebody out, or does not come back.
  var mustAsk: Bool { limitLogin || loss != nil }

  /// Whether one of them may keep somebody out.
  var limitLogin: Bool {
    let changes = accounts.lazy.flatMap(\.dropped)
    guard let document else { return changes.contains(where: \.limitsLogin) }
    return changes.contains(where: \.limitsLogin)
      || document.changes.contains(where: \.limitsLogin)
      || document.lostKeys.contains { KeyMeaning($0, nil)?.limitsLogin == true }
  }

  /// The accounts that can be logged in to then, and could not.
  private var opened: [String] { accounts.filter(\.opens).map(\.name) }

  /// Says what was done; nil if nothing was.
  var done: Phrase? { isEmpty ? nil : Phrase("took \(keys) out of \(whose)") }

  /// What was done, and what became of the accounts.
  var lines: [Phrase] {
    guard let done else { return [] }
    var lines = [done]
    if let problem { return lines + [Phrase("the file stays unusable: \(problem.message)")] }
    if let one = accounts.first, accounts.count == 1, one.before != one.after {
      lines.append(Phrase("\(visible(one.name)): \(one.before.name) → \(one.after.name)"))
    }
    let closed = accounts.filter { $0.after == .closed }
    if let one = closed.first, closed.count == 1, !one.name.isEmpty {
      lines.append(Phrase("\(visible(one.name)) stays closed: regapp check says why"))
    } else if !closed.isEmpty {
      lines.append(
        Phrase("\(closed.count, "account stays", "accounts stay") closed: regapp check says why"))
    }
    // Of all the rest a notice says so.
    if canBeUndone, let loss { lines.append(loss) }
    return lines
  }

  /// Says how somebody stays out once the rest that closes the account is mended: the key that may
  /// have been for that is gone. Nil if there was none.
  var advice: Phrase? {
    let closed = accounts.filter { $0.after == .closed && !$0.name.isEmpty }
    guard problem == nil, let one = closed.first,
      closed.contains(where: { $0.dropped.contains(where: \.limitsLogin) })
    else { return nil }
    guard closed.count == 1 else {
      return Phrase("to keep one of them out once that is mended, run regapp disable NAME")
    }
    let name = shellWord(one.name)
    return Phrase(
      "to keep \(visible(one.name)) out once that is mended, run regapp disable \(name)")
  }

  /// Says who can log in then, and asks. Throws if that is not possible, or if the answer is no.
  func ask(_ invocation: Invocation) async throws {
    guard invocation.mayAsk else {
      let command = "edit --drop"
      throw Report.usage(
        "\(command) asks for confirmation, which is not possible here", hint: hint)
    }
    let said = [consequence, loss].compactMap { $0?.sentence }
    let question = said + [Phrase("Take \(keys) out of \(whose)?")]
    guard try await invocation.agrees(to: question.joined(separator: " ")) else {
      invocation.say("nothing was changed")
      throw ProgramEnd(code: .no)
    }
  }

  /// What there is to know before one gives `--yes`, and how somebody is kept out without the key.
  private var hint: Phrase {
    let opened = opened
    let isOfAccounts = !opensFile && !setsFields
    var said = [consequence, loss]
    if isOfAccounts, opened.count == 1 {
      let (name, word) = (visible(opened[0]), shellWord(opened[0]))
      said = [loss, Phrase("to keep \(name) out, run regapp disable \(word) first")]
    } else if isOfAccounts, opened.count > 1 {
      said.append(Phrase("to keep one of them out, run regapp disable NAME first"))
    }
    let words = said.compactMap(\.self).joined(separator: "; ")
    return isOfAccounts && !opened.isEmpty
      ? Phrase("\(words); else give --yes") : Phrase("\(words); give --yes")
  }

  /// Says that they do not come back; nil if they do.
  private var loss: Phrase? {
    guard canBeUndone else {
      return Phrase("this cannot be undone: the history cannot keep the values")
    }
    let nameless = accounts.count { $0.name.isEmpty }
    guard nameless > 0 else { return nil }
    return Phrase("undo does not bring it back in \(nameless, "account") without a name")
  }

  /// Says who can log in without them, and cannot now; nil if they have nothing to do with that.
  private var consequence: Phrase? {
    if let problem { return Phrase("the file stays unusable: \(problem.message)") }
    let opened = opened
    switch (opened.isEmpty, opensFile) {
    case (true, true): return Phrase("then everybody whose account is open can log in")
    case (false, true):
      return Phrase(
        "then \(Phrase.names(opened)) can log in, and everybody else whose account is open")
    case (_, false): break
    }
    if setsFields, limitLogin, let one = accounts.first {
      return Phrase("then \(visible(one.name)) can log in, if nothing else is in the way")
    }
    guard opened.isEmpty else { return Phrase("then \(Phrase.names(opened)) can log in") }
    guard limitLogin else { return nil }
    guard let one = accounts.first, accounts.count == 1, !one.name.isEmpty else {
      return Phrase("then \(accounts.count, "account stays", "accounts stay") out")
    }
    let name = visible(one.name)
    guard one.after == .closed, let reason = one.account.problems.first?.message else {
      return Phrase("then \(name) stays out: \(one.after.name)")
    }
    return Phrase("then \(name) stays closed (\(reason))")
  }

  /// The keys that there were, each once.
  private var keys: String {
    let all = accounts.flatMap { $0.dropped.map(\.key) } + (document?.keys ?? [])
    return all.eachOnce.map(keyWord).joined(separator: ", ")
  }

  private var whose: Phrase {
    let names = accounts.map(\.name)
    // One without a name is counted.
    let who = names == [""] ? Phrase("\(1, "account")") : Phrase.several(names)
    let parts =
      (names.isEmpty ? [] : [who]) + (document == nil ? [] : [Phrase("the top of the file")])
    return parts.joined(separator: Phrase(" and "))
  }
}

extension AccountRecord.Change {
  /// Whether a key that goes may have kept somebody out.
  fileprivate var limitsLogin: Bool { KeyMeaning(key, old)?.limitsLogin == true }
}

extension Field {
  /// What clears it, for a person who wants to take it out as a key.
  fileprivate var clearing: String {
    if Field.typed.contains(self) { return "\(OptionSpec.field(self).name) \"\"" }
    let commands: [Field: String] = [
      .disabled: "regapp enable NAME", .invitedUntil: "regapp uninvite NAME",
      .mustChange: "--no-must-change", .id: "--id new",
    ]
    return commands[self] ?? OptionSpec.field(self).name
  }
}
