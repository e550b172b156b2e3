import Foundation
import TestSupport
import Testing

/// A real terminal, tmux on a socket of its own, with `regapp` or a shell in it. Keys are typed,
/// and what is shown is looked at until it is what was expected.
final class ScreenTerminal: Sendable {
  /// In /tmp, as the path of a socket must be short.
  private let desk = TemporaryDirectory("regapp-tmux")
  private let environment: [String: String]

  /// - Parameter command: a program with its words.
  fileprivate init(
    _ command: [String], environment: [String: String], columns: Int, rows: Int
  ) async throws {
    let changes = [
      "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh", "REGAPP": BuiltProgram.path, "PS1": "[$?]> ",
    ]
    self.environment = environment.merging(changes) { given, _ in given }
    let term = environment["TERM"] ?? "xterm-256color"
    // It is there before the program that fills it has started.
    try Data().write(to: URL(fileURLWithPath: "\(desk.path)/bytes"))
    // All in one go, so that not a byte is shown before it is recorded.
    try await tmux(
      "start-server", ";", "set-option", "-g", "default-terminal", term, ";",
      "set-option", "-g", "status", "off", ";", "new-session", "-d", "-x", "\(columns)", "-y",
      "\(rows)", "--", command, ";", "pipe-pane", "cat >\"\(desk.path)/bytes\"")
  }

  fileprivate func close() async { _ = try? await blocking { try self.ask(["kill-server"]) } }

  /// All bytes that were written to the terminal so far, as far as they have been recorded.
  var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: URL(fileURLWithPath: "\(desk.path)/bytes"))) }
  }

  /// All that was written until the main screen came back for the last time.
  func recording() async throws -> String {
    try await blocking {
      let deadline = ContinuousClock.now + patience
      while ContinuousClock.now < deadline {
        let text = String(decoding: try self.bytes, as: UTF8.self)
        let visits = text.ranges(of: "\u{1B}[?1049h").count
        if visits > 0, text.ranges(of: "\u{1B}[?1049l").count == visits { return text }
        _ = poll(nil, 0, 5)
      }
      throw NeverShown(what: "the main screen's return", last: nil)
    }
  }

  // MARK: What is done

  /// Types a text as it is.
  func type(_ text: String) async throws { try await tmux("send-keys", "-l", "--", text) }

  /// Presses keys by their names, as in `C-s`.
  func press(_ keys: String...) async throws { try await tmux("send-keys", keys) }

  /// Pastes a text as a terminal does, in brackets if the program asked for them.
  func paste(_ text: String, keepsLineFeeds: Bool = false) async throws {
    try await tmux(
      "set-buffer", "--", text, ";", "paste-buffer", "-p", keepsLineFeeds ? ["-r"] : [])
  }

  func resize(_ columns: Int, _ rows: Int) async throws {
    try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Closes the terminal under the program.
  func pullOut() async throws { try await tmux("kill-server") }

  // MARK: What is shown

  /// Looks until a condition holds for what is shown, and returns that.
  @discardableResult
  func until(
    _ what: String, _ isSo: @escaping @Sendable (TerminalPicture) -> Bool
  ) async throws -> TerminalPicture {
    try await blocking {
      let deadline = ContinuousClock.now + patience
      var picture: TerminalPicture
      repeat {
        picture = try self.capture()
        if picture.isWhole, isSo(picture) { return picture }
        _ = poll(nil, 0, 20)
      } while ContinuousClock.now < deadline
      throw NeverShown(what: what, last: picture)
    }
  }

  /// Waits until all these texts are shown at once.
  @discardableResult
  func shows(_ words: String...) async throws -> TerminalPicture {
    try await until(words.joined(separator: ", ")) { picture in
      words.allSatisfy { picture.shows($0) }
    }
  }

  /// Waits until the cursor stands in the row of a label.
  @discardableResult
  func isIn(_ label: String) async throws -> TerminalPicture {
    try await until("the cursor at \(label)") { $0.isIn(label) }
  }

  /// Waits until a row holds a value behind its label, and nothing else.
  @discardableResult
  func has(_ value: String, at label: String) async throws -> TerminalPicture {
    try await until("\(label) \(value)") { $0.value(label) == value }
  }

  /// Waits for the end of `regapp`.
  @discardableResult
  func ends() async throws -> TerminalPicture { try await until("the end") { $0.end != nil } }

  /// The picture that is shown now, or as soon as a frame that is being drawn is whole.
  func picture() async throws -> TerminalPicture { try await until("a whole frame") { _ in true } }

  private func capture() throws -> TerminalPicture {
    let answer = try checked(
      ask(["capture-pane", "-p", ";", "display-message", "-p", TerminalPicture.format]))
    guard let picture = TerminalPicture(answer) else { throw NeverShown(what: answer, last: nil) }
    return picture
  }

  /// `regapp` itself, whether it is what the terminal was opened with or the child of that.
  func regapp() async throws -> SeenProcess {
    let first = SeenProcess(id: try await picture().process)
    let name = String(decoding: BuiltProgram.name.utf8.prefix(15), as: UTF8.self)
    return try await blocking {
      let deadline = ContinuousClock.now + patience
      while ContinuousClock.now < deadline {
        if let found = ([first] + first.children).first(where: { $0.program == name }) {
          return found
        }
        _ = poll(nil, 0, 5)
      }
      throw NeverShown(what: "the process", last: nil)
    }
  }

  struct NeverShown: Error, CustomStringConvertible {
    let what: String
    let last: TerminalPicture?

    var description: String { "never shown: \(what); at last:\n\(last?.description ?? "nothing")" }
  }

  // MARK: tmux

  @discardableResult
  private func tmux(_ words: any TmuxWords...) async throws -> String {
    let words = words.flatMap(\.words)
    return try await blocking { try self.checked(self.ask(words)) }
  }

  private func checked(_ ran: Ran) throws -> String {
    guard ran.code == 0 else { throw Refused(ran: ran) }
    return ran.out
  }

  private func ask(_ words: [String]) throws -> Ran {
    try Launch(
      Tmux.path ?? "tmux", ["-u", "-S", "\(desk.path)/socket", "-f", "/dev/null"] + words,
      environment: environment
    ).finish()
  }

  struct Refused: Error, CustomStringConvertible {
    let ran: Ran
    var description: String { "tmux refused: \(ran.err)" }
  }
}

/// A word or several of a tmux command.
private protocol TmuxWords: Sendable { var words: [String] { get } }
extension String: TmuxWords { fileprivate var words: [String] { [self] } }
extension Array: TmuxWords where Element == String { fileprivate var words: [String] { self } }

extension Home {
  /// Opens the screens at a terminal of their own, for as long as the body needs it.
  @discardableResult
  func screens<Value: Sendable>(
    _ words: String..., columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    _ body: @Sendable (ScreenTerminal) async throws -> Value
  ) async throws -> Value {
    // The shell tells how it ended, which tmux does not always know, and then waits.
    let script = "\"$REGAPP\" \"$@\"; echo \"[ended $?]\"; read line"
    return try await open(
      [Tmux.shell, "-c", script, "sh"] + words, columns: columns, rows: rows,
      environment: environment, body)
  }

  /// Runs a shell script at a terminal, with `regapp` as `$REGAPP`.
  @discardableResult
  func screens<Value: Sendable>(
    script: String, environment: [String: String] = [:],
    _ body: @Sendable (ScreenTerminal) async throws -> Value
  ) async throws -> Value {
    try await open(
      [Tmux.shell, "-c", script], columns: 80, rows: 24, environment: environment, body)
  }

  /// Opens a shell at a terminal, as a person has it; its prompt tells how the last command ended.
  func shell(_ body: @Sendable (ScreenTerminal) async throws -> Void) async throws {
    try await open([Tmux.shell, "-i"], columns: 80, rows: 24, environment: [:]) { terminal in
      try await terminal.shows("[0]>")
      try await body(terminal)
    }
  }

  private func open<Value: Sendable>(
    _ command: [String], columns: Int, rows: Int, environment: [String: String],
    _ body: @Sendable (ScreenTerminal) async throws -> Value
  ) async throws -> Value {
    try await Gate.terminals.pass {
      let terminal = try await ScreenTerminal(
        command, environment: self.environment(with: environment), columns: columns, rows: rows)
      do {
        let value = try await body(terminal)
        await terminal.close()
        return value
      } catch {
        await terminal.close()
        throw error
      }
    }
  }
}
