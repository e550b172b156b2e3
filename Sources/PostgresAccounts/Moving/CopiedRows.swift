import Accounts
import AccountsDocument
import AccountsFile
import LosslessJSON

/// The rows of a copy into a database.
struct CopiedRows {
  let contents: StoreContents
  let today: CalendarDay

  var file: AccountsDocument { contents.accounts }
  var count: Int { file.rows.count }

  /// The positions of the accounts, by their keys.
  private(set) var places: [[UInt8]: Int] = [:]
  /// The values that no table can hold.
  private(set) var unsupported: [UnsupportedValue] = []
  /// The ids that accounts without one get, by position.
  private var ids: [Int: AccountID] = [:]

  init(
    _ contents: StoreContents, today: CalendarDay, giving newID: () -> AccountID = AccountID.random
  ) {
    (self.contents, self.today) = (contents, today)
    for index in file.rowsToIdentify { ids[index] = newID() }
    var found: [(problem: LocatedProblem, reason: UnsupportedValue.Reason, field: String?)] = []
    var names = [Set<[UInt8]>](repeating: [], count: 2)
    // How many accounts have a UUID, and how many of them beside a name of theirs.
    var owners: [AccountID: (all: Int, claiming: Int)] = [:]
    for index in file.rows.indices {
      let row = AccountsDocument.Row(file, index)
      guard let id = row[text: .id, in: file].flatMap({ GivenID($0) })?.id else { continue }
      let claims = row.values(in: file).claimedID == id
      let known = owners[id] ?? (0, 0)
      owners[id] = (known.all + 1, known.claiming + (claims ? 1 : 0))
    }
    for index in file.rows.indices {
      let row = AccountsDocument.Row(file, index)
      let name = row.anyName(in: file)
      func note(_ reason: UnsupportedValue.Reason, _ field: Field?) {
        let value = field.flatMap { row.fields[$0] } ?? row.value
        var problem = LocatedProblem(
          field.map { .field($0) } ?? .account, .field(.required), at: value.range.lowerBound)
        problem.account = name
        found.append((problem, reason, field?.key))
      }
      guard row.value.kind == .object else {
        note(.notAnObject, nil)
        continue
      }
      let key = file.rulebook.key
      if let password = row[text: .password, in: file] {
        if password.utf8.contains(0) {
          note(.nul, .password)
        } else if !AccountRow.takes(password) {
          note(.typedPassword, .password)
        }
      }
      let passwords = file.document.members(of: row.value).count {
        file.document.isKey($0.key, FieldKeys[.password])
      }
      if passwords > 1 { note(.passwordTwice, .password) }
      let id = row[text: .id, in: file].flatMap { GivenID($0) }
      if file.idCount(at: index) > (id == nil ? 0 : 1) { note(.idForm, .id) }
      if let id, let owners = owners[id.id], owners.all > 1,
        owners.claiming > 1 || row.values(in: file).claimedID == nil
      {
        note(.sharedID, .id)
      }
      guard let new = self.row(index), !new.key.isEmpty else {
        note(row[text: key, in: file]?.utf8.contains(0) == true ? .nul : .noKey, key)
        continue
      }
      for field in new.fieldsTooLong { note(.tooLong, field) }
      // To `==`, a letter and its accent are one.
      let bytes = Array(new.key.utf8)
      if places.updateValue(index, forKey: bytes) != nil { note(.shared, key) }
      let ours = [(Field.email, new.email), (.username, new.username)]
      for (number, (field, text)) in ours.enumerated() where field != key {
        if let text, !names[number].insert(Array(text.utf8)).inserted { note(.shared, field) }
      }
    }
    let placed = contents.original.placed(found.map(\.problem))
    unsupported = zip(found, placed).map { found, problem in
      UnsupportedValue(found.reason, of: problem.account, found.field, at: problem.place)
    }
    for index in 0..<contents.history.count {
      guard let entry = contents.history.entry(index) else { continue }
      for text in [entry.user, entry.by, entry.via?.word] where text?.utf8.contains(0) == true {
        unsupported.append(
          UnsupportedValue(.nul, of: nil, "history", at: Place("history \(entry.number ?? 0)")))
      }
    }
  }

  /// The row of an account; nil if it can have none.
  func row(_ index: Int) -> AccountRow? {
    var row = AccountRow(file, index, today: today)
    if let id = ids[index], let name = AccountsDocument.Row(file, index).anyName(in: file) {
      row?.id = GivenID(id, to: name)
    }
    return row
  }

  /// The text of what is around the accounts, apart from the rulebook; nil if there is nothing.
  var own: String? { file.own }
}
