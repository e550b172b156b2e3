public import LosslessJSON

/// How one account is to be, by its name: what is said is set, what is cleared goes, and all else stays
/// as it is.
///
/// The rulebook's key names the account. Where there is none of that name, it is new.
public struct DeclaredAccount: Sendable {
  private enum Content: Sendable {
    case read(Words)
    case unread(UnreadAccount)
  }

  /// What is said of an account.
  final class Words: Sendable {
    let values: FieldValues
    let cleared: [Field]
    let ownKeys: [JSONLiteral.Member]
    let clearedKeys: [String]
    /// What marks of another program come to; the values have it.
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

  /// An account that has some values and keys, and has others no longer. Neither a password nor the
  /// rulebook's key can be cleared: that is passed over.
  public init(
    _ values: FieldValues, clearing cleared: [Field] = [], ownKeys: [JSONLiteral.Member] = [],
    clearingKeys clearedKeys: [String] = []
  ) {
    self.init(
      values, clearing: cleared, ownKeys: ownKeys, clearingKeys: clearedKeys,
      by: LoginMarks.Verdict())
  }

  /// The same, with values that marks have set.
  package init(
    _ values: FieldValues, clearing cleared: [Field], ownKeys: [JSONLiteral.Member],
    clearingKeys clearedKeys: [String], by verdict: LoginMarks.Verdict
  ) {
    content = .read(Words(values, cleared, ownKeys, clearedKeys, verdict))
  }

  /// An account that keeps the rules by itself, has no key of its owner's, and of which nothing was read
  /// yet.
  package init(_ unread: UnreadAccount) { content = .unread(unread) }

  /// All that is said of it.
  var words: Words {
    switch content {
    case .read(let words): words
    case .unread(let account): Words(account.values, [], [], [], LoginMarks.Verdict())
    }
  }

  /// What names it, in the field that is the rulebook's key.
  func name(in key: Field) -> String? {
    switch content {
    case .read(let words): words.values[text: key].flatMap { FieldValues.trimmed($0, for: key) }
    case .unread(let account): account.value(of: key)?.text
    }
  }

  /// Whether the bytes of an account that is there show that it is as this says, in all fields but some.
  func isObviouslyMet(by account: StoredAccount, but fields: [Field]) -> Bool {
    guard case .unread(let declared) = content else { return false }
    return account.obviouslyHolds(declared, but: fields)
  }

  /// What can be set only together with a password: where there is one already, it is passed over like
  /// that.
  static let fieldsOfPassword: [Field] = [.password, .mustChange]
}

extension DeclaredAccount: Redacted {
  public var description: String { words.values.description }
}

/// Which accounts go that are not declared.
public enum Pruning: Sendable, Hashable {
  /// None.
  case none
  /// All, unless these are more than a third of ten accounts or more, or nobody would be left.
  case limited
  /// All.
  case all
}

/// What accounts were made, or would be, so that they are as declared.
public struct DeclaredReport: Sendable {
  /// What becomes of each account for which there is something to do: those that are declared, in that
  /// order, then those that go, as the history has them. A password that was typed is `*` as long as it
  /// is not written.
  public let accounts: [AccountRecord]
  /// The accounts that keep their hash, because the one that is declared is weak and theirs is not.
  public let keepingHash: [String]
  /// The accounts that get another password, and stay locked.
  public let stayingLocked: [String]
  /// How many of the hashes that are set no login can check here, by their schemes.
  public let uselessHashes: [String: Int]
  /// What is wrong; if there is anything, nothing was written.
  public let refusals: [Refusal]
  /// Whether it was done: not in a dry run, nor where there is nothing to do, or something else than was
  /// expected.
  public let isWritten: Bool

  /// How many accounts are new, change or go.
  public func count(_ kind: AccountRecord.Kind) -> Int { accounts.count { $0.kind == kind } }
}
