package import AccountsFile
package import CommandKit

extension Field {
  package var name: Phrase {
    switch self {
    case .email: Phrase("email")
    case .username: Phrase("user name")
    case .password: Phrase("password")
    case .firstName: Phrase("first name")
    case .lastName: Phrase("last name")
    case .birthDate: Phrase("birth date")
    case .phone: Phrase("phone")
    case .groups: Phrase("groups")
    case .disabled: Phrase("disabled")
    case .validFrom: Phrase("valid from")
    case .validUntil: Phrase("valid until")
    case .mustChange: Phrase("must change")
    case .invitedUntil: Phrase("invitation")
    }
  }

  /// The fields in the order in which a person would ask for them: the name first.
  package static let inAskingOrder: [Field] = [
    .firstName, .lastName, .birthDate, .phone, .email, .username,
  ]

  package var title: Phrase { name.title }

  var label: Phrase { name.label }

  static let noValue = Phrase("nothing")

  static func quoted(_ value: String?) -> Phrase {
    value.map(visible).map { Phrase("\"\($0)\"") } ?? noValue
  }
}

extension Phrase {
  /// With a capital first letter and a full stop, as the screens say what happened.
  package var sentence: Phrase { title + Phrase(same: ".") }

  var label: Phrase { title + Phrase(same: ":") }
}
