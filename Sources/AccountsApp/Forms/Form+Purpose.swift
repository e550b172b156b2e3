import AccountsFile

/// Tells the forms apart by their purposes.
extension Form {
  /// Whether it makes another's account, whose password may be generated.
  var isOfNew: Bool { isOfOther && purpose == .register }

  /// Whether it sets a password, and nothing else.
  var isOfPassword: Bool {
    (isOfRenewal || isEdit) && rows.allSatisfy { $0.field == .password }
  }

  /// Whether it sets the new password without which nobody is logged in.
  var isOfRenewal: Bool { if case .renew = purpose { true } else { false } }

  /// The account that is edited, as it was when the form was opened; nil if the form is not an
  /// edit.
  var edited: StoredAccount? { if case .edit(let account) = purpose { account } else { nil } }

  var isEdit: Bool { edited != nil }

  /// Whether only its button or Ctrl+S sends it, since text typed blind ends with Enter.
  var endsByButton: Bool { isEdit || isOfOther }

  var accountName: String? { edited?.name(under: rulebook) }

  var isChanged: Bool {
    switch purpose {
    case .edit: rows.contains { $0.field == .password ? $0.text != nil : $0.isChanged }
    case .logIn, .renew, .register: generates || rows.contains { $0.text != nil }
    }
  }
}
