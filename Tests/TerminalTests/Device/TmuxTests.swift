import Foundation
import TestSupport
import Testing

/// The same endings under a real terminal and a plain shell that restores nothing: tmux and dash.
@Suite(
  .enabled(
    if: Tmux.areInstalled, "tmux and dash are not installed: what they would show is not tested")
)
struct TmuxTests {
  @Test(
    "the settings, the main screen and the cursor are back, and the shell reports how it ended",
    arguments: [
      (.keys(["F10"]), 0, ""), (.keys(["C-c"]), 130, ""), (.signal(SIGTERM), 143, ""),
      (.signal(SIGINT), 130, ""), (.signal(SIGHUP), 129, ""),
      (.keys(["F2"]), 128 + CrashTests.trap, "Fatal error: boom"),
      (.keys(["F4"]), 128 + SIGSEGV, ""), (.keys(["z", "C-z"]), 148, ""),
      (.keys(["Left", "x", "F10"]), 0, ""),
    ] as [(Tmux.Cause, Int32, String)])
  func endings(cause: Tmux.Cause, status: Int32, message: String) async throws {
    let tmux = try Tmux()
    defer { tmux.end() }
    try await tmux.line(
      "PS1=; stty -ixon; stty -g >before; \"$PROBE\"; echo \"[ended $?]\" >status")
    try #require(try await tmux.shows { $0.contains("end") })
    // The cursor comes back when the frame is whole.
    #expect(try await tmux.displays("1 1", "#{alternate_on} #{cursor_flag}"))
    try await tmux.bring(cause)
    try await tmux.line("stty -g >after; tmux -S socket wait-for -S done")
    _ = try await tmux.run("wait-for", "done")
    #expect(try tmux.file("status") == "[ended \(status)]\n")
    #expect(try tmux.file("after") == tmux.file("before"))
    // tmux may hear of the shell before it has read all that the probe wrote.
    #expect(try await tmux.displays("0 1", "#{alternate_on} #{cursor_flag}"))
    #expect(
      try await tmux.shows { rows in
        message.isEmpty || rows.contains { $0.contains(message) }
      })
    let rows = try await tmux.rows()
    #expect(!rows.contains { $0.hasPrefix("> ") }, "\(rows)")
  }

  @Test("without an alternate screen nothing drawn stays, and the shell goes on in the last row")
  func oneScreen() async throws {
    let tmux = try Tmux()
    defer { tmux.end() }
    _ = try await tmux.run("set-option", "-g", "alternate-screen", "off")
    try await tmux.line("PS1=; \"$PROBE\"; echo \"[ended $?]\" >status")
    try #require(try await tmux.shows { $0.contains("end") })
    try await tmux.bring(.keys(["s", "e", "c", "C-l", "r", "F10"]))
    #expect(try await tmux.displays("0 0 23", "#{alternate_on} #{cursor_x} #{cursor_y}"))
    let all = try await tmux.run("capture-pane", "-p", "-S", "-")
    #expect(!all.contains("> s") && !all.contains("size 80x24"), "\(all)")
    #expect(all.contains("PROBE"), "what was there before is in the history")
  }
}

/// A tmux server of the test's own, running dash.
final class Tmux: Sendable {
  enum Cause {
    case keys([String])
    case signal(Int32)
  }

  static var areInstalled: Bool {
    ["tmux", "dash"].allSatisfy { name in
      ["/usr/bin", "/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
      }
    }
  }

  /// In /tmp, as the path of a socket must be short.
  private let folder = TemporaryDirectory("regapp-tmux")
  private let environment: [String: String]

  init() throws {
    environment = ProbeProgram.environment.merging([
      "PROBE": ProbeProgram.path, "HOME": folder.path,
    ]) { $1 }
    let code = try start(
      ["new-session", "-d", "-x", "80", "-y", "24", "-c", folder.path, "dash"], output: nil)
    guard code == .exit(0) else { throw SystemFailure(call: "tmux \(code)", code: 0) }
  }

  func end() {
    _ = try? start(["kill-server"], output: nil)
  }

  private func start(_ words: [String], output: Int32?) throws -> ChildProcess.End {
    let null = ChildProcess.Source.file("/dev/null")
    let tmux = try ChildProcess(
      "tmux", ["-S", "\(folder.path)/socket", "-f", "/dev/null"] + words, environment: environment,
      [null, output.map { .descriptor($0) } ?? null, null])
    return try tmux.waitForEnd()
  }

  /// The output of a tmux command, which must fit into a pipe.
  func run(_ words: String...) async throws -> String {
    try await blocking {
      let (out, into) = try Descriptors.pair { pipe($0) }
      defer { close(out) }
      _ = try self.start(words, output: into)
      close(into)
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(out, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  func line(_ text: String) async throws {
    _ = try await run("send-keys", "-l", text)
    _ = try await run("send-keys", "Enter")
  }

  func rows() async throws -> [String] {
    try await run("capture-pane", "-p").components(separatedBy: "\n")
  }

  func display(_ format: String) async throws -> String {
    try await run("display-message", "-p", format).trimmingCharacters(in: .newlines)
  }

  func file(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  func bring(_ cause: Cause) async throws {
    switch cause {
    case .keys(let keys):
      for key in keys { _ = try await run("send-keys", key) }
    case .signal(let signal):
      let probe = try await rows().first?.split(separator: " ").last.flatMap { pid_t($0) }
      guard let probe else { throw SystemFailure(call: "the probe shows no number", code: 0) }
      kill(probe, signal)
    }
    try #require(try await shows { _ in (try? self.file("status"))?.hasSuffix("\n") == true })
  }

  func shows(_ isEnough: @escaping @Sendable ([String]) -> Bool) async throws -> Bool {
    try await comes { isEnough(try await self.rows()) }
  }

  /// Whether a format comes to be displayed as a text.
  func displays(_ text: String, _ format: String) async throws -> Bool {
    try await comes { try await self.display(format) == text }
  }

  private func comes(_ isSo: () async throws -> Bool) async throws -> Bool {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if try await isSo() { return true }
    }
    return false
  }
}
