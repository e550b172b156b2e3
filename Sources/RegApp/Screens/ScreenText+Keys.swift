import AccountsFile
import CommandKit
import ScreenKit

/// The keys that are no actions: they move, type and choose. For the key line and the help.
extension ScreenText {
  /// The last line of a screen: what moves there, and its actions.
  static func keyLine(of state: ScreenState) -> [Hint] {
    let actions = [Hint](keyLine: state.offers)
    guard state.broken == nil else { return actions }
    return switch state.screen {
    case .form(let form): Array(moves(form)) + actions
    case .conflict: conflictMoves + [conflictFields] + actions
    case .history(let history) where history.name == nil: actions
    case .history, .undo: [scroll] + actions
    case .opening, .profile, .accounts, .check, .importing: actions
    }
  }

  /// Everything that keys do on a screen.
  static func help(on state: ScreenState) -> [Hint] {
    let actions = [Hint](help: state.offers)
    guard state.broken == nil else { return actions }
    return switch state.screen {
    case .form(let form): fieldKeys(form) + actions
    case .conflict: conflictMoves + [conflictFields] + actions
    case .history(let history) where history.name == nil: [listMoves] + actions
    case .history, .undo: actions + [scroll]
    case .accounts, .check, .importing: [listMoves] + actions
    case .opening, .profile: actions
    }
  }

  private static func moves(_ form: Form) -> [Hint] {
    let isLast = form.focus + 1 == form.rows.count || form.focusedButton != nil
    let enter =
      isLast && !form.isEdit ? Phrase("go", ru: "готово") : Phrase("next", ru: "далее")
    var hints = [Hint("Enter", enter), Hint("Tab", Phrase("move", ru: "поле"))]
    if form.focusedRow?.field == .groups {
      hints.append(Hint(Phrase("Comma", ru: "Запятая"), Phrase("add", ru: "добавить")))
    }
    return hints
  }

  private static let scroll = Hint(KitText.upDown, Phrase("scroll", ru: "прокрутка"))
  private static let listMoves = Hint(
    Phrase("Up, Down, PgUp, PgDn, Home, End, J, K", ru: "↑, ↓, PgUp, PgDn, Home, End, J, K"),
    Phrase("go through the list", ru: "по списку"))
  private static let conflictMoves = [
    Hint("M", Phrase("mine", ru: "моё")), Hint("T", Phrase("theirs", ru: "чужое")),
  ]
  private static let conflictFields = Hint(KitText.upDown, Phrase("field", ru: "поле"))
  static let closeHint = Hint("Enter", Phrase("close", ru: "закрыть"))
  static let refusalHint = Hint("Esc", Phrase("go on", ru: "дальше"))
  static func hints(of prompt: ScreenPrompt) -> [Hint] {
    [Hint("Enter", Phrase("go", ru: "готово")), Hint("Esc", Phrase("cancel", ru: "отмена"))]
      + (prompt.kind == .importFile
        ? [Hint("Tab", Phrase("complete the path", ru: "дополнить путь"))] : [])
  }
  static func hints(on question: ScreenState.Question, choosesYes: Bool) -> [Hint] {
    let (yes, no) = (Phrase("yes", ru: "да"), Phrase("no", ru: "нет"))
    return [
      Hint(Phrase("Y", ru: "Д"), yes), Hint(Phrase("N", ru: "Н"), no),
      Hint("Enter", choosesYes ? yes : no), Hint("Tab", Phrase("choose", ru: "выбрать")),
    ] + (question == .leave(.program) ? [Hint("^C", yes)] : [])
  }
  static let calendarHints = [
    Hint("Enter", Phrase("choose", ru: "выбрать")), Hint("Esc", Phrase("keep", ru: "назад")),
    Hint(Phrase("Arrows", ru: "Стрелки"), Phrase("day", ru: "день")),
    Hint("PgUp/PgDn", Phrase("month", ru: "месяц")), Hint("[ ]", Phrase("year", ru: "год")),
  ]

  /// What keys do in the fields of a form.
  private static func fieldKeys(_ form: Form) -> [Hint] {
    let keys = [
      Hint(
        Phrase("Tab, Down", ru: "Tab, ↓"),
        Phrase("the next field or button", ru: "следующее поле или кнопка")),
      Hint(
        Phrase("Shift+Tab, Up", ru: "Shift+Tab, ↑"),
        Phrase("the previous one", ru: "предыдущее поле или кнопка")),
      Hint(
        "Enter",
        Phrase(
          "the next field; on the last, or a button: submit",
          ru: "следующее поле; на последнем или на кнопке — выполнить")),
      Hint(
        Phrase("Left, Right", ru: "←, →"),
        Phrase(
          "in the text; Home and End to its ends, ^ or Alt with them by words",
          ru: "по тексту; Home и End — в начало и конец, с Ctrl или Alt — по словам")),
      Hint(
        "^U, ^W, ^K, Alt+D",
        Phrase(
          "delete to the start, a word, to the end, the next word",
          ru: "удалить до начала, слово, до конца, следующее слово")),
      Hint(
        "^Y, ^_",
        Phrase(
          "insert what was deleted; undo, as Alt+Z does",
          ru: "вставить удалённое; отменить, как и Alt+Z")),
    ]
    var own: [Hint] = []
    if form.rows.contains(where: { $0.field == .groups }) {
      own.append(
        Hint(
          Phrase("Comma, Enter", ru: "Запятая, Enter"),
          Phrase(
            "in groups: finish one; Backspace removes the last",
            ru: "в группах: закончить одну; Backspace удаляет последнюю")))
    }
    if form.rows.contains(where: { $0.field.isDate }) {
      own.append(
        Hint(
          KitText.space, Phrase("in a date: the calendar", ru: "в дате: календарь")))
    }
    return keys + own
  }
}
