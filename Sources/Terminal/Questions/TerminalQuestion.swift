import Glibc

/// A question at the terminal, answered by a line.
///
/// It is written to the terminal itself, so that it is visible even if stdout and stderr are not.
/// The echo is off while a password is typed; a signal that ends or stops the program restores it
/// first.
package enum TerminalQuestion {
  /// Asks and reads a line without its end; nil at the end of input.
  package static func ask(
    _ question: String, isSecret: Bool
  ) throws(DescriptorFault) -> [UInt8]? {
    waitForForeground()
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    let output = terminal >= 0 ? Descriptor(terminal) : .error
    defer { if terminal >= 0 { close(terminal) } }
    // Turn the echo off before the prompt appears: some users type fast.
    var echo = isSecret ? EchoGuard() : nil
    output.say(question)
    guard isSecret else {
      let answer = try Descriptor.input.readLine()
      if answer == nil { output.say("\n") }
      return answer
    }
    defer {
      echo?.restore()
      // The typed line end was not echoed.
      output.say("\n")
    }
    return try Descriptor.input.readLine()
  }

  /// Stops until the shell brings us to the foreground: in the background we would save the
  /// settings of the shell's line editor.
  private static func waitForForeground() {
    for _ in 0..<100 {
      if JobControl.isForeground(at: STDIN_FILENO) { return }
      kill(0, SIGTTIN)
    }
  }
}

/// Turns off the echo until `restore`, or until a signal ends us.
private struct EchoGuard {
  private var replaced = ReplacedSignals()

  init() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    savedSettings.pointee = settings
    for signals in [SignalWatch.ending, SignalWatch.stopping, CrashGuard.signals] {
      for signal in signals { replaced.replace(signal, with: restoringAction) }
    }
    turnEchoOff()
  }

  mutating func restore() {
    tcsetattr(STDIN_FILENO, TCSADRAIN, savedSettings)
    replaced.restore()
  }
}

/// The terminal's settings, where a signal handler can reach them: written before the handlers are
/// installed, and only read by them.
nonisolated(unsafe) private let savedSettings: UnsafeMutablePointer<termios> = {
  let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  settings.initialize(to: termios())
  return settings
}()

private func turnEchoOff() {
  var silent = savedSettings.pointee
  silent.c_lflag &= ~tcflag_t(ECHO)
  tcsetattr(STDIN_FILENO, TCSADRAIN, &silent)
}

/// Not blocked in its own handler: raised there, it must take effect at once.
private var restoringAction: sigaction { sigaction(restoreAndRaise, flags: SA_NODEFER) }

/// A signal handler: restores the echo, discards the typed text so that the shell does not get it,
/// and lets the signal take its default action. If that was a stop, the program continues here and
/// turns the echo off again. Async-signal-safe.
private func restoreAndRaise(_ number: Int32) {
  // In the background the settings are the shell's.
  if JobControl.isForeground(at: STDIN_FILENO) {
    tcflush(STDIN_FILENO, TCIFLUSH)
    tcsetattr(STDIN_FILENO, TCSANOW, savedSettings)
  }
  raiseByDefault(number)
  // Only a continued stop gets here.
  var action = restoringAction
  sigaction(number, &action, nil)
  turnEchoOff()
}
