import Glibc

/// Makes sure that no program outlives us at our terminal while we wait for it: a signal that ends
/// us ends that program first, and only then us. Otherwise both it and the shell would read the
/// keys.
///
/// An interruption from the keyboard reaches both of us, and is the program's; we ignore it
/// meanwhile. SIGKILL cannot be caught. If any of it is left five seconds after the signal, that is
/// killed. Afterwards the terminal has the settings that it had before the program, and shows its
/// main screen.
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
  /// The program and all below it, as they were when the signal came.
  let family = UnsafeMutablePointer<pid_t>.allocate(capacity: room)
  var familyCount = 0
  /// The path of the list of a program's own children.
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
  noteFamily()
  // An editor that gets a second signal while it restores the terminal ends without that.
  end(with: SIGTERM)
  if !haveEnded(within: 50) {
    end(with: SIGHUP)
    if !haveEnded(within: 200) {
      for index in 0..<memory.pointee.familyCount { kill(memory.pointee.family[index], SIGKILL) }
    }
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

/// Waits for the end of the program and of all below it, but no longer than so many fiftieths of a
/// second; returns whether it came.
private func haveEnded(within fiftieths: Int) -> Bool {
  let memory = childMemory
  for _ in 0..<fiftieths {
    waitpid(memory.pointee.child, nil, WNOHANG)
    var isAny = false
    for index in 0..<memory.pointee.familyCount where kill(memory.pointee.family[index], 0) == 0 {
      isAny = true
    }
    if !isAny { return true }
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

/// Sends a signal to all below the program, or to the program: an editor runs under a shell, which
/// ends with it.
private func end(with number: Int32) {
  let memory = childMemory
  if memory.pointee.familyCount == 1 { return send(number, to: memory.pointee.child) }
  for index in 1..<memory.pointee.familyCount { send(number, to: memory.pointee.family[index]) }
}

/// Notes the program, its children, and theirs: children that are left have no parent once that
/// ended.
private func noteFamily() {
  let memory = childMemory
  memory.pointee.family[0] = memory.pointee.child
  memory.pointee.familyCount = 1
  var index = 0
  while index < memory.pointee.familyCount {
    noteChildren(of: memory.pointee.family[index])
    index += 1
  }
}

private func noteChildren(of parent: pid_t) {
  let memory = childMemory
  writePath(of: parent)
  let file = open(memory.pointee.path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return }
  let count = read(file, memory.pointee.buffer, ChildMemory.room)
  close(file)
  var (number, index) = (pid_t(0), 0)
  while index < count {
    let byte = memory.pointee.buffer[index]
    if byte >= 0x30, byte <= 0x39 {
      number = number &* 10 &+ pid_t(byte &- 0x30)
    } else if number > 0 {
      if memory.pointee.familyCount < ChildMemory.room {
        memory.pointee.family[memory.pointee.familyCount] = number
        memory.pointee.familyCount += 1
      }
      number = 0
    }
    index += 1
  }
}

/// Writes `/proc/N/task/N/children` into the memory for the path.
private func writePath(of process: pid_t) {
  let path = childMemory.pointee.path
  var length = 0
  func add(_ text: StaticString) {
    memcpy(path + length, text.utf8Start, text.utf8CodeUnitCount)
    length += text.utf8CodeUnitCount
  }
  func addNumber() {
    var unit = pid_t(1)
    while process / unit >= 10 { unit *= 10 }
    while unit > 0 {
      path[length] = CChar(0x30 + process / unit % 10)
      length += 1
      unit /= 10
    }
  }
  add("/proc/")
  addNumber()
  add("/task/")
  addNumber()
  add("/children")
  path[length] = 0
}

private func send(_ signal: Int32, to process: pid_t) {
  kill(process, signal)
  kill(process, SIGCONT)
}
