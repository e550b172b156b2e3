extension Registry {
  /// Replaces the password that the old one proves, and removes the mark that it must be changed.
  /// The new password must keep the rulebook and differ from the old one.
  ///
  /// This is how an owner changes a password without a session, as on a server. It also works if
  /// ``authenticate(_:warn:)`` is refused for a required change, and counts as an attempt likewise.
  /// An account that cannot be logged in to stays as it is, unless its owner is invited: then the
  /// old password is the code, and the new one ends the invitation. That may be before the first
  /// day, so that the account returned is not yet valid. After the day of the invitation it throws
  /// `invitationOver`.
  ///
  /// - Parameters:
  ///   - request: the login name and the old password.
  ///   - new: the new password.
  ///   - values: values of required fields that an invited account lacks, as they were typed. A
  ///     value that it has stays as it is; without one that it lacks, throws `invalid`.
  ///   - warn: called if the attempt could not be recorded, or not be counted if that is allowed.
  public func changePassword(
    _ request: LoginRequest, to new: PasswordEntry, filling values: FieldValues = FieldValues(),
    warn: (Notice) -> Void = { _ in }
  ) async throws(AccountsError) -> Outcome<Account> {
    let proof = try await proof(of: request, warn: warn)
    return try await changePassword(proof, to: new, filling: values)
  }

  /// An old password that was right.
  package struct PasswordProof: Sendable {
    fileprivate var request: LoginRequest
    fileprivate let stored: StoredAccount
    /// The account as the password proved it.
    package let account: Account
    fileprivate let rulebook: Rulebook
    fileprivate var hasPassword = true
    /// The required fields that the account lacks, since its owner is invited.
    package var missing: [Field] { rulebook.missing(in: stored.values) }
    package var nameKey: NameKey? { stored.nameKey }
    /// The account's id as the password proved it; nil if none counted.
    package var id: AccountID? { stored.id }

    /// The proof without the password, to be kept while a new one is typed. Once the account has
    /// another one, `changePassword` throws `loginFailed`.
    package var withoutPassword: PasswordProof {
      var proof = self
      proof.request.password = PasswordEntry("")
      proof.hasPassword = false
      return proof
    }

    /// The values of the account that are texts.
    package subscript(field: Field) -> String? { stored[text: field] }

    /// The fields in which the account has another value than the typed one. It stays.
    package func differing(from typed: FieldValues) -> [Field] {
      Field.allCases.filter { field in
        guard let own = stored[text: field], let value = typed[field] else { return false }
        let mask = rulebook.fields.phone.mask
        let kept = { FieldValues.kept($0, for: field, phone: mask)?.text }
        // The same letters, however they are composed.
        return kept(value) != kept(.text(own))
      }
    }

    fileprivate init(
      _ proved: (stored: StoredAccount, account: Account, request: LoginRequest),
      _ rulebook: Rulebook
    ) {
      (stored, account, request) = proved
      self.rulebook = rulebook
    }
  }

  /// Proves an old password before a new one is asked for; an attempt like any other.
  package func proof(
    of request: LoginRequest, warn: (Notice) -> Void
  ) async throws(AccountsError) -> PasswordProof {
    try await proof(of: try await subject(of: request), warn: warn)
  }

  /// Proves an old password against accounts as they were looked up.
  ///
  /// - Parameter records: whether an answer is recorded and logged.
  package func proof(
    of subject: LoginSubject, records: (LoginOutcome.Answer) -> Bool = { _ in true },
    warn: (Notice) -> Void
  ) async throws(AccountsError) -> PasswordProof {
    PasswordProof(
      try await prove(
        subject.request, among: subject.found, takesCodes: true, records: records, warn),
      subject.found.rulebook)
  }

  /// Proves the code of an invitation, as ``proof(of:records:warn:)`` proves a password. At
  /// accounts without an invitation it is compared with nothing and is not an attempt, even if
  /// something else would fit; that throws `loginFailed`, and costs a hash as any other mismatch
  /// does.
  package func proof(
    ofCode subject: LoginSubject, records: (LoginOutcome.Answer) -> Bool = { _ in true },
    warn: (Notice) -> Void
  ) async throws(AccountsError) -> PasswordProof {
    var found = subject.found
    found.accounts.removeAll { $0.values[.invitedUntil] == nil }
    guard !found.accounts.isEmpty else {
      _ = try await hasher.under(found.rulebook).verify(nil, against: nil)
      throw .loginFailed
    }
    return PasswordProof(
      try await prove(
        subject.request, among: found, takesCodes: true, records: records, warn), found.rulebook)
  }

  /// Replaces the password that was proved. If the account has changed since, the old password is
  /// proved again. That is not an attempt: it was right when it was given, so it is not a guess.
  package func changePassword(
    _ proof: PasswordProof, to new: PasswordEntry, filling values: FieldValues = FieldValues()
  ) async throws(AccountsError) -> Outcome<Account> {
    var proof = proof
    return try await retrying { () throws(AccountsError) in
      do throws(AccountsError) {
        try checkMeant(proof.stored, named: proof.account.name)
        return try await setPassword(new, filling: values, after: proof)
      } catch .conflict {
        guard proof.hasPassword else { throw .loginFailed }
        let now = try await subject(of: proof.request)
        var request = now.request
        let matching = try await matchingAccounts(&request, among: now.found)
        let found = try await accountAllowedToLogIn(
          matching, request, takesCodes: true, under: now.found.rulebook)
        proof = PasswordProof((found.stored, found.account, request), now.found.rulebook)
        return nil
      }
    }
  }

  /// The problems of a new password, and of the values to fill in.
  package func problems(
    with new: PasswordEntry, filling values: FieldValues, after proof: PasswordProof
  ) async throws(AccountsError) -> [Problem] {
    try await problems(with: new, in: proof.filled(with: values), after: proof)
  }

  private func problems(
    with new: PasswordEntry, in values: FieldValues, after proof: PasswordProof
  ) async throws(AccountsError) -> [Problem] {
    var problems = proof.rulebook.problems(with: values, newPassword: new, today: today())
    problems.add(try await blocklistProblem(of: new, under: proof.rulebook))
    if let text = try? new.text.get(), try await isOld(text, of: proof) {
      problems.append(Problem(.field(.password), .field(.otherThanOld)))
    }
    for field in Field.keys where proof.missing.contains(field) {
      do throws(AccountsError) { try await checkFree([field], of: values) } catch .taken {
        problems.append(Problem(.field(field), .field(.unique)))
      }
    }
    return problems
  }

  private func isOld(
    _ new: PasswordText, of proof: PasswordProof
  ) async throws(AccountsError) -> Bool {
    guard !proof.hasPassword else { return new == (try? proof.request.password.text.get()) }
    return try await hasher.under(proof.rulebook).fits(new, proof.account.password)
  }

  private func setPassword(
    _ new: PasswordEntry, filling given: FieldValues, after proof: PasswordProof
  ) async throws(AccountsError) -> Outcome<Account> {
    let (stored, account, rulebook) = (proof.stored, proof.account, proof.rulebook)
    let before = stored.values
    var values = proof.filled(with: given)
    let problems = try await problems(with: new, in: values, after: proof)
    guard problems.isEmpty, let text = try? new.text.get(), let id = stored.nameKey else {
      throw .invalid(problems)
    }
    let hasher = hasher.under(rulebook)
    values.password = try await hasher.hash(text).text
    let edits = Field.allCases.filter { values[$0] != before[$0] }
      .map { AccountRecord.Change($0, from: before[$0], to: values[$0]) }
    // The hash that the history keeps for a hand-typed password.
    var hashes: [PasswordText: PasswordHash] = [:]
    if case .typed(let typed) = account.password { hashes[typed] = try await hasher.hash(typed) }
    let name = account.name
    let written = try await by(name.text).apply(
      .edit(id, edits), of: name.text,
      account.mustChangePassword || account.invitedUntil != nil ? .password : .edit, hashes,
      under: rulebook)
    guard let renewed = written.value.account else { throw .internalFault }
    await forgetFailures(of: [name], by: rulebook.key)
    var notices = written.notices
    if account.takesCode(on: today()), renewed.state(on: today()) == .open {
      let login = LoginOutcome(
        of: renewed.name.text, id: written.value.id, .yes, from: proof.request.origin)
      await end(nil, nil, login, under: rulebook) { notices.append($0) }
    }
    return Outcome(renewed, notices: notices)
  }
}

extension Registry.PasswordProof {
  /// The account's values once the new password is set: what it lacks is filled in.
  fileprivate func filled(with given: FieldValues) -> FieldValues {
    var values = stored.values
    (values[.mustChange], values[.invitedUntil]) = (nil, nil)
    for field in missing {
      values[field] = given[field].flatMap {
        FieldValues.kept($0, for: field, phone: rulebook.fields.phone.mask)
      }
    }
    return values
  }
}
