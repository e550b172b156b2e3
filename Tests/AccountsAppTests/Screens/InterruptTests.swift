import Terminal
import Testing

@testable import AccountsApp

@Suite("Ctrl+C") struct InterruptTests {
  private let home = Home()
  private static let small = Size(columns: 20, rows: 5)

  private func edit() async -> Stage {
    await home.run("register --email mario@gmail.com --password 12345")
    var stage = await Stage(home)
    await stage.press(.character("E"))
    return stage
  }

  @Test("ends where nothing is lost")
  func ends() async {
    var edit = await edit()
    edit.interrupt()
    #expect(edit.isInterrupted)
    await edit.press(.escape)
    for keys in [[], [.character("H")], [.character("L")], [.character("B")], [.character("?")]]
      as [[Key]]
    {
      var stage = edit
      for key in keys { await stage.press(key) }
      stage.interrupt()
      #expect(stage.isInterrupted, "\(keys)")
    }
  }

  @Test(
    "asks before what was typed is lost, at any size; and again ends", arguments: [false, true])
  func asks(isSmall: Bool) async {
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.type("Mario")
    if isSmall { await stage.send(.resized(Self.small)) }
    stage.interrupt()
    #expect(!stage.isInterrupted && stage.state.question?.answer == .leave(.program))
    let size = isSmall ? Self.small : Stage.usual
    let words = words(stage, size)
    let again = isSmall ? "[Y, ^C] yes [N, Esc, Enter] no" : "^C yes"
    #expect(words.contains("Discard what you typed?") && words.contains(again), "\(words)")
    await stage.press(.character("N"))
    #expect(stage.form?[.firstName] == "Mario" && stage.state.question == nil)
    stage.interrupt()
    #expect(!stage.isInterrupted)
    var other = stage
    await other.press(.character("Y"))
    #expect(other.hasQuit)
    stage.interrupt()
    #expect(stage.isInterrupted)
  }

  private func words(_ stage: Stage, _ size: Size) -> String {
    stage.text(size).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("a question says what Enter answers, in a window too small for buttons too")
  func enter() async {
    let (yes, no) = ("[Y, Enter] yes [N, Esc] no", "[Y] yes [N, Esc, Enter] no")
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.type("Mario")
    await stage.press(.escape)
    await stage.send(.resized(Self.small))
    #expect(words(stage, Self.small).contains(no))
    await stage.press(.tab)
    #expect(words(stage, Self.small).contains(yes))
    await stage.press(.tab, .enter)
    #expect(stage.form?[.firstName] == "Mario" && stage.state.question == nil)
    await stage.send(.resized(Stage.usual))
    await stage.press(.escape, .character("Y"), .character("B"))
    await stage.send(.resized(Self.small))
    #expect(!words(stage, Self.small).contains("yes"))
    await stage.press(.tab, .enter)
    #expect(stage.state.question != nil, "it is answered where it is seen")
    await stage.send(.resized(Stage.usual))
    await stage.agree()
    #expect(stage.kind == "login" && stage.state.question == nil)
  }

  @Test("asks about leaving, too, where another question is open over what was typed")
  func otherQuestion() async {
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.type("Mario")
    await stage.press(.escape)
    #expect(stage.state.question?.answer == .leave(.back))
    stage.interrupt()
    #expect(!stage.isInterrupted && stage.state.question?.answer == .leave(.program))
    stage.interrupt()
    #expect(stage.isInterrupted)
  }

  @Test("waits for what is being written, which is then done; and again ends")
  func writes() async throws {
    var stage = await edit()
    await stage.go(to: .firstName)
    await stage.type("Mario")
    stage.holdsBack = true
    await stage.press(.control("s"))
    stage.interrupt()
    #expect(!stage.isInterrupted && stage.shows("saving; then quit (^C: now)"))
    var other = stage
    other.interrupt()
    #expect(other.isInterrupted)
    await stage.release()
    #expect(stage.hasQuit)
    #expect(try home.text().contains("Mario"))
  }

  @Test("ends where keys are dropped")
  func refused() async throws {
    try home.write(#"{"rules": "register", "accounts": [{"password": "12345"}]}"#)
    var stage = await Stage(home)
    await stage.press(.control("o"), .character("P"))
    #expect(stage.state.refusal != nil)
    stage.interrupt()
    #expect(stage.isInterrupted)
  }

  @Test("does not wait for what is only read")
  func reads() async {
    var stage = await home.accountsList()
    stage.holdsBack = true
    await stage.press(.enter)
    stage.interrupt()
    #expect(stage.isInterrupted)
  }

  @Test("never hides a generated password, nor does quitting, at any size")
  func generated() async throws {
    var stage = await home.accountsList()
    await stage.press(.character("P"), .control("g"))
    let password = try #require(stage.state.generated?.password.text)
    for size in [Stage.usual, Self.small, Stage.usual] {
      await stage.send(.resized(size))
      for _ in 0..<3 {
        stage.interrupt()
        #expect(!stage.isInterrupted)
        await stage.press(.control("q"), .character("Q"), .control("l"))
      }
      #expect(!stage.hasQuit && stage.state.generated != nil)
      let words = stage.text(size).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(size == Self.small ? words.contains("it shows a new") : words.contains(password))
    }
    await stage.press(.escape)
    #expect(stage.state.generated == nil)
    stage.interrupt()
    #expect(stage.isInterrupted)
  }
}
