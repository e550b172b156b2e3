import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

/// What is asked of an import.
struct ImportRequest: Equatable, Sendable {
  var path = ""
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
  enum Kind: Sendable, CaseIterable { case refused, added, replaced, skipped }

  struct Row: Sendable {
    let kind: Kind
    let line: Int
    fileprivate let content: Content
  }

  fileprivate enum Content: Sendable {
    /// An account, by its position in the file.
    case account(Int)
    case problem(Phrase)
  }

  let source: ImportSource
  let rows: [Row]
  /// Whether nothing is imported, because of what is refused.
  let isStopped: Bool
  /// What else there is to know.
  let notes: [Phrase]
  private let rulebook: Rulebook

  init(_ outcome: FileImport.Summary, of source: ImportSource) {
    (self.source, isStopped, rulebook) = (source, outcome.isStopped, outcome.rulebook)
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
    rows = (problems + taken).sorted { $0.line < $1.line }
  }

  func count(_ kind: Kind) -> Int { rows.count { $0.kind == kind } }

  /// Whether there is anything to import.
  var writes: Bool { !isStopped && rows.contains { $0.kind == .added || $0.kind == .replaced } }

  /// Whose row it is, or what is wrong there.
  func words(_ row: Row) -> Phrase {
    switch row.content {
    case .problem(let words): words
    case .account(let place):
      words(source.reading.records[place])
    }
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
