import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// Draws a state as a whole screen of any size, using only the state.
struct ScreenView {
  private let state: ScreenState
  private let layout: ScreenLayout
  private let canvas: Canvas

  init(_ state: ScreenState, size: Size) {
    self.state = state
    layout = ScreenLayout(state, size: size)
    canvas = layout.canvas
  }

  var frame: Frame {
    let question = state.question.map {
      [$0.text, ScreenText.answers(to: $0)]
    }
    let asked = state.question?.isAnsweredUnseen == true ? question ?? [] : []
    let hidden =
      state.generated == nil
      ? [] : [Phrase("Make the window larger: it shows a new password, and nothing else does.")]
    if let tooSmall = canvas.tooSmall(asking: hidden + asked) { return tooSmall }
    let size = canvas.size
    var frame = Frame(size: size)
    let room =
      size.rows
      - canvas.foot(
        layout.foot, hints: layout.hints, keyRows: layout.keyRows, in: &frame)
    let bar = ScreenBar(state, on: canvas)
    canvas.bar(
      bar.path.map(words), status: bar.status.map(words) ?? "",
      keys: bar.keys.map { (words($0.words), $0.isOn) }, in: &frame)
    if let broken = state.broken {
      drawBroken(broken, rows: room, in: &frame)
      drawOver(rows: room, in: &frame)
      return frame
    }
    switch state.screen {
    case .opening:
      canvas.line(words(ScreenText.opening), row: 2, style: canvas.theme.faint, in: &frame)
    case .form(let form):
      FormView(screen: canvas, form: form, calendar: state.calendar).draw(rows: room, in: &frame)
    case .profile(let profile):
      ProfileView(screen: canvas, profile: profile).draw(rows: room, in: &frame)
      if canvas.isSplit, state.detailKey != nil {
        detail(
          rows: room, start: canvas.left + DetailView.contentWidth(on: canvas) + DetailView.gap,
          width: DetailView.width(on: canvas)
        ).drawChanges(in: &frame)
      }
    case .conflict(let conflict): layout.list.draw(layout.blocks, conflict.focus, in: &frame)
    case .history(let history) where history.isOfAll:
      canvas.draw(
        history.search, form: words(Phrase("account, person, what was done")),
        width: layout.list.width, row: 1, in: &frame)
      if let note = history.note {
        canvas.line(words(note), row: 2, style: canvas.theme.faint, in: &frame)
      }
      layout.list.draw(layout.blocks, history.focus, in: &frame)
    case .history(let history):
      layout.changes?.draw(on: canvas, in: &frame)
      frame.emphasize(
        history.search.words,
        in: Area(
          column: canvas.left, row: 2, columns: canvas.contentWidth, rows: max(0, room - 2)))
      if history.search.isShown {
        canvas.draw(history.search, width: canvas.contentWidth - 8, row: 1, in: &frame)
      }
    case .undo: layout.changes?.draw(on: canvas, in: &frame)
    case .accounts(let accounts):
      let view = AccountsView(accounts, layout.list)
      view.draw(in: &frame)
      if view.columns.beside > 0, let list = accounts.rows, let row = view.focusedRow {
        detail(rows: room, start: view.columns.start(on: canvas), width: view.columns.beside).draw(
          row: row, of: list, disabledReason: list.obstacles(of: row).disabledReason(.open),
          in: &frame)
      }
    case .check(let check): CheckView(check: check, list: layout.list).draw(rows: room, in: &frame)
    case .importing(let state): ImportView(state: state, list: layout.list).draw(in: &frame)
    }
    drawOver(rows: room, in: &frame)
    return frame
  }

  private func words(_ phrase: Phrase) -> String { phrase[canvas.language] }

  private func detail(rows: Int, start: Int, width: Int) -> DetailView {
    DetailView(screen: canvas, detail: state.shownDetail, rows: rows, start: start, width: width)
  }

  /// The uppermost box over the screen. A refusal is said below it, and the calendar is drawn with
  /// its form.
  private func drawOver(rows: Int, in frame: inout Frame) {
    switch state.over.all.last(where: { $0.kind != .refusal }) {
    case .generated(let generated): canvas.draw(generated, rows: rows, in: &frame)
    case .help, .palette:
      canvas.drawGuide(of: state, help: ScreenText.help(on: state), rows: rows, in: &frame)
    case .question(let question):
      frame.cursor = nil
      let dialog = Dialog(
        words(question.title),
        question.choices.map { choice, text in
          switch choice {
          case .yes where question.hasLetters: words(Phrase("[Y] ") + text)
          case .no where question.hasLetters: words(Phrase("[N] ") + text)
          default: words(text)
          }
        },
        focus: question.focus, destroys: question.destroys)
      dialog.draw([.init(words(question.text), .plain)], on: canvas, rows: rows, in: &frame)
    case .prompt(let prompt): canvas.draw(prompt, rows: rows, in: &frame)
    case .calendar, .refusal, nil: break
    }
  }

  private func drawBroken(_ lines: [Phrase], rows: Int, in frame: inout Frame) {
    let problems = lines.flatMap {
      [Panel.Line](
        words($0), canvas.theme.problem, columns: canvas.contentWidth, first: "! ", rest: "  ")
    }.prefix(max(0, rows - 4))
    frame.write(problems, at: Position(column: canvas.left - 2, row: 2))
    let mend = [Panel.Line](
      words(Phrase("Put that right, then read them again. Nothing was changed.")), .plain,
      columns: canvas.contentWidth)
    let row = problems.count + 3
    frame.write(mend.prefix(max(0, rows - row)), at: Position(column: canvas.left, row: row))
  }
}

extension Canvas {
  /// Draws a password that was generated; it is shown nowhere else.
  func draw(_ one: ShownPassword, rows: Int, in frame: inout Frame) {
    frame.cursor = nil
    if let invitation = one.invitation {
      return draw(one.sentence, invitation, rows: rows, in: &frame)
    }
    let lines = [
      Panel.Line(one.sentence[language], .plain), Panel.Line("", .plain),
      Panel.Line(one.password.text ?? "", theme.strong), Panel.Line("", .plain),
      Panel.Line(Phrase("It is shown only here.")[language], theme.faint),
    ]
    Dialog(Phrase("new password").title[language], [Phrase("[Enter] Close")[language]])
      .draw(lines, on: self, rows: rows, in: &frame)
  }

  /// Draws an invitation: a code in a box, a link over the whole width, from the first column and
  /// without a border, so that a terminal copies it unbroken.
  private func draw(
    _ sentence: Phrase, _ invitation: ShownPassword.Invitation, rows: Int, in frame: inout Frame
  ) {
    let isBoxed = !invitation.isLink
    let columns = isBoxed ? Dialog.columns(on: self) : contentWidth
    let link = Array(invitation.text)
    let parts = stride(from: 0, to: link.count, by: size.columns).map {
      Panel.Line(String(link[$0..<min($0 + size.columns, link.count)]), theme.strong)
    }
    let margin = String(repeating: " ", count: isBoxed ? 0 : left)
    let words = { (phrase: Phrase, style: Style) in
      [Panel.Line](phrase[self.language], style, columns: columns, first: margin, rest: margin)
    }
    let place =
      invitation.isLink
      ? []
      : words(
        Phrase(
          "It is typed as the password at the login. With an address for links (regapp init --serve-url, or regapp invite --url) it is a link."
        ), theme.faint)
    let (air, close) = ([Panel.Line("", .plain)], Phrase("[Enter] Close"))
    let only = words(Phrase("It is shown only here."), theme.faint)
    let whole = words(sentence, .plain) + air + parts + air + only + place
    // In a low window the key line has the key, and what comes last may be missing.
    let short = words(sentence, .plain) + parts + only + place
    if isBoxed {
      return Dialog(Phrase("invitation").title[language], [close[language]])
        .draw(whole.count + 4 <= rows ? whole : short, on: self, rows: rows, in: &frame)
    }
    let lines = whole.count < rows - 2 ? whole + words(close, .plain) : short
    let empty = Panel.Line(String(repeating: " ", count: size.columns), .plain)
    frame.write(
      Array(repeating: empty, count: max(0, rows - 1)), at: Position(column: 0, row: 1))
    frame.write(Array(lines.prefix(max(0, rows - 2))), at: Position(column: 0, row: 2))
  }
}
