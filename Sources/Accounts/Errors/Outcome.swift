/// What an operation came to; its members are the value's, too.
@dynamicMemberLookup
public struct Outcome<Value: Sendable>: Sendable {
  /// What was asked for, or what was written.
  public var value: Value
  /// Conditions to report.
  public var notices: [Notice]

  /// What an operation came to.
  public init(_ value: Value, notices: [Notice] = []) {
    self.value = value
    self.notices = notices
  }

  /// A member of the value.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    value[keyPath: member]
  }
}

/// Something to report after an operation that succeeded.
public enum Notice: Sendable, Hashable {
  /// An account was made.
  case created(name: String)
  /// The typed password could not be made a hash, or a weak hash a stronger one.
  case notSealed(AccountsError)
  /// The password was hashed, but the open edit that changes it was not updated.
  case editNotCarried(AccountsError)
  /// The account has a new password, and stays locked.
  case staysLocked(name: String)
  /// What somebody has typed in an edit by hand was not changed.
  case unfinishedEdit(UnfinishedEdit)
  /// It is written, but the history does not say so.
  case notInHistory(AccountsError)
  /// The history names the accounts, and does not keep their values: they are too long, cannot be
  /// decoded, or are of accounts that share a name.
  case cannotBeUndone
  /// So many comments of the file went with accounts that were removed; undo does not bring them back.
  case commentsGone(Int)
  /// An account is back, and locked: its password was typed by hand and is not known.
  case comesBackLocked(name: String)
  /// What was taken back leaves so many accounts closed that were open: they break the rules now.
  case closesAccounts(Int)
  /// A change was taken back, but not for so many accounts that it does not name: they were forgotten,
  /// or have no name of their own.
  case partlyUndone(number: Int, accounts: Int)
  /// The failed logins of an account are forgotten: nobody has to wait any more.
  case failuresForgotten(name: String)
  /// The attempt to log in was not counted, and slows no later ones.
  case notCounted(AccountsError)
  /// The record of logins does not have the attempt, or not all of it.
  case loginNotRecorded(AccountsError)
  /// It is written, but the record of logins still has accounts that were removed or renamed.
  case loginsNotFollowed(AccountsError)
  /// It is written, but may not survive a power cut.
  case mayNotSurvivePowerCut(subject: String)
}
