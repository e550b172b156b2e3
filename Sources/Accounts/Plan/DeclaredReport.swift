/// How many accounts that are not declared may be removed.
public enum Pruning: Sendable, Hashable {
  /// None.
  case none
  /// All, unless that is more than a third of at least ten accounts, or leaves none.
  case limited
  /// All.
  case all
}

/// Changes that were made, or would be made, to meet a declaration.
public struct DeclaredReport: Sendable {
  /// The changed accounts: declared ones in their order, then removed ones as the history lists
  /// them. A typed password is `*` until it is written.
  public let accounts: [AccountRecord]
  /// The accounts that keep their hash, because the declared one is weak and theirs is not.
  public let keepingHash: [String]
  /// The accounts that get another password, and stay locked.
  public let stayingLocked: [String]
  /// The accounts whose invitation is left out, because no password is declared beside it.
  public let uninvited: [String]
  /// The hashes set here that this system cannot check, counted by scheme.
  public let uselessHashes: [String: Int]
  /// Reasons why nothing was written; empty if there are none.
  public let refusals: [Refusal]
  /// False in a dry run, if nothing had to change, or if something was refused.
  public let isWritten: Bool

  /// The number of accounts that are new, changed or removed.
  public func count(_ kind: AccountRecord.Kind) -> Int { accounts.count { $0.kind == kind } }
}
