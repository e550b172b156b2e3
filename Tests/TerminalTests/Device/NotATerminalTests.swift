import Foundation
import Testing

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
}
