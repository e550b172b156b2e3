import Accounts
import RegAppCLI

enum LoginRequestForTests {
  /// A second account: a single one is logged in without a login.
  static let other = LoginRequest(
    email: "other@person.example", password: PasswordEntry("secret12345"))
}

extension Console {
  /// A terminal whose output is ignored.
  static let silent = Console(
    write: { _ in }, say: { _ in }, readInput: { _ in [] }, ask: { _ in nil },
    askSecretly: { _ in nil },
    readFile: { _ in nil }, inputIsTerminal: false, outputIsTerminal: false, errorIsTerminal: false)
}
