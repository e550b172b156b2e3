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

  @Test("has ids in the column that is named, and else none")
  func ids() {
    let uuid = "0f8b2c1e-7c0a-4a3e-9a3e-0d3a2f5f9a11"
    let text = "email,Id\na@b.co,\(uuid)\nc@d.co,\ne@f.co,7\n"
    #expect(CSVTable.read(ExchangeText(text)).placed(in: text) == ["1:7 knownKey"])
    var options = ReadingOptions()
    options.columns[.id] = "Id"
    let reading = CSVTable.read(ExchangeText(text), options)
    #expect(reading.records.map { $0.id?.description } == [uuid, nil, nil])
    #expect(reading.placed(in: text) == ["4:8 id"])
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
      rows: [
        "email=a@b.co password=!Welcome1", "email=c@d.co password=*x", "email=e@f.co password=!",
      ]),
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
      "an unknown column, and two that are one field", "email,nick,E-Mail\nx,y,z",
      faults: ["1:12 oneHeading", "1:7 knownKey"]),
    ReadCase(
      "keys of people's own, which have no case and no other sign",
      "email,x-note,//disabled,x-\na@b.co,left,true,\nc@d.co,,,\"\"\n",
      rows: [#"email=a@b.co x-note="left" //disabled="true""#, "email=c@d.co"]),
    ReadCase(
      "such a key twice", "email,x-note,x-note\na@b.co,1,2\n", faults: ["1:14 once"]),
    ReadCase(
      "such a key twice, but for space that nobody sees", "email,x-note,x-note \na@b.co,1,2\n",
      faults: ["1:14 oneKey"]),
    ReadCase(
      "lines that end in CR alone, as old programs of the Mac write them",
      "email;password\ra@b.co;x\r\rc@d.co;\"y\rz\"",
      rows: [
        "email=a@b.co password=x", "email=c@d.co password=y\rz",
      ]),
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

  /// A table, what is left out of it, and what is wrong then; nothing is read of it if anything is.
  static let others: [(text: String, leftOut: [String], faults: [String])] = [
    ("email,dept\na@b.co,x\n", [], ["1:7 knownKey"]),
    ("email,dept\na@b.co,x\n", ["dept"], []),
    ("email,dept\na@b.co,x\n", ["Dept"], ["1:1 present", "1:7 knownKey"]),
    ("email,dept,dept\na@b.co,x,y\n", [], ["1:7 knownKey"]),
    ("email,,\na@b.co,,\n", [], ["1:7 knownKey"]), ("email,,\na@b.co,,\n", [""], []),
    // Who can log in may be in a column by its name, or by its values.
    ("email,status\na@b.co,active\n", [], ["1:7 meantValues"]),
    ("email,status\na@b.co,active\n", ["status"], ["1:7 meantValues"]),
    ("email,status\na@b.co,active\n", ["status=active"], []),
    ("email,status\na@b.co,Active\n", ["status=active"], ["2:8 meantValue"]),
    (
      "email,status\na@b.co,active\nc@d.co,suspended\ne@f.co,\n", ["status=active"],
      ["3:8 meantValue", "4:8 meantValue"]
    ),
    (
      "email,status\na@b.co,active\nc@d.co,suspended\ne@f.co,\n",
      ["status=active,", "status=suspended"], []
    ),
    ("email,status\n", [], ["1:7 knownKey"]), ("email,status\n", ["status"], []),
    ("email,vip\na@b.co,TRUE\nc@d.co,\n", [], ["1:7 meantValues"]),
    ("email,vip\na@b.co,TRUE\nc@d.co,\n", ["vip"], ["1:7 meantValues"]),
    ("email,vip\na@b.co,TRUE\nc@d.co,\n", ["vip=TRUE,"], []),
    ("email,vip\na@b.co,TRUE\nc@d.co,gold\n", ["vip"], []),
    ("email,vip\na@b.co,\n", ["vip"], []),
    ("email,Valid Untill\na@b.co,2020-01-01\n", [], ["1:7 meantValues"]),
    (
      "email,X-Disabled,x_note,x disabled\na@b.co,1,2,3\n", [],
      ["1:7 meantValues", "1:18 knownKey", "1:25 meantValues"]
    ),
    ("email,//disabled\na@b.co,true\n", ["//disabled"], []),
    // True and false count however they are written.
    ("email,vip\na@b.co, true\nc@d.co,False \n", ["vip"], ["1:7 meantValues"]),
    ("email,vip\na@b.co,\ttrue\nc@d.co, \n", ["vip"], ["1:7 meantValues"]),
    ("email,vip\na@b.co,true \n", ["vip=true"], ["2:8 meantValue"]),
    ("email,vip\na@b.co,true \n", ["vip=true "], []),
    // A name may have an equals sign, and a value a comma or a backslash.
    ("email,is=on\na@b.co,x\n", ["is=on"], []),
    ("email,is=on\na@b.co,x\n", ["is"], ["1:1 present", "1:7 knownKey"]),
    ("email,is=on\na@b.co,true\n", ["is=on"], ["1:7 meantValues"]),
    ("email,is=on\na@b.co,true\n", ["is=on=true"], []),
    ("email,is=on\na@b.co,true\n", ["is=on=x", "is=on=true"], []),
    ("email,is\na@b.co,on=x\n", ["is=on"], ["2:8 meantValue"]),
    ("email,is\na@b.co,on=x\n", ["is=on=x"], []),
    ("email,dept\na@b.co,x\n", ["status=a=b"], ["1:1 present", "1:7 knownKey"]),
    ("email;status\na@b.co;a, b\nc@d.co;A\\b\n", [#"status=a\, b,A\b"#], []),
    ("email;status\na@b.co;a\\\nc@d.co;b\n", [#"status=a\\,b"#], []),
    // Texts are compared scalar by scalar.
    ("email,caf\u{E9}\na@b.co,x\n", ["cafe\u{301}"], ["1:1 present", "1:7 meantValues"]),
    ("email,status\na@b.co,\u{E9}\n", ["status=e\u{301}"], ["2:8 meantValue"]),
  ]

  @Test("columns that no field is refuse the table, or are left out", arguments: others.indices)
  func refuse(index: Int) {
    let (text, leftOut, faults) = Self.others[index]
    let reading = CSVTable.read(ExchangeText(text), .leavingOut(leftOut))
    #expect(reading.placed(in: text) == faults)
    #expect(reading.isRefused == !faults.isEmpty)
    #expect(faults.isEmpty || reading.records.isEmpty)
    let rows = reading.records.map { $0.values.email != nil && $0.ownKeys.isEmpty }
    #expect(!rows.contains(false))
  }

  @Test("what is left out is named where it is there")
  func dropped() {
    let text = ExchangeText("email,nick,title\na@b.co,x,\nc@d.co,y,z\n")
    let reading = CSVTable.read(text, .leavingOut(["nick", "title"]))
    #expect(
      reading.rows == ["email=a@b.co dropped: nick", "email=c@d.co dropped: nick title"])
    #expect(reading.records.dropped == ["nick": 2, "title": 1])
  }

  @Test("fields that are left out are not judged, but nobody gets in by that")
  func without() {
    var options = ReadingOptions()
    options.without = [.disabled, .phone, .password]
    for (disabled, faults) in [
      ("true", ["2:10 keptOut"]), ("on leave", ["2:10 keptOut"]), ("no", []), ("false", []),
      ("", []),
    ] as [(String, [String])] {
      let text = "email,phone,disabled,password\na@b.co,1,\(disabled),!Welcome1\n"
      let reading = CSVTable.read(ExchangeText(text), options)
      #expect(reading.placed(in: text) == faults, "\(disabled)")
      #expect(faults.isEmpty || reading.isRefused)
      #expect(reading.rows == (faults.isEmpty ? ["email=a@b.co"] : []))
    }
  }

  static let mapped:
    [(columns: [Field: String], leftOut: [String], text: String, rows: [String], faults: [String])] =
      [
        (
          [.email: "Email Address", .firstName: "Given, name"], [],
          "email address;Given, name;password\na@b.co;Ada;x",
          ["email=a@b.co password=x firstName=Ada"], []
        ),
        (
          [.phone: "Mobile"], ["Phone"], "email,Phone,Mobile\na@b.co,1,2",
          ["email=a@b.co phone=2 dropped: Phone"], []
        ),
        (
          [.disabled: "away"], [], "email,disabled,away\na@b.co,,ill\n", [],
          ["1:7 meantValues"]
        ),
        ([.email: "Mail"], ["E-Mail"], "E-Mail,phone\na@b.co,1", [], ["1:1 syntax"]),
        ([.email: "a"], [], "a,A,phone\na@b.co,b@c.co,1", [], ["1:3 oneHeading"]),
      ]

  @Test("columns are fields by the names that are given for them", arguments: mapped.indices)
  func columns(index: Int) {
    let (columns, leftOut, text, rows, faults) = Self.mapped[index]
    var options = ReadingOptions.leavingOut(leftOut)
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
