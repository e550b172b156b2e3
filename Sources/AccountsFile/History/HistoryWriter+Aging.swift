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

  /// Removes everything about people who have or had one of the names.
  mutating func forget(_ sought: [AccountName]) throws(DiskFault) -> ForgetReport {
    if let fault { throw fault }
    guard let descriptor, let stamp else { return ForgetReport() }
    let texts = try history.journal.lines(descriptor, upTo: end)
    var lines = texts.map { (text: $0, line: HistoryLine($0)) }
    let ours = lines.indices.filter { lines[$0].line != nil }
    let names = HistoryNames(ours.lazy.compactMap { lines[$0].line?.entry })
    let found = names.changes(of: sought)
    guard !found.isEmpty else { return ForgetReport() }
    let forgotten = names.names(of: sought)
    for (index, accounts, isBy) in found {
      lines[ours[index]].line?.entry.forget(accounts, isBy: isBy)
      lines[ours[index]].text = lines[ours[index]].line?.bytes().dropLast() ?? []
    }
    for index in ours where lines[index].line?.entry.forgetPlaces(behind: forgotten) == true {
      lines[index].text = lines[index].line?.bytes().dropLast() ?? []
    }
    try rewrite(lines.map(\.text), over: stamp)
    return ForgetReport(changes: found.count, names: forgotten.sorted())
  }
}
