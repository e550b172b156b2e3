// The accounts of a chess club, kept by a server of its own: people register, log in, edit and are
// shown, in a directory that is gone at the end. What is said here of requests and cookies, a web
// framework does.

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

    await register(
      registry, email: "sonja@chess.example", password: "caissa32", phone: "01632 960456",
      firstName: "Sonja")

    // Each request has a cookie, by which the server knows whose it is.
    let vera = try await logIn(registry, firstName: "vera", password: "caissa64")
    let sonja = try await logIn(registry, firstName: "sonja", password: "caissa32")
    try await withThrowingTaskGroup(of: Void.self) { requests in
      for (name, lastName) in [(vera, "Menchik"), (sonja, "Graf")] {
        requests.addTask { try await rename(registry, name, to: lastName) }
      }
      try await requests.waitForAll()
    }

    for name in [vera, sonja] {
      guard let account = try await registry.account(name).account else { continue }
      for field in Field.allCases {
        if let text = account[field] { print("\(field.rawValue): \(text)") }
      }
    }

    // What a hand writes into the file is used at once, and what is wrong there has its place.
    let file = directory.appendingPathComponent("accounts.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacingOccurrences(of: "960123", with: "96").write(
      to: file, atomically: true, encoding: .utf8)
    tell("closed", try await registry.account(vera).problems)
  }

  static let chessClub = Rulebook(
    name: "chess club",
    login: Rulebook.Login(by: [.firstName]),
    fields: Rulebook.Fields(
      password: PasswordRule(characters: 8, digits: 2),
      firstName: NameRule(required: true),
      phone: PhoneRule(mask: PhoneMask("+44 **** ******", trunk: "0") ?? .russian)))

  static func register(
    _ registry: Registry, email: String, password: String, phone: String,
    firstName: String = "Vera"
  ) async {
    var values = FieldValues()
    values.type(email, into: .email)
    values.type(firstName, into: .firstName)
    values.type(phone, into: .phone)
    do {
      let outcome = try await registry.register(values, password: PasswordEntry(password))
      print("registered: \(outcome.name.text)")
    } catch AccountsError.invalid(let problems) {
      tell("refused", problems)
    } catch {
      print("failed: \(error)")
    }
  }

  /// Returns the name of the account, which the server keeps with the cookie that it sets now.
  static func logIn(
    _ registry: Registry, firstName: String, password: String
  ) async throws -> String {
    let request = LoginRequest(firstName: firstName, password: PasswordEntry(password))
    let account = try await registry.authenticate(request)
    print("logged in: \(account.name.text)")
    return account.name.text
  }

  /// - Parameter name: the account of the request's cookie.
  static func rename(_ registry: Registry, _ name: String, to lastName: String) async throws {
    var request = EditRequest(account: name, fields: [.lastName: lastName])
    request.isOwn = true
    _ = try await registry.by(name).edit(request)
  }

  /// The library has facts and no words; these are the program's own.
  static func tell(_ what: String, _ problems: [Problem]) {
    for problem in problems {
      let place = problem.place?.position.map { " at \($0.line):\($0.column)" } ?? ""
      print("\(what): \(problem.field ?? "account") breaks \(problem.rule.name)\(place)")
    }
  }
}
