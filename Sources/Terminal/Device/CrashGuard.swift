import Glibc

/// Sees that a crash leaves a terminal that can be used, and a message that can be read.
///
/// It stands while the terminal is ours. A stack that overflowed is caught on the thread that set
/// the guard; SIGKILL by nobody.
struct CrashGuard {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
  private var replaced = ReplacedSignals()
  private var stackBefore = stack_t()

  mutating func begin() {
    guard replaced.isEmpty else { return }
    ParkedErrors.begin()
    // A handler needs a stack of its own where the usual one is full.
    var stack = stack_t()
    stack.ss_sp = handlerMemory.pointee.stack
    stack.ss_size = HandlerMemory.stackSize
    sigaltstack(&stack, &stackBefore)
    for signal in Self.signals {
      var action = sigaction(giveBackAndCrash, flags: SA_ONSTACK)
      // Nothing comes between: in the background, SIGTTOU would stop us in the middle.
      sigfillset(&action.sa_mask)
      replaced.replaceAlways(signal, with: action)
    }
  }

  mutating func end() {
    replaced.restore()
    sigaltstack(&stackBefore, nil)
    ParkedErrors.end()
  }
}

/// A handler: gives the terminal back, shows what was said last, and lets the signal do what it
/// does by itself. It calls nothing that a handler may not.
private func giveBackAndCrash(_ number: Int32) {
  let thread = pthread_self()
  let crashing = handlerMemory.pointee.crashingThread
  if crashing == 0 {
    handlerMemory.pointee.crashingThread = thread
    silenceLoop()
    giveBackTerminal()
    copyParkedErrors()
  } else if crashing != thread {
    // Another thread is about to end us all.
    while true { pause() }
  }
  // Swift's own handler would stop here and ask what to do, with nobody listening.
  var action = sigaction()
  action.__sigaction_handler.sa_handler = SIG_DFL
  sigaction(number, &action, nil)
  raise(number)
  var mask = sigset_t()
  sigemptyset(&mask)
  sigaddset(&mask, number)
  pthread_sigmask(SIG_UNBLOCK, &mask, nil)
}
