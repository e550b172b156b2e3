import Accounts
import Terminal
import Testing

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

@Suite("The screens and the lines ask the same before they act") struct SameQuestionsTests {
  /// A screen, by the keys that lead there, and by the answers line by line.
  struct Place: Sendable {
    let name: String
    let keys: [Key]
    let answers: [String]
  }

  private static let places = [
    Place(name: "one's own profile", keys: [], answers: []),
    Place(
      name: "another's profile", keys: [.character("l"), .enter], answers: ["l", "1"]),
    Place(name: "the list", keys: [.character("l")], answers: ["l"]),
    Place(
      name: "several accounts",
      keys: [.character("l"), .character(" "), .character(" ")], answers: ["l", "1,2"]),
    Place(
      name: "the check", keys: [.character("l"), .character("c")], answers: ["l", "c"]),
  ]

  /// Somebody is logged in and has an open edit; another password was typed by hand.
  private func home() async throws -> Home {
    let home = Home()
    try home.write(
      #"""
      {"accounts": [
        {"email": "ada@example.com", "password": "12345"},
        {"email": "bob@example.com", "password": "12345", "disabled": true}
      ]}
      """#)
    await home.run("login --email ada@example.com --password 12345")
    await home.run("edit --account bob@example.com --last-name B")
    await home.run("edit --draft --first-name Ada")
    return home
  }

  private func stage(at place: Place) async throws -> Stage {
    var stage = await Stage(try await home())
    for key in place.keys { await stage.press(key) }
    return stage
  }

  /// The questions that the screens ask at a place, by their actions; an action that asks nothing has
  /// an empty one.
  private func questions(at place: Place) async throws -> [(offer: ScreenOffer, asked: String)] {
    var found: [(offer: ScreenOffer, asked: String)] = []
    for offer in try await stage(at: place).state.offers where offer.off == nil {
      guard let key = offer.keys.first else { continue }
      var stage = try await stage(at: place)
      await stage.press(key)
      found.append(
        (offer, stage.state.question.map { ScreenText.question($0)[.english] } ?? ""))
    }
    return found
  }

  /// Compares every action of a place that both offer; returns the questions.
  private func compare(at place: Place) async throws -> Set<String> {
    var compared: Set<String> = []
    for (offer, asked) in try await questions(at: place) {
      guard case .character(let letter)? = offer.keys.first?.name, letter.isLetter else {
        #expect(asked.isEmpty, "\(offer.action) has no letter")
        continue
      }
      let ran = await (try home()).plain(place.answers + [String(letter)])
      // Line by line, an account is chosen before what is done to it.
      let menu = ran.questions.dropFirst(place.answers.count).first ?? ""
      guard menu.contains("\(letter.uppercased()) "), let last = ran.questions.last else {
        continue
      }
      if offer.action == .undo {
        #expect(last == "Undo it? [y/n] " && asked.isEmpty, "\(place.name)")
        continue
      }
      let expected = asked.isEmpty ? nil : "\(asked) [y/n] "
      #expect((last.hasSuffix("[y/n] ") ? last : nil) == expected, "\(place.name): \(offer.action)")
      if !asked.isEmpty { compared.insert(asked) }
    }
    return compared
  }

  @Test("for every action, and no question is left out")
  func same() async throws {
    var compared: Set<String> = []
    for place in Self.places { compared.formUnion(try await compare(at: place)) }
    let names = ["ada@example.com", "bob@example.com"]
    let all = ScreenAction.allCases.flatMap { action in
      [[names[0]], names].compactMap { ScreenState.Question(before: action, of: $0) }
    }
    #expect(compared == Set(all.map { ScreenText.question($0)[.english] }))
    #expect(compared.count == 6)
  }

  @Test("and a no does nothing, line by line")
  func no() async throws {
    for (answers, question) in [
      (["b", "n", "q"], "Log out? The account stays. [y/n] "),
      (["d", "n", "q"], "Discard the open edit? [y/n] "),
      (["l", "1,2", "n", "n", "q"], "Enable 2 accounts: ada@example.com, bob@example.com? [y/n] "),
      (["l", "1,2", "x", "n", "q"], "Remove 2 accounts: ada@example.com, bob@example.com? [y/n] "),
      (
        ["l", "c", "s", "n", "q"],
        "Hash every typed password? What was typed cannot be brought back. [y/n] "
      ),
    ] {
      let home = try await home()
      let (text, session) = (try home.text(), try home.text(of: "session.json"))
      let ran = await home.plain(answers)
      #expect(ran.exit == 0 && ran.questions.contains(question), "\(ran.questions)")
      #expect(try home.text() == text && home.text(of: "session.json") == session)
    }
  }

  @Test("and a yes does what was asked, line by line")
  func yes() async throws {
    let home = try await home()
    #expect(await home.plain("l", "c", "s", "y", "q").err.contains("Hashed 1 typed password."))
    #expect(try !home.text().contains("12345"))
    let enabled = await home.plain("l", "1,2", "n", "y", "q").err
    #expect(enabled.contains("bob@example.com: disabled → open"), "\(enabled)")
    #expect(await home.plain("b", "y").questions.contains("Email: "))
  }
}
