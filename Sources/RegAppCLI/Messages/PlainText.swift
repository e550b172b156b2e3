import Accounts

/// The words of the forms line by line.
enum PlainText {
  static let back = ":back"
  static let cancel = ":cancel"
  static let clear = "-"

  static let howTo =
    "\(back) goes back a question, \(cancel) leaves, and so does the end of input. "
    + "A password is taken as it is typed."
  static let again = "Password again: "
  static let passwordsDiffer = "the two passwords differ"

  /// A question for a field, with its form where that helps and with what stands there now.
  static func question(_ form: Form, _ field: Field) -> String {
    var question = String(field.label.dropLast())
    if field == .birthDate { question += " (YYYY-MM-DD)" }
    guard case .edit = form.purpose else { return question + ": " }
    if field == .password { return question + " (Enter keeps it): " }
    let present = form[field].map { " [\(visible($0))]" } ?? ""
    return "\(question)\(present) (Enter keeps, \(clear) clears): "
  }

  static let profileMenu = "Edit, log out or quit? [e/l/q] "
  static let albumsMenu = "Edit, albums, log out or quit? [e/a/l/q] "
  static let loginMenu = "Log in, register or quit? [l/r/q] "
}
