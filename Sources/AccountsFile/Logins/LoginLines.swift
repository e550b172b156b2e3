import Accounts
import AccountsText
import Glibc
import LosslessJSON

/// The file `logins.jsonl`: a line for each attempt to log in, the last one at the end.
///
///     {"at":"2026-11-22T11:00:00Z","account":"ada@example.com","answer":"wrong","service":"sshd",
///      "from":"192.0.2.7"}
///
/// It may be deleted. No line is forced to the disk.
struct LoginLines {
  let side: SideFile
  let model: SideFile.Model

  /// Over so many bytes, the oldest lines go until it has no more than half.
  static let greatestSize = 8 << 20
  /// How long lines are kept, in seconds.
  static let longestTime = 180 * 86_400
  /// The most bytes of a line.
  private static let longestLine = 1 << 16

  init(of accounts: DirectoryFile, _ model: SideFile.Model, _ disk: Disk) {
    side = SideFile(.logins, of: accounts, disk)
    self.model = model
  }

  private var disk: Disk { side.disk }

  /// Appends a line. Where it is the first of a month, or the file grows too long, old ones go.
  func append(_ outcome: LoginOutcome, at now: Int) throws(DiskFault) {
    let line = Self.line(
      RecordedAttempt(
        time: now, account: outcome.account, answer: outcome.answer.rawValue,
        service: outcome.origin.service, address: outcome.origin.address))
    try side.opened(model, creating: true, O_APPEND) { descriptor, stamp throws(DiskFault) in
      guard line.count <= Self.longestLine else {
        throw side.fault(.write, .tooLarge(maximum: Self.longestLine))
      }
      let isOver = stamp.size + line.count > Self.greatestSize
      let isNewMonth = UTC.text(stamp.modified.seconds).prefix(7) != UTC.text(now).prefix(7)
      if stamp.size > 0, isOver || isNewMonth,
        let kept = try self.kept(descriptor, stamp.size, now, isOver)
      {
        return try replace(kept + [line[...]])
      }
      try append(line, to: descriptor, behind: stamp.size)
    }
  }

  private func append(
    _ line: [UInt8], to descriptor: Int32, behind end: Int
  ) throws(DiskFault) {
    // A line without an end would swallow ours.
    let last = try end == 0 ? [] : disk.read(descriptor, at: end - 1, upTo: 1, path: side.file.path)
    let lacksEnd = last.first.map { $0 != UInt8(ascii: "\n") } ?? false
    let bytes = (lacksEnd ? [UInt8(ascii: "\n")] : []) + line
    do throws(DiskFault) {
      try disk.write(bytes[...], to: descriptor, path: side.file.path)
    } catch {
      _ = disk.retrying { disk.calls.ftruncate(descriptor, end) }
      throw error
    }
  }

  /// The lines that stay; nil if all do.
  private func kept(
    _ descriptor: Int32, _ size: Int, _ now: Int, _ isOver: Bool
  ) throws(DiskFault) -> [ArraySlice<UInt8>]? {
    let oldest = now - Self.longestTime
    if !isOver {
      let head = try disk.read(descriptor, at: 0, upTo: 64, path: side.file.path)
      if let first = Self.time(of: head[...]), first >= oldest { return nil }
    }
    let text = try disk.read(descriptor, at: 0, upTo: size, path: side.file.path)
    var lines = HistoryFile.lines(of: text)
    // A line that is not ours may be of any age.
    let count = lines.count
    lines.removeAll { Self.time(of: $0).map { $0 < oldest } ?? false }
    var gone = 0
    if isOver {
      var rest = lines.reduce(0) { $0 + $1.count + 1 }
      while gone < lines.count, rest > Self.greatestSize / 2 {
        rest -= lines[gone].count + 1
        gone += 1
      }
      lines.removeFirst(gone)
    }
    return lines.count == count ? nil : lines
  }

  /// Puts lines in the place of all.
  private func replace(_ lines: [ArraySlice<UInt8>]) throws(DiskFault) {
    disk.removeTemporaryFiles(of: side.file)
    var text: [UInt8] = []
    text.reserveCapacity(lines.reduce(0) { $0 + $1.count + 1 })
    for line in lines {
      text += line
      if line.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    }
    _ = try disk.replace(
      side.file, .scratch(sharedLike: side.accounts), with: [.bytes(text[...])])
  }

  /// Gives the lines of accounts their new names, and removes those of accounts that are gone; returns
  /// whether there were any.
  ///
  /// - Parameter names: the new names by the old ones; nil for those that are gone.
  func rename(_ names: [AccountName: AccountName?]) throws(DiskFault) -> Bool {
    guard !names.isEmpty else { return false }
    return try side.opened(model, creating: false) { descriptor, stamp throws(DiskFault) in
      let text = try disk.read(descriptor, at: 0, upTo: stamp.size, path: side.file.path)
      var isChanged = false
      var lines: [ArraySlice<UInt8>] = []
      for line in HistoryFile.lines(of: text) {
        guard let (name, range) = Self.account(of: line), let new = names[AccountName(name)] else {
          lines.append(line)
          continue
        }
        isChanged = true
        guard let new else { continue }
        lines.append(
          line[..<range.lowerBound] + JSONLiteral.string(new.text).bytes(style: .compact)
            + line[range.upperBound...])
      }
      if isChanged { try replace(lines) }
      return isChanged
    } ?? false
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
      .init("answer", .string(attempt.answer)),
    ]
    if let service = attempt.service { members.append(.init("service", .string(service))) }
    if let address = attempt.address { members.append(.init("from", .string(address))) }
    return JSONLiteral.object(members).bytes(style: .compact) + [UInt8(ascii: "\n")]
  }

  /// When an attempt was made; nil if the line is not one of ours.
  private static func time(of line: ArraySlice<UInt8>) -> Int? {
    guard line.starts(with: beforeTime) else { return nil }
    let time = line.dropFirst(beforeTime.count).prefix(20)
    return UTC.seconds(String(decoding: time, as: UTF8.self))
  }

  /// The account that a line names, and where the name is in it with its quotes; nil if it names none.
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
