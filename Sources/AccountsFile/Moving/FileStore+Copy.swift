package import Accounts
import AccountsDocument
import Glibc
import LosslessJSON

/// The accounts in a documents directory, as a source or target of a copy.
///
/// - Parameters:
///   - documents: the directory; it need not exist.
///   - now: the seconds since 1970.
package func copyableStore(
  documents: String, today: @escaping @Sendable () -> CalendarDay,
  now: @escaping @Sendable () -> Int = { time(nil) }
) -> any CopyableStore {
  FileStore(
    source: .documents(documents), today: today, disk: Disk(queue: DiskQueue()), now: now)
}

extension FileStore: CopyableStore {
  func contents() throws(AccountsError) -> StoreContents {
    let file = try load().usable()
    guard file.text != nil, !file.document.rows.isEmpty else {
      throw CopyFault.noAccounts.error(path)
    }
    let text = file.document.document
    let isPlain = text.dialect == .json
    let plain =
      isPlain
      ? file.document
      : try AccountsDocument(path: path, bytes: text.plainText, dialect: .json).usable()
    var contents = StoreContents(plain, original: file.document)
    contents.comments = text.commentCount
    contents.mark = try mark()
    try onDisk { () throws(DiskFault) in
      _ = try disk.located(path) { accounts throws(DiskFault) -> Void? in
        try readHistory(of: accounts, into: &contents)
        try readLogins(of: accounts, into: &contents)
        return ()
      }
    }
    return contents
  }

  func mark() throws(AccountsError) -> [String] {
    try onDisk { () throws(DiskFault) in
      try located { accounts throws(DiskFault) in
        let stamps = [
          try disk.stamp(of: accounts, for: .read),
          try disk.stamp(of: HistoryFile(of: accounts, disk).file, for: .read),
        ]
        return stamps.map { $0.map { "\($0)" } ?? "" }
      } ?? []
    }
  }

  private func readHistory(
    of accounts: DirectoryFile, into contents: inout StoreContents
  ) throws(DiskFault) {
    let history = HistoryFile(of: accounts, disk)
    guard let (descriptor, stamp) = try history.side.open(O_RDONLY) else { return }
    defer { disk.close(descriptor) }
    let now = try disk.stamp(of: accounts, for: .read)
    var lines = try history.journal.lines(descriptor, upTo: stamp.size)[...]
    // A torn line may follow the line of a change that was not made.
    let end = try history.side.read(descriptor, max(0, stamp.size - 1)..<stamp.size)
    if end.first != Journal.lineEnd, let last = lines.last, HistoryLine(last) == nil {
      lines.removeLast()
    }
    var last: HistoryLine?
    if let line = lines.last.flatMap({ HistoryLine($0) }), try history.isPending(line, now) {
      lines.removeLast()
    }
    for bytes in lines {
      let line = HistoryLine(bytes)
      if let line, contents.history.append(line.entry) {
        last = line
      } else {
        contents.unknownLines += 1
      }
    }
    // A change by hand since then, which the next write would note.
    if let last, !last.isUpToDate(now) {
      contents.history.append(
        HistoryEntry(
          number: contents.history.last + 1, time: self.now(), user: disk.userName(), by: nil,
          did: .byHand))
    }
  }

  private func readLogins(
    of accounts: DirectoryFile, into contents: inout StoreContents
  ) throws(DiskFault) {
    for line in try LoginLines(of: accounts, disk).lines() ?? [] {
      if let attempt = RecordedAttempt(line) {
        contents.attempts.append(attempt)
      } else {
        contents.unknownLines += 1
      }
    }
    guard let logins = try LastLoginFile(of: accounts, disk).logins(of: nil) else { return }
    contents.loginsSince = logins.begin
    let file = contents.accounts
    let keys = [file.rulebook.key] + Field.keys.filter { $0 != file.rulebook.key }
    for index in file.rows.indices {
      let values = AccountsDocument.Row(file, index).values(in: file)
      let names = keys.compactMap { values[text: $0] }.map { AccountName($0) }
      let login = logins.login(under: names)
      if let name = names.first, login.success != nil || login.failures > 0 {
        contents.lastLogins.append((name, login))
      }
    }
  }

  func begin(
    with contents: StoreContents, by attribution: Attribution,
    checking: @Sendable () async throws(AccountsError) -> Void
  ) async throws(AccountsError) -> [Notice] {
    let lock = try await lockForWriting()
    defer { disk.unlock(lock) }
    let (accounts, disk) = (lock.file, disk)
    // First, remove the files of an unfinished copy.
    let known = HistoryWriter(HistoryFile(of: accounts, disk), now: now())
    known.close()
    let beside = SideFile.Name.copied.map { SideFile($0, of: accounts, disk).file }
    if known.isRead {
      let locks = Self.locks(beside: accounts.name).map { accounts.directory.file($0) }
      disk.removeTemporaryFiles(of: [accounts] + beside + locks)
    }
    let taken = try onDisk { () throws(DiskFault) -> String? in
      let names = AccountsPath.names.map { accounts.directory.file($0) }
      for file in names + [accounts] + beside where try disk.stamp(of: file, for: .write) != nil {
        return file.path
      }
      return nil
    }
    if let taken { throw CopyFault.notEmpty(taken).error(path) }
    let text = contents.accounts.document.bytes
    try await checking()
    var fault: DiskFault?
    let replacement = try onDisk { () throws(DiskFault) in
      try disk.replace(
        accounts, .file(nil), with: [.bytes(text[...])],
        beforeRename: { temporary, left in
          do throws(DiskFault) {
            // The line of the copy names this file: after a power cut, it is there if the line is.
            try disk.sync(accounts.directory)
            let line = HistoryLine(
              entry: HistoryEntry(
                number: contents.history.last + 1, time: now(), user: attribution.user,
                by: attribution.by, via: attribution.via, did: attribution.did,
                count: contents.accounts.rows.count),
              temporary: temporary.name, left: FileTrace(left, isRenamed: true))
            try write(contents, line, beside: accounts)
          } catch {
            fault = error
          }
        },
        checking: { () throws(DiskFault) in
          if let fault { throw fault }
          guard try self.source.chosen(disk) == path else { throw self.source.fault }
        },
        retracting: {
          beside.allSatisfy { (try? disk.remove($0)) != nil }
        })
    }
    forget()
    guard let notices = replacement.notices else {
      throw CopyFault.notEmpty(accounts.path).error(path)
    }
    return notices
  }

  /// Writes the files beside the accounts. Until the accounts have their name, the last line of the
  /// history voids them; so the history comes first.
  private func write(
    _ contents: StoreContents, _ line: HistoryLine, beside accounts: DirectoryFile
  ) throws(DiskFault) {
    func write(_ name: SideFile.Name, _ text: [ArraySlice<UInt8>]) throws(DiskFault) {
      let file = SideFile(name, of: accounts, disk).file
      try disk.replace(file, .file(nil), with: text.map { .bytes($0) }).requireDurable(file)
    }
    var text: [UInt8] = []
    for line in contents.history.lines { text += line + [UInt8(ascii: "\n")] }
    try write(.history, [text[...], line.bytes()[...]])
    if !contents.attempts.isEmpty {
      try write(.logins, [contents.attempts.flatMap { LoginLines.line($0) }[...]])
    }
    if let begin = contents.loginsSince {
      try write(
        .lastLogins, [LastLoginFile.text(since: begin, contents.lastLogins)[...]])
    }
  }
}
