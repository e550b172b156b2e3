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

  @Test(
    "says the type of each field, and which groups there are", arguments: [[], ["ops", "mail"]])
  func types(allowed: [String]) throws {
    var rulebook = Rulebook.register
    rulebook.fields.groups.allowed = allowed
    let properties = try #require(try accountSchema(rulebook)["properties"] as? [String: Object])
    let types = properties.mapValues { schema in
      (schema["anyOf"] as? [Object] ?? [schema]).compactMap { $0["type"] as? String }
    }
    var expected = Dictionary(
      uniqueKeysWithValues: Field.allCases.map { ($0.key, ["string"]) })
    expected["groups"] = ["array"]
    expected["disabled"] = ["boolean", "string"]
    expected["mustChange"] = ["boolean"]
    #expect(types == expected)
    let group = try #require(properties["groups"]?["items"] as? Object)
    #expect(group["enum"] as? [String] ?? [] == allowed)
    #expect((group["type"] as? String) == (allowed.isEmpty ? "string" : nil))
  }

  @Test("says no more of a value than its type", arguments: Rulebook.builtIns)
  func values(rulebook: Rulebook) throws {
    let properties = try #require(try accountSchema(rulebook)["properties"] as? Object)
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: properties), as: UTF8.self)
    for key in ["pattern", "minLength", "maxLength", "format", "minimum", "uniqueItems"] {
      #expect(!text.contains("\"\(key)\""))
    }
  }

  @Test(
    "requires what the rulebook requires", arguments: Rulebook.builtIns)
  func required(rulebook: Rulebook) throws {
    let schema = try accountSchema(rulebook)
    let choice = schema["anyOf"] as? [Object] ?? []
    let ofChoice = choice.map { $0["required"] as? [String] ?? [] }
    #expect(ofChoice.isEmpty || ofChoice.first == ["invitedUntil"])
    let required = (schema["required"] as? [String] ?? []) + (ofChoice.last ?? [])
    #expect(Set(required) == Set(Field.allCases.filter(rulebook.requires).map(\.key)))
    #expect(Set(schema["required"] as? [String] ?? []) == [rulebook.key.key, "password"])
    #expect(schema["additionalProperties"] as? Bool == false)
    #expect((schema["patternProperties"] as? Object)?.keys.sorted() == ["^(x-|//)"])
  }
}
