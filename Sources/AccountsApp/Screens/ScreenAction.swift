import CommandKit
import ScreenKit

/// Names the actions that a person can do on the screens.
enum ScreenAction: Equatable, Sendable {
  case help, palette, redraw, toShell, quit
  /// Back to where one came from, or out.
  case back
  case readAgain
  // On forms.
  case submit, reveal, calendar, toRegistration
  // On a profile.
  case edit, logOut, discardDraft, albums
  case history, undo
  /// The changes of all accounts, and undo of all back to one of them.
  case log, undoTo
  // Screens with several accounts.
  case accounts
  case add, open, narrow, anyState, sort, mark, markAll
  /// Done to one account, to those that are marked, or to all.
  case operation(Operation)
  /// On the form for a password.
  case generate
  /// Of the file as a whole.
  case editFile
  /// Something that only a command does.
  case inShell(String)
}

extension ScreenAction {
  /// Whether it is offered everywhere, and done beside any other work.
  var isOfEveryScreen: Bool { [.help, .palette, .redraw, .toShell, .quit].contains(self) }

  /// Whether the action brings a form, a question or another screen, for which keys may have been
  /// typed already.
  var leadsOn: Bool {
    switch self {
    case .edit, .logOut, .discardDraft, .albums, .history, .undo, .log, .undoTo, .accounts, .add,
      .open, .editFile, .calendar, .toRegistration, .operation:
      true
    case .help, .palette, .redraw, .toShell, .quit, .back, .readAgain, .submit, .reveal, .narrow,
      .anyState, .sort, .mark, .markAll, .generate, .inShell:
      false
    }
  }
}

extension ScreenAction: OfferedAction {
  var changesSomething: Bool {
    switch self {
    case .submit, .edit, .logOut, .discardDraft, .undo, .undoTo, .add, .operation, .generate,
      .editFile, .quit:
      true
    case .help, .palette, .redraw, .toShell, .back, .readAgain, .reveal, .calendar,
      .toRegistration, .albums, .history, .log, .accounts, .open, .narrow, .anyState, .sort, .mark,
      .markAll, .inShell:
      false
    }
  }
}

extension ScreenAction {
  /// In each language that has other words than the action's name.
  var usualWords: [String] {
    switch self {
    case .edit:
      [
        "rename", "change", "modify", "update", "usermod", "email", "mail", "phone", "name",
        "first name", "last name", "user name", "username", "birth date", "birthday", "expire",
        "expiry", "expiration", "address", "last day", "first day", "until", "изменить", "править",
        "редактировать", "переименовать", "почта", "адрес", "телефон", "имя", "фамилия", "логин",
        "дата рождения", "день рождения", "срок", "истекает", "последний день", "первый день",
      ]
    case .add:
      [
        "create", "new", "register", "adduser", "useradd", "создать", "новый", "завести",
        "зарегистрировать",
      ]
    case .open: ["view", "details", "profile", "info", "посмотреть", "профиль", "подробно"]
    case .narrow: ["find", "filter", "grep", "найти", "искать", "фильтр"]
    case .mark: ["select", "tick", "выбрать", "отметить"]
    // It marks those that are not yet, so no word for unmarking is its.
    case .markAll: ["select all", "выбрать всех", "отметить всех"]
    case .sort: ["order", "сортировка", "сортировать", "упорядочить"]
    case .anyState: ["status", "статус"]
    case .readAgain: ["refresh", "reload", "обновить"]
    case .help: ["keys", "manual", "помощь", "клавиши"]
    case .palette: ["actions", "commands", "действия", "команды"]
    case .toShell: ["console", "terminal", "bash", "терминал", "командная строка"]
    case .quit: ["exit", "выйти"]
    case .accounts: ["users", "people", "list", "пользователи", "список"]
    case .albums: ["music", "музыка"]
    case .history: ["changes", "изменения"]
    case .log:
      [
        "redo", "повторить", "audit", "logs", "last", "undo", "revert", "rollback", "restore",
        "события", "последние",
        "отменить", "вернуть", "откатить", "восстановить",
      ]
    case .undo:
      ["redo", "повторить", "revert", "rollback", "restore", "вернуть", "откатить", "восстановить"]
    case .editFile: ["vi", "vim", "editor", "by hand", "вручную", "редактор"]
    case .logOut: ["sign out", "logout", "разлогиниться"]
    case .generate: ["random", "случайный"]
    case .calendar: ["date", "day", "дата", "день"]
    case .operation(let operation): operation.usualWords
    case .submit: ["save", "сохранить"]
    case .inShell(let command): Self.usualWords(ofCommand: command)
    case .redraw, .back, .reveal, .toRegistration, .discardDraft, .undoTo: []
    }
  }

  private static func usualWords(ofCommand name: String) -> [String] {
    switch name {
    case "check":
      ["validate", "verify", "problems", "errors", "проверить", "ошибки", "проблемы"]
    case "seal": ["hash", "хешировать"]
    case "import": ["load", "csv", "htpasswd", "загрузить", "из файла"]
    case "export": ["backup"]
    default: []
    }
  }

  var removesSomething: Bool {
    if case .operation(let operation) = self { return operation.removes }
    return self == .discardDraft
  }

  /// Whether it is done to one account that is meant, never to several.
  var isOfOne: Bool {
    if case .operation(let operation) = self { return operation.isOfOne }
    return self == .edit || self == .history
  }
}

extension Obstacles {
  /// Why an action cannot be done to the account; nil if it can.
  func disabledReason(_ action: ScreenAction) -> Phrase? {
    switch action {
    case .history: nameOff(ifShared: false)
    case .open, .mark: nameOff()
    case .edit:
      nameOff()
        ?? fieldsOff(
          besides: [.hasBrokenField, .lacksField, .hasBrokenPassword, .hasBrokenGroups])
    case .operation(let operation): operation.disabledReason(self)
    default: nil
    }
  }
}
