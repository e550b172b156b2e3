/// Which fields of which account to change.
public struct EditRequest: Sendable {
  /// The account's email; nil for the session's account.
  public var account: String?
  /// The fields as they were typed; a field that maps to nil is cleared. The password is not
  /// among them.
  public var fields: [Field: String?]
  public var password: PasswordEntry?
  /// Whether the edit stays open instead of being saved.
  public var isDraft: Bool

  public init(
    account: String? = nil, fields: [Field: String?] = [:], password: PasswordEntry? = nil,
    isDraft: Bool = false
  ) {
    self.account = account
    self.fields = fields
    self.password = password
    self.isDraft = isDraft
  }
}

/// What became of an edit.
public struct EditOutcome: Sendable {
  /// What it changes, was to change or has put back; no fields where there was nothing to change.
  public let edit: Edit
  /// The account as it now is; nil where it is not valid.
  public let account: Account?
  public let notices: [Notice]
}

extension Registry {
  /// Changes fields of an account, together with what an open edit of it holds, and saves them;
  /// or, as a draft, keeps them open.
  ///
  /// A field that is named starts from its present value. Where every field has its value
  /// already, nothing is written and the last saved edit is kept.
  public func edit(_ request: EditRequest) async throws -> EditOutcome {
    // Who has nothing to edit leaves no trace on the disk, not even a lock.
    _ = try await target(of: request)
    return try await atDesk { () throws(AccountsError) in
      let target = try await target(of: request)
      let rulebook = try await base.rulebook()
      let email = target.values.email ?? ""
      let existing = try await desk.edit()
      let open = existing.flatMap { $0.state == .open ? $0 : nil }
      if let open, !open.serves(email) { throw .otherEditOpen(email: open.email) }

      var edit = open ?? Edit(email: email)
      for (field, text) in request.fields {
        edit.set(field, to: text, from: target.values, under: rulebook)
      }
      try check(edit, of: target, request, under: rulebook)
      if let password = request.password {
        try await set(password, in: &edit, of: target)
      }
      if request.isDraft { return try await keep(edit, of: target, insteadOf: existing) }
      if edit.fields.isEmpty {
        if open != nil { try await write(edit: nil, for: target) }
        return EditOutcome(edit: edit, account: target.account, notices: [])
      }
      return try await perform(edit, on: target)
    }
  }

  /// Saves the open edit, whoever is logged in.
  public func save() async throws -> EditOutcome {
    guard try await desk.edit()?.state == .open else { throw AccountsError.nothingToSave }
    return try await atDesk { () throws(AccountsError) in
      guard let edit = try await desk.edit(), edit.state == .open else { throw .nothingToSave }
      return try await perform(edit, on: standing(edit, first: edit.email, then: edit.newEmail))
    }
  }

  /// What `cancel` did.
  public enum Cancelled: Sendable {
    /// The open edit was dropped; the accounts file is as it was.
    case dropped(Edit?)
    /// The last saved edit was taken back.
    case takenBack(EditOutcome)
  }

  /// Drops the open edit; with none open, takes the last saved one back, if its fields are still
  /// as it left them. An edit file that cannot be understood is removed.
  public func cancel() async throws -> Cancelled {
    guard await desk.holdsEdit() else { throw AccountsError.nothingToCancel }
    return try await atDesk { () throws(AccountsError) in
      let edit: Edit?
      do throws(AccountsError) {
        edit = try await desk.edit()
      } catch .noteBroken {
        try await onNotes { () throws(DiskFault) in try await desk.write(edit: nil) }
        return .dropped(nil)
      }
      guard let edit else { throw .nothingToCancel }
      if edit.state == .open {
        try await onNotes { () throws(DiskFault) in try await desk.write(edit: nil) }
        return .dropped(edit)
      }
      return .takenBack(try await takeBack(edit))
    }
  }

  private func takeBack(_ edit: Edit) async throws(AccountsError) -> EditOutcome {
    let found = try await base.find(email: edit.newEmail).accounts
    guard found.count == 1, let account = found.first else { throw .cannotTakeBack([.email]) }
    let touched = edit.fields.filter { account.values[$0] != edit.changes[$0]?.new }
    guard touched.isEmpty else { throw .cannotTakeBack(touched) }
    let changes = edit.fields.map { field in
      FieldChange(field: field, old: edit.changes[field]?.new, new: edit.changes[field]?.old)
    }
    let receipt = try await base.change(edit.newEmail, changes)
    try await following(.accountSaved(email: edit.email)) { () throws(DiskFault) in
      try await carrySession(from: edit.newEmail, to: edit.email)
      try await desk.write(edit: nil)
    }
    return EditOutcome(
      edit: edit, account: receipt.account?.account, notices: notices(of: receipt))
  }

  /// Writes an edit into the accounts file; then marks it saved and carries the session along.
  private func perform(
    _ edit: Edit, on target: StoredAccount
  ) async throws(AccountsError) -> EditOutcome {
    var changes: [FieldChange] = []
    for field in edit.fields {
      var old = edit.changes[field]?.old
      if field == .password { old = await presentPassword(of: target, knownAs: old) }
      changes.append(FieldChange(field: field, old: old, new: edit.changes[field]?.new))
    }
    let receipt = try await base.change(target.values.email ?? edit.email, changes)
    var saved = edit
    saved.state = .saved
    let done = saved
    try await following(.accountSaved(email: edit.newEmail)) { () throws(DiskFault) in
      try await desk.write(edit: done)
      try await carrySession(from: edit.email, to: edit.newEmail)
    }
    return EditOutcome(
      edit: saved, account: receipt.account?.account, notices: notices(of: receipt))
  }

  /// The text that stands in the account for a password that the edit knows as a hash: the typed
  /// text itself, where the hash was made of it.
  private func presentPassword(
    of account: StoredAccount, knownAs hash: String?
  ) async -> String? {
    guard let hash, case .typed(let typed) = account.password,
      let known = try? StoredPassword(hash),
      await hasher.verify(typed, against: known) == .fits
    else { return hash }
    return account.values.password
  }
}

extension Registry {
  private func target(of request: EditRequest) async throws(AccountsError) -> StoredAccount {
    if let email = request.account { return try await named(email) }
    return try await current()
  }

  /// The account of an edit, under the email that it had or has already.
  private func standing(
    _ edit: Edit, first: String, then: String
  ) async throws(AccountsError) -> StoredAccount {
    do throws(AccountsError) {
      return try await named(first)
    } catch .noSuchAccount {
      guard first != then else { throw .noSuchAccount(email: first) }
      return try await named(then)
    }
  }

  /// Tells everything wrong with an edit before anything is hashed: of a draft what it names, of
  /// one to be saved whatever would be wrong with the account.
  private func check(
    _ edit: Edit, of target: StoredAccount, _ request: EditRequest, under rulebook: Rulebook
  ) throws(AccountsError) {
    var values = target.values
    for field in edit.fields { values[field] = edit.changes[field]?.new }
    var problems = rulebook.problems(with: values, today: today)
    if let password = request.password {
      problems.removeAll { $0.subject == .field(.password) }
      switch password.text {
      case .success(let text):
        problems += rulebook.brokenRules(text).map { Problem(.field(.password), $0) }
      case .failure(let rule): problems.append(Problem(.field(.password), rule))
      }
    }
    if request.isDraft {
      let named = Set(request.fields.keys).union(request.password == nil ? [] : [.password])
      problems = problems.filter { problem in
        named.contains { problem.subject == .field($0) }
      }
    }
    guard problems.isEmpty else { throw .invalid(problems) }
  }

  private func set(
    _ password: PasswordEntry, in edit: inout Edit, of target: StoredAccount
  ) async throws(AccountsError) {
    guard case .success(let text) = password.text else { return }
    if await hasher.verify(text, against: target.password) == .fits {
      edit.set(.password, from: nil, to: nil)
      return
    }
    var old = target.values.password
    // An edit never holds a password as text: a typed one is sealed on its way into it.
    if case .typed(let typed) = target.password { old = try await hasher.hash(typed).text }
    edit.set(.password, from: old, to: try await hasher.hash(text).text)
  }

  private func keep(
    _ edit: Edit, of target: StoredAccount, insteadOf existing: Edit?
  ) async throws(AccountsError) -> EditOutcome {
    if let email = edit.changes[.email]?.new,
      EmailAddress.key(of: email) != EmailAddress.key(of: edit.email),
      try await !base.find(email: email).accounts.isEmpty
    {
      throw .accountExists(email: email)
    }
    let isOpen = existing?.state == .open
    if edit.fields.isEmpty {
      if isOpen { try await write(edit: nil, for: target) }
    } else if edit != existing {
      try await write(edit: edit, for: target)
    }
    return EditOutcome(edit: edit, account: target.account, notices: [])
  }

  private func write(edit: Edit?, for target: StoredAccount) async throws(AccountsError) {
    try await onNotes { () throws(DiskFault) in try await desk.write(edit: edit) }
  }

  /// Steps on the session or edit file that stand alone, their faults told as errors.
  func onNotes(_ steps: () async throws(DiskFault) -> Void) async throws(AccountsError) {
    do { try await steps() } catch { throw .disk(error) }
  }

  /// Lets the session follow an account to its new email.
  private func carrySession(from old: String, to new: String) async throws(DiskFault) {
    guard old != new, case .loggedIn(let email)? = try? await desk.session(),
      EmailAddress.key(of: email) == EmailAddress.key(of: old)
    else { return }
    try await desk.write(session: new)
  }
}

extension Edit {
  /// Sets what was typed for a field, in the form in which the file keeps it.
  fileprivate mutating func set(
    _ field: Field, to typed: String?, from values: FieldValues, under rulebook: Rulebook
  ) {
    let present = values[field]
    let mask = rulebook.fields.phone.mask
    var new = typed
    if field == .phone, let typed, let filled = mask.fill(with: typed) {
      // The same number in another spelling is no change.
      new = present.flatMap { mask.fill(with: $0) } == filled ? present : filled
    }
    set(field, from: present, to: new)
  }
}
