import AccountsFile

extension Rulebook {
  /// Whether the key and a password are enough to register: then one form serves for logging in
  /// and registering.
  var registersAtLogin: Bool {
    login.unknown == .create && login.by == [key]
      && Field.allCases.allSatisfy { !requires($0) || $0 == key || $0 == .password }
  }
}

extension StoredAccount {
  /// Returns the account's key or, without one, another of its names.
  func name(under rulebook: Rulebook) -> String {
    rulebook.nameField(of: self).flatMap { self[text: $0] } ?? ""
  }
}
