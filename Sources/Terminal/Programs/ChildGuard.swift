import Glibc

/// Makes sure that no program outlives us at our terminal while we wait for it: a signal that ends
/// us ends that program first, and only then us. Otherwise both it and the shell would read the
/// keys.
///
/// An interruption from the keyboard reaches both of us, and is the program's; we ignore it
/// meanwhile. SIGKILL cannot be caught. Afterwards the terminal has the settings that it had before
/// the program, and shows its main screen.
struct ChildGuard {
  private static let signals =
    [SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU]
    + CrashGuard.signals

  private var replaced = ReplacedSignals()

  /// Begins before the program is started, so that no signal comes between.
  mutating func begin() {
    (childMemory.pointee.child, childMemory.pointee.ending) = (0, 0)
    childMemory.pointee.hasTerminal = tcgetattr(STDIN_FILENO, &childMemory.pointee.settings) == 0
    for number in Self.signals {
      var action = sigaction(endChildFirst)
      sigfillset(&action.sa_mask)
      sigaction(number, nil, childMemory.pointee.before + Int(number))
      replaced.replace(number, with: action)
    }
    for number in [SIGINT, SIGQUIT] { replaced.replace(number, with: sigaction(SIG_IGN)) }
  }

  /// Says which program it is.
  func watch(_ child: pid_t) {
    let text = "/proc/\(child)/task/\(child)/children"
    text.withCString { _ = strncpy(childMemory.pointee.path, $0, ChildMemory.room - 1) }
    childMemory.pointee.child = child
    if childMemory.pointee.ending != 0 { endChild(by: childMemory.pointee.ending) }
  }

  /// Ends after the program has ended.
  mutating func end() {
    // The thread that handles the signal ends us.
    while childMemory.pointee.ending != 0 { pause() }
    childMemory.pointee.child = 0
    replaced.restore()
  }
}

/// The values that the handler uses, in memory that is never freed.
private struct ChildMemory {
  var child: pid_t = 0
  /// The signal that ends us; 0 if none came.
  var ending: Int32 = 0
  /// Whether stdin is a terminal, and its settings before the program.
  var hasTerminal = false
  var settings = termios()
  let leave = ControlSequences.leaveOther.utf8Start
  let leaveCount = ControlSequences.leaveOther.utf8CodeUnitCount
  /// The actions before ours, by the signals' numbers.
  let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  /// The path of the list of the program's own children.
  let path = UnsafeMutablePointer<CChar>.allocate(capacity: room)
  let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: room)

  static let room = 256
}

nonisolated(unsafe) private let childMemory: UnsafeMutablePointer<ChildMemory> = {
  let memory = UnsafeMutablePointer<ChildMemory>.allocate(capacity: 1)
  memory.initialize(to: ChildMemory())
  memory.pointee.path.initialize(repeating: 0, count: ChildMemory.room)
  return memory
}()

private func endChildFirst(_ number: Int32) {
  childMemory.pointee.ending = number
  // While it is being started, `watch` does the rest.
  if childMemory.pointee.child != 0 { endChild(by: number) }
}

/// Ends the program, waits for its end, and lets the signal do what it would have done before. It
/// calls only async-signal-safe functions.
private func endChild(by number: Int32) {
  let memory = childMemory
  // An editor that gets a second signal while it restores the terminal ends without that.
  end(with: SIGTERM)
  if !hasEnded() {
    end(with: SIGHUP)
    while waitpid(memory.pointee.child, nil, 0) < 0, errno == EINTR {}
  }
  restoreTerminal()
  sigaction(number, memory.pointee.before + Int(number), nil)
  raise(number)
  var mask = sigset_t()
  sigemptyset(&mask)
  sigaddset(&mask, number)
  pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  // Its action did not end us: nothing else may go on behind it.
  memory.pointee.ending = 0
}

/// Waits for the end of the program, but no longer than a second; returns whether it came.
private func hasEnded() -> Bool {
  var rest = 50
  while rest > 0 {
    rest -= 1
    let ended = waitpid(childMemory.pointee.child, nil, WNOHANG)
    if ended > 0 || ended < 0 && errno == ECHILD { return true }
    poll(nil, 0, 20)
  }
  return false
}

/// Leaves the terminal as it was before the program, which may have had no chance to do so. In the
/// background it is another's.
private func restoreTerminal() {
  let memory = childMemory
  guard memory.pointee.hasTerminal, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
  writePatiently(memory.pointee.leave, memory.pointee.leaveCount, to: STDIN_FILENO)
  while tcsetattr(STDIN_FILENO, TCSANOW, &memory.pointee.settings) < 0, errno == EINTR {}
}

/// Sends a signal to the program, or to the program under it: an editor runs under a shell, which
/// ends with it.
private func end(with number: Int32) {
  if !endGrandchildren(with: number) { send(number, to: childMemory.pointee.child) }
}

private func endGrandchildren(with signal: Int32) -> Bool {
  let memory = childMemory
  let file = open(memory.pointee.path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return false }
  let count = read(file, memory.pointee.buffer, ChildMemory.room)
  close(file)
  var (number, isAny, index) = (pid_t(0), false, 0)
  while index < count {
    let byte = memory.pointee.buffer[index]
    if byte >= 0x30, byte <= 0x39 {
      number = number &* 10 &+ pid_t(byte &- 0x30)
    } else if number > 0 {
      send(signal, to: number)
      (number, isAny) = (0, true)
    }
    index += 1
  }
  return isAny
}

private func send(_ signal: Int32, to process: pid_t) {
  kill(process, signal)
  kill(process, SIGCONT)
}
