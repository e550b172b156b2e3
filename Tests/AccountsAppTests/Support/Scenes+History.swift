import Accounts
import Terminal

extension Scene {
  /// Changes of two accounts, the last of them a removal.
  private static let changes = [
    mario, "register --email luigi@gmail.com --password \(secret) --first-name Luigi --no-login",
    "edit --first-name Wario --password \(secret)2 --phone 89123456789",
    "remove luigi@gmail.com --yes",
  ]

  static let history = [
    Scene("history", given: changes) { stage, _ in
      await stage.press(.character("H"))
    },
    Scene("history-end", given: changes) { stage, _ in
      await stage.send(.resized(Size(columns: 40, rows: 12)))
      await stage.press(.character("H"), .end)
    },
    Scene("history-none") { stage, home in
      try home.write(
        ##"{"rules": "register", "accounts": [{"email": "\##(email)", "password": "\##(secret)"}]}"##
      )
      await stage.comeBack()
      await stage.press(.character("H"))
    },
    Scene("undo", given: changes) { stage, _ in
      await stage.press(.character("U"))
    },
    Scene("undo-moved-on", given: changes) { stage, home in
      await stage.press(.character("U"))
      await home.run("register --email luigi@gmail.com --password \(secret) --no-login")
      try home.settleHistory()
      await stage.press(.enter)
    },
    Scene(
      "undo-conflict",
      given: [
        mario, "edit --account mario.balotelli@gmail.com --id \(AccountID.random()) --yes",
        "edit --first-name Wario --last-name Bros",
      ]
    ) { stage, home in
      try home.write(home.text().replacing("Wario", with: "Yoshi").replacing("Bros", with: "Toad"))
      await stage.press(.character("U"))
    },
    Scene("undo-done", given: changes) { stage, _ in
      await stage.press(.character("U"), .tab, .enter)
    },
  ]
}
