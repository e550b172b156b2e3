/// Why an operation failed, as facts; the caller chooses the message and the exit code.
///
/// No case holds a password, a hash or a file's text.
public indirect enum AccountsError: Error, Sendable, Hashable {
  // Input.
  /// The values break rules: each problem is one.
  case invalid([Problem])
  /// Another account has what the field is to hold: an email, a user name.
  case taken(Field)
  /// With the new value of the field an id would begin to count, of the account or of another.
  case idWouldCount(Field)
  /// No account has this name, nor these others, if several were named.
  case noSuchAccount(name: String, others: [String] = [])
  /// These are not, or may not be, the accounts that were seen; nothing was written.
  case notMeant([String])
  /// The rulebook logs in by other fields than the given one.
  case loginKey(by: [Field], not: Field)
  /// Login needs one of these fields, and it was not given.
  case loginNeeds([Field])

  // Contents of the store.
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
  /// The attempt could not be counted, so the password was not checked: guessing would not be
  /// slowed.
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
  /// The password is right, and the account is in none of the groups that were required.
  case notInGroup(name: String)
  /// The password is right, and the account has no id that counts, which was required.
  case withoutID(name: String)
  /// Nothing tells for whom a draft or a session would be: the account has no id that counts. `id` is
  /// the UUID in its id, unless that counts at another account. The error says why none could be
  /// written.
  case idDoesNotCount(name: String, id: AccountID? = nil, AccountsError? = nil)
  /// The password is right, and is the code of an invitation, which only sets another one: see
  /// ``Registry/changePassword(_:to:filling:warn:)``. These required fields are missing.
  case invited(name: String, missing: [Field])
  /// The password is right, and is the code of an invitation that is over: it changes nothing.
  case invitationOver(name: String)
  /// These accounts cannot be invited; nothing was written.
  case cannotInvite([Uninvited])
  /// There are as many sessions in browsers as the store keeps.
  case tooManySessions(most: Int)
  /// The operation requires a login.
  case notLoggedIn(NotLoggedIn)

  // Edits.
  /// Fields that an edit changes have changed since it started; nothing was written.
  case conflict([FieldConflict])
  /// The open edit belongs to another account.
  case otherEditOpen(name: String)
  /// No edit is open.
  case nothingToSave
  /// No edit is open, and none was saved last.
  case nothingToCancel
  /// The last saved edit cannot be taken back: these fields have changed since.
  case cannotTakeBack([Field])
  /// Fewer changes can be taken back than were asked for: `left`.
  case nothingToUndo(left: Int)
  /// The history does not keep the values that taking a change back needs.
  case valuesGone(number: Int, since: CalendarDay)
  /// The history has no change with this number, or none any more.
  case noSuchChange(number: Int)
  /// The change has no values to restore: by its kind, or since its accounts were forgotten.
  case nothingToRestore(number: Int, did: ChangeKind)
  /// An undo took the change back, and none restored it since.
  case takenBackAlready(number: Int, by: Int)
  /// The history has lost these changes, so that nothing tells what they left. Nothing was written.
  case historyLacks(from: Int, to: Int)
  /// Owners made these changes of their own accounts; see ``OwnersChange``. Nothing was written.
  /// `own` is the newest change that the caller made, without its values; nil if there is none to
  /// take back instead.
  case ownersChanges([OwnersChange], own: HistoryEntry? = nil)
  /// The history has a kind of change that this version does not know.
  case unknownChange(number: Int, did: String)
  /// A value has changed since, or a removed name belongs to another account by now; nothing was
  /// written.
  case cannotUndo([Refusal])
  /// There have been changes since the history was read.
  case historyMovedOn

  // The store.
  /// A disk or a connection of the store failed.
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
  /// The removal exceeds ``Pruning/limited``: this many `of` all accounts.
  case prunesTooMany(Int, of: Int)
  /// One step succeeded, and the next failed.
  case partlyDone(Step, AccountsError)

  /// There is not enough memory to hash a password.
  case outOfMemory
  /// crypt(3) made no hash.
  case hashingFailed
  /// A bug in this library.
  case internalFault

  /// True for errors that leave open whether the password was right: it was not checked.
  var saysNothingOfPassword: Bool { [.outOfMemory, .hashingFailed, .cancelled].contains(self) }

  /// True for errors after which nobody has tried a password, unless one was checked before: nobody
  /// waits for an answer, or the attempt could not be counted.
  var meansNoAttempt: Bool {
    switch self {
    case .cancelled, .uncounted: true
    default: false
    }
  }

  /// Why no user is logged in.
  public enum NotLoggedIn: Sendable, Hashable {
    /// There are no accounts yet.
    case nobodyRegistered
    /// There are accounts, but no login yet.
    case neverLoggedIn
    /// The user has logged out.
    case loggedOut
    /// The session's account no longer exists, or nothing tells which one it is.
    case accountGone(name: String)
    /// The session's account cannot be logged in to now.
    case refused(AccountState)
    /// The session cannot be understood.
    case sessionBroken(Problem)
  }

  /// An operation's first step, already done when the second one failed.
  public enum Step: Sendable, Hashable {
    /// The account was added to the store.
    case accountAdded(name: String)
    /// The change was saved to the store.
    case accountSaved(name: String)
    /// The account was removed from the store.
    case accountRemoved(name: String)
    /// So many accounts were removed from the store.
    case accountsRemoved(Int)
    /// So many logins of these accounts in browsers ended; the change that was to end them is not
    /// made.
    case loginsEnded([String: Int])

    /// True if the accounts are changed.
    package var isChange: Bool { if case .loginsEnded = self { false } else { true } }
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
