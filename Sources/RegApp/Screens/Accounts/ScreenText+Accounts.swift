import AccountsFile
import CommandKit
import ScreenKit

/// The list of accounts, and what is done to one or several.
extension ScreenText {
  static let accounts = Phrase("Accounts", ru: "Аккаунты")
  static let name = Phrase("Name", ru: "Имя")
  static let state = Phrase("State", ru: "Состояние")
  static let searchForm = Phrase(
    "text, state:disabled, group:ops, weak, hash:bcrypt",
    ru: "текст, state:disabled, group:ops, weak, hash:bcrypt")
  static let noAccounts = Phrase("no accounts yet", ru: "пока никто не зарегистрирован")
  static let nobodyFits = Phrase("no matching accounts", ru: "никто не найден")
  static let addOrImport = Phrase(
    "A adds one, I imports them from a file", ru: "A — добавить, I — загрузить из файла")
  static func escapeShows(_ total: Int?) -> Phrase {
    guard let total else { return Phrase("Esc shows all", ru: "Esc — показать всех") }
    return Phrase("Esc shows all \(total)", ru: "Esc — показать всех: \(total)")
  }
  static let searching = Phrase("searching…", ru: "поиск…")
  static func isNotListed(_ name: String) -> Phrase {
    Phrase(
      "\(visible(name)) was changed elsewhere and is no longer in this list: choose an account.",
      ru:
        "\(visible(name)) изменён в другом месте, и его больше нет в этом списке: выберите аккаунт."
    )
  }
  static func notMeant(_ names: [String]) -> Phrase {
    Phrase(
      "Not the accounts that were marked any more, and left alone: \(Self.names(names)).",
      ru: "Уже не те аккаунты, что были помечены, и не тронуты: \(Self.names(names)).")
  }
  static func fileMissing(_ path: String) -> Phrase {
    Phrase("\(visible(path)) is missing.", ru: "Нет файла \(visible(path)).")
  }
  static let waitsForFile = Phrase(
    "Marks and search stay; nothing is written until it is back.",
    ru: "Пометки и поиск остаются; пока его нет, ничего не пишется.")
  static let showAll = Phrase("show all", ru: "показать всех")
  static let noAccountThere = Phrase("No account is selected.", ru: "Аккаунт не выбран.")

  static func count(_ count: Int, of total: Int?, marked: Int) -> Phrase {
    let isPart = total.map { $0 != count } ?? false
    let all =
      isPart
      ? Phrase("\(count) of \(total ?? 0)", ru: "\(count) из \(total ?? 0)")
      : Phrase(same: "\(count)")
    guard marked > 0 else { return all }
    return Phrase("\(marked) marked, \(all)", ru: "помечено \(marked), \(all)")
  }

  static func place(_ row: Int, of count: Int) -> Phrase {
    Phrase("\(row) of \(count)", ru: "\(row) из \(count)")
  }

  // MARK: What was done

  static func disabled(_ all: [StateChange]) -> Phrase {
    let changes = all.filter { !$0.fields.isEmpty }
    if let one = only(changes, of: all, isEnabled: false) { return one }
    return Phrase(
      "Disabled \(changes.count, "account").",
      ru: "Отключено: \(changes.count, "аккаунт", "аккаунта", "аккаунтов").")
  }

  static func enabled(_ all: [StateChange]) -> Phrase {
    let changes = all.filter { !$0.fields.isEmpty }
    if let one = only(changes, of: all, isEnabled: true) { return one }
    return Phrase(
      "Enabled \(changes.count, "account").",
      ru: "Включено: \(changes.count, "аккаунт", "аккаунта", "аккаунтов").")
  }

  /// What there is to say if at most one account was changed, or only one was to be.
  private static func only(
    _ changes: [StateChange], of all: [StateChange], isEnabled: Bool
  ) -> Phrase? {
    if let one = all.count == 1 ? all.first : changes.count == 1 ? changes.first : nil {
      return one.words(name(of: one.account), isEnabled: isEnabled)
    }
    return changes.isEmpty ? nothingChanged : nil
  }

  /// What an account is called that was changed, whether or not it is closed.
  static func name(of account: StoredAccount) -> String {
    account.account?.name.text ?? account[text: .email] ?? account[text: .username] ?? ""
  }

  static func groupsChanged(_ all: [StateChange]) -> Phrase {
    let names = all.filter { !$0.fields.isEmpty }.map { name(of: $0.account) }
    if names.isEmpty { return nothingChanged }
    let who = several(names)
    return Phrase("Changed the groups of \(who).", ru: "Группы изменены: \(who).")
  }

  static func passwordsDue(_ all: [StateChange]) -> Phrase {
    let names = all.filter { !$0.fields.isEmpty }.map { name(of: $0.account) }
    if names.isEmpty { return nothingChanged }
    let who = several(names)
    return Phrase(
      "The next login sets a new password: \(who).",
      ru: "Пароль сменят при следующем входе: \(who).")
  }

  static func removed(_ names: [String]) -> Phrase {
    let who = several(names)
    return Phrase("Removed \(who); U undoes it.", ru: "Удалено: \(who); отменить — U.")
  }

  static func passwordSet(_ name: String) -> Phrase {
    Phrase("\(visible(name)) has a new password.", ru: "Новый пароль задан: \(visible(name)).")
  }

  static let newPassword = Phrase("New password", ru: "Новый пароль")
  static let onlyHere = Phrase("It is shown only here.", ru: "Он виден только здесь.")
  static let toClose = Phrase("[Enter] Close", ru: "[Enter] Закрыть")

  static let passwordIsHidden = Phrase(
    "Make the window larger: it shows a new password, and nothing else does.",
    ru: "Увеличьте окно: новый пароль виден только в нём.")

  /// One account by its name, several by their number.
  private static func several(_ names: [String]) -> Phrase {
    if names.count == 1, let name = names.first { return Phrase(same: visible(name)) }
    return Phrase(
      "\(names.count, "account")", ru: "\(names.count, "аккаунт", "аккаунта", "аккаунтов")")
  }

  /// The names of accounts, as many as can be read at a glance.
  static func names(_ names: [String]) -> Phrase {
    let shown = Phrase(same: names.prefix(5).map(visible).joined(separator: ", "))
    let more = names.count - 5
    return more > 0 ? shown + Phrase(" and \(more) more", ru: " и ещё \(more)") : shown
  }

  // MARK: Questions

  static func removes(_ names: [String]) -> Phrase {
    let (who, all) = (Self.names(names), several(names))
    if names.count == 1 {
      return Phrase("Remove the account \(who)?", ru: "Удалить аккаунт \(who)?")
    }
    return Phrase("Remove \(all): \(who)?", ru: "Удалить \(all): \(who)?")
  }

  static func enables(_ names: [String]) -> Phrase {
    let (who, all) = (Self.names(names), several(names))
    return Phrase("Enable \(all): \(who)?", ru: "Включить \(all): \(who)?")
  }

  static func renews(_ names: [String]) -> Phrase {
    let (who, all) = (Self.names(names), several(names))
    return Phrase(
      "Have the passwords of \(all) changed at the next login: \(who)?",
      ru: "Потребовать смену пароля при следующем входе — \(all): \(who)?")
  }

  static let onlyOne = Phrase(
    "This is done for one account at a time: unmark the others.",
    ru: "Это делается с одним аккаунтом: снимите лишние пометки.")

  /// Enter does not remove anything: that takes the letter.
  static let yesByLetter = Phrase("[Y] yes   [N, Esc] no", ru: "[Д] да   [Н, Esc] нет")

  static func title(_ prompt: ScreenPrompt) -> Phrase {
    switch prompt.kind {
    case .reason: Phrase("Disable", ru: "Отключение")
    case .groups: Field.groups.title
    case .importFile: ScreenText.import
    }
  }

  static func asks(_ prompt: ScreenPrompt) -> Phrase {
    let who = names(prompt.names)
    return switch prompt.kind {
    case .reason: Phrase("Why is \(who) disabled?", ru: "Почему отключается \(who)?")
    case .groups: Phrase("Groups of \(who):", ru: "Группы: \(who)")
    case .importFile: Phrase("File to import:", ru: "Какой файл загрузить:")
    }
  }

  static func buttons(of prompt: ScreenPrompt) -> (does: Phrase, cancels: Phrase) {
    let does =
      switch prompt.kind {
      case .reason: Phrase("[Enter] Disable", ru: "[Enter] Отключить")
      case .groups: Phrase("[Enter] Change", ru: "[Enter] Изменить")
      case .importFile: Phrase("[Enter] Look", ru: "[Enter] Посмотреть")
      }
    return (does, Phrase(same: "[Esc] ") + cancel)
  }

  static func explains(_ prompt: ScreenPrompt) -> [Phrase] {
    switch prompt.kind {
    case .reason:
      [Phrase("The reason may be left out.", ru: "Причину можно не указывать.")]
    case .groups:
      [
        Phrase(
          "Groups to add; with a minus, to remove: ops, -interns",
          ru: "Какие группы добавить; с минусом — убрать: ops, -interns")
      ] + (prompt.known?.lines ?? [])
    case .importFile where !prompt.candidates.isEmpty: [mayBe(prompt.candidates)]
    case .importFile:
      [
        Phrase(
          "You see whom it would add before anything is written.",
          ru: "Сначала видно, кто добавится; до этого ничего не пишется.")
      ]
    }
  }

  static let noGroupTyped = Phrase("name a group", ru: "назовите группу")
}
