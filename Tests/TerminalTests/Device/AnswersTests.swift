import Foundation
import TestSupport
import Testing

/// Questions to the terminal at the start, and the use of its answers.
@Suite struct AnswersTests {
  private static let questions = "\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p\u{1B}[c"
  private static let background = "\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\"
  private static let answers = background + "\u{1B}[?2026;2$y\u{1B}[?62;22c"
  private static let begin = "\u{1B}[?2026h"

  /// A probe that has asked.
  private func asked(_ words: String) async throws -> ProbeTerminal {
    let terminal = try ProbeTerminal(words, ProbeTerminal.patient)
    #expect(
      try await terminal.waits { String(decoding: $0, as: UTF8.self).contains(Self.questions) })
    return terminal
  }

  private func end(_ terminal: ProbeTerminal, by keys: String = Typed.f10, _ code: Int = 0)
    async throws
  {
    try terminal.type(keys)
    #expect(try await terminal.says("[ended \(code)]\r\n"))
    try expectAllIsBack(terminal)
    #expect(terminal.screen.main == "[ended \(code)]\r\n" && terminal.unread == 0)
    try await terminal.finish()
  }

  @Test("The answers are there before the first frame, and what is typed meanwhile is kept")
  func inTime() async throws {
    // Time must not matter: the program would wait for days.
    let terminal = try await asked("ask=\(days)")
    try terminal.type("ab")
    #expect(try await comesTrue { terminal.unread == 0 })
    #expect(terminal.screen.rows.isEmpty)
    try terminal.type("c\(Self.answers)d")
    #expect(try await terminal.shows("> abcd"))
    #expect(terminal.screen.rows.contains("messages 255 128 0,whole frames"))
    #expect(terminal.text.contains(Self.begin))
    try await end(terminal)
  }

  @Test("Answers may come in pieces, and none of them becomes text")
  func pieces() async throws {
    let terminal = try await asked("ask=\(days)")
    for byte in Self.answers {
      try terminal.type(String(byte))
      #expect(try await comesTrue { terminal.unread == 0 })
    }
    #expect(try await terminal.shows("messages 255 128 0,whole frames"))
    #expect(terminal.screen.rows[1] == ">")
    try await end(terminal)
  }

  @Test("A terminal that never answers is drawn on all the same, without marks around the frames")
  func never() async throws {
    let terminal = try await asked("ask=1")
    #expect(try await terminal.shows("messages"))
    try terminal.type("x")
    #expect(try await terminal.shows("> x"))
    #expect(!terminal.text.contains(Self.begin))
    try await end(terminal)
  }

  @Test("Late answers insert nothing and change no colour, but frames are then drawn whole")
  func late() async throws {
    let terminal = try await asked("ask=1")
    #expect(try await terminal.shows("messages"))
    try terminal.type("x\(Self.answers)y")
    #expect(try await terminal.shows("> xy"))
    #expect(terminal.screen.rows.contains("messages"))
    #expect(terminal.text.contains(Self.begin))
    // Nor do they part a long text in two.
    let half = String(repeating: "p", count: 200)
    try terminal.type(half + Self.background + half)
    #expect(try await terminal.shows("last paste"))
    try await end(terminal)
  }

  @Test("A terminal that does not know whole frames is sent no marks around them")
  func unknown() async throws {
    let terminal = try await asked("ask=\(days)")
    try terminal.type("\(Self.background)\u{1B}[?2026;0$y\u{1B}[?1;2c")
    #expect(try await terminal.shows("messages 255 128 0"))
    #expect(!terminal.text.contains(Self.begin))
    try await end(terminal)
  }

  @Test("While the answers are awaited, a signal ends the program, and a new size is seen")
  func signals() async throws {
    let terminal = try await asked("ask=\(days)")
    try terminal.resize(columns: 70, rows: 20)
    #expect(try await terminal.shows("size 70x20"))
    try await end(terminal, by: Typed.controlC, 130)
  }

  @Test("A program that quits at its start leaves no answer for the shell")
  func quitting() async throws {
    let terminal = try ProbeTerminal("ask=\(days)", "quit")
    #expect(
      try await terminal.waits { String(decoding: $0, as: UTF8.self).contains(Self.questions) })
    try await end(terminal, by: Self.answers)
  }
}
