import Accounts
import Foundation
import Terminal
import Testing

@testable import AccountsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("The list of problems on the screen") struct CheckScreenTests {
  private let home = Home()
  private static let wide = Size(columns: 130, rows: 30)

  private static func file(_ accounts: String...) -> String {
    "{\n  \"rules\": \"register\", \"accounts\": [\n    \(accounts.joined(separator: ",\n    "))\n  ]\n}\n"
  }

  private static let ada = #"{"email": "ada@home.org", "password": "!"}"#
  private static let bob = #"{"email": "bob", "password": "!"}"#
  private static let cid = #"{"email": "cid@home.org", "password": "!", "phone": "12"}"#

  /// The check, as one comes to it from the list of accounts.
  private func check(_ text: String) async throws -> Stage {
    try home.write(text)
    var stage = await Stage(home)
    await stage.press(stage.kind == "profile" ? .character("L") : .control("o"))
    #expect(stage.kind == "accounts")
    await stage.press(.character("C"))
    #expect(stage.kind == "check")
    return stage
  }

  private func state(_ stage: Stage) throws -> CheckState {
    guard case .check(let check) = stage.state.screen else { throw Stage.NoProfile() }
    return check
  }

  private func line(_ stage: Stage) -> Int? {
    guard case .editFile(let line)? = stage.handedOver else { return nil }
    return line
  }

  @Test("has every problem and warning with its place, and the whole of the one in focus")
  func listed() async throws {
    var stage = try await check(Self.file(Self.ada, Self.bob, Self.cid))
    for words in ["2 errors, 3 warnings", "error    4:15", "error    5:57", "bob"] {
      #expect(stage.shows(words), "\(words)")
    }
    #expect(stage.shows("this account cannot log in"))
    #expect(!stage.shows("account: cid@home.org"))
    await stage.press(.end)
    #expect(stage.shows("account: cid@home.org") && stage.shows("/accounts.json:5:57"))
    // A wide window has more of it in one row.
    #expect(stage.shows("password is locked: this account cannot log in", Self.wide))
    for size in [Size(columns: 40, rows: 10), Size(columns: 200, rows: 60)] {
      #expect(stage.frame(size).lines.contains { $0.drop { $0 == " " }.hasPrefix(">") })
    }
  }

  @Test("has each problem whole where there is room for all, else in a line")
  func whole() async throws {
    let stage = try await check(Self.file(Self.ada, Self.bob, Self.cid))
    for size in [Stage.usual, Size(columns: 100, rows: 24), Self.wide] {
      let shown = stage.frame(size).lines.map { $0.split(separator: "│").first ?? "" }
        .joined(separator: " ").split(whereSeparator: \.isWhitespace)
      #expect(!shown.contains { $0.hasSuffix("…") }, "\(stage.text(size))")
    }
    #expect(stage.shows("…", Size(columns: 60, rows: 12)))
  }

  @Test("moves no column while one goes through it")
  func still() async throws {
    let accounts = (1...60).map { #"{"email": "a\#($0 % 9 == 0 ? "bcdefghi" : "")\#($0)"}"# }
    var stage = try await check(
      "{\"rules\": \"register\", \"accounts\": [\n\(accounts.joined(separator: ",\n"))\n]}\n")
    func columns() -> Set<Int> {
      Set(
        stage.frame().lines[3..<10].compactMap { line in
          line.range(of: "email must").map {
            line.distance(from: line.startIndex, to: $0.lowerBound)
          }
        })
    }
    let before = columns()
    #expect(before.count == 1)
    for _ in 0..<8 {
      await stage.press(.pageDown)
      #expect(columns().isSubset(of: before))
    }
  }

  @Test("says that nothing is wrong, in what")
  func fine() async throws {
    let stage = try await check(#"{"rules": "register", "accounts": []}"#)
    #expect(stage.shows("Nothing is wrong.") && stage.shows("0 accounts, no errors"))
  }

  @Test("opens the editor at the problem in focus, but not for what is in another file")
  func editor() async throws {
    try home.write(#"{"email": "#, to: "session.json")
    var stage = try await check(Self.file(Self.bob, Self.cid))
    await stage.press(.enter)
    #expect(stage.handsOver && line(stage) == 3)
    await stage.press(.down, .down, .character("У"))
    #expect(line(stage) == 4)
    var other = try await check(Self.file(Self.ada))
    await other.press(.end, .enter)
    #expect(!other.handsOver && other.said == "It is not in the accounts file.")
  }

  @Test("tells what came of the edit, and reads again")
  func edited() async throws {
    var stage = try await check(Self.file(Self.bob))
    try home.write(Self.file(Self.ada))
    await stage.comeBack()
    await stage.send(.message(.edited([Phrase("installed")], isDone: true)))
    #expect(stage.said == "installed" && stage.shows("1 account, no errors, 1 warning"))
    await stage.send(.message(.edited([Phrase("no")], isDone: false)))
    #expect(stage.state.note?.kind == .problem)
  }

  @Test("is read again when the file was written, with the focus on the same problem")
  func live() async throws {
    var stage = try await check(Self.file(Self.bob, Self.cid))
    await stage.press(.end)
    let seen = try #require(try state(stage).focused)
    let begun = stage.begun
    await stage.send(.tick)
    #expect(stage.begun == begun)
    try home.write(Self.file(Self.ada, Self.ada.replacing("ada", with: "eve"), Self.cid, Self.bob))
    await stage.send(.tick)
    #expect(stage.begun == begun + ["check"])
    let now = try #require(try state(stage).focused)
    #expect(now.problem.rule == seen.problem.rule && now.problem.account == "cid@home.org")
    #expect(now.line == 5 && seen.line == 4)
    await stage.send(.tick)
    #expect(stage.begun == begun + ["check"])
    #expect(stage.state.tickInterval == 1_000)
    await stage.press(.escape)
    #expect(stage.kind == "accounts")
  }

  @Test("shows a file that cannot be parsed, from the screen that says so, and follows its mending")
  func broken() async throws {
    try home.write("{\n  \"rules\": \"register\", \"accounts\": [\n    oops\n]}")
    var stage = await Stage(home)
    #expect(stage.kind == "broken")
    await stage.press(.character("E"))
    #expect(stage.handsOver && line(stage) == nil)
    await stage.press(.character("C"))
    #expect(stage.kind == "check" && stage.shows("error    3:5"))
    await stage.press(.enter)
    #expect(line(stage) == 3)
    try home.write(Self.file(Self.ada))
    await stage.send(.tick)
    #expect(stage.shows("1 account, no errors"))
    await stage.press(.escape)
    #expect(stage.kind == "login")
  }

  @Test("is not covered by a read that was under way when it was opened")
  func changedMeanwhile() async throws {
    try home.write("{")
    var stage = await Stage(home)
    stage.holdsBack = true
    await stage.press(.character("R"))
    await stage.press(.character("C"))
    await stage.release()
    #expect(stage.kind == "check" && stage.shows("1 error"))
  }

  @Test("hashes typed passwords, tells how far it is, and which it left")
  func seals() async throws {
    var stage = try await check(
      Self.file(
        Self.ada.replacing("!", with: "secret1"), Self.cid.replacing("!", with: "abc")))
    stage.holdsBack = true
    await stage.press(.character("S"), .tab, .enter)
    #expect(stage.state.busy == Operation.seal.busy)
    await stage.send(.message(.progress(.init(done: 1, total: 4))))
    #expect(stage.shows("hashing typed passwords, 1 of 4 [#####   "))
    await stage.release()
    #expect(stage.state.work == nil)
    #expect(stage.said.hasPrefix("Sealed 1 password.\n1 problem with typed passwords"))
    #expect(stage.state.note?.kind == .problem)
    #expect(try home.text().contains("$y$") && home.text().contains("abc"))
    // A late message changes nothing.
    await stage.send(.message(.progress(.init(done: 4, total: 4))))
    #expect(stage.state.work == nil)
  }

  @Test("offers neither edit nor hashing where nothing can be written, and says why")
  func readOnly() async throws {
    var stage = try await check(Self.file(Self.bob))
    let status = StoreStatus(stamp: .init("x"), writeFault: .busy(subject: "f", by: nil))
    await stage.send(.message(.status(status)))
    await stage.press(.character("S"))
    #expect(stage.state.busy == nil && stage.said == "f is locked")
    await stage.press(.escape, .enter)
    #expect(!stage.handsOver && stage.said == "f is locked")
    await stage.press(.escape)
    let free = StoreStatus(stamp: .init("x"), writeFault: nil)
    await stage.send(.message(.status(free)))
    await stage.press(.enter)
    #expect(stage.handsOver)
  }

  @Test("a search narrows it by account, rule and place, and Esc shows all again")
  func searched() async throws {
    var stage = try await check(Self.file(Self.ada, Self.bob, Self.cid))
    let all = try state(stage).shown.count
    await stage.press(.character("/"))
    await stage.type("CID phone")
    #expect(try state(stage).shown.map(\.problem.account) == ["cid@home.org"])
    #expect(stage.shows("row 1 of 1, \(all) in all") && stage.shows("2 errors, 3 warnings"))
    await stage.press(.enter)
    #expect(stage.state.palette == nil && stage.kind == "check")
    await stage.press(.enter)
    #expect(line(stage) == 5)
    await stage.press(.character("/"))
    await stage.paste("zzz")
    #expect(stage.shows("no matching problems"))
    await stage.press(.escape)
    #expect(try state(stage).shown.count == all && stage.kind == "check")
    await stage.press(.character("/"))
    await stage.type("q:?")
    #expect(!stage.hasQuit && stage.state.palette == nil && stage.state.helpPage == nil)
    await stage.press(.escape, .escape)
    #expect(stage.kind == "accounts")
  }

  @Test("errors alone are shown with one key, and warnings again with the next")
  func onlyErrors() async throws {
    var stage = try await check(Self.file(Self.ada, Self.bob, Self.cid))
    let all = try state(stage).shown.count
    await stage.press(.character("F"))
    #expect(try state(stage).shown.count == 2 && state(stage).shown.allSatisfy(\.isError))
    #expect(stage.shows("row 1 of 2, \(all) in all") && stage.shows("only errors"))
    await stage.press(.end)
    let seen = try #require(try state(stage).focused)
    await stage.press(.character("F"))
    #expect(try state(stage).shown.count == all && state(stage).focused == seen)
    // It stays so when the file is read again.
    await stage.press(.character("А"))
    try home.write(Self.file(Self.ada, Self.bob))
    await stage.send(.tick)
    #expect(try state(stage).shown.count == 1 && state(stage).isOfErrors)
  }
}
