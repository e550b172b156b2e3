import Testing

/// Text is compared and kept as it was typed, byte by byte; what is no text is refused.
@Suite struct BytesTests {
  /// An é as one character, and as an e with an accent behind it: they look the same.
  static let forms = ["Ren\u{E9}e", "Rene\u{301}e"]

  @Test(
    "a password in another Unicode form is another password",
    arguments: [
      (forms[0], forms[1]), (forms[1], forms[0]),
    ])
  func passwordForms(own: String, other: String) async throws {
    let home = try Home(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "\#(own)"}]}"#)
    for _ in ["typed", "sealed"] {
      let wrong = try await home.run("verify", "--email", "ada@host.com", "--password", other)
      #expect(wrong.code == 1)
      let right = try await home.run("login", "--email", "ada@host.com", "--password", own)
      #expect(right.code == 0)
    }
  }

  /// A byte that is in no UTF-8 text.
  static let stray = #"$(printf '\377')"#

  @Test(
    "an argument that is no UTF-8 is refused, never put right",
    arguments: [
      #"register --email ada@host.com --no-login --password "12345\#(stray)""#,
      #"register --email ada@host.com --no-login --password="12345\#(stray)""#,
      #"register --email ada@host.com --no-login --password 12345 --first-name "A\#(stray)""#,
    ])
  func noText(words: String) async throws {
    let home = try Home()
    let ran = try await home.shell("\"$0\" \(words)")
    #expect(ran.code == 64 || ran.code == 65, "\(ran)")
    #expect(!home.accounts.exists)
  }

  @Test("two passwords that are no UTF-8 and differ are not the same")
  func strayPasswords() async throws {
    let home = try Home(
      #"{"rules": "register", "accounts": [{"email": "ada@host.com", "password": "12345\ufffd"}]}"#)
    let verify = try await home.shell(
      "\"$0\" verify --email ada@host.com --password \"12345\(Self.stray)\"")
    #expect(verify.code != 0, "\(verify)")
  }

  @Test(
    "a directory whose name is no UTF-8 is used as it is named, or refused",
    arguments: [
      #""$0" --documents "$HOME/d\#(stray)" init"#,
      #"REGAPP_DOCUMENTS="$HOME/d\#(stray)" "$0" init"#,
      #"XDG_DOCUMENTS_DIR="$HOME/d\#(stray)" "$0" init"#,
    ])
  func strayDirectory(line: String) async throws {
    let home = try Home()
    let ran = try await home.shell(line)
    let made = try await home.shell("find \"$HOME\"/d\(Self.stray)* -name accounts.json | wc -l")
    #expect(ran.code == 0 ? made.out.contains("1") : ran.code == 64, "\(ran) \(made)")
  }
}
