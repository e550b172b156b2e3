import Foundation
import Testing

/// `export` and `import` as a shell has them: pipes, modes, exit codes and the file's bytes.
@Suite struct ExchangeTests {
  private static let hash = "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

  @Test("a pipe that nothing writes to yet is said to be waited for, at a terminal")
  func silentPipe() async throws {
    let home = try Home()
    let path = "\(home.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let terminal = try home.terminal("import", path, "--format", "htpasswd", "--rules", "register")
    #expect(try await terminal.shows("waiting for another program to write to \(path)\r\n"))
    let pipe = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    let line = Array("ada@mail.ru:\(Self.hash)\n".utf8)
    #expect(write(pipe, line, line.count) == line.count)
    close(pipe)
    #expect(try await terminal.finish() == .exit(0))
    #expect(terminal.screen.contains("added 1 account, replaced 0, skipped 0\n"))
  }
}
