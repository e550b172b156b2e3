import Accounts
import LosslessJSON

extension CommandSpec {
  static let editFile = CommandSpec(
    name: "edit-file",
    summary: "edit the accounts file by hand, safely, while others go on using it",
    details: [
      "Opens $VISUAL, else $EDITOR (which may have words of its own, as in code --wait), on a "
        + "copy; checks what comes back; shows which accounts change; and installs it together "
        + "with what others wrote meanwhile. What could not be installed is kept, and the next "
        + "edit-file offers it."
    ],
    examples: ["regapp edit-file"],
    run: editFile)

  private static func editFile(_ invocation: Invocation) async throws {
    let edit = try invocation.registry.handEdit()
    if try await edit.begin() { try await takeUp(edit, invocation) }
    do {
      try await HandEditing(edit: edit, invocation: invocation).run()
    } catch {
      // Whatever went wrong: a copy that was changed is not thrown away.
      if await edit.abandon() {
        invocation.say("your version is kept: \(visible(edit.copyPath))")
      }
      throw error
    }
  }

  /// Asks what to do with the copy of an edit that did not come to its end.
  private static func takeUp(_ edit: HandEdit, _ invocation: Invocation) async throws {
    guard invocation.mayAsk else {
      try await edit.end(keepingCopy: true)
      throw Refusal(
        code: .tryAgain, name: "editWaits",
        message: "an earlier edit waits in \(visible(edit.copyPath))",
        hint: "run regapp edit-file at a terminal to go on with it, or remove that file")
    }
    let answer = try await invocation.choose(
      "An earlier edit was not installed. [g]o on with it, or [d]iscard it? ", among: ["g", "d"])
    if answer == "d" { try await edit.startAnew() }
  }
}

/// One hand edit, from the editor to the file.
private struct HandEditing {
  let edit: HandEdit
  let invocation: Invocation

  func run() async throws {
    try await openEditor()
    while true {
      let review = try await edit.review()
      guard review.isThere else {
        throw Refusal(
          code: .unavailable, name: "editorFailed", message: "the editor removed the copy",
          hint: "nothing was installed")
      }
      guard review.isChanged else {
        invocation.say("nothing changed")
        try await edit.end(keepingCopy: false)
        return try finish([], [])
      }
      guard try await accepts(review) else {
        try await openEditor()
        continue
      }
      switch try await edit.install() {
      case .installed(let merged, let notices):
        // Said first: it is done, whatever becomes of the copy.
        let more = merged ? ", together with what others wrote meanwhile" : ""
        invocation.say("installed\(more)")
        try await edit.end(keepingCopy: false)
        return try finish(review.changes, notices)
      case .copyChanged: invocation.say("the copy has changed since it was looked at")
      case .conflict(let conflict):
        try await settle(conflict)
        try await openEditor()
      }
    }
  }

  private func finish(_ changes: [AccountsChange], _ notices: [Notice]) throws {
    try invocation.finish(notices) {
      try invocation.print(
        json: .object([.init("changed", .array(changes.map { .string($0.email) }))]))
    }
  }

  private func openEditor() async throws {
    invocation.say("editing a copy: \(visible(edit.copyPath))")
    let environment = invocation.context.environment
    let chosen = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let commands = chosen.map { [$0] } ?? Editor.usual
    for command in commands {
      guard let code = await invocation.console.runEditor(command, edit.copyPath) else { continue }
      guard code == 0 else {
        throw Refusal(
          code: .unavailable, name: "editorFailed",
          message: "the editor ended with \(code): \(visible(command))",
          hint: "nothing was installed")
      }
      return
    }
    throw Refusal(
      code: .unavailable, name: "noEditor",
      message: chosen.map { "there is no editor \(visible($0))" } ?? "there is no editor",
      hint: "set VISUAL or EDITOR")
  }

  /// Shows what is wrong and what changes, and asks; false is to edit again.
  private func accepts(_ review: HandEdit.Review) async throws -> Bool {
    let palette = invocation.palette(forTerminal: invocation.console.errorIsTerminal)
    for problem in review.findings.errors {
      invocation.say(Report.line(review.findings.path, problem, "error", palette))
    }
    for words in review.words { invocation.say(words) }
    guard invocation.mayAsk else {
      guard review.findings.errors.isEmpty else { throw refusal(review) }
      return true
    }
    switch review.isUsable {
    case true where review.findings.errors.isEmpty:
      return try await answer("[i]nstall, [e]dit again, or [d]iscard? ", among: ["i", "e", "d"])
    case true:
      return try await answer(
        "[e]dit again, [d]iscard, or [i]nstall with these accounts closed? ",
        among: ["e", "d", "i"])
    case false: return try await answer("[e]dit again, or [d]iscard? ", among: ["e", "d"])
    }
  }

  private func answer(_ question: String, among letters: [String]) async throws -> Bool {
    let chosen = try await invocation.choose(question, among: letters)
    if chosen == "d" {
      try await edit.end(keepingCopy: false)
      invocation.say("discarded; the file is as it was")
      throw Ending(code: .no)
    }
    return chosen == "i"
  }

  private func refusal(_ review: HandEdit.Review) -> Refusal {
    let isRulebook = review.findings.rulebookIsBroken
    return Refusal(
      code: isRulebook ? .rulebook : .invalid, name: isRulebook ? "rulebookBroken" : "invalid",
      message: "\(counted(review.findings.errors.count, "error")) in the edited file; "
        + "nothing was installed",
      hint: "run regapp edit-file at a terminal to go on", problems: review.findings.errors)
  }

  /// Tells what others changed too, and asks whether to go on over it.
  private func settle(_ conflict: HandEdit.Conflict) async throws {
    for change in conflict.accounts { invocation.say("meanwhile \(change.words)") }
    if conflict.besideAccounts {
      invocation.say("meanwhile changed: what stands beside the accounts")
    }
    if conflict.isWhole {
      invocation.say("meanwhile changed: the file, which could not be read when the edit began")
    }
    guard invocation.mayAsk else {
      throw Refusal(
        code: .tryAgain, name: "conflict", message: "others changed the same meanwhile",
        hint: "look at them with regapp show --email, then run regapp edit-file at a terminal")
    }
    let question = "[e]dit again (installing then overrides theirs), or [d]iscard? "
    _ = try await answer(question, among: ["e", "d"])
    try await edit.goOn()
  }
}

extension HandEdit.Review {
  /// What changes, without any value.
  fileprivate var words: [String] {
    guard isUsable else { return [] }
    guard isComparable else {
      return ["what changes cannot be told: the file could not be read before"]
    }
    let beside = changesBesideAccounts ? ["changed: what stands beside the accounts"] : []
    let words = changes.map(\.words) + beside
    return words.isEmpty ? ["changed: spacing or order alone"] : words
  }
}

extension AccountsChange {
  /// What changes, without any value.
  fileprivate var words: String {
    let name = visible(email.isEmpty ? "(no email)" : email)
    switch kind {
    case .added: return "added: \(name)"
    case .removed: return "removed: \(name)"
    case .changed(let fields, let otherKeys):
      let names = fields.map(\.name) + (otherKeys ? ["keys of your own"] : [])
      return "changed: \(name) (\(names.isEmpty ? "order" : names.joined(separator: ", ")))"
    }
  }
}
