import AccountsFile
import CommandKit
import ScreenKit

/// The list of accounts, and what is done to one or several.
extension ScreenText {
  static let accounts = Phrase("Accounts", ru: "Аккаунты")
  static let toQuit = Phrase("[Q]uit", ru: "[Q] Выход")
  static let name = Phrase("Name", ru: "Имя")
  static let state = Phrase("State", ru: "Состояние")
  static let searchForm = Phrase(
    "text, state:disabled, group:ops", ru: "текст, state:disabled, group:ops")
  static let noAccounts = Phrase("no accounts yet", ru: "пока никто не зарегистрирован")
  static let nobodyFits = Phrase("no matching accounts", ru: "никто не найден")
  static let noAccountThere = Phrase("No account is selected.", ru: "Аккаунт не выбран.")

  static func noKey(_ key: Field) -> Phrase {
    Phrase("(no \(key.name))", ru: "(без поля «\(key.name)»)")
  }

  static func count(_ count: Int, of total: Int?, marked: Int) -> Phrase {
    let isPart = total.map { $0 != count } ?? false
    let all =
      isPart
      ? Phrase("\(count) of \(total ?? 0)", ru: "\(count) из \(total ?? 0)")
      : Phrase(same: "\(count)")
    guard marked > 0 else { return all }
    return Phrase("\(marked) marked, \(all)", ru: "помечено \(marked), \(all)")
  }

  // MARK: What was done

  static func disabled(_ changes: [StateChange]) -> Phrase {
    if let one = only(changes, isEnabled: false) { return one }
    return Phrase(
      "Disabled \(changes.count, "account").",
      ru: "Отключено: \(changes.count, "аккаунт", "аккаунта", "аккаунтов").")
  }

  static func enabled(_ changes: [StateChange]) -> Phrase {
    if let one = only(changes, isEnabled: true) { return one }
    return Phrase(
      "Enabled \(changes.count, "account").",
      ru: "Включено: \(changes.count, "аккаунт", "аккаунта", "аккаунтов").")
  }

  private static func only(_ changes: [StateChange], isEnabled: Bool) -> Phrase? {
    guard changes.count == 1, let change = changes.first else { return nil }
    let names = Field.keys.lazy.compactMap { change.account[text: $0] }
    return change.words(
      change.account.account?.name.text ?? names.first ?? "", isEnabled: isEnabled)
  }

  static func groupsChanged(_ names: [String]) -> Phrase {
    let who = several(names)
    return Phrase("Changed the groups of \(who).", ru: "Группы изменены: \(who).")
  }

  static func removed(_ names: [String]) -> Phrase {
    let who = several(names)
    return Phrase("Removed \(who); U undoes it.", ru: "Удалено: \(who); отменить — U.")
  }

  static func passwordSet(_ name: String) -> Phrase {
    Phrase("\(visible(name)) has a new password.", ru: "Новый пароль задан: \(visible(name)).")
  }

  static let onlyHere = Phrase(
    "It is shown only here. Enter closes this.", ru: "Он виден только здесь. Enter закроет.")

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

  static let onlyOne = Phrase(
    "A password is set for one account at a time: unmark the others.",
    ru: "Пароль задаётся одному аккаунту: снимите лишние пометки.")

  /// Enter does not remove anything: that takes the letter.
  static let yesByLetter = Phrase("[Y] yes   [N, Esc] no", ru: "[Д] да   [Н, Esc] нет")

  static func title(_ prompt: ScreenPrompt) -> Phrase {
    switch prompt.kind {
    case .reason: Phrase("Disable", ru: "Отключение")
    case .groups: Field.groups.title
    }
  }

  static func asks(_ prompt: ScreenPrompt) -> Phrase {
    let who = names(prompt.names)
    return switch prompt.kind {
    case .reason: Phrase("Why is \(who) disabled?", ru: "Почему отключается \(who)?")
    case .groups: Phrase("Groups of \(who):", ru: "Группы: \(who)")
    }
  }

  static func explains(_ prompt: ScreenPrompt) -> Phrase {
    switch prompt.kind {
    case .reason:
      Phrase(
        "The reason may be left out. Enter disables, Esc does not.",
        ru: "Причину можно не указывать. Enter отключит, Esc — нет.")
    case .groups:
      Phrase(
        "Groups to add; with a minus, to remove: ops, -interns",
        ru: "Какие группы добавить; с минусом — убрать: ops, -interns")
    }
  }

  static let noGroupTyped = Phrase("name a group", ru: "назовите группу")
}
