import Glibc

/// Runs the user's editor.
package enum Editor {
  /// The editors to try if neither `$VISUAL` nor `$EDITOR` is set.
  package static let usual = ["sensible-editor", "editor", "nano", "vi"]

  /// Runs a command, possibly with arguments as in `code --wait`, on a file, at a line if it is an
  /// editor that is known to take one; returns its exit code, or nil if the shell does not find it.
  ///
  /// Ctrl-C and Ctrl-\ go to the editor while it runs. Afterwards the terminal is restored. From
  /// then on, a signal that ends us first prints the last words, if the file still exists.
  package static func run(
    _ command: String, on path: String, at line: Int? = nil, lastWords: String
  ) -> Int32? {
    LastWords.prepare(lastWords, about: path)
    var replaced = ReplacedSignals()
    let ignored = [SIGINT, SIGQUIT].filter { !replaced.replace($0, with: sigaction(SIG_IGN)) }
    var settings = termios()
    let hasTerminal = tcgetattr(STDIN_FILENO, &settings) == 0
    defer {
      replaced.restore()
      // A killed editor leaves a terminal in which no question can be answered. In the background,
      // restoring the settings would stop us.
      if hasTerminal, tcgetpgrp(STDIN_FILENO) == getpgrp() {
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
      }
    }
    let words = ["/bin/sh", "-c", script(command, at: line), "sh", path]
    let code = ChildProgram.run(words, ignoring: ignored)
    return code == 127 ? nil : code
  }

  /// The shell command line. Ctrl-C must not end the shell under its editor; a trap, unlike an
  /// ignored signal, is not inherited by the editor. A plain name is looked up first, so that we
  /// can report a missing one.
  static func script(_ command: String, at line: Int?) -> String {
    let isPlain = command.utf8.allSatisfy { byte in
      byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "+")...UInt8(ascii: "9") ~= byte && byte != UInt8(ascii: ",")
        || byte == UInt8(ascii: "_")
    }
    let look = isPlain ? "command -v \(command) >/dev/null 2>&1 || exit 127; " : ""
    return "\(look)trap : INT QUIT; \(command) \(arguments(of: command, at: line))"
  }

  private static let takingPlus: Set<Substring> = [
    "vi", "vim", "nvim", "nano", "emacs", "micro", "kak", "hx", "helix",
  ]
  private static let takingGoto: Set<Substring> = ["code", "codium"]

  /// The file, and the line, in the way that the editor takes it.
  private static func arguments(of command: String, at line: Int?) -> String {
    let name = command.split(separator: " ").first?.split(separator: "/").last ?? ""
    guard let line else { return "\"$1\"" }
    if takingPlus.contains(name) { return "+\(line) \"$1\"" }
    if takingGoto.contains(name) { return "--goto \"$1:\(line)\"" }
    return "\"$1\""
  }
}

/// The message printed when a signal ends us while an edited copy is on disk: where it is kept.
/// There is no later chance to print it.
private enum LastWords {
  static func prepare(_ words: String, about path: String) {
    guard lastWords.path == nil else { return }
    let text = "\n\(words)\n"
    lastWords = (strdup(path), strdup(text), text.utf8.count)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      var action = sigaction()
      sigaction(signal, nil, &action)
      // Replace only default actions.
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      action.__sigaction_handler.sa_handler = sayLastWords
      sigaction(signal, &action, nil)
    }
  }
}

/// Written once, before the handlers are installed, and only read by them.
nonisolated(unsafe) private var lastWords:
  (path: UnsafeMutablePointer<CChar>?, text: UnsafeMutablePointer<CChar>?, count: Int) =
    (nil, nil, 0)

/// A signal handler: prints where the copy is and lets the signal take its default action. It calls
/// only async-signal-safe functions.
private func sayLastWords(_ number: Int32) {
  if let path = lastWords.path, let text = lastWords.text, access(path, F_OK) == 0 {
    _ = write(STDERR_FILENO, text, lastWords.count)
  }
  raiseByDefault(number)
}
