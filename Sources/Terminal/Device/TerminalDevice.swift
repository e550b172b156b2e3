import Glibc

/// Takes over and restores the terminal, and knows its size. It keeps the settings found when it
/// took over.
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

  /// Saves the settings that `leave` restores; call it only while they are the shell's.
  func saveSettings() throws(TerminalFault) {
    guard tcgetattr(input, &handlerMemory.pointee.saved) == 0 else {
      throw .cannotPrepare(errno)
    }
  }

  /// Takes over the terminal: raw input, on the alternate screen.
  mutating func enter() throws(TerminalFault) {
    crashes.begin()
    var raw = handlerMemory.pointee.saved
    cfmakeraw(&raw)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    handlerMemory.pointee.isUp = true
    // Keep type-ahead: some users type faster than we start.
    while tcsetattr(input, TCSADRAIN, &raw) < 0 {
      let code = errno
      if code == EINTR, handlerMemory.pointee.endingSignal == 0 {
        // As a program that does not handle SIGTTOU would.
        if !JobControl.isForeground(at: input) { JobControl.stop(by: SIGTTOU) }
        continue
      }
      handlerMemory.pointee.isUp = false
      crashes.end()
      throw .cannotPrepare(code)
    }
    let sequence = ControlSequences.enter
    _ = write(
      UnsafeRawBufferPointer(start: sequence.utf8Start, count: sequence.utf8CodeUnitCount))
  }

  /// Restores the terminal; does nothing unless we own it.
  mutating func leave() {
    // If we were put into the background, SIGTTOU would stop us half way through restoring.
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTTOU)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &mask, &before)
    giveBackTerminal()
    pthread_sigmask(SIG_SETMASK, &before, nil)
    crashes.end()
  }

  /// Abandons a terminal that another process already uses.
  mutating func letGo() {
    handlerMemory.pointee.isUp = false
    crashes.end()
  }

  var size: Size { Size(ofTerminal: output) }

  /// Writes everything, or as much as possible before a signal that ends us; false if the terminal
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
      } else if !JobControl.isForeground(at: input) {
        return true
      }
      if handlerMemory.pointee.endingSignal != 0 { return true }
    }
    return true
  }
}

extension Size {
  /// The size of a terminal; 80 by 24 if it does not report one.
  package init(ofTerminal descriptor: Int32) {
    var window = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &window) != 0 { window = winsize() }
    // A terminal may report any size, but a frame must fit into memory.
    self.init(
      columns: window.ws_col == 0 ? 80 : min(Int(window.ws_col), 2000),
      rows: window.ws_row == 0 ? 24 : min(Int(window.ws_row), 1000))
  }
}
