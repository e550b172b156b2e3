import Glibc

/// Stopping, and whether we may use the terminal.
enum JobControl {
  /// Whether we are in the foreground. A terminal that is not our controlling one never stops us.
  static func isForeground(at terminal: Int32) -> Bool {
    let group = tcgetpgrp(terminal)
    return group <= 0 || group == getpgrp()
  }

  /// Stops the whole process group, as the terminal does at Ctrl+Z, so that the program that
  /// started us stops too; returns once continued. Returns at once if the signal is ignored, or if
  /// there is no process that could continue us.
  static func stop(by signal: Int32) {
    var replaced = ReplacedSignals()
    guard replaced.replace(signal, with: sigaction(SIG_DFL)) else { return }
    defer { replaced.restore() }
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &mask, &before)
    // One for this thread, so that it cannot run on while another thread takes the group's signal.
    // SIGCONT clears both.
    pthread_kill(pthread_self(), signal)
    kill(0, signal)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
