import Foundation
import Testing

/// What is pasted goes into the field, and never further.
@Suite(.needsTmux) struct ScreenPasteTests {
  @Test(
    "a phone in any spacing fills its mask",
    arguments: [
      "8 (912) 345 67 89", "+7 912 345-67-89", "9123456789", "79123456789\n",
    ])
  func phone(text: String) async throws {
    let home = try Home(fixture: "register")
    try await home.screens { screens in
      try await screens.shows("User Info")
      try await screens.press("e")
      try await screens.shows("Cancel")
      try await screens.press("Up", "Up", "Up")
      try await screens.isIn("Phone:")
      try await screens.press("C-u")
      try await screens.has("+7 (***) ***-**-**", at: "Phone:")
      try await screens.paste(text)
      try await screens.has("+7 (912) 345-67-89", at: "Phone:")
    }
  }

  @Test("a line end in what is pasted never sends the form", arguments: [false, true])
  func neverSends(keepsLineFeeds: Bool) async throws {
    let home = try Home()
    try await home.screens { screens in
      try await screens.isIn("Email:")
      try await screens.paste("ada@host.com\n", keepsLineFeeds: keepsLineFeeds)
      let pasted = try await screens.has("ada@host.com", at: "Email:")
      #expect(pasted.isIn("Email:"))
      try await screens.press("Tab")
      try await screens.paste("geheim\n", keepsLineFeeds: keepsLineFeeds)
      let ready = try await screens.shows("[ LOGIN ]")
      #expect(ready.isIn("Password:") && ready.value("Password:") == "••••••")
      // Whatever the paste had begun would be under way before this key is answered.
      try await screens.type("e")
      let after = try await screens.has("•••••••", at: "Password:")
      #expect(after.shows("[ LOGIN ]"))
      #expect(try home.names(in: "") == [])
    }
  }

  @Test("control sequences in what is pasted do nothing")
  func controls() async throws {
    let home = try Home()
    try await home.screens { screens in
      try await screens.isIn("Email:")
      try await screens.paste("ada\u{1B}[2J\u{11}\u{3}\t@host\u{7}.com")
      let picture = try await screens.until("the paste") {
        $0.value("Email:")?.hasPrefix("ada") == true
      }
      #expect(picture.isAlternate && picture.shows("LOGIN") && picture.isIn("Email:"))
      try await screens.type("x")
      try await screens.until("a key behind it") { $0.value("Email:")?.hasSuffix("x") == true }
    }
  }
}
