import Accounts
import LosslessJSON

/// The accounts of three texts, with their positions.
struct MatchedAccounts: Sendable {
  /// An account; or several that cannot be told apart.
  struct Account: Sendable {
    /// The name in comparable form, of the key or else of another field; empty if there is none.
    let name: String
    var base: [Int] = []
    var mine: [Int] = []
    var theirs: [Int] = []
    /// False for accounts that are together because nothing tells them apart.
    var isTold = true

    /// True if it is known which account of each version it is.
    var isOne: Bool { isTold && base.count <= 1 && mine.count <= 1 && theirs.count <= 1 }
    /// True if names or hashes went from one account to another.
    var isSplit: Bool { isTold && !isOne }
  }

  let base: AccountTable
  let mine: AccountTable
  let theirs: AccountTable
  /// The accounts of the base in its order, then new ones.
  private(set) var all: [Account] = []

  /// Matches accounts by what tells them apart, as `AccountLinks` says.
  init(base: AccountsDocument, mine: AccountsDocument, theirs: AccountsDocument, by key: Field) {
    self.base = AccountTable(base, by: key)
    self.mine = AccountTable(mine, by: key)
    self.theirs = AccountTable(theirs, by: key)
    let versions = [self.base, self.mine, self.theirs]
    var links = AccountLinks(of: versions, by: key)
    /// The places in the list of all, by the first of the linked accounts.
    var places = Array(repeating: -1, count: links.count)
    all.reserveCapacity(self.base.names.count)
    for (version, table) in versions.enumerated() {
      for row in table.file.rows.indices {
        let first = links.first(ofLinked: links.node(row, of: version))
        if places[first] < 0 {
          places[first] = all.count
          all.append(Account(name: table.anyName(at: row), isTold: links.areTold(first)))
        }
        switch version {
        case 0: all[places[first]].base.append(row)
        case 1: all[places[first]].mine.append(row)
        default: all[places[first]].theirs.append(row)
        }
      }
    }
    joinReplaced()
  }

  /// Joins each account of the base that both versions lack with one that a version has instead, as
  /// far as `ReplacedAccounts` tells. So a removal on one side meets what the other made of the
  /// account.
  private mutating func joinReplaced() {
    let lost = all.indices.filter { index in
      !all[index].base.isEmpty && all[index].mine.isEmpty && all[index].theirs.isEmpty
    }
    guard !lost.isEmpty else { return }
    var joined: Set<Int> = []
    defer {
      if !joined.isEmpty { all = all.indices.filter { !joined.contains($0) }.map { all[$0] } }
    }
    // An account that took another's name joins that other.
    for (version, rows) in [(mine, \Account.mine), (theirs, \Account.theirs)] {
      let places = Dictionary(
        all.enumerated().flatMap { index, account in account[keyPath: rows].map { ($0, index) } },
        uniquingKeysWith: { first, _ in first })
      let replaced = ReplacedAccounts(base: base, version: version)
      let old = Dictionary(
        lost.map { (all[$0].base[0], $0) }, uniquingKeysWith: { first, _ in first })
      for pair in replaced.rows(withOwnKeysOf: Array(old.keys)) {
        guard let lost = old[pair.old], let other = places[pair.new],
          !joined.contains(lost), !joined.contains(other), !all[other].base.isEmpty
        else { continue }
        all[other].base += all[lost].base
        joined.insert(lost)
      }
    }
    let left = lost.filter { !joined.contains($0) }
    for (version, rows) in [(mine, \Account.mine), (theirs, \Account.theirs)] {
      let new = all.indices.filter { index in
        all[index].base.isEmpty && all[index].mine.count + all[index].theirs.count == 1
          && !all[index][keyPath: rows].isEmpty
      }
      guard !new.isEmpty else { continue }
      let replaced = ReplacedAccounts(base: base, version: version)
      let (before, after) = (left.map { all[$0].base[0] }, new.map { all[$0][keyPath: rows][0] })
      let kept = all.compactMap { account in
        account.base.first.flatMap { old in account[keyPath: rows].first.map { (old, $0) } }
      }
      for (old, new) in replaced.pairs(of: before, with: after, beside: kept)
        .map({ (left[$0], new[$1]) })
      {
        all[old][keyPath: rows] = all[new][keyPath: rows]
        all[old].isTold = all[old].isTold && all[new].isTold
        joined.insert(new)
      }
    }
  }
}

/// Links the accounts of a base and of two later versions that may be the same.
///
/// Emails, user names and salted hashes tell an account; behind a lock, too, and each only if no
/// version has it twice. An account is linked with each account of the base with which it has one
/// of them in common, so that a name that went to somebody else links all three. An account that
/// both versions added is known by its key. An account that nothing tells apart is linked with all
/// that have its key, or with all that have neither a key nor anything else.
private struct AccountLinks {
  /// The values that identify an account across versions.
  private enum Text: Hashable {
    case name(NameKey)
    case hash(String)
  }

  /// The account of each version that has a text; negative for none.
  private struct Holders {
    var nodes = SIMD3(repeating: -1)
    var isShared = false

    mutating func add(_ node: Int, of version: Int) {
      isShared = isShared || nodes[version] >= 0
      nodes[version] = node
    }
  }

  private let versions: [AccountTable]
  private let starts: [Int]
  let count: Int
  /// Another linked account, which comes earlier; the account itself if none does.
  private var parents: [Int]
  /// By account, whether something tells it.
  private var tolds: [Bool]
  /// By the first of linked accounts, whether something tells all of them.
  private var areTold: [Bool] = []

  init(of versions: [AccountTable], by key: Field) {
    self.versions = versions
    let counts = versions.map(\.file.rows.count)
    starts = [0, counts[0], counts[0] + counts[1]]
    count = counts.reduce(0, +)
    parents = Array(0..<count)
    tolds = Array(repeating: false, count: count)
    linkTold(by: key)
    linkOthers()
  }

  func node(_ row: Int, of version: Int) -> Int { starts[version] + row }

  mutating func first(ofLinked node: Int) -> Int {
    var node = node
    while parents[node] != node {
      parents[node] = parents[parents[node]]
      node = parents[node]
    }
    return node
  }

  /// True if something tells each of the accounts that are linked with an account.
  mutating func areTold(_ node: Int) -> Bool { areTold[first(ofLinked: node)] }

  private mutating func link(_ one: Int, _ other: Int) {
    let (one, other) = (first(ofLinked: one), first(ofLinked: other))
    parents[max(one, other)] = min(one, other)
  }

  private mutating func linkTold(by key: Field) {
    var holders: [Text: Holders] = [:]
    holders.reserveCapacity(3 * versions[0].file.rows.count)
    for (version, table) in versions.enumerated() {
      for row in table.file.rows.indices {
        let node = node(row, of: version)
        for id in table.file.nameKeys(of: table.file.rows[row]) {
          holders[.name(id), default: Holders()].add(node, of: version)
        }
        guard let hash = table.saltedHash(at: row) else { continue }
        holders[.hash(hash), default: Holders()].add(node, of: version)
      }
    }
    var added: [(Int, Int)] = []
    for (text, holders) in holders where !holders.isShared {
      let (base, mine, theirs) = (holders.nodes[0], holders.nodes[1], holders.nodes[2])
      for node in [base, mine, theirs] where node >= 0 { tolds[node] = true }
      if base >= 0 {
        for node in [mine, theirs] where node >= 0 { link(base, node) }
      } else if case .name(let id) = text, id.field == key, mine >= 0, theirs >= 0 {
        added.append((mine, theirs))
      }
    }
    // An account that was there before is not one that the other side added.
    for (mine, theirs) in added
    where first(ofLinked: mine) >= starts[1] && first(ofLinked: theirs) >= starts[1] {
      link(mine, theirs)
    }
  }

  private mutating func linkOthers() {
    var first: [String: Int] = [:]
    for version in versions.indices {
      for row in versions[version].file.rows.indices {
        let node = node(row, of: version)
        guard !tolds[node] else { continue }
        let name = versions[version].name(at: row)
        if let known = first[name] {
          link(known, node)
          continue
        }
        first[name] = node
        guard !name.isEmpty else { continue }
        for version in versions.indices {
          for row in versions[version].positions(name) { link(node, self.node(row, of: version)) }
        }
      }
    }
    areTold = Array(repeating: true, count: count)
    for node in parents.indices where !tolds[node] { areTold[self.first(ofLinked: node)] = false }
  }
}

extension AccountTable {
  /// The name by the key, or else by another field; empty if there is none.
  fileprivate func anyName(at position: Int) -> String {
    let name = name(at: position)
    return name.isEmpty ? file.nameKeys(of: file.rows[position]).first?.key ?? "" : name
  }

  /// True if an account has another password, or none, and another name.
  func isReplaced(_ position: Int, since old: Int, in base: AccountTable) -> Bool {
    let isRenamed = Field.keys.contains { field in
      guard let old = base.file.name(of: base.file.rows[old], in: field),
        let new = file.name(of: file.rows[position], in: field)
      else { return false }
      return !sameText(old.key, new.key)
    }
    return isRenamed && !sameText(base.password(at: old), password(at: position))
  }

  /// The salted hash of an account's password, without a lock; nil if there is none.
  fileprivate func saltedHash(at position: Int) -> String? {
    storedPassword(at: position).flatMap { StoredPassword.saltedHash(behindLockOf: $0) }
  }

  /// The password as it is stored, without a lock; nil if there is none.
  private func password(at position: Int) -> String? {
    storedPassword(at: position).flatMap { text in
      let rest = text.dropFirst(StoredPassword.lock(of: text).count)
      return rest.isEmpty ? nil : String(rest)
    }
  }

  private func storedPassword(at position: Int) -> String? {
    file.document.value(for: FieldKeys[.password], in: file.rows[position])
      .flatMap(file.document.string)
  }
}
