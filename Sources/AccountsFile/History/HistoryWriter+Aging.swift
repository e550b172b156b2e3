import Accounts
import AccountsDocument
import Glibc

extension HistoryWriter {
  /// Drops old values once a day, and the oldest lines if the file grows too long.
  mutating func makeRoom(for count: Int) throws(DiskFault) {
    guard let descriptor, let stamp else { return }
    let isNewDay = last?.entry.time.map { $0 / 86_400 != now / 86_400 } ?? true
    let kept = try history.journal.kept(
      descriptor, upTo: end, before: count, isDue: isNewDay, at: now
    ) { bytes, oldest in
      guard var line = HistoryLine(bytes), line.entry.time ?? 0 < oldest,
        line.entry.accounts.contains(where: { $0.changes != nil })
          || line.entry.document?.keepsValues == true
      else { return bytes }
      line.entry = line.entry.withoutValues
      return line.bytes().dropLast()
    }
    if let kept { try rewrite(kept, over: stamp) }
  }

  private mutating func rewrite(
    _ lines: [ArraySlice<UInt8>], over stamp: FileStamp
  ) throws(DiskFault) {
    try history.journal.rewrite(lines, over: stamp)
    close()
    descriptor = nil
    guard let (descriptor, stamp) = try history.side.open(O_RDWR) else { return }
    (self.descriptor, self.stamp, end) = (descriptor, stamp, stamp.size)
  }

  /// Removes everything about people who had one of the names, or have one of the ids.
  mutating func forget(
    _ sought: [AccountName], _ ids: [AccountID]
  ) throws(DiskFault) -> ForgetReport {
    if let fault { throw fault }
    guard let descriptor, let stamp else { return ForgetReport() }
    let texts = try history.journal.lines(descriptor, upTo: end)
    var lines = texts.map { (text: $0, line: HistoryLine($0)) }
    let people = PeopleInHistory(sought, ids, in: lines.lazy.compactMap { $0.line?.entry })
    var count = 0
    for index in lines.indices {
      guard var line = lines[index].line, line.entry.forget(people) else { continue }
      count += 1
      lines[index].text = line.bytes().dropLast()
    }
    guard count > 0 else { return ForgetReport() }
    try rewrite(lines.map(\.text), over: stamp)
    return ForgetReport(changes: count, names: people.names.sorted())
  }
}
