import AccountsFile
import CommandKit

/// What is in progress, what was done, and what went wrong.
extension ScreenText {
  static func busy(_ busy: ScreenState.Busy) -> Phrase {
    switch busy {
    case .loggingIn: Phrase("logging in", ru: "вход")
    case .registering: Phrase("creating the account", ru: "создание аккаунта")
    case .saving: Phrase("saving", ru: "сохранение")
    case .loggingOut: Phrase("logging out", ru: "выход из аккаунта")
    case .undoing: Phrase("undoing the change", ru: "отмена изменения")
    case .readingHistory: Phrase("reading the history", ru: "чтение истории")
    case .disabling: Phrase("disabling", ru: "отключение")
    case .enabling: Phrase("enabling", ru: "включение")
    case .changingGroups: Phrase("changing the groups", ru: "изменение групп")
    case .settingPassword: Phrase("setting the password", ru: "смена пароля")
    case .importing: Phrase("importing", ru: "загрузка")
    case .readingImport: Phrase("reading the file", ru: "чтение файла")
    case .completing: Phrase("reading the directory", ru: "чтение каталога")
    case .sealing: Phrase("hashing typed passwords", ru: "хеширование паролей")
    case .removing: Phrase("removing", ru: "удаление")
    case .cancelling: Phrase("discarding the edit", ru: "отмена правки")
    case .reading: opening
    }
  }

  static let changedElsewhere = Phrase(
    "The account was changed elsewhere; this is what is saved now.",
    ru: "Аккаунт изменён в другом месте; вот что сохранено теперь.")
  static let otherAccount = Phrase(
    "Another account is logged in now.", ru: "Теперь открыт другой аккаунт.")
  static let loggedOut = Phrase(
    "You were logged out elsewhere.", ru: "Сеанс завершён в другом месте.")
  static func isGone(_ name: String) -> Phrase {
    Phrase(
      "\(visible(name)) was renamed or removed elsewhere.",
      ru: "Аккаунт \(visible(name)) переименован или удалён в другом месте.")
  }
  static func notSaved(_ email: String) -> Phrase {
    Phrase(
      "What you typed for \(visible(email)) is not saved yet.",
      ru: "Введённое для \(visible(email)) ещё не сохранено.")
  }
  static let rulesChanged = Phrase(
    "The rules have changed; check what you typed.",
    ru: "Правила изменились; проверьте введённое.")
  static func isNew(_ email: String) -> Phrase {
    Phrase(
      "There is no account \(visible(email)) yet: to create it, type the password again.",
      ru: "Аккаунта \(visible(email)) ещё нет: чтобы создать его, введите пароль ещё раз.")
  }
  static let thenQuit = Phrase("; then quit (^C: now)", ru: "; затем выход (^C — сразу)")
  static let dropped = Phrase("Discarded the open edit.", ru: "Открытая правка отброшена.")
  static let nothingChanged = Phrase("Nothing to change.", ru: "Менять нечего.")
  static let chosen = Phrase(
    "Chosen; save when you are ready.", ru: "Выбрано; сохраните, когда будете готовы.")
  static func severalFit(_ key: Field) -> Phrase {
    Phrase(
      "Several accounts share this name and password: enter the \(key.name) too.",
      ru: "Такие имя и пароль у нескольких человек; нужно и другое поле: \(key.name).")
  }
  static func isNow(_ state: AccountState) -> Phrase {
    Phrase("The account is now \(state.name).", ru: "Состояние аккаунта теперь: \(state.name).")
  }
  private static let askAdministrator = Phrase(
    "An administrator can change that.", ru: "Это может изменить администратор.")
  static let nobodyRegistered = Phrase(
    "There are no accounts yet: register the first one.",
    ru: "Никто ещё не зарегистрирован: зарегистрируйтесь первым.")

  static func saved(_ edit: Edit) -> Phrase {
    let names = edit.fields.map(\.name).joined(separator: ", ")
    return Phrase("Saved: \(names).", ru: "Сохранено: \(names).")
  }

  static func words(of notices: [Notice]) -> [Phrase] { notices.map(\.message.sentence) }

  static func editUnknown(_ error: AccountsError) -> Phrase {
    Phrase(
      "Cannot tell whether an edit is open: \(reason(error))",
      ru: "Неизвестно, есть ли открытая правка: \(reason(error))")
  }

  private static func reason(_ error: AccountsError) -> Phrase {
    lines(of: error).first ?? Phrase(same: "")
  }

  /// A problem, with the account of several that it is of.
  static func words(of problem: Problem) -> Phrase {
    guard let account = problem.account else { return problem.message }
    return Phrase(same: "\(visible(account)): ") + problem.message
  }

  /// An error as the screens show it: its lines, each problem of a file with its place.
  static func lines(of error: AccountsError) -> [Phrase] {
    let report = Report(error)
    switch error {
    // Their hints lead to no command, which nobody could run here.
    case .store, .busy, .keepsChanging, .outOfMemory:
      return report.lines + (report.hint.map { [$0] } ?? [])
    case .cannotUndo: return [cannotUndo] + report.placedLines
    case .refused, .notLoggedIn(.refused): return report.lines + [askAdministrator]
    default: return report.placedLines
    }
  }

  /// Why no user is logged in; empty if that is to be expected.
  static func reason(_ reason: AccountsError.NotLoggedIn, _ rulebook: Rulebook) -> [Phrase] {
    switch reason {
    case .nobodyRegistered: rulebook.registersAtLogin ? [] : [nobodyRegistered]
    case .neverLoggedIn, .loggedOut: []
    case .accountGone, .refused, .sessionBroken: lines(of: .notLoggedIn(reason))
    }
  }
}
