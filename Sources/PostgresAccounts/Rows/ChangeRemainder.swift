import Accounts
import AccountsDocument
import LosslessJSON

/// The rest of a change, besides its accounts: their number, if not all are named; what became of
/// the text around them; of an undo what it took back. It is an entry before the first one.
///
/// Most changes made in a database have none.
struct ChangeRemainder: Sendable {
  static let place = -1

  var count: Int?
  var document: DocumentRecord?
  var undid: [Int] = []

  init(count: Int?, document: DocumentRecord?, undid: [Int] = []) {
    (self.count, self.document) = (count, document)
    self.undid = undid
  }

  /// True if there is nothing to keep.
  var isEmpty: Bool { count == nil && document == nil && undid.isEmpty }

  init(_ text: String) {
    let object = JSONObject(parsing: Array(text.utf8))
    count = object?.integer("count")
    undid = object?.integers("undid") ?? []
    document = object.flatMap { object in
      object["document"].flatMap { DocumentRecord(recorded: $0, in: object.document) }
    }
  }

  var text: String {
    var members: [JSONLiteral.Member] = []
    if let count { members.append(.init("count", .integer(count))) }
    if let document { members.append(.init("document", document.json)) }
    if !undid.isEmpty { members.append(.init("undid", .array(undid.map { .integer($0) }))) }
    return JSONLiteral.object(members).text(style: .compact)
  }
}
