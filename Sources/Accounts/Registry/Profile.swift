/// An account, and the open edit of it.
public struct Profile<Content: Sendable>: Sendable {
  /// The account.
  public let account: Content
  /// The rulebook under which it was found.
  public let rulebook: Rulebook
  /// The open edit of this account; nil if there is none.
  public internal(set) var openDraft: EditDraft?
  /// Why the draft could not be read; nil if it could.
  public internal(set) var editFault: AccountsError?
}

/// A stored account, valid or not, and the open edit of it.
public typealias StoredProfile = Profile<StoredAccount>

extension StoredProfile {
  /// The account's name for messages.
  var name: String { rulebook.anyName(of: account) ?? "" }
}

extension LookupResult {
  func name(of account: StoredAccount) -> String { rulebook.anyName(of: account) ?? "" }
}

extension StoredAccount {
  /// The identity, which an account that was found by name always has.
  func foundNameKey() throws(AccountsError) -> NameKey {
    guard let nameKey else { throw .internalFault }
    return nameKey
  }
}
