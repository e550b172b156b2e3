public import LosslessJSON

/// One change of the accounts, as recorded in the history.
public struct HistoryEntry: Sendable, Hashable {
  /// The number; nil for a change by hand that has no line yet.
  public package(set) var number: Int?
  /// The time, in seconds since 1970; nil if unknown.
  public let time: Int?
  /// The system user who made it, as far as known.
  public let user: String?
  /// The account whose session made it; nil without a session.
  public package(set) var by: String?
  /// The id of that account, if one counted.
  public package(set) var byID: AccountID?
  /// How it came about; nil for a command or a screen.
  public let via: ChangeOrigin?
  /// The kind of change.
  public let did: ChangeKind
  /// The changed accounts in order; an excerpt has only the first ones.
  public package(set) var accounts: [AccountRecord]
  /// The number of changed accounts; may exceed `accounts`.
  public let count: Int
  /// True if there are more accounts than were read.
  public let isExcerpt: Bool
  /// The change of the file around the accounts; nil if there was none.
  public package(set) var document: DocumentRecord?
  /// The numbers of the changes that an undo took back, the newest first.
  public let undid: [Int]

  /// A change of accounts, and of the file around them.
  public init(
    number: Int?, time: Int?, user: String?, by: String?, byID: AccountID? = nil,
    via: ChangeOrigin? = nil, did: ChangeKind, accounts: [AccountRecord] = [], count: Int? = nil,
    isExcerpt: Bool = false, document: DocumentRecord? = nil, undid: [Int] = []
  ) {
    self.number = number
    self.time = time
    self.user = user
    (self.by, self.byID) = (by, byID)
    self.via = via
    self.did = did
    self.accounts = accounts
    self.count = count ?? accounts.count
    self.isExcerpt = isExcerpt
    self.document = document
    self.undid = undid
  }

  /// True if undo counts this change. It skips sealing and changes by hand, changes that left every
  /// value or set nothing but ids, and changes that only concern forgotten accounts. An undo
  /// without effect counts.
  public var isUndone: Bool {
    did.keepsValues
      && (count > accounts.count
        || accounts.contains { $0.name != nil && !$0.isOfNewID || $0.isNameless }
        || document != nil || !undid.isEmpty)
  }

  /// True if the values that undo needs are kept, for every account with a name; an excerpt answers
  /// for its own accounts only. False if only accounts without a name changed: none is found again.
  public var keepsValues: Bool {
    (accounts.count == count || isExcerpt)
      && accounts.allSatisfy { $0.name == nil || $0.keepsValues }
      && document?.keepsValues != false && (isExcerpt || !isOfNamelessAlone)
  }

  private var isOfNamelessAlone: Bool {
    document == nil && accounts.contains(where: \.isNameless)
      && accounts.allSatisfy { $0.name == nil }
  }
}

extension HistoryEntry {
  /// For how many seconds a history keeps the values of a change, replaced hashes among them. Older
  /// ones go at the next write.
  public static let longestTimeOfValues = 400 * 86_400

  /// The change with the names of its accounts alone.
  package var withoutValues: HistoryEntry {
    var entry = self
    entry.accounts = accounts.map(\.withoutValues)
    entry.document = document?.withoutValues
    return entry
  }

  /// True if accounts came by it, which taking it back removes.
  var addsAccounts: Bool { accounts.contains { $0.kind == .added } }
}

extension HistoryEntry {
  /// The part about the account in whose session it was made; nil if it changed only others, and
  /// for a registration of oneself.
  package var changeOfOwner: AccountRecord? {
    guard let by = by.map({ AccountName($0).key }) else { return nil }
    return accounts.first { account in
      // The change that gave the account its id tells only its name.
      account.kind != .added && (byID.map { account.id == $0 } ?? account.has([by]))
    }
  }

  /// Drops everything about some people: their records, their name as the author's, and the places
  /// of accounts that stood behind them. Returns whether there was anything.
  @discardableResult
  public mutating func forget(_ people: PeopleInHistory) -> Bool {
    let (theirs, isBy) = people.changes(in: self)
    for place in theirs { accounts[place] = AccountRecord(name: nil, nil) }
    if isBy { (by, byID) = (nil, nil) }
    var forgotPlaces = false
    for index in accounts.indices {
      guard case .behind(let name)? = accounts[index].place,
        people.names.contains(AccountName(name).key)
      else { continue }
      accounts[index].place = nil
      forgotPlaces = true
    }
    return isBy || forgotPlaces || !theirs.isEmpty
  }
}

/// A change of one account.
public struct AccountRecord: Sendable, Hashable {
  /// The old and new value of one key. Nil means absent, unlike `.null`. A password is a hash or a
  /// lock.
  public struct Change: Sendable, Hashable, Redacted {
    /// The key: a field's name, or a key of the file's owner.
    public let key: String
    /// The value before; nil if absent.
    public var old: JSONLiteral?
    /// The value after; nil if absent.
    public var new: JSONLiteral?

    /// A change of one key.
    public init(_ key: String, from old: JSONLiteral?, to new: JSONLiteral?) {
      self.key = key
      self.old = old
      self.new = new
    }

    /// A change of one field.
    public init(_ field: Field, from old: FieldValue?, to new: FieldValue?) {
      self.init(field.key, from: old?.literal, to: new?.literal)
    }

    /// A change of one field from a text to another.
    public init(_ field: Field, from old: String?, to new: String?) {
      self.init(field.key, from: old.map { .string($0) }, to: new.map { .string($0) })
    }

    /// The field; nil for an own key.
    public var field: Field? { Field(key) }

    /// The old value of a field.
    public var oldValue: FieldValue? { old?.fieldValue }

    /// The new value of a field.
    public var newValue: FieldValue? { new?.fieldValue }

    /// True for an email or a user name.
    package var isOfName: Bool {
      key == Field.email.key || key == Field.username.key
    }
  }

  /// The former place of a removed account.
  public enum Place: Sendable, Hashable {
    /// Before all others.
    case first
    /// After the account with this name.
    case behind(String)
  }

  /// Whether an account was added, removed or changed.
  public enum Kind: Sendable, Hashable {
    /// The account is new.
    case added
    /// The account is gone.
    case removed
    /// The account was there before and after.
    case changed
  }

  /// The name before the change, or after it for a new account; nil if there is none, or if it was
  /// forgotten.
  public let name: String?
  /// The account's id, if one counted: after the change, or before it for a removed account.
  public var id: AccountID?
  /// True if the account's id was set, for somebody new or to give one back.
  public var setsID = false
  /// True if nothing else was.
  public var isOfNewID: Bool { setsID && changes == nil }
  /// True if another UUID counts afterwards, or none any more. A line does not keep it.
  public var hasOtherID = false
  /// The other, unchanged name: the email beside a user name, or the reverse. Nil if there is none,
  /// or if no values are kept.
  public let otherName: String?
  /// The changed keys; all keys of a new or removed account. Nil if no values are kept.
  public let changes: [Change]?
  /// Whether the account was added, removed or changed.
  public let kind: Kind
  /// False if a changed value cannot be decoded and is missing in `changes`; the history then keeps
  /// none of them.
  package var isWhole = true
  /// The former place of a removed account.
  public var place: Place?

  /// A change of the account with this name.
  public init(
    name: String?, otherName: String? = nil, _ changes: [Change]?, place: Place? = nil,
    id: AccountID? = nil
  ) {
    (self.name, self.id) = (name, id)
    self.otherName = otherName
    self.changes = changes
    self.place = place
    func isAll(_ value: (Change) -> JSONLiteral?, without other: (Change) -> JSONLiteral?) -> Bool {
      guard let changes, let name, changes.allSatisfy({ other($0) == nil }) else { return false }
      return changes.contains { $0.isOfName && value($0) == .string(name) }
    }
    kind =
      isAll(\.new, without: \.old) ? .added : isAll(\.old, without: \.new) ? .removed : .changed
  }

  /// The same with its name and its id alone.
  package var withoutValues: AccountRecord {
    var record = AccountRecord(name: name, nil, id: id)
    record.setsID = isOfNewID
    return record
  }

  /// The same with other changes of the account.
  package func with(_ changes: [Change]?) -> AccountRecord {
    var record = AccountRecord(name: name, otherName: otherName, changes, place: place, id: id)
    (record.isWhole, record.setsID) = (isWhole, setsID)
    return record
  }

  /// True if it has the values that undo needs; an id alone is nothing that undo takes back.
  package var keepsValues: Bool { changes != nil || isOfNewID }

  /// True for an account that had no name, and so was not forgotten: its record has no values, but
  /// says so.
  package var isNameless: Bool { name == nil && changes != nil }

  /// The name after the change, or before it for a removed account.
  public var newName: String? {
    guard kind == .changed, let name else { return name }
    let names = changes?.filter(\.isOfName) ?? []
    guard let renaming = names.first(where: { $0.old == .string(name) }) else { return name }
    // If the name is cleared, the account keeps another name that came with it.
    for case .string(let new)? in [renaming.new] + names.map(\.new) { return new }
    return name
  }

  /// The emails and user names on one side of the change.
  package func names(_ side: (Change) -> JSONLiteral?) -> [String] {
    (changes ?? []).compactMap { change in
      guard change.isOfName, case .string(let name)? = side(change) else { return nil }
      return name
    }
  }

  /// Every known name of the account, before and after the change.
  package var allNames: [String] {
    [name, newName, otherName].compactMap(\.self) + names(\.old) + names(\.new)
  }

  /// The inverse change. An account that stays keeps its id.
  public var reversed: AccountRecord {
    let back = withoutChangeOfID.changes?.map { Change($0.key, from: $0.new, to: $0.old) }
    var reversed = AccountRecord(
      name: newName, otherName: otherName, back, place: place, id: id)
    reversed.isWhole = isWhole
    return reversed
  }

  /// The change that undo takes back: never that of the id of an account that stays.
  package var withoutChangeOfID: AccountRecord {
    guard kind == .changed, let changes, changes[.id] != nil else { return self }
    return with(changes.filter { $0.field != .id })
  }
}

extension [AccountRecord.Change] {
  /// The change of a field; nil if there is none.
  public subscript(field: Field) -> AccountRecord.Change? {
    first { $0.key == field.key }
  }

  /// The identities that an account has on one side of the changes.
  package func nameKeys(_ side: (AccountRecord.Change) -> FieldValue?) -> [NameKey] {
    Field.keys.compactMap { field in
      self[field].flatMap(side)?.text.map { NameKey(field, AccountName($0)) }
    }
  }
}

extension FieldValues {
  /// Sets the changed fields to one side of their changes.
  package mutating func set(
    _ changes: [AccountRecord.Change], to side: (AccountRecord.Change) -> FieldValue?
  ) {
    for change in changes { if let field = change.field { self[field] = side(change) } }
  }
}
