extension Registry {
  /// Hashes a typed password, replaces a weak hash, and gives an id to an account that has none;
  /// returns the account if it was written. A login goes on if it fails.
  func strengthen(
    _ stored: StoredAccount, _ account: Account, _ entry: PasswordEntry, under rulebook: Rulebook
  ) async -> (written: StoredAccount?, notices: [Notice]) {
    guard case .success(let password) = entry.text else { return (nil, []) }
    let recipe = await recipe(for: password, of: stored, account, under: rulebook)
    let lacksID = stored.values[.id] == nil
    guard recipe != nil || lacksID else { return (nil, []) }
    let old = stored.values[.password]
    var hash: PasswordHash?
    let written: Outcome<StoredAccount>
    do throws(AccountsError) {
      if let recipe { hash = try await hasher.under(rulebook).hash(password, recipe) }
      guard let id = stored.nameKey else { throw .internalFault }
      let changes = hash.map { [AccountRecord.Change(.password, from: old, to: .text($0.text))] }
      written = try await apply(
        .edit(id, changes ?? [], ifStill: stored.values.identity), of: account.name.text, .rehash,
        identifies: true)
    } catch {
      // If another process has just changed the password, its change is kept.
      if case .conflict = error { return (nil, []) }
      return (nil, [recipe == nil ? .notIdentified(error) : .notSealed(error)])
    }
    guard let hash else { return (written.value, written.notices) }
    do throws(AccountsError) {
      try await uncancelled { () throws(AccountsError) in
        try await carryEdit(of: stored.values, password, from: old, to: hash)
      }
    } catch {
      return (written.value, written.notices + [.editNotCarried(error)])
    }
    return (written.value, written.notices)
  }

  /// How a password is hashed anew; nil if it stays as it is stored.
  private func recipe(
    for password: PasswordText, of stored: StoredAccount, _ account: Account,
    under rulebook: Rulebook
  ) async -> HashRecipe? {
    let hasher = hasher.under(rulebook)
    switch account.password {
    case .typed:
      // The other programs have a hash of bcrypt then, and where nobody can tell what they know.
      let readers = await readersOfHash(stored.values)
      let isKnown = readers?.allSatisfy { hasher.recipe.isKnown(to: $0) } == true
      return isKnown || !HashScheme.bcrypt.takes(password)
        ? hasher.recipe : hasher.making(.bcrypt).recipe
    case .hash(let hash):
      guard rulebook.login.upgradesHashes,
        let upgrade = hasher.judge().upgrade(of: hash, for: password),
        let readers = await readersOfHash(stored.values),
        readers.allSatisfy({ !$0(hash.scheme) || upgrade.isKnown(to: $0) })
      else { return nil }
      return upgrade
    case .locked: return nil
    }
  }

  /// Updates an edit's old password to the new hash of the same one, so that it does not conflict.
  func carryEdit(
    of values: FieldValues, _ password: PasswordText, from old: FieldValue?, to hash: PasswordHash
  ) async throws(AccountsError) {
    guard let current = try await passwordInDraft(of: values) else { return }
    if current != old {
      guard let known = current.text.flatMap({ try? StoredPassword($0) }),
        try await hasher.fits(password, known)
      else {
        return
      }
    }
    try await locked { session throws(AccountsError) in
      guard var edit = try await sessions.readDraft(), let change = edit.changes[.password],
        current == change.oldValue
      else { return }
      edit.set(.password, from: .text(hash.text), to: change.newValue)
      try await session.write(draft: edit)
    }
  }

  /// The password from which the draft of an account with these names starts; nil if there is no
  /// draft, or if it does not change the password.
  private func passwordInDraft(
    of values: FieldValues
  ) async throws(AccountsError) -> FieldValue? {
    guard let edit = try await editIfAny(), let change = edit.changes[.password],
      let id = edit.id, let account = try await accounts(of: [id]).accounts[id],
      !Set(account.values.nameKeys).isDisjoint(with: values.nameKeys)
    else { return nil }
    return change.oldValue
  }
}
