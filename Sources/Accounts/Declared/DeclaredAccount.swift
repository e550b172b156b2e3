public import LosslessJSON

/// The declared state of one account: sets the given values, clears the given fields and keys, and
/// leaves all others.
///
/// The rulebook's key names the account. Without an account of that name, a new one is added.
public struct DeclaredAccount: Sendable {
  private enum Content: Sendable {
    case read(Words)
    case unread(UnreadAccount)
  }

  final class Words: Sendable {
    let values: FieldValues
    let cleared: [Field]
    let ownKeys: [JSONLiteral.Member]
    let clearedKeys: [String]
    /// The result of reading another program's marks; `values` includes it.
    let verdict: LoginMarks.Verdict

    init(
      _ values: FieldValues, _ cleared: [Field], _ ownKeys: [JSONLiteral.Member],
      _ clearedKeys: [String], _ verdict: LoginMarks.Verdict
    ) {
      (self.values, self.cleared) = (values, cleared)
      (self.ownKeys, self.clearedKeys) = (ownKeys, clearedKeys)
      self.verdict = verdict
    }
  }

  private let content: Content

  /// Declares values and keys to set, and fields and keys to clear. A password and the rulebook's
  /// key cannot be cleared; they are ignored in `cleared`.
  public init(
    _ values: FieldValues, clearing cleared: [Field] = [], ownKeys: [JSONLiteral.Member] = [],
    clearingKeys clearedKeys: [String] = []
  ) {
    self.init(
      values, clearing: cleared, ownKeys: ownKeys, clearingKeys: clearedKeys,
      by: LoginMarks.Verdict())
  }

  /// Like the public initialiser, with the verdict of the marks that set some of the values.
  package init(
    _ values: FieldValues, clearing cleared: [Field], ownKeys: [JSONLiteral.Member],
    clearingKeys clearedKeys: [String], by verdict: LoginMarks.Verdict
  ) {
    content = .read(Words(values, cleared, ownKeys, clearedKeys, verdict))
  }

  /// Declares an unread account that keeps the rules and has no own keys.
  package init(_ unread: UnreadAccount) { content = .unread(unread) }

  /// Reads the account if that was not done yet.
  var words: Words {
    switch content {
    case .read(let words): words
    case .unread(let account): Words(account.values, [], [], [], LoginMarks.Verdict())
    }
  }

  /// The name in the field that is the rulebook's key.
  func name(in key: Field) -> String? {
    switch content {
    case .read(let words): words.values[text: key].flatMap { FieldValues.trimmed($0, for: key) }
    case .unread(let account): account.value(of: key)?.text
    }
  }

  /// True if bytes alone show that an existing account already has the declared values, `fields`
  /// aside.
  func isObviouslyMet(by account: StoredAccount, but fields: [Field]) -> Bool {
    guard case .unread(let declared) = content else { return false }
    return account.obviouslyHolds(declared, but: fields)
  }

  /// Fields that are set only together with a password; ignored where an account keeps its own.
  static let fieldsOfPassword: [Field] = [.password, .mustChange]
}

extension DeclaredAccount: Redacted {
  public var description: String { words.values.description }
}

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
  /// The hashes set here that this system cannot check, counted by scheme.
  public let uselessHashes: [String: Int]
  /// Reasons why nothing was written; empty if there are none.
  public let refusals: [Refusal]
  /// False in a dry run, if nothing had to change, or if something was refused.
  public let isWritten: Bool

  /// The number of accounts that are new, changed or removed.
  public func count(_ kind: AccountRecord.Kind) -> Int { accounts.count { $0.kind == kind } }
}
