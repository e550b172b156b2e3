public import LosslessJSON

/// One change of the accounts, as the history keeps it.
public struct HistoryEntry: Sendable {
  /// Its number; nil for a change by hand that no line notes yet.
  public let number: Int?
  /// When it was made, in seconds since 1970; nil if that is not known.
  public let time: Int?
  /// The system's user who made it, as far as known.
  public let user: String?
  /// Whose session it was made in; nil without one.
  public let by: String?
  /// What was done.
  public let did: ChangeKind
  /// What became of each account, in the order in which it was done; of an excerpt, of the first ones.
  public let accounts: [AccountRecord]
  /// How many accounts it concerns: more than are named where there were too many.
  public let count: Int
  /// Whether not all of its accounts were read, though there are more.
  public let isExcerpt: Bool
  /// What became of the file around the accounts; nil if that stayed.
  public let document: DocumentRecord?

  /// A change of accounts, and of what is around them.
  public init(
    number: Int?, time: Int?, user: String?, by: String?, did: ChangeKind,
    accounts: [AccountRecord] = [], count: Int? = nil, isExcerpt: Bool = false,
    document: DocumentRecord? = nil
  ) {
    self.number = number
    self.time = time
    self.user = user
    self.by = by
    self.did = did
    self.accounts = accounts
    self.count = count ?? accounts.count
    self.isExcerpt = isExcerpt
    self.document = document
  }

  /// Whether undo counts it: sealing and changes by hand are passed over, what left every value as
  /// it was, and what concerned nobody but those who were forgotten.
  public var isUndone: Bool {
    did.keepsValues
      && (count > accounts.count || accounts.contains { $0.name != nil } || document != nil)
  }

  /// Whether the values are kept that are needed to take it back, of every account that has a name; of
  /// an excerpt, as far as it goes.
  public var keepsValues: Bool {
    (accounts.count == count || isExcerpt)
      && accounts.allSatisfy { $0.name == nil || $0.changes != nil }
      && document?.keepsValues != false
  }
}

extension HistoryEntry {
  /// Throws where nobody can say what it did, and so what those before it left.
  func checkKnown() throws(AccountsError) {
    guard did.isKnown else { throw .unknownChange(number: number ?? 0, did: did.word) }
  }
}

/// What was done to accounts.
public enum ChangeKind: Sendable, Hashable {
  /// Accounts were made.
  case register
  /// Fields were changed.
  case edit
  /// An owner set the new password that was asked for.
  case password
  /// Accounts were removed.
  case remove
  /// Accounts were imported.
  case `import`
  /// Accounts were made what a file says of them.
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
  /// The accounts are not as the last change left them.
  case byHand
  /// All accounts were copied here from another store, and with them the changes before this one.
  case copy
  /// Something that this version does not know, by its word.
  case unknown(String)

  private static let known = Dictionary(
    uniqueKeysWithValues: [
      Self.register, .edit, .password, .remove, .import, .apply, .disable, .enable, .editFile,
      .cancel,
      .undo, .seal, .rehash, .byHand, .copy,
    ].map { ($0.word, $0) })

  /// What the history calls it.
  public var word: String {
    switch self {
    case .register: "register"
    case .edit: "edit"
    case .password: "password"
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

  /// Whether it is something to take back, and values are kept for that.
  package var keepsValues: Bool { isKnown && ![.seal, .rehash, .byHand, .copy].contains(self) }

  /// Whether this version knows what it means.
  package var isKnown: Bool { if case .unknown = self { false } else { true } }
}

/// Who makes a change, and what kind of change it is.
public struct Attribution: Sendable, Hashable {
  /// What is done.
  public var did: ChangeKind
  /// The system's user.
  public var user: String?
  /// Whose session it is.
  public var by: String?

  /// A change by a user, in a session.
  public init(_ did: ChangeKind, user: String? = nil, by: String? = nil) {
    self.did = did
    self.user = user
    self.by = by
  }
}

/// What a change did to one account.
public struct AccountRecord: Sendable, Equatable {
  /// What one key held and holds; nil is "absent", which is not `.null`. A password is a hash or a
  /// lock.
  public struct Change: Sendable, Equatable, Redacted {
    /// The key: a field's name, or a key of the file's owner.
    public let key: String
    /// What it held.
    public var old: JSONLiteral?
    /// What it holds now.
    public var new: JSONLiteral?

    /// A change of one key.
    public init(_ key: String, from old: JSONLiteral?, to new: JSONLiteral?) {
      self.key = key
      self.old = old
      self.new = new
    }

    /// The field that it is of; nil for a key of the account's owner.
    public var field: Field? { Field(rawValue: key) }

    /// Whether it is of an email or a user name.
    package var isOfName: Bool {
      key == Field.email.rawValue || key == Field.username.rawValue
    }
  }

  /// Where a removed account stood.
  public enum Place: Sendable, Equatable {
    /// Before all others.
    case first
    /// Behind the account of a name.
    case behind(String)
  }

  /// What was done to an account.
  public enum Kind: Sendable, Hashable {
    /// It is new.
    case added
    /// It is gone.
    case removed
    /// It was there before and is.
    case changed
  }

  /// Its name before the change, or after it if it is new; nil if it has none, or it was forgotten.
  public let name: String?
  /// Its other name, the email beside a user name or the other way round, where the change left that as it
  /// was; nil if it has none, or no values are kept.
  public let otherName: String?
  /// What changed in it, all of it where it is new or gone; nil where no values are kept.
  public var changes: [Change]?
  /// False where something that changed cannot be decoded, and is missing in `changes`: then no history keeps
  /// any of them.
  package var isWhole = true
  /// Where it stood, if it is gone.
  public var place: Place?

  /// What a change did to the account of a name.
  public init(
    name: String?, otherName: String? = nil, _ changes: [Change]?, place: Place? = nil
  ) {
    self.name = name
    self.otherName = otherName
    self.changes = changes
    self.place = place
  }

  /// What was done to it.
  public var kind: Kind {
    guard let changes, let name else { return .changed }
    func names(_ value: (Change) -> JSONLiteral?) -> Bool {
      changes.contains { $0.isOfName && value($0) == .string(name) }
    }
    if changes.allSatisfy({ $0.old == nil }), names(\.new) { return .added }
    if changes.allSatisfy({ $0.new == nil }), names(\.old) { return .removed }
    return .changed
  }

  /// Its name after the change, or before it if it is gone.
  public var newName: String? {
    guard kind == .changed, let name else { return name }
    let names = changes?.filter(\.isOfName) ?? []
    guard let renaming = names.first(where: { $0.old == .string(name) }) else { return name }
    // Where the name is cleared, another one that came with it is left.
    for case .string(let new)? in [renaming.new] + names.map(\.new) { return new }
    return name
  }

  /// The emails and user names that the change took away or, on the other side, gave.
  package func names(_ side: (Change) -> JSONLiteral?) -> [String] {
    (changes ?? []).compactMap { change in
      guard change.isOfName, case .string(let name)? = side(change) else { return nil }
      return name
    }
  }

  /// Every name that it is known to have had before the change or after it.
  package var allNames: [String] {
    [name, newName, otherName].compactMap(\.self) + names(\.old) + names(\.new)
  }

  /// The account seen the other way round: from what it is to what it was.
  public var reversed: AccountRecord {
    var reversed = AccountRecord(
      name: newName, otherName: otherName,
      changes?.map { Change($0.key, from: $0.new, to: $0.old) }, place: place)
    reversed.isWhole = isWhole
    return reversed
  }
}
