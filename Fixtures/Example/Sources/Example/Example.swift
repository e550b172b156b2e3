// The accounts of a chess club, kept by a server of its own. Its requests come at once: each is a
// task. What is said here of requests and cookies, a web framework does. It checks what came of it,
// and ends with 1 where that is wrong.

import AccountsFile
import Foundation

@main
struct Example {
  static func main() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("chess-club-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }

    let club = Club(Registry(documents: directory.path))
    _ = try await club.registry.initialise(chessClub)
    try await club.open()
    try await club.play()
    try await club.administer()
    try await club.invite()

    // What a hand writes into the file is used at once, and what is wrong there has its place.
    let file = directory.appendingPathComponent("accounts.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacingOccurrences(of: "960100", with: "96").write(
      to: file, atomically: true, encoding: .utf8)
    for problem in try await club.registry.account("vera@chess.example").problems {
      print("closed: \(said(problem))")
      check(problem.place?.position != nil, "and the place is known")
    }
  }

  static let chessClub = Rulebook(
    name: "chess club",
    login: Rulebook.Login(by: [.email]),
    fields: Rulebook.Fields(
      password: PasswordRule(characters: 8, digits: 2),
      phone: PhoneRule(mask: PhoneMask("+44 **** ******", trunk: "0") ?? .russian),
      required: [.firstName]))
}

struct Club: Sendable {
  let registry: Registry
  let players = ["Vera", "Sonja", "Nona", "Maia", "Judit", "Susan"]

  init(_ registry: Registry) { self.registry = registry }

  /// All register at once, and some of them twice.
  func open() async throws {
    print("refused:", try await register("Vera", password: "caissa") ?? "")
    let answers = try await atOnce(players + players.prefix(2)) { try await register($0) }
    check(answers.count { $0 == nil } == players.count, "each is registered once")
    check(answers.count { $0 == "taken" } == 2, "who comes twice is told")
  }

  /// They log in and edit their profiles, while somebody guesses, and others are imported.
  func play() async throws {
    async let imported = importJuniors()
    async let guesses = atOnce(Array(repeating: "Vera", count: 3)) {
      try await logIn($0, password: "guess123") == nil
    }
    let renamed = try await atOnce(players) { player in
      guard let name = try await logIn(player) else { return false }
      try await edit(name, [.lastName: .set("\(player)son"), .phone: "01632 960100"])
      return true
    }
    check(renamed.allSatisfy(\.self), "everybody is in")
    check(try await guesses.allSatisfy(\.self), "and nobody who guesses")
    check(try await imported == 3, "the juniors are there")
    // Edits of one account by many merge field by field.
    _ = try await atOnce([[.lastName: "Menchik"], [.phone: .clear], [.birthDate: "1906-02-16"]]) {
      try await edit(email("Nona"), $0)
    }
    let nona = try await registry.account(email("Nona"))
    check(nona.values.lastName == "Menchik" && nona.values.phone == nil, "all edits are there")
    print("edited:", nona.account?.birthDate?.description ?? "")
  }

  /// An administrator makes a mistake, and takes it back, while others are listed.
  func administer() async throws {
    let admin = registry.by("admin")
    async let listed = registry.list(limit: 100, holding: "son").accounts.count
    _ = try await admin.disable(players.map(email), reason: "season is over")
    check(try await logIn("Maia") == nil, "who is disabled is out")
    check(try await listed == 5, "a list has all that it should")
    let undone = try await registry.undo()
    print(
      "taken back:", undone.entries.map { "\($0.did) by \($0.by ?? "")" }, undone.accounts.count)
    check(try await logIn("Maia") == email("Maia"), "and in again")
    var states: [AccountState: Int] = [:]
    var page = try await registry.list(limit: 100)
    while true {
      for account in page.accounts { states[account.state, default: 0] += 1 }
      guard let next = page.next else { break }
      page = try await registry.list(from: next, limit: 100)
    }
    print("accounts:", states.map { "\($0) \($1)" }.sorted())
    check(try await registry.check().errors.isEmpty, "nothing is wrong with the file")
  }
}

extension Club {
  /// A new member is invited, by a mail with a code, and sets a password with it.
  func invite() async throws {
    let lastDay = registry.today().adding(days: 14) ?? registry.today()
    let made = try await registry.register(
      FieldValues(email: email("Hanna"), firstName: "Hanna"), invitingUntil: lastDay)
    let code = made.code.revealed()
    print("mail to \(made.account): your code is \(code)")
    check("\(made.code)" != code, "and nothing shows it by accident")
    let request = LoginRequest(email: email("Hanna"), password: PasswordEntry(code))
    _ = try await registry.changePassword(request, to: PasswordEntry("caissa65"))
    check(try await logIn("Hanna", password: "caissa65") != nil, "who was invited is in")
    check(try await logIn("Hanna", password: code) == nil, "and the code is good once")
  }
}

// What requests ask for. A server knows by their cookies whose they are.
extension Club {
  /// Returns why not; nil where the player is registered now.
  func register(_ player: String, password: String = "caissa64") async throws(AccountsError)
    -> String?
  {
    do throws(AccountsError) {
      let values = FieldValues(email: email(player), firstName: player)
      _ = try await registry.register(values, password: PasswordEntry(password))
      return nil
    } catch .invalid(let problems) {
      return problems.map(said).joined(separator: ", ")
    } catch .taken {
      return "taken"
    }
  }

  /// Returns the account's name, for the cookie; nil where the password is wrong.
  func logIn(_ player: String, password: String = "caissa64") async throws(AccountsError) -> String?
  {
    let request = LoginRequest(email: email(player), password: PasswordEntry(password))
    do throws(AccountsError) {
      return try await registry.authenticate(request).name.text
    } catch .loginFailed, .refused {
      return nil
    }
  }

  /// An edit by the account's owner, whose name is in the cookie.
  func edit(_ name: String, _ fields: [Field: FieldSetting]) async throws(AccountsError) {
    var request = EditRequest(account: name, fields: fields)
    request.isOwn = true
    _ = try await registry.by(name).edit(request)
  }

  /// Imports the members of another club; who is there already stays as they are.
  func importJuniors() async throws(AccountsError) -> Int {
    let juniors = ["Hou", "Bibisara", "Lei", "Vera"].map { name in
      NewAccount(FieldValues(email: email(name), firstName: name, groups: ["juniors"]))
    }
    return try await registry.importAccounts(juniors, onConflict: .skip, generates: true).added
  }

  func email(_ player: String) -> String { "\(player.lowercased())@chess.example" }
}

/// Does something for each of several, all at once.
func atOnce<Item: Sendable, Value: Sendable>(
  _ items: [Item], _ work: @escaping @Sendable (Item) async throws -> Value
) async throws -> [Value] {
  try await withThrowingTaskGroup(of: Value.self) { tasks in
    for item in items { tasks.addTask { try await work(item) } }
    return try await tasks.reduce(into: []) { $0.append($1) }
  }
}

/// The library has facts and no words; these are the program's own.
func said(_ problem: Problem) -> String {
  "\(problem.field ?? "account") breaks \(problem.rule.name)"
}

func check(_ isTrue: Bool, _ what: String) {
  print(isTrue ? "ok: \(what)" : "WRONG: \(what)")
  if !isTrue { exit(1) }
}
