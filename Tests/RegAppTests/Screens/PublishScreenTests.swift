import Terminal
import Testing

@testable import RegApp

@Suite("Publishing from the screens") struct PublishScreenTests {
  private let home = Home()

  private func asked(of list: String?) async throws -> Stage {
    try home.write("", to: "users")
    if let list { try home.write(list, to: "publish.json") }
    var stage = await home.accountsList()
    await stage.press(.character(":"))
    await stage.type("publish")
    await stage.press(.enter)
    return stage
  }

  @Test("asks with what would be written, and writes after a yes")
  func writes() async throws {
    let file = "\(home.documents)/users"
    var stage = try await asked(of: #"{"publish": [{"for": "nginx", "file": "\#(file)"}]}"#)
    let question = stage.text().filter { $0.isLetter || $0.isNumber || $0 == "?" }
    #expect(question.contains("Write1file?") && question.contains("wouldbewritten"))
    #expect(try home.text(of: "users") == "")
    await stage.press(.character("n"))
    #expect(try home.text(of: "users") == "" && stage.state.question == nil)
    await stage.press(.character(":"))
    await stage.type("publish")
    await stage.press(.enter, .character("y"))
    #expect(try home.text(of: "users").split(separator: "\n").count == 4)
    #expect(stage.said.contains("written: 4 accounts"))
  }

  @Test(
    "leaves the screen where it is, whatever is wrong with the list",
    arguments: [nil, "{", "{\"publish\": [{}]}"])
  func wrong(list: String?) async throws {
    let stage = try await asked(of: list)
    #expect(stage.kind == "accounts" && stage.state.broken == nil && stage.state.question == nil)
    #expect(stage.said.contains(list == nil ? "nothing to publish" : "publish.json"))
    #expect(try home.text(of: "users") == "")
  }
}
