/// The kinds of changes.
public enum ChangeKind: Sendable, Hashable {
  /// Accounts were made.
  case register
  /// Fields were changed.
  case edit
  /// An owner set the new password that was required.
  case password
  /// Accounts got the code of an invitation in place of their password.
  case invite
  /// Invitations were ended.
  case uninvite
  /// Accounts were removed.
  case remove
  /// Accounts were imported.
  case `import`
  /// Accounts were made as a file declares them.
  case apply
  /// An account can no longer be logged in to.
  case disable
  /// An account can be logged in to again.
  case enable
  /// The text of the accounts was edited, and installed.
  case editFile
  /// The last edit of a session was taken back.
  case cancel
  /// Changes were taken back.
  case undo
  /// Typed passwords became hashes.
  case seal
  /// A login made a typed password a hash, or a weak hash a stronger one.
  case rehash
  /// Accounts differ from what the last change left.
  case byHand
  /// All accounts were copied from another store, together with the earlier changes.
  case copy
  /// A kind that this version does not know, by its word.
  case unknown(String)

  private static let known = Dictionary(
    uniqueKeysWithValues: [
      Self.register, .edit, .password, .invite, .uninvite, .remove, .import, .apply, .disable,
      .enable,
      .editFile, .cancel, .undo, .seal, .rehash, .byHand, .copy,
    ].map { ($0.word, $0) })

  /// The word in the history.
  public var word: String {
    switch self {
    case .register: "register"
    case .edit: "edit"
    case .password: "password"
    case .invite: "invite"
    case .uninvite: "uninvite"
    case .remove: "remove"
    case .import: "import"
    case .apply: "apply"
    case .disable: "disable"
    case .enable: "enable"
    case .editFile: "edit-file"
    case .cancel: "cancel"
    case .undo: "undo"
    case .seal: "seal"
    case .rehash: "rehash"
    case .byHand: "byHand"
    case .copy: "copy"
    case .unknown(let word): word
    }
  }

  package init(word: String) { self = Self.known[word] ?? .unknown(word) }

  /// True for changes that undo takes back and the history keeps values for.
  package var keepsValues: Bool { isKnown && ![.seal, .rehash, .byHand, .copy].contains(self) }

  package var isKnown: Bool { if case .unknown = self { false } else { true } }
}

/// How a change came about, if not by a command or a screen.
public enum ChangeOrigin: Sendable, Hashable {
  /// A conversation with PAM.
  case pam
  /// The page on which people set their own passwords.
  case serve
  /// A program that uses the library.
  case library
  /// A way that this version does not know, by its word.
  case unknown(String)

  /// The word in the history.
  public var word: String {
    switch self {
    case .pam: "pam"
    case .serve: "serve"
    case .library: "library"
    case .unknown(let word): word
    }
  }

  package init(word: String) {
    self = [Self.pam, .serve, .library].first { $0.word == word } ?? .unknown(word)
  }
}

/// The author and the kind of a change.
public struct Attribution: Sendable, Hashable {
  /// The kind of change.
  public var did: ChangeKind
  /// The system user.
  public var user: String?
  /// The account of the session.
  public var by: String?
  /// Its id, if one counts.
  public var byID: AccountID?
  /// How the change comes about; nil for a command or a screen.
  public var via: ChangeOrigin?
  /// The numbers of the changes that an undo takes back, the newest first.
  public var undid: [Int]

  /// A change by a user, in a session.
  public init(
    _ did: ChangeKind, user: String? = nil, by: String? = nil, byID: AccountID? = nil,
    via: ChangeOrigin? = nil, undid: [Int] = []
  ) {
    self.undid = undid
    self.did = did
    self.user = user
    (self.by, self.byID) = (by, byID)
    self.via = via
  }
}
