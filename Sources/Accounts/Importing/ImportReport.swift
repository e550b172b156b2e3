/// The result of an import, or of a dry run.
public struct ImportReport: Sendable {
  /// The effect on each account, in order. An account that was left out is `refused`.
  public let effects: [Applied.Effect]
  /// Reasons why accounts were left out or, unless that was asked for, why nothing was imported.
  public let refusals: [Refusal]
  /// The hashes that this system cannot check, counted by scheme.
  public let uselessHashes: [String: Int]
  /// How many accounts that were there get the password of the list.
  public let replacedPasswords: Int
  /// The passwords generated for accounts without one, in order. They are kept nowhere else.
  public internal(set) var generated: [(name: String, password: PasswordText)] = []
  /// The invitations of accounts without a password, in order. Their codes are kept nowhere else.
  public internal(set) var invitations: [Invitation] = []
  /// How many accounts have an invitation that is left out, because there is no password beside it.
  public let uninvited: Int
  /// How many accounts come, or are replaced, that the list disables.
  public let disabled: Int

  /// How many accounts are new.
  public var added: Int { effects.count { $0 == .added } }
  /// Accounts that met one with their name, whose fields and keys they replace.
  public var replaced: Int { effects.count { $0 == .changed || $0 == .unchanged } }
  /// Accounts that were left out, because their name was taken.
  public var skipped: Int { effects.count { $0 == .skipped } }
}
