import Glibc

/// Stopping, and knowing whether the terminal is ours to use.
enum JobControl {
  /// Whether we are in the foreground. A terminal that controls nobody stops nobody.
  static func isForeground(at terminal: Int32) -> Bool {
    let group = tcgetpgrp(terminal)
    return group <= 0 || group == getpgrp()
  }

  /// Stops the whole group, as the terminal does at Ctrl+Z, so that whatever started us stops as
  /// well; returns once somebody continues us. Returns at once where the signal is ignored, or
  /// nobody is there who could continue us.
  static func stop(by signal: Int32) {
    var replaced = ReplacedSignals()
    guard replaced.replace(signal, with: sigaction(SIG_DFL)) else { return }
    defer { replaced.restore() }
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &mask, &before)
    // One for this very thread, which then cannot run on while another thread takes the group's.
    // Being continued does away with both.
    pthread_kill(pthread_self(), signal)
    kill(0, signal)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
