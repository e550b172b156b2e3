import Terminal
import Testing

@testable import AccountsApp
@testable import ScreenKit

@Suite("The calendar over a form") struct CalendarScreenTests {
  private let home = Home()

  private func open() async -> Stage {
    await home.run("init albums")
    var stage = await Stage(home)
    await stage.press(.control("r"), .tab, .tab)
    #expect(stage.focus == .birthDate)
    await stage.press(.character(" "))
    return stage
  }

  @Test("opens with Space, thirty years ago")
  func opens() async {
    let stage = await open()
    #expect(stage.state.calendar?.day == .day("1996-06-15"))
    #expect(stage.shows("June 1996") && stage.shows("[15]"))
  }

  @Test(
    "is beside its field, and covers neither it nor its label",
    arguments: [
      Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
      Size(columns: 60, rows: 30),
    ])
  func beside(size: Size) async throws {
    var stage = await open()
    await stage.type("199008")
    let lines = stage.frame(size).lines
    let label = try #require(lines.firstIndex { $0.contains("> Birth date:") })
    let field = label + (size.columns < 80 ? 1 : 0)
    #expect(lines[field].contains("YYYY-MM-DD") && !lines[label].contains("╭"))
    let top = try #require(lines.firstIndex { $0.contains("‹ August 1990 ›") })
    #expect(top > field || lines[field - 1].contains("╰"))
    // Its last rows are the bounds or what is typed, and the border.
    let corner = try #require(Array(lines[top]).firstIndex(of: "╭"))
    let end = try #require(
      lines[top...].firstIndex { Array($0).dropFirst(corner).first == "╰" })
    #expect(lines[end - 1].contains("1990-08-**") && lines[end - 2].contains("31"))
  }

  @Test(
    "covers no part of why the form cannot be sent, in a month of any length",
    arguments: [
      (120, 40, false), (200, 50, false), (200, 60, false), (80, 34, true), (200, 34, true),
      (80, 40, true), (200, 40, true), (80, 50, true), (200, 50, true),
    ])
  func sparesNote(columns: Int, rows: Int, isNew: Bool) async throws {
    if isNew { await home.run("register --email ada@host.com --password 12345") }
    var stage = isNew ? await Stage(home) : await open()
    if isNew {
      await stage.press(.character("L"), .character("A"))
      await stage.go(to: .validUntil)
      await stage.press(.character(" "))
    }
    let (form, label) = isNew ? ("ADD", "Valid until") : ("REGISTER", "Birth date")
    var tops: Set<Bool> = []
    for month in isNew ? ["203009", "203010"] : ["199007", "199008"] {
      await stage.type(month)
      let lines = stage.frame(Size(columns: columns, rows: rows)).lines
      #expect(lines.contains { $0.contains("\(form) is off: ") && $0.contains(" is missing") })
      let field = try #require(lines.firstIndex { $0.contains("> \(label):") })
      tops.insert(try #require(lines.firstIndex { $0.contains("‹ ") }) > field)
      for _ in month { await stage.press(.backspace) }
    }
    #expect(tops.count == 1)
  }

  @Test("marks today in another way than the chosen day")
  func today() async {
    await home.run("register --email ada@host.com --password 12345 --valid-until 2026-06-20")
    var stage = await Stage(home)
    await stage.press(.character("e"))
    await stage.go(to: .validUntil)
    await stage.press(.character(" "))
    #expect(stage.shows("(15)") && stage.shows("[20]"))
  }

  @Test("takes the day with Enter, and goes to the next field")
  func chooses() async {
    var stage = await open()
    await stage.press(.left, .enter)
    #expect(stage.state.calendar == nil)
    #expect(stage.form?[.birthDate] == "1996-06-14")
    #expect(stage.focus == .phone)
  }

  @Test("keeps the old day with Esc, and the screen stays")
  func keeps() async {
    var stage = await open()
    await stage.press(.escape)
    #expect(stage.form?[.birthDate] == nil)
    #expect(stage.kind == "registration" && stage.focus == .birthDate)
    await stage.type("19900812")
    await stage.press(.character(" "), .up, .pageUp, .escape)
    #expect(stage.form?[.birthDate] == "1990-08-12")
  }

  @Test("accepts typed digits, and shows them")
  func types() async {
    var stage = await open()
    await stage.type("199008")
    #expect(stage.shows("1990-08-**") || stage.shows("1990-08-DD"))
    await stage.type("12")
    await stage.press(.enter)
    #expect(stage.form?[.birthDate] == "1990-08-12")
  }

  @Test("ignores a paste and the form's keys")
  func alone() async throws {
    var stage = await open()
    let form = try #require(stage.form)
    await stage.paste("1990-08-12")
    await stage.press(.tab, .control("l"), .control("s"), .character("x"))
    #expect(stage.form == form)
    #expect(stage.state.calendar != nil)
  }
}
