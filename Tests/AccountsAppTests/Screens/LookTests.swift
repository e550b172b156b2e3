import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("The look of the screens") struct LookTests {
  private static let sizes = [(40, 12), (80, 24), (120, 40), (200, 60)].map {
    Size(columns: $0, rows: $1)
  }

  private let home = Home()

  // MARK: The grid

  @Test("title and keys begin at one left edge, in a column of at most 120", arguments: Scene.all)
  func edge(scene: Scene) async throws {
    let state = try await scene.end(colors: .none)
    for size in Self.sizes where state.actionList == nil {
      let layout = ScreenLayout(state, size: size)
      let lines = state.frame(size).lines
      let (title, keys) = (lines[0], lines[size.rows - layout.keyRows])
      let edge = String(repeating: " ", count: layout.canvas.left)
      for line in [title, keys] {
        // A dialog may lie over it in a low window.
        guard !line.contains("╭") else { continue }
        #expect(line.hasPrefix(edge) && !line.dropFirst(edge.count).hasPrefix(" "), "\(line)")
      }
      #expect(layout.canvas.contentWidth <= 120)
      #expect(layout.canvas.right <= size.columns)
    }
  }

  @Test("the title is the way that leads to a screen")
  func path() async throws {
    var stage = await home.accountsList()
    #expect(stage.frame().lines[0].hasPrefix("    Accounts ─"))
    await stage.press(.down, .enter)
    let profile = stage.frame().lines[0]
    #expect(profile.hasPrefix("    Accounts › Alan Turing ─"))
    #expect(profile.hasSuffix("─ 2 of 4  [E]dit"))
    await stage.press(.character("E"))
    #expect(stage.frame().lines[0].hasPrefix("    Accounts › Alan Turing › Edit ─"))
    let narrow = stage.frame(Size(columns: 40, rows: 12)).lines[0]
    #expect(narrow.contains("Edit ─") && narrow.count <= 40)
  }

  @Test("the key line has seven keys at most, and leads to the others", arguments: Scene.all)
  func keys(scene: Scene) async throws {
    let state = try await scene.end(colors: .none)
    guard state.question == nil, state.prompt == nil, state.actionList == nil, state.busy == nil,
      state.calendar == nil, state.refusal == nil, state.generated == nil
    else { return }
    let layout = ScreenLayout(state, size: Stage.usual)
    #expect(layout.keyRows == 1)
    let line = try #require(state.frame(Stage.usual).lines.last)
    #expect(line.split(separator: "  ").count <= 7)
    // While a search is typed every other key is text.
    #expect(line.hasSuffix(state.isTypingSearch ? "Esc show all" : "Q quit"))
    #expect(state.isTypingSearch || line.contains(" help  "))
  }

  @Test("the list of actions breaks no word", arguments: Language.allCases)
  func actions(language: Language) async {
    var stage = await home.accountsList()
    stage = await Stage(home, language: language)
    await stage.press(.control("o"), .function(1))
    for (columns, rows) in [(40, 12), (44, 16), (80, 24)] {
      let size = Size(columns: columns, rows: rows)
      await stage.send(.resized(size))
      await stage.press(.home)
      var shown: Set<Substring> = []
      for _ in stage.state.help {
        for line in stage.frame(size).lines { shown.formUnion(line.split { " │┃".contains($0) }) }
        await stage.press(.down)
      }
      let words = stage.state.help.flatMap { [$0.key, $0.does] }
        .flatMap { $0[language].split(separator: " ") }
      for word in words { #expect(shown.contains(word), "\(columns)") }
    }
  }

  // MARK: States

  @Test("each state has a mark, and a colour that only closed and locked share")
  func states() async throws {
    let scene = try #require(Scene.all.first { $0.name == "accounts" })
    let marks = [
      ("radia", "● open", "+ open"), ("grace", "○ disabled", "- disabled"),
      ("bob", "▲ closed", "! closed"), ("ken", "▲ locked", "! locked"),
      ("alan", "◷ expired 2026-06-01", "x expired 2026-06-01"),
      ("edsger", "◌ valid from 2027-01-01", ". valid from 2027-01-01"),
    ]
    let size = Size(columns: 118, rows: 30)
    for depth in ColorDepth.allCases {
      var stage = try await scene.stage(colors: depth)
      await stage.press(.home)
      let frame = stage.frame(size)
      var styles: [String: Style] = [:]
      for (name, mark, letters) in marks {
        let row = try #require(frame.lines.firstIndex { $0.contains("  \(name)") })
        let sign = depth == .sixteen ? letters : mark
        let place = try #require(frame.lines[row].range(of: "  \(sign)"), "\(frame.lines[row])")
        let column = frame.lines[row].distance(
          from: frame.lines[row].startIndex, to: place.lowerBound)
        styles[name] = frame[column + 2, row].style
      }
      guard depth > .sixteen else { continue }
      #expect(styles["bob"] == styles["ken"])
      #expect(Set(styles.values).count == marks.count - 1)
    }
  }

  // MARK: Dialogs

  private func button(_ text: String, _ stage: Stage) throws -> Style {
    let frame = stage.frame()
    let row = try #require(frame.lines.firstIndex { $0.contains(text) }, "\(stage.text())")
    let place = try #require(frame.lines[row].range(of: text))
    let line = frame.lines[row]
    return frame[line.distance(from: line.startIndex, to: place.lowerBound), row].style
  }

  @Test("what destroys has a border of its own; Enter keeps, another button and Enter remove")
  func removes() async throws {
    var stage = await home.accountsList()
    let theme = stage.state.theme
    await stage.press(.character("X"))
    #expect(try button("> Keep <", stage).background == theme.focusedButton.background)
    #expect(try button("╭─ Remove ─", stage).foreground == theme.problem.foreground)
    await stage.press(.enter)
    #expect(stage.state.question == nil && stage.names.count == 4)
    await stage.press(.character("X"), .right)
    #expect(try button("> Remove <", stage).background == theme.focusedButton.background)
    await stage.press(.enter)
    #expect(stage.names.count == 3)
    // A question that destroys nothing has the usual border. No is marked there too, and no letter
    // is yes.
    await stage.press(.character(" "), .character(" "), .character("N"))
    #expect(try button("╭─ Enable ─", stage).foreground == theme.border.foreground)
    #expect(try button("> Cancel <", stage).background == theme.focusedButton.background)
    await stage.type("Myra yes")
    #expect(stage.state.question != nil)
    await stage.press(.enter)
    #expect(stage.state.question == nil && !stage.begun.contains("enable"))
  }

  @Test("what is asked for and what is said have the same buttons")
  func prompts() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("O"))
    #expect(stage.shows("╭─ Disable ─") && stage.shows("> [Enter] Disable <   [Esc] Cancel"))
    await stage.press(.escape, .character("P"), .control("g"))
    #expect(stage.shows("╭─ New password ─") && stage.shows("> [Enter] Close <"))
  }

  // MARK: Where there is nothing

  @Test("an empty list says what leads on, and that is so")
  func empty() async {
    var stage = await home.accountsList()
    await stage.press(.character("/"))
    await stage.type("zzz")
    #expect(stage.shows("no matching accounts") && stage.shows("Esc shows all 4"))
    await stage.press(.enter)
    #expect(stage.shows("Esc show all"))
    await stage.press(.escape)
    #expect(stage.names.count == 4 && stage.shows("Esc back"))
    var none = await Stage(Home())
    await none.press(.control("o"))
    #expect(none.shows("no accounts yet") && none.shows("A adds one, regapp import"))
  }

  // MARK: The first screen and the forms

  @Test("the first screen says that an unknown email gets an account, where one does")
  func introduction() async {
    let words = "An email that is not known yet gets an account."
    var stage = await Stage(home)
    #expect(stage.shows(words))
    let lines = stage.frame().lines
    #expect(lines.firstIndex { $0.contains(words) } ?? 0 > 2)
    await home.run("init authorisation")
    stage = await Stage(home)
    await stage.press(.escape)
    #expect(stage.kind == "login" && !stage.shows(words))
    let narrow = await Stage(Home()).frame(Size(columns: 40, rows: 12))
    #expect(narrow.lines.contains { $0.contains("> Email:") })
  }

  @Test("the help for a field is beside it, or below it, and as high as its text")
  func help() async throws {
    await home.run("register --email mario@gmail.com --password 12345")
    var stage = await Stage(home)
    await stage.press(.character("E"))
    for field in [Field.firstName, .phone] {
      await stage.go(to: field)
      let wide = stage.frame(Size(columns: 120, rows: 40)).lines
      let row = try #require(wide.firstIndex { $0.contains("> \(field.label[.english])") })
      #expect(wide[row].contains("May be left empty") || wide[row].contains("│"))
      #expect(wide[row - 1].contains("╭─ "))
      let end = try #require(wide.firstIndex { $0.contains("╰") })
      #expect(end - row <= 3)
    }
    let lines = stage.frame().lines
    let row = try #require(lines.firstIndex { $0.contains("> Phone:") })
    #expect(lines[row...row + 1].contains { $0.contains("left empty") })
  }
}
