import Glibc

/// Makes sure that a crash leaves a usable terminal and a readable message.
///
/// It is active while we own the terminal. A stack overflow is caught only on the thread that
/// installed the guard; SIGKILL cannot be caught.
struct CrashGuard {
  static let signals: Set<Int32> = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS]
  private var replaced = ReplacedSignals()
  private var stackBefore = stack_t()

  mutating func begin() {
    guard replaced.isEmpty else { return }
    ParkedErrors.begin()
    // A handler needs its own stack if the usual one has overflowed.
    var stack = stack_t()
    stack.ss_sp = handlerMemory.pointee.stack
    stack.ss_size = HandlerMemory.stackSize
    sigaltstack(&stack, &stackBefore)
    for signal in Self.signals {
      var action = sigaction(giveBackAndCrash, flags: SA_ONSTACK)
      // Block everything: in the background, SIGTTOU would stop us half way.
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

/// A signal handler: restores the terminal, shows the parked stderr, and lets the signal take its
/// default action. It calls only async-signal-safe functions.
private func giveBackAndCrash(_ number: Int32) {
  let thread = pthread_self()
  let crashing = handlerMemory.pointee.crashingThread
  if crashing == 0 {
    handlerMemory.pointee.crashingThread = thread
    silenceLoop()
    giveBackTerminal()
    copyParkedErrors()
  } else if crashing != thread {
    // Another thread is already ending the process.
    while true { pause() }
  }
  // Swift's own handler would stop here and wait for an answer that cannot come.
  raiseByDefault(number)
}
