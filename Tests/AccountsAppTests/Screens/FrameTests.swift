import Terminal
import TestSupport
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("Every screen in every window") struct FrameTests {
  /// On both sides of each width and height at which something is laid out otherwise.
  private static let sizes = [
    (40, 10), (40, 12), (40, 24), (47, 14), (79, 10), (79, 18), (80, 10), (80, 14), (80, 24),
    (120, 11), (120, 40),
  ].map { Size(columns: $0, rows: $1) }

  /// The properties of every frame, whatever it shows. Rows are as wide as it by its own nature.
  private func check(
    _ frame: Frame, _ size: Size, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(frame.size == size, sourceLocation: sourceLocation)
    if let cursor = frame.cursor {
      let isInside =
        (0..<size.columns).contains(cursor.column) && (0..<size.rows).contains(cursor.row)
      #expect(isInside, "\(cursor) in \(size)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "is drawn completely, shows the focus, and has the cursor in it",
    arguments: Scene.all, Language.allCases)
  func drawn(scene: Scene, language: Language) async throws {
    let state = try await scene.end(colors: .none, language: language)
    for size in Self.sizes {
      let frame = state.frame(size)
      check(frame, size)
      guard let form = state.form, state.question == nil, state.actionList == nil else { continue }
      if state.calendar != nil {
        try expectCalendar(state, frame)
      } else if let row = form.focusedRow {
        let label = (row.isRepeat ? ScreenText.again : form.name(of: row.field).label)[language]
        let mark = "> \(label)"
        let line = try #require(frame.lines.firstIndex { $0.contains(mark) }, "\(mark) at \(size)")
        let cursor = try #require(frame.cursor, "at \(size)")
        let isWide = size.columns >= 80
        #expect(cursor.row == line + (isWide ? 0 : 1), "at \(size)")
        #expect(cursor.column >= (isWide ? label.count + 2 : 2), "at \(size)")
      } else {
        #expect(frame.cursor == nil, "at \(size)")
        let marks = frame.lines.joined().matches(of: /> [\[(].*?<|> \[(?:\^R|Esc)\].*?</)
        #expect(marks.count == 1, "at \(size)")
      }
    }
  }

  @Test("shows only a message if the window is too small, and comes back with it")
  func tooSmall() async throws {
    let scene = try #require(Scene.all.first { $0.name == "albums-phone" })
    let state = try await scene.end(colors: .truecolor)
    let before = state.frame(Stage.usual)
    for columns in 1...120 {
      for rows in 1...40 where columns < 40 || rows < 10 {
        guard columns <= 41 || columns % 13 == 0 else { continue }
        let size = Size(columns: columns, rows: rows)
        let frame = state.frame(size)
        check(frame, size)
        #expect(frame.cursor == nil)
        if columns >= 20, rows >= 2 { #expect(frame.lines.joined().contains("too small")) }
      }
    }
    #expect(state.frame(Stage.usual) == before)
    for size in [Size(columns: 0, rows: 0), Size(columns: -1, rows: 9), Size(columns: 9, rows: 0)] {
      _ = state.frame(size)
    }
  }

  private func expectCalendar(_ state: ScreenState, _ frame: Frame) throws {
    let day = try #require(state.calendar).day.day
    let cursor = try #require(frame.cursor, "at \(frame.size)")
    let cells = (-2...2).map { frame[cursor.column + $0, cursor.row].text }.joined()
    #expect(cells.contains("\(day)]"), "\(cells) at \(frame.size)")
  }

  @Test(
    "scrolls through its fields with their problems, however low the window",
    arguments: [10, 11, 12, 14, 17, 24])
  func scrolls(rows: Int) async throws {
    let home = Home()
    await home.run("init albums")
    var stage = await Stage(home, colors: .none)
    await stage.press(.control("r"))
    await stage.fill("Ада", "Лав", "20200101", "912", "ada", "x")
    await stage.press(.enter)
    for columns in [40, 60, 80, 100] {
      let size = Size(columns: columns, rows: rows)
      for _ in 0..<9 {
        let frame = stage.frame(size)
        if let row = stage.form?.focusedRow {
          let lines = frame.lines
          let mark = try #require(
            lines.firstIndex {
              $0.contains(
                "> \((row.isRepeat ? ScreenText.again : row.field.label)[.english])")
            },
            "\(row.field) at \(size)")
          let error = lines[mark...].first { $0.contains("! \(row.field.name[.english])") }
          #expect(error != nil || row.field == .password, "\(row.field) at \(size)")
        } else {
          let text = frame.lines.joined()
          #expect(text.contains("> (") || text.contains("> [Esc]"), "at \(size)")
        }
        await stage.press(.tab)
      }
    }
  }

  @Test(
    "lists all actions and keys, each with its whole text while it is in focus",
    arguments: Language.allCases, [10, 11, 12, 13, 14, 24])
  func actions(language: Language, rows: Int) async {
    let size = Size(columns: 40, rows: rows)
    var stage = await Stage(Home(), colors: .none, language: language)
    await stage.send(.resized(size))
    await stage.press(.function(1))
    for hint in stage.state.help {
      let lines = stage.frame(size).lines
      let key = hint.key[language].wrapped(columns: 12)[0]
      #expect(lines.contains { $0.contains("│ > \(key) ") }, "\(hint)")
      let words = Set(lines.flatMap { $0.split { " │┃".contains($0) } })
      for word in hint.does[language].split(separator: " ") { #expect(words.contains(word)) }
      await stage.press(.down)
    }
  }

  @Test(
    "moves nothing while one types, whatever is wrong and whatever help is shown",
    arguments: [
      Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40),
      Size(columns: 200, rows: 60),
    ])
  func still(size: Size) async throws {
    let home = Home()
    await home.run("init albums")
    var stage = await Stage(home, colors: .none)
    await stage.press(.control("r"))
    await stage.fill("Ада", "Лав", "20200101", "912", "ada")
    /// The places of the labels and the buttons.
    func places() throws -> [Int?] {
      let lines = stage.frame(size).lines
      let form = try #require(stage.form)
      return form.rows.filter { !$0.isRepeat }.map { row in
        lines.firstIndex { $0.contains(" \(row.field.label[.english])") }
      }
    }
    for _ in 0..<6 {
      // The first key may be what adds the row in which a password is repeated.
      await stage.type("a")
      let before = try places()
      for key in ["b", "1", "é"] as [Character] {
        await stage.type(String(key))
        #expect(try places() == before, "\(String(describing: stage.focus)) at \(size)")
      }
      await stage.press(.control("u"))
      #expect(try places() == before || stage.focus == .password, "at \(size)")
      await stage.press(.tab)
    }
  }

  @Test(
    "has the fields of a form no farther from each other in a large window", arguments: Scene.all)
  func near(scene: Scene) async throws {
    let state = try await scene.end(colors: .none)
    guard let form = state.form, let first = form.rows.first, let last = form.rows.last else {
      return
    }
    func distance(_ size: Size) throws -> Int {
      let lines = state.frame(size).lines
      func line(of row: FormRow) throws -> Int {
        let label = row.isRepeat ? ScreenText.again : form.name(of: row.field).label
        return try #require(
          lines.lastIndex { $0.contains(" \(label[.english]) ") || $0.hasSuffix(label[.english]) })
      }
      return try line(of: last) - line(of: first)
    }
    let near = try distance(Size(columns: 100, rows: 30))
    #expect(try distance(Size(columns: 200, rows: 50)) <= near)
  }

  @Test(
    "shows a rule and an error whole, below the field, where there is room",
    arguments: Language.allCases)
  func wholeTexts(language: Language) async throws {
    let home = Home()
    await home.run("init albums")
    var stage = await Stage(home, colors: .none, language: language)
    await stage.press(.control("r"))
    func expect(_ text: String) {
      let shown = stage.text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(shown.contains(text), "\(text) in \(stage.text())")
    }
    for _ in 0..<5 {
      let row = try #require(stage.form?.focusedRow)
      expect(try #require(stage.form).hint(of: row)[language])
      await stage.type("7")
      await stage.press(.tab, .backTab)
      let told = try #require(stage.form).problems(try #require(stage.form?.focusedRow))
      for problem in told { expect(problem[language]) }
      await stage.press(.tab)
    }
  }

  @Test("marks where there is more above and below")
  func more() async throws {
    let home = Home()
    await home.run("init albums")
    var stage = await Stage(home)
    await stage.press(.control("r"))
    let low = Size(columns: 40, rows: 10)
    #expect(stage.shows("↓ more", low) && !stage.shows("↑ more", low))
    await stage.press(.tab, .tab, .tab)
    #expect(stage.shows("↓ more", low) && stage.shows("↑ more", low))
    await stage.press(.tab, .tab, .tab, .tab)
    #expect(!stage.shows("↓ more", low) && stage.shows("↑ more", low))
  }

  @Test(
    "is complete at 80×24: every field, button and key is visible",
    arguments: Scene.all.filter { !["help", "log-out", "edit-leaving"].contains($0.name) },
    Language.allCases)
  func whole(scene: Scene, language: Language) async throws {
    let state = try await scene.end(colors: .none, language: language)
    guard let form = state.form, state.calendar == nil else { return }
    let text = state.frame(Stage.usual).lines.joined(separator: "\n")
    let more = KitText.more[language]
    #expect(!text.contains("↓ \(more)") && !text.contains("↑ \(more)"))
    for row in form.rows { #expect(text.contains(form.name(of: row.field).label[language])) }
    for button in form.buttons {
      #expect(text.contains(ScreenText.name(button, of: form)[language]))
    }
    #expect(text.contains("F1 \(KitText.help.does[language])"))
    #expect(text.contains("^Q \(KitText.quit.does[language])"))
  }

  @Test(
    "has the cursor at the next character, by columns and not by graphemes",
    arguments: [
      ("", 0), ("abc", 3), ("жук", 3), ("漢字", 4), ("e\u{301}x", 2), ("й\u{306}", 1), ("한a", 3),
      ("👍", 2),
    ])
  func cursor(text: String, column: Int) async throws {
    var stage = await Stage(Home())
    let start = try #require(stage.frame().cursor)
    await stage.type(text)
    #expect(
      stage.frame().cursor == Position(column: start.column + column, row: start.row))
    await stage.press(.home)
    #expect(stage.frame().cursor == start)
    await stage.press(.end, .left)
    let last = text.last.map { DisplayWidth.of($0) } ?? 0
    #expect(stage.frame().cursor?.column == start.column + column - last)
  }

  @Test("scrolls a value that is longer than its field, without losing any of it")
  func longValue() async throws {
    for size in [Size(columns: 40, rows: 12), Stage.usual] {
      var stage = await Stage(Home())
      let value = (1...40).map { "\($0)漢" }.joined()
      await stage.type(value)
      #expect(stage.form?[.email] == value)
      for _ in 0..<value.count {
        let frame = stage.frame(size)
        let cursor = try #require(frame.cursor)
        #expect((0..<size.columns - 1).contains(cursor.column))
        check(frame, size)
        await stage.press(.left)
      }
      #expect(stage.shows("1漢2漢", size))
      #expect(stage.form?[.email] == value)
    }
  }

  @Test("shows every key that leads on, even in a narrow window")
  func keysTold() async throws {
    let narrow = Size(columns: 40, rows: 12)
    let conflict = try #require(Scene.all.first { $0.name == "conflict" })
    var stage = try await conflict.stage(colors: .none)
    for key in ["M", "T", "Enter"] {
      let rows = ScreenLayout(stage.state, size: narrow).keyRows
      let keys = stage.frame(narrow).lines.suffix(rows).joined(separator: " ")
      #expect(keys.split(separator: " ").contains(Substring(key)), "\(key) in \(keys)")
    }
    await stage.press(.enter, .control("s"))
    #expect(stage.kind == "profile")
  }

  @Test("shows a profile's values in full if there are enough rows")
  func profileWhole() async throws {
    let home = Home()
    let email = "maximilian.balotelli@example.com"
    await home.run("login --email \(email) --password 12345")
    let stage = await Stage(home)
    for size in [Size(columns: 40, rows: 24), Size(columns: 60, rows: 12), Stage.usual] {
      #expect(stage.text(size).replacing("\n", with: "").contains(email), "at \(size)")
    }
  }

  @Test("can be drawn after any keys", arguments: 0..<24 as Range<UInt64>)
  func anyKeys(seed: UInt64) async throws {
    var dice = Dice(seed)
    let scene = dice.pick(Scene.all)
    var stage = try await scene.stage(colors: dice.pick(ColorDepth.allCases), watched: false)
    for _ in 0..<60 {
      if dice.below(8) == 0 {
        await stage.paste(dice.clipping())
      } else {
        await stage.press(dice.key())
      }
      let size = Size(columns: 30 + dice.below(80), rows: 8 + dice.below(30))
      let frame = stage.frame(size)
      check(frame, size)
      for row in 0..<size.rows {
        let width = (0..<size.columns).reduce(0) { $0 + DisplayWidth.of(frame[$1, row].text) }
        #expect(width == size.columns, "row \(row) of \(size)")
      }
      if stage.hasQuit { break }
    }
  }
}
