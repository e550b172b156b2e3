import Testing

/// `seal` makes every typed password that the rules allow a hash, and touches nothing else.
@Suite struct SealTests {
  static func file(_ passwords: [String]) -> String {
    let accounts = passwords.enumerated().map { index, password in
      "\t{ \"email\":\"person\(index)@host.com\" ,\"password\" :\"\(password)\", \"own\":[1 ,2] }"
    }
    return "{ \"accounts\":[\r\n\(accounts.joined(separator: ",\r\n"))\r\n] }"
  }

  static let kept = [
    "$1$saltsalt$D3sU70kpF3He9qC7gHU1h0", "!locked", "*", "$argon2id$v=19$c2FsdA$aGFzaA", "1234",
  ]

  @Test("typed passwords become hashes; hashes, locks and refused ones stay byte for byte")
  func seals() async throws {
    let home = try Home(Self.file(["12345"] + Self.kept + ["ab80DAu2C3JN6", "пароль \\u0031"]))
    let seal = try await home.run("seal")
    let expected = """
      sealed 3 passwords
      ~/Documents/regapp/accounts.json:7:44: error: password must have 5 characters or more
      regapp: hint: mend the file by hand, then run regapp check

      """
    #expect(seal == .exit(65, err: expected))
    let passwords = try home.accounts.people.compactMap { $0["password"] as? String }
    #expect(passwords.count == 8)
    #expect(Array(passwords[1...5]) == Self.kept)
    for index in [0, 6, 7] { #expect(passwords[index].hasPrefix("$y$")) }
    #expect(Set(passwords).count == 8)
    #expect(try home.accounts.text == Self.file(passwords))
    // What looks like a hash of DES was somebody's password.
    for (index, password) in [(0, "12345"), (6, "ab80DAu2C3JN6"), (7, "пароль 1")] {
      let verify = try await home.run(
        "verify", "--email", "person\(index)@host.com", "--password-stdin", input: .text(password))
      #expect(verify.code == 0)
    }
  }

  @Test("a second seal has nothing to do, and writes nothing")
  func twice() async throws {
    let home = try Home(Self.file(["12345", "12345"]))
    #expect(try await home.run("seal") == .exit(0, err: "sealed 2 passwords\n"))
    let passwords = try home.accounts.people.compactMap { $0["password"] as? String }
    #expect(passwords[0] != passwords[1])
    let before = try home.accounts.state
    #expect(try await home.run("seal") == .exit(0, err: "sealed 0 passwords\n"))
    #expect(try home.accounts.state == before)
  }

  @Test("JSON tells how many, and what was refused")
  func json() async throws {
    let home = try Home(Self.file(["12345", "1234"]))
    let seal = try await home.run("seal", "--json")
    #expect(seal.code == 65)
    let expected =
      #"{"refused":[{"column":44,"field":"password","line":3,"#
      + #""message":"password must have 5 characters or more","rule":"minimumCharacters"}],"#
      + #""sealed":1}"#
    #expect(try JSONOutput.canonical(seal.out) == expected)
  }

  @Test("the password of an account that is closed for another reason is sealed all the same")
  func closedAccount() async throws {
    let home = try Home(#"{"accounts": [{"email": "ada@host", "password": "12345"}]}"#)
    #expect(try await home.run("seal").code == 0)
    #expect(try home.accounts.only("password")?.hasPrefix("$y$") == true)
  }
}
