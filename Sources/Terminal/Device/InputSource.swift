import Glibc

/// What is typed, as bytes, beside what else wakes the loop.
struct InputSource {
  let descriptor: Int32

  enum Bytes {
    case some([UInt8])
    case none
    case closed
  }

  /// Sleeps until there is input or the loop is woken, or until the time is over; nil: for ever.
  /// - Parameter output: a terminal for which something waits: it wakes us when it has room.
  /// - Returns: whether there is input, its end included, and whether there is room.
  func wait(milliseconds: Int32?, output: Int32?) -> (hasInput: Bool, hasRoom: Bool) {
    var events = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: handlerMemory.pointee.sleepEnd, events: Int16(POLLIN), revents: 0),
    ]
    if let output { events.append(pollfd(fd: output, events: Int16(POLLOUT), revents: 0)) }
    guard poll(&events, nfds_t(events.count), milliseconds ?? -1) > 0 else { return (false, false) }
    return (events[0].revents != 0, events.count > 2 && events[2].revents != 0)
  }

  /// Reads what is there, but not for ever.
  func read() -> Bytes {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while all.count < 1 << 16 {
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 0) > 0 else { break }
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR || errno == EAGAIN { break }
      // What came before the end is still told; the end is found again.
      if count <= 0 { return all.isEmpty ? .closed : .some(all) }
      all += chunk.prefix(count)
    }
    return all.isEmpty ? .none : .some(all)
  }
}
