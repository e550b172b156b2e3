import LosslessJSON

extension [AccountRecord] {
  /// The accounts of each step, by how many each has; if the numbers are others, each account
  /// alone.
  package func inSteps(_ steps: [Int]) -> [ArraySlice<AccountRecord>] {
    var (parts, start) = ([ArraySlice<AccountRecord>](), 0)
    for count in steps {
      guard count > 0, count <= self.count - start else { break }
      parts.append(self[start..<start + count])
      start += count
    }
    return start == count && steps.count == parts.count
      ? parts : indices.map { self[$0...$0] }
  }

  /// All changes of each account, merged into one, under the name that the account had before them.
  ///
  /// - Parameter steps: how many accounts changed at once, in order. Names may change hands within
  ///   a step. An account that one step removes, and a later one brings back, is one.
  package func merged(_ steps: [Int]) -> [AccountRecord] {
    var all: [AccountRecord] = []
    var places: [String: Int] = [:]
    var removed: [String: (account: AccountRecord, place: Int)] = [:]
    for step in inSteps(steps) {
      var left: [(key: String, place: Int)] = []
      for account in step {
        guard account.changes != nil, let name = account.name else {
          all.append(account)
          continue
        }
        let key = AccountName(name).key
        var known = places.removeValue(forKey: key)
        if account.kind == .added, let last = removed[key], account.brings(back: last.account) {
          known = last.place
        }
        let place = known ?? all.count
        if place < all.count {
          all[place] = all[place].followed(by: account)
        } else {
          all.append(account)
        }
        // An account that gets the name after a removal is another one.
        if account.kind == .removed {
          removed[key] = (account, place)
        } else if let new = account.newName {
          left.append((AccountName(new).key, place))
        }
      }
      for (key, place) in left { places[key] = place }
    }
    return all.filter { $0.changes?.isEmpty != true }
  }
}

extension AccountRecord {
  /// True if the account that it adds is the one that another record removed.
  package func brings(back removed: AccountRecord) -> Bool {
    guard kind == .added, removed.kind == .removed, let name, let then = removed.name,
      id == nil || removed.id == nil || id == removed.id
    else { return false }
    return WholeAccount(name, self, \.new) == WholeAccount(then, removed, \.old)
  }

  /// Two changes of one account as one.
  fileprivate func followed(by next: AccountRecord) -> AccountRecord {
    var both = changesJoined(with: next.changes ?? [])
    let isNew = both.allSatisfy { $0.old == nil }
    if let place = both.firstIndex(where: { $0.field == .id }) {
      // The name in an id follows the account's.
      let (first, second) = (changes ?? [], next.changes ?? [])
      both[place].old = both.following(\.old, of: first, second, to: name)
      both[place].new = both.following(\.new, of: first, second, to: next.newName)
    }
    return AccountRecord(
      name: isNew ? next.newName : name, otherName: otherName, both, place: place ?? next.place,
      id: next.id ?? id)
  }

  /// Its changes and later ones as one, without those that cancel each other.
  func changesJoined(with later: [Change]) -> [Change] {
    var both = changes ?? []
    // A key that comes twice is joined each time that it comes.
    var joined: Set<Int> = []
    for change in later {
      let known = both.indices.first { !joined.contains($0) && sameText(both[$0].key, change.key) }
      joined.insert(known ?? both.count)
      if let known { both[known].new = change.new } else { both.append(change) }
    }
    return both.filter { $0.old != $0.new }
  }
}

extension [AccountRecord.Change] {
  /// The id on one side of two changes of one account, joined: it keeps a name of the account there
  /// where it had one in the change that has the id.
  fileprivate func following(
    _ side: (AccountRecord.Change) -> JSONLiteral?, of first: Self, _ second: Self,
    to name: String?
  ) -> JSONLiteral? {
    let id = self[.id].flatMap(side)
    guard case .string(let text)? = id, let given = GivenID(text), let name, GivenID.isFit(name)
    else { return id }
    func isOf(_ changes: Self) -> Bool {
      given.isOf { changes[$0].flatMap(side)?.fieldValue?.text }
    }
    let source = first[.id].flatMap(side) == id ? first : second
    return isOf(source) && !isOf(self) ? .string(GivenID(given.id, to: name).text) : id
  }
}
