import AccountsFile
import CommandKit
import Exchange
import LosslessJSON
import ScreenKit

/// Holds a look at an import, the search in it and the row in focus.
struct ImportState: Equatable, Sendable {
  let preview: ImportPreview
  private(set) var search = ListSearch()
  /// The rows that the search finds.
  private(set) var shown: [ImportPreview.Row]
  var focus = TableFocus()

  init(_ preview: ImportPreview, _ search: ListSearch = ListSearch()) {
    (self.preview, self.search, shown) = (preview, search, [])
    choose()
  }

  static func == (left: Self, right: Self) -> Bool {
    left.preview == right.preview && left.search == right.search && left.focus == right.focus
  }

  /// Takes a search as it is now. A new one begins at its first row.
  mutating func take(_ new: ListSearch) {
    let isOther = new.text != search.text
    search = new
    if isOther { choose() }
  }

  /// Whether the bar is on something that can be chosen here.
  var isOnChoice: Bool { shown.indices.contains(focus.row) && shown[focus.row].kind == .choice }

  private mutating func choose() {
    let finds = search.test
    shown =
      search.text.isEmpty ? preview.rows : preview.rows.filter { finds(preview.searched($0)) }
    focus = TableFocus()
  }
}

/// Lists the effects of an import: first what can be chosen here, then notes on the file as a whole,
/// then each of its lines. It keeps no text of the file but the bytes that were read.
final class ImportPreview: Sendable {
  enum Kind: Sendable, CaseIterable { case choice, hint, warning, problem, added }

  struct Row: Sendable {
    let kind: Kind
    /// The line of the file; nil for what concerns the whole file.
    let line: Int?
    fileprivate let content: Content
  }

  fileprivate enum Content {
    /// An account, by its position in the file.
    case account(Int)
    case words(Phrase)
  }

  /// The source that was read for the look, and is imported.
  let source: ImportSource
  let rows: [Row]
  /// The columns, or keys, that can be left out.
  let unknown: [String]
  private let rulebook: Rulebook

  init(_ outcome: FileImport.Summary, of source: ImportSource) {
    (self.source, rulebook) = (source, outcome.rulebook)
    func names(_ columns: [String]) -> Phrase {
      Phrase.listed(columns.map { Phrase(same: excerpt($0)) }, atMost: 5)
    }
    let unknown = source.dispensable
    self.unknown = unknown
    let choices =
      unknown.isEmpty ? [] : [Phrase("leave out what regapp does not know: \(names(unknown))")]
    let leftOut = source.leftOut.isEmpty ? [] : [Phrase("left out: \(names(source.leftOut))")]
    let warnings =
      leftOut
      + [source.passedOver, source.comments].compactMap(\.self) + outcome.keyCounts.words
      + outcome.report.uselessHashes.wordsOfUselessHashes
    let positions = source.places(without: outcome.report.refusals)
    let places = JSONPlace.places(
      at: positions.map { source.reading.records[$0].offset }, in: source.text.bytes)
    let added = zip(positions, places).map {
      Row(kind: .added, line: $1.line, content: .account($0))
    }
    let problems = (outcome.refusal?.items ?? []).map {
      Row(kind: .problem, line: $0.place?.line, content: .words($0.message))
    }
    func notes(_ kind: Kind, _ words: [Phrase]) -> [Row] {
      words.map { Row(kind: kind, line: nil, content: .words($0)) }
    }
    // The hint is about the command, which is not typed here, so it comes last.
    let hint = outcome.refusal?.hint.map { [Phrase("regapp import: \($0)")] } ?? []
    rows =
      notes(.choice, choices) + notes(.warning, warnings)
      // Both are in the order of the file.
      + (problems + added).sorted { $0.line ?? 0 < $1.line ?? 0 } + notes(.hint, hint)
  }

  func count(_ kind: Kind) -> Int { rows.count { $0.kind == kind } }

  /// How many of the accounts cannot log in, as the file says.
  var shut: Int {
    rows.count { row in
      if case .account(let position) = row.content {
        source.reading.records[position].isShut
      } else {
        false
      }
    }
  }

  /// Why nothing would be imported; nil if something would.
  var disabledReason: Phrase? {
    if !unknown.isEmpty {
      return Phrase("Press O to leave out what regapp does not know, or fix the file and press R.")
    }
    if count(.problem) > 0 {
      return Phrase("Fix the file and press R, or import it with the command.")
    }
    return count(.added) > 0 ? nil : Phrase("There is nothing to import.")
  }

  /// The account of a row, or its message.
  func words(_ row: Row) -> Phrase {
    switch row.content {
    case .words(let words): words
    case .account(let position): words(source.reading.records[position])
    }
  }

  /// The text that a search looks through: what is shown of a row, and whose it is.
  func searched(_ row: Row) -> String {
    var texts = Language.allCases.map { words(row)[$0] }
    if case .account(let position) = row.content {
      let values = source.reading.records[position].values
      texts += [Field.email, .username, .firstName, .lastName].compactMap { values[text: $0] }
    }
    return texts.joined(separator: "\n").lowercased()
  }

  private func words(_ record: ExchangeRecord) -> Phrase {
    let name = visible(rulebook.anyName(of: record.values)?.text ?? "")
    guard !record.verdict.unclear.isEmpty else {
      return record.isShut ? Phrase("\(name): cannot log in") : Phrase(same: name)
    }
    let marks = excerpt(record.verdict.unclear.sorted().joined(separator: ", "))
    return Phrase("\(name): \(marks) is unclear, so the stricter meaning was taken")
  }
}

extension ImportPreview: Equatable {
  static func == (left: ImportPreview, right: ImportPreview) -> Bool { left === right }
}
