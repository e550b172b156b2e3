import Accounts
import Testing

@testable import Exchange

@Suite("LDIF") struct LDIFTests {
  @Test(
    "a value is written literally if RFC 2849 allows it",
    arguments: [
      ("Ada", "sn: Ada\n"), ("a b", "sn: a b\n"), (" a", "sn:: IGE=\n"), ("a ", "sn:: YSA=\n"),
      (":a", "sn:: OmE=\n"), ("<a", "sn:: PGE=\n"), ("a:<", "sn: a:<\n"), ("ё", "sn:: 0ZE=\n"),
      ("a\nb", "sn:: YQpi\n"), ("a\rb", "sn:: YQ1i\n"), ("a\u{0}b", "sn:: YQBi\n"),
      ("#a", "sn: #a\n"),
    ])
  func values(text: String, line: String) { #expect(LDIF.line("sn", text) == line) }

  @Test("a long line is folded at 76 and read as one", arguments: [71, 72, 73, 146, 147, 148, 149])
  func folds(count: Int) {
    let text = String(repeating: "x", count: count)
    let line = LDIF.line("sn", text)
    let parts = line.dropLast().split(separator: "\n")
    #expect(
      parts.allSatisfy { $0.utf8.count <= 76 } && parts.dropFirst().allSatisfy { $0.hasPrefix(" ") }
    )
    #expect(parts.count == (count <= 72 ? 1 : count <= 147 ? 2 : 3))
    let read = LDIFReader.read(ExchangeText("dn: x=y\nmail: a@b.co\n\(line)"))
    #expect(read.records.first?.values.lastName == text)
  }

  @Test(
    "names are escaped as in RFC 4514",
    arguments: [
      ("a@b.co", "a@b.co"), ("a+b@c.co", "a\\+b@c.co"), ("#a", "\\#a"), ("a#", "a#"),
      ("a,b;c<d>e\"f\\g=h", "a\\,b\\;c\\<d\\>e\\\"f\\\\g\\=h"), (" a ", "\\ a\\ "), ("", ""),
    ])
  func escapes(text: String, escaped: String) { #expect(LDIF.escaped(text) == escaped) }

  @Test(
    "a base is a name", arguments: ["dc=example,dc=com", "ou=a\\,b, dc=com", "o=x", "2.5.4.3=ё"])
  func base(name: String) { #expect(LDIF.isName(name)) }

  @Test(
    "and nothing else is",
    arguments: ["", "example.com", "dc=", "=x", "dc=a,", ",dc=a", "dc=a\ndn: x", "d c=a", "dc=a\\"])
  func noBase(name: String) { #expect(!LDIF.isName(name)) }

  static let cases: [ReadCase] = [
    ReadCase(
      "a person",
      "version: 1\n\ndn: uid=a\nMAIL: a@b.co\nsn: L\ngivenName:: 0ZE=\nuserPassword:: e0NSWVBUfSQxJGEkYg==\ntelephoneNumber: 1\n",
      rows: ["email=a@b.co password=$1$a$b firstName=ё lastName=L phone=1"]),
    ReadCase(
      "comments, folded ones too; CR LF", "# a\r\n b: c\r\ndn: x=y\r\n# z\r\nmail: a@\r\n b.co\r\n",
      rows: ["email=a@b.co"]),
    ReadCase(
      "the email in place of a last name is none", "dn: x=y\nmail: a@b.co\nsn: a@b.co\n",
      rows: ["email=a@b.co"]),
    ReadCase(
      "entries without mail and password are skipped",
      "dn: dc=x\nobjectClass: organization\n\ndn: x=y\nmail: a@b.co",
      rows: ["email=a@b.co"]),
    ReadCase(
      "a password in plain text, and locks",
      "dn: x=y\nmail: a@b.co\nuserPassword: secret\n\ndn: x=z\nmail: c@d.co\nuserPassword: {CRYPT}!$1$a$b",
      rows: ["email=a@b.co password=secret", "email=c@d.co password=!$1$a$b"]),
    ReadCase("add is done", "dn: x=y\nchangetype: add\nmail: a@b.co", rows: ["email=a@b.co"]),
    ReadCase(
      "no other change is", "dn: x=y\nchangetype: delete\nmail: a@b.co", faults: ["2:1 changeType"]),
    ReadCase(
      "nor is one whose lines are no attributes",
      "dn: x=y\nchangetype: modify\nadd: mail\nmail: a@b.co\n-\n", faults: ["2:1 changeType"]),
    ReadCase(
      "what ldapsearch prints around entries is skipped",
      "# extended LDIF\n#\n\n# a\ndn: x=y\nmail: a@b.co\n\n# search reference\nref: ldap://b\n\n"
        + "# search result\nsearch: 2\nresult: 0 Success\n\n# numEntries: 1\n",
      rows: ["email=a@b.co"]),
    ReadCase(
      "unless it says that entries are missing",
      "dn: x=y\nmail: a@b.co\n\nsearch: 2\nresult: 4 Size limit exceeded\n", rows: ["email=a@b.co"],
      faults: ["4:1 syntax"]),
    ReadCase("no dn", "mail: a@b.co", faults: ["1:1 syntax"]),
    ReadCase("no attribute", "dn: x=y\nmail", faults: ["2:1 syntax"]),
    ReadCase("a fold of nothing", " x", faults: ["1:1 syntax"]),
    ReadCase("no base 64", "dn: x=y\nmail:: !", faults: ["2:1 syntax"]),
    ReadCase(
      "no UTF-8 in base 64", "dn: x=y\nmail: a@b.co\nsn:: /w==", rows: ["email=a@b.co"],
      faults: ["3:6 utf8"]),
    ReadCase("a file elsewhere", "dn: x=y\nmail:< file:///etc/passwd", faults: ["2:1 syntax"]),
    ReadCase(
      "a file elsewhere for an attribute that is not read",
      "dn: x=y\nmail: a@b.co\njpegphoto:< file:///a.jpg", rows: ["email=a@b.co dropped: jpegphoto"]),
    ReadCase(
      "of two emails, the first", "dn: x=y\nmail: a@b.co\nmail: c@d.co",
      rows: ["email=a@b.co dropped: mail"]),
    ReadCase(
      "two passwords", "dn: x=y\nmail: a@b.co\nuserPassword: secret1\nuserPassword: secret2",
      rows: ["email=a@b.co password=secret1"], faults: ["4:15 once"]),
    ReadCase(
      "attributes without a place are dropped by name, repetitions of what is kept without",
      "dn: uid=a\nobjectClass: person\nuid: a@b.co\ncn: Ada L\ntitle: x\nTitle: y\nmemberOf: z\n"
        + "givenName: Ada\nsn: L\nmail: a@b.co",
      rows: ["email=a@b.co firstName=Ada lastName=L dropped: memberof title"]),
    ReadCase(
      "{SHA}", "dn: x=y\nmail: a@b.co\nuserPassword: {sha}AMr9EmGC6KnnwBuy8N/QBJa+ck8=",
      rows: ["email=a@b.co password={SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8="]),
    ReadCase(
      "a user name, and people without an email",
      "dn: uid=ada\nuid: ada\nmail: a@b.co\nsn: ada\n\n"
        + "dn: uid=eve\nuid: eve\nuid: evi\nuserPassword: {CRYPT}$1$a$b\n",
      rows: [
        "email=a@b.co username=ada", "username=eve password=$1$a$b dropped: uid",
      ]),
    ReadCase(
      "groups of people, by the names of their entries or their user names",
      "dn: cn=ops,dc=x\ncn: ops\nobjectClass: groupOfNames\nmember: uid=Ada,dc=x\n"
        + "member: cn=none\n\ndn: uid=ada,dc=x\nuid: ada\nmail: a@b.co\n\n"
        + "dn: uid=eve,dc=x\nuid: eve\nmail: e@b.co\n\n"
        + "dn: cn=all,dc=x\ncn: all\nmemberUid: ada\nmemberUid: eve\n",
      rows: [
        "email=a@b.co username=ada groups=ops, all", "email=e@b.co username=eve groups=all",
      ]),
    ReadCase(
      "a lock that is none", "dn: x=y\nmail: a@b.co\nuserPassword: {CRYPT}!word",
      rows: ["email=a@b.co"], faults: ["3:15 bareHash"]),
    ReadCase(
      "a hash that nothing checks", "dn: x=y\nmail: a@b.co\nuserPassword: {SSHA}x",
      rows: ["email=a@b.co"], faults: ["3:15 foreignHash"]),
    ReadCase(
      "plain text that looks like a hash", "dn: x=y\nmail: a@b.co\nuserPassword: {CLEARTEXT}$1$a$b",
      rows: ["email=a@b.co"], faults: ["3:15 misleadingPassword"]),
  ]

  @Test("is read", arguments: cases)
  func reads(row: ReadCase) {
    let reading = LDIFReader.read(ExchangeText(row.text))
    #expect(reading.rows == row.rows)
    #expect(reading.placed(in: row.text) == row.faults)
  }

  @Test("groups are entries behind the people; who has no email has no mail")
  func groups() throws {
    var writer = ExchangeWriter(.ldif, base: "dc=x")
    var values = FieldValues()
    values.username = "ada"
    values.password = "$1$a$b"
    values.groups = ["ops, 1"]
    let person = try writer.text(of: ExchangeRecord(values))
    #expect(person.hasPrefix("dn: uid=ada,dc=x\nobjectClass: inetOrgPerson\nuid: ada\ncn: ada\n"))
    #expect(!person.contains("mail:"))
    #expect(
      writer.end == """

        dn: cn=ops\\, 1,dc=x
        objectClass: groupOfNames
        cn: ops, 1
        member: uid=ada,dc=x

        """)
  }

  @Test("an entry is written in full")
  func entry() throws {
    var values = FieldValues()
    values.email = "a+b@c.co"
    values.password = "$1$a$b"
    values.phone = "+7 (912) 345-67-89"
    #expect(
      try LDIF.entry(ExchangeRecord(values), base: "dc=c,dc=co") == """
        dn: uid=a\\+b@c.co,dc=c,dc=co
        objectClass: inetOrgPerson
        uid: a+b@c.co
        cn: a+b@c.co
        sn: a+b@c.co
        mail: a+b@c.co
        telephoneNumber: +7 (912) 345-67-89
        userPassword:: e0NSWVBUfSQxJGEkYg==

        """)
    values.phone = "№1"
    #expect(throws: ExportObstacle.phoneSigns) {
      try LDIF.entry(ExchangeRecord(values), base: "dc=c")
    }
    values.phone = nil
    values.firstName = ""
    #expect(throws: ExportObstacle.emptyName) {
      try LDIF.entry(ExchangeRecord(values), base: "dc=c")
    }
  }
}
