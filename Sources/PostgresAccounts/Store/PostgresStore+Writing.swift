import Accounts
import AccountsDocument
import LosslessJSON

/// A write: what changes come to over the rows that were read, and its identity.
struct Write: Sendable {
  let operation: OperationID
  let plan: RowSet.Plan
  /// The rows that go or change, as they were seen.
  let replaced: [RowSnapshot.RowVersion]
  let attribution: Attribution
  let today: CalendarDay
  /// Whether the history keeps the values of the accounts.
  let keepsValues: Bool
  /// The names that the record of logins is to follow. Of many that are new, the server finds those
  /// of which the record has something.
  let nameChanges: [NameChange]
  let hasManyNew: Bool
  /// The rulebook under which it was judged.
  let rulebookVersion: Int
  /// The rulebook's text, if that is set too.
  var rules: String?
  /// The text of what else is around the accounts, as it was read and as it is to be; nil if it
  /// stays.
  let own: (old: String?, new: String?)?
  /// The state that an undo was planned over: the newest change, and all names and ids that are
  /// concerned; rows that have none of them are not there. An undo may change no row, and no version
  /// would tell that another change came between.
  typealias Basis = (position: HistoryPosition, names: [NameKey], ids: [AccountID])

  var basis: Basis?
  /// The rows that were read.
  let seen: [RowSnapshot.RowVersion]
  /// The rows that go or change, by key.
  private let old: [[UInt8]: RowSnapshot.RowVersion]
  /// The UUIDs that rows are to have; empty if no row goes or changes.
  private let ids: Set<AccountID>
  /// The number of rows that go or change.
  var replacedCount: Int { old.count }

  init(
    _ operation: OperationID, _ plan: RowSet.Plan, over table: RowSnapshot,
    _ attribution: Attribution, today: CalendarDay
  ) {
    self.operation = operation
    let (plan, ids) = Self.withoutSharedIDs(plan, over: table)
    (self.plan, self.ids) = (plan, ids)
    replaced = plan.replaced.map { table.versions[$0] }
    seen = table.versions
    old = Dictionary(replaced.map { (Array($0.key.utf8), $0) }) { first, _ in first }
    rulebookVersion = table.rulebookVersion ?? 0
    own = plan.changesOwn ? (table.own, plan.own) : nil
    let changes = plan.recording.nameChangesOfOld
    hasManyNew =
      plan.rows.count + plan.added > 0 && plan.added + changes.count { $0.old == nil } > 1_000
    nameChanges = hasManyNew ? changes.filter { $0.old != nil } : plan.recording.nameChanges
    self.attribution = attribution
    self.today = today
    keepsValues = attribution.did.hasValues && Self.fits(plan)
  }

  /// How many bytes of values a change keeps at most, as in a file's history.
  private static let greatestValues = 64 << 20

  private static func fits(_ plan: RowSet.Plan) -> Bool {
    guard plan.recorded > 10_000 else { return true }
    // With a million accounts, a part tells how long they all are.
    let step = plan.recorded / 100
    let sample = stride(from: 0, to: plan.recorded, by: step)
    let bytes = sample.reduce(0) { $0 + plan.recorded($1).recordedText.utf8.count }
    return bytes * step < greatestValues
  }

  /// How many rows come.
  var count: Int { plan.rows.count + plan.added }

  /// One of them; nil if no table can keep it.
  func row(_ index: Int) -> AccountRow? {
    index < plan.rows.count
      ? plan.rows[index] : plan.added(index - plan.rows.count, today: today)
  }

  /// The version of the row that has a key already; nil if there is none.
  func number(under key: String) -> Int? { old[Array(key.utf8)]?.number }

  /// Whether a row comes in the place of one with the same names. One whose UUID another row gets
  /// has to go before that comes.
  func updatesInPlace(_ index: Int) -> Bool {
    guard plan.rows.indices.contains(index) else { return false }
    let row = plan.rows[index]
    guard let old = old[Array(row.key.utf8)], old.keepsNames(as: row) else { return false }
    guard let id = old.id, id != row.id?.id else { return true }
    return !ids.contains(id)
  }

  /// The rows to delete: of removed accounts, and of accounts that get other names.
  var leaving: Set<RowSnapshot.RowVersion> {
    var leaving = Set(replaced)
    for (index, row) in plan.rows.enumerated() where updatesInPlace(index) {
      if let old = old[Array(row.key.utf8)] { leaving.remove(old) }
    }
    return leaving
  }

  /// Whether its rows are sent before the statement. Behind a lock, all fits into a socket's
  /// buffer.
  var isLarge: Bool { max(count, plan.recorded) > 100 }

  /// An account with a name that no index takes, as the server tells of none.
  var nameTooLong: (account: String?, field: Field)? {
    for index in 0..<count {
      if let row = row(index), let field = row.fieldsTooLong.first {
        return (row.key.utf8.count > 256 ? nil : row.key, field)
      }
    }
    return nil
  }

  /// What became of the keys around the accounts, and what an undo took back; nil for most changes.
  private var rest: ChangeRemainder? {
    let rest = ChangeRemainder(
      count: nil, document: plan.recording.document, undid: attribution.undid)
    return rest.isEmpty ? nil : rest
  }

  /// How many entries the history gets.
  var entryCount: Int { plan.recorded + (rest == nil ? 0 : 1) }

  /// One of them: the history's record of an account, or the rest, with its place and the key that
  /// finds it.
  func entry(_ index: Int) -> (place: Int, key: String, text: String) {
    if index == plan.recorded, let rest { return (ChangeRemainder.place, "", rest.text) }
    let account =
      keepsValues ? plan.recorded(index) : plan.recordedWithoutValues(index, of: attribution.did)
    let name = account.newName ?? account.name
    let key = name.map { AccountName($0).key } ?? ""
    return (index, key.utf8.contains(0) ? "" : key, account.recordedText)
  }
}

extension PostgresStore {
  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Outcome<Applied> {
    if let basis = options.undo { return try await undo(changes, basis, options) }
    return try await apply(changes, options, isBeginning: false)
  }

  /// Puts a rulebook in force while there are no accounts, and adds the first ones.
  func create(
    _ rulebook: Rulebook, accounts: [FieldValues], by attribution: Attribution
  ) async throws(AccountsError) -> Outcome<Void> {
    let changes = accounts.map { AccountChange.add(NewAccount($0)) }
    let options = WriteOptions(rulebook: rulebook, by: attribution)
    let done = try await apply(changes, options, isBeginning: true)
    return Outcome((), notices: done.notices)
  }

  private func apply(
    _ changes: [AccountChange], _ options: WriteOptions, isBeginning: Bool
  ) async throws(AccountsError) -> Outcome<Applied> {
    let count = Field.keys.count * changes.count
    return try await writing(options, about: count) { () async throws(AccountsError) in
      var table = try await self.table(
        of: changes.lazy.flatMap(\.nameKeys), ids: changes.lazy.flatMap(\.ids))
      let rules = try self.rules(toBegin: options.rulebook, table, isBeginning)
      if let rules { table = try table.under(rules, self.address.subject, today: self.today()) }
      let plan = try table.accounts.plan(changes, options.ofRows)
      return (table, plan, Outcome(plan.applied), rules)
    }
  }

  /// The text of the rulebook that is to be in force, if that is another than now; throws
  /// `alreadyInitialised` if accounts keep one already.
  private func rules(
    toBegin rulebook: Rulebook?, _ table: RowSnapshot, _ isBeginning: Bool
  ) throws(AccountsError) -> String? {
    guard let rulebook, isBeginning || rulebook != table.accounts.rulebook else { return nil }
    guard table.isEmpty else { throw .alreadyInitialised(subject: address.subject) }
    return rulebook.tableText
  }

  /// A plan over some rows, and its result.
  typealias Planned<Result> = (
    table: RowSnapshot, plan: RowSet.Plan, result: Outcome<Result>, rules: String?
  )

  /// Reads, plans and writes, again if others were faster. `plan` is asked each time; a plan that
  /// changes nothing, or has refusals, is not written.
  ///
  /// - Parameter count: how many names it concerns; many have more time.
  func writing<Value: Sendable>(
    _ options: WriteOptions, on basis: Write.Basis? = nil,
    about count: Int, _ plan: () async throws(AccountsError) -> Planned<Value>
  ) async throws(AccountsError) -> Outcome<Value> {
    try await inTime(about: count) { () async throws(AccountsError) in
      try await self.written(options, on: basis, plan)
    }
  }

  /// Runs a write, which is to end within its time.
  ///
  /// - Parameter count: how many names or changes it concerns; many have more time.
  func inTime<Value: Sendable>(
    about count: Int, _ write: () async throws(AccountsError) -> Value
  ) async throws(AccountsError) -> Value {
    // If a server fell silent before, this write has the rest of its time.
    let end = timeLimit ?? TimeLimit(WaitingTime.now + ServerOutage.length(patience))
    let written: Result<Value, AccountsError>
    written = await TimeLimit.$limit.withValue(end.later(seconds: count / 1_000).orLimit) {
      do throws(AccountsError) { return .success(try await write()) } catch {
        return .failure(error)
      }
    }
    return try written.get()
  }

  private func written<Result: Sendable>(
    _ options: WriteOptions, on basis: Write.Basis?,
    _ plan: () async throws(AccountsError) -> Planned<Result>
  ) async throws(AccountsError) -> Outcome<Result> {
    let operation = OperationID()
    var retries = Retries()
    // A write that was sent and never answered: it may turn out to be done, however late.
    var unanswered: Outcome<Result>?
    func failed(_ error: AccountsError) -> AccountsError {
      unanswered == nil ? error : Failure.warned.error(.write, address.subject)
    }
    // The turns since others last changed what is written, and those that a unique index or an
    // owner's function ended.
    var (seen, idle) = ([RowSnapshot.RowVersion]?.none, 0)
    var refusals = 0
    var elsewhere: TimeLimit?
    while idle < Self.attempts, !Waiting.isOver {
      if unanswered == nil { try checkCancellation() }
      let (table, planned, result, rules): Planned<Result>
      do throws(AccountsError) {
        (table, planned, result, rules) = try await plan()
      } catch {
        if let unanswered, try await isWritten(operation) { return unanswered }
        throw failed(error)
      }
      // A user who may not write sees another rulebook than the one in force: a refusal by that
      // means nothing.
      if !table.mayWrite, !options.isDryRun {
        throw failed(.store(StoreFault(.write, address.subject, PostgresFault.notPermitted)))
      }
      if planned.isEmpty && rules == nil || options.isDryRun {
        // If the first attempt was written after all, the second finds its traces.
        if let unanswered, try await isWritten(operation) { return unanswered }
        return result
      }
      if seen != table.versions { refusals = 0 }
      idle = seen == table.versions ? idle + 1 : 0
      seen = table.versions
      var write = Write(
        operation, planned, over: table, options.attribution, today: today())
      (write.rules, write.basis) = (rules, basis)
      var done = result
      if !write.keepsValues, planned.recorded > 0, options.attribution.did.hasValues {
        done.notices.append(.cannotBeUndone)
      }
      done.notices += planned.recording.noticesOfNames
      let outcome: Answer
      do throws(AccountsError) { outcome = try await send(write) } catch { throw failed(error) }
      switch outcome {
      case .written(let ended):
        if !ended.isEmpty { done.notices.append(.loginsEnded(ended)) }
        return done
      case .writtenBefore: return unanswered ?? done
      case .changedMeanwhile: break
      case .refusedNow(let error):
        // A change by somebody faster shows in the rows that are read. Of others regapp knows
        // nothing.
        refusals += 1
        guard refusals < Self.mostRefusals else {
          throw failed(error.error(.write, address.subject))
        }
      case .elsewhere(let error):
        let until = (elsewhere ?? TimeLimit(seconds: patience)).orLimit
        elsewhere = until
        guard !until.isPast else { throw failed(error.error(.write, address.subject)) }
      case .unanswered:
        guard unanswered == nil else { throw Failure.warned.error(.write, address.subject) }
        unanswered = done
      }
      await retries.pause()
    }
    throw failed(.keepsChanging(subject: address.subject))
  }

  private enum Answer {
    /// With how many logins of which accounts in browsers that it ended, as far as that is known.
    case written(ended: [String: Int])
    case writtenBefore, changedMeanwhile, unanswered
    /// A unique index has the new value already, or an owner's function says that it collides.
    case refusedNow(Failure)
    /// Nothing was done: this server may not write now.
    case elsewhere(Failure)
  }

  /// After so many refusals in a row without a visible cause, the error names the object.
  private static let mostRefusals = 10

  private func send(_ write: Write) async throws(AccountsError) -> Answer {
    let sent = try await pool.with(.writing) { connection throws(AccountsError) in
      try await connection.send(write)
    }
    switch sent {
    case nil, .success(nil): return .changedMeanwhile
    case .success(let ended?): return .written(ended: ended)
    case .failure(let error):
      if let duplicate = error.duplicate {
        return try await answer(to: write, duplicate, error)
      }
      if error.isCollision { return error.isOfOwner ? .refusedNow(error) : .changedMeanwhile }
      if case .warned = error { throw error.error(.durability, address.subject) }
      guard error.mayWorkElsewhere else { throw await refusal(of: write, error) }
      if case .refused = error { return .elsewhere(error) }
      return try await isWritten(write.operation) ? .written(ended: [:]) : .unanswered
    }
  }

  /// The error of a write that a server refused. A name that is too long for an index of ours is
  /// told by its account, which the server does not name.
  private func refusal(of write: Write, _ error: Failure) async -> AccountsError {
    guard case .refused("54000", _) = error, let (name, field) = write.nameTooLong else {
      return await explained(error).error(.write, address.subject)
    }
    let fault = PostgresFault.tooLong(account: name, field)
    return .store(StoreFault(.write, address.subject, fault))
  }

  private func explained(_ error: Failure) async -> Failure {
    let explained = try? await pool.with(.reading) { connection throws(AccountsError) in
      await connection.explained(error)
    }
    return explained ?? error
  }

  /// Tells what it means that a unique index refused a write: that it was written before, if it is
  /// the one of the changes' identities; that a number is taken, since the sequence was set back,
  /// if it is another one of the history; or that others were faster.
  private func answer(
    to write: Write, _ duplicate: (table: String, constraint: String), _ error: Failure
  ) async throws(AccountsError) -> Answer {
    guard duplicate.table.hasPrefix("change") else { return .refusedNow(error) }
    if duplicate.table == "change", try await isWritten(write.operation) { return .writtenBefore }
    let isOurs = ["change_pkey", "change_account_pkey"].contains {
      duplicate.constraint.hasPrefix($0)
    }
    guard isOurs else { return .refusedNow(error) }
    throw Failure.unfit(.rowsKeptBack).error(.write, address.subject)
  }

  /// Whether a write whose answer was lost is there, to stay. If nobody can be asked, it may be.
  ///
  /// A primary that crashed shows what no standby has confirmed. So the question commits something
  /// itself: its answer comes when the standby has that, and with it all that went before. A task
  /// that is cancelled waits for it too.
  private func isWritten(_ operation: OperationID) async throws(AccountsError) -> Bool {
    do throws(AccountsError) {
      return try await uncancelled { () async throws(AccountsError) in
        try await self.isThere(operation)
      }
    } catch {
      throw .store(StoreFault(.durability, address.subject, PostgresFault.mayHaveSaved))
    }
  }

  private func isThere(_ operation: OperationID) async throws(AccountsError) -> Bool {
    try await pool.with(.writing) { connection throws(AccountsError) in
      try await connection.ask(.reading) { connection throws(Failure) in
        try connection.write(
          """
          SELECT pg_logical_emit_message(true, 'regapp', ''),
            EXISTS (SELECT FROM public.change WHERE op = $1)
          """, [.id(operation)]
        ).flag(0, 1)
      }
    }
  }
}

extension ChangeKind {
  /// Whether it is something that a person may want to take back, so that the history keeps its
  /// values.
  var hasValues: Bool { self != .rehash && self != .seal }
}

extension Rulebook {
  /// The rulebook as the table has it.
  var tableText: String { written.text(style: .compact) }
}
