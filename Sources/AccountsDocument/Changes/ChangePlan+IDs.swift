import Accounts
import LosslessJSON

/// An account with an id that gets another name.
struct RenamedAccount: Sendable {
  let row: Int
  /// The UUID in its id.
  let id: AccountID
  /// Whether the id is of one of its names before and then.
  let (claimed, claims): (Bool, Bool)
  /// The field of the name.
  let field: Field
  /// The change that renames it.
  let index: Int
}

extension ChangePlan {
  /// `isFound`: undo finds it by its id, and so needs the values. The id that the account gets, and the
  /// name that is written in its id anew, are no changes of their own.
  mutating func edit(
    _ row: AccountsDocument.Row, _ changes: [AccountRecord.Change], _ index: Int = 0,
    isFound: Bool = true
  ) {
    let id = id(of: row, after: changes, index)
    guard !changes.isEmpty || id.text != nil else { return }
    let new = id.text.map { [AccountRecord.Change(.id, from: nil as String?, to: $0)] } ?? []
    edits.append(RowEdit(row: row.index, changes: changes + new))
    newIDs[row.index] = id.text
    let others = changes.filter { $0.field != .id }
    var account = document.recorded(others, in: row, hashesOfTyped)
    if others.isEmpty { account = account.withoutValues }
    if let set = changes[.id] {
      let given = set.newValue?.text.flatMap { GivenID($0)?.id }
      account.setsID = others.isEmpty || given != row.givenID(in: document)?.id
    }
    account.id = id.counting
    let mayHaveOther = changes.contains { $0.field == .id || $0.isOfName }
    account.hasOtherID = mayHaveOther && id.counting != names.id(of: row)
    if !isFound { account.isWhole = false }
    if account.changes != [] || !account.isWhole { recorded.append(.account(account)) }
  }

  /// The text of the id that an account has after a change, if it gets one or its name in it; and
  /// the UUID, if the id counts then, as far as this change tells.
  ///
  /// The name in an id that counts follows the account's name; one that does not count stays as it
  /// is, and counts for nobody.
  mutating func id(
    of row: AccountsDocument.Row, after changes: [AccountRecord.Change], _ index: Int
  ) -> (text: String?, counting: AccountID?) {
    func text(_ field: Field) -> String? {
      changes[field].map { $0.newValue?.text } ?? row[text: field, in: document]
    }
    if let set = changes[.id] {
      let given = set.newValue?.text.flatMap { GivenID($0) }
      return (nil, given?.isOf(text) == true ? given?.id : nil)
    }
    lazy var name = document.rulebook.nameField { text($0)?.isEmpty == false }.flatMap(text)
    guard row.fields[.id] != nil else {
      guard options.givesIDsToAll, let newID = options.newID, let name,
        GivenID.isFit(name)
      else { return (nil, nil) }
      let id = newID()
      return (GivenID(id, to: name).text, id)
    }
    guard let given = row.givenID(in: document) else { return (nil, nil) }
    let claimed = row.claimedID(in: document) != nil
    let counts = claimed && claimers(of: given.id) == [row.index]
    guard let renaming = changes.first(where: \.isOfName)?.field else {
      return (nil, counts ? given.id : nil)
    }
    var (new, follows) = (given, false)
    if counts, !given.isOf(text), let name, GivenID.isFit(name) {
      (new, follows) = (GivenID(given.id, to: name), true)
    }
    let claims = new.isOf(text)
    renamed.append(
      RenamedAccount(
        row: row.index, id: given.id, claimed: claimed, claims: claims, field: renaming,
        index: index))
    return (follows ? new.text : nil, counts && claims ? given.id : nil)
  }

  /// The accounts in whose ids a UUID stands beside one of their names, before the changes.
  mutating func claimers(of id: AccountID) -> [Int] {
    if let known = claimers[id] { return known }
    let found = names.rows(NameKey(id))
    claimers[id] = found
    return found
  }

  /// Refuses renames by which an id would begin to count, of the renamed account or of another, now
  /// or once others are gone: nobody takes somebody's place at applications by taking a name.
  mutating func refuseCounting() {
    let claimsAfter = renamed.reduce(into: [:]) { $0[$1.row] = $1.claims }
    for account in renamed {
      let without = claimers(of: account.id).filter { !removed.contains($0) }
      let new = renamed.filter { $0.id == account.id && $0.claims }.map(\.row)
      let after = Set(without.filter { claimsAfter[$0] ?? true } + new)
      // An account that comes back brings its own id: nobody gains anything by a name then.
      let begins = after.count == 1 && Set(without) != after && !idsBack.contains(account.id)
      guard begins || account.claims && !account.claimed else { continue }
      effects[account.index] = refuse(account.index, .idWouldCount(account.field))
    }
  }

  /// The record of a removed account with its id, which it gets if it has none.
  mutating func withID(
    _ record: AccountRecord, of row: AccountsDocument.Row
  ) -> AccountRecord {
    guard row.fields[.id] != nil else { return options.givesIDsToAll ? withID(record) : record }
    var record = record
    if let id = row.claimedID(in: document), claimers(of: id) == [row.index] { record.id = id }
    return record
  }

  /// Whether undo finds an account that is there, once it is changed: by the id that it gets then, or
  /// has.
  mutating func mayBeFound(_ row: AccountsDocument.Row) -> Bool {
    guard row.fields[.id] != nil else {
      return row.anyName(in: document).map(GivenID.isFit) == true
    }
    return row.claimedID(in: document).map { claimers(of: $0) == [row.index] } ?? false
  }

  /// The record of a removed account that has no id with the one that it gets.
  func withID(_ record: AccountRecord) -> AccountRecord {
    options.newID.map(record.givenID) ?? record
  }
}

extension AccountRecord {
  /// The record of a removed account with an id, which it gets if it has none.
  func givenID(from newID: () -> AccountID) -> AccountRecord {
    guard let name, GivenID.isFit(name), isWhole, let changes, changes[.id] == nil else {
      return self
    }
    let id = newID()
    let given = Change(.id, from: GivenID(id, to: name).text, to: nil as String?)
    var new = AccountRecord(name: name, otherName: otherName, changes + [given], place: place)
    new.id = id
    return new
  }
}
