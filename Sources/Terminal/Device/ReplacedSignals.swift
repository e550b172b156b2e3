import Glibc

/// Signals with temporary actions, and their previous ones.
struct ReplacedSignals {
  private var before: [(signal: Int32, action: sigaction)] = []

  var isEmpty: Bool { before.isEmpty }

  /// Replaces the action of a signal, and returns whether it did. A signal that is ignored, as
  /// under nohup, stays ignored.
  @discardableResult
  mutating func replace(_ signal: Int32, with action: sigaction) -> Bool {
    var old = sigaction()
    sigaction(signal, nil, &old)
    return !old.isIgnoring && replaceAlways(signal, with: action)
  }

  /// Replaces the action of a signal, even of an ignored one; false if that fails.
  @discardableResult
  mutating func replaceAlways(_ signal: Int32, with action: sigaction) -> Bool {
    var (new, old) = (action, sigaction())
    guard sigaction(signal, &new, &old) == 0 else { return false }
    before.append((signal, old))
    return true
  }

  mutating func restore() {
    for (signal, action) in before {
      var action = action
      sigaction(signal, &action, nil)
    }
    before = []
  }
}

extension sigaction {
  /// An action that calls a handler, which may be `SIG_DFL` or `SIG_IGN`.
  init(_ handler: __sighandler_t?, flags: Int32 = 0) {
    self.init()
    __sigaction_handler.sa_handler = handler
    sa_flags = flags
  }

  fileprivate var isIgnoring: Bool {
    __sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) } == 1
  }
}

/// Lets a signal take its default action, in its own handler. Async-signal-safe. Returns if the
/// action was a stop and the program goes on.
func raiseByDefault(_ number: Int32) {
  var action = sigaction(SIG_DFL)
  sigaction(number, &action, nil)
  raise(number)
  var mask = sigset_t()
  sigemptyset(&mask)
  sigaddset(&mask, number)
  pthread_sigmask(SIG_UNBLOCK, &mask, nil)
}
