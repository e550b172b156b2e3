import AccountsFile

/// What a form asks for when it is sent.
enum FormEffect: Sendable {
  /// Logs in; creates an account only if the password was typed twice.
  case logIn(LoginRequest, mayCreate: Bool)
  case register(FieldValues, PasswordEntry)
  case save(EditRequest)
}

extension Form {
  /// The form's request, given a password; nil if it needs one and has none.
  func effect(_ password: PasswordEntry?) -> FormEffect? {
    switch purpose {
    case .logIn:
      password.map {
        .logIn(
          LoginRequest(email: self[.email], firstName: self[.firstName], password: $0),
          mayCreate: isNew)
      }
    case .register: password.map { .register(values, $0) }
    case .edit:
      editRequest.map { request in
        var request = request
        request.password = password
        return .save(request)
      }
    }
  }
}
