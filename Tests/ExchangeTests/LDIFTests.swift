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
    let whole = parts.enumerated().map { $0 == 0 ? $1 : $1.dropFirst() }.joined()
    #expect(whole == "sn: \(text)")
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
    var record = ExchangeRecord(values)
    record.id = AccountID("0f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a11")
    #expect(
      try LDIF.entry(record, base: "dc=c").contains(
        "\nentryUUID: 0f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a11\nuserPassword:: "))
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
