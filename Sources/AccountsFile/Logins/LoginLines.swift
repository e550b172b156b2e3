import Accounts
import AccountsDocument
import Glibc
import LosslessJSON

/// The file `logins.jsonl`: one line for each login attempt, newest last.
///
///     {"at":"2026-11-22T11:00:00Z","account":"ada@example.com","id":"0f8b2c1e-…",
///      "answer":"wrong","service":"sshd","from":"192.0.2.7"}
///
/// `id` is there if the account's counted.
///
/// It may be deleted. No line is forced to the disk.
struct LoginLines {
  private let journal: Journal
  private var side: SideFile { journal.side }

  private static let longestLine = 1 << 16

  init(of accounts: DirectoryFile, _ disk: Disk, like model: SideFile.Model? = nil) {
    journal = Journal(
      side: SideFile(.logins, of: accounts, disk, like: model), greatestSize: 8 << 20,
      longestTime: 180 * 86_400, isDurable: false)
  }

  /// Appends a line. The first one of a month, or one that makes the file too long, drops old
  /// lines. Returns a fault if the file was longer than any of its kind, so that only its end is
  /// kept.
  func append(_ outcome: LoginOutcome, at now: Int) throws(DiskFault) -> DiskFault? {
    var cutShort: DiskFault?
    let line = Self.line(
      RecordedAttempt(
        time: now, account: outcome.account, id: outcome.accountID,
        answer: outcome.answer.rawValue, service: outcome.origin.service,
        address: outcome.origin.address))
    try side.opened(O_CREAT | O_APPEND) { descriptor, stamp throws(DiskFault) in
      guard line.count <= Self.longestLine else {
        throw side.fault(.write, .tooLarge(maximum: Self.longestLine))
      }
      let isNewMonth = UTC.text(stamp.modified.seconds).prefix(7) != UTC.text(now).prefix(7)
      let kept = try journal.kept(
        descriptor, upTo: stamp.size, before: line.count, isDue: isNewMonth, at: now
      ) { line, oldest in
        // A line that is not ours may be of any age.
        Self.time(of: line).map { $0 < oldest } ?? false ? nil : line
      }
      if let kept {
        try journal.rewrite(kept + [line.dropLast()], over: stamp)
        if side.isTooLong(stamp.size) { cutShort = side.cutShort }
        return
      }
      try journal.append(line, to: descriptor, at: stamp.size)
    }
    return cutShort
  }

  /// Renames accounts in the lines, and removes the lines of removed accounts; returns whether
  /// there were any.
  ///
  /// - Parameter names: the new names by the old ones; nil for a removed account.
  func rename(_ names: [AccountName: AccountName?]) throws(DiskFault) -> Bool {
    guard !names.isEmpty else { return false }
    return try side.opened { descriptor, stamp throws(DiskFault) in
      let old = try journal.lines(descriptor, upTo: stamp.size)
      let lines = old.compactMap { line -> ArraySlice<UInt8>? in
        guard let (name, range) = Self.account(of: line), let new = names[AccountName(name)] else {
          return line
        }
        return new.map { new in
          line[..<range.lowerBound] + JSONLiteral.string(new.text).bytes(style: .compact)
            + line[range.upperBound...]
        }
      }
      guard lines != old else { return false }
      try journal.rewrite(lines, over: stamp)
      return true
    } ?? false
  }

  /// All lines; nil if there is no record. Takes no lock.
  func lines() throws(DiskFault) -> [ArraySlice<UInt8>]? {
    guard let (descriptor, stamp) = try side.open(O_RDONLY) else { return nil }
    defer { side.disk.close(descriptor) }
    return try journal.lines(descriptor, upTo: stamp.size)
  }
}

// MARK: A line

extension LoginLines {
  private static let beforeTime = Array("{\"at\":\"".utf8)
  private static let beforeName = Array("Z\",\"account\":".utf8)

  /// The line of an attempt, with its end.
  static func line(_ attempt: RecordedAttempt) -> [UInt8] {
    func text(_ text: String?) -> JSONLiteral { text.map { .string($0) } ?? .null }
    var members: [JSONLiteral.Member] = [
      .init("at", .string(UTC.text(attempt.time))), .init("account", text(attempt.account)),
    ]
    if let id = attempt.id { members.append(.init("id", .string(id.description))) }
    members.append(.init("answer", .string(attempt.answer)))
    if let service = attempt.service { members.append(.init("service", .string(service))) }
    if let address = attempt.address { members.append(.init("from", .string(address))) }
    return JSONLiteral.object(members).bytes(style: .compact) + [UInt8(ascii: "\n")]
  }

  /// The time of a line; nil if it is not one of ours.
  private static func time(of line: ArraySlice<UInt8>) -> Int? {
    guard line.starts(with: beforeTime) else { return nil }
    let time = line.dropFirst(beforeTime.count).prefix(20)
    return UTC.seconds(String(decoding: time, as: UTF8.self))
  }

  /// The account's name in a line, and its range with the quotes; nil without a name.
  private static func account(
    of line: ArraySlice<UInt8>
  ) -> (name: String, range: Range<Int>)? {
    let rest = line.dropFirst(beforeTime.count + 19)
    guard time(of: line) != nil, rest.starts(with: beforeName) else { return nil }
    let name = rest.dropFirst(beforeName.count)
    guard name.first == UInt8(ascii: "\"") else { return nil }
    // Up to the quote that no backslash escapes.
    var (end, isEscaped) = (name.startIndex + 1, false)
    while end < name.endIndex, isEscaped || name[end] != UInt8(ascii: "\"") {
      isEscaped = !isEscaped && name[end] == UInt8(ascii: "\\")
      end += 1
    }
    guard end < name.endIndex else { return nil }
    let range = name.startIndex..<end + 1
    guard let document = try? JSONDocument(parsing: Array(line[range])),
      let text = document.string(document.root)
    else { return nil }
    return (text, range)
  }
}
