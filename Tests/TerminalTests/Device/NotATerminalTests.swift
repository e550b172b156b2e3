import Foundation
import TestSupport
import Testing

@testable import Terminal

/// Without a terminal, no screen is shown.
@Suite struct NotATerminalTests {
  @Test(
    "input or output that is not a terminal is refused at once, without writing a byte",
    arguments: [
      "</dev/null", ">\"$OUT\"", "</dev/null >\"$OUT\"", "<&-", ">&-", "</dev/null | cat",
    ])
  func refused(redirection: String) async throws {
    let out = FileManager.default.temporaryDirectory
      .appendingPathComponent("terminal-probe-\(UUID().uuidString)").path
    try Data().write(to: URL(fileURLWithPath: out))
    defer { try? FileManager.default.removeItem(atPath: out) }
    // The program has a controlling terminal, which must not be used instead.
    let terminal = try ProbeTerminal(
      shell: "\"$0\" 2>/dev/null \(redirection); echo \"[ended $?]\"; read line",
      environment: ["OUT": out])
    #expect(try await terminal.says("]\r\n"))
    let status = redirection.contains("|") ? 0 : 2
    #expect(terminal.text == "[ended \(status)]\r\n")
    #expect(FileManager.default.contents(atPath: out) == Data())
    #expect(try terminal.currentSettings == terminal.settings)
    try await terminal.finish()
  }

  @Test("the fault says so, whatever the capabilities claim")
  func fault() throws {
    let (input, output) = try Descriptors.pair { pipe($0) }
    defer {
      close(input)
      close(output)
    }
    let capabilities = Capabilities.decide {
      ["TERM": "xterm"][$0]
    }
    #expect(throws: TerminalFault.notATerminal) {
      try runScreens(
        Nothing(), capabilities: capabilities, input: input, output: output,
        perform: { _, _, _ in })
    }
    var event = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    #expect(poll(&event, 1, 0) == 0)
  }

  private struct Nothing: ScreenProgram {
    mutating func update(_ event: LoopEvent<Never>) -> [LoopAction<Never>] { [.quit] }
    func frame(_ size: Size) -> Frame { Frame(size: size) }
    func answer(to event: InputEvent) -> KeyAnswer { .acts }
    mutating func tellDropping() {}
    var tickInterval: Int? { nil }
  }
}
