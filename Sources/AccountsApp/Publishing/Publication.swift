import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

/// The files that `publish.json` lists, as they are to be.
struct Publication: Sendable {
  /// Holds the result for one file.
  struct Result: Sendable {
    let file: String
    let reader: Reader
    /// How many accounts are in it.
    let accounts: Int
    let leftOut: [ExportText.LeftOut]
    /// The groups of its entry that nobody is in.
    let emptyGroups: [String]
    /// Says what to do for accounts whose hashes the program cannot check; nil if there are none.
    let hintOfHashes: Phrase?
    /// The change to the file, made or planned; nil if it may not be written.
    var change: PublishedFiles.Change?
    /// Why it may not be.
    var fault: AccountsError?
  }

  private let files: PublishedFiles
  private let entries: [PublishList.Entry]
  private let texts: [(text: [UInt8], accounts: ExportText)]
  /// The groups that somebody is in.
  private let groups: Set<String>

  /// Publishes until the accounts are those that were read, ten times at most: an account that is
  /// shut out meanwhile is in no output once this has ended.
  static func publish(
    _ registry: Registry, _ hasher: PasswordHasher, _ files: PublishedFiles,
    overwriting path: String?,
    isDryRun: Bool
  ) async throws -> (done: Outcome<[Result]>, isSettled: Bool) {
    var all = Outcome([Result]())
    for _ in 0..<10 {
      let stamp = await registry.status()?.stamp
      let publication = try await Publication(of: registry, hasher, files)
      if let path, !publication.entries.contains(where: { $0.file == path }) {
        throw Report.usage(
          "\(visible(path)) is not in \(visible(files.list))",
          hint: "give --overwrite a file as the list has it")
      }
      if !isDryRun, !publication.entries.isEmpty { try await files.prepare() }
      var done = try await publication.run(isDryRun: isDryRun, overwriting: path)
      for index in done.value.indices {
        let before = all.value.first { $0.file == done.value[index].file }?.change
        switch before {
        case nil, .some(.none(leavesOutOthers: false)): break
        case .some(let before):
          if case .some(.none) = done.value[index].change { done.value[index].change = before }
        }
      }
      all = Outcome(done.value, notices: all.notices + done.notices)
      if isDryRun { return (all, true) }
      if !all.value.isEmpty { await files.notePublished() }
      if let stamp, await registry.status()?.stamp != stamp { continue }
      return (all, true)
    }
    return (all, false)
  }

  /// Throws if anything about the accounts or the list is wrong.
  private init(
    of registry: Registry, _ hasher: PasswordHasher, _ files: PublishedFiles
  ) async throws(AccountsError) {
    self.files = files
    // An output must not be emptied because a disk is not mounted, with any list.
    _ = try await registry.list(limit: 1)
    guard let bytes = try await files.bytesOfList() else {
      (entries, texts, groups) = ([], [], [])
      return
    }
    let list = try PublishList(bytes, path: files.list)
    try await list.checkFiles { await files.areOne($0, $1) }
    entries = list.entries
    (texts, groups) = try await Self.texts(of: entries, registry, hasher)
  }

  private static func texts(
    of entries: [PublishList.Entry], _ registry: Registry, _ hasher: PasswordHasher
  ) async throws(AccountsError) -> ([(text: [UInt8], accounts: ExportText)], Set<String>) {
    var found: Set<String> = []
    let needsGroups = entries.contains { $0.groups != nil }
    var made = entries.map { entry -> (text: [UInt8], accounts: ExportText) in
      let text = ExportText(ExchangeWriter(for: entry.reader), for: entry.reader, hasher)
      return (Array(text.writer.head.utf8), text)
    }
    let withOwnKeys = made.contains { $0.accounts.needsOwnKeys }
    for try await page in registry.pages(withOwnKeys: withOwnKeys) {
      if needsGroups { found.formUnion(page.accounts.lazy.flatMap(\.values.groups)) }
      for (index, entry) in entries.enumerated() {
        let chosen = page.accounts.filter { entry.has($0.values) }
        let part = Page(rulebook: page.rulebook, accounts: chosen, next: nil)
        made[index].text += try await made[index].accounts.text(of: part).utf8
      }
    }
    for index in made.indices { made[index].text += made[index].accounts.writer.end.utf8 }
    return (made, found)
  }

  /// Writes each file that differs, or finds out what would be written. A fault of one file is no
  /// error of the others.
  private func run(
    isDryRun: Bool, overwriting path: String?
  ) async throws(AccountsError) -> Outcome<[Result]> {
    var done = Outcome([Result]())
    for (entry, made) in zip(entries, texts) {
      let reader = entry.reader
      var result = Result(
        file: entry.file, reader: reader, accounts: made.accounts.written,
        leftOut: made.accounts.leftOut,
        emptyGroups: Set(entry.groups ?? []).subtracting(groups).sorted(),
        hintOfHashes: made.accounts.hintOfHashes)
      do throws(AccountsError) {
        let text = made.text
        let strangers: @Sendable ([UInt8]) -> [String] = { reader.names(letInBy: $0, not: text) }
        let output = PublishedFiles.Output(
          entry.file, text: text, leftOut: made.accounts.saidOfLeftOut, for: reader.name,
          holdsHashes: made.accounts.written > 0, overwrites: entry.file == path,
          strangeLine: { reader.strangeLine(in: $0) },
          strangers: reader.writesItsFile ? strangers : nil)
        let written = try await files.replace(output, isDryRun: isDryRun)
        result.change = written.value
        done.notices += written.notices
      } catch {
        guard case .store = error else { throw error }
        result.fault = error
      }
      done.value.append(result)
    }
    return done
  }
}

extension Publication.Result {
  /// Whether there is nothing to tell: nothing changed, and what is left out is as the last time.
  var isAsBefore: Bool {
    if case .some(.none(leavesOutOthers: false)) = change { true } else { false }
  }

  /// Says what was done with the file, or would be; nil if it may not be written.
  func line(isDryRun: Bool) -> Phrase? {
    let name = "\(visible(file)) (\(reader.name))"
    let others: Phrase
    switch change {
    case nil: return nil
    case .some(.none): return Phrase("\(name) is up to date: \(accounts, "account")")
    case .written: others = Phrase(same: "")
    case .writtenOverOthers: others = Phrase("; what others had written there is gone")
    }
    return
      (isDryRun
      ? Phrase("\(name) would be written: \(accounts, "account")")
      : Phrase("\(name) written: \(accounts, "account")")) + others
  }

  /// Whether there is no file to write over.
  var isMissing: Bool {
    guard case .store(let fault) = fault else { return false }
    return fault.onDisk?.reason == .missing
  }

  /// Why it may not be written.
  var faultItem: Report.Item? {
    fault.map { fault in
      let report = Report(fault)
      return Report.Item(
        field: nil, rule: report.name, message: report.lines.first ?? Phrase(same: file),
        more: [.init("file", .string(file))])
    }
  }
}
