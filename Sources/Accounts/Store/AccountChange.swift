public import LosslessJSON

/// One change of a list that is applied together.
public enum AccountChange: Sendable {
  /// Adds an account; `onConflict` decides what happens if its name is taken.
  case add(NewAccount, onConflict: ImportConflict = .fail)
  /// Edits fields and own keys of an account. A value that no longer is the edit's old one
  /// conflicts; a value that already is the new one is left alone.
  ///
  /// The account must keep the rules afterwards, unless `mayBreakRules`: undo may restore a broken
  /// account, and a broken one may be disabled.
  ///
  /// `ifStill`: `FieldValues.identity` from when the account was read; nil for any account with the
  /// id.
  indirect case edit(
    AccountID, FieldEdits, ownKeys: [AccountRecord.Change] = [], mayBreakRules: Bool = false,
    ifStill: FieldValues? = nil)
  /// Removes an account, under the same condition.
  indirect case remove(AccountID, ifStill: FieldValues? = nil)
  /// Takes an account back to its state before a recorded change, even one that breaks the rules.
  /// Refused if a value has changed since.
  ///
  /// `passwordMayDiffer`: the password was only hashed since. `mayShare`: all later changes are taken
  /// back too, so that accounts that share a name afterwards did so before.
  indirect case takeBack(AccountRecord, passwordMayDiffer: Bool, mayShare: Bool = false)
}

/// A new account. It is judged once, and again only under another rulebook.
public struct NewAccount: Sendable {
  private enum Content {
    case values(Values)
    case source(any NewAccountSource, Int)
  }

  /// The fields, the own keys, and the result of reading marks, which the fields include.
  package typealias Contents = (
    values: FieldValues, ownKeys: [JSONLiteral.Member], verdict: LoginMarks.Verdict
  )

  private final class Values: Sendable {
    let contents: Contents

    init(_ contents: Contents) { self.contents = contents }
  }

  final class Judgement: Sendable {
    let rulebook: Rulebook
    let problems: [Problem]

    init(_ rulebook: Rulebook, _ problems: [Problem]) {
      (self.rulebook, self.problems) = (rulebook, problems)
    }
  }

  private var content: Content
  /// Its problems and the rulebook that found them; nil before it is judged.
  var judgement: Judgement?

  /// An account with fields and own keys; not judged yet.
  public init(_ values: FieldValues, ownKeys: [JSONLiteral.Member] = []) {
    content = .values(Values((values, ownKeys, LoginMarks.Verdict())))
  }

  /// An account that its source makes on demand; not judged yet.
  package init(at index: Int, of source: any NewAccountSource) { content = .source(source, index) }

  /// An account whose values keep the rules of a rulebook.
  init(valid values: FieldValues, _ hash: PasswordHash, under rulebook: Rulebook) {
    var values = values
    values.password = hash.text
    self.init(values)
    judgement = Judgement(rulebook, [])
  }

  /// The contents in stored form, made together.
  package var contents: Contents {
    // Each case by itself: of a million accounts, a copy of the values costs.
    switch content {
    case .values(let values):
      var contents = values.contents
      contents.values.normalise(phone: judgement?.rulebook.fields.phone.mask)
      return contents
    case .source(let source, let index):
      var contents = source.account(at: index)
      contents.values.normalise(phone: judgement?.rulebook.fields.phone.mask)
      return contents
    }
  }

  /// The fields. The password is in stored form: a hash, a lock or a typed password.
  public var values: FieldValues { contents.values }
  /// Own keys to store beside the fields.
  public var ownKeys: [JSONLiteral.Member] { contents.ownKeys }

  /// True if it has a field. Does not make the others if its source can tell.
  fileprivate func holds(_ field: Field) -> Bool {
    switch content {
    case .values(let values): values.contents.values[field] != nil
    case .source(let source, let index): source.holds(field, at: index)
    }
  }

  /// The text of one field, without making the others.
  public func text(of field: Field) -> String? {
    let text =
      switch content {
      case .values(let values): values.contents.values[text: field]
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

  /// Its problems: from the last judgement, if that was under the same rulebook.
  public func problems(under rulebook: Rulebook, today: CalendarDay) -> [Problem] {
    if let judgement, judgement.rulebook == rulebook { return judgement.problems }
    return rulebook.problems(with: values, today: today)
  }

  /// Replaces the typed password, which was judged, with its hash.
  mutating func seal(_ hash: PasswordHash) { setPassword(hash.text) }

  /// Sets the password, and removes a problem that this solves.
  ///
  /// - Parameter mark: whether the password must be changed; nil leaves the mark.
  mutating func setPassword(
    _ password: String?, marking mark: Bool? = nil, without problem: Problem? = nil
  ) {
    var contents = contents
    contents.values.password = password
    if let mark { contents.values.mustChangePassword = mark }
    content = .values(Values(contents))
    guard let problem, let old = judgement else { return }
    judgement = Judgement(old.rulebook, old.problems.filter { $0 != problem })
  }
}

/// Makes accounts on demand, so that a million of them need not be in memory at once.
package protocol NewAccountSource: AnyObject, Sendable {
  /// The account at a position; the same each time.
  func account(at index: Int) -> NewAccount.Contents
  func text(of field: Field, at index: Int) -> String?
  func holds(_ field: Field, at index: Int) -> Bool
}

extension NewAccount: Redacted {
  public var description: String { values.description }
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
  /// The ``Applied/plan`` of a dry run of the same changes.
  package var plan: (any Sendable)?

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
  /// The number of open accounts that an undo closed.
  public let closed: Int
  /// Refusals of changes, by their positions in the list, or in all steps of an undo, where the
  /// file around the accounts counts as one. If there are any, nothing was written.
  public let refusals: [Refusal]
  /// After a dry run, data that a store may reuse to make the same changes.
  package var plan: (any Sendable)?

  /// A result without refusals of the whole list.
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

  /// A list that is refused as a whole.
  public init(refusals: [Refusal]) {
    self.init(effects: [], accounts: [], changes: [], refusals: refusals)
  }
}

/// An account's fields before and after an edit: compare and set, field by field.
public struct EditedValues: Sendable {
  /// The fields afterwards.
  public private(set) var values: FieldValues
  /// The edits that change something.
  public private(set) var needed = FieldEdits()
  /// Fields whose value is neither the edit's old nor its new one.
  public private(set) var conflicts: [FieldConflict] = []

  /// Compares edits with an account's fields.
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
  /// The names and the password, which distinguish an account from others that get its name.
  public var identity: FieldValues {
    var identity = FieldValues()
    for field in Field.keys + [.password] { identity[field] = self[field] }
    return identity
  }

  /// The fields that differ from an identity.
  public func differences(from identity: FieldValues) -> [FieldConflict] {
    (Field.keys + [.password]).filter { self[$0] != identity[$0] }.map {
      FieldConflict(field: $0, expected: identity[$0]?.shown, found: self[$0]?.shown)
    }
  }

  /// Takes the values of a new account with the same name, which stays.
  package func taking(_ other: NewAccount.Contents, under rulebook: Rulebook) -> FieldValues {
    var values = self
    for field in Field.allCases where field != rulebook.key {
      values[field] = other.verdict.value(of: field, other.values[field], over: self[field])
    }
    return values
  }

  /// Locks the password if the one that it replaces was locked.
  public mutating func keepLock(of old: FieldValues) {
    guard let new = password, let old = old.password else { return }
    password = StoredPassword.keepingLock(of: old, in: new)
  }
}
