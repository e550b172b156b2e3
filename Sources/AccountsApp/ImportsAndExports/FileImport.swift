import AccountsFile
import CommandKit
import Exchange

/// An import of a file that was read: a look at what it comes to, and the import itself.
struct FileImport: Sendable {
  let registry: Registry
  let source: ImportSource
  var onConflict = ImportConflict.fail
  /// The rulebook with which a new accounts file begins.
  var rules: Rulebook?
  var generates = false
  /// Whether generated passwords must be changed; nil for what the rulebook says.
  var marksGenerated: Bool?
  /// The day until which new accounts without a password are invited; nil to invite none.
  var invitesUntil: CalendarDay?
  /// Whether texts that are only as long as another program's hash were typed.
  var longIsTyped = false
  /// Whether accounts with problems are left out, and the others imported.
  var skipsInvalid = false

  /// Holds the result of an import, or of a look at it.
  struct Summary: Sendable {
    let report: Outcome<ImportReport>
    /// Everything that is wrong with accounts that are not imported; nil if nothing is.
    let refusal: Report?
    /// Whether nothing is imported because of that.
    let isStopped: Bool
    /// What was left out or has no place in an account, each with the number of its accounts.
    let dropped: [String: Int]
  }

  func run(isDryRun: Bool) async throws -> Summary {
    let inForce = try await registry.rulebook()
    let (all, rulebook) = (source.reading.records, rules ?? inForce)
    // No account is imported under other rules than those that its file says.
    let hasOtherRules = !source.reading.faults(ofRulesUnder: rulebook).isEmpty
    let isRefused = source.reading.endedEarly || source.reading.isRefused || hasOtherRules
    let leavesOut = skipsInvalid && !isRefused
    // A file with unreadable parts is not imported; the rest is checked to report all at once.
    let looksOnly =
      isDryRun || hasOtherRules || !leavesOut && !source.reading.faults.isEmpty
    // Each record is made of the text again, so none is looked at without need.
    let unread = source.reading.faults.isEmpty ? [] : all.indices.filter { all[$0].isBroken }
    let report: Outcome<ImportReport>
    do throws(AccountsError) {
      report = try await registry.importAccounts(
        ImportedAccounts.all(of: all, source.reading.hasIDs, under: rulebook),
        onConflict: onConflict, rulebook: rules,
        generates: generates, invitingUntil: invitesUntil, marksGenerated: marksGenerated,
        leavesOutRefused: leavesOut, unread: Set(unread),
        longIsTyped: longIsTyped, isDryRun: looksOnly)
    } catch {
      guard case .alreadyInitialised(let subject) = error else { throw error }
      throw Report.otherRulebook(subject, inForce)
    }
    let refusal = source.refusal(report.refusals, skipsInvalid: leavesOut, under: rulebook)
    // A refusal is reported, even if it is about nothing in the file.
    guard refusal != nil || report.refusals.isEmpty else {
      throw AccountsError.keepsChanging(subject: try await registry.check().source)
    }
    let records = leavesOut ? all.picking(source.places(without: report.refusals)) : all
    return Summary(
      report: report, refusal: refusal, isStopped: refusal != nil && !leavesOut,
      dropped: records.dropped)
  }
}

extension ImportReport {
  /// How many accounts were added, replaced and left as they were.
  var counts: Phrase {
    Phrase("added \(added, "account"), replaced \(replaced), skipped \(skipped)")
  }
}

extension Phrase {
  /// Says that a number of accounts are not invited.
  static func uninvited(_ count: Int) -> Phrase {
    Phrase("invitedUntil left out of \(count, "account"): there is no password beside it")
  }
}

extension [String: Int] {
  /// How many hashes of which schemes no login can check here.
  var wordsOfUselessHashes: [Phrase] {
    sorted { $0.key < $1.key }.map { scheme, count in
      let hash = "(\(hashName(scheme)))"
      return Phrase("\(count, "account") with a hash \(hash) that cannot be checked at login here")
    }
  }
}

extension Report {
  /// The error about a rulebook for accounts that keep another one.
  static func otherRulebook(_ subject: String, _ rulebook: Rulebook) -> Report {
    Report(
      .cannotCreate, "alreadyInitialised",
      "\(visible(subject)) has the rulebook \(visible(rulebook.name))",
      hint: "leave out --rules, or give --documents DIR to begin in another directory")
  }
}

/// The accounts of a file, made of their records each time they are asked for.
private final class ImportedAccounts: NewAccountSource {
  private let records: ExchangeRecords
  private let hasIDs: Bool
  private let rulebook: Rulebook

  private init(_ records: ExchangeRecords, _ hasIDs: Bool, _ rulebook: Rulebook) {
    (self.records, self.hasIDs, self.rulebook) = (records, hasIDs, rulebook)
  }

  static func all(
    of records: ExchangeRecords, _ hasIDs: Bool, under rulebook: Rulebook
  ) -> [NewAccount] {
    let source = ImportedAccounts(records, hasIDs, rulebook)
    return records.indices.map { NewAccount(at: $0, of: source) }
  }

  func account(at index: Int) -> NewAccount.Contents {
    let record = records[index]
    var values = record.values
    if let id = record.id {
      var named = values
      named.normalise(phone: nil)
      if let name = rulebook.anyName(of: named)?.text {
        values[text: .id] = GivenID(id, to: name).text
      }
    }
    return NewAccount.Contents(values, ownKeys: record.ownKeys)
  }

  func texts(of fields: [Field], at index: Int) -> [String?] {
    if fields == [.id] { return [hasIDs ? account(at: index).values[text: .id] : nil] }
    // With a million accounts, the names are asked for several times.
    let areNames = fields.allSatisfy(Field.keys.contains)
    let values = areNames ? records.names(at: index) : records[index].values
    return fields.map { values[text: $0] }
  }
}
