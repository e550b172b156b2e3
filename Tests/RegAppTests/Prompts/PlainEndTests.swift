import Testing

@testable import CommandKit
@testable import Product
@testable import RegApp
@testable import ScreenKit

@Suite("The end of input, line by line") struct PlainEndTests {
  private let home = Home()

  struct Flow: Sendable, CustomTestStringConvertible {
    let name: String
    let rulebook: String
    let answers: [String]
    var testDescription: String { name }
  }

  private static let flows = [
    Flow(
      name: "register and edit", rulebook: "register",
      answers: [
        "mario@gmail.com", "12345", "12345", "e", "", "", "Mario", ":back", "Luigi", "", "", "",
        "b",
      ]),
    Flow(
      name: "albums", rulebook: "albums",
      answers: [
        "r", "Ada", "Lovelace", "1990-08-12", "9123456789", "ada@b.co", "Secret1", "Secret1", "e",
        "", "", "", "", "", "", "b", "l", "ada@b.co", "Secret1",
      ]),
    Flow(
      name: "authorisation", rulebook: "authorisation --samples",
      answers: ["?", "l", "alex", "no", "l", "alex", "password1", "e", ":cancel", "b", "r", "A"]),
  ]

  @Test("ends every flow at every question, and quickly", arguments: flows)
  func ends(flow: Flow) async {
    for count in 0...flow.answers.count {
      let home = Home()
      await home.run("init \(flow.rulebook)")
      let ran = await home.plain(Array(flow.answers.prefix(count)), way: .accessible)
      #expect(ran.exit == 0 || ran.exit == 130, "after \(count) answers: \(ran.exit)")
      #expect(ran.questions.count == count + 1, "after \(count) answers")
      #expect(!ran.everything.contains("\u{1B}"), "after \(count) answers")
    }
  }

  @Test("at a form is an interrupt, and at a menu quits")
  func code() async {
    #expect(await home.plain().exit == 130)
    await home.run("init albums")
    #expect(await home.plain().exit == 0)
    #expect(await home.plain("l").exit == 130)
    #expect(await home.plain("r", "Ada").exit == 130)
  }

  @Test("discards what was not submitted")
  func nothing() async throws {
    await home.run("login --email mario@gmail.com --password 12345")
    let text = try home.text()
    let ran = await home.plain("e", "luigi@gmail.com", "", "Luigi")
    #expect(ran.exit == 130)
    #expect(try home.text() == text)
  }
}
