import Accounts
import AccountsText
import LosslessJSON

/// The rest of a copied change, besides its accounts: their number, where not all are named, and what
/// became of the text around them. It is an entry before the first one.
///
/// A change made in a database has none.
struct ChangeRemainder: Sendable {
  static let place = -1

  var count: Int?
  var document: DocumentRecord?

  init(count: Int?, document: DocumentRecord?) { (self.count, self.document) = (count, document) }

  init(_ text: String) {
    let object = JSONObject(parsing: Array(text.utf8))
    count = object?.integer("count")
    document = object.flatMap { object in
      object["document"].flatMap { DocumentRecord(recorded: $0, in: object.document) }
    }
  }

  var text: String {
    var members: [JSONLiteral.Member] = []
    if let count { members.append(.init("count", .integer(count))) }
    if let document { members.append(.init("document", document.json)) }
    return JSONLiteral.object(members).text(style: .compact)
  }
}

extension HistoryEntry {
  /// The rows that it has in the table of what changes did to accounts.
  var rows: [[Parameter]] {
    func row(_ place: Int, _ key: String, _ text: String) -> [Parameter] {
      [.number(number ?? 0), .place(place), .text(key), .text(text)]
    }
    var rows = accounts.enumerated().map { place, account in
      let key = (account.newName ?? account.name).map { AccountName($0).key } ?? ""
      // No index finds such a name.
      let isFound = !key.utf8.contains(0) && key.utf8.count <= AccountRow.longestName
      return row(place, isFound ? key : "", account.recordedText)
    }
    let count = count > accounts.count ? count : nil
    if count != nil || document != nil || rows.isEmpty {
      let rest = ChangeRemainder(count: count, document: document)
      rows.insert(row(ChangeRemainder.place, "", rest.text), at: 0)
    }
    return rows
  }
}

extension UndoStep {
  /// This step without places. A table has no order, no comments and no shared names; changes that were
  /// copied from a file have.
  var withoutPlaces: UndoStep {
    guard case .accounts(let changes) = self else { return self }
    return .accounts(
      changes.map { change in
        guard case .takeBack(var account, let passwordMayDiffer, _, let name) = change else {
          return change
        }
        account.place = nil
        return .takeBack(account, passwordMayDiffer: passwordMayDiffer, under: name)
      })
  }
}
