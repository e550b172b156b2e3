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
    let asked = layout.showsAnswers ? state.question : nil
    let hidden =
      state.generated == nil
      ? [] : [Phrase("Make the window larger: it shows a new password, and nothing else does.")]
    if let tooSmall = canvas.tooSmall(
      asking: hidden + (asked.map { [$0.text] } ?? []), answers: asked.map(ScreenText.answers))
    {
      return tooSmall
    }
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
    case .actions: canvas.drawActions(of: state, rows: rows, in: &frame)
    case .question(let question):
      frame.cursor = nil
      canvas.dialog(of: question)
        .draw([.init(words(question.text), .plain)], on: canvas, rows: rows, in: &frame)
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
  func dialog(of question: ScreenState.Question) -> Dialog {
    Dialog(
      question.title[language],
      question.choices.map { choice, text in
        switch choice {
        case .yes where question.hasLetters: (Phrase("[Y] ") + text)[language]
        case .no where question.hasLetters: (Phrase("[N] ") + text)[language]
        default: text[language]
        }
      },
      focus: question.focus, destroys: question.destroys)
  }

  /// Draws a password that was generated, or the code or the link of an invitation; it is shown
  /// nowhere else. A link is in as few rows as the window allows.
  func draw(_ one: ShownPassword, rows: Int, in frame: inout Frame) {
    frame.cursor = nil
    let invitation = one.invitation
    let title = invitation == nil ? Phrase("new password") : Phrase("invitation")
    let widest = invitation?.isLink == true ? contentWidth : min(contentWidth, 64)
    let dialog = Dialog(title.title[language], [Phrase("[Enter] Close")[language]], widest: widest)
    let columns = dialog.columns(on: self)
    func words(_ phrase: Phrase, _ style: Style) -> [Panel.Line] {
      [Panel.Line](phrase[language], style, columns: columns)
    }
    let secret = Array(invitation?.text ?? one.password.text ?? "")
    let parts = stride(from: 0, to: secret.count, by: columns).map {
      Panel.Line(String(secret[$0..<min($0 + columns, secret.count)]), theme.strong)
    }
    let sentence = words(one.sentence, .plain)
    let only = words(Phrase("It is shown only here."), theme.faint)
    let place =
      invitation?.isLink == false
      ? words(
        Phrase(
          "It is typed as the password at the login. With an address for links (regapp init --serve-url, or regapp invite --url) it is a link."
        ), theme.faint) : []
    let air = [Panel.Line("", .plain)]
    var lines = sentence + air + parts + air + only + place
    let room = dialog.room(on: self, rows: rows)
    if lines.count >= room {
      lines = low(sentence, parts, only, place, room: room, columns: columns)
    }
    dialog.draw(lines, on: self, rows: rows, in: &frame)
  }

  /// As much as there is room for in a low window: the secret before all else, then a line of what
  /// it is.
  private func low(
    _ sentence: [Panel.Line], _ secret: [Panel.Line], _ only: [Panel.Line], _ place: [Panel.Line],
    room: Int, columns: Int
  ) -> [Panel.Line] {
    guard secret.count <= room else {
      func larger(_ count: Int) -> [Panel.Line] {
        [Panel.Line](
          Phrase("… \(count, "more line"): make the window larger.")[language], theme.problem,
          columns: columns)
      }
      let shown = max(0, room - larger(secret.count).count)
      return secret.prefix(shown) + larger(secret.count - shown)
    }
    var rest = room - secret.count
    func take(_ count: Int) -> Int {
      defer { rest -= min(count, rest) }
      return min(count, rest)
    }
    var said = take(1)
    let told = take(only.count)
    said += take(sentence.count - said)
    let rules = take(place.count)
    return sentence.cut(to: said, columns: columns, on: self) + secret
      + only.prefix(told) + place.cut(to: rules, columns: columns, on: self)
  }
}
