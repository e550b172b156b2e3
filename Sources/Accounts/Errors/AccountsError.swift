/// Why something could not be done, as facts; who shows it finds the words and the exit code.
///
/// No case holds a password, a hash or a file's text.
public indirect enum AccountsError: Error, Sendable, Hashable {
  // What was given.
  /// The values break rules: each problem is one.
  case invalid([Problem])
  /// An account with this email exists already.
  case accountExists(email: String)
  /// Nobody has this email.
  case noSuchAccount(email: String)
  /// The rulebook logs in by another field than the one given.
  case loginKey(Field)
  /// Login needs this field, and it was not given.
  case loginNeeds(Field)

  // What is in the store.
  /// The accounts cannot be used at all, and are never written.
  case fileInvalid([Problem])
  /// The rulebook of the accounts is wrong; they are never written.
  case rulebookBroken([Problem])
  /// The accounts that were meant break the rules.
  case accountClosed([Problem])
  /// The session or the draft cannot be understood.
  case noteBroken(Problem)

  // Who one is.
  /// The name is unknown, the account locked or the password wrong; which of these is not told.
  case loginFailed
  /// There were too many failures under this name; so many seconds have to pass.
  case throttled(seconds: Int)
  /// Nobody could log in: there is no account yet.
  case nobodyRegistered
  /// Several people share this name and this password.
  case severalFit
  /// The hash is of a scheme that crypt(3) of this system cannot check.
  case schemeUnsupported(String)
  /// Nobody is logged in, and what was asked for needs somebody.
  case notLoggedIn(NotLoggedIn)

  // Edits.
  /// Fields that an edit changes are no longer what it started from; nothing was written.
  case conflict([FieldConflict])
  /// The open edit is another account's.
  case otherEditOpen(email: String)
  /// No edit is open.
  case nothingToSave
  /// No edit is open, and none was saved last.
  case nothingToCancel
  /// The last saved edit cannot be taken back: these fields have changed since.
  case cannotTakeBack([Field])

  // The store.
  /// What the store is on failed: a disk, a connection.
  case store(StoreFault)
  /// Somebody else was writing for as long as one waits; on what, as the store calls it.
  case busy(subject: String, by: LockHolder?)
  /// The accounts changed each time that they were about to be written.
  case keepsChanging(subject: String)
  /// The store has been created already.
  case alreadyInitialised(subject: String)
  /// The store cannot do this.
  case lacks(Ability)
  /// One thing was done, and the next could not be.
  case partlyDone(Done, AccountsError)

  /// crypt(3) made no hash.
  case hashingFailed
  /// What cannot happen happened: a bug of ours.
  case internalFault

  /// Why nobody is logged in.
  public enum NotLoggedIn: Sendable, Hashable {
    /// There is no account yet.
    case nobodyRegistered
    /// There are accounts, and nobody has logged in here.
    case neverLoggedIn
    /// Whoever was logged in has logged out.
    case loggedOut
    /// The session's account is no longer there.
    case accountGone(email: String)
    /// The session cannot be understood.
    case sessionBroken(Problem)
  }

  /// What was done before something failed.
  public enum Done: Sendable, Hashable {
    /// The account was made, and stands in the file.
    case accountAdded(email: String)
    /// The change of the account stands in the file.
    case accountSaved(email: String)
    /// The account is no longer in the file.
    case accountRemoved(email: String)
  }
}

/// A field that no longer has the value from which an edit started. Passwords are left out.
public struct FieldConflict: Sendable, Hashable {
  /// The field that both changed.
  public let field: Field
  /// What the edit started from; nil where there was nothing, and for a password.
  public let expected: String?
  /// What stands there now; nil where there is nothing, and for a password.
  public let found: String?

  /// A conflict; of a password, the values are left out.
  public init(field: Field, expected: String?, found: String?) {
    self.field = field
    self.expected = field == .password ? nil : expected
    self.found = field == .password ? nil : found
  }
}
