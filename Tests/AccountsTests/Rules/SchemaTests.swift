import AccountsSupport
import Foundation
import LosslessJSON
import Testing

@testable import Accounts

@Suite("The JSON Schema of a rulebook") struct SchemaTests {
  private typealias Object = [String: Any]

  /// The schema of an account under a rulebook.
  private func accountSchema(_ rulebook: Rulebook) throws -> Object {
    let data = Data(rulebook.schema.bytes(style: .pretty))
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? Object)
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let properties = try #require(schema["properties"] as? Object)
    let accounts = try #require(properties["accounts"] as? Object)
    return try #require(accounts["items"] as? Object)
  }

  private func allows(_ schema: Object, _ text: String) throws -> Bool {
    if let type = schema["type"] as? String { #expect(type == "string") }
    if let pattern = schema["pattern"] as? String {
      let expression = try NSRegularExpression(pattern: pattern)
      let whole = NSRange(text.startIndex..., in: text)
      if expression.firstMatch(in: text, range: whole) == nil { return false }
    }
    if let all = schema["allOf"] as? [Object], try !all.allSatisfy({ try allows($0, text) }) {
      return false
    }
    if let any = schema["anyOf"] as? [Object], try !any.contains(where: { try allows($0, text) }) {
      return false
    }
    return true
  }

  private static let values: [Field: [String]] = [
    .email: [
      "abc@abc.co", "ab@abc.co", "abc@ab.co", "abc@mail.co.uk", "abc@a.bcd.com", "a@b.co", "a@b.c",
      "a..b@mail.ru", ".abc@mail.ru", "abc.@mail.ru", "abc@-bc.co", "abc@bc-.co", "abc@b..co",
      "abc@abc.--", "abc+tag@mail.ru", "abc@my-host.ru", "abc", "", "abc @abc.co", "abc@abc.co ",
      "abc@@abc.co", "аbc@abc.co", "abc@abc_d.co", "abc@abc", "a'b@abc.co", "abc@abc.co.",
      String(repeating: "a", count: 64) + "@abc.co", String(repeating: "a", count: 65) + "@abc.co",
    ],
    .firstName: [
      "Ada", "Anna-Maria", "O'Brien", "Mary Jane", "Аda", "Zoë", "Ada-", "-Ada", "Anna--Maria",
      "A\nB",
      "\u{1B}", "\u{202E}", "A1", "", " ", "\u{A0}x",
    ],
    .phone: [
      "9123456789", "+7 (912) 345-67-89", "8 912 345-67-89", "79123456789", "+79123456789",
      "+89123456789", "+1 912 345 67 89", "912345678", "91234567890", "912345678901", "", "phone",
      "912.345.67.89", "912/345/67/89", "(912)3456789", " 9123456789 ", "٩١٢٣٤٥٦٧٨٩",
      "++79123456789",
    ],
    .password: [
      "12345", "1234", "", "password1", "!", "*x", "$y$j9T$a$b", "$1$a$b", "\u{1B}abcdef",
      "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=", "{SHA}", "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8",
      String(repeating: "a1", count: 255), String(repeating: "a1", count: 256),
    ],
  ]

  @Test(
    "allows the values that the rulebook allows, and no others",
    arguments: [Rulebook.register, .albums, .authorisation],
    [Field.email, .firstName, .lastName, .phone])
  func agrees(rulebook: Rulebook, field: Field) throws {
    let properties = try #require(try accountSchema(rulebook)["properties"] as? Object)
    let schema = try #require(properties[field.rawValue] as? Object)
    for text in Self.values[field == .lastName ? .firstName : field] ?? [] {
      let isAllowed = rulebook.brokenRules(text, in: field, today: .ofTests).isEmpty
      #expect(try allows(schema, text) == isAllowed, "\(text.debugDescription)")
    }
  }

  @Test("allows hashes, locks and the typed passwords of register")
  func passwords() throws {
    let properties = try #require(try accountSchema(.register)["properties"] as? Object)
    let schema = try #require(properties["password"] as? Object)
    for text in Self.values[.password] ?? [] {
      var values = FieldValues()
      (values.email, values.password) = ("abc@abc.co", text)
      let isAllowed = Rulebook.register.problems(with: values, today: .ofTests).isEmpty
      #expect(try allows(schema, text) == isAllowed, "\(text.debugDescription)")
    }
  }

  @Test(
    "never rejects a typed password that the rulebook allows",
    arguments: [
      (Rulebook.register, "пароль"), (.register, "👍👍👍👍👍"), (.register, "     "),
      (.albums, "Пароль1"), (.authorisation, "пароль1аб"), (.authorisation, "password1"),
    ])
  func otherScripts(rulebook: Rulebook, text: String) throws {
    #expect(rulebook.brokenRules(text, in: .password, today: .ofTests) == [])
    let properties = try #require(try accountSchema(rulebook)["properties"] as? Object)
    #expect(try allows(try #require(properties["password"] as? Object), text))
  }

  @Test(
    "requires what the rulebook requires", arguments: [Rulebook.register, .albums, .authorisation])
  func required(rulebook: Rulebook) throws {
    let schema = try accountSchema(rulebook)
    #expect(
      schema["required"] as? [String]
        == Field.allCases.filter(rulebook.requires).map(\.rawValue))
    #expect(schema["additionalProperties"] == nil)
  }
}
