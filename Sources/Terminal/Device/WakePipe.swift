import Glibc

/// The pipe that wakes the loop: a byte is the number of a signal that came, or 0 for news in the
/// mailbox.
///
/// It is made once and never closed. So a handler or a mailbox that is late writes into it, and
/// never into a file that happens to have got its number.
enum WakePipe {
  /// Makes the pipe, unless there is one, and forgets what is in it.
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
    // A full pipe wakes as well.
    while write(handlerMemory.pointee.wakeEnd, &byte, 1) < 0, errno == EINTR {}
  }

  /// The signals that came since the last time.
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

  /// Waits until a signal came, but not longer than this, and says which.
  static func wait(milliseconds: Int) -> Set<Int32> {
    let deadline = Deadline(milliseconds: milliseconds)
    var signals = drain()
    while signals.isEmpty, !deadline.hasPassed {
      var event = pollfd(fd: handlerMemory.pointee.sleepEnd, events: Int16(POLLIN), revents: 0)
      poll(&event, 1, deadline.milliseconds)
      signals = drain()
    }
    return signals
  }
}
