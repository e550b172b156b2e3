import Accounts
import AccountsDocument
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
