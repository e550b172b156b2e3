import Exchange
import Foundation
import Testing
import TextTools

@testable import Accounts
@testable import AccountsApp
@testable import ScreenKit

@Suite("export") struct ExportTests {
  private let home = Home()

  static let bcrypt = "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

  private func write(_ accounts: [String]) throws {
    try home.write(
      "{\"rules\": \"register\", \"accounts\": [\n\(accounts.joined(separator: ",\n"))\n]}\n")
  }

  private func account(
    _ email: String, _ password: String = bcrypt, _ more: String = ""
  ) -> String {
    "{\"email\": \"\(email)\", \"password\": \"\(password)\"\(more)}"
  }

  private let ada = ", \"firstName\": \"Ada\", \"birthDate\": \"1990-12-10\", \"own\": [1]"

  @Test("prints each format", arguments: ExchangeFormat.allCases)
  func formats(format: ExchangeFormat) async throws {
    try write([account("Ada@mail.ru", Self.bcrypt, ada)])
    let expected =
      switch format {
      case .htpasswd: "Ada@mail.ru:\(Self.bcrypt)\n"
      case .htgroup: ""
      case .dovecot: "ada@mail.ru:{CRYPT}\(Self.bcrypt)::::::\n"
      case .authelia:
        """
        users:
          'Ada@mail.ru':
            disabled: false
            displayname: 'Ada'
            password: '\(Self.bcrypt)'
            email: 'Ada@mail.ru'
            given_name: 'Ada'
            birthdate: '1990-12-10'
            groups: []

        """
      case .ldif:
        """
        dn: uid=Ada@mail.ru,dc=example,dc=com
        objectClass: inetOrgPerson
        uid: Ada@mail.ru
        cn: Ada
        sn: Ada@mail.ru
        givenName: Ada
        mail: Ada@mail.ru
        userPassword:: e0NSWVBUfSQyYiQwNSRhYmNkZWZnaGlqa2xtbm9wcXJzdHV1N3hCZGMzbXg1b
         k5sZ1ZIWUwyOHlDSC5xR3JnazAucQ==

        """
      case .csv:
        "email,username,firstName,lastName,birthDate,phone,groups,disabled,validFrom,validUntil,mustChange,"
          + "invitedUntil\r\nAda@mail.ru,,Ada,,1990-12-10,,,,,,,\r\n"
      case .json:
        """
        [
          {"email": "Ada@mail.ru", "firstName": "Ada", "birthDate": "1990-12-10", "own": [1]}
        ]

        """
      }
    let ran = await home.run("export --format \(format.rawValue)")
    #expect(ran == Ran(exit: 0, out: expected, err: "", questions: []))
  }

  @Test(
    "a typed password is exported as a hash that matches it, never as text",
    arguments: ExchangeFormat.readable)
  func typed(format: ExchangeFormat) async throws {
    try write([account("ada@mail.ru", "secret1")])
    let before = try home.text()
    for line in [
      "export --format \(format.rawValue)", "export --format \(format.rawValue) --with-hashes",
    ] {
      let ran = await home.run(line)
      #expect(ran.exit == 0, "\(ran)")
      #expect(!(ran.out + ran.err).contains("secret1"))
      let reading = format.read(ExchangeText(ran.out))
      guard let text = reading.records.first?.values.password else {
        #expect(!format.alwaysCarriesHashes && !line.hasSuffix("hashes"))
        continue
      }
      #expect(text.hasPrefix(format == .authelia ? "$2b$" : "$y$"))
      let stored = try StoredPassword(text)
      #expect(
        try await PasswordHasher(cost: 1).verify(PasswordText("secret1"), against: stored) == .fits)
    }
    #expect(try home.text() == before)
  }

  struct LeftOut: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let account: String
    var formats: [ExchangeFormat] = ExchangeFormat.allCases
    let words: String
  }

  private static let long =
    String(repeating: "n", count: 64) + "@" + String(repeating: "a", count: 60) + "."
    + String(repeating: "b", count: 60) + ".com"

  static let leftOut: [LeftOut] = [
    LeftOut(
      testDescription: "closed", account: #"{"email": "bad", "password": "\#(bcrypt)"}"#,
      words: "bad is left out: the account is closed: email must be an address with an @"),
    LeftOut(
      testDescription: "without an email", account: "{}",
      words: "(no name) at line 3 is left out: the account is closed: email is missing"),
    LeftOut(
      testDescription: "with an empty email", account: #"{"email": ""}"#,
      words: "(no name) at line 3 is left out: the account is closed: email must be an address "
        + "with an @"),
    LeftOut(
      testDescription: "a scheme that crypt(3) lacks",
      account: #"{"email": "bad@mail.ru", "password": "$argon2id$v=19$m=64,t=2,p=2$"#
        + #"c2FsdHNhbHQ$BsBu0EIaCRXYwzAFtOh+IA"}"#,
      formats: [.htpasswd],
      words: "bad@mail.ru is left out: the other program cannot check its hash ($argon2id$)"),
    LeftOut(
      testDescription: "a scheme that Authelia lacks",
      account: #"{"email": "bad@mail.ru", "password": "$1$abcdefgh$ywpTNDTYPzAT3Ohgseebp/"}"#,
      formats: [.authelia],
      words: "bad@mail.ru is left out: the other program cannot check its hash ($1$)"),
    LeftOut(
      testDescription: "a hash that was cut short",
      account: #"{"email": "bad@mail.ru", "password": "$2b$05$abc"}"#,
      formats: [.htpasswd, .dovecot, .authelia, .ldif],
      words: "bad@mail.ru is left out: its hash is truncated or malformed: no password matches it"),
    LeftOut(
      testDescription: "a name that would be a comment",
      account: ##"{"email": "#bad@mail.ru", "password": "\##(bcrypt)"}"##,
      formats: [.htpasswd, .dovecot],
      words: "#bad@mail.ru is left out: a name that begins with # would be a comment"),
    LeftOut(
      testDescription: "a line of 256 bytes and more",
      account:
        #"{"email": "\#(long)", "password": "$6$abcdefgh$\#(String(repeating: "x", count: 86))"}"#,
      formats: [.htpasswd],
      words: "\(long) is left out: its line would have 289 bytes, but at most 255 are read"),
    LeftOut(
      testDescription: "a typed password of which bcrypt does not see all",
      account: #"{"email": "bad@mail.ru", "password": "\#(String(repeating: "é", count: 37))"}"#,
      formats: [.authelia],
      words:
        "bad@mail.ru is left out: its typed password is longer than 72 bytes, the limit of the "
        + "other program's hash"
    ),
    LeftOut(
      testDescription: "a name of no characters",
      account: #"{"email": "bad@mail.ru", "password": "\#(bcrypt)", "firstName": ""}"#,
      formats: [.ldif],
      words:
        "bad@mail.ru is left out: its first or last name is empty, which LDAP does not allow"),
  ]

  @Test(
    "accounts that the format cannot hold are left out and reported last", arguments: leftOut
  )
  func obstacles(row: LeftOut) async throws {
    try write([account("ada@mail.ru"), row.account, account("eve@mail.ru")])
    for format in ExchangeFormat.readable {
      let ran = await home.run("export --format \(format.rawValue) --with-hashes")
      let mails = format.read(ExchangeText(ran.out)).records.map(\.values.email)
      guard row.formats.contains(format) else {
        #expect(ran.exit == 0 && mails.count == 3, "\(format): \(ran)")
        continue
      }
      #expect(mails == ["ada@mail.ru", "eve@mail.ru"], "\(format): \(ran)")
      #expect(ran.exit == 65)
      #expect(
        ran.err == """
          regapp: error: \(row.words)
          regapp: error: left out 1 of 3 accounts
          regapp: hint: the other accounts were exported

          """)
    }
  }

  @Test(
    "who cannot log in now is marked, or left out and counted", arguments: ExchangeFormat.allCases)
  func states(format: ExchangeFormat) async throws {
    try write([
      account("ada@mail.ru", Self.bcrypt, #", "groups": ["ops"]"#),
      account("off@mail.ru", Self.bcrypt, #", "disabled": "on leave", "groups": ["ops"]"#),
      account("old@mail.ru", Self.bcrypt, #", "validUntil": "2020-01-01""#),
      account("new@mail.ru", Self.bcrypt, #", "validFrom": "2999-01-01""#),
      account("bob@mail.ru", "!" + Self.bcrypt), account("eve@mail.ru", "!secret1"),
      account("inv@mail.ru", Self.bcrypt, #", "invitedUntil": "2999-02-01", "groups": ["ops"]"#),
    ])
    let ran = await home.run("export --format \(format.rawValue) --with-hashes")
    #expect(ran.exit == 0 && !ran.out.contains("secret1"), "\(ran)")
    let lines = ran.out.split(separator: "\n")
    let emails =
      switch format {
      case .ldif: lines.filter { $0.hasPrefix("mail: ") }.map { String($0.dropFirst(6)) }
      case .dovecot: lines.compactMap { $0.split(separator: ":").first.map(String.init) }
      default: format.read(ExchangeText(ran.out)).records.map { $0.values.email ?? "" }
      }
    let all = ["ada", "off", "old", "new", "bob", "eve", "inv"].map { "\($0)@mail.ru" }
    let leftOut = { (words: String) in "left out \(words)\n" }
    switch format {
    case .htpasswd, .ldif:
      #expect(emails == ["ada@mail.ru"])
      let words = "2 locked, 1 disabled, 1 expired, 1 not yet valid, 1 invited"
      #expect(ran.err == leftOut("6 accounts that cannot log in now: \(words)"))
    case .htgroup: #expect(ran.out == "ops: ada@mail.ru\n")
    case .dovecot:
      #expect(emails == all && ran.err == "")
      #expect(
        lines.dropFirst().allSatisfy { $0.hasSuffix(":{CRYPT}*::::::nologin=y") }, "\(ran.out)")
    case .authelia:
      #expect(emails == all.filter { !$0.hasPrefix("eve") })
      #expect(ran.err == leftOut("1 account that cannot log in now: 1 locked"))
      #expect(ran.out.split(separator: "disabled: true").count == 6)
      #expect(!ran.out.contains("!$"))
      // A code is no password: nothing fits who is invited.
      let invited = format.read(ExchangeText(ran.out)).records.last?.values
      #expect(invited?.email == "inv@mail.ru" && invited?.password?.hasSuffix("....") == true)
    case .csv, .json:
      #expect(emails == all && ran.err == "")
      #expect(ran.out.contains("on leave") && ran.out.contains("2999-01-01"))
      #expect(ran.out.contains("2999-02-01"))
      #expect(ran.out.contains("!\(Self.bcrypt)"))
    }
  }
}
