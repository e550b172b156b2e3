import Accounts
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("Groups in a form") struct GroupsRowTests {
  private func form(_ groups: String? = nil) throws -> Form {
    var values = FieldValues()
    (values.email, values.password) = ("ada@example.com", "$y$j9T$x")
    if let groups { values.set(groups, for: .groups) }
    let account = StoredAccount(values, problems: [], under: .register, today: .ofTests)
    var form = Form.edit(account, isOfOther: true, under: .register, today: .ofTests)
    form.focus(on: .groups)
    return form
  }

  private func tags(_ form: Form) -> [String] {
    guard case .tags(let input)? = form.row(.groups)?.input else { return [] }
    return input.tags
  }

  private func line(_ form: Form) -> String {
    guard case .tags(let input)? = form.row(.groups)?.input else { return "" }
    var line = input.line.text
    line.insert("|", at: line.index(line.startIndex, offsetBy: input.line.caret))
    return line
  }

  @Test("become tags with a comma or Enter, and every key is in the text")
  func finished() throws {
    var form = try form()
    var texts: [String?] = []
    for character in "op, we\rx" {
      form.press(character == "\r" ? .enter : .character(character))
      texts.append(form[.groups])
    }
    #expect(
      texts == ["o", "op", "op", "op", "op, w", "op, we", "op, we", "op, we, x"])
    #expect(tags(form) == ["op", "we"])
    #expect(line(form) == "[op] [we] x|")
    #expect(form.editRequest?.fields == [.groups: "op, we, x"])
  }

  @Test("take Enter as a key of their own only while one is being typed")
  func enter() throws {
    var form = try form("ops")
    let moves = form.apply(.enter)
    #expect(!moves)
    form.type(" ")
    let movesToo = form.apply(.enter)
    #expect(!movesToo)
    form.type("web")
    let finishes = form.apply(.enter)
    #expect(finishes && tags(form) == ["ops", "web"])
  }

  @Test("that are not finished become tags when the row is left")
  func left() throws {
    var form = try form("ops")
    form.type("web ops ")
    form.moveFocus(by: 1)
    #expect(tags(form) == ["ops", "web ops"] && form[.groups] == "ops, web ops")
    for leaves: (inout Form) -> Void in [
      { $0.refuse(.unique, of: .email) },
      { form in
        form.set(.email, to: nil)
        form.showProblems()
      },
    ] {
      var form = form
      form.focus(on: .groups)
      form.type("x")
      form.press(.home)
      form.press(.home)
      leaves(&form)
      #expect(form.focusedRow?.field == .email && line(form) == "[ops] [web ops] [x] |")
    }
  }

  @Test("lose the last one to Backspace where nothing is being typed")
  func backspace() throws {
    var form = try form("ops, web")
    form.type("x")
    form.press(.backspace)
    #expect(form[.groups] == "ops, web" && !form.isChanged)
    form.press(.backspace)
    #expect(line(form) == "[ops] |")
    form.press(.backspace, .backspace)
    #expect(form[.groups] == nil && line(form) == "|")
    #expect(form.editRequest?.fields == [.groups: .clear])
  }

  @Test(
    "are reached with the arrows, and removed one by one",
    arguments: [
      ([.left], "[a] [b] |>c< "), ([.left, .left], "[a] |>b< [c] "), ([.home], "|>a< [b] [c] "),
      ([.left, .left, .left, .left], "|>a< [b] [c] "), ([.left, .right], "[a] [b] [c] |"),
      ([.home, .right], "[a] |>b< [c] "), ([.home, .end], "[a] [b] [c] |"),
      ([.home, .delete], "|>b< [c] "), ([.left, .left, .backspace], "[a] |>c< "),
      ([.left, .delete], "[a] [b] |"), ([.home, .character("d")], "[a] [b] [c] d|"),
      ([.character("d"), .left, .left], "[a] [b] |>c< d"),
      ([.character("d"), .left, .left, .right], "[a] [b] [c] |d"),
      ([.control("u")], "|"),
      ([.character("x"), .character(" "), .character("y"), .control("w")], "[a] [b] [c] x |"),
    ] as [([Key], String)])
  func arrows(keys: [Key], drawn: String) throws {
    var form = try form("a, b, c")
    for key in keys { form.press(key) }
    #expect(line(form) == drawn)
  }

  @Test(
    "are pasted with commas or one a line",
    arguments: [
      ("a, b", "ops, a, b", ["ops", "a", "b"]),
      ("a\nb\r\nc\n", "ops, a, b, c", ["ops", "a", "b", "c"]),
      ("a", "ops, a", ["ops"]), (" , ,", "ops", ["ops"]), ("a\u{1B}b,", "ops, ab", ["ops", "ab"]),
    ])
  func pasted(text: String, all: String, whole: [String]) throws {
    var form = try form("ops")
    form.paste(text)
    #expect(form[.groups] == all && tags(form) == whole)
  }

  @Test("that do not fit are not pasted in part")
  func tooLong() throws {
    var form = try form("ops")
    form.paste(String(repeating: "a", count: TextInput.greatestSize + 1))
    #expect(form[.groups] == "ops" && !form.isReady)
    form.type("b")
    #expect(form[.groups] == "ops, b" && form.isReady)
  }

  @Test("say what is wrong with a tag as soon as it is one")
  func problems() throws {
    var form = try form("ops")
    let row = { (form: Form) in form.row(.groups).map { form.toldProblems($0) } }
    form.type("a:b")
    #expect(row(form) == [])
    form.press(.enter)
    #expect(row(form) == [FieldRule.groupForm("a:b").message(of: Field.groups.name)])
    form.press(.backspace)
    #expect(row(form) == [])
    form.type("ops,")
    #expect(row(form) == [FieldRule.groupTwice("ops").message(of: Field.groups.name)])
  }

  @Test(
    "change nothing by being shown, whatever their names",
    arguments: ["ops", "web ops, ops", "e\u{301}", "\u{200B}x", "[a], >b<", "漢字, 👩‍👧"])
  func unchanged(groups: String) throws {
    var form = try form(groups)
    form.moveFocus(by: 1)
    #expect(!form.isChanged && form.editRequest?.fields == [:])
  }

  @Test("keep the rest of the line in sight, and never more than the field, at any width")
  func drawn() throws {
    var form = try form((1...30).map { "group\($0)" }.joined(separator: ", "))
    for keys: [Key] in [[], [.left], [.home], [.right, .right]] {
      for key in keys { form.press(key) }
      guard case .tags(let input)? = form.row(.groups)?.input else { return }
      for columns in [1, 8, 20, 60] {
        let window = input.line.window(columns: columns)
        #expect(DisplayWidth.of(window.text) <= columns && window.caretColumn < columns)
      }
    }
  }
}
