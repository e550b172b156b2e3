import LosslessJSON

/// What an import comes to over the accounts as they stand.
struct ImportPlan: Sendable {
  var outcome = ImportOutcome()
  /// Those that stay out because their email is somebody's.
  var skipped: Set<Int> = []
  /// The positions of those that join the file, and of those that change an account of it.
  fileprivate var added: [Int] = []
  fileprivate var replaced: [(index: Int, row: Int)] = []
}

/// What an import wrote.
struct ImportReceipt: Sendable {
  let plan: ImportPlan
  let uncertain: DiskFault?
}

extension FileAccountBase {
  func plan(
    _ accounts: [ImportedAccount], onConflict: ImportConflict
  ) throws(AccountsError) -> ImportPlan {
    ImportPlan(accounts, over: try read(), onConflict, today: today())
  }

  func take(
    _ accounts: [ImportedAccount], onConflict: ImportConflict
  ) async throws(AccountsError) -> ImportReceipt {
    var plan = ImportPlan()
    let receipt = try await rewrite { file throws(AccountsError) in
      // Others may have written since the accounts were judged.
      plan = ImportPlan(accounts, over: file, onConflict, today: today())
      guard plan.outcome.problems.isEmpty else { return Rewriting(splices: []) }
      return Rewriting(splices: try splices(for: plan, accounts, in: file))
    }
    return ImportReceipt(plan: plan, uncertain: receipt.uncertain)
  }

  /// In the order of their places: the changed accounts, then those behind the last one.
  private func splices(
    for plan: ImportPlan, _ accounts: [ImportedAccount], in file: AccountsFile
  ) throws(AccountsError) -> [JSONSplice] {
    guard let array = file.array else { throw .internalFault }
    var splices: [JSONSplice] = []
    do throws(JSONSyntaxError) {
      for (index, row) in plan.replaced.sorted(by: { $0.row < $1.row }) {
        let row = AccountsFile.Row(file, row)
        let splice = try file.document.editing(row.value) { account throws(JSONSyntaxError) in
          try account.take(accounts[index], over: row.values)
        }
        let isChanged = !splice.bytes.elementsEqual(file.document.bytes[splice.range])
        if isChanged { splices.append(splice) }
      }
    } catch {
      throw .internalFault
    }
    guard !plan.added.isEmpty else { return splices }
    let literals = plan.added.map { AccountsFile.literal(of: accounts[$0]) }
    return splices + [file.document.appending(contentsOf: literals, to: array)]
  }

  /// The text of the file, whatever it is.
  func bytes() throws(AccountsError) -> [UInt8] {
    let text = try onDisk { () throws(DiskFault) in
      try disk.read(disk.resolve(path, for: .read))
    }
    guard let text else {
      throw .disk(DiskFault(action: .read, path: path, reason: .missing))
    }
    return text.bytes
  }
}

extension ImportPlan {
  fileprivate init(
    _ accounts: [ImportedAccount], over file: AccountsFile, _ onConflict: ImportConflict,
    today: CalendarDay
  ) {
    let table = AccountTable(file)
    var seen: [String: Int] = [:]
    seen.reserveCapacity(accounts.count)
    for (index, account) in accounts.enumerated() {
      let key = account.values.email.map { EmailAddress.key(of: $0) }
      let rows = key.map { table.positions($0) } ?? []
      var values = account.values
      if let row = rows.first, onConflict == .replace {
        values = AccountsFile.Row(file, row).values.taking(values)
      }
      var problems = file.rulebook.problems(with: values, today: today)
      // Who is skipped brings nothing, and so may lack what an account needs.
      if !rows.isEmpty, onConflict == .skip { problems.removeAll { $0.rule == .required } }
      outcome.problems += problems.map { ImportProblem(index: index, kind: .breaks($0)) }
      guard let key else { continue }
      if let earlier = seen.updateValue(seen[key] ?? index, forKey: key) {
        outcome.problems.append(ImportProblem(index: index, kind: .repeats(earlier: earlier)))
      } else if rows.isEmpty {
        added.append(index)
      } else {
        meet(rows, index, account, file, onConflict)
      }
    }
    outcome.added = added.count
    outcome.replaced = replaced.count
    outcome.skipped = skipped.count
  }

  /// What becomes of an account whose email some accounts of the file have.
  private mutating func meet(
    _ rows: [Int], _ index: Int, _ account: ImportedAccount, _ file: AccountsFile,
    _ onConflict: ImportConflict
  ) {
    switch onConflict {
    case .skip: skipped.insert(index)
    case .fail: outcome.problems.append(ImportProblem(index: index, kind: .exists))
    case .replace:
      // Several with one email, or what no text mends: only a person can say what is meant.
      let left = AccountsFile.Row(file, rows[0]).problems.filter { problem in
        guard case .field(let field) = problem.subject else { return true }
        return problem.rule == .once || account.values[field] == nil
      }
      if rows.count == 1, left.isEmpty {
        replaced.append((index, rows[0]))
      } else {
        outcome.problems.append(ImportProblem(index: index, kind: .existsClosed))
      }
    }
  }
}

extension FieldValues {
  /// These values with those of another that are there in their places. The email stays as it is
  /// spelt here: that it is the same is why the two meet.
  fileprivate func taking(_ other: FieldValues) -> FieldValues {
    var values = self
    for field in Field.allCases where field != .email {
      if let text = other[field] { values[field] = text }
    }
    return values
  }
}

extension AccountsFile {
  /// An account from elsewhere as it is written.
  fileprivate static func literal(of account: ImportedAccount) -> JSONLiteral {
    guard case .object(let members) = literal(of: account.values) else { return .null }
    return .object(members + account.ownKeys)
  }
}

extension JSONDocument {
  /// Sets what an account from elsewhere brings in the account that this document is.
  fileprivate mutating func take(
    _ other: ImportedAccount, over values: FieldValues
  ) throws(JSONSyntaxError) {
    for field in Field.allCases where field != .email {
      guard let text = other.values[field], !sameText(values[field], text) else { continue }
      try set(field, to: text)
    }
    for member in other.ownKeys {
      let key = JSONKey(member.key)
      guard let old = value(for: key, in: root) else {
        try apply(inserting(member.key, member.value, into: root))
        continue
      }
      if literal(old) != member.value { try apply(replacing(old, with: member.value)) }
    }
  }
}
