import Accounts
import AccountsText
import Glibc

extension HistoryWriter {
  /// Drops values that are too old, once a day, and the oldest lines where the file grows too long.
  mutating func makeRoom(for count: Int) throws(DiskFault) {
    guard let descriptor, let stamp, end > 0 else { return }
    let isNewDay = last?.entry.time.map { $0 / 86_400 != now / 86_400 } ?? true
    let isOver = end + count > HistoryFile.greatestSize
    guard isOver || isNewDay else { return }
    let oldest = now - HistoryFile.longestTime
    if !isOver, try begins(descriptor, after: oldest) { return }
    let text = try history.read(descriptor, 0..<end)
    var lines: [[UInt8]] = []
    var isChanged = false
    for line in HistoryFile.lines(of: text) {
      let bytes = Array(line) + [UInt8(ascii: "\n")]
      if let old = HistoryLine(line), old.entry.time ?? 0 < oldest,
        old.entry.accounts.contains(where: { $0.changes != nil })
          || old.entry.document?.keepsValues == true
      {
        lines.append(old.withoutValues.bytes())
        isChanged = true
      } else {
        lines.append(bytes)
      }
    }
    if isOver {
      var size = lines.reduce(count) { $0 + $1.count }
      var gone = 0
      while gone < lines.count, size > HistoryFile.greatestSize / 2 {
        size -= lines[gone].count
        gone += 1
      }
      lines.removeFirst(gone)
      isChanged = isChanged || gone > 0
    }
    if isChanged { try rewrite(lines, over: stamp) }
  }

  /// Whether the first line is newer than a moment.
  private func begins(_ descriptor: Int32, after time: Int) throws(DiskFault) -> Bool {
    let head = try history.read(descriptor, 0..<min(end, 4096))
    // A long line is cut off here; what is looked for stands near its beginning.
    let mark = Array("\"at\":\"".utf8)
    guard let start = head.firstRange(of: mark)?.upperBound, start + 20 <= head.count,
      let first = UTC.seconds(String(decoding: head[start..<start + 20], as: UTF8.self))
    else { return false }
    return first >= time
  }

  /// Puts other lines in the place of all.
  mutating func rewrite(_ lines: [[UInt8]], over stamp: FileStamp) throws(DiskFault) {
    guard let now = try disk.stamp(of: history.file, for: .write), now.isSameFile(as: stamp) else {
      throw DiskFault(action: .write, path: history.file.path, reason: .errno(EAGAIN))
    }
    let replacement = try disk.replace(
      history.file, .file(now), with: lines.map { .bytes($0[...]) })
    if case .changedMeanwhile = replacement {
      throw DiskFault(action: .write, path: history.file.path, reason: .errno(EAGAIN))
    }
    close()
    descriptor = nil
    guard let (descriptor, stamp) = try history.open(O_RDWR) else { return }
    (self.descriptor, self.stamp) = (descriptor, stamp)
    end = stamp.size
    lacksEnd = false
  }

  /// Removes what is kept of whoever has or had one of some names.
  mutating func forget(_ sought: [AccountName]) throws(DiskFault) -> ForgetReport {
    if let fault { throw fault }
    guard let descriptor, let stamp else { return ForgetReport() }
    let texts = HistoryFile.lines(of: try history.read(descriptor, 0..<end))
    var lines = texts.map { (text: Array($0) + [UInt8(ascii: "\n")], line: HistoryLine($0)) }
    let ours = lines.indices.filter { lines[$0].line != nil }
    let names = HistoryNames(ours.lazy.compactMap { lines[$0].line?.entry })
    let found = names.changes(of: sought)
    guard !found.isEmpty else { return ForgetReport() }
    let gone = names.names(of: sought)
    for (index, accounts, isBy) in found {
      lines[ours[index]].line?.forget(accounts, isBy: isBy)
      lines[ours[index]].text = lines[ours[index]].line?.bytes() ?? []
    }
    for index in ours where lines[index].line?.forgetPlaces(behind: gone) == true {
      lines[index].text = lines[index].line?.bytes() ?? []
    }
    try rewrite(lines.map(\.text), over: stamp)
    return ForgetReport(changes: found.count, names: gone.sorted())
  }
}

extension HistoryLine {
  fileprivate var withoutValues: HistoryLine {
    var line = self
    line.entry = entry.with(
      entry.accounts.map { AccountRecord(name: $0.name, nil) },
      document: entry.document?.withoutValues)
    return line
  }

  fileprivate mutating func forget(_ places: [Int], isBy: Bool) {
    var accounts = entry.accounts
    for place in places { accounts[place] = AccountRecord(name: nil, nil) }
    entry = entry.with(accounts, by: isBy ? nil : entry.by, document: entry.document)
  }

  /// Forgets where accounts of some names stood, and which stood behind them; returns whether any did.
  fileprivate mutating func forgetPlaces(behind names: Set<String>) -> Bool {
    var accounts = entry.accounts
    for index in accounts.indices {
      if case .behind(let name)? = accounts[index].place, names.contains(AccountName(name).key) {
        accounts[index].place = nil
      }
    }
    let document = entry.document?.forgetting(names)
    guard accounts != entry.accounts || document != entry.document else { return false }
    entry = entry.with(accounts, by: entry.by, document: document)
    return true
  }
}

extension HistoryEntry {
  fileprivate func with(
    _ accounts: [AccountRecord], by: String?? = .none, document: DocumentRecord?
  ) -> HistoryEntry {
    HistoryEntry(
      number: number, time: time, user: user, by: by ?? self.by, did: did, accounts: accounts,
      count: count, document: document)
  }
}
