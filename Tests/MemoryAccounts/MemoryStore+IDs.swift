import Accounts
import LosslessJSON

extension MemoryStore {
  /// An account with an id that gets another name.
  struct Renamed {
    let (number, id): (Int, AccountID)
    let (field, index): (Field, Int)
  }

  /// The accounts in whose ids a UUID stands beside one of their names.
  func claimers(of id: AccountID, in rows: [Row]) -> [Int] {
    rows.filter { $0.values.claimedID == id }.map(\.number)
  }

  /// Writes the names in ids that counted anew where a change gave their accounts other ones, and
  /// gives ids where that is asked for. Returns the account that has another id.
  func follow(
    since last: [Row], begin before: [Row], _ index: Int, _ options: WriteOptions,
    _ renamed: inout [Renamed]
  ) -> Row? {
    var changed: Row?
    for (place, row) in rows.enumerated() {
      let old = last.first { $0.number == row.number }
      let name = rules.anyName(of: row.values)?.text
      guard let given = row.values.givenID else {
        let isOther = old.map { $0.values != row.values || $0.ownKeys != row.ownKeys } ?? true
        if let newID = options.newID, isOther, row.values[.id] == nil, let name,
          GivenID.isFit(name)
        {
          rows[place].values[text: .id] = GivenID(newID(), to: name).text
          changed = rows[place]
        }
        continue
      }
      let field = Field.keys.first { old?.values[$0] != row.values[$0] }
      guard let old, let field, old.values[.id] == row.values[.id] else { continue }
      renamed.append(Renamed(number: row.number, id: given.id, field: field, index: index))
      let counted =
        old.values.claimedID == given.id && claimers(of: given.id, in: before) == [row.number]
      if counted, row.values.claimedID == nil, let name, GivenID.isFit(name) {
        rows[place].values[text: .id] = GivenID(given.id, to: name).text
        changed = rows[place]
      }
    }
    return changed
  }

  /// A refusal for each rename by which an id began to count.
  func counting(
    _ renamed: [Renamed], since before: [Row], _ options: WriteOptions
  ) -> [Refusal] {
    guard !letsIDsCount else { return [] }
    return renamed.filter { account in
      let now = claimers(of: account.id, in: rows)
      let left = claimers(of: account.id, in: before).filter { number in
        rows.contains { $0.number == number }
      }
      let begins =
        now.contains(account.number)
        && !claimers(of: account.id, in: before).contains(account.number)
      let isThere = now.first.map { number in before.contains { $0.number == number } }
      return begins || now.count == 1 && isThere == true && now != left
    }.map { Refusal($0.index, .idWouldCount($0.field)) }
  }
}

extension FieldValues {
  /// The names, and the UUID of an id that was given to one of them.
  var claims: [NameKey] { nameKeys + [claimedID].compactMap { $0.map(NameKey.init) } }
}
