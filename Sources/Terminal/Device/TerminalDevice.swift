import Glibc

/// The terminal: taken over, given back, asked for its size. The one who takes it knows what the
/// settings were before.
struct TerminalDevice {
  let input: Int32
  let output: Int32
  private var signals = SignalWatch()
  private var crashes = CrashGuard()

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    handlerMemory.pointee.input = input
    handlerMemory.pointee.output = output
    handlerMemory.pointee.crashingThread = 0
  }

  mutating func watchSignals() { signals.begin() }
  mutating func unwatchSignals() { signals.end() }

  /// Remembers the settings that `leave` brings back: those of the shell, so it must be its turn.
  func saveSettings() throws(TerminalFault) {
    guard tcgetattr(input, &handlerMemory.pointee.saved) == 0 else {
      throw .cannotPrepare(errno)
    }
  }

  /// Takes the terminal over: every key comes at once and as it is, on a screen of our own.
  mutating func enter() throws(TerminalFault) {
    crashes.begin()
    var raw = handlerMemory.pointee.saved
    cfmakeraw(&raw)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    _ = handlerMemory.pointee.keep(farewell: [])
    handlerMemory.pointee.isUp = true
    // What was typed ahead stays: some type faster than we start.
    while tcsetattr(input, TCSADRAIN, &raw) < 0 {
      let code = errno
      if code == EINTR, handlerMemory.pointee.endingSignal == 0 { continue }
      handlerMemory.pointee.isUp = false
      crashes.end()
      throw .cannotPrepare(code)
    }
    let sequence = ControlSequences.enter
    _ = write(
      UnsafeRawBufferPointer(start: sequence.utf8Start, count: sequence.utf8CodeUnitCount))
  }

  /// Gives the terminal back as it was; nothing where it is not ours.
  mutating func leave() {
    // Whoever was put into the background meanwhile must still be able to do it, and not be
    // stopped half way.
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTTOU)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &mask, &before)
    giveBackTerminal()
    pthread_sigmask(SIG_SETMASK, &before, nil)
    crashes.end()
  }

  /// Lets go of a terminal that somebody else uses already.
  mutating func letGo() {
    handlerMemory.pointee.isUp = false
    crashes.end()
  }

  /// The size; 80 by 24 where the terminal does not know it.
  var size: Size {
    var window = winsize()
    if ioctl(output, UInt(TIOCGWINSZ), &window) != 0 { window = winsize() }
    // Whatever somebody told the terminal, a frame must fit into memory.
    return Size(
      columns: window.ws_col == 0 ? 80 : min(Int(window.ws_col), 2000),
      rows: window.ws_row == 0 ? 24 : min(Int(window.ws_row), 1000))
  }

  /// Writes everything, or as much as comes before a signal that ends us; false where the terminal
  /// is gone.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty, handlerMemory.pointee.crashingThread == 0 {
      let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
      let written = Glibc.write(output, start, rest.count)
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if written < 0, errno == EAGAIN {
        var event = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&event, 1, -1)
      } else if written == 0 || errno != EINTR {
        return false
      }
      if handlerMemory.pointee.endingSignal != 0 { return true }
    }
    return true
  }
}
