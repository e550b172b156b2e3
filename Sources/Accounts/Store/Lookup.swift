/// Which accounts to find.
public enum Lookup: Sendable, Hashable {
  /// The accounts that have a name in a field: one or none. If there are more, all of them are
  /// closed. Without a field, a name with an `@` is an email, and any other is a user name; if no
  /// account has it, the name is looked for in the rulebook's key.
  case name(AccountName, in: Field? = nil)
  /// The accounts that have any of some names, in any order. Each name is looked for like a name
  /// without a field.
  case names([AccountName])
  /// Those with a first name, compared without case.
  case firstName(String)
  /// If the rulebook opens an only account: the valid accounts, at most two, or all the closed ones
  /// if none is valid. Otherwise none.
  case onlyAccount
}

/// What was found, and the rulebook under which to read it.
public struct LookupResult: Sendable {
  /// The rulebook that the accounts keep.
  public let rulebook: Rulebook
  /// The accounts, closed ones included.
  public internal(set) var accounts: [StoredAccount]
  /// Whether the store has no accounts at all.
  public let storeIsEmpty: Bool

  /// Accounts under a rulebook.
  public init(rulebook: Rulebook, accounts: [StoredAccount], storeIsEmpty: Bool) {
    self.rulebook = rulebook
    self.accounts = accounts
    self.storeIsEmpty = storeIsEmpty
  }
}

/// Which accounts to list.
public struct PageRequest: Sendable {
  /// Where to go on; nil begins.
  public var cursor: Page.Cursor?
  /// At most as many.
  public var limit: Int
  /// Only those whose email, user name, name or one of whose groups contains this, compared without
  /// case; nil for all.
  public var text: String?
  /// Only those in this group; nil for all.
  public var group: String?
  /// Whether to read the keys beside the fields too.
  public var includesOwnKeys: Bool

  /// A request for accounts; what is left out does not narrow it.
  public init(
    after cursor: Page.Cursor? = nil, limit: Int, holding text: String? = nil,
    in group: String? = nil, includesOwnKeys: Bool = false
  ) {
    self.cursor = cursor
    self.limit = limit
    self.text = text
    self.group = group
    self.includesOwnKeys = includesOwnKeys
  }
}

/// Some of the accounts, in their order.
public struct Page: Sendable {
  /// The rulebook that the accounts keep.
  public let rulebook: Rulebook
  /// The accounts of this page, closed ones included.
  public internal(set) var accounts: [StoredAccount]
  /// From where to go on, or nil at the end.
  public let next: Cursor?
  /// The place of a store that does not exist yet, which counts as one without accounts. Nil for a
  /// store that is there, with or without accounts.
  public let missingStore: String?
  /// How many comments are beside the accounts, on the first page: no account has them.
  public let comments: Int

  /// A page, and where the next one begins.
  public init(
    rulebook: Rulebook, accounts: [StoredAccount], next: Cursor?, missingStore: String? = nil,
    comments: Int = 0
  ) {
    self.comments = comments
    self.rulebook = rulebook
    self.accounts = accounts
    self.next = next
    self.missingStore = missingStore
  }

  /// A place between two accounts: on consecutive pages no account comes twice, and none that was
  /// there throughout is left out, whatever others add and remove concurrently.
  public struct Cursor: Sendable, Redacted {
    /// What the store finds the place again by.
    public let token: any Sendable

    /// A place, as a store keeps it.
    public init(_ token: any Sendable) { self.token = token }
  }
}

extension FieldValues {
  /// Whether the email, the user name, the name or a group contains a text in lower case, compared
  /// without case.
  public func contains(_ sought: String) -> Bool {
    let name = [firstName, lastName].compactMap(\.self).joined(separator: " ")
    return ([email, username, name] + groups).contains {
      $0?.lowercased().contains(sought) == true
    }
  }
}
