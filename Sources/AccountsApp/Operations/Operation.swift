import AccountsFile
import CommandKit
import LosslessJSON
import Terminal

/// Something that is done to accounts. Its value is all that is known of it: the command, the key,
/// the list of actions, the question and what is said afterwards follow from it. See
/// `Operation.ofAccounts`.
struct Operation: Sendable {
  let name: String
  let letter: Character
  /// Another key that does the same.
  var otherKey: Key?
  /// Its verb, for the key line.
  let does: Phrase
  /// For the list of actions.
  let helpText: Phrase
  /// Whether the key line keeps it if space is short; nil to leave it out of the key line.
  var isKept: Bool? = false
  /// Whether the accounts are gone afterwards.
  var removes = false
  /// Why it cannot be done to an account; nil if it can.
  var disabledReason: @Sendable (Obstacles) -> Phrase? = { $0.nameOff() }
  let firstStep: FirstStep
  /// The question on the screens about accounts that are invited; nil if it is the same there.
  var ifInvited: Confirmation?
  let busy: Busy
  /// Declares its command with a given body; nil if it has none.
  var declare: (@Sendable (@escaping @Sendable (Invocation) async throws -> Void) -> Command)?
  /// Reads the command's arguments besides the account.
  var read: @Sendable (Arguments) throws -> Input = { _ in Input() }
  /// Says why it was refused by its command, with a hint; nil if the problems say it.
  var explain: @Sendable (Problem, _ name: String, Input) -> (message: Phrase, hint: Phrase)? = {
    _, _, _ in nil
  }
  let run: @Sendable (Registry, [String], Input) async throws(AccountsError) -> Done
}

extension Operation {
  /// The question before it is done.
  enum FirstStep: Sendable {
    /// Yes or no; its command asks too, unless `--yes` is given.
    case yes(Confirmation)
    /// Yes or no, on the screens alone.
    case yesOnScreens(Confirmation)
    /// A line of text, and then yes or no.
    case line(Line, Confirmation)
    /// A form with some fields, for one account at a time.
    case form(of: [Field])
  }

  /// A question about accounts.
  struct Confirmation: Sendable {
    let title: Phrase
    /// Says the change, with the text typed for it, and to which account or to how many. The names of
    /// several follow it, since a small window may have no room for them.
    let text: @Sendable (_ accounts: Concerned, _ typed: String) -> Phrase
    let yes: Phrase
    var no = Phrase.cancel
    var destroys = false
    /// Another operation that can be chosen instead, between yes and no.
    var other: (words: Phrase, operation: @Sendable () -> Operation)?
  }

  /// The accounts that a question is about.
  struct Concerned: Sendable {
    let names: [String]
    /// How many were marked. Those to which it cannot be done are left out.
    let marked: Int

    /// Whether it is about one account only.
    var isOne: Bool { marked == 1 }

    /// One account by its name, several by their number.
    var words: Phrase {
      if isOne { return Phrase.names(names) }
      return names.count == marked
        ? Phrase("\(marked, "account")") : Phrase("\(names.count) of \(marked, "account")")
    }
  }

  /// A line of text that is asked for over the screen.
  struct Line: Sendable {
    enum Completion: Sendable { case none, groups }

    let title: Phrase
    let question: @Sendable (_ names: Phrase) -> Phrase
    let does: Phrase
    let explains: Phrase
    var completion = Completion.none
    /// Returns the reason to refuse a text; nil if it is an answer.
    var problem: @Sendable (String) -> Phrase? = { _ in nil }
  }

  struct Input: Sendable {
    var text: String?
    var day: CalendarDay?
    /// The address of the page on which passwords are set; nil for that of the rulebook.
    var address: ServeAddress?
  }

  /// The message until it is done.
  struct Busy: Equatable, Sendable {
    let words: Phrase
    /// Whether it can be given up: it writes nothing.
    let onlyReads: Bool
    /// Whether it can be stopped before it writes.
    let canStop: Bool

    init(_ words: Words, onlyReads: Bool = false, canStop: Bool = false) {
      (self.words, self.onlyReads, self.canStop) = (Phrase(words), onlyReads, canStop)
    }
  }

  /// Whether it is done to one account that is meant, never to several.
  var isOfOne: Bool { if case .form = firstStep { true } else { false } }
}

extension Operation: Equatable {
  static func == (left: Operation, right: Operation) -> Bool { left.name == right.name }
}

/// The result of an operation: the command prints it, with the accounts as JSON, and a screen shows
/// it.
struct Done: Sendable {
  /// A line each, as a command says it.
  var lines: [Phrase] = []
  /// The sentences of a screen, if they are not simply those of the lines.
  var screenLines: [Phrase]?
  var notices: [Notice] = []
  /// Whether there was nothing to change.
  var isNothing = false
  /// The accounts after it or, if they are gone, before.
  var accounts: [StoredAccount] = []
  /// Further members of the JSON, of each account in turn or, if there is none, of its only object.
  var members: [[JSONLiteral.Member]] = []
  /// Advice for the next step.
  var hint: Phrase?
  var generated: ShownPassword?
  /// The invitations to write into a new file, since a screen cannot show all of them.
  var invitations: InvitationText?

  var sentences: [Phrase] { (screenLines ?? lines.map(\.sentence)) + notices.sentences }

  static let nothing = Phrase("nothing to change")

  /// Prints the result of a command: with `--json` the account or, if several were named, a list.
  func print(to invocation: Invocation, areSeveral: Bool) throws {
    if isNothing, notices.isEmpty { invocation.say(Done.nothing) }
    for line in lines { invocation.say(line) }
    try invocation.finish(notices) {
      try invocation.print(json: json(on: invocation.today, areSeveral: areSeveral))
    }
    if let hint { invocation.hint(hint) }
  }

  private func json(on today: CalendarDay, areSeveral: Bool) -> JSONLiteral {
    let own = members + Array(repeating: [], count: max(1, accounts.count) - members.count)
    let all = accounts.map { $0.members(on: today) } + (accounts.isEmpty ? [[]] : [])
    // A list has no place for what concerns all of its accounts.
    let common = areSeveral ? [] : notices.members
    let objects = zip(all, own).map { JSONLiteral.object($0 + $1 + common) }
    return areSeveral ? .array(objects) : objects[0]
  }
}

// MARK: The command

extension Operation {
  /// The command that does it to the accounts that it names; nil if it has none.
  var command: Command? { declare?({ try await run(as: $0) }) }

  private func run(as invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let names = try arguments.accounts(of: name)
    guard !names.isEmpty else { return }
    var input = try read(arguments)
    var registry = invocation.registry
    if let name = names.first, case .yes(let question) = firstStep, !arguments.has("--yes") {
      // The answer is about this account, even if another has its name by then.
      registry = registry.expecting([try await registry.ref(name)])
      let account = try await registry.account(name)
      let known = account.account?.name.text ?? name
      guard invocation.mayAsk else {
        throw Report.usage(
          "\(self.name) asks for confirmation, which is not possible here", hint: "give --yes")
      }
      guard try await invocation.agrees(to: question.text(Concerned(names: [known], marked: 1), ""))
      else {
        invocation.say("kept \(visible(known))")
        throw ProgramEnd(code: .no)
      }
    }
    let bar = names.count > 1_000 ? ProgressBar(invocation) : nil
    let done: Done
    do throws(AccountsError) {
      done = try await WorkProgress.told(to: bar?.listener) {
        () throws(AccountsError) in try await run(registry, names, input)
      }
    } catch {
      throw report(error, of: names, input) ?? error
    }
    bar?.clear()
    try done.print(to: invocation, areSeveral: names.count > 1)
  }

  /// Makes a refusal of the option that was given, with a hint; nil if the error itself says it.
  private func report(_ error: AccountsError, of names: [String], _ input: Input) -> (any Error)? {
    guard case .invalid(let problems) = error else { return nil }
    let name = names.count == 1 ? visible(names[0]) : "NAME"
    let explained = problems.compactMap { explain($0, name, input) }
    guard explained.count == problems.count, let hint = explained.first?.hint else { return nil }
    let items = zip(problems, explained).map { problem, explained in
      Report.Item(
        field: problem.field, rule: problem.rule.name, message: explained.message,
        subject: problem.account.map { ("account", $0) })
    }
    return Report(
      .invalid, "invalid", items.map { $0.sentence ?? $0.message }, hint: hint, items: items)
  }
}
