public import LosslessJSON

/// One change of a list that is applied together.
public enum AccountChange: Sendable {
  /// Adds an account; `onConflict` says what becomes of it where its name is taken.
  case add(NewAccount, onConflict: ImportConflict = .fail)
  /// Edits fields of an account, and keys of its owner's, each unless it no longer holds what the edit
  /// started from. What already holds what it is to hold is left alone.
  ///
  /// The account must keep the rules afterwards, unless the change may leave it as broken as it was:
  /// what is put back was so, and what is broken may be disabled.
  ///
  /// `ifStill`: what `FieldValues.identity` was when the account was read; nil for whichever has the id.
  indirect case edit(
    AccountID, FieldEdits, ownKeys: [AccountRecord.Change] = [], mayBreakRules: Bool = false,
    ifStill: FieldValues? = nil)
  /// Removes an account, on the same condition.
  indirect case remove(AccountID, ifStill: FieldValues? = nil)
  /// Takes an account back to what it was before a recorded change, whether or not that keeps the
  /// rules, unless something that the change left is different by now.
  ///
  /// `passwordMayDiffer`: nothing but hashing has happened to its password since. `mayShare`: whatever
  /// happened to any account since is taken back too, so that who shares a name afterwards did so before.
  indirect case takeBack(AccountRecord, passwordMayDiffer: Bool, mayShare: Bool = false)
}

/// An account that is to be added. It is judged once, and again only under another rulebook.
public struct NewAccount: Sendable {
  private enum Content {
    case values(Values)
    case source(any NewAccountSource, Int)
  }

  private final class Values: Sendable {
    let values: FieldValues
    let ownKeys: [JSONLiteral.Member]

    init(_ values: FieldValues, _ ownKeys: [JSONLiteral.Member]) {
      (self.values, self.ownKeys) = (values, ownKeys)
    }
  }

  final class Judgement: Sendable {
    let rulebook: Rulebook
    let problems: [Problem]

    init(_ rulebook: Rulebook, _ problems: [Problem]) {
      (self.rulebook, self.problems) = (rulebook, problems)
    }
  }

  private var content: Content
  /// What is wrong with it, and the rulebook that says so; nil before it is judged.
  var judgement: Judgement?

  /// An account by its fields, and what else is to be kept with it; not judged yet.
  public init(_ values: FieldValues, ownKeys: [JSONLiteral.Member] = []) {
    content = .values(Values(values, ownKeys))
  }

  /// An account that its source makes when it is needed; not judged yet.
  package init(at index: Int, of source: any NewAccountSource) { content = .source(source, index) }

  /// An account whose values keep the rules of a rulebook.
  init(valid values: FieldValues, _ hash: PasswordHash, under rulebook: Rulebook) {
    var values = values
    values.password = hash.text
    self.init(values)
    judgement = Judgement(rulebook, [])
  }

  /// Both, which are made at once, in the form in which an account keeps them.
  public var contents: (values: FieldValues, ownKeys: [JSONLiteral.Member]) {
    // Each case by itself: of a million accounts, a copy of the values costs.
    switch content {
    case .values(let values):
      var contents = (values: values.values, ownKeys: values.ownKeys)
      contents.values.normalise(phone: judgement?.rulebook.fields.phone.mask)
      return contents
    case .source(let source, let index):
      var contents = source.account(at: index)
      contents.values.normalise(phone: judgement?.rulebook.fields.phone.mask)
      return contents
    }
  }

  /// Its fields. The password is what is kept: a hash, a lock or a typed password.
  public var values: FieldValues { contents.values }
  /// Keys that are not ours, to be kept beside the fields.
  public var ownKeys: [JSONLiteral.Member] { contents.ownKeys }

  /// Whether it has a field, without making the others where its source can tell.
  fileprivate func holds(_ field: Field) -> Bool {
    switch content {
    case .values(let values): values.values[field] != nil
    case .source(let source, let index): source.holds(field, at: index)
    }
  }

  /// The text of one field, without making the others.
  public func text(of field: Field) -> String? {
    let text =
      switch content {
      case .values(let values): values.values[text: field]
      case .source(let source, let index): source.text(of: field, at: index)
      }
    return text.flatMap {
      field == .password || $0.isEmpty ? $0 : FieldValues.trimmed($0, for: field)
    }
  }

  /// The account, judged under a rulebook.
  public func judged(under rulebook: Rulebook, today: CalendarDay) -> NewAccount {
    var judged = self
    judged.judgement = Judgement(rulebook, [])
    judged.judgement = Judgement(
      rulebook, rulebook.problems(with: judged.values, today: today))
    return judged
  }

  /// What is wrong with it: as it was judged, if that was under the same rulebook.
  public func problems(under rulebook: Rulebook, today: CalendarDay) -> [Problem] {
    if let judgement, judgement.rulebook == rulebook { return judgement.problems }
    return rulebook.problems(with: values, today: today)
  }

  /// Puts a hash in the place of the typed password, which was judged.
  mutating func seal(_ hash: PasswordHash) { setPassword(hash.text) }

  /// Sets the password, by which one problem is solved.
  ///
  /// - Parameter mark: whether it must be changed; nil leaves that as it is.
  mutating func setPassword(
    _ password: String?, marking mark: Bool? = nil, without problem: Problem? = nil
  ) {
    var (values, ownKeys) = contents
    values.password = password
    if let mark { values.mustChangePassword = mark }
    content = .values(Values(values, ownKeys))
    guard let problem, let old = judgement else { return }
    judgement = Judgement(old.rulebook, old.problems.filter { $0 != problem })
  }
}

/// Accounts that are made each time they are asked for, so that a million of them need not be in
/// memory at once.
package protocol NewAccountSource: AnyObject, Sendable {
  /// The account at a position: always the same.
  func account(at index: Int) -> (values: FieldValues, ownKeys: [JSONLiteral.Member])
  /// The text of one of its fields.
  func text(of field: Field, at index: Int) -> String?
  /// Whether it has a field.
  func holds(_ field: Field, at index: Int) -> Bool
}

extension NewAccount: Redacted {
  public var description: String { values.description }
}

/// What becomes of a new account whose name is taken.
public enum ImportConflict: String, Sendable, CaseIterable {
  /// It is left out; the one that is there stays as it is.
  case skip
  /// The one that is there takes the fields and keys that the other brings, and keeps the rest.
  case replace
  /// It is refused, and the whole list with it.
  case fail
}

/// How a list of changes is written; what else a store must know of a write becomes a property.
public struct WriteOptions: Sendable {
  /// Judge the changes, and write nothing.
  public var isDryRun: Bool
  /// Whether to return the accounts that the changes concern.
  public var returnsAccounts: Bool
  /// Whether to return what became of each account, by its keys: ``Applied/changes``.
  public var returnsChanges: Bool
  /// The rulebook with which a store that is not there begins. One that is there must have it:
  /// otherwise `alreadyInitialised` is thrown.
  public var rulebook: Rulebook?
  /// Who writes, for a store with a history.
  public var attribution: Attribution
  /// The hashes that a history keeps in place of passwords that were typed by hand and give way.
  /// For others it keeps `*`.
  public var hashesOfTyped: [PasswordText: PasswordHash] = [:]
  /// What a dry run of the same changes returned as its ``Applied/plan``.
  package var plan: (any Sendable)?

  /// How to write; by default, what is written is returned.
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

/// What a list of changes came to, or would.
public struct Applied: Sendable {
  /// What became of one change.
  public enum Effect: Sendable, Hashable {
    /// The account is new.
    case added
    /// The account was edited, or took what a new one brought.
    case changed
    /// Everything that the change asks for was there already.
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
  /// The account of each change of an account, as it now is or was, if requested. Empty if there are refusals.
  public let accounts: [StoredAccount]
  /// What became of each account that is another now, in order, if requested. Empty if there are refusals.
  public let changes: [AccountRecord]
  /// What became of the file around the accounts; nil if that stays.
  public let document: DocumentRecord?
  /// How many accounts are closed by it that were not; counted by undo alone.
  public let closed: Int
  /// Why changes were refused, by their places in the list, or in the steps of an undo taken together, in which
  /// what is around the accounts has one place. If there are any, nothing was written.
  public let refusals: [Refusal]
  /// After a dry run, what a store may use again when it makes the same changes.
  package var plan: (any Sendable)?

  /// What a list of changes came to.
  public init(
    effects: [Effect], accounts: [StoredAccount], changes: [AccountRecord],
    document: DocumentRecord? = nil, closed: Int = 0, refusals: [Refusal] = []
  ) {
    self.effects = effects
    self.accounts = accounts
    self.changes = changes
    self.document = document
    self.closed = closed
    self.refusals = refusals
  }

  /// A list of changes that is refused as a whole.
  public init(refusals: [Refusal]) {
    self.init(effects: [], accounts: [], changes: [], refusals: refusals)
  }
}

/// An account's fields before and after an edit: compare and set, field by field.
public struct EditedValues: Sendable {
  /// The fields afterwards.
  public private(set) var values: FieldValues
  /// The edits that change anything.
  public private(set) var needed = FieldEdits()
  /// The fields that hold neither what the edit started from nor what they are to hold.
  public private(set) var conflicts: [FieldConflict] = []

  /// Holds edits against the fields that an account has.
  public init(_ edits: FieldEdits, of values: FieldValues) {
    self.values = values
    for field in edits.fields {
      guard let edit = edits[field] else { continue }
      let found = values[field]
      // From nothing to nothing removes what is no text.
      if found == edit.new, edit.old != nil || edit.new != nil { continue }
      if found != edit.old {
        conflicts.append(
          FieldConflict(field: field, expected: edit.old?.shown, found: found?.shown))
      } else {
        self.values[field] = edit.new
        needed[field] = edit
      }
    }
  }
}

extension FieldValues {
  /// What an account is told by from others that get its name: its names and its password.
  public var identity: FieldValues {
    var identity = FieldValues()
    for field in Field.keys + [.password] { identity[field] = self[field] }
    return identity
  }

  /// The fields of an identity that another account, or the same one later, does not have so.
  public func differences(from identity: FieldValues) -> [FieldConflict] {
    (Field.keys + [.password]).filter { self[$0] != identity[$0] }.map {
      FieldConflict(field: $0, expected: identity[$0]?.shown, found: self[$0]?.shown)
    }
  }

  /// These values, with those that a new account of the same name brings; the name stays as it is.
  public func taking(_ other: FieldValues, under rulebook: Rulebook) -> FieldValues {
    var values = self
    for field in Field.allCases where field != rulebook.key {
      if let value = other[field] { values[field] = value }
    }
    return values
  }

  /// Locks the password, if that in whose place it comes was locked.
  public mutating func keepLock(of old: FieldValues) {
    guard let new = password, let old = old.password else { return }
    password = StoredPassword.keepingLock(of: old, in: new)
  }
}
