extension Registry {
  /// Replaces the password that the old one proves, and removes the mark that it must be changed.
  /// The new password must keep the rulebook and differ from the old one.
  ///
  /// This is how an owner changes a password without a session, as on a server. It also works where
  /// ``authenticate(_:warn:)`` is refused for a required change, and counts as an attempt likewise.
  /// An account that cannot be logged in to stays as it is, unless its owner is invited: then the old
  /// password is the code, and the new one ends the invitation. That may be before the first day, so
  /// that the account returned is not yet valid. After the day of the invitation it throws
  /// `invitationOver`.
  ///
  /// - Parameters:
  ///   - request: the login name and the old password.
  ///   - new: the new password.
  ///   - values: values of required fields that an invited account lacks, as they were typed. One
  ///     that it has stays as it is; without one that it lacks, throws `invalid`.
  ///   - warn: called if the attempt could not be recorded, or not be counted where that is
  ///     allowed.
  public func changePassword(
    _ request: LoginRequest, to new: PasswordEntry, filling values: FieldValues = FieldValues(),
    warn: (Notice) -> Void = { _ in }
  ) async throws(AccountsError) -> Outcome<Account> {
    var request = request
    let candidates = try await candidates(for: &request)
    return try await changePassword(request, to: new, filling: values, among: candidates, warn)
  }

  func changePassword(
    _ request: LoginRequest, to new: PasswordEntry, filling values: FieldValues,
    among candidates: LookupResult, _ warn: (Notice) -> Void
  ) async throws(AccountsError) -> Outcome<Account> {
    var (request, candidates) = (request, candidates)
    return try await retrying { () throws(AccountsError) in
      let (stored, account) = try await prove(
        request, among: candidates, takesCodes: true, warn)
      let proof = PasswordProof(
        request: request, stored: stored, account: account, candidates.rulebook)
      if let done = try await setPassword(new, filling: values, after: proof) { return done }
      // Another was faster: whether the old password still is right, is asked again.
      candidates = try await self.candidates(for: &request)
      return nil
    }
  }

  /// An old password that was right.
  package struct PasswordProof: Sendable {
    fileprivate let request: LoginRequest
    fileprivate let stored: StoredAccount
    fileprivate let account: Account
    fileprivate let rulebook: Rulebook
    /// The required fields that the account lacks, since its owner is invited.
    package var missing: [Field] { rulebook.missing(in: stored.values) }

    fileprivate init(
      request: LoginRequest, stored: StoredAccount, account: Account, _ rulebook: Rulebook
    ) {
      (self.request, self.stored, self.account, self.rulebook) = (
        request, stored, account, rulebook
      )
    }
  }

  /// Proves an old password before a new one is asked for; an attempt like any other.
  package func proof(
    of request: LoginRequest, warn: (Notice) -> Void
  ) async throws(AccountsError) -> PasswordProof {
    var request = request
    let found = try await candidates(for: &request)
    let (stored, account) = try await prove(request, among: found, takesCodes: true, warn)
    return PasswordProof(request: request, stored: stored, account: account, found.rulebook)
  }

  /// Replaces the password that was proved. If the account has changed since, the old password is
  /// proved again.
  package func changePassword(
    _ proof: PasswordProof, to new: PasswordEntry, filling values: FieldValues = FieldValues(),
    warn: (Notice) -> Void
  ) async throws(AccountsError) -> Outcome<Account> {
    if let done = try await setPassword(new, filling: values, after: proof) { return done }
    return try await changePassword(proof.request, to: new, filling: values, warn: warn)
  }

  /// Nil if the account has changed since.
  private func setPassword(
    _ new: PasswordEntry, filling values: FieldValues, after proof: PasswordProof
  ) async throws(AccountsError) -> Outcome<Account>? {
    let (stored, account) = (proof.stored, proof.account)
    do throws(AccountsError) {
      try await checkMeant([(account.name, stored)])
      return try await setPassword(
        new, filling: values, of: stored, account, from: proof.request.password,
        under: proof.rulebook)
    } catch .conflict {
      return nil
    }
  }

  private func setPassword(
    _ new: PasswordEntry, filling given: FieldValues, of stored: StoredAccount,
    _ account: Account, from old: PasswordEntry, under rulebook: Rulebook
  ) async throws(AccountsError) -> Outcome<Account> {
    let before = stored.values
    var values = before
    (values[.mustChange], values[.invitedUntil]) = (nil, nil)
    for field in rulebook.missing(in: values) {
      values[field] = given[field].flatMap {
        FieldValues.kept($0, for: field, phone: rulebook.fields.phone.mask)
      }
    }
    var problems = rulebook.problems(with: values, newPassword: new, today: today())
    problems.add(try await listing(of: new, under: rulebook))
    if let text = try? new.text.get(), text == (try? old.text.get()) {
      problems.append(Problem(.field(.password), .field(.otherThanOld)))
    }
    guard problems.isEmpty, let text = try? new.text.get(), let id = stored.id else {
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
    return Outcome(renewed, notices: written.notices)
  }
}
