import AccountsSupport
import Testing

@testable import Accounts

@Suite("An invitation among the values of an account") struct InvitationRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let password: String?
    let day: String
    let problems: [FieldRule]
    var testDescription: String { "\(password ?? "no password"), \(day)" }

    init(_ password: String?, _ day: String = "2026-06-15", _ problems: FieldRule...) {
      (self.password, self.day, self.problems) = (password, day, problems)
    }
  }

  private static let hash = "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4"

  private static func values(
    _ password: String?, _ day: String = "2026-06-15", _ more: [Field: String] = [:]
  ) -> FieldValues {
    var values = FieldValues(email: "ada@host.com", password: password)
    values[text: .invitedUntil] = day
    for (field, text) in more { values[text: field] = text }
    return values
  }

  @Test(
    "is beside a password, and its day is one",
    arguments: [
      Row(hash), Row("secret1"), Row("!\(hash)"), Row(hash, "2020-01-01"),
      Row(nil, "2026-06-15", .besideCode), Row("!", "2026-06-15", .besideCode),
      Row("*", "2026-06-15", .besideCode), Row("!!", "2026-06-15", .besideCode),
      Row(hash, "2026-02-30", .realDay), Row(hash, "soon", .dateForm),
    ])
  func besideCode(row: Row) {
    let problems = Rulebook.register.problems(
      with: Self.values(row.password, row.day), today: .ofTests)
    #expect(problems == row.problems.map { Problem(.field(.invitedUntil), .field($0)) })
  }

  @Test("lets required fields be missing, but not the key")
  func missing() {
    var invited = FieldValues(email: "ada@host.com", password: Self.hash)
    let rulebook = Rulebook.albums
    #expect(!rulebook.problems(with: invited, today: .ofTests).isEmpty)
    invited[text: .invitedUntil] = "2026-06-15"
    #expect(rulebook.problems(with: invited, today: .ofTests) == [])
    #expect(!rulebook.missing(in: invited).isEmpty)
    invited.email = nil
    #expect(
      rulebook.problems(with: invited, today: .ofTests)
        == [Problem(.field(.email), .field(.required))])
    // A value that is there keeps the rules.
    invited.email = "ada@host.com"
    invited[text: .birthDate] = "2026-06-01"
    #expect(!rulebook.problems(with: invited, today: .ofTests).isEmpty)
  }

  @Test(
    "is a state behind all others but open",
    arguments: [
      ("secret1", [:], AccountState.invited, true), ("!secret1", [:], .locked, false),
      ("secret1", [.disabled: "left"], .disabled, false),
      ("secret1", [.validUntil: "2026-06-14"], .expired, false),
      ("secret1", [.validFrom: "2026-06-16"], .notYetValid, true),
      ("secret1", [.invitedUntil: "2026-06-14"], .invited, false),
      ("secret1", [.validFrom: "2026-06-16", .invitedUntil: "2026-06-14"], .notYetValid, false),
    ] as [(String, [Field: String], AccountState, Bool)])
  func state(password: String, more: [Field: String], state: AccountState, takes: Bool) throws {
    var values = Self.values(password, "2026-06-15", more)
    if password.hasPrefix("!") { values.password = "!" + Self.hash }
    let account = try #require(Account(values, rulebook: .register, today: .ofTests))
    #expect(account.state(on: .ofTests) == state)
    #expect(account.takesCode(on: .ofTests) == takes)
  }

  @Test("has a code of 16 letters and digits that are easy to read")
  func code() throws {
    let codes = try (0..<200).map { _ in try #require(PasswordGenerator.code().text) }
    #expect(Set(codes).count == codes.count)
    for code in codes {
      #expect(code.count == 16 && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
      #expect(!code.contains { "0O1lIo".contains($0) })
    }
  }
}

@Suite("The address of the page") struct ServeAddressTests {
  @Test(
    "is https, or http of this machine, and ends in a slash",
    arguments: [
      ("https://example.com/account/", "https://example.com/account/", "example.com"),
      ("https://example.com", "https://example.com/", "example.com"),
      ("https://example.com/a", "https://example.com/a/", "example.com"),
      ("HTTPS://Example.com:8443/", "HTTPS://Example.com:8443/", "Example.com"),
      ("https://[2001:db8::1]/a/", "https://[2001:db8::1]/a/", "[2001:db8::1]"),
      ("http://localhost:8466", "http://localhost:8466/", "localhost"),
      ("http://127.0.0.1:8466/", "http://127.0.0.1:8466/", "127.0.0.1"),
      ("http://[::1]:1/x%20y", "http://[::1]:1/x%20y/", "[::1]"),
      ("HTTPS://Bücher.Example/", "HTTPS://xn--bcher-kva.example/", "xn--bcher-kva.example"),
      (
        "https://bu\u{308}cher.example:8443/a", "https://xn--bcher-kva.example:8443/a/",
        "xn--bcher-kva.example"
      ),
      ("https://вики.рф", "https://xn--b1amah.xn--p1ai/", "xn--b1amah.xn--p1ai"),
    ])
  func accepted(typed: String, text: String, host: String) throws {
    let address = try #require(ServeAddress(typed))
    #expect(address.text == text && address.host == host)
    #expect(address.path.hasPrefix("/") && address.path.hasSuffix("/"))
    #expect(ServeAddress(address.text) == address)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "example.com", "https://", "https:///a", "http://example.com/", "ftp://localhost/",
      "https://a@example.com/", "https://a:b@example.com/", "https://example.com/?a",
      "https://example.com/#a", "https://example.com:0/", "https://example.com:99999/",
      "https://example.com:/", "https://exa mple.com/", "https://example.com/a b",
      "https://example.com/%2", "https://example.com/../", "https://example.com/a/./b",
      "https://example.com//a", "https://example.com/\u{1B}", "https://.example.com/",
      "http://bücher.example/", "https://😀.example/", "https://bü_cher.example/",
      "https://ada@bücher.example/", "https://bücher.example:0/", "https://bücher.example/ü/",
      "https://ü。example/", "http://ⅼocalhost/", "http://localhost.example.com/",
      "http://127.0.0.1.example.com/", "http://0.0.0.0/", "https:\u{0F}\u{0F}example.com/",
      "https\u{1A}//example.com/",
    ])
  func refused(typed: String) { #expect(ServeAddress(typed) == nil) }

  @Test("makes links in which all but letters, digits, and - . _ ~ is encoded")
  func links() throws {
    let address = try #require(ServeAddress("https://example.com/a"))
    let code = try PasswordText("aB3-x/é")
    #expect(
      address.link(to: "ada+x@host.com", code: code)
        == "https://example.com/a/i/ada%2Bx%40host.com/aB3-x%2F%C3%A9")
    #expect(address.link(to: "a-b._~", code: try PasswordText("z")).hasSuffix("/i/a-b._~/z"))
  }

  @Test("is a key of a rulebook, which is written as it was")
  func rulebook() throws {
    let address = try #require(ServeAddress("https://example.com/account/"))
    let serving = Rulebook.standard.serving(at: address)
    #expect(serving != .standard)
    #expect(
      serving.written.text(style: .compact)
        == #"{"from":"standard","serve":{"url":"https://example.com/account/"}}"#)
    let both = Rulebook.standard.making(.bcrypt).serving(at: address)
    #expect(
      both.written.text(style: .compact)
        == #"{"from":"standard","fields":{"password":{"hash":"bcrypt"}},"#
        + #""serve":{"url":"https://example.com/account/"}}"#)
    #expect(!Rulebook.standard.json.text(style: .compact).contains("serve"))
    #expect(serving.json.text(style: .compact).contains(#""serve":{"url":"#))
  }
}
