import Glibc

/// Runs somebody's editor.
package enum Editor {
  /// What is tried where neither `$VISUAL` nor `$EDITOR` says.
  package static let usual = ["sensible-editor", "editor", "nano", "vi"]

  /// Runs a command, which may have words of its own as in `code --wait`, on a file; returns its
  /// exit code, or nil where the shell does not find it.
  ///
  /// Ctrl-C and Ctrl-\ are the editor's while it runs. Afterwards the terminal is as it was. From
  /// here on, a signal that ends us says the last words first, if the file is still there.
  package static func run(
    _ command: String, on path: String, lastWords: String
  ) -> Int32? {
    LastWords.prepare(lastWords, about: path)
    var replaced = ReplacedSignals()
    let ignored = [SIGINT, SIGQUIT].filter { !replaced.replace($0, with: sigaction(SIG_IGN)) }
    var settings = termios()
    let hasTerminal = tcgetattr(STDIN_FILENO, &settings) == 0
    defer {
      replaced.restore()
      // An editor that was killed leaves a terminal at which no question can be answered. In the
      // background we would be stopped for setting it.
      if hasTerminal, tcgetpgrp(STDIN_FILENO) == getpgrp() {
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
      }
    }
    let words = ["/bin/sh", "-c", script(command), "sh", path]
    let code = ChildProgram.run(words, ignoring: ignored)
    return code == 127 ? nil : code
  }

  /// The line of shell. Ctrl-C must not end the shell under its editor; a trap, unlike what is
  /// ignored, does not reach the editor. A plain name is looked for first: where it is missing, that
  /// is ours to say.
  private static func script(_ command: String) -> String {
    let isPlain = command.utf8.allSatisfy { byte in
      byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "+")...UInt8(ascii: "9") ~= byte && byte != UInt8(ascii: ",")
        || byte == UInt8(ascii: "_")
    }
    let look = isPlain ? "command -v \(command) >/dev/null 2>&1 || exit 127; " : ""
    return "\(look)trap : INT QUIT; \(command) \"$1\""
  }
}

/// What is said where a signal ends us while a copy that was edited stands on the disk: where it is
/// kept, say. Nobody could say it afterwards.
private enum LastWords {
  static func prepare(_ words: String, about path: String) {
    guard lastWords.path == nil else { return }
    let text = "\n\(words)\n"
    lastWords = (strdup(path), strdup(text), text.utf8.count)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      var action = sigaction()
      sigaction(signal, nil, &action)
      // Only what a signal does by itself is replaced.
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      action.__sigaction_handler.sa_handler = sayLastWords
      sigaction(signal, &action, nil)
    }
  }
}

/// Written once, before the handlers are set, and only read by them.
nonisolated(unsafe) private var lastWords:
  (path: UnsafeMutablePointer<CChar>?, text: UnsafeMutablePointer<CChar>?, count: Int) =
    (nil, nil, 0)

/// A handler: says where the copy is and lets the signal do what it does by itself. It calls nothing
/// that a handler may not.
private func sayLastWords(_ number: Int32) {
  if let path = lastWords.path, let text = lastWords.text, access(path, F_OK) == 0 {
    _ = write(STDERR_FILENO, text, lastWords.count)
  }
  signal(number, SIG_DFL)
  var mask = sigset_t()
  sigemptyset(&mask)
  sigaddset(&mask, number)
  raise(number)
  pthread_sigmask(SIG_UNBLOCK, &mask, nil)
}
