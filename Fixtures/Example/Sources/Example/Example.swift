// The accounts of a chess club, kept by a program of its own: somebody registers, logs in, edits
// and is shown, in a directory that is gone at the end.

import AccountsFile
import Foundation

@main
struct Example {
  static func main() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("chess-club-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }

    let registry = Registry(documents: directory.path)
    _ = try await registry.initialise(chessClub)

    await register(registry, email: "vera@chess.example", password: "caissa", phone: "12")
    await register(
      registry, email: "vera@chess.example", password: "caissa64", phone: "01632 960123")

    let login = LoginRequest(firstName: "vera", password: PasswordEntry("caissa64"))
    let account = try await registry.login(login)
    print("logged in: \(account.name.text)")

    let edit = try await registry.edit(EditRequest(fields: [.lastName: "Menchik"]))
    print("changed: \(edit.edit.fields.map(\.rawValue).joined(separator: ", "))")

    let profile = try await registry.show()
    for field in Field.allCases {
      if let text = profile.account[field] { print("\(field.rawValue): \(text)") }
    }

    // What a hand writes into the file is used at once, and what is wrong there has its place.
    let file = directory.appendingPathComponent("accounts.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacingOccurrences(of: "960123", with: "96").write(
      to: file, atomically: true, encoding: .utf8)
    do {
      _ = try await registry.show()
    } catch AccountsError.accountClosed(let problems) {
      tell("closed", problems)
    }
  }

  static let chessClub = Rulebook(
    name: "chess club",
    login: Rulebook.Login(by: [.firstName]),
    fields: Rulebook.Fields(
      password: PasswordRule(characters: 8, digits: 2),
      firstName: NameRule(required: true),
      phone: PhoneRule(mask: PhoneMask("+44 **** ******", trunk: "0") ?? .russian)))

  static func register(
    _ registry: Registry, email: String, password: String, phone: String
  ) async {
    var values = FieldValues()
    values.type(email, into: .email)
    values.type("Vera", into: .firstName)
    values.type(phone, into: .phone)
    do {
      let outcome = try await registry.register(
        values, password: PasswordEntry(password), logsIn: false)
      print("registered: \(outcome.name.text)")
    } catch AccountsError.invalid(let problems) {
      tell("refused", problems)
    } catch {
      print("failed: \(error)")
    }
  }

  /// The library has facts and no words; these are the program's own.
  static func tell(_ what: String, _ problems: [Problem]) {
    for problem in problems {
      let place = problem.place?.position.map { " at \($0.line):\($0.column)" } ?? ""
      print("\(what): \(problem.field ?? "account") breaks \(problem.rule.name)\(place)")
    }
  }
}
