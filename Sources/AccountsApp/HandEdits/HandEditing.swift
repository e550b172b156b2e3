import AccountsFile
import CommandKit
import LosslessJSON
import Terminal

extension Letter {
  static let install = Letter("i\(as: "an answer")")
  static let editAgain = Letter("e\(as: "an answer")")
  static let goOn = Letter("g\(as: "an answer")")
  static let discard = Letter("d\(as: "an answer")")
}

/// One hand edit, from the editor to the file.
struct HandEditing {
  let edit: HandEdit
  let invocation: Invocation

  static let discarded = Phrase("discarded; the file is unchanged")

  /// - Parameter line: where the editor opens the copy.
  /// - Returns: what came of it, which is also said.
  func run(at line: Int?) async throws -> Phrase {
    await say(await edit.faults, in: edit.copyPath)
    try await openEditor(at: line)
    while true {
      let review = try await edit.review()
      guard review.isThere else {
        throw Report(
          .unavailable, "editorFailed", "the editor removed the copy",
          hint: "nothing was installed")
      }
      guard review.isChanged else {
        let words = Phrase("nothing changed")
        invocation.say(words)
        try await edit.end(keepingCopy: false)
        try finish([], [])
        return words
      }
      guard try await accepts(review) else {
        try await openEditor(at: review.findings.errors.first?.place?.position?.line)
        continue
      }
      let installation = try await edit.install()
      switch installation.value {
      case .installed(let merged):
        // Reported first: it is done, even if removing the copy then fails.
        let words =
          merged
          ? Phrase("installed, together with what others have written since") : Phrase("installed")
        invocation.say(words)
        try await edit.end(keepingCopy: false)
        try finish(review.changes, installation.notices)
        return words
      case .copyChanged: invocation.say("the copy has changed since it was checked")
      case .conflict(let conflict):
        try await resolve(conflict)
        for notice in installation.notices { invocation.warn(of: notice) }
        try await openEditor(at: nil)
      }
    }
  }

  private func finish(_ changes: [AccountRecord], _ notices: [Notice]) throws {
    try invocation.finish(notices) {
      try invocation.print(
        json: .object(
          [.init("changed", .array(changes.map { .string($0.name ?? "") }))] + notices.members))
    }
  }

  /// The command of the editor that somebody has chosen; nil for the usual ones.
  static func chosenEditor(_ environment: Environment) -> String? {
    environment["VISUAL"] ?? environment["EDITOR"]
  }

  private func openEditor(at line: Int?) async throws {
    invocation.say("editing a copy: \(visible(edit.copyPath))")
    let chosen = Self.chosenEditor(invocation.context.environment)
    let commands = chosen.map { [$0] } ?? Editor.usual
    let lastWords = PlainText.isKept(edit.copyPath)[invocation.language]
    for command in commands {
      let code = await invocation.console.runEditor(command, edit.copyPath, line, lastWords)
      guard let code else { continue }
      guard code == 0 else {
        throw Report(
          .unavailable, "editorFailed", "the editor exited with code \(code): \(visible(command))",
          hint: "nothing was installed")
      }
      return
    }
    throw Report(
      .unavailable, "noEditor",
      [
        chosen.map {
          Phrase("no such editor: \(visible($0))")
        } ?? Phrase("no editor found")
      ],
      hint: Phrase("set VISUAL or EDITOR"))
  }

  /// Shows problems of a text, with their lines.
  private func say(
    _ problems: [Problem], _ severity: Report.Severity = .error, in source: String
  ) async {
    let palette = invocation.palette(forTerminal: invocation.console.errorIsTerminal)
    let items = await invocation.quoting(
      problems.map(\.item), in: source, onTerminal: invocation.console.errorIsTerminal)
    for item in items {
      let line = Report.line(source, item, severity, palette, invocation.language)
      invocation.say(Phrase(same: line))
    }
  }

  /// Shows the problems and the changes, and asks; false means to edit again.
  private func accepts(_ review: HandEdit.Review) async throws -> Bool {
    await say(review.findings.errors, in: review.findings.source)
    for words in review.words { invocation.say(words) }
    await say(review.findings.warnings, .warning, in: review.findings.source)
    for closed in review.closing { invocation.say(closed.words) }
    guard invocation.mayAsk else {
      guard review.findings.errors.isEmpty else { throw refusal(review) }
      return true
    }
    switch review.isUsable {
    case true where review.findings.errors.isEmpty:
      return try await answer(
        Phrase("[i]nstall, [e]dit again, or [d]iscard? "), among: [.install, .editAgain, .discard])
    case true:
      return try await answer(
        Phrase("[e]dit again, [i]nstall all the same, or [d]iscard? "),
        among: [.editAgain, .install, .discard], orWithEnter: .editAgain)
    case false:
      return try await answer(
        Phrase("[e]dit again, or [d]iscard? "), among: [.editAgain, .discard])
    }
  }

  private func answer(
    _ question: Phrase, among letters: [Letter], orWithEnter usual: Letter? = nil
  ) async throws -> Bool {
    let chosen = try await invocation.choose(question, among: letters, orWithEnter: usual)
    if chosen == .discard {
      try await edit.end(keepingCopy: false)
      invocation.say(Self.discarded)
      throw ProgramEnd(code: .no)
    }
    return chosen == .install
  }

  private func refusal(_ review: HandEdit.Review) -> Report {
    let isRulebook = review.findings.rulebookIsBroken
    let count = review.findings.errors.count
    return Report(
      isRulebook ? .configuration : .invalid,
      isRulebook ? "rulebookBroken" : "invalid",
      "\(count, "error") in the edited file; nothing was installed",
      hint: Phrase("run regapp edit-file at a terminal to continue"),
      items: review.findings.errors.map(\.item))
  }

  /// Shows what others have changed too, and asks whether to overwrite it.
  private func resolve(_ conflict: HandEdit.Conflict) async throws {
    for change in conflict.accounts {
      invocation.say("others \(change.words)")
    }
    if conflict.besideAccounts {
      invocation.say("others changed: the rulebook, or other text outside the accounts")
    }
    if conflict.isWhole {
      invocation.say("others changed: the file, which could not be read when the edit began")
    }
    guard invocation.mayAsk else {
      throw Report(
        .tryAgain, "conflict", "others have changed the same data",
        hint: "see the changes with regapp show NAME, then run regapp edit-file at a terminal")
    }
    let question = Phrase("[e]dit again (installing then overwrites their changes), or [d]iscard? ")
    _ = try await answer(question, among: [.editAgain, .discard])
    try await edit.goOn()
  }
}

extension HandEdit.Review {
  fileprivate var words: [Phrase] {
    guard isUsable else { return [] }
    guard isComparable else {
      return [
        Phrase("cannot tell what changes: the file could not be read before")
      ]
    }
    var words = changes.map(\.words)
    if changesBesideAccounts {
      words.append(Phrase("changed: the rulebook, or other text outside the accounts"))
    }
    guard words.isEmpty else { return words }
    return [Phrase("changed: only spacing or order")]
  }
}

extension AccountRecord {
  fileprivate var words: Phrase {
    let name = name.map { Phrase(same: visible($0)) } ?? Field.email.missing
    switch kind {
    case .added: return Phrase("added: \(name)")
    case .removed: return Phrase("removed: \(name)")
    case .changed:
      let changes = changes ?? []
      // An id that a write gave is nothing that others did.
      let given = changes[.id].map { $0.old == nil && changes.count > 1 } == true
      let fields = given ? Field.shown : Field.allCases
      var parts = fields.filter { field in changes.contains { $0.field == field } }.map(\.name)
      let keys = changes.filter { $0.field == nil }.map(\.key)
      parts +=
        keys.count < 4
        ? keys.map { Phrase(same: visible($0)) } : [Phrase("\(keys.count, "other key")")]
      if parts.isEmpty { parts = [Phrase("order")] }
      let list = parts.joined(separator: ", ")
      return Phrase("changed: \(name) (\(list))")
    }
  }
}
