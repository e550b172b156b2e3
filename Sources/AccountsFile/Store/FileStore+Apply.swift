import LosslessJSON

extension FileAccountBase {
  func add(_ values: FieldValues) async throws(AccountsError) -> Receipt {
    try await rewrite { file throws(AccountsError) in
      let problems = file.rulebook.problems(with: values, today: today())
      guard problems.isEmpty, let email = values.email else { throw .invalid(problems) }
      guard file.indices(email: email).isEmpty else { throw .accountExists(email: email) }
      guard let array = file.array else { throw .internalFault }
      let splice = file.document.appending(AccountsFile.literal(of: values), to: array)
      return Rewriting(
        splices: [splice], account: stored(values, at: file.rows.count, in: file))
    }
  }

  func change(
    _ email: String, _ changes: [FieldChange], puttingBack: Bool
  ) async throws(AccountsError) -> Receipt {
    try await rewrite { file throws(AccountsError) in
      let index = try onlyIndex(of: email, in: file)
      let row = AccountsFile.Row(file, index)
      var values = row.values
      let conflicts = changes.compactMap { change in
        let found = values[change.field]
        return sameText(found, change.old) || sameText(found, change.new)
          ? nil : FieldConflict(change, found)
      }
      guard conflicts.isEmpty else { throw .conflict(conflicts) }
      let needed = changes.filter { !sameText(values[$0.field], $0.new) }
      for change in needed { values[change.field] = change.new }
      try check(values, replacing: email, puttingBack: puttingBack, in: file)
      if !puttingBack { try check(row, afterChanging: needed, in: file) }
      let account = stored(values, at: index, in: file)
      guard !needed.isEmpty else { return Rewriting(splices: [], account: account) }
      let splice: JSONSplice
      do throws(JSONSyntaxError) {
        splice = try file.document.editing(row.value) { account throws(JSONSyntaxError) in
          for change in needed { try account.set(change.field, to: change.new) }
        }
      } catch {
        throw .internalFault
      }
      return Rewriting(splices: [splice], account: account)
    }
  }

  func remove(_ email: String) async throws(AccountsError) -> Receipt {
    try await rewrite { file throws(AccountsError) in
      let index = try onlyIndex(of: email, in: file)
      let row = AccountsFile.Row(file, index)
      guard let array = file.array else { throw .internalFault }
      let splice = file.document.removing(element: row.value, from: array)
      return Rewriting(
        splices: [splice], account: stored(row.values, at: index, in: file))
    }
  }

  func seal(_ hashes: [SealedPassword]) async throws(AccountsError) -> SealReceipt {
    var applied: [SealedPassword] = []
    let receipt = try await rewrite { file throws(AccountsError) in
      // Two accounts may share email and password; each then takes a hash of its own.
      var waiting = Dictionary(grouping: hashes, by: \.typed)
      var splices: [JSONSplice] = []
      applied = []
      for index in 0..<file.rows.count {
        guard let (typed, value) = file.typedPassword(at: index),
          let sealed = waiting[typed]?.popLast()
        else { continue }
        splices.append(file.document.replacing(value, with: .string(sealed.hash.text)))
        applied.append(sealed)
      }
      return Rewriting(splices: splices, account: nil)
    }
    return SealReceipt(applied: applied, uncertain: receipt.uncertain)
  }

  func typedPasswords() throws(AccountsError) -> TypedPasswords {
    let file = try read()
    var allowed: [TypedPassword] = []
    var refused: [LocatedProblem] = []
    for index in 0..<file.rows.count {
      if let (typed, _) = file.typedPassword(at: index),
        file.rulebook.brokenRules(typed.password).isEmpty
      {
        allowed.append(typed)
        continue
      }
      refused += file.problems(of: AccountsFile.Row(file, index), today: today()).filter {
        $0.subject == .field(.password) && $0.rule != .required
      }
    }
    return TypedPasswords(allowed: allowed, refused: file.document.placed(refused), path: path)
  }

  /// The account that is meant by an email. Where several share it, none is: they are closed, and
  /// which one to change only a person can say.
  private func onlyIndex(
    of email: String, in file: AccountsFile
  ) throws(AccountsError) -> Int {
    let found = file.indices(email: email)
    guard let index = found.first else { throw .noSuchAccount(email: email) }
    guard found.count == 1 else {
      let later = found.dropFirst().map { AccountsFile.Row(file, $0) }.map { row in
        let email = row.fields[.email] ?? row.value
        return LocatedProblem(.field(.email), .unique, at: email.range.lowerBound)
      }
      throw .accountClosed(path: path, file.document.placed(later))
    }
    return index
  }

  private func check(
    _ values: FieldValues, replacing email: String, puttingBack: Bool, in file: AccountsFile
  ) throws(AccountsError) {
    let problems = file.rulebook.problems(with: values, today: today())
    guard problems.isEmpty || puttingBack else { throw .invalid(problems) }
    let newEmail = values.email ?? ""
    guard EmailAddress.key(of: newEmail) != EmailAddress.key(of: email) else { return }
    guard file.indices(email: newEmail).isEmpty else { throw .accountExists(email: newEmail) }
  }

  /// What no text can mend closes the account still: another field of the wrong type, a key twice.
  private func check(
    _ row: AccountsFile.Row, afterChanging changes: [FieldChange], in file: AccountsFile
  ) throws(AccountsError) {
    let left = row.problems.filter { problem in
      problem.rule == .once || !changes.contains { problem.subject == .field($0.field) }
    }
    guard left.isEmpty else { throw .accountClosed(path: path, file.document.placed(left)) }
  }

  private func stored(
    _ values: FieldValues, at index: Int, in file: AccountsFile
  ) -> StoredAccount {
    StoredAccount(
      index: index, values: values,
      account: Account(values, rulebook: file.rulebook, today: today()))
  }
}

extension FieldConflict {
  fileprivate init(_ change: FieldChange, _ found: String?) {
    let isSecret = change.field == .password
    self.init(
      field: change.field, expected: isSecret ? nil : change.old, found: isSecret ? nil : found)
  }
}

extension AccountsFile {
  /// The password at a position, where it was typed by hand and has no key twice.
  fileprivate func typedPassword(at index: Int) -> (TypedPassword, JSONValue)? {
    let row = Row(self, index)
    guard let value = row.fields[.password], let text = row.values.password,
      !row.problems.contains(where: { $0.subject == .field(.password) }),
      case .typed(let typed) = try? StoredPassword(text)
    else { return nil }
    return (TypedPassword(email: row.values.email, password: typed), value)
  }
}

extension JSONDocument {
  /// Sets or removes a field of the account that this document is. A new one takes its place
  /// behind the nearest field that usually stands before it.
  mutating func set(
    _ field: Field, to text: String?
  ) throws(JSONSyntaxError) {
    let members = members(of: root)
    let key = JSONKey(field.rawValue)
    let member = members.first { isKey($0.key, key) }
    switch (member, text) {
    case (let member?, let text?): try apply(replacing(member.value, with: .string(text)))
    case (let member?, nil): try apply(removing(member, from: root))
    case (nil, let text?):
      let before = FieldKeys.all.prefix { $0.field != field }.map(\.key)
      let neighbour = members.reversed().first { member in
        before.contains { isKey(member.key, $0) }
      }
      try apply(inserting(field.rawValue, .string(text), into: root, after: neighbour))
    case (nil, nil): break
    }
  }
}
