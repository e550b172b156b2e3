import AccountsFile
import CommandKit
import ScreenKit

/// The keys that are no actions: they move, type and choose. For the key line and the list of all.
extension ScreenText {
  /// The last line of a screen: what moves there, and its actions.
  static func keyLine(of state: ScreenState) -> [Hint] {
    // While a search is typed every other character is text.
    if state.isTypingSearch { return [Hint](keyLine: state.ownOffers) }
    let actions =
      state.screen.accounts.map { keyLine(of: $0, state.offers) }
      ?? [Hint](keyLine: state.offers)
    return moves(of: state, isHelp: false) + actions
  }

  /// The keys that move or edit. The key line leaves out a list's, for lack of room.
  static func moves(of state: ScreenState, isHelp: Bool) -> [Hint] {
    guard state.broken == nil else { return [] }
    return switch state.screen {
    case .form(let form): isHelp ? fieldKeys(form) : moves(form)
    case .conflict:
      [
        Hint("M", Phrase("mine")), Hint("T", Phrase("theirs")),
        Hint(KitText.upDown, Phrase("field")),
      ]
    case .undo: [Hint("Tab", Phrase("choose")), scroll]
    case .history(let history) where !history.isOfAll && !history.search.isTyping:
      isHelp ? [KitText.letters, scroll] : [scroll]
    case .accounts, .history: isHelp ? [KitText.letters, listMoves] : []
    case .opening, .profile: []
    }
  }

  /// With whom the changes are that concern others than the row under the bar.
  private static func keyLine(of accounts: AccountListState, _ offers: [ScreenOffer]) -> [Hint] {
    guard let who = accounts.whoIfElsewhere,
      let first = offers.firstIndex(where: { $0.action == .operation(.disable) })
    else { return [Hint](keyLine: offers) }
    return [Hint](keyLine: Array(offers[..<first])) + [Hint(label: who)]
      + [Hint](keyLine: Array(offers[first...]))
  }

  private static func moves(_ form: Form) -> [Hint] {
    let isLast = form.focus + 1 == form.rows.count || form.focusedButton != nil
    let enter = isLast && !form.endsByButton ? Phrase("go") : Phrase("next")
    var hints = [Hint("Enter", enter), Hint("Tab", Phrase("move"))]
    if form.focusedRow?.field == .groups {
      hints.append(Hint(Phrase("Comma"), Phrase("add")))
    }
    return hints
  }

  private static let scroll = Hint(KitText.upDown, Phrase("scroll"))
  private static let listMoves = Hint(
    Phrase("Up, Down, PgUp, PgDn, Home, End"),
    Phrase("go through the list"))
  static func hints(of prompt: ScreenPrompt) -> [Hint] {
    [Hint("Enter", Phrase("go")), Hint("Esc", Phrase("cancel"))]
      + (prompt.groups.isEmpty
        ? []
        : [Hint(KitText.upDown, Phrase("choose")), Hint(KitText.space, Phrase("add, remove"))])
  }
  static func hints(on question: ScreenState.Question) -> [Hint] {
    let (yes, no) = (Phrase("yes\(as: "an answer")"), Phrase("no"))
    let chosen =
      switch question.chosen {
      case .yes: yes
      case .other: question.other?.words ?? no
      case .no: no
      }
    let letters = question.hasLetters ? [Hint(Phrase("Y"), yes), Hint(Phrase("N"), no)] : []
    return letters + [
      Hint("Tab", Phrase("choose")), Hint("Enter", chosen),
      Hint("Esc", no),
    ] + (question.answer == .leave(.program) ? [Hint("^C", yes)] : [])
  }

  private static func fieldKeys(_ form: Form) -> [Hint] {
    let keys = [
      Hint(Phrase("Tab, Down"), Phrase("the next field or button")),
      Hint(Phrase("Shift+Tab, Up"), Phrase("the previous one")),
      Hint(
        "Enter",
        form.endsByButton
          ? Phrase("the next field or button; on a button: press it")
          : Phrase("the next field; on the last, or a button: submit")),
      Hint(
        Phrase("Left, Right"),
        Phrase("in the text; Home and End to its ends, ^ or Alt with them by words")),
      Hint("^U, ^W, ^K, Alt+D", Phrase("delete to the start, a word, to the end, the next word")),
      Hint("^Y, ^_", Phrase("insert what was deleted; undo, as Alt+Z does")),
    ]
    var own: [Hint] = []
    if form.rows.contains(where: { $0.field == .groups }) {
      own.append(
        Hint(Phrase("Comma, Enter"), Phrase("in groups: finish one; Backspace removes the last")))
    }
    if form.rows.contains(where: { $0.field.isDate }) {
      own.append(Hint(KitText.space, Phrase("in a date: the calendar")))
    }
    return keys + own
  }
}
