import Foundation
import Testing

/// Journeys over the screens, from the first key to the last, and the file afterwards.
@Suite(.needsTmux) struct ScreenFlowTests {
  @Test("register: an email and a password make an account; edit, cancel, save, log out, log in")
  func register() async throws {
    let home = try Home()
    try await home.screens { screens in
      let first = try await screens.shows("Email:", "Password:", "( LOGIN )")
      #expect(first.isAlternate)
      try await screens.isIn("Email:")
      #expect(!first.shows("!"), "nothing is complained of before anything was typed: \(first)")
      try await screens.type("ada@host.com")
      try await screens.press("Tab")
      try await screens.type("gehei")
      let ready = try await screens.shows("[ LOGIN ]")
      #expect(ready.value("Password:") == "•••••")
      #expect(!home.accounts.exists)
      try await screens.press("BSpace")
      try await screens.shows("( LOGIN )")
      try await screens.type("i")
      try await screens.shows("[ LOGIN ]")
      try await screens.press("Enter")
      try await screens.shows("There is no account ada@host.com yet")
      #expect(!home.accounts.exists)
      try await screens.isIn("Again:")
      try await screens.type("gehei")
      try await screens.press("Enter")
      let profile = try await screens.shows("User Info", "Created account ada@host.com")
      #expect(profile.value("Password:") == "******** (yescrypt)")
      #expect(!profile.isCursorShown)

      try await screens.press("e")
      try await screens.shows("Cancel", "Save")
      try await screens.press("Down", "Down")
      try await screens.isIn("First name:")
      try await screens.type("Ada")
      try await screens.press("Escape")
      try await screens.shows("Discard what you typed?")
      try await screens.press("y")
      #expect(try await screens.shows("User Info").value("First name:") == "")

      try await screens.press("e")
      try await screens.shows("Cancel", "Save")
      try await screens.press("Down", "Down")
      try await screens.type("Ada")
      try await screens.press("Down", "Down")
      try await screens.isIn("Birth date:")
      try await screens.type("18151210")
      try await screens.shows("( Save )")
      try await screens.press("C-u")
      try await screens.type("20000229")
      try await screens.shows("[ Save ]")
      try await screens.press("C-s")
      let saved = try await screens.shows("User Info", "Saved: first name, birth date")
      #expect(saved.value("First name:") == "Ada")
      #expect(try home.accounts.only("birthDate") == "2000-02-29")

      try await screens.press("b")
      try await screens.shows("Log out ")
      try await screens.press("Escape")
      try await screens.until("no question") { !$0.shows("Log out ") }
      try await screens.press("b")
      try await screens.shows("Log out ")
      try await screens.press("Tab", "Enter")
      try await screens.shows("( LOGIN )")
      #expect(try home.session.text.contains("null"))
      try await screens.type("ada@host.com")
      try await screens.press("Enter")
      try await screens.type("gehei")
      try await screens.press("Enter")
      try await screens.shows("User Info")
      try await screens.press("C-q")
      let end = try await screens.ends()
      #expect(end.end == 0)
      #expect(!end.isAlternate && end.isCursorShown)
    }
    #expect(try home.accounts.emails == ["ada@host.com"])
    #expect(try await home.run("show").out.hasPrefix("Email:      ada@host.com\n"))
  }

  @Test("the albums get the terminal and give it back; where they are not there, that is said")
  func handOver() async throws {
    let home = try Home(fixture: "albums")
    let login = try await home.run(
      "login", "--email", "ada.lovelace@example.com", "--password", "Music1")
    #expect(login.code == 0)
    try home.makeDirectory("bin")
    let own = home.file("bin/regapp")
    try await home.put(program: own.path)
    try await home.screens(environment: ["REGAPP": own.path, "PATH": "/nowhere"]) { screens in
      try await screens.shows("User Info", "Ada")
      try await screens.press("a")
      try await screens.shows("regapp-albums was not found", "User Info")
      try await home.put(
        program: home.file("bin/regapp-albums").path,
        script:
          "#!/bin/sh\nPATH=/usr/bin:/bin\necho; stty -a; echo these are $*; read code; exit $code\n"
      )
      try await screens.press("a")
      let handedOver = try await screens.until("the albums") {
        !$0.isAlternate && $0.shows("these are")
      }
      #expect(handedOver.isCursorShown && handedOver.shows(" icanon", " echo "))
      try home.accounts.replace("\"Ada\"", with: "\"Augusta\"")
      try await screens.type("0\n")
      try await screens.until("the profile again") { $0.isAlternate && $0.shows("Augusta") }
      try await screens.press("a")
      try await screens.until("the albums again") { !$0.isAlternate && $0.shows("these are") }
      try await screens.type("3\n")
      try await screens.shows("User Info", "The albums ended too early: code 3.")
    }
  }
}
