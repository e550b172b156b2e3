import Foundation
import Synchronization
import TestSupport

/// `regapp` at a terminal of its own: what it shows is read as it comes, and answers are typed.
final class TerminalSession: Sendable {
  private let keyboard: Int32
  private let child: ChildProcess
  private let shown = Mutex<[UInt8]>([])
  private let home: String

  init(
    _ program: String, _ words: [String], environment: [String: String], home: String
  ) throws {
    let (ours, theirs) = try Descriptors.pair { openpty($0, $0 + 1, nil, nil, nil) }
    defer { close(theirs) }
    let terminal = ChildProcess.Source.file(try Descriptors.terminalName(theirs))
    child = try ChildProcess(
      program, words, environment: environment, [terminal, terminal, terminal])
    keyboard = ours
    self.home = home
  }

  deinit { close(keyboard) }

  /// All that was shown so far, with plain line ends, and the home as `~`.
  var screen: String {
    Home.written(text.replacing("\r\n", with: "\n"), in: home)
  }

  /// All that was written so far.
  var bytes: [UInt8] { shown.withLock { $0 } }
  private var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Waits until a text is shown behind what was waited for before; whether it came.
  func shows(_ text: String) async throws -> Bool {
    try await blocking { self.read { self.text.hasSuffix(text) } }
  }

  /// Waits until a condition holds, which is asked whenever more was written; whether it came.
  func waits(until isSo: @escaping @Sendable () -> Bool) async throws -> Bool {
    try await blocking { self.read(until: isSo) }
  }

  /// Sets the terminal's size, and tells the program that runs there.
  func resize(columns: Int, rows: Int) throws {
    var window = winsize()
    (window.ws_col, window.ws_row) = (UInt16(columns), UInt16(rows))
    try SystemFailure.checked("resize", ioctl(keyboard, UInt(TIOCSWINSZ), &window))
  }

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(keyboard, bytes, bytes.count) == bytes.count else {
      throw SystemFailure(call: "write to the terminal", code: errno)
    }
  }

  /// Whether the terminal shows what is typed.
  var echoes: Bool {
    var settings = termios()
    return tcgetattr(keyboard, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Sends a signal to all that runs at the terminal.
  func signalForeground(_ signal: Int32) throws {
    try SystemFailure.checked("kill", kill(-child.id, signal))
  }

  /// Waits for the end. What was shown is in `screen`.
  func finish() async throws -> Ran.End {
    try await blocking {
      _ = self.read { false }
      kill(self.child.id, SIGHUP)
      return Ran.End(try self.child.waitForEnd())
    }
  }

  /// Reads until a condition holds for what is shown, or nothing more can come.
  private func read(until isEnough: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + patience
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      if isEnough() { return true }
      guard isReadable(keyboard, until: deadline) else { return false }
      let count = Glibc.read(keyboard, &bytes, bytes.count)
      // Once nobody has the terminal open any more, reading it is an error.
      guard count > 0 else { return false }
      shown.withLock { $0 += bytes.prefix(count) }
    }
  }
}

extension Home {
  /// Starts `regapp` at a terminal.
  func terminal(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> TerminalSession {
    try TerminalSession(
      BuiltProgram.path, words, environment: self.environment(with: environment), home: path)
  }

  /// Starts a line of shell at a terminal, with `regapp` as `$0`.
  func terminal(shell line: String, _ words: String...) throws -> TerminalSession {
    try TerminalSession(
      "/bin/sh", ["-c", line, BuiltProgram.path] + words, environment: environment(with: [:]),
      home: path)
  }
}
