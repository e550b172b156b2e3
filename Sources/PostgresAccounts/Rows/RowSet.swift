import Accounts
import AccountsDocument
import LosslessJSON

/// Accounts that a table gave, under its rulebook: judged, planned and changed as those of a file
/// are.
struct RowSet: Sendable {
  let file: AccountsDocument
  let today: CalendarDay
  /// The positions of rows that another program wrote.
  private var byHand: [Int] = []

  /// What a table has of an account.
  typealias Account = (document: String, password: String?, given: String?, held: String?)

  /// - Parameters:
  ///   - source: what the table is called.
  ///   - rules: the rulebook's text in JSON.
  ///   - own: the text of what else is around the accounts.
  ///   - accounts: the accounts' texts and passwords, and what `Schema.given` and `Schema.held` give
  ///     for their rows.
  ///   - believed: the fields of which the text counts, against the column.
  ///   - isUsable: throws if what is around the accounts makes them unusable.
  init(
    source: String, rules: String, own: String? = nil,
    _ accounts: [Account], today: CalendarDay,
    believing believed: Set<Field> = [], isUsable: Bool = true
  ) throws(AccountsError) {
    var text = RowsText(rules: rules, own: own)
    for account in accounts {
      text.append(
        Array(account.document.utf8), password: account.password.map { Array($0.utf8) },
        given: account.given, held: account.held)
    }
    try self.init(
      source: source, text, today: today, believing: believed, isUsable: isUsable)
  }

  /// - Parameters:
  ///   - source: what the table is called.
  ///   - text: the accounts, under their rulebook.
  init(
    source: String, _ text: RowsText, today: CalendarDay, believing believed: Set<Field> = [],
    isUsable: Bool = true
  ) throws(AccountsError) {
    var file: AccountsDocument
    do throws(AccountsError) {
      file = try text.document(source, isUsable: isUsable)
      if let found = text.contradicted(in: file, believing: believed, today: today) {
        file = try text.replacing(found.texts).document(source, isUsable: isUsable)
        file.contradictions = found.problems
      }
    } catch {
      throw Self.fault(ofRules: text.rules, source) ?? error
    }
    self.init(file, today: today)
    byHand = text.held.keys.sorted()
  }

  /// Whether a text is a rulebook.
  static func isReadable(rules: String) -> Bool { fault(ofRules: rules, "") == nil }

  /// What is wrong with a text that is to be a rulebook, told as that of a file, without lines; nil
  /// if it is one.
  private static func fault(ofRules rules: String, _ source: String) -> AccountsError? {
    guard let document = try? JSONDocument(parsing: Array(rules.utf8)) else {
      return .store(StoreFault(.connection, source, PostgresFault.rulebookUnreadable))
    }
    let problems = Rulebook.read(document.root, in: document).problems
    return problems.isEmpty
      ? nil : .rulebookBroken(problems.map { $0.placed(at: Place(source)) })
  }

  private init(_ file: AccountsDocument, today: CalendarDay) {
    self.file = file
    self.today = today
  }

  /// The rulebook that they are judged by.
  var rulebook: Rulebook { file.rulebook }
  var count: Int { file.rows.count }

  /// The accounts, in their order.
  var accounts: [StoredAccount] { file.accounts(at: Array(file.rows.indices), today: today) }

  /// The positions of the accounts that are looked for, as in a file that holds no others.
  func positions(_ lookup: Lookup) -> [Int] {
    switch lookup {
    case .name(let name, let field): return file.indices(of: name, in: field).rows
    case .names(let names): return file.indices(of: names)
    case .ids(let ids): return file.indices(ids: ids)
    case .firstName(let name): return file.indices(firstName: name)
    case .onlyAccount: return []
    }
  }

  /// Whether the row of an account says something else than its text: it is closed, and only
  /// removed.
  func isContradicted(_ index: Int) -> Bool { file.contradictions[index] != nil }

  /// The account at a position as a table keeps it; nil if it has no key, or it cannot be kept
  /// there.
  func row(_ index: Int) -> AccountRow? { AccountRow(file, index, today: today) }

  /// The names of the accounts whose rows another program wrote, and that say what their texts say.
  var writtenByHand: [String?] {
    byHand.filter { !isContradicted($0) }.map { index in
      AccountsDocument.Row(file, index).anyName(in: file)
    }
  }
}

extension RowSet {
  /// The result of changes over these accounts, and the rows that it writes.
  struct Plan: Sendable {
    let applied: Applied
    /// The positions of accounts that go or change.
    private(set) var replaced: [Int] = []
    /// The new rows of accounts that change, of accounts that come back, and of those that lose a
    /// UUID to another one.
    private(set) var rows: [AccountRow] = []
    /// How many accounts are new besides.
    private(set) var added = 0
    fileprivate(set) var recording = ChangeRecording(adding: [], under: .register)
    /// The text of what is around the accounts besides the rulebook, if that changes; nil for
    /// nothing.
    private(set) var own: String?
    fileprivate(set) var changesOwn = false
    /// Whether it is to be noted even if it leaves every row as it is.
    fileprivate var isUndo = false
    fileprivate var plan: ChangePlan?

    /// Whether there is nothing to write.
    var isEmpty: Bool {
      replaced.isEmpty && rows.isEmpty && added == 0 && !isUndo && !changesOwn
    }

    /// A new account; nil if no table can keep it.
    func added(_ index: Int, today: CalendarDay) -> AccountRow? {
      guard let plan, case .add(let new, _) = plan.changes[plan.added[index]] else { return nil }
      return AccountRow(new, under: plan.document.rulebook, today: today)
    }

    /// The UUIDs that rows are to have.
    var ids: Set<AccountID> {
      let new = plan.map { plan in plan.added.flatMap { plan.changes[$0].ids } }
      return Set(rows.compactMap { $0.id?.id } + (new ?? []))
    }

    /// Lets an account have no id any more, since another one gets its UUID, which does not count
    /// here.
    mutating func takeID(of index: Int, _ row: AccountRow) {
      var row = row
      row.id = nil
      replaced.append(index)
      rows.append(row)
    }

    /// Leaves a UUID out of the rows in which it does not count.
    mutating func leaveOut(_ id: AccountID) {
      for index in rows.indices where rows[index].id?.id == id && !rows[index].claimsID {
        rows[index].id = nil
      }
    }

    /// How many accounts the history is to name.
    var recorded: Int { recording.count }
    /// The history's record of one. A table has no order: there is no place to come back to.
    func recorded(_ index: Int) -> AccountRecord {
      var account = recording.account(index)
      account.place = nil
      return account
    }
    /// The name and the id of one alone.
    func recordedWithoutValues(_ index: Int, of did: ChangeKind) -> AccountRecord {
      recording.withoutValues(index, isOfValues: did.hasValues)
    }
  }

  /// Plans changes; all accounts that have any of the names that they concern must be here.
  func plan(
    _ changes: [AccountChange], _ options: WriteOptions
  ) throws(AccountsError) -> Plan {
    let plan = ChangePlan(changes, over: file, today: today, options)
    guard plan.refusals.isEmpty else {
      return Plan(applied: plan.applied)
    }
    var edited: [Int] = []
    var texts: [[UInt8]] = []
    for edit in plan.edits {
      let splice: JSONSplice?
      do { splice = try plan.splice(for: edit) } catch { throw .internalFault }
      guard let splice else { continue }
      edited.append(edit.row)
      texts.append(splice.bytes)
    }
    for restored in plan.restored {
      texts.append(JSONLiteral.object(restored.oldMembers).bytes(style: .oneLine))
    }
    return Plan(
      applied: plan.applied, replaced: edited + plan.removed.sorted(),
      rows: try rows(texts, isDryRun: options.isDryRun), added: plan.added.count,
      recording: plan.recording, plan: plan)
  }

  /// - Parameter isDryRun: whether they are only looked at: then a password may be a typed one.
  private func rows(_ texts: [[UInt8]], isDryRun: Bool) throws(AccountsError) -> [AccountRow] {
    guard !texts.isEmpty else { return [] }
    let rows = try RowSet(
      source: file.path, rules: rulebook.json.text(style: .compact),
      texts.map { (String(decoding: $0, as: UTF8.self), nil, nil, nil) }, today: today
    ).all()
    guard isDryRun || rows.allSatisfy(\.isTaken) else { throw .internalFault }
    return rows
  }

  private func all() throws(AccountsError) -> [AccountRow] {
    var rows: [AccountRow] = []
    for index in 0..<count {
      guard let row = row(index) else { throw .invalid([unstorable(index)]) }
      rows.append(row)
    }
    return rows
  }

  /// Undoes changes.
  func undoing(
    _ changes: [AccountChange], _ basis: UndoBasis, _ options: WriteOptions
  ) throws(AccountsError) -> Plan {
    let (text, document, recording, result) = try file.undoing(
      changes, basis, today: today, options)
    var (replaced, rows): ([Int], [AccountRow]) = ([], [])
    if text != nil {
      let new = RowSet(document, today: today)
      let (before, after) = (try all(), try new.all())
      let stays = Set(before).intersection(after)
      replaced = before.indices.filter { !stays.contains(before[$0]) }
      rows = after.filter { !stays.contains($0) }
    }
    return Plan(
      applied: result, replaced: replaced, rows: rows, recording: recording, own: document.own,
      changesOwn: recording.document != nil, isUndo: text != nil)
  }

  /// Takes keys that no field is out of these accounts, and out of what is around all of them.
  func dropping(_ keys: [String], _ options: WriteOptions) throws(AccountsError) -> Plan {
    let (_, document, edited, recording, result) = try file.dropping(keys, options, today: today)
    var rows: [AccountRow] = []
    for index in edited {
      guard let row = AccountRow(document, index, today: today), options.isDryRun || row.isTaken
      else { throw .internalFault }
      rows.append(row)
    }
    return Plan(
      applied: result, replaced: edited, rows: rows, recording: recording, own: document.own,
      changesOwn: recording.document != nil)
  }

  /// The problem of an account without a key, or with one that no table can keep.
  func unstorable(_ index: Int) -> Problem {
    let name = AccountsDocument.Row(file, index).anyName(in: file)
    return Problem(.field(rulebook.key), .field(.required), of: name)
  }
}

extension AccountsDocument {
  /// The text of what is around the accounts, apart from the rulebook; nil if there is nothing.
  var own: String? {
    let known = ["regapp", "rules", "accounts"].map { JSONKey($0) }
    let members = document.members(of: document.root).filter { member in
      !known.contains { document.isKey(member.key, $0) }
    }
    guard !members.isEmpty else { return nil }
    let texts = members.map { member in
      String(decoding: document.bytes[member.key.range], as: UTF8.self) + ": "
        + String(decoding: document.bytes[member.value.range], as: UTF8.self)
    }
    return "{\(texts.joined(separator: ", "))}"
  }
}

extension WriteOptions {
  /// The same over rows: one without an id is somebody else's addition, and gets one only by name.
  var ofRows: WriteOptions {
    var options = self
    options.givesIDsToAll = false
    return options
  }
}
