import Accounts
import RegAppCLI

enum LoginRequestForTests {
  /// A second person: one alone is logged in without a login.
  static let other = LoginRequest(
    email: "other@person.example", password: PasswordEntry("secret12345"))
}

extension Console {
  /// A terminal that nobody looks at.
  static let silent = Console(
    write: { _ in }, say: { _ in }, readInput: { _ in [] }, ask: { _ in nil },
    askSecretly: { _ in nil },
    readFile: { _ in nil }, inputIsTerminal: false, outputIsTerminal: false, errorIsTerminal: false)
}
