import CommandKit
import ScreenKit
import Terminal

/// The places of a screen, from its state and the window alone. Keys move by them, and the view
/// draws by them.
struct ScreenLayout {
  let state: ScreenState
  let canvas: Canvas

  init(_ state: ScreenState, size: Size) {
    self.state = state
    canvas = Canvas(
      size: size, theme: state.theme, language: state.language,
      hasSigns: state.colors != .sixteen)
  }

  /// The rows above the message and the keys.
  var rows: Int { canvas.size.rows - canvas.rows(of: foot, hints: hints, keyRows: keyRows) }

  /// The rows of the keys; none if the window is too small for them.
  var keyRows: Int {
    Canvas.isTooSmall(canvas.size) ? 0 : max(formKeyRows, canvas.keyRows(hints))
  }

  /// The rows of a form's keys, the same for any focus, so that no field moves.
  private var formKeyRows: Int {
    guard state.broken == nil, let form = state.form else { return 0 }
    let count = form.rows.count + form.buttons.count
    return (0..<count).map { focus in
      var state = state
      state.form?.put(focus: focus)
      return canvas.keyRows(ScreenText.keyLine(of: state))
    }.max() ?? 0
  }

  /// Whether the window shows the answers to the question: only then does a key give one.
  var showsAnswers: Bool {
    guard let question = state.question else { return false }
    return Canvas.isTooSmall(canvas.size)
      ? question.isAnsweredUnseen && canvas.hasRoom(forAnswers: ScreenText.answers(to: question))
      : canvas.dialog(of: question).room(on: canvas, rows: rows) > 0
  }

  /// The screen's list with its place.
  var list: ListBody {
    var list = ListBody(canvas, rows: rows)
    // Of the list of accounts, without words such as state:open.
    list.found =
      state.screen.accounts
      .map { $0.isAnswered ? ListSearch($0.query.text ?? "").words : [] }
      ?? state.screen.search?.words ?? []
    return list
  }

  /// The rows of that list which keys move by.
  var listRows: ListRows { ListRows(heights: blocks.map(\.count)) }

  /// The lines of each of those rows, if they have several.
  var blocks: [[Panel.Line]] {
    switch state.screen {
    case .history(let history): history.changes.map(canvas.lines)
    case .conflict(let conflict): conflict.lines(on: canvas)
    default: []
    }
  }

  /// The lines that scroll; nil on other screens.
  var changes: ChangesBody? {
    switch state.screen {
    case .history(let history) where !history.isOfAll: ChangesBody(history, canvas, rows: rows)
    case .undo(let undo): ChangesBody(undo, canvas, rows: rows)
    default: nil
    }
  }

  /// The work in progress, or the message.
  var foot: Foot {
    if let refusal = state.refusal { return .problem(refusal) }
    if let work = state.work {
      let after =
        switch work.next {
        case .stays: Phrase(same: "")
        case .quits: Phrase("; then quit (^C: now)")
        case .stops: Phrase("; stopping")
        }
      let progress = work.progress.map(ScreenText.progress) ?? Phrase(same: "")
      return .busy(work.kind.words + progress + after, ticks: state.ticks)
    }
    // A password that is shown only once has the room of what was done.
    if let note = state.note, state.generated == nil || note.kind == .problem {
      return note.kind == .problem ? .problem(note.lines) : .word(note.lines)
    }
    return .nothing
  }

  var hints: [Hint] {
    switch state.top {
    case .generated: [Hint("Enter", Phrase("close"))]
    case .refusal: [Hint("Esc", Phrase("go on"))]
    case .actions: KitText.actionHints
    case .question(let question): ScreenText.hints(on: question)
    case .prompt(let prompt): ScreenText.hints(of: prompt)
    case .calendar where state.busy != nil, nil where state.busy != nil:
      (state.work?.canStop == true ? [Hint("Esc", Phrase("stop"), isKept: true)] : [])
        + [KitText.help, KitText.quit]
    case .calendar:
      [
        Hint("Enter", Phrase("choose")), Hint("Esc", Phrase("keep")),
        Hint(Phrase("Arrows"), Phrase("day")), Hint("PgUp/PgDn", Phrase("month")),
        Hint("[ ]", Phrase("year")),
      ]
    case nil: ScreenText.keyLine(of: state)
    }
  }
}
