import AccountsFile
import CommandKit
import ScreenKit
import Terminal
import TextTools

/// A password that was generated for an account. No dump shows it.
struct ShownPassword: Equatable, Sendable, Redacted {
  let name: String
  let password: PasswordText
}

/// Passwords that were generated: of one account, or of those of an import. They are shown nowhere
/// else, so they stay until all of them were shown.
struct ShownPasswords: Equatable, Sendable, Redacted {
  let all: [ShownPassword]
  /// The first row of the window.
  private(set) var top = 0
  /// How many rows were in it so far.
  private var seen = 0

  init(_ one: ShownPassword) { all = [one] }

  /// nil if there are none.
  init?(_ all: [ShownPassword]) {
    guard !all.isEmpty else { return nil }
    self.all = all
  }

  /// Moves by a key; returns whether it closes them.
  mutating func apply(_ key: Key, room: Int) -> Bool {
    seen = max(seen, top + room)
    var step = 0
    switch key {
    case .up: step = -1
    case .down: step = 1
    case .pageUp: step = -room
    case .pageDown, .character(" "): step = room
    case .home: step = -all.count
    case .end: step = all.count
    case .enter, .escape:
      if seen >= all.count { return true }
      step = key == .enter ? room : 0
    default: return false
    }
    top = min(max(0, top + step), max(0, all.count - room))
    return false
  }

  /// As the command prints them.
  var lines: String {
    all.map { "\($0.name)\t\($0.password.text ?? "")\n" }.joined()
  }
}

extension ScreenState {
  mutating func goThroughPasswords(by key: Key) {
    guard var shown = generated, busy == nil else { return }
    if shown.all.count > 1, key.command == .character("w") {
      prompt = ScreenPrompt(.passwordFile, [])
      return
    }
    if [.enter, .escape].contains(key), !mayAnswer() { return }
    let isClosed = shown.apply(key, room: Canvas.roomForPasswords(size.rows))
    generated = isClosed ? nil : shown
  }
}

extension Canvas {
  /// How many of several passwords a window shows.
  static func roomForPasswords(_ rows: Int) -> Int { max(1, min(rows - 9, 40)) }

  /// Draws passwords that were generated; they are shown nowhere else.
  func draw(_ generated: ShownPasswords, rows: Int, in frame: inout Frame) {
    frame.cursor = nil
    guard generated.all.count > 1 else {
      for one in generated.all { draw(one, rows: rows, in: &frame) }
      return
    }
    let room = Self.roomForPasswords(size.rows)
    let shown = generated.all[generated.top...].prefix(room)
    let widest = shown.map { DisplayWidth.of($0.password.text ?? "") }.max() ?? 0
    let names = shown.map { DisplayWidth.of(visible($0.name)) }.max() ?? 0
    let inner = Dialog.columns(on: self)
    // A password is shown whole; it is the name that is cut.
    let nameWidth = max(8, min(names, inner - widest - 2))
    var lines = shown.map { one in
      Panel.Line(
        visible(one.name).fitted(columns: nameWidth).padded(to: nameWidth) + "  "
          + (one.password.text ?? ""), theme.strong)
    }
    lines.append(Panel.Line("", .plain))
    let last = generated.top + shown.count
    let place = Phrase(
      "\(generated.top + 1) to \(last) of \(generated.all.count), shown only here",
      ru: "с \(generated.top + 1) по \(last) из \(generated.all.count), видны только здесь")
    lines.append(Panel.Line(place[language], theme.faint))
    Dialog(
      ScreenText.newPasswords[language],
      [
        .init(ScreenText.toClose[language], isFocused: true),
        .init(ScreenText.toWrite[language]),
      ]
    ).draw(lines, on: self, rows: rows, in: &frame)
  }

  private func draw(_ one: ShownPassword, rows: Int, in frame: inout Frame) {
    let lines = [
      Panel.Line(ScreenText.passwordSet(one.name)[language], .plain), Panel.Line("", .plain),
      Panel.Line(one.password.text ?? "", theme.strong), Panel.Line("", .plain),
      Panel.Line(ScreenText.onlyHere[language], theme.faint),
    ]
    Dialog(
      ScreenText.newPassword[language], [.init(ScreenText.toClose[language], isFocused: true)]
    ).draw(lines, on: self, rows: rows, in: &frame)
  }
}

extension ScreenText {
  static let toWrite = Phrase("[W] Write to a file", ru: "[W] Записать в файл")
  static let newPasswords = Phrase("New passwords", ru: "Новые пароли")
  static func written(_ path: String) -> Phrase {
    Phrase(
      "The passwords are in \(visible(path)), which only you can read.",
      ru: "Пароли записаны в \(visible(path)); читать его можете только вы.")
  }
  static let passwordsHints = [
    Hint("Enter", Phrase("go on", ru: "дальше")),
    Hint(KitText.upDown, Phrase("scroll", ru: "прокрутка")),
    Hint("W", Phrase("write to a file", ru: "записать в файл")),
  ]
}
