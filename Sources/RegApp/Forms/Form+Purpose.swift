import AccountsFile

/// Tells the forms apart by their purposes.
extension Form {
  /// Whether it makes another's account, whose password may be generated.
  var isOfNew: Bool { isOfOther && purpose == .register }

  /// Whether it sets a password, and nothing else.
  var isOfPassword: Bool {
    isOfRenewal || isEdit && rows.allSatisfy { $0.field == .password }
  }

  /// Whether it sets the new password without which nobody is logged in.
  var isOfRenewal: Bool { if case .renew = purpose { true } else { false } }

  var isEdit: Bool {
    if case .edit = purpose { return true }
    return false
  }

  /// The name of the account that is edited; nil if the form is not an edit.
  var accountName: String? {
    guard case .edit(let account) = purpose else { return nil }
    return account.name(under: rulebook)
  }

  var isChanged: Bool {
    switch purpose {
    case .edit: rows.contains { $0.field == .password ? $0.text != nil : $0.isChanged }
    case .logIn, .renew, .register: generates || rows.contains { $0.text != nil }
    }
  }
}
