import Glibc

/// Turns signals into bytes that wake the loop.
struct SignalWatch {
  static let ending: Set<Int32> = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
  private var replaced = ReplacedSignals()

  mutating func begin() {
    guard replaced.isEmpty else { return }
    handlerMemory.pointee.endingSignal = 0
    for signal in Self.all {
      // A signal that ends us must interrupt a blocked write to the terminal, so it has no
      // SA_RESTART.
      let isEnding = Self.ending.contains(signal)
      replaced.replace(
        signal,
        with: isEnding ? sigaction(noteEnding) : sigaction(noteSignal, flags: SA_RESTART))
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
