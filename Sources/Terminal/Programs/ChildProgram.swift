import CFiles
import Glibc

/// Runs another program at our terminal and waits for its end.
package enum ChildProgram {
  /// Runs a program by its path; returns its exit code as a shell would, or nil if it cannot be
  /// run.
  ///
  /// Signals that we ignore, or block on this thread, are restored for the program; those ignored
  /// before we started stay ignored. A signal that ends us meanwhile ends the program first.
  package static func run(_ words: [String], ignoring ignored: [Int32] = []) -> Int32? {
    var guarding = ChildGuard()
    guarding.begin()
    defer { guarding.end() }
    guard let child = start(words, ignoring: ignored) else { return nil }
    guarding.watch(child)
    return end(child)
  }

  /// Starts a program with descriptors 0 to 2 and no others; nil if it cannot be run.
  ///
  /// - Parameter redirect: where these three lead, if not where ours do.
  static func start(
    _ words: [String], ignoring ignored: [Int32] = [], setting variables: [String: String] = [:],
    _ redirect: (inout posix_spawn_file_actions_t) -> Void = { _ in }
  ) -> pid_t? {
    guard let path = words.first else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    redirect(&actions)
    // Not everything that a library opens is close-on-exec: libcurl's sockets are not.
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] where !ignored.contains(number) {
      sigaddset(&signals, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    // The first of two of one name counts.
    var own = variables.map { strdup("\($0.key)=\($0.value)") }
    let count = own.count
    defer { for variable in own.prefix(count) { free(variable) } }
    var next = environ
    while let variable = next.pointee {
      own.append(variable)
      next += 1
    }
    own.append(nil)
    guard posix_spawn(&child, path, &actions, &attributes, &arguments, &own) == 0 else {
      return nil
    }
    return child
  }

  /// Waits for the end of a program; returns its exit code, as a shell would tell it.
  static func end(_ child: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  /// Replaces this process with another program; returns only on failure, with nil.
  ///
  /// It hands on the descriptors that it was handed, such as a socket of systemd or the pipe of a
  /// shell's `<(…)`; those that it opened itself are close-on-exec.
  package static func become(_ words: [String]) -> Int32? {
    guard let path = words.first else { return nil }
    // Do not pass on our ignored signals.
    let before = [SIGPIPE, SIGXFSZ].map { ($0, signal($0, SIG_DFL)) }
    var arguments = words.map { strdup($0) } + [nil]
    execv(path, &arguments)
    for argument in arguments { free(argument) }
    for (number, handler) in before { signal(number, handler) }
    return nil
  }
}
