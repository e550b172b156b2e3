import AccountsDocument
import AccountsFile
import CommandKit
import Exchange

/// The text of accounts for other programs, made page by page, and who is not in it.
struct ExportText {
  /// An account that the other program could not read or check.
  struct LeftOut {
    let account: StoredAccount
    let obstacle: ExportObstacle
  }

  let reader: Reader?
  private let hasher: PasswordHasher
  /// Tells broken hashes from others.
  private let judge: HashJudge
  private(set) var writer: ExchangeWriter
  /// How many accounts are in it.
  private(set) var written = 0
  private(set) var leftOut: [LeftOut] = []
  /// How new passwords are stored.
  private var newScheme: HashScheme?
  /// How many own keys csv leaves out, of how many accounts.
  private(set) var ownKeysLeftOut = (keys: 0, accounts: 0)
  /// The accounts left out because they cannot log in now, counted by state.
  private(set) var shutOut: [AccountState: Int] = [:]

  init(_ writer: ExchangeWriter, for reader: Reader?, _ hasher: PasswordHasher) {
    self.writer = writer
    self.reader = reader
    self.hasher = hasher
    judge = hasher.judge()
  }

  /// Whether keys beside the fields are written, or counted.
  var needsOwnKeys: Bool { writer.format.readsOwnKeys }

  /// The text of some accounts. All that does not depend on those before is made on all cores.
  mutating func text(of page: Page) async throws(AccountsError) -> String {
    newScheme = page.rulebook.fields.password.hash
    let hashes = try await hashesOfTyped(page)
    let export = self
    let parts = inParts(page.accounts.count, of: 250) { part in
      var verdicts = HashVerdicts(export.judge) { hash, strength in
        export.obstacle(to: hash, strength)
      }
      return part.map { index -> Result<ExchangeWriter.Entry?, ExportObstacle> in
        let account = page.accounts[index]
        if let entry = export.writer.entry(passingOn: account) { return .success(entry) }
        return Result { () throws(ExportObstacle) in
          try export.record(account, hash: hashes[index], &verdicts).map { record in
            export.writer.entry(of: record)
          }
        }
      }
    }
    var text = ""
    for (account, made) in zip(page.accounts, parts.joined()) {
      do throws(ExportObstacle) {
        guard let entry = try made.get() else {
          shutOut[account.state, default: 0] += 1
          continue
        }
        try writer.add(entry, to: &text)
        written += 1
        if writer.format == .csv, !account.ownKeys.isEmpty {
          ownKeysLeftOut.keys += account.ownKeys.count
          ownKeysLeftOut.accounts += 1
        }
      } catch {
        leftOut.append(LeftOut(account: account, obstacle: error))
      }
    }
    return text
  }

  /// The groups that are not in it, once all accounts are.
  var groupsLeftOut: [Report.Item] {
    writer.groupsLeftOut.map { Report.Item($0.obstacle, ofGroup: $0.name) }
  }

  /// Says what to do for accounts whose hashes the other program cannot check; nil without any.
  var hintOfHashes: Phrase? {
    guard let reader,
      leftOut.contains(where: { if case .scheme = $0.obstacle { true } else { false } })
    else { return nil }
    let kinds = reader.kinds.map(\.rawValue).joined(separator: ", ")
    let command = Phrase("give each a new password: regapp edit --account NAME --generate")
    let isTaken = newScheme.flatMap { PasswordHash($0.prefix) }.map(takes) ?? false
    let settable = HashScheme.allCases.filter { PasswordHash($0.prefix).map(takes) == true }
      .map(\.rawValue).joined(separator: ", ")
    let rest =
      isTaken
      ? command
      : Phrase("set \"hash\" in the rulebook to one of these (\(settable)), then \(command)")
    return Phrase("\(reader.name) checks \(kinds): \(rest)")
  }

  /// The messages about accounts that are not in it, in one text to compare.
  var saidOfLeftOut: [UInt8] {
    let states = AccountState.allCases.compactMap { state in
      shutOut[state].map { "\(state) \($0)" }
    }
    let items = leftOut.map { $0.item.message[.english] }
    let groups = writer.groupsLeftOut.map { "\($0.obstacle.name) \($0.name)" }
    return Array((states + items + groups).joined(separator: "\n").utf8)
  }

  /// Hashes in the places of typed passwords, by the positions of their accounts on the page.
  private func hashesOfTyped(
    _ page: Page
  ) async throws(AccountsError) -> [Int: String] {
    guard writer.withHashes else { return [:] }
    let scheme =
      reader?.schemeForTyped(under: page.rulebook)
      ?? writer.format.schemeForTyped(under: page.rulebook)
    let hasher = hasher.under(page.rulebook)
    let typed = page.accounts.enumerated().compactMap {
      index, account -> (index: Int, password: PasswordText)? in
      guard let password = account.typedPassword else { return nil }
      return scheme.takes(password) ? (index, password) : nil
    }
    guard !typed.isEmpty else { return [:] }
    let isOurs = scheme == page.rulebook.fields.password.hash
    let hashes = try await (isOurs ? hasher : hasher.making(scheme)).hashes(
      of: typed.map(\.password))
    return Dictionary(uniqueKeysWithValues: zip(typed.map(\.index), hashes.map(\.text)))
  }

  /// The record to write; nil if nobody can log in to the account and the format cannot say so.
  private func record(
    _ stored: StoredAccount, hash: String?, _ verdicts: inout HashVerdicts<ExportObstacle?>
  ) throws(ExportObstacle) -> ExchangeRecord? {
    guard !stored.isClosed else { throw .closed(stored.problems.first) }
    let values = stored.values
    var record = ExchangeRecord(values)
    (record.id, record.ownKeys) = (stored.id, stored.ownKeys)
    record.canLogIn = stored.state == .open
    guard record.canLogIn || writer.format.saysWhoCanLogIn else { return nil }
    record.values.password = nil
    // There, no password fits who cannot log in.
    guard writer.withHashes, record.canLogIn || writer.format != .dovecot else { return record }
    // A code is not a password, and another program knows no invitation.
    if values[.invitedUntil] != nil, !writer.format.keepsInvitations {
      record.values.password = PasswordHash.ofNobody
      return record
    }
    func check(_ hash: PasswordHash) throws(ExportObstacle) {
      if let obstacle = verdicts.verdict(on: hash.text.utf8.span) ?? nil { throw obstacle }
    }
    switch values.password.flatMap({ try? StoredPassword($0) }) {
    case .typed:
      guard let hash else { throw .typedTooLong }
      record.values.password = hash
    case .locked:
      let text = values.password ?? ""
      let behind = Substring(text.utf8.drop { "!*".utf8.contains($0) })
      guard let hash = PasswordHash(behind) else {
        // Any other value may be a password.
        record.values.password = String(text.prefix(1))
        return writer.format == .authelia ? nil : record
      }
      try check(hash)
      record.values.password = writer.format == .authelia ? String(behind) : text
    case .hash(let hash):
      try check(hash)
      record.values.password = hash.spelling
    case nil: break
    }
    return record
  }

  /// Why the other program cannot check a hash; nil if it can.
  private func obstacle(to hash: PasswordHash, _ strength: HashStrength) -> ExportObstacle? {
    guard takes(hash) else { return .scheme(hash.scheme) }
    return strength == .broken && writer.format.alwaysCarriesHashes ? .brokenHash : nil
  }

  /// Whether the other program knows the scheme of a hash.
  private func takes(_ hash: PasswordHash) -> Bool {
    reader?.takes(scheme: hash.scheme) ?? writer.format.takes(scheme: hash.scheme)
  }
}

extension ExportText.LeftOut {
  var name: String { account.values.username ?? account.values.email ?? "" }

  var item: Report.Item { Report.Item(obstacle, of: account.values) }
}
