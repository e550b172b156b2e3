import Accounts
import AccountsDocument
import LosslessJSON

/// The values in the columns of a row, if another program wrote the row (`by_hand`). Else nobody
/// reads them: regapp writes both the columns and the text from one account.
struct HeldColumns: Sendable {
  private let key: String
  private let names: [Field: String]
  private let isDisabled: Bool
  private let days: [Field: String]
  /// Whether the row has an id, which its text has not.
  private let hasID: Bool

  private static let keyedNames: [Field] = [.email, .username, .firstName]
  private static let keptDays: [Field] = [.validFrom, .validUntil, .invitedUntil]

  /// Reads what `Schema.held` gives.
  init?(_ text: String, hasID: Bool) {
    guard let object = JSONObject(parsing: Array(text.utf8)), let key = object.text("key") else {
      return nil
    }
    func texts(_ fields: [Field]) -> [Field: String] {
      fields.reduce(into: [:]) { $0[$1] = object.text($1.key) }
    }
    (self.key, self.hasID) = (key, hasID)
    names = texts(Self.keyedNames)
    isDisabled = object["disabled"].flatMap { object.document.bool($0) } == true
    days = texts(Self.keptDays)
  }

  /// The fields in which a row of an account's text would be another. A text of a row has no id:
  /// the columns alone say who somebody is.
  func contradictions(
    by index: Int, of file: AccountsDocument, today: CalendarDay
  ) -> [Field] {
    let rulebook = file.rulebook
    guard let row = AccountRow(file, index, today: today) else { return [rulebook.key] }
    let texts: [Field: String?] = [
      .email: row.email, .username: row.username, .firstName: row.firstName,
      .validFrom: row.validFrom?.description, .validUntil: row.validUntil?.description,
      .invitedUntil: row.invitedUntil?.description,
    ]
    var fields = (Self.keyedNames + Self.keptDays).filter { field in
      !sameText(names[field] ?? days[field], texts[field] ?? nil)
    }
    if row.isDisabled != isDisabled { fields.append(.disabled) }
    if file.idCount(at: index) > (hasID ? 1 : 0) { fields.append(.id) }
    let isOtherKey = !sameText(row.key, key) && !fields.contains(rulebook.key)
    return isOtherKey ? [rulebook.key] + fields : fields
  }

  /// Whether a member of the account in a text is a key of the row: the id that comes first.
  func keeps(_ member: JSONMember, among ids: [JSONMember]) -> Bool {
    !ids.contains(member) || hasID && member == ids.first
  }

  /// The name by which the table finds the account in a field. An account that it does not find
  /// goes by its key.
  func name(in field: Field, under rulebook: Rulebook) -> String? {
    if Field.keys.contains(where: { names[$0] != nil }) { return names[field] }
    return field == rulebook.key ? key : nil
  }
}

extension RowsText {
  /// The accounts of the rows that say something else than their texts, under the names by which
  /// the table finds them, and the problems that close them; nil if there are none.
  ///
  /// - Parameters:
  ///   - file: the accounts of the texts.
  ///   - believed: the fields of which the text counts, against the column.
  func contradicted(
    in file: AccountsDocument, believing believed: Set<Field>, today: CalendarDay
  ) -> (texts: [Int: [UInt8]], problems: [Int: [LocatedProblem]])? {
    var texts: [Int: [UInt8]] = [:]
    var problems: [Int: [LocatedProblem]] = [:]
    for (index, held) in held {
      let fields = held.contradictions(by: index, of: file, today: today)
      guard !fields.allSatisfy(believed.contains) else { continue }
      let row = AccountsDocument.Row(file, index)
      problems[index] = fields.map { field in
        let text = Field.keys.contains(field) ? row[text: field, in: file] : nil
        return LocatedProblem(.field(field), .field(.asInText(text)), at: nil)
      }
      texts[index] = Self.text(of: row.value, in: file.document, held, under: file.rulebook)
    }
    return problems.isEmpty ? nil : (texts, problems)
  }

  /// The text of an account, with the names of its row in the place of its own.
  private static func text(
    of account: JSONValue, in document: JSONDocument, _ held: HeldColumns, under rulebook: Rulebook
  ) -> [UInt8] {
    var members = Field.keys.compactMap { field in
      held.name(in: field, under: rulebook).map { name in
        JSONLiteral.string(field.key).bytes(style: .compact) + Array(": ".utf8)
          + JSONLiteral.string(name).bytes(style: .compact)
      }
    }
    if account.kind == .object {
      let names = Field.keys.map { FieldKeys[$0] }
      let ids = document.members(of: account).filter { document.isKey($0.key, FieldKeys[.id]) }
      members += document.members(of: account).filter { member in
        !names.contains { document.isKey(member.key, $0) } && held.keeps(member, among: ids)
      }.map { member in
        Array(document.bytes[member.key.range]) + Array(": ".utf8)
          + Array(document.bytes[member.value.range])
      }
    }
    return Array("{".utf8) + members.joined(separator: Array(", ".utf8)) + Array("}".utf8)
  }
}

extension AccountsDocument {
  /// How many members the account at a position has that are an id.
  func idCount(at index: Int) -> Int {
    let account = rows[index]
    guard account.kind == .object else { return 0 }
    return document.members(of: account).count { document.isKey($0.key, FieldKeys[.id]) }
  }
}
