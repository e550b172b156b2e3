import Glibc

/// Runs somebody's editor.
enum Editor {
  /// What is tried where neither `$VISUAL` nor `$EDITOR` says.
  static let usual = ["sensible-editor", "editor", "nano", "vi"]

  /// Runs a command, which may have words of its own as in `code --wait`, on a file; returns its
  /// exit code, or nil where the shell does not find it.
  ///
  /// Ctrl-C and Ctrl-\ are the editor's while it runs.
  static func run(_ command: String, on path: String) -> Int32? {
    let before = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
    defer {
      signal(SIGINT, before.0)
      signal(SIGQUIT, before.1)
    }
    guard let status = spawn(["/bin/sh", "-c", "\(command) \"$1\"", "sh", path]) else { return nil }
    let code = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    return code == 127 ? nil : code
  }

  private static func spawn(_ words: [String]) -> Int32? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What we ignore, or block on this thread, the editor must not.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    guard posix_spawn(&child, words[0], nil, &attributes, &arguments, environ) == 0 else {
      return nil
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status
  }
}
