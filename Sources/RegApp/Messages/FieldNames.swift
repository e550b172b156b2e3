package import AccountsFile
package import CommandKit

extension Field {
  package var name: Phrase {
    switch self {
    case .email: Phrase("email", ru: "эл. почта")
    case .username: Phrase("user name", ru: "имя пользователя")
    case .password: Phrase("password", ru: "пароль")
    case .firstName: Phrase("first name", ru: "имя")
    case .lastName: Phrase("last name", ru: "фамилия")
    case .birthDate: Phrase("birth date", ru: "дата рождения")
    case .phone: Phrase("phone", ru: "телефон")
    case .groups: Phrase("groups", ru: "группы")
    case .disabled: Phrase("disabled", ru: "отключён")
    case .validFrom: Phrase("valid from", ru: "действует с")
    case .validUntil: Phrase("valid until", ru: "действует по")
    case .mustChange: Phrase("must change", ru: "сменить пароль")
    }
  }

  var title: Phrase { name.title }

  /// The same, with a full stop, as the screens say what happened.
  var sentence: Phrase { title + Phrase(same: ".") }

  var label: Phrase { name.label }

  static let noValue = Phrase("nothing", ru: "пусто")

  static func quoted(_ value: String?) -> Phrase {
    value.map(visible).map { Phrase("\"\($0)\"", ru: "«\($0)»") } ?? noValue
  }
}

extension Phrase {
  /// The text with a capital first letter.
  var title: Phrase { map { "\($0.prefix(1).uppercased())\($0.dropFirst())" } }

  /// The same, with a full stop, as the screens say what happened.
  var sentence: Phrase { title + Phrase(same: ".") }

  var label: Phrase { title + Phrase(same: ":") }
}
