import Foundation
import Testing

/// Nobody's name can move the cursor, forge a line or turn the direction of text; more of it is in
/// Tests/Journeys/secrecy.txt.
@Suite struct HostileTextTests {
  private let home = Home()

  @Test(
    "every place of a file that may hold such text",
    arguments: [
      #"{"rules": "\u001b[2J", "accounts": []}"#,
      #"{"rules": {"\u001b[2J": 1}, "accounts": []}"#,
      #"{"rules": {"name": "\u001b[2J"}, "accounts": []}"#,
      #"{"rules": {"login": {"by": "\u001b[2J"}}, "accounts": []}"#,
      #"{"rules": {"fields": {"phone": {"mask": "*\u001b[2J"}}}, "accounts": []}"#,
      #"{"rules": "register", "accounts": [{"email": "\u001b[2J", "password": "12345"}]}"#,
      #"{"rules": "register", "accounts": [{"email": "a\u202e@host.com", "password": "12345"}]}"#,
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "$\u001b[2J$x"}]}"#,
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "$y\u202e$x"}]}"#,
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "12345", "phone": "\u001b[2J"}]}"#,
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "12345", "birthDate": "\u001b[2J"}]}"#,
      "{\"rules\": \"register\", \"accounts\": \u{202E}}",
      "{\"rules\": \"register\", \"accounts\": [\u{9B}]}", "\u{1B}",
    ])
  func inEveryPlace(text: String) async throws {
    try home.write(text)
    for line in [
      "check", "show", "list", "seal", "rules", "rules --schema",
      "login --email ada@host.com --password 12345",
    ] {
      Self.expectHarmless(await home.run(line))
      Self.expectHarmless(await home.run("\(line) --json"))
    }
  }

  /// No output may hold a character that a terminal acts on, line ends aside.
  private static func expectHarmless(
    _ ran: Ran, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let harmful = (ran.out + ran.err).unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(harmful.isEmpty, "\(ran)", sourceLocation: sourceLocation)
    let lines = ran.err.split(separator: "\n")
    #expect(!lines.contains("Email: x"), sourceLocation: sourceLocation)
    #expect(ran.exit != 70, "\(ran)", sourceLocation: sourceLocation)
  }
}
