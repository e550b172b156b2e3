import Foundation
import Synchronization
import TestSupport

/// The probe at its own terminal, run by a shell with job control that restores nothing: whatever
/// the probe leaves behind can be seen afterwards.
final class ProbeTerminal: Sendable {
  /// Runs the probe once. A line, which is echoed back, ends the session.
  static let once =
    "set -m; \"$0\" \"$@\"; echo \"[ended $?]\"; read line; echo \"[read $line]\""
  /// Resumes the probe after a line, once it has stopped.
  static let twice =
    "set -m; \"$0\" \"$@\"; echo \"[stopped $?]\"; read line; fg; echo \"[ended $?]\"; read line"

  /// Has the probe wait for days for what follows an ESC.
  static let patient = "escape=\(days)"

  /// The settings before the probe started.
  let settings: Settings
  private let keyboard: Int32
  /// The other end, kept open to count unread input.
  private let queue: Int32
  private let child: ChildProcess
  private let received = Mutex<[UInt8]>([])

  init(
    _ words: String..., shell script: String = ProbeTerminal.once, size: (Int, Int) = (80, 24),
    environment: [String: String] = [:]
  ) throws {
    let (keyboard, terminal) = try Descriptors.pair { openpty($0, $0 + 1, nil, nil, nil) }
    let path = try Descriptors.terminalName(terminal)
    self.keyboard = keyboard
    queue = terminal
    settings = try Settings(of: keyboard)
    try Self.resize(keyboard, size)
    child = try ChildProcess(
      "/bin/sh", ["-c", script, ProbeProgram.path] + words,
      environment: ProbeProgram.environment.merging(environment) { $1 },
      [.file(path), .file(path), .file(path)])
  }

  deinit {
    close(keyboard)
    close(queue)
  }

  // MARK: Output

  var bytes: [UInt8] { received.withLock { $0 } }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var screen: ProbeScreen { ProbeScreen(bytes) }
  /// How many frames were begun.
  var frames: Int { text.components(separatedBy: "\u{1B}[?7l").count - 1 }
  var currentSettings: Settings { get throws { try Settings(of: keyboard) } }

  /// Waits for a frame with this row.
  func shows(_ row: String) async throws -> Bool {
    try await waits { ProbeScreen($0).rows.contains(row) }
  }

  /// Waits until this many ticks were counted; a slow machine may skip some of them.
  func showsTicks(atLeast count: Int) async throws -> Bool {
    try await waits { bytes in
      ProbeScreen(bytes).rows.contains { row in
        row.hasPrefix("ticks ") && Int(row.dropFirst("ticks ".count)).map { $0 >= count } == true
      }
    }
  }

  /// Waits until a text is on the main screen.
  func says(_ text: String) async throws -> Bool {
    try await waits { ProbeScreen($0).main.contains(text) }
  }

  func waits(until isEnough: @escaping @Sendable ([UInt8]) -> Bool) async throws -> Bool {
    try await blocking { self.read(until: isEnough) }
  }

  /// Reads what is available now.
  func readWhatIsThere() { while readChunk(milliseconds: 0) {} }

  /// The probe's process, once it shows its number.
  func probe() async throws -> SeenProcess {
    guard try await waits(until: { ProbeScreen($0).rows.last == "end" }),
      let number = screen.rows.first?.split(separator: " ").last.flatMap({ pid_t($0) })
    else { throw SystemFailure(call: "the probe shows no frame: \(text)", code: 0) }
    return SeenProcess(id: number)
  }

  // MARK: Input

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(keyboard, bytes, bytes.count) == bytes.count else {
      throw SystemFailure(call: "write to the terminal", code: errno)
    }
  }

  /// How many typed bytes have not been read.
  var unread: Int32 {
    var count: Int32 = 0
    return ioctl(queue, UInt(FIONREAD), &count) == 0 ? count : -1
  }

  /// Sets the terminal as a shell with line editing does.
  func set(echo isShown: Bool) throws {
    var settings = termios()
    try SystemFailure.checked("tcgetattr", tcgetattr(keyboard, &settings))
    if isShown { settings.c_lflag |= tcflag_t(ECHO) } else { settings.c_lflag &= ~tcflag_t(ECHO) }
    try SystemFailure.checked("tcsetattr", tcsetattr(keyboard, TCSANOW, &settings))
  }

  func resize(columns: Int, rows: Int) throws { try Self.resize(keyboard, (columns, rows)) }

  private static func resize(_ terminal: Int32, _ size: (Int, Int)) throws {
    var window = winsize()
    (window.ws_col, window.ws_row) = (UInt16(size.0), UInt16(size.1))
    try SystemFailure.checked("resize", ioctl(terminal, UInt(TIOCSWINSZ), &window))
  }

  /// Types the line that ends the shell, and waits for its end; reads everything before that.
  func finish() async throws {
    try type("\n")
    let hasEnded = try await comesTrue {
      while self.readChunk(milliseconds: 1) {}
      return SeenProcess(id: self.child.id).isGone
    }
    if !hasEnded { kill(-child.id, SIGKILL) }
    _ = try await blocking { try self.child.waitForEnd() }
    readWhatIsThere()
  }

  // MARK: Reading

  private func read(until isEnough: ([UInt8]) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + patience
    while !isEnough(bytes) {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0, readChunk(milliseconds: Int32(left)) else { return false }
    }
    return true
  }

  private func readChunk(milliseconds: Int32) -> Bool {
    var event = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    guard poll(&event, 1, milliseconds) > 0, event.revents & Int16(POLLIN) != 0 else {
      return false
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(keyboard, &chunk, chunk.count)
    guard count > 0 else { return false }
    received.withLock { $0 += chunk.prefix(count) }
    return true
  }
}

/// A terminal's settings, compared as a whole.
struct Settings: Equatable {
  private let bytes: [UInt8]
  /// Whether keys arrive at once and without echo.
  let isRaw: Bool

  init(of terminal: Int32) throws {
    var settings = termios()
    try SystemFailure.checked("tcgetattr", tcgetattr(terminal, &settings))
    isRaw = settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0
    bytes = withUnsafeBytes(of: settings) { Array($0) }
  }
}

/// Keys as a terminal sends them.
enum Typed {
  static let controlC = "\u{3}"
  static let controlT = "\u{14}"
  static let controlZ = "\u{1A}"
  static let tab = "\t"
  static let insert = "\u{1B}[2~"
  static let pageUp = "\u{1B}[5~"
  static let pageDown = "\u{1B}[6~"
  static let f1 = "\u{1B}OP"
  static let f2 = "\u{1B}OQ"
  static let f3 = "\u{1B}OR"
  static let f4 = "\u{1B}OS"
  static let f5 = "\u{1B}[15~"
  static let f6 = "\u{1B}[17~"
  static let f7 = "\u{1B}[18~"
  static let f8 = "\u{1B}[19~"
  static let f9 = "\u{1B}[20~"
  static let f10 = "\u{1B}[21~"
  static let f11 = "\u{1B}[23~"
  static let f12 = "\u{1B}[24~"
}
