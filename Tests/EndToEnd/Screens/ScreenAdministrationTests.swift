import Foundation
import Testing

/// An administrator at the screens, where people are known by their user names.
@Suite(.needsTmux) struct ScreenAdministrationTests {
  private static let rules =
    #"{"rules": {"key": "username", "login": {"by": ["username", "email"]}, "fields": {"password": {"required": true}}}, "accounts": []}"#

  @Test(
    "somebody registers by a user name; an administrator sets groups and days, and show has them")
  func journey() async throws {
    let home = try Home(Self.rules)
    try await home.screens { screens in
      try await screens.shows("( REGISTER )")
      try await screens.isIn("User name:")
      try await screens.type("ada")
      try await screens.press("Tab")
      try await screens.type("secret")
      try await screens.press("Tab")
      try await screens.isIn("Again:")
      try await screens.type("secret")
      try await screens.press("Enter")
      let profile = try await screens.shows("User Info", "Created account ada")
      #expect(profile.value("User name:") == "ada")
      try await screens.press("C-q")
      #expect(try await screens.ends().end == 0)
    }
    try await home.screens("edit", "--account", "ada") { screens in
      try await screens.shows("Groups:", "[ Save ]")
      for _ in 0..<7 { try await screens.press("Tab") }
      try await screens.isIn("Groups:")
      try await screens.type("ops,night shift")
      try await screens.press("Enter")
      #expect(
        try await screens.shows("[ops] [night shift]").value("Groups:") == "[ops] [night shift]")
      try await screens.type("x,")
      try await screens.press("BSpace", "Left")
      try await screens.shows("[ops] >night shift<")
      try await screens.press("End", "Tab")
      try await screens.isIn("Valid from:")
      try await screens.type("20200101")
      try await screens.press("Tab")
      try await screens.isIn("Valid until:")
      try await screens.type("20190101")
      try await screens.shows("( Save )", "valid until must not be before the first day")
      try await screens.press("C-u", "Space")
      try await screens.shows("from 1900-01-01 to 2999-12-31")
      try await screens.type("20201231")
      try await screens.shows("December 2020")
      try await screens.press("Enter")
      try await screens.shows("2020-12-31", "[ Save ]")
      try await screens.press("C-s")
      #expect(try await screens.ends().end == 0)
    }
    #expect(
      try await home.run("show", "ada").out == """
        Email:
        User name:   ada
        Password:    ********
        First name:
        Last name:
        Groups:      ops, night shift
        Valid from:  2020-01-01
        Valid until: 2020-12-31
        State:       expired

        """)
    try await home.screens { screens in
      try await screens.shows("not logged in: the account is expired", "User name or email:")
      try await screens.type("ADA")
      try await screens.press("Tab")
      try await screens.type("secret")
      try await screens.press("Enter")
      try await screens.shows("login refused: the account is expired")
      try await screens.press("C-q")
      try await screens.shows("Discard what you typed?")
      try await screens.press("y")
      #expect(try await screens.ends().end == 0)
    }
  }
}
