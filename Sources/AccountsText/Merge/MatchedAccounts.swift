import Accounts
import LosslessJSON

/// The accounts of three texts, each with its positions in them.
struct MatchedAccounts: Sendable {
  /// An account; or several that share a name, or have none, and cannot be told apart.
  struct Account: Sendable {
    let name: String
    var base: [Int] = []
    var mine: [Int] = []
    var theirs: [Int] = []
  }

  let base: AccountTable
  let mine: AccountTable
  let theirs: AccountTable
  /// Those of the base in its order, then those that are new.
  private(set) var all: [Account] = []

  /// Accounts are matched by the key and, if it changed, by any email or user name that they had in the base.
  init(base: AccountsDocument, mine: AccountsDocument, theirs: AccountsDocument, by key: Field) {
    self.base = AccountTable(base, by: key)
    self.mine = AccountTable(mine, by: key)
    self.theirs = AccountTable(theirs, by: key)
    all.reserveCapacity(self.base.names.count)
    var renamedByMe = RenamedAccounts(from: self.base, to: self.mine)
    var renamedByThem = RenamedAccounts(from: self.base, to: self.theirs)
    for name in self.base.names {
      all.append(
        Account(
          name: name, base: self.base.positions(name), mine: renamedByMe.positions(name),
          theirs: renamedByThem.positions(name)))
    }
    for name in self.mine.names where self.base.positions(name).isEmpty && !renamedByMe.has(name) {
      let theirs = renamedByThem.has(name) ? [] : self.theirs.positions(name)
      all.append(Account(name: name, mine: self.mine.positions(name), theirs: theirs))
    }
    for name in self.theirs.names
    where self.base.positions(name).isEmpty && !renamedByThem.has(name)
      && (self.mine.positions(name).isEmpty || renamedByMe.has(name))
    {
      all.append(Account(name: name, theirs: self.theirs.positions(name)))
    }
  }
}

/// Accounts of one text in another, where some may have got another key.
private struct RenamedAccounts {
  private let old: AccountTable
  private let new: AccountTable
  private var names: NameTable?
  /// The new names that are no new accounts.
  private var found: Set<String> = []

  init(from old: AccountTable, to new: AccountTable) { (self.old, self.new) = (old, new) }

  func has(_ name: String) -> Bool { found.contains(name) }

  mutating func positions(_ name: String) -> [Int] {
    let there = new.positions(name)
    guard there.isEmpty, !name.isEmpty, let row = old.positions(name).first,
      old.positions(name).count == 1
    else { return there }
    let table = names ?? NameTable(new.file, isAskedOften: true)
    names = table
    let rows = Set(old.file.ids(of: old.file.rows[row]).flatMap { table.rows($0) })
    guard rows.count == 1, let row = rows.first else { return [] }
    let newName = new.name(at: row)
    // One that has its own account in the base is that account.
    guard old.positions(newName).isEmpty, new.positions(newName).count == 1,
      found.insert(newName).inserted
    else { return [] }
    return [row]
  }
}
