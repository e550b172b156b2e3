import Accounts
import Exchange

@testable import AccountsApp

/// Actions on the file as a whole. Its place differs in each run, so the screens are given what was
/// found under another path.
extension Scene {
  private static let problems = """
    {
      "rules": "register", "accounts": [
        {"email": "ada@home.org", "password": "\(secret)"},
        {"email": "bob", "password": "abc"},
        {"email": "cid@home.org", "password": "!", "phone": "12"}
      ]
    }
    """

  private static let people = """
    email,password,firstName
    dan@home.org,\(secret)7,Dan
    eve,\(secret)8,Eve
    mario@home.org,\(secret)9,Mario
    fay@home.org,abc,Fay

    """

  static let file = [
    Scene("check") { stage, home in
      try home.write(problems)
      await stage.press(.control("o"), .character("C"))
      let report = try await stage.report(at: "/srv/accounts/accounts.json")
      await stage.send(.message(.checked(CheckFindings(report), nil)))
      await stage.press(.down, .down)
    },
    Scene("check-fine") { stage, home in
      try home.write(#"{"rules": "register", "accounts": []}"#)
      await stage.press(.control("o"), .character("C"))
      let report = CheckReport(source: "/srv/accounts/accounts.json", errors: [])
      await stage.send(.message(.checked(CheckFindings(report), nil)))
    },
    Scene("check-hashing") { stage, home in
      try home.write(problems)
      await stage.press(.control("o"), .character("C"))
      let report = try await stage.report(at: "/srv/accounts/accounts.json")
      await stage.send(.message(.checked(CheckFindings(report), nil)))
      stage.holdsBack = true
      await stage.press(.character("S"), .tab, .enter)
      await stage.send(.message(.progress(.init(done: 128, total: 300))))
    },
    Scene("import") { stage, home in
      for name in ["people.csv", "pets.csv"] { try home.write("x", to: name) }
      stage.set(home: home.documents)
      await stage.press(.control("o"), .character("I"))
      await stage.type("~/pe")
      await stage.press(.tab)
    },
    Scene("import-look") { stage, home in
      try home.write(
        #"{"rules": "register", "accounts": [{"email": "mario@home.org", "password": "!"}]}"#)
      await stage.press(.control("o"))
      try await stage.look(at: people, in: "people.csv")
      await stage.press(.down, .down)
    },
  ]
}

extension Stage {
  /// The problems of the accounts, as if they were elsewhere.
  fileprivate func report(at path: String) async throws -> CheckReport {
    guard case .checked(let found, _) = await outcome(of: .check) else { throw NoProfile() }
    func moved(_ isError: Bool) -> [Problem] {
      found.all.filter { $0.isError == isError && $0.isInside }.map(\.problem).map {
        Problem(
          $0.subject, $0.rule, at: Place(path, $0.place?.position), of: $0.account)
      }
    }
    return CheckReport(source: path, errors: moved(true), warnings: moved(false), accounts: 3)
  }

  /// Looks at a text as if it was in a file.
  fileprivate mutating func look(at text: String, in path: String) async throws {
    let source = try ImportSource(
      path: path, ExchangeText(Array(text.utf8)), nil, ReadingOptions())
    let outcome = try await FileImport(registry: registry, source: source).run(isDryRun: true)
    await send(.message(.importLook(ImportPreview(outcome, of: source), isRefused: false)))
  }
}
