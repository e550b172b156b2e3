import Glibc

/// One connection: its socket, and how far its request or answer is.
final class Connection {
  enum Phase {
    /// Before or within a request.
    case reading
    /// A request is being answered; nothing is read meanwhile.
    case answering
    case writing
    /// The answer is sent. Closing at once could destroy it on its way, while there are bytes that
    /// nobody has read: so they are read, until the other side closes (RFC 9112, section 9.6).
    case draining
  }

  let socket: Int32
  var phase = Phase.reading
  var parser = RequestParser()
  /// The time at which the connection ends, or its request is refused.
  var deadline: Int
  /// When the phase began or, of a request, its first byte came.
  var since: Int
  /// How many bytes of a request it keeps.
  var held = 0
  /// Answers its request.
  var task: Task<Void, Never>?
  var interest = Poller.Interest.input
  /// Whether further requests may follow.
  var isKept = true
  /// Whether the answer is sent without its body.
  var isHead = false
  private var output: [UInt8] = []
  private var written = 0

  init(_ socket: Int32, since: Int, until deadline: Int) {
    (self.socket, self.since, self.deadline) = (socket, since, deadline)
  }

  /// Ends the task of an answer that nobody can hear any more.
  deinit {
    task?.cancel()
    close(socket)
  }

  /// Whether nothing of a request has come, or the whole answer was sent.
  var isIdle: Bool {
    switch phase {
    case .reading: !parser.hasBegun
    case .draining: true
    case .answering, .writing: false
    }
  }

  /// Whether a part of a request has come.
  var isUnfinished: Bool { phase == .reading && parser.hasBegun }

  enum Read {
    case bytes(ArraySlice<UInt8>)
    case nothing
    case end
  }

  /// Reads the bytes that are there, as many as fit into the buffer.
  func read(into buffer: inout [UInt8]) -> Read {
    let count = Glibc.recv(socket, &buffer, buffer.count, 0)
    if count > 0 { return .bytes(buffer[..<count]) }
    return count < 0 && [EAGAIN, EINTR].contains(errno) ? .nothing : .end
  }

  func begin(_ answer: Answer) {
    output = answer.bytes(isHead: isHead, keeps: isKept)
    written = 0
    phase = .writing
  }

  enum Written { case all, some, failed }

  /// Writes as much of the answer as the other side takes.
  func write() -> Written {
    while written < output.count {
      let count = output.withUnsafeBytes { bytes in
        send(
          socket, bytes.baseAddress.map { $0 + written }, bytes.count - written,
          Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        written += count
      } else if count < 0, errno == EAGAIN {
        return .some
      } else if count == 0 || errno != EINTR {
        return .failed
      }
    }
    output = []
    return .all
  }
}
