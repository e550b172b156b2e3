import Foundation
import Testing

/// Pasted text goes into the field, and never further.
@Suite(.needsTmux) struct ScreenPasteTests {
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
      try await screens.has("•••••••", at: "Password:")
      // Terminals change line ends, so this one cannot be what was copied.
      let line = keepsLineFeeds ? "A" : "D"
      let refused = try await screens.shows("( LOGIN )", "password contains \\u{\(line)}")
      #expect(refused.isIn("Password:"))
      try await screens.press("BSpace")
      try await screens.shows("[ LOGIN ]")
      #expect(try home.names(in: "") == [])
    }
  }

  @Test("a password is kept in every byte, or refused with its rule")
  func password() async throws {
    let home = try Home()
    let secret = "  päss 漢\u{FEFF} \"'%$ "
    try await home.screens { screens in
      try await screens.isIn("Email:")
      try await screens.type("ada@host.com")
      try await screens.press("Tab")
      for (text, rule) in [
        (String(repeating: "a", count: 600), "must not be longer than 511 bytes"),
        ("abc\tdef", "contains \\u{9}"), ("abcde\u{202E}", "contains \\u{202E}"),
        ("abcde\u{1}", "contains \\u{1}"),
      ] {
        try await screens.paste(text)
        try await screens.press("C-t")
        try await screens.shows("LOGIN is off: password \(rule)")
        try await screens.press("C-u")
        try await screens.shows("LOGIN is off: password is missing")
      }
      try await screens.paste(secret)
      try await screens.press("Enter")
      try await screens.isIn("Again:")
      try await screens.paste(secret)
      try await screens.press("Enter")
      try await screens.shows("User Info")
    }
    let verify = try await home.run(
      "verify", "--email", "ada@host.com", "--password-stdin", input: .text(secret))
    #expect(verify.code == 0)
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
