import Glibc

/// Turns signals into bytes that wake the loop.
struct SignalWatch {
  static let ending: Set<Int32> = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
  private var before: [(signal: Int32, action: sigaction)] = []

  mutating func begin() {
    guard before.isEmpty else { return }
    handlerMemory.pointee.endingSignal = 0
    for signal in Self.all {
      var old = sigaction()
      sigaction(signal, nil, &old)
      // An ignored signal, as under nohup, stays ignored.
      if old.ignores { continue }
      var action = sigaction()
      if Self.ending.contains(signal) {
        // Without SA_RESTART: it must interrupt a blocked write to the terminal.
        action.__sigaction_handler.sa_handler = noteEnding
      } else {
        action.__sigaction_handler.sa_handler = noteSignal
        action.sa_flags = SA_RESTART
      }
      if sigaction(signal, &action, nil) == 0 { before.append((signal, old)) }
    }
  }

  mutating func end() {
    for (signal, action) in before {
      var action = action
      sigaction(signal, &action, nil)
    }
    before = []
  }
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

extension sigaction {
  var ignores: Bool {
    __sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) } == 1
  }
}
