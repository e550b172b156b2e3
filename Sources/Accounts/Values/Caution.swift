/// What a check warns of: nothing is broken, and nothing is refused for it.
public enum Caution: Sendable, Hashable {
  /// The password was typed by hand and is not yet a hash.
  case passwordIsTyped
  /// The account is locked: it cannot be logged in to.
  case passwordIsLocked
  /// There is space around a name. Nobody means it, and lookups pass it over.
  case spaceAround
  /// The hash is weak; whether a login replaces it.
  case weakHash(scheme: String, isReplaced: Bool)
  /// This system cannot check hashes of this scheme.
  case unknownScheme(String)
  /// The hash is cut short or misspelt, or crypt(3) refuses its parameters: no password fits it.
  case brokenHash(scheme: String)
  /// Others than the owner, or than the group that shares it, may read the file; its mode, and one that
  /// prevents that.
  case readableByOthers(mode: UInt32, fit: UInt32)
  /// A killed writer left a temporary file; the next writer removes it.
  case staleTemporaryFile
  /// Others than may write the file may write the directory, and so replace the file; its mode, and one
  /// that prevents that.
  case directoryWritableByOthers(mode: UInt32, fit: UInt32)
  /// A group may write the accounts, and not this, which it needs for that.
  case notShared(group: String)
  /// A group may write the accounts, and their owner is not in it.
  case ownerOutsideGroup(owner: String, group: String)
  /// Somebody edits the accounts by hand, or has never ended that.
  case unfinishedEdit(UnfinishedEdit)

  /// Whether it is of an account, and so may be of many: others are of a file.
  public var isOfAccount: Bool {
    switch self {
    case .passwordIsTyped, .passwordIsLocked, .spaceAround, .weakHash, .unknownScheme,
      .brokenHash:
      true
    case .readableByOthers, .staleTemporaryFile, .directoryWritableByOthers, .notShared,
      .ownerOutsideGroup, .unfinishedEdit:
      false
    }
  }
}
