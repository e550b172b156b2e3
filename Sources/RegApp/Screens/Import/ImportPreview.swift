import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

/// What is asked of an import, or of a file that says how accounts are to be.
struct ImportRequest: Equatable, Sendable {
  enum Purpose: Sendable { case importing, applying }

  let purpose: Purpose
  var path = ""
  /// Which accounts go that the file does not name.
  var pruning = Pruning.none
  /// Whether accounts that have a password get the file's.
  var setsPasswords = false
  /// nil to guess it.
  var format: ExchangeFormat?
  var onConflict = ImportConflict.fail
  var skipsInvalid = false
  /// Whether accounts without a password get one.
  var generates = false
  /// As they are written behind the options of the command.
  var without = ""
  var columns = ""
  var domain = ""
  var ignoresUnknown = false

  init(_ purpose: Purpose = .importing) { self.purpose = purpose }

  /// What is typed as an option, parsed as the command does.
  var options: ReadingOptions {
    get throws {
      func given(_ text: String) -> String? {
        FieldValues.trimmed(text, for: .groups)
      }
      return try ReadingOptions(
        columns: given(columns), without: given(without), domain: given(domain),
        ignoresUnknown: ignoresUnknown)
    }
  }
}

/// What an import would do, line by line of its file. No text of it is kept but what is read.
final class ImportPreview: Sendable {
  enum Kind: Sendable, CaseIterable { case refused, added, replaced, removed, skipped }

  /// What was read for the look, and is used for what follows.
  enum Source: Sendable {
    case importing(ImportSource)
    case applying(Declaration, [AccountRecord])
  }

  struct Row: Sendable {
    let kind: Kind
    /// The line of the file; nil for an account of which it says nothing.
    let line: Int?
    fileprivate let content: Content
  }

  fileprivate enum Content: Sendable {
    /// An account, by its position in the file.
    case account(Int)
    /// What becomes of an account.
    case record(AccountRecord)
    case problem(Phrase)
  }

  let source: Source
  let rows: [Row]
  /// Whether nothing is imported, because of what is refused.
  let isStopped: Bool
  /// What else there is to know.
  let notes: [Phrase]
  private let rulebook: Rulebook

  init(_ outcome: FileImport.Summary, of source: ImportSource) {
    (isStopped, rulebook) = (outcome.isStopped, outcome.rulebook)
    self.source = .importing(source)
    notes =
      [
        source.passedOver, source.comments, ImportSource.words(ofDropped: outcome.records.dropped),
        ImportSource.words(ofUnclear: outcome.records.unclear),
      ].compactMap(\.self) + outcome.report.value.uselessHashWords
    let refused = Set(outcome.report.refusals.map(\.index))
    var accounts: [(kind: Kind, place: Int, offset: Int)] = []
    for (index, place) in outcome.places.enumerated() where !refused.contains(index) {
      let record = source.reading.records[place]
      guard !record.isBroken, let kind = Kind(outcome.report.effects[index]) else { continue }
      accounts.append((kind, place, record.offset))
    }
    let lines = JSONPlace.places(at: accounts.map(\.offset), in: source.text.bytes)
    let taken = zip(accounts, lines).map {
      Row(kind: $0.kind, line: $1.line, content: .account($0.place))
    }
    let problems = (outcome.refusal?.items ?? []).map {
      Row(kind: .refused, line: $0.place?.line ?? 0, content: .problem($0.message))
    }
    // Both are in the order of the file.
    rows = (problems + taken).sorted { $0.line ?? 0 < $1.line ?? 0 }
  }

  /// What a file that says how accounts are to be makes of them.
  init(_ outcome: Declaration.Summary, of declaration: Declaration, under rulebook: Rulebook) {
    let report = outcome.report.value
    (isStopped, self.rulebook) = (outcome.refusal != nil, rulebook)
    source = .applying(declaration, report.accounts)
    notes = report.notes
    let problems = (outcome.refusal?.items ?? []).map {
      Row(kind: .refused, line: $0.place?.line, content: .problem($0.sentence ?? $0.message))
    }
    rows =
      isStopped
      ? problems
      : report.accounts.map { Row(kind: Kind($0.kind), line: nil, content: .record($0)) }
  }

  func count(_ kind: Kind) -> Int { rows.count { $0.kind == kind } }

  /// Whether there is anything to import.
  var writes: Bool {
    !isStopped && rows.contains { [.added, .replaced, .removed].contains($0.kind) }
  }

  /// Whose row it is, or what is wrong there.
  func words(_ row: Row) -> Phrase {
    switch row.content {
    case .problem(let words): words
    case .account(let place):
      if case .importing(let source) = source {
        words(source.reading.records[place])
      } else {
        Phrase(same: "")
      }
    case .record(let account) where account.kind == .removed: words(of: account, [])
    case .record(let account): words(of: account, account.lines)
    }
  }

  private func words(of account: AccountRecord, _ lines: [Phrase]) -> Phrase {
    let name = Phrase(same: visible(account.name ?? ""))
    return lines.isEmpty ? name : name + Phrase(same: ": ") + lines.joined(separator: "; ")
  }

  private func words(_ record: ExchangeRecord) -> Phrase {
    let name = visible(rulebook.anyName(of: record.values)?.text ?? "")
    guard !record.unclear.isEmpty else { return Phrase(same: name) }
    let marks = excerpt(record.unclear.sorted().joined(separator: ", "))
    return Phrase(
      "\(name): \(marks) is unclear, so the stricter meaning was taken",
      ru: "\(name): \(marks) — смысл неясен, принят более строгий")
  }
}

extension ImportPreview.Kind {
  fileprivate init(_ kind: AccountRecord.Kind) {
    switch kind {
    case .added: self = .added
    case .changed: self = .replaced
    case .removed: self = .removed
    }
  }

  fileprivate init?(_ effect: Applied.Effect) {
    switch effect {
    case .added: self = .added
    case .changed, .unchanged: self = .replaced
    case .skipped: self = .skipped
    case .removed, .refused: return nil
    }
  }
}

extension ImportPreview: Equatable {
  static func == (left: ImportPreview, right: ImportPreview) -> Bool { left === right }
}
