import Accounts
import CommandKit

extension Field {
  /// The field as a sentence names it.
  var name: Phrase {
    switch self {
    case .email: Phrase("email", ru: "эл. почта")
    case .password: Phrase("password", ru: "пароль")
    case .firstName: Phrase("first name", ru: "имя")
    case .lastName: Phrase("last name", ru: "фамилия")
    case .birthDate: Phrase("birth date", ru: "дата рождения")
    case .phone: Phrase("phone", ru: "телефон")
    }
  }

  /// The field as it is asked for.
  var title: Phrase { name.map { "\($0.prefix(1).uppercased())\($0.dropFirst())" } }

  /// The field as a profile labels it.
  var label: Phrase { title + Phrase(same: ":") }

  static let noValue = Phrase("nothing", ru: "пусто")

  /// A value as a sentence quotes it.
  static func quoted(_ value: String?) -> Phrase {
    value.map(visible).map { Phrase("\"\($0)\"", ru: "«\($0)»") } ?? noValue
  }
}
