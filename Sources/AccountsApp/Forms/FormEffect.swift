import AccountsFile

/// Names the request of a form that is sent.
enum FormEffect: Sendable {
  /// Logs in; creates an account only if the password was typed twice.
  case logIn(LoginRequest, mayCreate: Bool)
  /// Logs in, and sets a new password, with what the account lacks.
  case renew(LoginRequest, PasswordEntry, FieldValues)
  /// Makes an account, and logs it in unless it is another's. Without a password, one is generated.
  case register(FieldValues, PasswordEntry?, logsIn: Bool = true)
  case save(EditRequest)
}

extension Form {
  /// A login request. A name that was typed has the form of one of the fields that login is by; if
  /// several accounts share it, the key says who is meant.
  private func request(to password: PasswordEntry) -> LoginRequest {
    if names.count == 1, let name = names[0].text {
      return LoginRequest(name: name, password: password)
    }
    return LoginRequest(
      email: self[.email], username: self[.username], firstName: self[.firstName],
      password: password)
  }

  /// The form's request; nil if it needs a password and has none.
  var effect: FormEffect? {
    switch purpose {
    case .logIn: password.map { .logIn(request(to: $0), mayCreate: isNew) }
    case .renew(let login): password.map { .renew(login, $0, values) }
    case .register:
      password != nil || generates ? .register(values, password, logsIn: !isOfOther) : nil
    case .edit: editRequest.map { .save($0) }
    }
  }

  /// The changes that the form would make; nil if it is not an edit.
  var editRequest: EditRequest? {
    guard let account = edited else { return nil }
    var request = EditRequest(
      account: account.name(under: rulebook), password: password, seen: account)
    (request.isOwn, request.isByWriter) = (!isOfOther, true)
    request.draftUse = savesDraft ? .saved : .untouched
    for row in rows where row.field != .password && row.isToBeSaved {
      request.fields[row.field] = FieldSetting(row.text)
    }
    return request
  }
}
