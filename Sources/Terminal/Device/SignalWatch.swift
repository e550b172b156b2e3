import Glibc

/// Turns signals into bytes that wake the loop.
struct SignalWatch {
  /// All that end a program unless it handles them, but crashes; 34 to 64 are the real-time ones.
  static let ending = Set<Int32>(34...64).union([
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO,
    SIGPWR, SIGSTKFLT,
  ])
  /// All that stop a program unless it handles them.
  static let stopping: Set<Int32> = [SIGTSTP, SIGTTIN, SIGTTOU]
  private var replaced = ReplacedSignals()

  mutating func begin() {
    guard replaced.isEmpty else { return }
    handlerMemory.pointee.endingSignal = 0
    // A signal that ends or stops us must interrupt a blocked write to the terminal, so it has no
    // SA_RESTART.
    for signal in Self.ending { replaced.replace(signal, with: sigaction(noteEnding)) }
    for signal in Self.stopping { replaced.replace(signal, with: sigaction(noteSignal)) }
    for signal in [SIGCONT, SIGWINCH] {
      replaced.replace(signal, with: sigaction(noteSignal, flags: SA_RESTART))
    }
  }

  mutating func end() { replaced.restore() }
}

/// Signal handlers: they write a byte and preserve errno, so the interrupted code notices nothing.
private func noteSignal(_ number: Int32) {
  let code = errno
  var bytes = number.littleEndian
  _ = write(handlerMemory.pointee.wakeEnd, &bytes, 1)
  errno = code
}

private func noteEnding(_ number: Int32) {
  handlerMemory.pointee.endingSignal = number
  noteSignal(number)
}
