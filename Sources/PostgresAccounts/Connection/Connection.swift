import AccountsDocument
import CPostgres
import Glibc

/// One connection to the server. No call waits longer than its time limit, and none suspends, so
/// that a transaction is never left for another task's statement.
final class Connection {
  private let connection: OpaquePointer
  private let libpq: Libpq
  /// How many seconds to look for a server that answers, and to wait for an answer of one. A write
  /// has four times as long to say what became of it.
  @TaskLocal static var patience = 10
  /// How many seconds the server may take for one statement.
  let patience: Int
  let warnings: Warnings
  /// Whether the server let a time limit pass without an answer, or a pooler said that it has none.
  private(set) var mayBeGone = false
  /// The answers that are to come, in order: nil, or the statement that gets a name.
  private var expected: [(text: String, name: String)?] = []
  /// How many statements of those that were sent last have been done.
  private var answered = 0
  private var prepared = PreparedStatements()
  /// Whether a standby will do: then no other server is looked for if this one takes no writes.
  private let takesStandby: Bool

  /// - Parameter hosts: replaces those of the address; empty for all.
  init(
    _ address: DatabaseAddress, _ libpq: Libpq, patience: Int = Connection.patience,
    hosts: Connecting.Hosts = []
  ) throws(Failure) {
    let made = libpq("PQconnectdbParams") { () -> Result<Made, Failure> in
      do throws(Failure) {
        let connecting = try Connecting(address, hosts, resolve: libpq.resolve)
        return .success(try connecting.connected())
      } catch {
        return .failure(error)
      }
    }
    (connection, warnings) = try made.get()
    self.libpq = libpq
    self.patience = patience
    takesStandby = address.takesStandby
    let version = Int(PQserverVersion(connection))
    guard version >= Self.oldestVersion else { throw .unfit(.oldServer(version)) }
    PQsetnonblocking(connection, 1)
  }

  private typealias Made = (connection: OpaquePointer, warnings: Warnings)

  deinit { libpq("PQfinish") { PQfinish(connection) } }

  /// PostgreSQL 14, the first that tells on connecting whether it takes writes.
  private static let oldestVersion = 14_00_00

  /// Whether it can be used again.
  var isUsable: Bool {
    PQstatus(connection) == CONNECTION_OK && isIdle
  }

  /// Whether no transaction was begun in it.
  var isIdle: Bool { PQtransactionStatus(connection) == PQTRANS_IDLE }

  /// Whether the server has ended it, as far as this machine knows by now.
  var isClosed: Bool {
    var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
    // Behind the server's last words is the end.
    for _ in 0..<4 where poll(&descriptor, 1, 0) > 0 { PQconsumeInput(connection) }
    return PQstatus(connection) != CONNECTION_OK
  }

  /// The host, port and address that it was made to.
  var place: [String] { Connecting.place(connection) }

  /// The hosts that it tried, without its own; nil if there are no others.
  var otherHosts: Connecting.Hosts? { Connecting.withoutCurrentHost(connection) }

  /// Takes note of the session's process. A pooler gives its clients numbers of its own.
  func note(process: Int?) { prepared.isDirect = process == Int(PQbackendPID(connection)) }
}

extension Connection {
  /// Runs a statement, and returns its rows. Outside of a transaction it is one of its own, behind
  /// the settings of each, and both are sent at once; it only reads then, since a setting may say
  /// that such a one does not write.
  ///
  /// - Parameters:
  ///   - isFrequent: whether this connection is asked the same many times.
  @discardableResult
  func run(
    _ statement: String, _ parameters: [Parameter] = [], patience: Int? = nil,
    isFrequent: Bool = false
  ) throws(Failure) -> Rows {
    let seconds = patience ?? self.patience
    let isOwn = isIdle
    let asked = Statement(statement, parameters, isFrequent: isFrequent && isOwn)
    let answers =
      isOwn
      ? try pipeline(
        [],
        settings(patience: seconds, isWhole: true, of: [asked]), [asked], within: seconds)
      : try pipeline([asked], within: seconds)
    return answers[answers.count - 1]
  }

  /// Begins a transaction with its settings.
  ///
  /// - Parameters:
  ///   - mode: as `ISOLATION LEVEL READ COMMITTED`.
  ///   - patience: how long the server may take for each statement.
  func begin(_ mode: String, patience: Int? = nil) throws(Failure) {
    let settings = self.settings(patience: patience ?? self.patience, isWhole: false, of: [])
    _ = try pipeline([Statement("BEGIN \(mode)")], settings, [], within: self.patience)
  }

  /// Sends statements behind the beginning of a transaction and its settings.
  ///
  /// The shortest time limits of a role or a database may end the settings, before ours are in
  /// force, or pass just as they end: then the server ends the statement behind them, long before
  /// our limit. Either way nothing was done, and all is sent again while there is time; as text, if
  /// the session does not know a statement by its name.
  private func pipeline(
    _ beginning: [Statement], _ settings: String, _ statements: [Statement],
    within seconds: Int, commits: Bool = false
  ) throws(Failure) -> [Rows] {
    let first = beginning + [Statement(settings, isFrequent: true)]
    let end = TimeLimit(seconds: seconds).orLimit
    while true {
      let ours = TimeLimit(WaitingTime.now + .milliseconds(seconds * 800))
      do throws(Failure) {
        return try pipeline(first + statements, within: seconds)
      } catch {
        if error.isOfPrepared, prepared.isDirect {
          prepared.end()
          // A pooler's error leaves it open whether the rest was done.
          if commits, !error.behindCommit(isCommits: false).isRefusal { throw error }
        } else {
          guard case .refused("57014", _) = error, !end.isPast,
            answered < first.count || answered == first.count && !ours.isPast
          else { throw error }
        }
        rollBack()
      }
    }
  }

  /// Runs a whole transaction, which is sent at once, and returns the rows of its statements.
  ///
  /// - Parameter waitsForStandby: whether what it writes must be on a standby, too.
  func commit(
    _ statements: [Statement], patience: Int, waitsForStandby: Bool = true
  ) throws(Failure) -> [Rows] {
    // Each statement sees what was committed before it, and may write, under any setting of the role
    // and in any session that a pooler gives.
    do throws(Failure) {
      warnings.isAny = false
      let answers = try pipeline(
        [Statement("BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE")],
        settings(
          patience: patience, isWhole: true, of: statements, waitsForStandby: waitsForStandby),
        statements + [Statement("COMMIT")], within: patience, commits: true)
      if warnings.isAny { throw .warned }
      return Array(answers.dropFirst(2).dropLast())
    } catch {
      let isCommits = answered == statements.count + 2
      rollBack()
      throw error.behindCommit(isCommits: isCommits)
    }
  }

  /// Commits a transaction that was begun.
  func commit(patience: Int) throws(Failure) {
    do throws(Failure) { try write("COMMIT", patience: patience) } catch {
      throw error.behindCommit(isCommits: true)
    }
  }

  /// The settings of a transaction, with half of this connection's patience for each lock.
  private func settings(
    patience: Int, isWhole: Bool, of statements: [Statement], waitsForStandby: Bool = true
  ) -> String {
    Schema.settings(
      patience: patience, idleLimit: max(30, self.patience), lockLimit: self.patience * 500,
      isWhole: isWhole, plansOnce: prepared.isDirect && statements.contains(where: \.isFrequent),
      waitsForStandby: waitsForStandby)
  }

  /// Ends a transaction that failed. The shortest limits of a role hold for this again.
  func rollBack() {
    let end = TimeLimit(seconds: patience).orLimit
    while [PQTRANS_INTRANS, PQTRANS_INERROR].contains(PQtransactionStatus(connection)) {
      do throws(Failure) { try run("ROLLBACK") } catch {
        guard case .refused("57014", _) = error, !end.isPast else { return }
      }
    }
  }

  /// Sends statements at once, and returns the rows of each.
  private func pipeline(
    _ statements: [Statement], within seconds: Int
  ) throws(Failure) -> [Rows] {
    guard libpq("PQenterPipelineMode", { PQenterPipelineMode(connection) }) == 1 else {
      throw .lost(inTime: true)
    }
    defer { PQexitPipelineMode(connection) }
    expected = []
    for statement in statements { try send(statement) }
    guard libpq("PQpipelineSync", { PQpipelineSync(connection) }) == 1 else {
      throw .lost(inTime: true)
    }
    let answers = try answers(within: seconds)
    guard answers.count == statements.count else { throw .lost(inTime: true) }
    return answers
  }

  private func send(_ statement: Statement) throws(Failure) {
    let parameters = statement.parameters
    let types = parameters.map { Oid($0.type) }
    let formats = [Int32](repeating: 1, count: parameters.count)
    let count = Int32(parameters.count)
    var starts: [Int?] = []
    var all: [UInt8] = []
    for parameter in parameters {
      starts.append(parameter.bytes.map { _ in all.count })
      // An empty parameter needs a place too.
      all += (parameter.bytes ?? []) + [0]
    }
    let lengths = parameters.map { Int32(clamping: $0.bytes?.count ?? 0) }
    let way = prepared.way(of: statement)
    if case .named(let name) = way {
      let isSent = libpq("PQsendPrepare") {
        PQsendPrepare(connection, name, statement.text, count, types)
      }
      guard isSent == 1 else { throw .lost(inTime: true) }
      expected.append((statement.text, name))
    }
    let isSent = all.withUnsafeBytes { all in
      let values = starts.map { start in
        start.flatMap { start in
          all.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
        }
      }
      return libpq("PQsendQuery") {
        switch way {
        case .asText:
          PQsendQueryParams(
            connection, statement.text, count, types, values, lengths, formats, 0)
        case .named(let name), .byName(let name):
          PQsendQueryPrepared(connection, name, count, values, lengths, formats, 0)
        }
      }
    }
    guard isSent == 1 else { throw .lost(inTime: true) }
    expected.append(nil)
  }

  /// The answers to what was sent.
  private func answers(within seconds: Int) throws(Failure) -> [Rows] {
    let deadline = TimeLimit(seconds: seconds).orLimit
    answered = 0
    try flush(deadline)
    let isPipelined = PQpipelineStatus(connection) == PQ_PIPELINE_ON
    var answers: [Rows] = []
    var failure: Failure?
    var next = 0
    while true {
      while PQisBusy(connection) == 1 {
        try wait(for: POLLIN, deadline)
        guard libpq("PQconsumeInput", { PQconsumeInput(connection) }) == 1 else {
          throw failure ?? .lost(inTime: true)
        }
      }
      guard let result = libpq("PQgetResult", { PQgetResult(connection) }) else {
        // In a pipeline, the answers to the next statement follow.
        guard isPipelined, PQstatus(connection) == CONNECTION_OK else { break }
        continue
      }
      let rows = Rows(result)
      let status = PQresultStatus(result)
      if status == PGRES_PIPELINE_SYNC { break }
      switch status {
      case PGRES_PIPELINE_ABORTED: continue
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
        defer { next += 1 }
        if isPipelined, next < expected.count, let (text, name) = expected[next] {
          prepared.keep(text, name)
          continue
        }
        answers.append(rows)
        answered = answers.count
      case PGRES_COPY_IN: return [rows]
      default: failure = self.failure(rows)
      }
    }
    if let failure { throw failure }
    guard !answers.isEmpty else { throw .lost(inTime: true) }
    return answers
  }

  /// The failure that an answer tells of.
  private func failure(_ rows: Rows) -> Failure {
    let (state, refusal) = rows.refusal
    if !state.isEmpty, !refusal.isOfServer, refusal.meansElsewhere(state) { mayBeGone = true }
    // libpq makes such an answer itself when the connection breaks.
    guard !state.isEmpty, PQstatus(connection) == CONNECTION_OK || state.hasPrefix("57P") else {
      return .lost(inTime: true)
    }
    let failure = Failure.refused(state: state, by: refusal)
    return takesStandby && failure.isReadOnly ? .unfit(.readOnly) : failure
  }

  private func flush(_ deadline: TimeLimit) throws(Failure) {
    while true {
      switch libpq("PQflush", { PQflush(connection) }) {
      case 0: return
      case 1:
        let ready = try wait(for: POLLIN | POLLOUT, deadline)
        if ready & POLLIN != 0 {
          guard libpq("PQconsumeInput", { PQconsumeInput(connection) }) == 1 else {
            throw .lost(inTime: true)
          }
        }
      default: throw .lost(inTime: true)
      }
    }
  }

  @discardableResult
  private func wait(for events: Int32, _ deadline: TimeLimit) throws(Failure) -> Int32 {
    var descriptor = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
    while true {
      let left = deadline.millisecondsLeft
      guard left > 0 else {
        mayBeGone = true
        throw .lost(inTime: false)
      }
      let count = WaitingTime.current.wait(&descriptor, left)
      if count > 0 { return Int32(descriptor.revents) }
      guard count == 0 || errno == EINTR else { throw .lost(inTime: true) }
    }
  }

  /// Sends rows to a `COPY … FROM STDIN (FORMAT binary)`, made on all cores when they are needed.
  ///
  /// - Parameters:
  ///   - count: of how many items there are rows.
  ///   - patience: how long the server may take to put the rows that it got in their places.
  ///   - rows: the rows of an item: their values, null if they have no bytes.
  func copy(
    _ statement: String, of count: Int, patience: Int,
    _ rows: @Sendable (_ item: Int) -> [[Parameter]]
  ) throws(Failure) {
    // No pipeline has a COPY.
    try send(Statement(statement))
    _ = try answers(within: self.patience)
    try put(Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    // The number is such that the rows come to some megabytes, going by those before.
    var (start, some) = (0, 1)
    while start < count {
      some = min(some, count - start)
      let parts = inParts(some, of: (some + 3) / 4) { [start] part -> [UInt8] in
        var bytes: [UInt8] = []
        for item in part {
          for values in rows(start + item) {
            bytes += Int16(clamping: values.count).wireBytes
            for value in values { value.append(to: &bytes) }
          }
        }
        return bytes
      }
      for bytes in parts { try put(bytes) }
      start += some
      let length = parts.reduce(0) { $0 + $1.count } / some
      some = max(1, min(2 * some, (4 << 20) / max(1, length)))
    }
    try put(Int16(-1).wireBytes)
    guard libpq("PQputCopyEnd", { PQputCopyEnd(connection, nil) }) == 1 else {
      throw .lost(inTime: true)
    }
    _ = try answers(within: patience)
  }

  /// Puts bytes there, some at a time, each of which the server is to take within its time.
  private func put(_ bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let isPut = rest.prefix(1 << 16).withUnsafeBytes { bytes in
        libpq("PQputCopyData") {
          PQputCopyData(
            connection, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(clamping: bytes.count))
        }
      }
      guard isPut == 1 else { throw .lost(inTime: true) }
      rest = rest.dropFirst(1 << 16)
      try flush(TimeLimit(seconds: patience).orLimit)
    }
  }
}
