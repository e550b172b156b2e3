/// A generated password, and its strength.
public struct GeneratedPassword: Sendable {
  /// The password.
  public let text: PasswordText
  /// The number of bits, see ``PasswordGenerator``.
  public let bits: Double
  /// True if the rulebook requires the account's owner to change it; false if owners generate one
  /// for themselves. Set `mustChange` together with the password then.
  public var mustChange = false
}

extension Registry {
  /// A password that the rulebook accepts for an account with these values, and that is on no
  /// blocklist.
  public func generatedPassword(for values: FieldValues) async throws(AccountsError)
    -> GeneratedPassword
  {
    try await generatedPassword(for: values, under: store.rulebook())
  }

  /// A password for the account as a request would leave it. Nothing is written.
  public func generatedPassword(for request: EditRequest) async throws(AccountsError)
    -> GeneratedPassword
  {
    let target = try await target(of: request)
    var values = target.account.values
    if request.draftUse != .untouched, let edit = try await editIfAny(), edit.isOf(target.account) {
      values.set(edit.changes, to: \.newValue)
    }
    for (field, value) in request.typed { values[field] = value }
    var generated = try await generatedPassword(for: values, under: target.rulebook)
    if await isByOwner(request, of: target.account) { generated.mustChange = false }
    return generated
  }

  package func generatedPassword(
    for values: FieldValues, under rulebook: Rulebook
  ) async throws(AccountsError) -> GeneratedPassword {
    let generator = PasswordGenerator(rulebook)
    for _ in 0..<100 {
      let password = try generator.password(for: values)
      if try await blocklisted([password], under: rulebook).isEmpty {
        return GeneratedPassword(
          text: password, bits: generator.bits, mustChange: rulebook.login.changeGenerated)
      }
    }
    throw .invalid([Problem(.field(.password), .field(.notOnBlocklist))])
  }
}
