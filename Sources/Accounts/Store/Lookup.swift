/// A description of the accounts to find.
public enum Lookup: Sendable, Hashable {
  /// The account with a name in a field; if several have it, all of them, closed. Without a field,
  /// a name with an `@` is an email, and any other a user name; if no account has it, the
  /// rulebook's key is searched.
  case name(AccountName, in: Field? = nil)
  /// The accounts with any of some names, in any order. Each name is looked up without a field.
  case names([AccountName])
  /// The accounts in whose ids these UUIDs stand, whether or not they count, in any order.
  case ids([AccountID])
  /// The accounts with a first name, compared without case.
  case firstName(String)
  /// For a rulebook that opens an only account: the valid accounts, at most two, or all closed ones
  /// if none is valid. One that only unknown keys close counts as valid. Otherwise none.
  case onlyAccount
}

/// The accounts that were found, and their rulebook.
public struct LookupResult: Sendable {
  /// The rulebook that the accounts keep.
  public let rulebook: Rulebook
  /// The accounts, closed ones included.
  public internal(set) var accounts: [StoredAccount]
  /// True if the store has no accounts at all.
  public let storeIsEmpty: Bool

  /// Accounts under a rulebook.
  public init(rulebook: Rulebook, accounts: [StoredAccount], storeIsEmpty: Bool) {
    self.rulebook = rulebook
    self.accounts = accounts
    self.storeIsEmpty = storeIsEmpty
  }
}

/// A request for a page of accounts.
public struct PageRequest: Sendable {
  /// The place to continue from; nil for the first page.
  public var cursor: Page.Cursor?
  /// The most accounts to return.
  public var limit: Int
  /// A search text: only accounts whose email, user name, names and groups contain each word of it,
  /// in any order, compared without case; nil for all.
  public var text: String?
  /// Only accounts in this group; nil for all.
  public var group: String?
  /// Also reads the keys beside the fields.
  public var includesOwnKeys: Bool

  /// By default, all accounts match.
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

/// A page of accounts, in their order.
public struct Page: Sendable {
  /// The rulebook that the accounts keep.
  public let rulebook: Rulebook
  /// The accounts of this page, closed ones included.
  public internal(set) var accounts: [StoredAccount]
  /// The place to continue from; nil at the end.
  public let next: Cursor?
  /// The place of a store that does not exist yet, which counts as one without accounts. Nil if the
  /// store exists.
  public let missingStore: String?
  /// The number of comments beside the accounts, on the first page only.
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

  /// A place between two accounts. Consecutive pages repeat no account, and leave out none that was
  /// there throughout, even if others add and remove accounts meanwhile.
  public struct Cursor: Sendable, Redacted {
    /// The store's data for finding the place again.
    public let token: any Sendable

    /// A place, in a store's own data.
    public init(_ token: any Sendable) { self.token = token }
  }
}

extension FieldValues {
  /// True if each word of a text, which is given in lower case, is in the email, the user name, a
  /// name or a group. Case does not count.
  public func contains(_ sought: String) -> Bool {
    let texts = ([email, username, firstName, lastName] + groups).compactMap { $0?.lowercased() }
    return sought.split(separator: " ").allSatisfy { word in
      texts.contains { $0.contains(word) }
    }
  }
}
