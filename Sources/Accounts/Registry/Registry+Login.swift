/// Who says they are somebody, and the password that is to prove it.
public struct LoginRequest: Sendable {
  public var email: String?
  public var firstName: String?
  public var password: PasswordEntry

  public init(email: String? = nil, firstName: String? = nil, password: PasswordEntry) {
    self.email = email
    self.firstName = firstName
    self.password = password
  }
}

extension Registry {
  /// Logs in. Where the rulebook says so, an unknown email becomes an account.
  ///
  /// A typed password becomes a hash, and a hash weaker than ours a stronger one. A failed login
  /// leaves the session as it was; it says the same, and takes as long, whether the account is
  /// unknown or locked or the password wrong.
  ///
  /// - Parameter confirm: called before an account is made; what it throws stops that.
  public func login(
    _ request: LoginRequest, confirm: () async throws -> Void = {}
  ) async throws -> Outcome {
    let candidates = try await candidates(for: request)
    if candidates.accounts.isEmpty, candidates.rulebook.login.unknown == .create,
      let email = request.email, request.firstName == nil
    {
      var values = FieldValues()
      values.type(email, into: .email)
      return try await register(values, password: request.password, confirm: confirm)
    }
    let account = try await prove(request, among: candidates)
    guard let valid = account.account else { throw AccountsError.internalFault }
    var notices: [Notice] = []
    do throws(AccountsError) {
      notices += try await strengthen(account, request.password, under: candidates.rulebook)
    } catch {
      notices.append(.notSealed(error))
    }
    try await atDesk { () throws(AccountsError) in
      do throws(DiskFault) { try await desk.write(session: valid.email.text) } catch {
        throw .disk(error)
      }
    }
    return Outcome(account: valid, notices: notices)
  }

  /// Whether a password fits an account. Nothing is written.
  public func verify(_ request: LoginRequest) async throws -> Bool {
    do {
      _ = try await prove(request, among: candidates(for: request))
      return true
    } catch AccountsError.loginFailed, AccountsError.nobodyRegistered {
      return false
    }
  }

  private func candidates(for request: LoginRequest) async throws(AccountsError) -> Finding {
    let rulebook = try await base.rulebook()
    if let email = request.email.flatMap({ FieldValues.trimmed($0, for: .email) }) {
      let finding = try await base.find(email: email)
      guard let name = request.firstName else { return finding }
      return finding.only { $0.values.firstName.map(PersonName.key) == PersonName.key(of: name) }
    }
    guard rulebook.login.by == .firstName else {
      throw request.firstName == nil ? .loginNeeds(.email) : .loginKey(.email)
    }
    guard let name = request.firstName else { throw .loginNeeds(.firstName) }
    return try await base.find(firstName: name)
  }

  /// The one valid account among the candidates that the password fits.
  private func prove(
    _ request: LoginRequest, among candidates: Finding
  ) async throws(AccountsError) -> StoredAccount {
    let password = try? request.password.text.get()
    var fitting: [StoredAccount] = []
    var unknownScheme: String?
    for account in candidates.accounts {
      switch await hasher.verify(password, against: account.password) {
      case .fits: fitting.append(account)
      case .differs: break
      case .unknownScheme(let scheme): unknownScheme = scheme
      }
    }
    if candidates.accounts.isEmpty {
      _ = await hasher.verify(password, against: nil)
      throw candidates.somebodyIsRegistered ? .loginFailed : .nobodyRegistered
    }
    let valid = fitting.filter { !$0.isClosed }
    if let account = valid.first {
      guard valid.count == 1 else { throw .severalFit }
      return account
    }
    if !fitting.isEmpty {
      throw .accountClosed(path: candidates.path, Self.problems(of: fitting))
    }
    if let unknownScheme { throw .schemeUnsupported(unknownScheme) }
    throw .loginFailed
  }

  /// Makes a typed password a hash, and a weak hash one of ours.
  private func strengthen(
    _ account: StoredAccount, _ entry: PasswordEntry, under rulebook: Rulebook
  ) async throws(AccountsError) -> [Notice] {
    guard let valid = account.account, case .success(let password) = entry.text else { return [] }
    switch valid.password {
    case .typed: break
    case .hash(let hash):
      guard rulebook.login.upgradesHashes, hasher.judge().strength(of: hash) == .weak else {
        return []
      }
    case .locked: return []
    }
    let hash = try await hasher.hash(password)
    let change = FieldChange(field: .password, old: account.values.password, new: hash.text)
    let receipt: Receipt
    do throws(AccountsError) {
      receipt = try await base.change(valid.email.text, [change])
    } catch .conflict {
      // Somebody else has just changed the password; theirs stands.
      return []
    }
    try await carryEdit(of: valid.email.text, password, from: change.old, to: hash)
    return notices(of: receipt)
  }

  /// An edit that changes the password goes on from the new hash of the same password: a hash
  /// that was only made anew is no conflict.
  func carryEdit(
    of email: String, _ password: PasswordText, from old: String?, to hash: PasswordHash
  ) async throws(AccountsError) {
    guard let edit = try? await desk.edit(), edit.changes[.password] != nil else { return }
    try await atDesk { () throws(AccountsError) in
      guard var edit = try? await desk.edit(), let change = edit.changes[.password],
        edit.serves(email) || EmailAddress.key(of: edit.newEmail) == EmailAddress.key(of: email)
      else { return }
      let standing = edit.state == .open ? change.old : change.new
      var isSame = standing == old
      if !isSame, let standing, let stored = try? StoredPassword(standing) {
        isSame = await hasher.verify(password, against: stored) == .fits
      }
      guard isSame else { return }
      if edit.state == .open {
        edit.set(.password, from: hash.text, to: change.new)
      } else {
        edit.set(.password, from: change.old, to: hash.text)
      }
      let carried = edit
      try await following(.accountSaved(email: email)) { () throws(DiskFault) in
        try await desk.write(edit: carried)
      }
    }
  }
}

extension Finding {
  fileprivate func only(where isMeant: (StoredAccount) -> Bool) -> Finding {
    Finding(
      rulebook: rulebook, accounts: accounts.filter(isMeant),
      somebodyIsRegistered: somebodyIsRegistered, path: path)
  }
}
