import Glibc

/// The pipe that wakes the loop: each byte is the number of a signal, or 0 for a message in the
/// mailbox.
///
/// It is made once and never closed, so a late handler or mailbox cannot write into an unrelated
/// file that got the same descriptor.
enum WakePipe {
  /// Makes the pipe if there is none, and empties it.
  static func open() throws(TerminalFault) {
    if handlerMemory.pointee.wakeEnd < 0 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw .cannotPrepare(errno) }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      (handlerMemory.pointee.sleepEnd, handlerMemory.pointee.wakeEnd) = (ends[0], ends[1])
    }
    _ = drain()
  }

  static func wake() {
    var byte: UInt8 = 0
    // A full pipe wakes the loop as well.
    while write(handlerMemory.pointee.wakeEnd, &byte, 1) < 0, errno == EINTR {}
  }

  /// The signals received since the last call.
  static func drain() -> Set<Int32> {
    var signals: Set<Int32> = []
    var bytes = [UInt8](repeating: 0, count: 512)
    while true {
      let count = read(handlerMemory.pointee.sleepEnd, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return signals }
      for byte in bytes.prefix(count) where byte != 0 { signals.insert(Int32(byte)) }
    }
  }

  /// Waits for a signal, up to this long, and returns those received.
  static func wait(milliseconds: Int) -> Set<Int32> {
    let deadline = Countdown(milliseconds: milliseconds)
    var signals = drain()
    while signals.isEmpty, !deadline.hasPassed {
      var event = pollfd(fd: handlerMemory.pointee.sleepEnd, events: Int16(POLLIN), revents: 0)
      poll(&event, 1, deadline.milliseconds)
      signals = drain()
    }
    return signals
  }
}
