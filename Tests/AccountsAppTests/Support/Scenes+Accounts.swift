@testable import AccountsApp

/// The list of accounts.
extension Scene {
  /// Of every state one, and more than the smallest window shows.
  private static let people: String = {
    let hash =
      "$y$j9T$" + String(repeating: "a", count: 22) + "$" + String(repeating: "b", count: 43)
    let more = [
      ("grace", "Grace", "Hopper", ##""groups": ["ops", "night"], "disabled": "on leave", "##),
      ("alan", "Alan", "Turing", ##""groups": ["ops"], "validUntil": "2026-06-01", "##),
      ("мария", "Мария", "Иванова", ""), ("ken", "Ken", "", ##""groups": ["staff"], "##),
      ("radia", "Radia", "Perlman", ##""username": "radia", "##),
      ("edsger", "Edsger", "Dijkstra", ##""validFrom": "2027-01-01", "##),
    ].map { name, first, last, others in
      ##"{"email": "\##(name)@example.org", \##(others)"firstName": "\##(first)", "lastName": "\##(last)", "##
        + ##""password": "\##(name == "ken" ? "!" : "")\##(hash)"}"##
    }
    let ada =
      ##"{"email": "ada.lovelace.of.london@example.org", "firstName": "Ada", "lastName": "Lovelace", "##
      + ##""groups": ["ops", "staff", "analysts", "founders"], "password": "\##(hash)"}"##
    let bob = ##"{"email": "bob", "firstName": "Bob", "password": "\##(hash)"}"##
    return "{\"rules\": \"register\", \"accounts\": [\n"
      + ([ada, bob] + more).joined(separator: ",\n") + "\n]}\n"
  }()

  private static func list(_ stage: inout Stage, _ home: Home) async throws {
    try home.write(people)
    await stage.press(.control("o"))
  }

  static let accounts = [
    Scene("accounts") { stage, home in
      try await list(&stage, home)
      await stage.press(.down)
    },
    Scene("accounts-none") { stage, _ in await stage.press(.control("o")) },
    Scene("accounts-search") { stage, home in
      try await list(&stage, home)
      await stage.press(.character("/"))
      await stage.type("group:ops a")
    },
    Scene("accounts-marked") { stage, home in
      try await list(&stage, home)
      await stage.press(.character(" "), .character(" "), .character("X"))
    },
    Scene("accounts-reason") { stage, home in
      try await list(&stage, home)
      await stage.press(.character("O"))
      await stage.type("left in May")
    },
    Scene("accounts-add") { stage, home in
      try await list(&stage, home)
      await stage.press(.character("A"))
      await stage.type("linus@example.org")
    },
    Scene("account-closed") { stage, home in
      try await list(&stage, home)
      await stage.press(.character("/"))
      await stage.type("bob")
      await stage.press(.enter, .enter)
    },
    Scene("account-closed-edit") { stage, home in
      try await list(&stage, home)
      await stage.press(.character("/"))
      await stage.type("bob")
      await stage.press(.enter, .character("E"))
    },
    Scene("account-password") { stage, home in
      try await list(&stage, home)
      await stage.press(.character("P"))
      await stage.type(secret)
    },
  ]
}
