import Accounts
import Glibc
import TextTools

/// The file `failed-logins`: the number of failed logins under each name, in all and by address,
/// and the attempts in flight. Names are kept as keyed hashes, because people type passwords into
/// the name field.
///
/// It may be deleted, which restarts the counts. It is not forced to the disk; a line torn by a
/// power cut counts as five failures.
struct FailedLoginFile {
  let side: SideFile
  let now: Int

  /// The number of names for which a new file has room.
  private static let room = 4_096
  /// The time in seconds after which a file that could not grow tries again.
  private static let untilGrowth = 60

  init(of accounts: DirectoryFile, _ disk: Disk, like model: SideFile.Model? = nil, at now: Int) {
    side = SideFile(.failedLogins, of: accounts, disk, like: model)
    self.now = now
  }

  /// Changes the counts of an attempt, and writes them if they differ.
  func change<Result>(
    of attempt: LoginAttempt, _ body: (inout Throttle) -> Result
  ) throws(DiskFault) -> Result? {
    // If the file cannot grow, names share lines.
    for mayShare in [false, true] {
      let result = try side.table(beginning: now, room: Self.room) {
        table throws(DiskFault) -> Result? in
        let tried = now - table.table.triedToGrow
        let mayGrow = !table.table.isGreatest && !(0..<Self.untilGrowth).contains(tried)
        guard
          let (whole, own) = try counts(of: attempt, in: table, mayShare: mayShare || !mayGrow)
        else {
          try grow(&table)
          return nil
        }
        var throttle = Throttle(own: own.count, whole: whole.count)
        let result = body(&throttle)
        for (line, count) in [(whole, throttle.whole), (own, throttle.own)]
        where line.isTorn || count != line.count {
          try table.write(table.table.bytes(of: line.name, count.words), at: line.range)
        }
        return result
      }
      if let result = result ?? nil { return result }
    }
    return nil
  }

  /// The fault of the file in its place; nil if that can be used, as far as this user can see.
  var fault: DiskFault? {
    do throws(DiskFault) {
      try side.readTable { _ throws(DiskFault) in }
      return nil
    } catch {
      if case .errno = error.reason { return nil }
      return error
    }
  }

  /// True if an attempt must wait for others, as far as visible without the lock.
  func isFull(for attempt: LoginAttempt) throws(DiskFault) -> Bool {
    var throttle = try throttle(of: attempt)
    return throttle?.begin(now: now) == .full
  }

  /// The seconds for which an attempt's own address has to wait, as far as visible without the
  /// lock.
  func secondsToWait(for attempt: LoginAttempt) throws(DiskFault) -> Int {
    try throttle(of: attempt)?.ownSecondsToWait(now: now) ?? 0
  }

  /// The counts of an attempt, as far as visible without the lock; nil if there are none at all.
  func throttle(of attempt: LoginAttempt) throws(DiskFault) -> Throttle? {
    try side.readTable { table throws(DiskFault) -> Throttle? in
      try counts(of: attempt, in: table, mayShare: true).map { whole, own in
        Throttle(own: own.count, whole: whole.count)
      }
    } ?? nil
  }

  /// Nil if there is no room, and sharing lines with other names is not allowed.
  private func counts(
    of attempt: LoginAttempt, in open: OpenLines, mayShare: Bool
  ) throws(DiskFault) -> (whole: CountedLine, own: CountedLine)? {
    func counted(
      _ text: String, besides taken: Range<Int>? = nil
    ) throws(DiskFault) -> CountedLine? {
      let name = open.table.hash(of: text)
      if let line = try open.line(of: name, besides: taken, isOver: isOver) {
        return CountedLine(line, of: name, now)
      }
      guard mayShare else { return nil }
      return CountedLine(try open.firstLine(of: name, besides: taken), of: name, now)
    }
    guard let whole = try counted("all \(attempt.name)") else { return nil }
    let network = attempt.network ?? "-"
    guard
      let own = try counted(
        "\(network) \(whole.count.round) \(attempt.name)", besides: whole.range)
    else { return nil }
    return (whole, own)
  }

  private func isOver(_ words: [Substring]) -> Bool { FailureCount(words)?.isOver(now) ?? true }

  /// Makes room, or notes that there is none.
  private func grow(_ open: inout OpenLines) throws(DiskFault) {
    var grown = open
    do throws(DiskFault) {
      guard try grown.grow(isOver: isOver) else { throw side.fault(.write, .errno(ENOSPC)) }
      try grown.finish()
    } catch {
      try open.noteFull(at: now)
    }
  }

  /// Forgets the failures under names; returns the names that had any.
  func clear(_ names: [String]) throws(DiskFault) -> Set<String> {
    try side.table { table throws(DiskFault) in
      // There may be very many, so each must cost little.
      if names.count > 64 { try table.readAll() }
      var found: Set<String> = []
      for name in names {
        let hash = table.table.hash(of: "all \(name)")
        guard let line = try table.line(of: hash), line.words != nil || line.isTorn else {
          continue
        }
        var count = CountedLine(line, of: hash, now).count
        guard count.failures > 0 else { continue }
        found.insert(name)
        count.clear()
        try table.write(table.table.bytes(of: hash, count.words), at: line.range)
      }
      return found
    } ?? []
  }
}

private struct CountedLine {
  let range: Range<Int>
  let name: UInt64
  let isTorn: Bool
  let count: FailureCount

  init(_ line: LineTable.Line, of name: UInt64, _ now: Int) {
    (range, isTorn) = (line.range, line.isTorn)
    self.name = line.name ?? name
    var count = line.words.flatMap { FailureCount($0) } ?? FailureCount()
    if line.isTorn { count = FailureCount(failures: Throttle.free + 1, last: now) }
    if self.name != name { count.isShared = true }
    self.count = count
  }
}

extension FailureCount {
  /// Reads a line's words; nil for another form.
  fileprivate init?(_ words: [Substring]) {
    let numbers = words.prefix(5).compactMap { Int($0) }
    guard words.count == 6, numbers.count == 5, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(
      failures: numbers[0], last: numbers[1], inFlight: numbers[2], moved: numbers[3],
      round: numbers[4], isShared: words[5] == "=")
  }

  fileprivate var words: String {
    [
      String(failures).zeroPadded(to: 2), String(last).zeroPadded(to: 10),
      String(inFlight).zeroPadded(to: 2), String(moved).zeroPadded(to: 10),
      String(round).zeroPadded(to: 4), isShared ? "=" : "-",
    ].joined(separator: " ")
  }
}
