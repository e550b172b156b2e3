import Testing

@Suite("space around values") struct SpaceAroundTests {
  private let home = Home()

  private static let hash = ExportTests.bcrypt

  /// An account in each format, with space around its values and a number in another spelling.
  static let files: [(name: String, text: String, options: String)] = [
    (
      "people.csv",
      "email,password,firstName,lastName,phone\n ada@example.com ,\(hash),Ada ,\u{A0}Love,8 912 345 67 89\n",
      ""
    ),
    (
      "people.json",
      #"[{"email": "ada@example.com\t", "password": "\#(hash)", "firstName": "Ada ", "lastName": " Love", "phone": "8 912 345-67-89 "}]"#,
      ""
    ),
    (
      "people.ldif",
      """
      dn: uid=ada,dc=example,dc=com
      mail:: YWRhQGV4YW1wbGUuY29tIA==
      givenName:: QWRhIA==
      sn:: IExvdmU=
      telephoneNumber: +7 912 3456789
      userPassword: {CRYPT}\(hash)

      """, ""
    ),
    (
      "users.yml",
      """
      users:
        ada:
          email: ' ada@example.com '
          password: '\(hash)'
          given_name: 'Ada '
          family_name: ' Love'
          phone_number: '89123456789'

      """, "--format authelia"
    ),
  ]

  @Test("an import keeps values as if they were typed", arguments: files)
  func imports(file: (name: String, text: String, options: String)) async throws {
    try home.write(file.text, to: file.name)
    let ran = await home.run(
      "import --rules register \(home.documents)/\(file.name) \(file.options)")
    #expect(ran.exit == 0, "\(ran)")
    let text = try home.text()
    for value in ["ada@example.com", "Ada", "Love", "+7 (912) 345-67-89"] {
      #expect(text.contains("\"\(value)\""), "\(text)")
    }
    let check = await home.run("check")
    #expect(check.exit == 0 && !check.out.contains("space"), "\(check)")
  }

  @Test("a name with space behind it gets the email that it has without")
  func domain() async throws {
    try home.write("ada :\(Self.hash)\n", to: "htpasswd")
    let ran = await home.run(
      "import --rules register \(home.documents)/htpasswd --domain example.com --format htpasswd")
    #expect(ran.exit == 0, "\(ran)")
    let text = try home.text()
    #expect(text.contains(#""email": "ada@example.com""#) && text.contains(#""username": "ada""#))
  }

  @Test("two accounts whose names differ in space alone are one twice, and a blank name is missing")
  func names() async throws {
    try home.write(
      "email,password\nada@example.com,secret1\n ADA@example.com,secret1\n  ,secret1\n",
      to: "people.csv")
    let ran = await home.run("import --rules register \(home.documents)/people.csv")
    #expect(ran.exit == 65)
    #expect(
      ran.err.contains("people.csv:3:1: error: the email") || ran.err.contains(":3:1: error: "),
      "\(ran)")
    #expect(ran.err.contains(":4:1: error: email is missing"), "\(ran)")
  }

  @Test("check names a name with space around it by hand, and its owner logs in without")
  func byHand() async throws {
    try home.write(
      """
      {"rules": "authorisation", "accounts": [
      {"email": "ada@example.com", "password": "password1", "firstName": "Ada ", "lastName": "\u{A0}Love"}]}
      """)
    let check = await home.run("check")
    #expect(check.exit == 0)
    #expect(
      check.out.contains(
        "accounts.json:2:68: warning: ada@example.com: first name has space around it"), "\(check)"
    )
    #expect(check.out.contains("last name has space around it"), "\(check)")
    let login = await home.run("login --first-name ada --password password1")
    #expect(login.exit == 0, "\(login)")
  }
}
