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

  @Test(
    "albums: with nobody registered, login leads to registration, with its calendar and its phone")
  func albums() async throws {
    let home = try Home()
    #expect(try await home.run("init", "albums").code == 0)
    try await home.screens { screens in
      try await screens.shows("There are no accounts yet", "Email:")
      try await screens.shows("First name:", "Last name:", "Birth date:", "Phone:", "REGISTER")
      try await screens.type("Grace")
      try await screens.press("Enter")
      try await screens.type("Hopper")
      try await screens.press("Enter")
      try await screens.isIn("Birth date:")
      try await screens.press("Space")
      try await screens.shows("Mo", "Su", "[")
      try await screens.type("18061209")
      // Nobody is that old: the calendar stays within its bounds.
      try await screens.until("a day within bounds") {
        $0.shows("typed: 1806-12-09") && !$0.shows("December 1806")
      }
      try await screens.type("19901209")
      try await screens.shows("December 1990")
      try await screens.press("Left", "Up", "NPage", "]")
      try await screens.shows("January 1992", "[ 1]")
      try await screens.press("Enter")
      try await screens.has("+7 (***) ***-**-**", at: "Phone:")
      try await screens.isIn("Phone:")
      try await screens.type("9123456789")
      try await screens.press("BSpace", "BSpace")
      try await screens.has("+7 (912) 345-67-**", at: "Phone:")
      try await screens.type("x8y9")
      try await screens.has("+7 (912) 345-67-89", at: "Phone:")
      try await screens.press("Enter")
      try await screens.type("grace@example.com")
      try await screens.press("Enter")
      try await screens.type("cobol")
      try await screens.shows("( REGISTER )")
      try await screens.press("Enter")
      try await screens.isIn("Again:")
      try await screens.shows("! password must")
      try await screens.press("Enter")
      try await screens.isIn("Password:")
      try await screens.shows("REGISTER is off: password must", "[ ] 1 upper-case letter")
      try await screens.type("COBOL1")
      try await screens.press("Enter")
      try await screens.isIn("Again:")
      try await screens.type("cobolCOBOL1")
      try await screens.shows("[ REGISTER ]")
      try await screens.press("Enter")
      let profile = try await screens.shows("User Info", "Created account grace@example.com")
      #expect(profile.shows("1992-01-01", "+7 (912) 345-67-89", "lbums"))
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
    #expect(try home.accounts.only("birthDate") == "1992-01-01")
    let verify = try await home.run(
      "verify", "--email", "grace@example.com", "--password", "cobolCOBOL1")
    #expect(verify.code == 0)
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

  @Test(
    "authorisation: one logs in by first name; a duplicate is said in the form, and nothing is lost"
  )
  func authorisation() async throws {
    let home = try Home()
    #expect(try await home.run("init", "authorisation", "--samples").code == 0)
    try await home.screens { screens in
      try await screens.isIn("First name:")
      try await screens.press("C-r")
      try await screens.shows("Last name:", "Email:", "REGISTER")
      for (text, label) in [
        ("Jane", "Last name:"), ("Doe", "Email:"), ("JANE@example.com", "Password:"),
      ] {
        try await screens.type(text)
        try await screens.press("Enter")
        try await screens.isIn(label)
      }
      try await screens.type("logMeInn123")
      try await screens.press("Enter")
      try await screens.isIn("Again:")
      try await screens.type("logMeInn123")
      try await screens.press("Enter")
      let refused = try await screens.shows("! a user with this email already exists")
      #expect(refused.isIn("Email:"))
      #expect(refused.value("First name:") == "Jane" && refused.value("Last name:") == "Doe")
      #expect(refused.value("Password:") == "•••••••••••")
      try await screens.press("Escape")
      try await screens.shows("Discard what you typed?")
      try await screens.press("y")
      try await screens.shows("LOGIN")
      try await screens.until("the registration is left") { !$0.shows("Last name:") }
      try await screens.press("C-u")
      try await screens.type("jane")
      try await screens.press("Enter", "C-u")
      try await screens.type("password1")
      try await screens.press("Enter")
      let profile = try await screens.shows("User Info")
      #expect(profile.value("Email:") == "jane@example.com")
      #expect(profile.value("Last name:") == "Smith")
      try await screens.press("C-c")
      #expect(try await screens.ends().end == 130)
    }
    #expect(try home.accounts.people.count == 3)
  }
}
