import Accounts
import Testing

@testable import Exchange

@Suite("CSV") struct CSVTests {
  @Test(
    "quotes what needs quotes, and nothing else",
    arguments: [
      ("Ada", "Ada"), ("", "\"\""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
      ("\"", "\"\"\"\""), (" a", "\" a\""), ("a ", "\"a \""), ("a b", "a b"), ("a\nb", "\"a\nb\""),
      ("a\rb", "\"a\rb\""), ("#a", "\"#a\""), ("a#b", "a#b"), ("'a'", "'a'"), ("🙂", "🙂"),
      ("\"\u{301}", "\"\"\"\u{301}\""), (",\u{301}", "\",\u{301}\""),
    ])
  func quotes(text: String, quoted: String) {
    #expect(Array(CSV.quoted(text).utf8) == Array(quoted.utf8))
  }

  static let cases: [ReadCase] = [
    ReadCase(
      "lines of LF", "email,password\na@b.co,x\nc@d.co,y\n",
      rows: ["email=a@b.co password=x", "email=c@d.co password=y"]),
    ReadCase(
      "lines of CR LF, the last one open, behind a byte-order mark",
      "\u{FEFF}email\r\na@b.co\r\n\r\nc@d.co", rows: ["email=a@b.co", "email=c@d.co"]),
    ReadCase(
      "columns in any order and spelling", "First Name,BIRTH_DATE,e-mail\nAda,2000-01-01,a@b.co",
      rows: ["email=a@b.co firstName=Ada birthDate=2000-01-01"]),
    ReadCase(
      "quotes, with commas, lines and quotes inside",
      "email,firstName,lastName\n\"a@b.co\",\"a,\"\"b\"\"\",\"c\r\nd\"\n",
      rows: ["email=a@b.co firstName=a,\"b\" lastName=c\r\nd"]),
    ReadCase(
      "nothing is not there; a name of no characters has quotes",
      "email,firstName,lastName,phone\na@b.co,,\"\",\"\"", rows: ["email=a@b.co lastName="]),
    ReadCase(
      "space belongs to a value", "email,firstName\na@b.co, x \n",
      rows: ["email=a@b.co firstName= x "]),
    ReadCase(
      "a password that only looks locked", "email,password\na@b.co,!Welcome1\nc@d.co,*x\ne@f.co,!",
      rows: ["email=a@b.co", "email=c@d.co", "email=e@f.co password=!"],
      faults: ["2:8 misleadingPassword", "3:8 misleadingPassword"]),
    ReadCase(
      "semicolons, with commas in values", "email;firstName\na@b.co;\"A;B, C\"\n;\n",
      rows: ["email=a@b.co firstName=A;B, C"]),
    ReadCase(
      "tabs", "email\tfirstName\na@b.co\tA, B", rows: ["email=a@b.co firstName=A, B"]),
    ReadCase(
      "rows of nothing", "email,phone\n,,\n\"\",\n,\na@b.co,1\n",
      rows: ["", "email=a@b.co phone=1"]),
    ReadCase(
      "groups, who is disabled, and from when to when",
      "username,groups,disabled,validFrom\na,\"ops, dev\",TRUE,2030-01-01\nb,,on leave,\nc,,false,",
      rows: [
        "username=a groups=ops, dev disabled=true validFrom=2030-01-01",
        "username=b disabled=on leave", "username=c disabled=false",
      ]),
    ReadCase("an empty text", "", faults: ["1:1 syntax"]),
    ReadCase("no email", "password\nx", faults: ["1:1 syntax"]),
    ReadCase(
      "an unknown column, and one twice", "email,nick,email\nx,y,z",
      faults: ["1:7 syntax", "1:12 once"]),
    ReadCase(
      "too few, too many", "email,phone\nx\na@b.co,1\na,b,c",
      rows: ["email=a@b.co phone=1"], faults: ["2:1 syntax", "4:1 syntax"]),
    ReadCase(
      "a quote inside, one with text behind", "email,phone\na\"b,1\n\"a\"b,2",
      rows: ["email=a\"b phone=1", "email=a phone=2"], faults: ["2:2 syntax", "3:3 syntax"]),
    ReadCase(
      "an open quote", "email\na@b.co\n\"x\ny", rows: ["email=a@b.co"], faults: ["3:1 syntax"]),
  ]

  @Test("reads", arguments: cases)
  func reads(row: ReadCase) {
    let reading = CSVTable.read(ExchangeText(row.text))
    #expect(reading.rows == row.rows)
    #expect(reading.placed(in: row.text) == row.faults)
  }

  @Test("unknown columns are dropped by name where that is wanted")
  func unknown() {
    let text = ExchangeText("email,nick,title\na@b.co,x,\n")
    let reading = CSVTable.read(text, .ignoringUnknown)
    #expect(reading.rows == ["email=a@b.co dropped: nick"] && reading.faults.isEmpty)
  }

  @Test(
    "a column that was meant to limit a login is not dropped, nor is it beside the field's own",
    arguments: [
      ("Dissabled", nil, "1:7 knownKey"), ("Dissabled,disabled", nil, "1:7 once"),
      ("valid-untill,validUntil", nil, "1:7 once"), ("disabled,away", "away", "1:7 once"),
    ])
  func slip(columns: String, disabled: String?, fault: String) {
    let text = "email,\(columns)\n"
    var options = ReadingOptions.ignoringUnknown
    options.columns[.disabled] = disabled
    #expect(CSVTable.read(ExchangeText(text), options).placed(in: text) == [fault])
  }

  @Test("beside the field's own, a column that limits no login is dropped like any other")
  func harmlessSlip() {
    let text = ExchangeText("email,phonne,phone\na@b.co,1,2\n")
    let reading = CSVTable.read(text, .ignoringUnknown)
    #expect(reading.rows == ["email=a@b.co phone=2 dropped: phonne"] && reading.faults.isEmpty)
  }

  static let mapped: [(columns: [Field: String], text: String, rows: [String], faults: [String])] =
    [
      (
        [.email: "Email Address", .firstName: "Given, name"],
        "email address;Given, name;password\na@b.co;Ada;x",
        ["email=a@b.co password=x firstName=Ada"],
        []
      ),
      (
        [.phone: "Mobile"], "email,Phone,Mobile\na@b.co,1,2",
        ["email=a@b.co phone=2 dropped: Phone"], []
      ),
      ([.email: "Mail"], "E-Mail,phone\na@b.co,1", [], ["1:1 syntax"]),
      ([.email: "a"], "a,A,phone\na@b.co,b@c.co,1", [], ["1:3 once"]),
    ]

  @Test("columns are fields by the names that are given for them", arguments: mapped.indices)
  func columns(index: Int) {
    let (columns, text, rows, faults) = Self.mapped[index]
    var options = ReadingOptions.ignoringUnknown
    for (field, name) in columns { options.columns[field] = name }
    let reading = CSVTable.read(ExchangeText(text), options)
    #expect(reading.rows == rows)
    #expect(reading.placed(in: text) == faults)
  }

  @Test(
    "what a spreadsheet would run is quoted for it",
    arguments: ["=1+1", "+7 (912) 345-67-89", "-1+2", "-a", "@SUM(A1)", "\tx", "\r=x"])
  func spreadsheet(text: String) {
    var values = FieldValues()
    values.email = "a@b.co"
    values.firstName = text
    let record = ExchangeRecord(values)
    #expect(
      CSV.line(record, withHashes: false, forSpreadsheet: true)
        == "a@b.co,,\"'\(text)\",,,,,,,,,\r\n")
    #expect(CSV.hasFormula(record))
    values.firstName = nil
    values.phone = text
    #expect(CSV.hasFormula(ExchangeRecord(values)) == !text.hasPrefix("+7"))
  }

  @Test("every kind of value round-trips")
  func roundTrip() {
    for text in Hostile.texts + Hostile.misleading {
      var values = FieldValues()
      values.email = "ada@example.com"
      values.firstName = text
      values.lastName = text + "x"
      let line = CSV.line(ExchangeRecord(values), withHashes: true)
      let reading = CSVTable.read(ExchangeText(CSV.header(withHashes: true) + line))
      #expect(reading.faults.isEmpty)
      #expect(Array(reading.records.first?.values.firstName?.utf8 ?? "!".utf8) == Array(text.utf8))
      #expect(reading.records.first?.values.lastName == text + "x")
    }
  }
}
