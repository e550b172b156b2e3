import AccountsFile
import CommandKit
import LosslessJSON
import Terminal

extension Letter {
  static let install = Letter("i", ru: "з")
  static let editAgain = Letter("e", ru: "п")
  static let goOn = Letter("g", ru: "п")
  static let discard = Letter("d", ru: "о")
}

/// One hand edit, from the editor to the file.
struct HandEditing {
  let edit: HandEdit
  let invocation: Invocation

  static let discarded = Phrase(
    "discarded; the file is unchanged", ru: "правка отброшена; файл остался прежним")

  /// - Parameter line: where the editor opens the copy.
  /// - Returns: what came of it, which is also said.
  func run(at line: Int?) async throws -> Phrase {
    try await openEditor(at: line)
    while true {
      let review = try await edit.review()
      guard review.isThere else {
        throw Report(
          .unavailable, "editorFailed",
          "the editor removed the copy", ru: "редактор удалил копию",
          hint: "nothing was installed", ru: "в файл ничего не записано")
      }
      guard review.isChanged else {
        let words = Phrase("nothing changed", ru: "ничего не изменилось")
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
          ? Phrase(
            "installed, together with what others have written since",
            ru: "записано вместе с тем, что за это время записали другие")
          : Phrase("installed", ru: "записано")
        invocation.say(words)
        try await edit.end(keepingCopy: false)
        try finish(review.changes, installation.notices)
        return words
      case .copyChanged:
        invocation.say(
          "the copy has changed since it was checked", ru: "копия изменилась после проверки")
      case .conflict(let conflict):
        try await settle(conflict)
        try await openEditor(at: nil)
      }
    }
  }

  private func finish(_ changes: [AccountRecord], _ notices: [Notice]) throws {
    try invocation.finish(notices) {
      try invocation.print(
        json: .object([.init("changed", .array(changes.map { .string($0.name ?? "") }))]))
    }
  }

  private func openEditor(at line: Int?) async throws {
    invocation.say(
      "editing a copy: \(visible(edit.copyPath))", ru: "правится копия: \(visible(edit.copyPath))")
    let environment = invocation.context.environment
    let chosen = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let commands = chosen.map { [$0] } ?? Editor.usual
    let lastWords = PlainText.isKept(edit.copyPath)[invocation.language]
    for command in commands {
      let code = await invocation.console.runEditor(command, edit.copyPath, line, lastWords)
      guard let code else { continue }
      guard code == 0 else {
        throw Report(
          .unavailable, "editorFailed", "the editor exited with code \(code): \(visible(command))",
          ru: "редактор завершился с кодом \(code): \(visible(command))",
          hint: "nothing was installed", ru: "в файл ничего не записано")
      }
      return
    }
    throw Report(
      .unavailable, "noEditor",
      [
        chosen.map {
          Phrase("no such editor: \(visible($0))", ru: "редактор не найден: \(visible($0))")
        } ?? Phrase("no editor found", ru: "редактор не найден")
      ],
      hint: Phrase("set VISUAL or EDITOR", ru: "задайте VISUAL или EDITOR"))
  }

  /// Shows the problems and the changes, and asks; false means to edit again.
  private func accepts(_ review: HandEdit.Review) async throws -> Bool {
    let palette = invocation.palette(forTerminal: invocation.console.errorIsTerminal)
    let source = review.findings.source
    let items = await invocation.quoting(
      review.findings.errors.map(\.item), in: source,
      onTerminal: invocation.console.errorIsTerminal)
    for item in items {
      let line = Report.line(source, item, .error, palette, invocation.language)
      invocation.say(Phrase(same: line))
    }
    for words in review.words { invocation.say(words) }
    guard invocation.mayAsk else {
      guard review.findings.errors.isEmpty else { throw refusal(review) }
      return true
    }
    switch review.isUsable {
    case true where review.findings.errors.isEmpty:
      return try await answer(
        Phrase(
          "[i]nstall, [e]dit again, or [d]iscard? ",
          ru: "[з]аписать, [п]равить дальше или [о]тбросить? "),
        among: [.install, .editAgain, .discard])
    case true:
      return try await answer(
        Phrase(
          "[e]dit again, [d]iscard, or [i]nstall with these accounts closed? ",
          ru: "[п]равить дальше, [о]тбросить или [з]аписать, оставив эти аккаунты закрытыми? "),
        among: [.editAgain, .discard, .install])
    case false:
      return try await answer(
        Phrase("[e]dit again, or [d]iscard? ", ru: "[п]равить дальше или [о]тбросить? "),
        among: [.editAgain, .discard])
    }
  }

  private func answer(_ question: Phrase, among letters: [Letter]) async throws -> Bool {
    let chosen = try await invocation.choose(question, among: letters)
    if chosen == .discard {
      try await edit.end(keepingCopy: false)
      invocation.say(Self.discarded)
      throw Ending(code: .no)
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
      ru: "в изменённом файле \(count, "ошибка", "ошибки", "ошибок"); ничего не записано",
      hint: Phrase(
        "run regapp edit-file at a terminal to continue",
        ru: "чтобы продолжить, запустите regapp edit-file в терминале"),
      items: review.findings.errors.map(\.item))
  }

  /// Shows what others have changed too, and asks whether to overwrite it.
  private func settle(_ conflict: HandEdit.Conflict) async throws {
    for change in conflict.accounts {
      invocation.say("others \(change.words)", ru: "за это время \(change.words)")
    }
    if conflict.besideAccounts {
      invocation.say(
        "others changed: content outside the accounts",
        ru: "за это время изменено содержимое файла помимо аккаунтов")
    }
    if conflict.isWhole {
      invocation.say(
        "others changed: the file, which could not be read when the edit began",
        ru: "за это время изменён файл, который не удалось прочитать в начале правки")
    }
    guard invocation.mayAsk else {
      throw Report(
        .tryAgain, "conflict",
        "others have changed the same data", ru: "за это время другие изменили то же самое",
        hint: "see the changes with regapp show NAME, then run regapp edit-file at a terminal",
        ru: "посмотрите, что изменилось: regapp show NAME, потом запустите "
          + "regapp edit-file в терминале")
    }
    let question = Phrase(
      "[e]dit again (installing then overwrites their changes), or [d]iscard? ",
      ru: "[п]равить дальше (запись тогда заменит чужие изменения) или [о]тбросить? ")
    _ = try await answer(question, among: [.editAgain, .discard])
    try await edit.goOn()
  }
}

extension HandEdit.Review {
  fileprivate var words: [Phrase] {
    guard isUsable else { return [] }
    guard isComparable else {
      return [
        Phrase(
          "cannot tell what changes: the file could not be read before",
          ru: "что меняется, сказать нельзя: прежний файл не удалось прочитать")
      ]
    }
    var words = changes.map(\.words)
    if changesBesideAccounts {
      words.append(
        Phrase(
          "changed: content outside the accounts",
          ru: "изменено содержимое файла помимо аккаунтов"))
    }
    guard words.isEmpty else { return words }
    return [Phrase("changed: only spacing or order", ru: "изменены только пробелы или порядок")]
  }
}

extension AccountRecord {
  fileprivate var words: Phrase {
    let name = name.map { Phrase(same: visible($0)) } ?? Field.email.missing
    switch kind {
    case .added: return Phrase("added: \(name)", ru: "добавлен: \(name)")
    case .removed: return Phrase("removed: \(name)", ru: "удалён: \(name)")
    case .changed:
      guard let changes else { return Phrase("changed: \(name)", ru: "изменён: \(name)") }
      var parts = Field.allCases.filter { field in changes.contains { $0.field == field } }
        .map(\.name)
      if changes.contains(where: { $0.field == nil }) {
        parts.append(Phrase("your own keys", ru: "ваши собственные ключи"))
      }
      if parts.isEmpty { parts = [Phrase("order", ru: "порядок")] }
      let list = parts.joined(separator: ", ")
      return Phrase("changed: \(name) (\(list))", ru: "изменён: \(name) (\(list))")
    }
  }
}
