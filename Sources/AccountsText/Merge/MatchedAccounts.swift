import Accounts
import LosslessJSON

/// The accounts of three texts, with their positions.
struct MatchedAccounts: Sendable {
  /// An account; or a group that shares a name, or has none, and cannot be told apart.
  struct Account: Sendable {
    let name: String
    var base: [Int] = []
    var mine: [Int] = []
    var theirs: [Int] = []
  }

  let base: AccountTable
  let mine: AccountTable
  let theirs: AccountTable
  /// The accounts of the base in its order, then new ones.
  private(set) var all: [Account] = []

  /// Matches accounts by key; if the key changed, by an email or user name from the base; if all
  /// names changed, by hash.
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

/// Finds accounts of one text in another in which some keys may have changed.
private struct RenamedAccounts {
  private let old: AccountTable
  private let new: AccountTable
  private var names: NameTable?
  /// The accounts by hash, in either text.
  private var hashes: (old: [String: [Int]], new: [String: [Int]])?
  /// The new names of accounts that are not new.
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
    var rows = Set(old.file.ids(of: old.file.rows[row]).flatMap { table.rows($0) })
    if rows.isEmpty { rows = rowsWithHash(of: row) }
    guard rows.count == 1, let row = rows.first else { return [] }
    let newName = new.name(at: row)
    // One that has its own account in the base is that account.
    guard old.positions(newName).isEmpty, new.positions(newName).count == 1,
      found.insert(newName).inserted
    else { return [] }
    return [row]
  }

  /// The accounts with the hash of one of the base, if it is salted and only that account had it.
  private mutating func rowsWithHash(of row: Int) -> Set<Int> {
    guard let hash = old.saltedHash(at: row) else { return [] }
    let tables = hashes ?? (old.saltedHashes, new.saltedHashes)
    hashes = tables
    return tables.old[hash] == [row] ? Set(tables.new[hash] ?? []) : []
  }
}

extension AccountTable {
  fileprivate var saltedHashes: [String: [Int]] {
    file.rows.indices.reduce(into: [:]) { table, index in
      if let hash = saltedHash(at: index) { table[hash, default: []].append(index) }
    }
  }

  /// The salted hash of an account's password, without a lock; nil if there is none.
  fileprivate func saltedHash(at position: Int) -> String? {
    guard let value = file.document.value(for: FieldKeys[.password], in: file.rows[position]),
      let text = file.document.string(value)
    else { return nil }
    return StoredPassword.saltedHash(behindLockOf: text)
  }
}
