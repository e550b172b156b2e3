import Accounts
import Foundation
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("What is wrong in the accounts file") struct MendingTests {
  private let home = Home()

  private static let ada = #"{"email": "ada@home.org", "password": "!"}"#
  private static let bob = #"{"email": "bob", "password": "!"}"#
  private static let cid = #"{"email": "cid@home.org", "password": "!", "phone": "12"}"#

  /// The list of accounts, each of which is in a line of its own from the third on.
  private func list(_ accounts: String...) async throws -> Stage {
    try write(accounts)
    var stage = await Stage(home)
    await stage.press(.control("o"))
    #expect(stage.kind == "accounts")
    return stage
  }

  private func write(_ accounts: [String]) throws {
    let lines = accounts.joined(separator: ",\n    ")
    try home.write("{\n  \"rules\": \"register\", \"accounts\": [\n    \(lines)\n  ]\n}\n")
  }

  private func line(_ stage: Stage) -> Int? {
    guard case .editFile(let line)? = stage.handedOver else { return nil }
    return line
  }

  @Test("opens the editor at the line of the account under the bar, and of the one that is shown")
  func leads() async throws {
    var stage = try await list(Self.ada, Self.bob, Self.cid)
    #expect(stage.state.lineToMend == nil && !stage.handsOver)
    await stage.press(.down, .character("C"))
    #expect(stage.handsOver && line(stage) == 4)
    await stage.press(.down, .character("С"))
    #expect(line(stage) == 5, "the key has a Russian letter, too")
    await stage.press(.up, .enter)
    #expect(stage.kind == "profile")
    await stage.press(.character("C"))
    #expect(line(stage) == 4)
  }

  @Test("begins a search by C where the account under the bar is right")
  func searches() async throws {
    var stage = try await list(Self.ada, Self.bob)
    await stage.press(.character("C"))
    #expect(!stage.handsOver && stage.state.isTypingSearch)
  }

  @Test(
    "opens the editor at the first problem of a file that cannot be used, and follows its mending")
  func broken() async throws {
    try home.write("{\n  \"rules\": \"register\", \"accounts\": [\n    oops\n]}")
    var stage = await Stage(home)
    #expect(stage.kind == "broken")
    await stage.press(.character("E"))
    #expect(stage.handsOver && line(stage) == nil)
    try write([Self.ada])
    await stage.send(.tick)
    #expect(stage.kind == "login")
  }

  @Test("tells what came of the edit, and shows the accounts as they are then")
  func edited() async throws {
    var stage = try await list(Self.bob)
    await stage.press(.character("C"))
    try write([Self.ada])
    await stage.comeBack()
    await stage.send(.message(.edited([Phrase("installed")], isDone: true)))
    #expect(stage.said == "installed" && stage.names == ["ada@home.org"])
    await stage.send(.message(.edited([Phrase("no")], isDone: false)))
    #expect(stage.state.note?.kind == .problem)
  }

  @Test("opens no editor where nothing can be written, and says why")
  func readOnly() async throws {
    var stage = try await list(Self.bob)
    let busy = StoreStatus(stamp: .init("x"), writeFault: .busy(subject: "f", by: nil))
    await stage.send(.message(.status(busy)))
    await stage.press(.character("C"))
    #expect(!stage.handsOver && stage.said == "f is locked")
    await stage.press(.escape)
    await stage.send(.message(.status(StoreStatus(stamp: .init("x"), writeFault: nil))))
    await stage.press(.character("C"))
    #expect(stage.handsOver)
  }
}
