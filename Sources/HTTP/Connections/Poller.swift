import CEvents
import Glibc

/// epoll: which of many descriptors are ready, each known by a number of the caller's.
struct Poller: ~Copyable {
  private let descriptor: Int32
  /// Room for the events of one wait. Events that find none come with the next.
  private let events: UnsafeMutableBufferPointer<epoll_event>

  struct Event {
    let id: UInt64
    let isReadable: Bool
    /// The other side has gone: nothing that is sent reaches it any more.
    let isOver: Bool
  }

  /// The events to wait for. An end of the other side is told in any case.
  enum Interest {
    case none, input, output
    /// Each time that there is new input, once.
    case newInput

    fileprivate var events: UInt32 {
      switch self {
      case .none: 0
      case .input: EPOLLIN.rawValue
      case .output: EPOLLOUT.rawValue
      case .newInput: EPOLLIN.rawValue | EPOLLET.rawValue
      }
    }
  }

  /// - Parameter most: how many events one wait can tell.
  init(most: Int) throws(ListenFault) {
    let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .failed(errno) }
    self.descriptor = descriptor
    events = .allocate(capacity: most)
  }

  deinit {
    close(descriptor)
    events.deallocate()
  }

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

  /// Waits for events, at most so many milliseconds, -1 for ever, and calls `body` with each.
  func wait(_ milliseconds: Int32, _ body: (Event) -> Void) {
    let count = epoll_wait(
      descriptor, events.baseAddress, Int32(clamping: events.count), milliseconds)
    // A signal ends the wait early.
    for event in events.prefix(max(0, Int(count))) {
      body(
        Event(
          id: event.data.u64, isReadable: event.events & EPOLLIN.rawValue != 0,
          isOver: event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0))
    }
  }
}
