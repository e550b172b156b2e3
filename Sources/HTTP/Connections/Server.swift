import Glibc

/// Serves the connections of one listener.
///
///     let server = try Server(listener, trusting: .nearest) { request in Answer(.notFound) }
///     server.run()  // until somebody calls `stop`
///
/// One thread uses it; only `stop` may be called from another.
package final class Server {
  package typealias Handler = @Sendable (Request) async -> Answer

  /// How long things may take, in milliseconds.
  package enum Limit {
    package static let idle = 180_000
    package static let request = 10_000
    package static let answer = 10_000
    static let draining = 2_000
    package static let stopping = 10_000
    static let pause = 1_000
  }

  /// The most connections if the system allows as many descriptors.
  package static let mostConnections = 1_024
  /// The most bytes of requests that all connections keep, many times what proxies send.
  package static let mostHeld = 8 << 20
  /// The descriptors that are left for files while all connections are taken.
  private static let spare = 128
  /// Connections above the most are refused, so many at once. Beyond that nobody is let in until
  /// one has gone.
  static let mostRefused = 64
  /// The most connections that are accepted at once, before others are heard.
  private static let mostLetIn = 64
  /// The most tasks that may still run after their connections have gone. Beyond that nobody is let
  /// in until one has ended.
  static let mostAbandoned = 256

  private let listener: Listener?
  private let proxies: TrustedProxies?
  private let handler: Handler
  private let clock: () -> Int
  private let whenRefused: @Sendable (RequestRefusal) -> Void
  private let poller: Poller
  private let mailbox: Mailbox
  private var connections: [UInt64: Connection] = [:]
  /// The most connections that are served at once.
  package let most: Int
  private var lastID = Name.mailbox
  /// The connections up to this one have been heard since they were let in.
  private var lastHeard = Name.mailbox
  /// How many bytes of requests all connections keep.
  private var held = 0
  /// The most of them. Tests use less.
  var greatestHeld = Server.mostHeld
  /// How many tasks run whose connections have gone.
  private var abandoned = 0
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)
  /// No deadline is before this time.
  private var nextDeadline = Int.max
  /// When to listen again, if that was given up for want of room.
  private var pausedUntil: Int?
  /// Whether nobody is let in until tasks have ended.
  private var waitsForTasks = false
  /// The time by which all has to end, once `stop` was called.
  private var end: Int?

  /// The poller's numbers for descriptors that are not connections.
  private enum Name {
    static let listener: UInt64 = 0
    static let mailbox: UInt64 = 1
  }

  /// - Parameters:
  ///   - listener: where connections come from; nil for those that `adopt` gives.
  ///   - proxies: say whose each request is; nil if nobody does.
  ///   - clock: the time in milliseconds, which never goes back.
  ///   - whenRefused: hears of each request that is refused before the handler sees it.
  ///   - handler: answers a request. It is called in a task of its own.
  package init(
    _ listener: Listener?, trusting proxies: TrustedProxies?,
    clock: @escaping () -> Int = Server.monotonic,
    whenRefused: @escaping @Sendable (RequestRefusal) -> Void = { _ in },
    handler: @escaping Handler
  ) throws(ListenFault) {
    let poller = try Poller(most: Self.mostConnections + Self.mostRefused + 2)
    let mailbox = try Mailbox()
    guard poller.add(mailbox.descriptor, Name.mailbox, .newInput),
      listener.map({ poller.add($0.descriptor, Name.listener, .input) }) ?? true
    else { throw .failed(errno) }
    self.listener = listener
    self.proxies = proxies
    self.clock = clock
    self.whenRefused = whenRefused
    self.handler = handler
    self.poller = poller
    self.mailbox = mailbox
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    let room = Int(clamping: limit.rlim_cur) - Self.spare - Self.mostRefused
    most = min(Self.mostConnections, max(16, room))
  }

  package static func monotonic() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }

  /// Ends the server: it lets nobody in, and finishes what runs, for at most ``Limit/stopping``. For any
  /// thread.
  package var stop: @Sendable () -> Void { { [mailbox] in mailbox.stop() } }

  package var isOver: Bool { end.map { connections.isEmpty || $0 <= clock() } ?? false }

  /// Serves until it is stopped.
  package func run() {
    while !isOver { turn(waiting: untilNextDeadline) }
    connections = [:]
  }

  private var untilNextDeadline: Int32 {
    let next = min(nextDeadline, pausedUntil ?? .max, end ?? .max)
    return next == .max ? -1 : Int32(clamping: max(0, next - clock()))
  }

  /// Does what there is to do, and waits for it at most so many milliseconds.
  func turn(waiting: Int32) {
    var (hasMail, hasCaller) = (false, false)
    poller.wait(waiting) { event in
      switch event.id {
      case Name.listener: hasCaller = true
      case Name.mailbox: hasMail = true
      default: handle(event)
      }
    }
    lastHeard = lastID
    // Only now: an answer must not overtake what came behind its request, and those who are let in
    // take the places of others that had nothing to say.
    if hasMail { readMail() }
    if hasCaller { accept() }
    let now = clock()
    if now >= nextDeadline { endLate(now) }
    if let until = pausedUntil, now >= until { resume() }
  }
}

// MARK: - Beginning and ending

extension Server {
  private func accept() {
    guard let listener, end == nil else { return }
    for _ in 0..<Self.mostLetIn {
      guard abandoned < Self.mostAbandoned else {
        poller.change(listener.descriptor, Name.listener, .none)
        waitsForTasks = true
        return
      }
      guard connections.count < most + Self.mostRefused || dispensable != nil else {
        return pause()
      }
      let socket = listener.accept()
      if socket >= 0 {
        adopt(socket)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR, errno != ECONNABORTED {
        // No more descriptors, or no memory: later there may be some again.
        return pause()
      }
    }
  }

  /// The connection that is closed for a new one: that which has been idle for the longest or,
  /// without any, the one whose request has been unfinished for the longest.
  private var dispensable: UInt64? { longest(\.isIdle) ?? longest(\.isUnfinished) }

  /// The heard connection that has been in a state for the longest.
  private func longest(_ isTrue: (Connection) -> Bool) -> UInt64? {
    var found: (id: UInt64, since: Int)?
    for (id, connection) in connections where id <= lastHeard && isTrue(connection) {
      if connection.since < found?.since ?? .max { found = (id, connection.since) }
    }
    return found?.id
  }

  /// Serves a connected, nonblocking socket.
  func adopt(_ socket: Int32) {
    while connections.count >= most, let dispensable { close(dispensable) }
    let now = clock()
    lastID += 1
    let connection = Connection(socket, since: now, until: now + Limit.idle)
    guard poller.add(socket, lastID, .input) else { return }
    connections[lastID] = connection
    note(connection.deadline)
    if connections.count > most { refuse(.full, lastID, connection) }
  }

  private func pause() {
    guard let listener, pausedUntil == nil else { return }
    poller.change(listener.descriptor, Name.listener, .none)
    pausedUntil = clock() + Limit.pause
  }

  private func resume() {
    (pausedUntil, waitsForTasks) = (nil, false)
    guard let listener, end == nil else { return }
    poller.change(listener.descriptor, Name.listener, .input)
  }

  private func note(_ deadline: Int) { nextDeadline = min(nextDeadline, deadline) }

  /// Begins a phase, or the time of a request.
  private func set(_ connection: Connection, within limit: Int) {
    connection.since = clock()
    connection.deadline = connection.since + limit
    note(connection.deadline)
  }

  private func watch(_ connection: Connection, _ id: UInt64, for interest: Poller.Interest) {
    guard interest != connection.interest else { return }
    connection.interest = interest
    poller.change(connection.socket, id, interest)
  }

  /// Ends what has taken too long.
  private func endLate(_ now: Int) {
    nextDeadline = .max
    for (id, connection) in connections {
      if connection.deadline > now {
        note(connection.deadline)
      } else if case .reading = connection.phase, connection.parser.hasBegun {
        refuse(.timedOut, id, connection)
      } else {
        close(id)
      }
    }
  }

  private func close(_ id: UInt64) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    held -= connection.held
    if connection.phase == .answering { abandoned += 1 }
  }

  private func readMail() {
    let letters = mailbox.empty()
    if letters.stops, end == nil { beginEnding() }
    for (id, answer) in letters.answers {
      guard let connection = connections[id] else {
        // Its connection has gone meanwhile.
        abandoned -= 1
        continue
      }
      if end != nil { connection.isKept = false }
      send(answer, id, connection)
    }
    if waitsForTasks, abandoned < Self.mostAbandoned { resume() }
  }

  private func beginEnding() {
    end = clock() + Limit.stopping
    if let listener {
      poller.change(listener.descriptor, Name.listener, .none)
      listener.close()
    }
    for (id, connection) in connections {
      if case .reading = connection.phase { close(id) }
    }
  }
}

// MARK: - One connection

extension Server {
  private func handle(_ event: Poller.Event) {
    guard let connection = connections[event.id] else { return }
    if event.isOver { return close(event.id) }
    switch connection.phase {
    case .reading where event.isReadable: read(event.id, connection)
    case .draining where event.isReadable: drain(event.id, connection)
    case .writing: write(event.id, connection)
    case .answering where event.isReadable:
      // Bytes behind a request before its answer are not served; or the client sends no more.
      connection.isKept = false
      watch(connection, event.id, for: .none)
    default: break
    }
  }

  private func read(_ id: UInt64, _ connection: Connection) {
    switch connection.read(into: &buffer) {
    case .nothing: break
    case .end: close(id)
    case .bytes(let bytes):
      if !connection.parser.hasBegun { set(connection, within: Limit.request) }
      connection.held += bytes.count
      held += bytes.count
      take(bytes, id, connection)
      while held > greatestHeld, let longest = longest(\.isUnfinished) { close(longest) }
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>, _ id: UInt64, _ connection: Connection) {
    do throws(RequestRefusal) {
      guard let (request, rest) = try connection.parser.take(bytes) else { return }
      // Bytes that follow a request before its answer, as in RFC 9112, section 9.3.2, are not
      // served.
      connection.isKept = request.isKept && rest.isEmpty
      answer(request, id, connection)
    } catch {
      refuse(error, id, connection)
    }
  }

  private func answer(_ request: Request, _ id: UInt64, _ connection: Connection) {
    var request = request
    request.client = proxies?.client(of: request)
    connection.isHead = request.method == .head
    guard held <= greatestHeld else { return refuse(.full, id, connection) }
    connection.phase = .answering
    connection.parser = RequestParser()
    connection.deadline = .max
    connection.task = Task { [handler, mailbox, request] in
      mailbox.put(await handler(request), for: id)
    }
  }

  private func refuse(_ refusal: RequestRefusal, _ id: UInt64, _ connection: Connection) {
    connection.isKept = false
    connection.isHead = connection.parser.isHead
    whenRefused(refusal)
    send(refusal.answer, id, connection)
  }

  private func send(_ answer: Answer, _ id: UInt64, _ connection: Connection) {
    held -= connection.held
    connection.held = 0
    connection.parser = RequestParser()
    connection.begin(answer)
    set(connection, within: Limit.answer)
    write(id, connection)
  }

  private func write(_ id: UInt64, _ connection: Connection) {
    switch connection.write() {
    case .some: watch(connection, id, for: .output)
    case .failed: close(id)
    case .all where connection.isKept:
      connection.phase = .reading
      connection.isHead = false
      set(connection, within: Limit.idle)
      watch(connection, id, for: .input)
    case .all:
      connection.phase = .draining
      shutdown(connection.socket, Int32(SHUT_WR))
      set(connection, within: Limit.draining)
      watch(connection, id, for: .input)
    }
  }

  private func drain(_ id: UInt64, _ connection: Connection) {
    if case .end = connection.read(into: &buffer) { close(id) }
  }
}
