import Accounts
import LosslessJSON

extension FileStore {
  func apply(
    _ changes: [AccountChange], _ options: WriteOptions
  ) async throws(AccountsError) -> Done<Applied> {
    func plan(_ document: AccountsDocument) -> ChangePlan {
      ChangePlan(changes, over: document, today: today(), returnsAccounts: options.returnsAccounts)
    }
    if options.isDryRun { return Done(plan(try read()).applied) }
    return try await replacing { file throws(AccountsError) in
      let document = try read(file)
      let plan = plan(document)
      return Replacing(stamp: document.text?.stamp, text: try plan.text(), result: plan.applied)
    }
  }
}

extension FileStore: CreatableStore {
  func create(
    _ rulebook: Rulebook, accounts: [FieldValues]
  ) async throws(AccountsError) -> Done<Void> {
    let text = AccountsDocument.newText(rulebook: rulebook, accounts: accounts)
    // A rulebook that was made in a program may hold what no file may.
    _ = try AccountsDocument(path: path, bytes: text).usable()
    return try await replacing { file throws(AccountsError) in
      let stamp = try onDisk { () throws(DiskFault) in try disk.stamp(of: file, for: .write) }
      guard stamp == nil else { throw .alreadyInitialised(subject: path) }
      return Replacing(text: [text[...]], result: ())
    }
  }
}

extension FileStore: SealingStore {
  func seal(_ hashes: [SealedPassword]) async throws(AccountsError) -> Done<[SealedPassword]> {
    try await replacing { locked throws(AccountsError) in
      let file = try read(locked)
      // Two accounts may share email and password; each then takes a hash of its own.
      var waiting = Dictionary(grouping: hashes) { $0.typed }
      var splices: [JSONSplice] = []
      var applied: [SealedPassword] = []
      for index in 0..<file.rows.count {
        guard let (typed, value) = file.typedPassword(at: index),
          let sealed = waiting[typed]?.popLast()
        else { continue }
        splices.append(file.document.replacing(value, with: .string(sealed.hash.text)))
        applied.append(sealed)
      }
      let text = splices.isEmpty ? nil : file.document.pieces(applying: splices)
      return Replacing(stamp: file.text?.stamp, text: text, result: applied)
    }
  }

  func typedPasswords() throws(AccountsError) -> (
    allowed: [TypedPassword], refused: [Problem], copies: [String]
  ) {
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
      refused += file.problems(of: AccountsDocument.Row(file, index), today: today()).filter {
        $0.subject == .field(.password) && $0.rule != .required
      }
    }
    let copies = copyWarnings().filter { $0.rule == .typedPasswordsInCopy }
    return (allowed, file.placed(refused), copies.compactMap(\.place?.source))
  }
}

extension AccountsDocument {
  /// The password at a position, if it was typed by hand and no key is duplicated.
  fileprivate func typedPassword(at index: Int) -> (TypedPassword, JSONValue)? {
    let row = Row(self, index)
    guard let value = row.fields[.password], let text = row.values.password,
      !row.problems.contains(where: { $0.subject == .field(.password) }),
      case .typed(let typed) = try? StoredPassword(text)
    else { return nil }
    return (TypedPassword(of: row.values, password: typed), value)
  }
}
