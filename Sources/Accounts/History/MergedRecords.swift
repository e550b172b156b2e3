extension [AccountRecord] {
  /// All changes of each account, merged into one, under the name that the account had before them.
  package var merged: [AccountRecord] {
    var all: [AccountRecord] = []
    var places: [String: Int] = [:]
    for account in self {
      guard account.changes != nil, let name = account.name else {
        all.append(account)
        continue
      }
      let place = places.removeValue(forKey: AccountName(name).key) ?? all.count
      if place < all.count {
        all[place] = all[place].followed(by: account)
      } else {
        all.append(account)
      }
      // Whoever has the name after a removal is another account.
      if account.kind != .removed, let new = account.newName {
        places[AccountName(new).key] = place
      }
    }
    return all.filter { $0.changes?.isEmpty != true }
  }
}

extension AccountRecord {
  /// Two changes of one account as one.
  fileprivate func followed(by next: AccountRecord) -> AccountRecord {
    var both = changes ?? []
    for change in next.changes ?? [] {
      if let index = both.firstIndex(where: { sameText($0.key, change.key) }) {
        both[index].new = change.new
      } else {
        both.append(change)
      }
    }
    both.removeAll { $0.old == $0.new }
    let isNew = both.allSatisfy { $0.old == nil }
    return AccountRecord(
      name: isNew ? next.newName : name, otherName: otherName, both, place: place ?? next.place)
  }
}
