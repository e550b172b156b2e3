import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let save = Command(
    name: "save", summary: "save the open edit", ru: "сохранить открытую правку",
    details: Phrase(
      "If a field no longer has the value that the edit began with, nothing is written and the "
        + "exit code is 75; changes to other fields and accounts do not conflict and are kept.",
      ru: "Если значение поля уже не то, с которого правка началась, ничего не записывается и "
        + "код выхода 75; изменения в других полях и аккаунтах не мешают и остаются."),
    examples: ["regapp save"], run: save)

  static let cancel = Command(
    name: "cancel", summary: "discard the open edit; with none open, undo the last saved one",
    ru: "отменить открытую правку, а если её нет — последнюю сохранённую",
    details: Phrase(
      "The last saved edit is undone only if it is the last change that this user made in this "
        + "session, and if its fields have not changed since. regapp undo takes back changes of any "
        + "kind, by anybody.",
      ru: "Последняя сохранённая правка отменяется, только если после неё этот пользователь в этом "
        + "сеансе ничего не менял, а её поля с тех пор не изменились. Любое изменение, чьё бы оно "
        + "ни было, отменяет regapp undo."),
    examples: ["regapp cancel"], run: cancel)

  private static func save(_ invocation: Invocation) async throws {
    let outcome: Outcome<Edited>
    do {
      outcome = try await invocation.personal.save()
    } catch AccountsError.noSuchAccount(let name) {
      throw Report(
        .noUser, "noSuchAccount", "the edit is of \(visible(name)), which no longer exists",
        ru: "это правка аккаунта \(visible(name)), а его больше нет",
        hint: "regapp cancel discards the edit", ru: "regapp cancel отменит правку")
    }
    for line in outcome.edit.lines() { invocation.say(line) }
    try invocation.finish(outcome.notices) {
      if let account = outcome.account { try invocation.print(account) }
    }
  }

  private static func cancel(_ invocation: Invocation) async throws {
    let cancelled = try await invocation.personal.cancel()
    switch cancelled.value {
    case .dropped(let edit):
      invocation.say(
        edit.map {
          Phrase(
            "discarded the open edit of \(visible($0.name))",
            ru: "отменена открытая правка аккаунта \(visible($0.name))")
        }
          ?? Phrase(
            "discarded an edit that could not be read",
            ru: "отменена правка, которую не удалось прочитать"))
      try invocation.print(json: .object([.init("dropped", edit?.json ?? .null)]))
    case .takenBack(let edited, let passedOver):
      let passed = PassedOver(passedOver)
      for line in passed.lines { invocation.say(line) }
      invocation.say(
        "undid the last edit of \(visible(edited.edit.name))",
        ru: "отменена последняя правка аккаунта \(visible(edited.edit.name))")
      for line in edited.edit.lines(reversed: true) { invocation.say(line) }
      try invocation.finish(cancelled.notices) {
        if let account = edited.account {
          try invocation.print(account, more: passedOver.isEmpty ? [] : [passed.member])
        }
      }
    }
  }
}
