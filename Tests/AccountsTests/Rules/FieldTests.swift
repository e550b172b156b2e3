import LosslessJSON
import Testing

@testable import Accounts

@Suite("The table of the fields") struct FieldTests {
  @Test("has a place for each field, and one left for the next") func places() {
    let slots = Field.allCases.map { Int($0.slot) }
    #expect(slots.sorted() == Array(0..<slots.count))
    #expect(slots.count < FieldTable<Int>.places)
    var table = FieldTable<Int>()
    for (index, field) in Field.allCases.enumerated() { table[field] = index }
    #expect(Field.allCases.compactMap { table[$0] } == Array(Field.allCases.indices))
  }

  @Test("has each key once, and finds a field by its key alone") func keys() {
    #expect(Set(Field.allCases.map(\.key)).count == Field.allCases.count)
    for field in Field.allCases {
      #expect(Field(field.key) == field)
      #expect(Field(field.key.uppercased()) == nil)
      #expect(field.row.field == field)
    }
  }

  @Test("has the same kinds of values under each rulebook") func kinds() {
    for rulebook in Rulebook.builtIns {
      #expect(rulebook.table.map(\.kind.form) == Field.allCases.map { $0.row.kind.form })
    }
  }

  @Test("says whose a field of a person is to change, in a rulebook that says so")
  func own() throws {
    let text = #"{"from": "register", "fields": {"phone": {"own": false}, "email": {"own": true}}}"#
    let read = try ReadRulebook(text)
    let rulebook = try #require(read.rulebook, "\(read.rows)")
    #expect(rulebook.fields.own == [.email, .firstName, .lastName, .birthDate])
    #expect(try ReadRulebook(rulebook.json.text(style: .compact)).rulebook == rulebook)
    #expect(Rulebook.register.fields.own == [.firstName, .lastName, .birthDate, .phone])
    let isSaid = rulebook.json.text(style: .compact).split(separator: #""own""#).count - 1
    #expect(isSaid == 3)
  }

  @Test(
    "refuses own of a field of administrators, and any other value",
    arguments: [
      (#""groups": {"own": true}"#, "1:24 rules.fields.groups.own knownKey"),
      (#""disabled": {"own": true}"#, "1:13 rules.fields.disabled knownKey"),
      (#""password": {"own": true}"#, "1:26 rules.fields.password.own knownKey"),
      (#""phone": {"own": "yes"}"#, "1:30 rules.fields.phone.own boolean"),
    ])
  func notOwn(rule: String, row: String) throws {
    #expect(try ReadRulebook("{\"fields\": {\(rule)}}").rows.contains(row))
  }
}
