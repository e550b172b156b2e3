/// One change of a list that is applied together.
public enum AccountChange: Sendable {
  /// Adds an account; `onConflict` decides what happens if its name is taken.
  case add(NewAccount, onConflict: ImportConflict = .fail)
  /// Edits fields and own keys of an account. A value that no longer is the edit's old one
  /// conflicts; a value that already is the new one is left alone. A key that no field is, and that
  /// goes from nothing to nothing, is taken out, whatever it holds and however often it is there.
  ///
  /// The account must keep the rules afterwards, unless `mayBreakRules`: undo may restore a broken
  /// account, and a broken one may be disabled.
  ///
  /// `ifStill`: `FieldValues.identity` from when the account was read; nil for any account with the
  /// id.
  indirect case edit(
    NameKey, [AccountRecord.Change], mayBreakRules: Bool = false, ifStill: FieldValues? = nil)
  /// Removes an account, under the same condition.
  indirect case remove(NameKey, ifStill: FieldValues? = nil)
  /// Takes an account back to its state before a recorded change, even one that breaks the rules. It
  /// is found by the record's id, where that counts. Refused if a value has changed since.
  ///
  /// `passwordMayDiffer`: the password was only hashed since. `mayShareNames`: all later changes
  /// are taken back too, so that accounts that share a name afterwards did so before. `under`: the
  /// name that it has to have; by default the one that the recorded change left.
  indirect case restore(
    AccountRecord, passwordMayDiffer: Bool, mayShareNames: Bool = false, under: String? = nil)

  /// The UUIDs of ids that come with the change: accounts that have the same ones affect its result,
  /// too.
  package var ids: [AccountID] {
    switch self {
    case .add(let new, _): [new.claimedID].compactMap(\.self)
    case .edit(_, let edits, _, _):
      [edits[.id]?.newValue?.text].compactMap { text in text.flatMap { GivenID($0)?.id } }
    case .remove: []
    case .restore(let account, _, _, _):
      [account.id, account.changes?[.id]?.oldValue?.text.flatMap { GivenID($0)?.id }]
        .compactMap(\.self)
    }
  }

  /// All identities that the change concerns: only the accounts with these names affect its result.
  package var nameKeys: [NameKey] {
    switch self {
    case .add(let new, _): return new.nameKeys
    case .edit(let id, let edits, _, _): return [id] + edits.nameKeys(\.newValue)
    case .remove(let id, _): return [id]
    case .restore(let account, _, _, let name):
      return (account.allNames + [name].compactMap(\.self)).flatMap { name in
        Field.keys.map { NameKey($0, AccountName(name)) }
      }
    }
  }
}

/// How to treat a new account whose name is taken.
public enum ImportConflict: String, Sendable, CaseIterable {
  /// Leaves the new account out; the existing one stays.
  case skip
  /// Sets the new account's fields and keys in the existing one, which keeps its others.
  case replace
  /// Refuses it, and the whole list with it.
  case fail
}

/// Options of a write.
public struct WriteOptions: Sendable {
  /// Judges the changes without writing.
  public var isDryRun: Bool
  /// Returns the accounts that the changes concern.
  public var returnsAccounts: Bool
  /// Returns the changed keys of each account: ``Applied/changes``.
  public var returnsChanges: Bool
  /// The rulebook of a store that does not exist yet. An existing store must have the same one, or
  /// `alreadyInitialised` is thrown.
  public var rulebook: Rulebook?
  /// The author, for a store with a history.
  public var attribution: Attribution
  /// The hashes that a history keeps for replaced passwords that were typed by hand. For others it
  /// keeps `*`.
  public var hashesOfTyped: [PasswordText: PasswordHash] = [:]
  /// The rulebook that judged the new passwords before they were hashed. Under another one, every
  /// change is refused as a conflict without fields. By default, nothing depends on it.
  public var judgedUnder: Rulebook?
  /// What a look at keys to take out showed: a write of edits that opens a closed account besides
  /// is refused as `changedSince`. Nil if nobody was shown anything.
  package var opening: ShownDrop?
  /// Set for an undo: what it was planned over. Its changes are ``AccountChange/restore``.
  public var undo: UndoBasis?
  /// Makes the UUID of each account that is added or changed, or removed, and has no id. By default,
  /// none gets one.
  public var newID: (@Sendable () -> AccountID)?
  /// True if an edit that changes nothing gives an id all the same.
  public var identifies = false
  /// False if an account that is there without an id gets none.
  package var givesIDsToAll = true

  /// After how many accounts ``WorkProgress`` is told.
  package static let step = 1_000

  /// By default, accounts and changes are returned.
  public init(
    isDryRun: Bool = false, returnsAccounts: Bool = true, returnsChanges: Bool = true,
    rulebook: Rulebook? = nil, by attribution: Attribution = Attribution(.edit)
  ) {
    self.isDryRun = isDryRun
    self.returnsAccounts = returnsAccounts
    self.returnsChanges = returnsChanges
    self.rulebook = rulebook
    self.attribution = attribution
  }
}

/// The result of a list of changes, or of a dry run.
public struct Applied: Sendable {
  /// The effect of one change.
  public enum Effect: Sendable, Hashable {
    /// The account is new.
    case added
    /// The account was edited, or took values of a new one.
    case changed
    /// The account already was as the change asks.
    case unchanged
    /// The account is removed.
    case removed
    /// The new account was left out, because its name is taken.
    case skipped
    /// See ``Applied/refusals``.
    case refused
  }

  /// The effect of each change, in order; if there are refusals, what it would have been.
  public let effects: [Effect]
  /// The account of each change, as it now is or was, if requested. Empty if there are refusals.
  public let accounts: [StoredAccount]
  /// The accounts that differ now, in order, if requested. Empty if there are refusals.
  public let changes: [AccountRecord]
  /// The change of the file around the accounts; nil if there is none.
  public let document: DocumentRecord?
  /// The open accounts that an undo closed, by what is wrong with them.
  public let closed: [ClosedAccounts]
  /// The accounts that an undo left with a lock alone for a password, and that had more before.
  public let locked: [String]
  /// Refusals of changes, by their positions in the list; of an undo, the file around the accounts
  /// comes behind them. If there are any, nothing was written.
  public let refusals: [Refusal]
  /// What keeps the accounts from being used even after keys were taken out.
  package var left: [Problem] = []

  /// A result without refusals of the whole list.
  public init(
    effects: [Effect], accounts: [StoredAccount], changes: [AccountRecord],
    document: DocumentRecord? = nil, closed: [ClosedAccounts] = [],
    locked: [String] = [], refusals: [Refusal] = []
  ) {
    self.effects = effects
    self.accounts = accounts
    self.changes = changes
    self.document = document
    self.closed = closed
    self.locked = locked
    self.refusals = refusals
  }

  /// A list that is refused as a whole.
  public init(refusals: [Refusal]) {
    self.init(effects: [], accounts: [], changes: [], refusals: refusals)
  }
}

/// The accounts that a change closes for one reason.
public struct ClosedAccounts: Sendable, Hashable {
  /// How many they are.
  public package(set) var count: Int
  /// What is wrong with the first of them.
  public let first: Problem

  /// Accounts that have at least this problem.
  public init(count: Int, first: Problem) {
    self.count = count
    self.first = first
  }
}

/// An account's fields before and after an edit: compare and set, field by field.
public struct EditedValues: Sendable {
  /// The fields afterwards.
  public private(set) var values: FieldValues
  /// The edits of fields that change something, in the usual order of the fields.
  public private(set) var needed: [AccountRecord.Change] = []
  /// Fields whose value is neither the edit's old nor its new one.
  public private(set) var conflicts: [FieldConflict] = []

  /// Compares edits with an account's fields.
  public init(_ edits: [AccountRecord.Change], of values: FieldValues) {
    self.values = values
    for field in Field.allCases {
      guard let edit = edits[field] else { continue }
      let (found, old, new) = (values[field], edit.oldValue, edit.newValue)
      // An edit from nothing to nothing removes a value that is not text.
      if found == new, old != nil || new != nil { continue }
      if found != old {
        conflicts.append(FieldConflict(field: field, expected: old?.shown, found: found?.shown))
      } else {
        self.values[field] = new
        needed.append(edit)
      }
    }
  }
}

extension FieldValues {
  /// The id, the names and the password, which distinguish an account from others that get its name.
  public var identity: FieldValues {
    var identity = FieldValues()
    for field in Self.fieldsOfIdentity { identity[field] = self[field] }
    return identity
  }

  static let fieldsOfIdentity = Field.keys + [.password, .id]

  /// The fields that differ from an identity.
  public func differences(from identity: FieldValues) -> [FieldConflict] {
    Self.fieldsOfIdentity.filter { self[$0] != identity[$0] }.map {
      FieldConflict(field: $0, expected: identity[$0]?.shown, found: self[$0]?.shown)
    }
  }

  /// Takes the values of a new account with the same name, which stays, and so does an id.
  public func taking(_ other: NewAccount.Contents, under rulebook: Rulebook) -> FieldValues {
    var values = self
    for field in Field.allCases where field != rulebook.key && field != .id {
      values[field] = other.values[field] ?? self[field]
    }
    if self[.id] == nil { values[.id] = other.values[.id] }
    // A password that is set is not a code, unless it comes as one, or is the code that is there.
    guard let new = other.values.password else { return values }
    let isCode =
      self[.invitedUntil] != nil && other.values[.invitedUntil] == nil
      && StoredPassword.haveOneHash(new, password)
    if isCode {
      values.password = password
    } else {
      values[.invitedUntil] = other.values[.invitedUntil]
    }
    return values
  }

  /// Locks the password if the one that it replaces was locked.
  public mutating func keepLock(of old: FieldValues) {
    guard let new = password, let old = old.password else { return }
    password = StoredPassword.keepingLock(of: old, in: new)
  }
}
