import Accounts
import Terminal
import TestSupport
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

/// A person answers only what is on the screen: the buttons stand, whatever is asked.
@Suite("The room of a question") struct AskedRoomTests {
  /// From the smallest window in which more than a message is drawn to the usual one: all of them in
  /// a long run.
  private static let sizes = (isLongRun ? Array(40...80) : [40, 60, 80]).flatMap { columns in
    (isLongRun ? Array(10...24) : [10, 12, 24]).map { Size(columns: columns, rows: $0) }
  }

  enum Names: String, CaseIterable, Sendable {
    case usual, long, wide, many, manyLong

    var all: [String] {
      func several(_ name: String) -> [String] { (0..<300).map { "\(name)\($0)@example.com" } }
      let long = String(repeating: "longer.", count: 24)
      return switch self {
      case .usual: ["ada.lovelace@example.com"]
      case .long: ["\(long)@example.com"]
      case .wide: [String(repeating: "漢字", count: 32)]
      case .many: several("ada.liskov")
      case .manyLong: several(long)
      }
    }
  }

  private static let reason = String(repeating: "left us without a word ", count: 70)

  private static func stage(_ language: Language) async -> Stage {
    let home = Home()
    var list = await home.accountsList()
    await list.press(.escape)
    var stage = await Stage(home, colors: .none, language: language)
    await stage.press(.control("o"))
    return stage
  }

  private typealias Question = ScreenState.Question

  /// Every question that a list of accounts asks.
  private static func questions(_ names: Names, _ account: StoredAccount) -> [Question] {
    let accounts = names.all.map { AccountRef(account, named: $0) }
    return Operation.ofAccounts.flatMap { operation in
      let typed =
        operation == .groups ? ["ops, -interns"] : operation == .disable ? ["", reason] : [""]
      let asked: [Operation.Confirmation] =
        switch operation.firstStep {
        case .yes(let asked), .yesOnScreens(let asked), .line(_, let asked):
          [asked] + (operation.ifInvited.map { [$0] } ?? [])
        case .form: []
        }
      return asked.flatMap { asked in
        typed.flatMap { typed in
          (names == .many ? [[], [Phrase("locked")]] : [[]]).map { leftOut in
            Question(asked, operation, accounts, leavingOut: leftOut, typed: typed)
          }
        }
      }
    }
  }

  /// The text inside a box, by its title: its rows one after the other, without spaces.
  private func text(in frame: Frame, of title: String) throws -> String {
    let lines = (0..<frame.size.rows).map { row in
      (0..<frame.size.columns).map { frame[$0, row].text }
    }
    func place(_ corner: String) -> Position? {
      for (row, line) in lines.enumerated() {
        if let column = line.firstIndex(of: corner) { return Position(column: column, row: row) }
      }
      return nil
    }
    let (top, bottom) = try (#require(place("╭")), #require(place("╯"), "\(frame.lines)"))
    #expect(frame.text(row: top.row).contains("╭─ \(title.fitted(columns: 20).prefix(4))"))
    return lines[(top.row + 1)..<bottom.row]
      .flatMap { $0[(top.column + 1)..<bottom.column] }.joined().replacing(" ", with: "")
  }

  private func solid(_ text: String) -> String { text.replacing(" ", with: "") }

  /// What stands on a button: its words, and the letter that presses it, if one does.
  private func label(
    of choice: Question.Choice, _ words: Phrase, in question: Question, _ language: Language
  ) -> String {
    let letters: [Question.Choice: Phrase] =
      question.hasLetters ? [.yes: Phrase("[Y] "), .no: Phrase("[N] ")] : [:]
    return solid((letters[choice]?[language] ?? "") + words[language])
  }

  /// Expects that a window shows every button, and of the words all, or how many lines are missing.
  private func expect(_ state: ScreenState, _ question: Question, _ size: Size) throws {
    let language = state.language
    var state = state
    (state.size, state.question) = (size, question)
    // That is said beside a question in which a key was early.
    if size.rows == 10 { state.complain([KitText.keysDropped]) }
    #expect(state.toBeAnswered != nil)
    let shown = try text(in: state.frame(size), of: question.title[language])
    for (choice, words) in question.choices {
      let name = label(of: choice, words, in: question, language)
      #expect(
        shown.contains(choice == question.chosen ? ">\(name)<" : name),
        "\(name) at \(size): \(shown)")
    }
    let whole = solid(question.text[language])
    let verb = question.text[language].prefix { $0 != " " }
    #expect(shown.contains(verb), "\(shown) at \(size)")
    if !shown.contains(whole) {
      let more = language == .english ? /…[0-9]+morelines?/ : /…ещё[0-9]+строк/
      #expect(shown.contains(more), "\(shown) at \(size)")
    }
    // The key that says yes marks it on the screen first.
    _ = state.update(.input(.key(.tab)))
    let marked = try #require(state.question?.choices.first { $0.choice == state.question?.chosen })
    let now = try text(in: state.frame(size), of: question.title[language])
    let name = label(of: marked.choice, marked.words, in: question, language)
    #expect(now.contains(">\(name)<"), "\(now) at \(size)")
  }

  @Test(
    "has its buttons, for any accounts and any reason", arguments: Names.allCases,
    Language.allCases)
  func accounts(names: Names, language: Language) async throws {
    let stage = await Self.stage(language)
    let account = try await stage.registry.account("ada@example.com")
    for question in Self.questions(names, account) {
      for size in Self.sizes { try expect(stage.state, question, size) }
    }
  }

  @Test("has its buttons wherever else something is asked", arguments: Language.allCases)
  func others(language: Language) async throws {
    let home = Home()
    let email = String(repeating: "longer.", count: 8) + "x@example.com"
    await home.run("register --email \(email) --password 12345")
    await home.run("edit --draft --first-name Ada")
    var stage = await Stage(home, colors: .none, language: language)
    var asked: [(ScreenState, Question)] = []
    for key in ["B", "Q"] as [Character] {
      await stage.press(.character(key))
      asked.append((stage.state, try #require(stage.state.question)))
      await stage.press(.escape)
    }
    guard case .profile(let profile) = stage.state.screen, let edit = profile.openDraft else {
      throw Stage.NoProfile()
    }
    asked.append((stage.state, .dropDraft(edit, of: profile)))
    await stage.press(.character("E"))
    await stage.type("x")
    await stage.press(.escape)
    asked.append((stage.state, try #require(stage.state.question)))
    #expect(asked.count == 4)
    for (state, question) in asked {
      for size in Self.sizes { try expect(state, question, size) }
    }
  }

  @Test("has its buttons where a change is to be undone", arguments: Language.allCases)
  func undo(language: Language) async throws {
    let home = Home()
    await home.run("register --email ada@example.com --password 12345")
    await home.run("disable ada@example.com --reason '\(Self.reason.prefix(900))'")
    await home.run("enable ada@example.com")
    var stage = await Stage(home, colors: .none, language: language)
    await stage.press(.character("U"))
    #expect(stage.kind == "undo")
    for size in Self.sizes {
      var state = stage.state
      state.size = size
      if size.rows == 10 { state.complain([KitText.keysDropped]) }
      #expect(state.toBeAnswered != nil)
      for isYes in [false, true] {
        let text = state.frame(size).lines.joined(separator: "\n")
        let (undo, keep) = (Phrase("undo").title[language], Phrase.keep[language])
        #expect(text.contains(isYes ? "> \(undo) <" : undo), "\(text)")
        #expect(text.contains(isYes ? keep : "> \(keep) <"), "\(text)")
        _ = state.update(.input(.key(.tab)))
      }
    }
  }

  @Test("has its field and its buttons where a line is asked for", arguments: Language.allCases)
  func lines(language: Language) async throws {
    let stage = await Self.stage(language)
    let account = try await stage.registry.account("ada@example.com")
    for names in Names.allCases {
      let accounts = names.all.map { AccountRef(account, named: $0) }
      for operation in Operation.ofAccounts {
        guard case .line(let line, _) = operation.firstStep else { continue }
        var prompt = ScreenPrompt(line, operation, accounts)
        if line.completion == .groups {
          var known = KnownGroups(of: accounts.map(\.name))
          for try await page in stage.registry.pages(on: .ofTests) { known.add(page) }
          prompt.known = known
        }
        for isWrong in [false, true] {
          if isWrong { prompt.problem = Phrase("name a group") }
          for size in Self.sizes {
            var state = stage.state
            (state.size, state.prompt) = (size, prompt)
            let frame = state.frame(size)
            let shown = try text(in: frame, of: line.title[language])
            for button in [line.does, Phrase("[Esc] ") + Phrase.cancel] {
              #expect(shown.contains(solid(button[language])), "\(shown) at \(size)")
            }
            #expect(frame.cursor != nil, "\(shown) at \(size)")
            #expect(!isWrong || shown.contains(solid(prompt.problem?[language] ?? "")))
          }
        }
      }
    }
  }

  @Test("has a secret whole that is shown only once, or says to make the window larger")
  func secrets() async throws {
    let password = try PasswordText("made-up-1-made-up-2")
    func invitation(_ text: String, isLink: Bool) -> ShownPassword.Invitation {
      .init(text: text, isLink: isLink, until: .ofTests)
    }
    // The link of a usual name, one half as long again, and one of a name of many signs, for which
    // only the usual window has room.
    let links = [85, 132, 900].map { length in
      invitation(
        "https://example.com/i/" + String(repeating: "x", count: length - 22), isLink: true)
    }
    for language in Language.allCases {
      let stage = await Self.stage(language)
      for name in [Names.usual, .long, .wide].flatMap(\.all) {
        for one in [nil, invitation("made-up-code", isLink: false)] + links {
          let shown = ShownPassword(name: name, password: password, invitation: one)
          let secret = one?.text ?? "made-up-1-made-up-2"
          let title = one == nil ? Phrase("new password") : Phrase("invitation")
          for size in Self.sizes {
            var state = stage.state
            (state.size, state.generated) = (size, shown)
            let text = try text(in: state.frame(size), of: title.title[language])
            #expect(text.contains(solid("> \(Phrase("[Enter] Close")[language]) <")), "\(text)")
            let says = text.contains(
              language == .english
                ? /…[0-9]+morelines?:makethewindowlarger/ : /…ещё[0-9]+строк.?:увеличьтеокно/)
            #expect(text.contains(secret) != says, "\(text) at \(size)")
            #expect(!says || secret.count == 900 && size != Stage.usual, "\(text) at \(size)")
          }
        }
      }
    }
  }

  @Test(
    "takes no key in a smaller window unless that has its answers", arguments: Language.allCases)
  func tiny(language: Language) async throws {
    let home = Home()
    await home.run("register --email ada@example.com --password 12345")
    var stage = await Stage(home, colors: .none, language: language)
    await stage.press(.character("E"))
    await stage.type("x")
    await stage.press(.escape)
    let asked = stage.state
    var taken = 0
    for columns in 1...41 {
      for rows in 1...11 where columns < 40 || rows < 10 {
        var state = asked
        state.size = Size(columns: columns, rows: rows)
        let question = try #require(state.question)
        let text = state.frame(state.size).lines.joined()
        let answers = solid(ScreenText.answers(to: question)[language])
        let isShown = solid(text).hasSuffix(answers)
        #expect((state.toBeAnswered != nil) == isShown, "\(text) at \(state.size)")
        for key in [Key.character("Y"), .character("Д")] {
          var state = state
          _ = state.update(.input(.key(key)))
          #expect((state.question == nil) == isShown, "\(text) at \(state.size)")
        }
        taken += isShown ? 1 : 0
        // What lies between a list and a change is not answered there at all.
        state.question = .quit
        #expect(state.toBeAnswered == nil)
        _ = state.update(.input(.key(.tab)))
        #expect(state.question == .quit)
      }
    }
    #expect(taken > 100)
  }
}
