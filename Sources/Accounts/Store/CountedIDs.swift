/// How many accounts have no id, and how many one that does not count.
package struct CountedIDs: Sendable {
  /// The number of accounts without one.
  package private(set) var none = 0
  /// The number of those whose id was given to another name.
  private var strays = 0
  /// How many accounts have each UUID in an id that was given to them.
  private var claimed: [AccountID: Int] = [:]

  package init() {}

  /// The number of accounts whose id does not count: it was given to another name, or another
  /// account has the same one so.
  package var notCounting: Int { claimed.values.reduce(strays) { $0 + ($1 > 1 ? $1 : 0) } }

  /// Counts an account that has no id.
  package mutating func addNone() { none += 1 }

  /// Counts an account that has an id.
  ///
  /// - Parameter claimed: its UUID, if it was given to one of the account's names.
  package mutating func add(_ claimed: AccountID?) {
    guard let claimed else {
      strays += 1
      return
    }
    self.claimed[claimed, default: 0] += 1
  }

  package mutating func add(_ others: CountedIDs) {
    none += others.none
    strays += others.strays
    claimed.merge(others.claimed, uniquingKeysWith: +)
  }
}

extension GuardedHosts {
  /// Whether a host of the list asks for an id.
  package var requireIDs: Bool { all.contains(where: \.requiresID) }
}
