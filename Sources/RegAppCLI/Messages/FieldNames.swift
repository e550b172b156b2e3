import Accounts

extension Field {
  /// The field as a sentence names it.
  var name: String {
    switch self {
    case .email: "email"
    case .password: "password"
    case .firstName: "first name"
    case .lastName: "last name"
    case .birthDate: "birth date"
    case .phone: "phone"
    }
  }

  /// The field as a profile labels it.
  var label: String {
    let name = name
    return name.prefix(1).uppercased() + name.dropFirst() + ":"
  }
}

/// A count with its noun, as English has it.
package func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
