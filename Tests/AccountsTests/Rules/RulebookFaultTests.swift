import AccountsSupport
import Testing

@testable import Accounts

@Suite("A broken rulebook") struct RulebookFaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let rows: [String]
    var testDescription: String { text }
    init(_ text: String, _ rows: String...) { (self.text, self.rows) = (text, rows) }
  }

  @Test(
    "is reported with the place of every problem",
    arguments: [
      // Its type.
      Row("1", "1:1 rules rulebookIsTextOrObject"),
      Row("null", "1:1 rules rulebookIsTextOrObject"),
      Row("[]", "1:1 rules rulebookIsTextOrObject"),
      Row("true", "1:1 rules rulebookIsTextOrObject"),
      Row("\"regster\"", "1:1 rules knownRulebook"),
      Row("\"Register\"", "1:1 rules knownRulebook"),
      Row("\"\"", "1:1 rules knownRulebook"),
      Row("  \"x\"", "1:3 rules knownRulebook"),
      // Its keys.
      Row(#"{"nme": "x"}"#, "1:2 rules.nme knownKey"),
      Row(#"{"Name": "x"}"#, "1:2 rules.Name knownKey"),
      Row(#"{"name": "a", "name": "b"}"#, "1:15 rules.name once"),
      Row(#"{"name": "a", "n\u0061me": "b"}"#, "1:15 rules.name once"),
      Row(#"{"login": {"bye": 1}}"#, "1:12 rules.login.bye knownKey"),
      Row(#"{"fields": {"Email": {}}}"#, "1:13 rules.fields.Email knownKey"),
      Row(#"{"fields": {"age": {}}}"#, "1:13 rules.fields.age knownKey"),
      Row(#"{"fields": {"phone": {"form": ""}}}"#, "1:23 rules.fields.phone.form knownKey"),
      // Kinds of values.
      Row(#"{"name": 1}"#, "1:10 rules.name text"),
      Row(#"{"name": null}"#, "1:10 rules.name text"),
      Row(#"{"name": "a\nb"}"#, "1:10 rules.name noControlCharacters"),
      Row(#"{"login": 1}"#, "1:11 rules.login object"),
      Row(#"{"fields": []}"#, "1:12 rules.fields object"),
      Row(#"{"fields": {"email": true}}"#, "1:22 rules.fields.email object"),
      Row(#"{"login": {"opensOnlyAccount": 1}}"#, "1:32 rules.login.opensOnlyAccount boolean"),
      Row(#"{"login": {"upgradesHashes": "yes"}}"#, "1:30 rules.login.upgradesHashes boolean"),
      Row(#"{"login": {"by": "phone"}}"#, "1:18 rules.login.by choice"),
      Row(#"{"login": {"by": 1}}"#, "1:18 rules.login.by choice"),
      Row(#"{"login": {"by": []}}"#, "1:18 rules.login.by emptyList"),
      Row(
        #"{"serve":{"hosts":[{"host":"a.co","groups":["b","b","c:d"]},{"host":"A.co","groups":null}]}}"#,
        "1:49 rules.serve.hosts.groups guardedHosts",
        "1:53 rules.serve.hosts.groups guardedHosts",
        "1:85 rules.serve.hosts.groups listOfTexts"),
      Row(
        #"{"serve":{"hosts":[{"host":"a.co","groups":[],"from":[]},{"Host":"b.co"},{}]}}"#,
        "1:44 rules.serve.hosts.groups emptyList", "1:54 rules.serve.hosts.from emptyList",
        "1:59 rules.serve.hosts.Host knownKey", "1:58 rules.serve.hosts guardedHosts",
        "1:74 rules.serve.hosts guardedHosts"),
      Row(
        #"{"serve":{"hosts":[{"host":"a.co","host":"b.co","path":"/"},{"host":1,"from":"https://c.co"}]}}"#,
        "1:35 rules.serve.hosts.host once", "1:49 rules.serve.hosts.path knownKey",
        "1:69 rules.serve.hosts.host text", "1:78 rules.serve.hosts.from listOfTexts"),
      Row(
        #"{"serve":{"hosts":[{"host":"a.co","from":["https://c.co","https://c.co/","https://c.co:443","https://C.co","null","http://c.co","http://localhost:3000","app://x","*","https://c.co"]}]}}"#,
        "1:58 rules.serve.hosts.from guardedHosts", "1:74 rules.serve.hosts.from guardedHosts",
        "1:93 rules.serve.hosts.from guardedHosts", "1:108 rules.serve.hosts.from guardedHosts",
        "1:115 rules.serve.hosts.from guardedHosts", "1:163 rules.serve.hosts.from guardedHosts",
        "1:167 rules.serve.hosts.from guardedHosts"),
      Row(
        #"{"fields":{"groups":{"allowed":["a"]}},"serve":{"hosts":[{"host":"a.co","groups":["A","a"]}]}}"#,
        "1:83 rules.serve.hosts.groups allowedGroup"),
      Row(
        #"{"serve":{"hosts":[{"host":"a.co","subject":"yes","subject":true,"subjects":true}]}}"#,
        "1:45 rules.serve.hosts.subject boolean", "1:51 rules.serve.hosts.subject once",
        "1:66 rules.serve.hosts.subjects knownKey"),
      Row(#"{"serve": {"hosts": []}}"#, "1:21 rules.serve.hosts emptyList"),
      Row(
        #"{"fields": {"email": {"domains": [ ]}, "groups": {"allowed": []}}}"#,
        "1:34 rules.fields.email.domains emptyList", "1:62 rules.fields.groups.allowed emptyList"),
      Row(
        #"{"from": "standard", "fields": {"groups": {"allowed": []}}}"#,
        "1:55 rules.fields.groups.allowed emptyList"),
      // It says nothing.
      Row("{}", "1:1 rules whichBeginning"),
      Row(#"{"name": "standard"}"#, "1:1 rules whichBeginning"),
      Row(#"{"key": "username"}"#, "1:1 rules whichBeginning"),
      Row(#"{"fields": {}}"#, "1:1 rules whichBeginning"),
      Row(#"{"fields": {"email": {}, "password": {}}}"#, "1:1 rules whichBeginning"),
      Row(
        #" {"key": "username", "login": {"by": "username"}, "serve": {}}"#,
        "1:2 rules whichBeginning"),
      Row(#"{"fields": null}"#, "1:12 rules.fields object"),
      Row(#"{"fields": {"email": null}}"#, "1:22 rules.fields.email object"),
      Row(#"{"login": {"by": ["email", "email"]}}"#, "1:28 rules.login.by eachOnce"),
      Row(#"{"login": {"unknown": "Create"}}"#, "1:23 rules.login.unknown choice"),
      // The page and its logins.
      Row(
        #"{"serve":{"hosts":["*.b.co"]}}"#,
        "1:20 rules.serve.hosts guardedHosts"),
      Row(
        #"{"serve":{"hosts":["b.co","вики.рф","B.co:8443","a/b"]}}"#,
        "1:27 rules.serve.hosts guardedHosts",
        "1:37 rules.serve.hosts guardedHosts",
        "1:49 rules.serve.hosts guardedHosts"),
      Row(
        #"{"serve":{"hosts":"b.co"}}"#,
        "1:19 rules.serve.hosts listOfTexts"),
      Row(
        #"{"serve":{"hosts":[1]}}"#,
        "1:20 rules.serve.hosts text"),
      Row(
        #"{"serve":{"hosts":["b.co"],"url":"https://b.co:8443/"}}"#,
        "1:10 rules.serve.hosts guardedHosts"),
      Row(
        #"{"serve":{"hosts":["b.co"],"url":"https://a.co/x/"}}"#,
        "1:10 rules.serve.hosts guardedHosts"),
      Row(
        #"{"serve":{"home":"javascript:alert(1)"}}"#,
        "1:18 rules.serve.home webAddress"),
      Row(
        #"{"serve":{"home":"https://a@b.co/"}}"#,
        "1:18 rules.serve.home webAddress"),
      Row(
        #"{"serve":{"title":""}}"#,
        "1:19 rules.serve.title notEmpty"),
      Row(
        #"{"serve":{"title":"ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"}}"#,
        "1:19 rules.serve.title atMostCharacters"),
      Row(
        #"{"serve":{"note":"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"}}"#,
        "1:18 rules.serve.note atMostCharacters"),
      Row(
        #"{"sessions":{"idleHours":0,"hours":169,"days":91}}"#,
        "1:26 rules.sessions.idleHours count",
        "1:36 rules.sessions.hours count",
        "1:47 rules.sessions.days count"),
      Row(
        #"{"sessions":{"minutes":5}}"#,
        "1:14 rules.sessions.minutes knownKey"),
      // Email.
      Row(
        #"{"fields":{"email":{"required":false}}}"#,
        "1:32 rules.fields.email.required mustBeRequired"),
      Row(#"{"fields":{"email":{"required":0}}}"#, "1:32 rules.fields.email.required boolean"),
      Row(#"{"fields":{"email":{"beforeAt":0}}}"#, "1:32 rules.fields.email.beforeAt count"),
      Row(#"{"fields":{"email":{"beforeAt":65}}}"#, "1:32 rules.fields.email.beforeAt count"),
      Row(#"{"fields":{"email":{"firstLabel":64}}}"#, "1:34 rules.fields.email.firstLabel count"),
      Row(#"{"fields":{"email":{"afterDot":1}}}"#, "1:32 rules.fields.email.afterDot count"),
      Row(#"{"fields":{"email":{"afterDot":253}}}"#, "1:32 rules.fields.email.afterDot count"),
      // Password.
      Row(
        #"{"fields":{"password":{"required":false}}}"#,
        "1:35 rules.fields.password.required mustBeRequired"),
      Row(
        #"{"fields":{"password":{"characters":0}}}"#, "1:37 rules.fields.password.characters count"),
      Row(#"{"fields":{"password":{"letters":-1}}}"#, "1:34 rules.fields.password.letters count"),
      Row(#"{"fields":{"password":{"digits":512}}}"#, "1:33 rules.fields.password.digits count"),
      Row(#"{"fields":{"password":{"digits":1.5}}}"#, "1:33 rules.fields.password.digits count"),
      Row(#"{"fields":{"password":{"digits":"1"}}}"#, "1:33 rules.fields.password.digits count"),
      Row(
        #"{"fields":{"password":{"lowercase":99999999999999999999}}}"#,
        "1:36 rules.fields.password.lowercase count"),
      Row(
        #"{"fields":{"password":{"uppercase":[]}}}"#, "1:36 rules.fields.password.uppercase count"),
      Row(
        #"{"fields":{"password":{"onlyLettersAndDigits":1}}}"#,
        "1:47 rules.fields.password.onlyLettersAndDigits boolean"),
      // Names.
      Row(
        #"{"fields":{"firstName":{"letters":"latin"}}}"#,
        "1:35 rules.fields.firstName.letters choice"),
      Row(
        #"{"fields":{"lastName":{"required":"no"}}}"#, "1:35 rules.fields.lastName.required boolean"
      ),
      // Birth date.
      Row(
        #"{"fields":{"birthDate":{"minimumAge":121}}}"#,
        "1:38 rules.fields.birthDate.minimumAge count"),
      Row(
        #"{"fields":{"birthDate":{"maximumAge":121}}}"#,
        "1:38 rules.fields.birthDate.maximumAge count"),
      Row(
        #"{"fields":{"birthDate":{"minimumAge":30,"maximumAge":20}}}"#,
        "1:24 rules.fields.birthDate ageOrder"),
      // Phone.
      Row(#"{"fields":{"phone":{"mask":"+7"}}}"#, "1:28 rules.fields.phone.mask mask"),
      Row(#"{"fields":{"phone":{"mask":1}}}"#, "1:28 rules.fields.phone.mask text"),
      Row(#"{"fields":{"phone":{"trunk":"x"}}}"#, "1:29 rules.fields.phone.trunk trunk"),
      Row(#"{"fields":{"phone":{"trunk":8}}}"#, "1:29 rules.fields.phone.trunk text"),
      Row(
        #"{"fields":{"phone":{"trunk":"8","mask":"digits"}}}"#,
        "1:29 rules.fields.phone.trunk trunk"),
      Row(
        #"{"fields":{"phone":{"mask":"digits","trunk":"8"}}}"#,
        "1:45 rules.fields.phone.trunk trunk"),
      Row(
        #"{"fields":{"password":{"blocklistFile":""}}}"#,
        "1:40 rules.fields.password.blocklistFile notEmpty"),
      // No account can have this value.
      Row(
        #"{"fields":{"password":{"letters":400,"digits":112}}}"#,
        "1:23 rules.fields.password cannotBeMet"),
      Row(
        #"{"fields":{"password":{"lowercase":300,"uppercase":212}}}"#,
        "1:23 rules.fields.password cannotBeMet"),
      Row(
        #"{"fields":{"email":{"beforeAt":64,"firstLabel":63,"afterDot":126}}}"#,
        "1:20 rules.fields.email cannotBeMet"),
      // Combinations of keys.
      Row(
        #"{"login":{"by":"firstName","unknown":"create"},"fields":{"firstName":{"required":true}}}"#,
        "1:1 rules.login.unknown createNeedsEmail"),
      Row(#"{"login":{"by":"firstName"}}"#, "1:1 rules.fields.firstName.required mustBeRequired"),
    ])
  func faults(row: Row) throws {
    let read = try ReadRulebook(row.text)
    #expect(read.rows == row.rows)
    #expect(read.rulebook == nil)
  }

  @Test(
    "is none if an account can just meet it",
    arguments: [
      #"{"fields":{"password":{"characters":511,"letters":400,"digits":111,"lowercase":200}}}"#,
      #"{"fields":{"email":{"beforeAt":64,"firstLabel":63,"afterDot":125}}}"#,
    ])
  func justMet(text: String) throws {
    #expect(try ReadRulebook(text).rows == [])
  }

  @Test("is reported with all problems, in the order of the file")
  func manyFaults() throws {
    let read = try ReadRulebook(
      """
      {
        "nam": "x",
        "login": {"by": "phone", "ünknown": 1},
      \t"fields": {
          "password": {"characters": 0, "digts": 1},
          "birthDate": {"minimumAge": 50, "maximumAge": 40}
        }
      }
      """)
    #expect(
      read.rows == [
        "2:3 rules.nam knownKey", "3:19 rules.login.by choice", "3:28 rules.login.ünknown knownKey",
        "5:32 rules.fields.password.characters count", "5:35 rules.fields.password.digts knownKey",
        "6:18 rules.fields.birthDate ageOrder",
      ])
  }

  @Test(
    "suggests the intended key",
    arguments: [
      (#"{"nam": 1}"#, "name"), (#"{"feilds": {}}"#, "fields"), (#"{"logn": {}}"#, "login"),
      (#"{"login": {"unkown": 1}}"#, "unknown"),
      (#"{"login": {"opensonlyaccount": 1}}"#, "opensOnlyAccount"),
      (#"{"fields": {"pasword": {}}}"#, "password"),
      (#"{"fields": {"firstname": {}}}"#, "firstName"),
      (#"{"fields": {"password": {"charcters": 1}}}"#, "characters"),
      (#"{"fields": {"birthDate": {"minAge": 1}}}"#, nil),
      (#"{"colour": 1}"#, nil),
    ] as [(String, String?)])
  func suggestions(text: String, suggestion: String?) throws {
    let read = try ReadRulebook(text)
    #expect(read.problems.map(\.rule) == [.rulebook(.knownKey(suggestion: suggestion))])
  }

  @Test("says what would be valid")
  func facts() throws {
    func rule(_ text: String) throws -> Rule? { try ReadRulebook(text).problems.first?.rule }
    #expect(
      try rule(#"{"login": {"by": ""}}"#) == .rulebook(.choice(["email", "username", "firstName"])))
    #expect(try rule(#"{"login": {"unknown": ""}}"#) == .rulebook(.choice(["create", "refuse"])))
    #expect(
      try rule(#"{"fields": {"firstName": {"letters": ""}}}"#)
        == .rulebook(.choice(["any", "english"])))
    #expect(try rule(#"{"fields": {"email": {"beforeAt": 0}}}"#) == .rulebook(.count(1...64)))
    #expect(try rule(#"{"fields": {"email": {"firstLabel": 0}}}"#) == .rulebook(.count(1...63)))
    #expect(try rule(#"{"fields": {"email": {"afterDot": 0}}}"#) == .rulebook(.count(2...252)))
    #expect(try rule(#"{"fields": {"password": {"digits": -1}}}"#) == .rulebook(.count(0...511)))
    #expect(try rule(#"{"fields": {"password": {"characters": 0}}}"#) == .rulebook(.count(1...511)))
    #expect(
      try rule(#"{"fields": {"birthDate": {"minimumAge": -1}}}"#) == .rulebook(.count(0...120)))
    #expect(try rule(#""regster""#) == .rulebook(.knownRulebook("regster")))
  }
}
