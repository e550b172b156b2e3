import Foundation
import Terminal
import TestSupport
import Testing

@testable import AccountsApp

/// Somebody types a name without looking: where they believe a search to be, or after something
/// else has come over the screen. With any name, nobody is changed, and the program goes on.
@Suite("A name that is typed blind") struct BlindTypingTests {
  /// How many names are made up besides the listed ones in a long run. Then each is typed in every
  /// way; otherwise each in some, in other ones at every place.
  private static let more = isLongRun ? rounds(10) : 0

  /// Names whose letters are the keys of something, in every list.
  private static let listed = [
    "Olga", "Myra", "Xavier", "Enid", "Nora", "user03", "Ulrich", "Lux", "Pax", "Gus Ormond",
    "Vito", "Ida Yost", "O'Neill-Xu", "Ada", "grace@example.com", "Ольга", "Мария Ушакова",
    "Жанна", "שרה", "李娜", "Tyler", "Sy", "Bo", "Quin", "Ty",
  ]

  private static let first = [
    "Anna", "Bruno", "Cem", "Dylan", "Eva", "Finn", "Gita", "Hugo", "Iris", "Jonas", "Kim", "Luise",
    "Max", "Nils", "Oona", "Paul", "Qiu", "Rosa", "Sven", "Tom", "Una", "Viktor", "Wim", "Xenia",
    "Yara", "Zoë", "Юлия", "Фёдор", "Нина", "Тарас", "Ян", "Чжоу",
  ]
  private static let last = [
    "Meyer", "O'Hara", "Yilmaz", "Núñez", "Undset", "Xu", "Ng", "Petrova", "Von Ende", "Sys",
    "de la Cruz", "Özil", "Łukasz", "Груздев", "Щукина", "Ivy-Lux", "Nye", "Mo", "Gogol", "Eno",
  ]

  private static var names: [String] {
    var dice = Dice(7)
    return listed
      + (0..<more).map { number in
        let (first, last) = (dice.pick(first), dice.pick(last))
        return switch dice.below(4) {
        case 0: "\(first) \(last)"
        case 1: "\(last) \(first)"
        case 2: "\(first).\(last)\(number)@example.com"
        default: first
        }
      }
  }

  /// The screen when it is typed, and the keys that lead there from the list.
  private static let places = [
    "", "  ", "*", "/gr⏎", "F", "L", "L↓", "H", "⏎", "⏎h", "⏎e", "E⎋", "P⎋", "H⎋", "⏎⎋",
    "E⇥⇥⇥x☑", "P§", "P§⏎", "LU", "LU⎋", "LU⇥⏎", "L⎋", "X", "X⎋", "O", "Ox⏎", "G", "N", "M⇥⏎", "A",
    "S", ":", "?",
  ]

  /// The list, or what the keys lead to from there.
  private func stage(at place: String, _ home: Home) async throws -> Stage {
    var stage = await home.accountsList()
    await stage.press(signs: place)
    return stage
  }

  @Test("changes nobody, whatever is on the screen, however fast it is typed", arguments: places)
  func anywhere(place: String) async throws {
    let home = Home()
    let base = try await stage(at: place, home)
    let (accounts, history) = try (home.text(), home.text(of: "history.jsonl"))
    var (ways, runs) = (Self.places.firstIndex(of: place) ?? 0, 0)
    for name in Self.names {
      for typed in [name, name.lowercased(), name.uppercased()] {
        for (slash, end) in [("", ""), ("", "⏎"), ("", "⏎⏎"), ("/", ""), ("/", "⏎")] {
          ways += 1
          guard isLongRun || ways.isMultiple(of: 44) else { continue }
          runs += 1
          var stage = base
          // Every other one comes in one burst.
          stage.isDrawn = runs.isMultiple(of: 2)
          await stage.press(signs: slash + typed + end)
          stage.isDrawn = true
          await stage.press(signs: typed)
          // On a profile and at a look Q quits, as there is nothing to search.
          #expect(
            !stage.hasQuit || stage.state.screen.search == nil, "\(place) \(slash)\(typed)\(end)")
        }
      }
      #expect(try home.text() == accounts, "\(place) \(name)")
      #expect(try home.text(of: "history.jsonl") == history, "\(place) \(name)")
    }
    #expect(runs >= 8)
  }

  @Test(
    "is searched for in every list, with all of its characters",
    arguments: ["", "L", "H"])
  func isSearched(place: String) async throws {
    let home = Home()
    let base = try await stage(at: place, home)
    for name in [
      "user03", "olga", "ada.lovelace@example.com", "o'neill", "ольга", "שרה", "李娜 x", "_x",
      ":x",
    ] {
      for typed in [name, "/" + name.capitalized + " B:?*/\"QJK"] {
        var stage = base
        await stage.press(signs: typed)
        let text = typed.hasPrefix("/") ? String(typed.dropFirst()) : typed
        #expect(stage.state.screen.search?.text == text && stage.state.isTypingSearch)
        #expect(stage.frame().lines.last?.contains("Esc") == true && !stage.shows("more"))
        await stage.press(.down)
        #expect(!stage.state.isTypingSearch, "an arrow ends it, a pause does not")
        await stage.press(.backspace)
        #expect(stage.state.screen.search?.text == String(text.dropLast()))
        await stage.press(.enter, .escape)
        #expect(stage.state.screen.search?.isShown == false && stage.kind == base.kind)
      }
    }
    var stage = base
    await stage.paste("two\nlines\n")
    #expect(stage.state.screen.search?.text == "two lines")
    await stage.press(.left, .home, .character("*"), .end, .character("X"))
    #expect(stage.state.screen.search?.text == "*two linesX")
    #expect(stage.shows("Enter first, then the action"))
  }

  @Test("finds its row, on which the bar is: Enter shows the list, and Enter again opens it")
  func opens() async throws {
    var stage = await home.accountsList()
    await stage.press(.character(" "), .end)
    await stage.type("gra")
    await stage.press(.enter)
    #expect(stage.kind == "accounts" && stage.names == ["grace@example.com"])
    #expect(try stage.accounts().focus.row == 0 && stage.accounts().markedNames.count == 1)
    await stage.press(.enter)
    #expect(try stage.account().name.text == "grace@example.com")
    await stage.press(.escape)
    #expect(stage.names == ["grace@example.com"], "one comes back to the search")
    await stage.press(.escape)
    #expect(try stage.names.count == 4 && stage.accounts().markedNames.count == 1)
  }

  private let home = Home()

  @Test(
    "goes to the list that E, P and H were called from, with its bar and search",
    arguments: ["E⎋", "E⇥⇥⇥x☑", "P⎋", "P§⏎", "Pnew-pass1⇥new-pass1☑", "H⎋"])
  func comesBack(keys: String) async throws {
    var stage = await home.accountsList()
    await stage.type("example")
    await stage.press(.enter, .down, .down)
    let focused = try stage.accounts().focusedName
    await stage.press(signs: keys)
    #expect(stage.kind == "accounts" && stage.state.account == nil && stage.state.behind.count == 1)
    #expect(
      try stage.accounts().focusedName == focused && stage.accounts().search.text == "example")
    let text = try home.text()
    await stage.type("user03")
    #expect(try stage.accounts().search.text == "user03" && home.text() == text)
  }
}
