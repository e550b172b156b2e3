import Glibc

/// Terminal input as bytes, and the loop's other wake-ups.
struct InputSource {
  let descriptor: Int32

  /// Sleeps until there is input, the loop is woken, or the time is over; nil waits for ever.
  /// - Returns: whether there is input or its end.
  func wait(milliseconds: Int32?) -> Bool {
    var events = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: handlerMemory.pointee.sleepEnd, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&events, nfds_t(events.count), milliseconds ?? -1) > 0 else { return false }
    return events[0].revents != 0
  }

  /// Reads what is available, but not for ever; nil at the end.
  func read() -> [UInt8]? {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while all.count < 1 << 16 {
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 0) > 0 else { break }
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR || errno == EAGAIN { break }
      // Return what came before the end; the next read finds the end again.
      if count <= 0 { return all.isEmpty ? nil : all }
      all += chunk.prefix(count)
    }
    return all
  }
}
