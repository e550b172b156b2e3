import CEvents
import Glibc

/// epoll: which of many descriptors are ready, each known by a number of the caller's.
struct Poller: ~Copyable {
  private let descriptor: Int32

  struct Event {
    let id: UInt64
    let isReadable: Bool
    /// Nothing that is sent reaches the other side any more.
    let isOver: Bool
  }

  /// What to wait for. An end of the other side is told in any case.
  enum Interest {
    case none, input, output

    fileprivate var events: UInt32 {
      switch self {
      case .none: 0
      case .input: EPOLLIN.rawValue
      case .output: EPOLLOUT.rawValue
      }
    }
  }

  /// Nil, with errno set, if the system has no room for one.
  init?() {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Begins to watch a descriptor; false if the system has no room. Closing it ends that.
  func add(_ watched: Int32, _ id: UInt64, _ interest: Interest) -> Bool {
    control(EPOLL_CTL_ADD, watched, id, interest)
  }

  func change(_ watched: Int32, _ id: UInt64, _ interest: Interest) {
    _ = control(EPOLL_CTL_MOD, watched, id, interest)
  }

  private func control(
    _ operation: Int32, _ watched: Int32, _ id: UInt64, _ interest: Interest
  ) -> Bool {
    var event = epoll_event()
    event.events = interest.events
    event.data.u64 = id
    return epoll_ctl(descriptor, operation, watched, &event) == 0
  }

  /// Waits for events, at most so many milliseconds; -1 for ever.
  func wait(_ milliseconds: Int32) -> [Event] {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    let count = epoll_wait(descriptor, &events, Int32(events.count), milliseconds)
    // A signal ends the wait early.
    return events.prefix(max(0, Int(count))).map { event in
      Event(
        id: event.data.u64, isReadable: event.events & EPOLLIN.rawValue != 0,
        isOver: event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
    }
  }
}
