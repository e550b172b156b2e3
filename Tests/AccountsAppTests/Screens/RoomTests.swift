import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("The room of a window") struct RoomTests {
  private let home = Home()

  @Test("is used by fields up to the right edge of the form", arguments: [80, 100, 120, 200])
  func fields(columns: Int) async throws {
    for key: Character in ["E", "A"] {
      var stage = await home.accountsList()
      await stage.press(.character(key))
      let form = try #require(stage.form)
      for rows in [24, 40] {
        let size = Size(columns: columns, rows: rows)
        let canvas = ScreenLayout(stage.state, size: size).canvas
        let view = FormView(screen: canvas, form: form, calendar: nil)
        let frame = stage.frame(size)
        let edge = canvas.left - 3 + view.width
        for field in [Field.email, .firstName, .lastName] {
          let label = "\(field.label[.english])"
          let row = try #require(frame.lines.firstIndex { $0.contains(label) }, "\(label)")
          let background = frame[edge, row].style.background
          let theme = stage.state.theme
          #expect(
            [theme.field.background, theme.focusedField.background].contains(background),
            "\(label) at \(size)")
          #expect(frame[edge + 1, row].style.background == theme.ground.background)
        }
      }
    }
  }

  @Test("gives way to a problem that is beside a field, where there is none below it")
  func problem() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("A"))
    let size = Size(columns: 100, rows: 16)
    await stage.type("x")
    await stage.press(.tab, .tab)
    #expect(stage.shows("email must be an address", size))
  }

  @Test(
    "has every field of a form in its row in a narrow window, whichever has the focus",
    arguments: [40, 60, 79], [10, 12, 16, 20, 24, 40])
  func still(columns: Int, rows: Int) async throws {
    let empty = Home()
    await empty.run("init albums")
    let registration = await Stage(empty)
    var list = await home.accountsList()
    let login = await Stage(home)
    var forms = [registration.form, login.form]
    for key in "AEP" {
      await list.press(.character(key))
      forms.append(list.form)
      await list.press(.escape)
    }
    let canvas = ScreenLayout(list.state, size: Size(columns: columns, rows: rows)).canvas
    for form in forms {
      let form = try #require(form)
      var places: Set<[Int?]> = []
      for focus in 0..<form.rows.count + form.buttons.count {
        var focused = form
        focused.put(focus: focus)
        let view = FormView(screen: canvas, form: focused, calendar: nil)
        let lines = FormLayout(view, room: rows - 4).frame.lines
        let labels = form.rows.map { row in
          lines.firstIndex { $0.dropFirst(2).hasPrefix(view.label(of: row)) }
        }
        #expect(!labels.contains(nil), "\(form.rows.map(\.field)): \(labels)")
        places.insert(labels + [lines.count])
      }
      #expect(places.count == 1, "\(form.rows.map(\.field)): \(places)")
    }
  }

  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 50),
    Size(columns: 60, rows: 20), Size(columns: 40, rows: 12), Size(columns: 100, rows: 30),
    Size(columns: 79, rows: 24), Size(columns: 119, rows: 40), Size(columns: 48, rows: 14),
    Size(columns: 84, rows: 24), Size(columns: 90, rows: 26), Size(columns: 80, rows: 40),
  ]

  @Test(
    "has every row of a form in its place from the first field to the last, whatever is typed",
    arguments: sizes, Language.allCases)
  func typing(size: Size, language: Language) async {
    let stage = await Stage(home)
    for rulebook in Rulebook.builtIns {
      let forms: [Form] = [
        .logIn(under: rulebook, today: .ofTests), .register(under: rulebook, today: .ofTests),
        .add(under: rulebook, today: .ofTests),
      ]
      for form in forms {
        var state = stage.state
        (state.screen, state.size, state.language) = (.form(form), size, language)
        var places: [String: Int] = [:]
        for _ in 0..<form.rows.count + 2 {
          for key in [Key.character("1"), .character("a"), .tab] {
            _ = state.update(.input(.key(key)))
            let view = FormView(
              screen: ScreenLayout(state, size: size).canvas, form: state.form ?? form,
              calendar: nil)
            let lines = state.frame(size).lines
            let rows = (state.form ?? form).rows.map { row in
              let label = view.label(of: row)
              return (label, lines.firstIndex { $0.dropFirst(view.screen.left).hasPrefix(label) })
            }
            // In a window where it scrolls, all of it moves.
            guard rows.allSatisfy({ $0.1 != nil }) else { continue }
            for (label, row) in rows {
              #expect(places[label] == nil || places[label] == row, "\(rulebook.name) \(label)")
              places[label] = row
            }
          }
        }
      }
    }
  }

  @Test("shows the field that is typed in even in the smallest, whatever is said of it")
  func smallest() async throws {
    let rules = #"""
      {"characters": 15, "letters": 2, "digits": 2, "lowercase": 1, "uppercase": 1,
      "notOwnNames": true, "blocklist": true}
      """#
    let home = Home()
    try home.write(#"{"rules": {"fields": {"password": \#(rules)}}, "accounts": []}"#)
    for size in [Canvas.smallest, Size(columns: 40, rows: 13)] {
      var stage = await Stage(home)
      await stage.send(.resized(size))
      var fields = 0
      for _ in 0..<4 {
        if try #require(stage.form).focusedRow != nil {
          fields += 1
          #expect(stage.frame(size).cursor != nil, "\(stage.text(size))")
        }
        await stage.type("x")
        await stage.press(.tab)
      }
      #expect(fields > 1)
    }
  }

  @Test("has the whole list of actions in sight at 120×40", arguments: Scene.all)
  func actions(scene: Scene) async throws {
    for language in Language.allCases {
      var state = try await scene.end(colors: .none, language: language)
      state.over = Overlays()
      state.actionList = TableFocus()
      let text = state.frame(Size(columns: 120, rows: 40)).lines.joined(separator: "\n")
      #expect(text.contains("╭─ ") && !text.contains("┃"), "\(text)")
    }
  }

  @Test("has the groups of all accounts before what is beside the list, and cuts long names first")
  func columns() async {
    var stage = await home.accountsList()
    let size = Size(columns: 120, rows: 40)
    await stage.send(.resized(size))
    #expect(stage.shows("Groups", size) && stage.shows("│ Ada Lovelace", size))
    await home.run(
      "edit --account alan@example.com --username alan.mathison.turing.obe")
    var other = await Stage(home)
    await other.press(.control("o"))
    await other.send(.resized(size))
    for words in ["Groups", "User name", "│ Ada Lovelace", "alan.mathis…"] {
      #expect(other.shows(words, size), "\(words)\n\(other.text(size))")
    }
  }

  @Test("is used from the left edge on", arguments: [120, 160, 200, 300])
  func left(columns: Int) async {
    var stage = await home.accountsList()
    let size = Size(columns: columns, rows: 50)
    await stage.send(.resized(size))
    let lines = stage.frame(size).lines
    #expect(lines[0].hasPrefix("    Accounts ─"))
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(stage.shows("│ Ada Lovelace", size))
  }
}
