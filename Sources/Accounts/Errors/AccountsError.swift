/// Why an operation failed, as facts; the caller chooses the message and the exit code.
///
/// No case holds a password, a hash or a file's text.
public indirect enum AccountsError: Error, Sendable, Hashable {
  // What was given.
  /// The values break rules: each problem is one.
  case invalid([Problem])
  /// Another account has what the field is to hold: an email, a user name.
  case taken(Field)
  /// No account has this name.
  case noSuchAccount(name: String)
  /// These are not, or no longer, the accounts that were seen: removed or renamed, or the name is
  /// another's now; nothing was written.
  case notMeant([String])
  /// Login is by some fields, and was tried by another one.
  case loginKey(by: [Field], not: Field)
  /// Login needs one of these fields, and it was not given.
  case loginNeeds([Field])

  // What is in the store.
  /// The accounts cannot be used at all, and are never written.
  case fileInvalid([Problem])
  /// The rulebook of the accounts is wrong; they are never written.
  case rulebookBroken([Problem])
  /// The accounts that were meant break the rules.
  case accountClosed([Problem])
  /// The session or the draft cannot be understood.
  case noteBroken(Problem)

  // Login.
  /// The name is unknown, the account locked or the password wrong; it does not say which.
  case loginFailed
  /// Too many failed logins under this name; try again after this many seconds.
  case throttled(seconds: Int)
  /// The attempt could not be counted, so the password was not checked: nothing would slow who guesses.
  case uncounted(AccountsError)
  /// There are no accounts yet.
  case nobodyRegistered
  /// Several accounts have this name and this password.
  case severalFit
  /// The hash is of a scheme that this system cannot check.
  case schemeUnsupported(String)
  /// The hash costs more than regapp computes, see ``HashStrength/tooDear``.
  case hashTooDear(String)
  /// The password is right, and the account cannot be logged in to now.
  case refused(AccountState)
  /// The password is right, and its owner has to set a new one.
  case mustChange(name: String)
  /// The operation requires a login.
  case notLoggedIn(NotLoggedIn)

  // Edits.
  /// Fields that an edit changes have changed since it started; nothing was written.
  case conflict([FieldConflict])
  /// The open edit is another account's.
  case otherEditOpen(name: String)
  /// No edit is open.
  case nothingToSave
  /// No edit is open, and none was saved last.
  case nothingToCancel
  /// The last saved edit cannot be taken back: these fields have changed since.
  case cannotTakeBack([Field])
  /// There are not so many changes to take back: only as many as `left`.
  case nothingToUndo(left: Int)
  /// The history does not keep the values that are needed to take back a change.
  case valuesGone(number: Int)
  /// The history does not say in words that are known what a change did.
  case unknownChange(number: Int, did: String)
  /// A value that the changes left is different by now, or one that they took away is another
  /// account's: nothing was written.
  case cannotUndo([Refusal])
  /// There have been changes since the history was read.
  case historyMovedOn

  // The store.
  /// What the store is on failed: a disk, a connection.
  case store(StoreFault)
  /// Another process held the lock on the subject for the whole waiting time.
  case busy(subject: String, by: LockHolder?)
  /// The task was cancelled before this was done, while it waited for something; see ``Registry``.
  case cancelled
  /// The accounts changed before every attempt to write them.
  case keepsChanging(subject: String)
  /// There is no store, where one is needed.
  case storeMissing(subject: String)
  /// The store has been created already.
  case alreadyInitialised(subject: String)
  /// The store cannot do this.
  case lacks(Ability)
  /// More accounts would be removed than without asking again: so many `of` all.
  case prunesTooMany(Int, of: Int)
  /// One step succeeded, and the next failed.
  case partlyDone(Step, AccountsError)

  /// There is not enough memory to hash a password.
  case outOfMemory
  /// crypt(3) made no hash.
  case hashingFailed
  /// A bug in this library.
  case internalFault

  /// Whether a failed login says nothing of the password: it was not or could not be checked.
  var saysNothingOfPassword: Bool { [.outOfMemory, .hashingFailed, .cancelled].contains(self) }

  /// Why no user is logged in.
  public enum NotLoggedIn: Sendable, Hashable {
    /// There are no accounts yet.
    case nobodyRegistered
    /// There are accounts, but no login yet.
    case neverLoggedIn
    /// The user has logged out.
    case loggedOut
    /// The session's account no longer exists.
    case accountGone(name: String)
    /// The session's account cannot be logged in to now.
    case refused(AccountState)
    /// The session cannot be understood.
    case sessionBroken(Problem)
  }

  /// What was done before something failed.
  public enum Step: Sendable, Hashable {
    /// The account was added to the store.
    case accountAdded(name: String)
    /// The change was saved to the store.
    case accountSaved(name: String)
    /// The account was removed from the store.
    case accountRemoved(name: String)
    /// So many accounts were removed from the store.
    case accountsRemoved(Int)
  }
}

/// A field that no longer has the value from which an edit started. Passwords are left out.
public struct FieldConflict: Sendable, Hashable {
  /// The field that both changed.
  public let field: Field
  /// The value the edit started from; nil if there was none, and for a password.
  public let expected: String?
  /// The current value; nil if there is none, and for a password.
  public let found: String?

  /// A conflict; of a password, the values are left out.
  public init(field: Field, expected: String?, found: String?) {
    self.field = field
    self.expected = field == .password ? nil : expected
    self.found = field == .password ? nil : found
  }
}
