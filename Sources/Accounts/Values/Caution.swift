/// Warnings of a check: nothing is broken or refused.
public enum Caution: Sendable, Hashable {
  /// The password was typed by hand and is not yet a hash.
  case passwordIsTyped
  /// The account is locked: it cannot be logged in to.
  case passwordIsLocked
  /// The invitation is over: its code changes nothing any more.
  case invitationOver(CalendarDay)
  /// The code of the invitation is the password of another account, too.
  case codeIsPassword(of: String)
  /// The row of a database was written by another program: no view shows the account until regapp
  /// has judged it.
  case writtenByHand
  /// The id does not count: it was given to a name that the account has not, or another account has
  /// the same one. ``OtherID`` says which.
  case idOfAnother(OtherID)
  /// The account with a name had another id until a day, which nothing ended on purpose.
  case hadAnotherID(AccountID, name: String, until: CalendarDay?)
  /// There is space around a name, which lookups ignore.
  case spaceAround
  /// A part of the rulebook is out of force: its key begins as people's own do.
  case outOfForce(String)
  /// A host of the list names no groups, and has a key of people's own, by which it may have named
  /// some.
  case openToAll(host: String)
  /// The hash is weak; whether a login replaces it.
  case weakHash(scheme: String, isReplaced: Bool)
  /// This system cannot check hashes of this scheme.
  case unknownScheme(String)
  /// The hash is cut short or misspelt, or crypt(3) refuses its parameters: no password fits it.
  case brokenHash(scheme: String)
  /// The rulebook lets people change a name by which applications know them.
  case ownName
  /// Nobody is in a group that may enter a host of the list.
  case nobodyInGroup(String, host: String)
  /// So many accounts have no id, and a host of the list asks for one.
  case withoutID(count: Int, host: String)
  /// So many accounts have an id that does not count, and a host of the list asks for one.
  case idsNotCounting(count: Int, host: String)
  /// Others than the owner or the sharing group may read the file; its mode, and one that prevents
  /// that.
  case readableByOthers(mode: UInt32, fit: UInt32)
  /// A killed writer left a temporary file; the next writer removes it.
  case staleTemporaryFile
  /// Others than the file's writers may write the directory, and so replace the file; its mode, and
  /// one that prevents that.
  case directoryWritableByOthers(mode: UInt32, fit: UInt32)
  /// A group may write the accounts, but not this file, which that needs.
  case notShared(group: String)
  /// A group may read the accounts, but not this file beside them.
  case notSharedToRead(group: String)
  /// The accounts' owner cannot write this file beside them.
  case notWritableByOwner(owner: String)
  /// The lock belongs to a user who may not write the accounts, and can keep those who may from it.
  case lockOfAnother(owner: String)
  /// The accounts file is a link into a directory of another user's, who can replace the accounts.
  case leadsToAnother(owner: String)
  /// A group may write the accounts, and their owner is not in it.
  case ownerOutsideGroup(owner: String, group: String)
  /// The file is longer than any of its kind: of it only the end is read, and the next write keeps
  /// no more.
  case tooLong(StoreFault)
  /// Failed logins cannot be counted, so every login is refused.
  case notCounted(StoreFault)
  /// Somebody has begun to edit the accounts by hand, and has not finished.
  case unfinishedEdit(UnfinishedEdit)

  /// True if it concerns an account, so that there may be many; others concern a file.
  public var isOfAccount: Bool {
    switch self {
    case .passwordIsTyped, .passwordIsLocked, .spaceAround, .weakHash, .unknownScheme,
      .brokenHash, .invitationOver, .codeIsPassword, .writtenByHand, .idOfAnother,
      .hadAnotherID:
      true
    case .ownName, .outOfForce, .openToAll, .nobodyInGroup, .withoutID, .idsNotCounting,
      .readableByOthers, .staleTemporaryFile, .directoryWritableByOthers, .notShared,
      .notSharedToRead, .notWritableByOwner, .lockOfAnother, .leadsToAnother, .ownerOutsideGroup,
      .tooLong, .notCounted, .unfinishedEdit:
      false
    }
  }
}

/// An id that does not count at the account that has it.
public struct OtherID: Sendable, Hashable {
  /// The id as the account has it.
  public let given: GivenID
  /// The present name of the account; nil if it has none.
  public let name: String?
  /// Another account that has the UUID beside a name of its own; nil if none has it so.
  public let other: String?
  /// Whether the account has the name in the id, so that nothing but the other one keeps it from
  /// counting.
  public let isOfName: Bool
  /// Whether people can write the id: in a file, and not in a database.
  public let isInFile: Bool

  /// Such an id, of an account with a name.
  public init(
    _ given: GivenID, of name: String?, other: String?, isOfName: Bool, isInFile: Bool
  ) {
    (self.given, self.name, self.other) = (given, name, other)
    (self.isOfName, self.isInFile) = (isOfName, isInFile)
  }
}
