import Testing

@testable import CommandKit
@testable import RegApp
@testable import ScreenKit
@testable import Terminal

@Suite("A menu of lines") struct PlainMenuTests {
  private let menu = PlainMenu([
    ScreenOffer(.edit, [.character("e"), .enter], Phrase(same: "E"), Phrase("edit", ru: "правка")),
    ScreenOffer(.disable, "o", Phrase("off", ru: "отключить")),
    ScreenOffer(
      .logOut, [.escape, .character("b")], Phrase(same: "Esc"), Phrase("log out", ru: "выйти")),
    ScreenOffer(
      .palette, [.character(":"), .control("p")], Phrase(same: ":"),
      Phrase("actions", ru: "действия")),
    ScreenOffer(.redraw, [.control("l")], Phrase(same: "^L"), Phrase("redraw", ru: "перерисовать")),
  ])

  @Test("has what the screens run by a letter, in whole words")
  func question() {
    #expect(menu.question[.english] == "E edit, O disable, B log out: ")
    #expect(menu.question[.russian] == "E правка, O отключить, B выйти: ")
  }

  @Test(
    "takes a letter in either layout, or the word in any language",
    arguments: [
      ("e", .edit), ("E", .edit), (" e ", .edit), ("у", .edit), ("У", .edit), ("edit", .edit),
      ("правка", .edit), ("disable", .disable), ("щ", .disable), ("b", .logOut),
      ("log out", .logOut),
      ("", nil), ("x", nil), ("ed", nil), ("l", nil), (":", nil), ("p", nil),
    ] as [(String, ScreenAction?)])
  func named(answer: String, action: ScreenAction?) {
    guard case .offer(let offer)? = menu.choice(named: answer) else {
      #expect(action == nil)
      return
    }
    #expect(offer.action == action)
  }

  @Test("breaks between actions, never between a letter and its word")
  func lines() {
    let offers = "abcdefghijklmno".map { ScreenOffer(.edit, $0, Phrase(same: "action of it")) }
    let lines = PlainMenu(offers).question[.english].split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.count < 80 && $0.dropFirst().hasPrefix(" action") })
  }
}
