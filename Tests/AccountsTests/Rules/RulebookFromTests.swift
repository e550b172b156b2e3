import LosslessJSON
import Testing

@testable import Accounts

@Suite("A rulebook that begins from another") struct RulebookFromTests {
  private func read(_ text: String) throws -> Rulebook {
    let read = try ReadRulebook(text)
    #expect(read.rows == [])
    return try #require(read.rulebook)
  }

  @Test("is that one, where nothing else is said", arguments: Rulebook.builtIns)
  func alone(base: Rulebook) throws {
    let rulebook = try read(#"{"from": "\#(base.name)"}"#)
    #expect(rulebook == base)
    #expect(rulebook.origin?.name == base.name)
  }

  @Test("takes over key by key, whatever else replaces, and null takes away")
  func merging() throws {
    var expected = Rulebook.standard
    expected.name = "web"
    expected.fields.password.hash = .bcrypt
    expected.fields.password.blocklist = false
    expected.fields.password.characters = 1
    expected.login.by = [.username]
    let rulebook = try read(
      """
      {"name": "web", "login": {"by": "username"}, "from": "standard",
       "fields": {"password": {"hash": "bcrypt", "blocklist": null, "characters": null}}}
      """)
    // Without `from`, the key is what people log in by.
    #expect(rulebook == expected)
    #expect(rulebook.fields.password.cost == 10)
    #expect(rulebook.fields.password.notOwnNames)
  }

  @Test("lets null take away whole objects")
  func objects() throws {
    let rulebook = try read(#"{"from": "albums", "fields": {"password": null, "phone": null}}"#)
    #expect(rulebook.fields.password == PasswordRule())
    #expect(rulebook.fields.phone == PhoneRule())
    #expect(rulebook.fields.firstName == Rulebook.albums.fields.firstName)
    let login = try read(#"{"from": "register", "login": null}"#)
    #expect(login.login == Rulebook.Login(by: [.email]))
    let key = try read(#"{"from": "standard", "key": null}"#)
    #expect(key.key == .email)
  }

  @Test("gives a cost to the scheme that it is of")
  func cost() throws {
    let base = #"{"from": "standard", "fields": {"password": "#
    #expect(try read(base + #"{"cost": 9}}}"#).fields.password.cost == 9)
    #expect(try read(base + #"{"cost": null}}}"#).fields.password.cost == 7)
    let read = try ReadRulebook(base + #"{"cost": 9, "hash": "bcrypt"}}}"#)
    #expect(read.problems.map(\.rule) == [.rulebook(.count(10...13))])
  }

  @Test("does not lend a mask that is written the trunk prefix of another")
  func masks() throws {
    func mask(_ base: String, _ phone: String) throws -> PhoneMask {
      try read(#"{"from": "\#(base)", "fields": {"phone": \#(phone)}}"#).fields.phone.mask
    }
    #expect(try mask("register", #"{"mask": "digits"}"#) == .digits)
    #expect(try mask("register", #"{"required": true}"#) == .russian)
    #expect(try mask("standard", #"{"mask": "+7 (***) ***-**-**"}"#) == .russian)
    #expect(try mask("standard", #"{"required": true}"#) == .digits)
    #expect(
      try mask("standard", #"{"trunk": "0", "mask": "+44 **** ******"}"#)
        == PhoneMask("+44 **** ******", trunk: "0"))
  }

  @Test(
    "names a built-in one, once, and at the top",
    arguments: [
      (#"{"from": "none"}"#, "rules.from"), (#"{"from": null}"#, "rules.from"),
      (#"{"from": ["standard"]}"#, "rules.from"),
      (#"{"from": "standard", "from": "standard"}"#, "rules.from"),
      (#"{"from": "standard", "login": {"from": "standard"}}"#, "rules.login.from"),
      (#"{"from": "standard", "from.fields": 1}"#, "rules.from.fields"),
      (
        #"{"from": "standard", "fields": {"password": {"hash": null, "kost": null}}}"#,
        "rules.fields.password.kost"
      ),
      (#"{"login": null}"#, "rules.login"), (#"{"name": null}"#, "rules.name"),
      (
        #"{"from": "standard", "fields": {"password": {"maximumCharacters": 14}}}"#,
        "rules.fields.password"
      ),
    ])
  func refused(text: String, place: String) throws {
    let read = try ReadRulebook(text)
    #expect(read.rulebook == nil)
    #expect(read.problems.map(\.field) == [place])
  }

  @Test("is written as it was, and whole on request")
  func written() throws {
    let text = #"{"from":"standard","fields":{"password":{"hash":"bcrypt","blocklist":null}}}"#
    let rulebook = try read(text)
    #expect(rulebook.written.text(style: .compact) == text)
    let whole = try read(rulebook.json.text(style: .compact))
    #expect(whole == rulebook && whole.origin == nil)
    #expect(!rulebook.json.text(style: .compact).contains("from"))
    // A program may change it: then what was written is no longer true.
    var changed = rulebook
    changed.fields.password.characters = 20
    #expect(try read(changed.written.text(style: .compact)) == changed)
  }

  @Test("keeps keys of people's own, also where it means a built-in one")
  func ownKeys() throws {
    for text in [
      #"{"from":"standard","//serve":{"hosts":["a.example.com"]}}"#,
      #"{"from":"register","fields":{"phone":{"x-why":"for the lab"}}}"#,
      #"{"name":"own","x-note":1,"fields":{"phone":{"required":true}},"x-note":2}"#,
    ] {
      #expect(try read(text).written.text(style: .compact) == text)
    }
    #expect(try read(#"{"from":"standard"}"#).written == .string("standard"))
  }

  @Test("is what init makes of a built-in one with another hash")
  func making() throws {
    let rulebook = Rulebook.standard.making(.bcrypt)
    #expect(
      rulebook.written.text(style: .compact)
        == #"{"from":"standard","fields":{"password":{"hash":"bcrypt"}}}"#)
    #expect(try read(rulebook.written.text(style: .compact)) == rulebook)
    #expect(Rulebook.standard.making(.yescrypt).written == .string("standard"))
  }
}
