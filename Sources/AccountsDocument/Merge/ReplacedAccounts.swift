import Accounts
import LosslessJSON

/// Finds which new account of a version may be an account of the base that the version lacks: one
/// with another name and another password.
///
/// The signs of it, the surest first: an own key with a value that nobody else has; a name that
/// others had too, so that it told nobody apart; the first and last name; the place. New accounts
/// come to the end: there the place tells only of an account whose other keys are the same.
struct ReplacedAccounts {
  private let base: AccountTable
  private let version: AccountTable

  init(base: AccountTable, version: AccountTable) { (self.base, self.version) = (base, version) }

  private enum Hint: Hashable {
    case name(NameKey)
    case ownKey(String, JSONLiteral)
    case person(FieldValue?, FieldValue?)
    /// The rows of the accounts that stand before and after it in the base.
    case place(Int?, Int?)
    /// The row before it, at the end, and the keys that tell nobody.
    case end(Int?, [String: JSONLiteral])
  }

  /// Pairs of positions in two lists of rows.
  ///
  /// - Parameter kept: the rows of the accounts that both have.
  func pairs(
    of lost: [Int], with new: [Int], beside kept: [(old: Int, new: Int)]
  ) -> [(Int, Int)] {
    let before = hints(of: lost, in: base, beside: kept.map { ($0.old, $0.old) })
    let after = hints(of: new, in: version, beside: kept.map { ($0.new, $0.old) })
    var pairs: [(Int, Int)] = []
    var (isLostTaken, isNewTaken) = (Set<Int>(), Set<Int>())
    for kind in 0..<Self.kinds {
      var waiting: [Hint: [Int]] = [:]
      for (index, hints) in before.enumerated().reversed() where !isLostTaken.contains(index) {
        for hint in hints[kind] { waiting[hint, default: []].append(index) }
      }
      for (index, hints) in after.enumerated() where !isNewTaken.contains(index) {
        for hint in hints[kind] {
          guard let lost = waiting[hint]?.last(where: { !isLostTaken.contains($0) }) else {
            continue
          }
          isLostTaken.insert(lost)
          isNewTaken.insert(index)
          pairs.append((lost, index))
          break
        }
      }
    }
    return pairs
  }

  /// The rows that alone have an own key with a value that one of some rows of the base has alone.
  func rows(withOwnKeysOf lost: [Int]) -> [(old: Int, new: Int)] {
    let (before, after) = (ownKeys(in: base), ownKeys(in: version))
    var owners: [Hint: Int] = [:]
    for row in version.file.rows.indices {
      for (key, value) in members(of: row, in: version) where after[.ownKey(key, value)] == 1 {
        owners[.ownKey(key, value)] = row
      }
    }
    return lost.flatMap { row in
      members(of: row, in: base).compactMap { key, value in
        before[.ownKey(key, value)] == 1 ? owners[.ownKey(key, value)].map { (row, $0) } : nil
      }
    }
  }

  private static let kinds = 4
  /// The keys that another name and another password change.
  private static let identity: Set<String> = Set(
    (Field.keys + [.password, .invitedUntil, .mustChange]).map(\.key))

  /// The hints of each kind for each row.
  ///
  /// - Parameter kept: the rows of the accounts that both have, here and in the base.
  private func hints(
    of rows: [Int], in table: AccountTable, beside kept: [(row: Int, base: Int)]
  ) -> [[[Hint]]] {
    let own = ownKeys(in: table)
    let baseRows = Dictionary(kept.map { ($0.row, $0.base) }) { first, _ in first }
    let count = table.file.rows.count
    var (previous, next) = (
      [Int?](repeating: nil, count: count), [Int?](repeating: nil, count: count)
    )
    var nearest: Int?
    for row in 0..<count {
      previous[row] = nearest
      nearest = baseRows[row] ?? nearest
    }
    nearest = nil
    for row in (0..<count).reversed() {
      next[row] = nearest
      nearest = baseRows[row] ?? nearest
    }
    return rows.map { row in
      let account = AccountsDocument.Row(table.file, row)
      let names = table.file.nameKeys(of: table.file.rows[row]).map(Hint.name)
      let first = account[.firstName, in: table.file]
      let last = account[.lastName, in: table.file]
      let person = first == nil && last == nil ? [] : [Hint.person(first, last)]
      let members = members(of: row, in: table)
      let ownKeys = members.filter { key, value in
        Field(key) == nil && own[.ownKey(key, value)] == 1
      }.map { Hint.ownKey($0.key, $0.value) }
      let place =
        next[row] == nil
        ? Hint.end(previous[row], members.filter { !Self.identity.contains($0.key) })
        : Hint.place(previous[row], next[row])
      return [ownKeys, names, person, [place]]
    }
  }

  /// How many accounts have an own key with a value.
  private func ownKeys(in table: AccountTable) -> [Hint: Int] {
    var counts: [Hint: Int] = [:]
    for row in table.file.rows.indices {
      for (key, value) in members(of: row, in: table) where Field(key) == nil {
        counts[.ownKey(key, value), default: 0] += 1
      }
    }
    return counts
  }

  private func members(of row: Int, in table: AccountTable) -> [String: JSONLiteral] {
    let members = KeyedMembers(of: table.file.rows[row], in: table.file.document)
    var found: [String: JSONLiteral] = [:]
    for key in members.keys { found[key] = members[key] }
    return found
  }
}
