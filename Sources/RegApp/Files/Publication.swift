import AccountsFile
import CommandKit
import Exchange
import LosslessJSON
import TextTools

/// The files that `publish.json` lists, as they are to be.
struct Publication: Sendable {
  /// What came of one file.
  struct Result: Sendable {
    let file: String
    let reader: Reader
    /// How many accounts are in it.
    let accounts: Int
    let leftOut: [ExportText.LeftOut]
    /// Whether it was written, or would be; nil where it may not be.
    var wrote: Bool?
    /// Why it may not be.
    var fault: AccountsError?
  }

  private let files: PublishedFiles
  private let entries: [PublishList.Entry]
  private let texts: [(text: [UInt8], accounts: ExportText)]

  /// Throws where anything about the accounts or the list is wrong.
  init(of registry: Registry, _ hasher: PasswordHasher) async throws(AccountsError) {
    files = PublishedFiles(of: registry)
    // An output must not be emptied because a disk is not mounted, whatever is listed.
    let first = try await registry.list(limit: 1)
    if let path = first.missingStore { throw .storeMissing(subject: path) }
    guard let bytes = try await files.bytesOfList() else {
      (entries, texts) = ([], [])
      return
    }
    let list = try PublishList(bytes, path: files.list)
    let files = files
    try await list.checkFiles { await files.areOne($0, $1) }
    entries = list.entries
    texts = try await Self.texts(of: entries, registry, hasher)
  }

  private static func texts(
    of entries: [PublishList.Entry], _ registry: Registry, _ hasher: PasswordHasher
  ) async throws(AccountsError) -> [(text: [UInt8], accounts: ExportText)] {
    var made = entries.map { entry -> (text: [UInt8], accounts: ExportText) in
      let text = ExportText(ExchangeWriter(for: entry.reader), for: entry.reader, hasher)
      return (Array(text.writer.head.utf8), text)
    }
    let withOwnKeys = made.contains { $0.accounts.needsOwnKeys }
    for try await page in registry.pages(withOwnKeys: withOwnKeys) {
      if let path = page.missingStore { throw .storeMissing(subject: path) }
      for (index, entry) in entries.enumerated() {
        let chosen = page.accounts.filter { account in
          // Byte for byte, as groups are compared everywhere.
          entry.groups.map { groups in
            account.values.groups.contains { group in
              groups.contains { $0.utf8.elementsEqual(group.utf8) }
            }
          } ?? true
        }
        let part = Page(rulebook: page.rulebook, accounts: chosen, next: nil)
        made[index].text += try await made[index].accounts.text(of: part).utf8
      }
    }
    for index in made.indices { made[index].text += made[index].accounts.writer.end.utf8 }
    return made
  }

  /// Writes each file that differs, or finds out what would be written. What concerns one file is no
  /// error of the others.
  func run(isDryRun: Bool) async throws(AccountsError) -> Outcome<[Result]> {
    var done = Outcome([Result]())
    for (entry, made) in zip(entries, texts) {
      let reader = entry.reader
      var result = Result(
        file: entry.file, reader: reader, accounts: made.accounts.written,
        leftOut: made.accounts.leftOut)
      do throws(AccountsError) {
        let written = try await files.replace(
          entry.file, with: made.text, for: reader.name, isDryRun: isDryRun
        ) { reader.takes($0) }
        result.wrote = written.value
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

extension Publication {
  static let isNothing = Phrase("nothing to publish", ru: "публиковать нечего")
}

extension Publication.Result {
  /// What was done with the file, or would be; nil where it may not be written.
  func line(isDryRun: Bool) -> Phrase? {
    guard let wrote else { return nil }
    let name = "\(visible(file)) (\(reader.name))"
    guard wrote else {
      return Phrase(
        "\(name) is up to date: \(accounts, "account")",
        ru: "\(name) без изменений: \(accounts, "аккаунт", "аккаунта", "аккаунтов")")
    }
    return isDryRun
      ? Phrase(
        "\(name) would be written: \(accounts, "account")",
        ru: "\(name) был бы записан: \(accounts, "аккаунт", "аккаунта", "аккаунтов")")
      : Phrase(
        "\(name) written: \(accounts, "account")",
        ru: "\(name) записан: \(accounts, "аккаунт", "аккаунта", "аккаунтов")")
  }

  /// Who is not in it, and why.
  var itemsLeftOut: [Report.Item] { leftOut.map { $0.item(for: reader) } }

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
