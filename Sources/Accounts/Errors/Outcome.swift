/// A result with notices; members of the value can be used directly.
@dynamicMemberLookup
public struct Outcome<Value: Sendable>: Sendable {
  /// The result.
  public var value: Value
  /// Conditions to report.
  public var notices: [Notice]

  /// Wraps a result.
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
  /// A typed password could not be hashed, or a weak hash not replaced.
  case notSealed(AccountsError)
  /// An account without an id could not be given one at login.
  case notIdentified(AccountsError)
  /// The password was hashed, but the open edit that changes it was not updated.
  case editNotCarried(AccountsError)
  /// The account has a new password, and stays locked.
  case staysLocked(name: String)
  /// The account is enabled, and still invited: its password is a code, which sets another one.
  case staysInvited(name: String)
  /// A leftover hand edit of the accounts still holds its text; it was not changed.
  case unfinishedEdit(UnfinishedEdit)
  /// The change is written, but is missing in the history.
  case notInHistory(AccountsError)
  /// The history names the accounts without their values, which are too long, cannot be decoded, or
  /// belong to accounts that share a name.
  case cannotBeUndone
  /// Names that applications heard are free: an account that gets one is that person to every
  /// program.
  case namesFree([String], isPlanned: Bool = false)
  /// So many comments of the file went with accounts that were removed; undo does not bring them
  /// back.
  case commentsGone(Int)
  /// So many comments that others wrote meanwhile are missing in the merged file.
  case commentsLeftOut(Int, subject: String)
  /// An account is back, and locked: its password was typed by hand and is not known.
  case comesBackLocked(name: String)
  /// An account is invited again: its password is the code, which is good until this day. Another
  /// code, which the account was given later, may end with that.
  case codeComesBack(name: String, until: CalendarDay, endsLater: Bool = false)
  /// Undoing closed open accounts: they break the rules now.
  case closesAccounts(ClosedAccounts)
  /// A change was undone except for this many unnamed accounts, which were forgotten or had no name
  /// of their own.
  case partlyUndone(number: Int, accounts: Int)
  /// The failed logins of an account are forgotten: nobody has to wait any more.
  case failuresForgotten(name: String)
  /// The failed logins of enabled accounts could not be forgotten: a wait goes on.
  case failuresNotForgotten(AccountsError)
  /// The login attempt was not counted, so it does not slow later ones.
  case notCounted(AccountsError)
  /// The attempt is missing in the record of logins, or incomplete there.
  case loginNotRecorded(AccountsError)
  /// The change is written, but the record of logins still has removed or renamed accounts.
  case loginsNotFollowed(AccountsError)
  /// So many logins of these accounts in browsers ended with the change.
  case loginsEnded([String: Int])
  /// The change is written, but the end of these accounts' logins in browsers is not: they are
  /// refused, and may come back if the change is taken back.
  case loginsNotEnded(names: [String], AccountsError)
  /// So many sessions in browsers could not be read, and have ended.
  case sessionsUnreadable(Int, subject: String)
  /// A file with hashes was written, and every user of the machine can read it; its mode.
  case hashesReadableByAll(subject: String, mode: UInt32)
  /// A file beside the accounts was too long; only its end was read, and is kept.
  case cutShort(AccountsError)
  /// The file was replaced, and has no access control list any more.
  case accessListGone(subject: String)
  /// The change is written, but may not survive a power cut.
  case mayNotSurvivePowerCut(subject: String)
}

extension [Notice] {
  /// How many logins of which accounts ended.
  package var countsOfEndedLogins: [String: Int] {
    reduce(into: [:]) { ended, notice in
      if case .loginsEnded(let counts) = notice { ended.merge(counts, uniquingKeysWith: +) }
    }
  }
}

extension Notice {
  /// The notice of a fault of recording a login.
  static func ofRecord(_ error: AccountsError) -> Notice {
    if case .store(let fault) = error, fault.kind == .cutShort { return .cutShort(error) }
    return .loginNotRecorded(error)
  }
}
