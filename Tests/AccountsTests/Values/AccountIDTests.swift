import AccountsSupport
import Testing

@testable import Accounts

@Suite("The id of an account") struct AccountIDTests {
  private static let text = "550e8400-e29b-41d4-a716-446655440000"

  @Test(
    "is the 36 signs of a UUID of any version, in lower case",
    arguments: [
      text, "00000000-0000-0000-0000-000000000001", "10000000-0000-0000-0000-000000000000",
      "01234567-89ab-cdef-0123-456789abcdef", "ffffffff-ffff-ffff-ffff-ffffffffffff",
      "00000000-0000-0000-8000-000000000000", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    ])
  func reads(text: String) throws {
    let id = try #require(AccountID(text))
    #expect(id.description == text)
    #expect(id == AccountID(text))
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "-", "00000000-0000-0000-0000-000000000000", text.uppercased(),
      "550e8400-e29b-41d4-a716-44665544000A", "550e8400e29b41d4a716446655440000",
      "550e8400-e29b-41d4-a716-44665544000", "550e8400-e29b-41d4-a716-4466554400000",
      "550e8400-e29b-41d4-a7164-46655440000", "550e8400-e29b-41d4-a716-4466-5440000",
      "-50e8400-e29b-41d4-a716-446655440000", "550e8400_e29b-41d4-a716-446655440000",
      "g50e8400-e29b-41d4-a716-446655440000", "`50e8400-e29b-41d4-a716-446655440000",
      "/50e8400-e29b-41d4-a716-446655440000", ":50e8400-e29b-41d4-a716-446655440000",
      " 50e8400-e29b-41d4-a716-446655440000", "+50e8400-e29b-41d4-a716-446655440000",
      "\(text)\n", " \(text)", "{\(text)}", "urn:uuid:\(text)",
      "é0e8400-e29b-41d4-a716-446655440000", "５50e8400-e29b-41d4-a716-446655440000",
    ])
  func refuses(text: String) {
    #expect(AccountID(text) == nil)
  }

  @Test("differs where one digit does") func differs() throws {
    let places = Self.text.indices.filter { Self.text[$0] != "-" }
    let others = places.map { place in
      let digit = Self.text[place] == "1" ? "2" : "1"
      return Self.text.replacing(Self.text[place], with: digit, at: place)
    }
    let ids = Set((others + [Self.text]).compactMap({ AccountID($0) }))
    #expect(ids.count == 33)
  }

  @Test("is made at random, of version 4") func random() {
    let ids = (0..<1_000).map { _ in AccountID.random() }
    #expect(Set(ids).count == ids.count)
    for id in ids {
      let signs = Array(id.description)
      #expect(signs.count == 36 && signs[14] == "4" && "89ab".contains(signs[19]), "\(id)")
      #expect(AccountID(id.description) == id)
    }
    // Each other digit takes each of its values.
    let texts = ids.map { Array($0.description) }
    for place in 0..<36 where ![8, 13, 14, 18, 19, 23].contains(place) {
      #expect(Set(texts.map { $0[place] }).count == 16, "digit \(place)")
    }
  }

  @Test(
    "has its form in any case of letters, and also with zeros alone",
    arguments: [
      (text, true), (text.uppercased(), true), ("550E8400-e29b-41D4-a716-446655440000", true),
      ("00000000-0000-0000-0000-000000000000", true), (text + "0", false), ("", false),
      (String(text.dropLast()), false), ("g50e8400-e29b-41d4-a716-446655440000", false),
      ("550e8400e29b41d4a716446655440000", false), ("550e8400-e29b-41d4-a7164-46655440000", false),
      ("550e8400.e29b.41d4.a716.446655440000", false),
      ("@50e8400-e29b-41d4-a716-446655440000", false),
      ("[50e8400-e29b-41d4-a716-446655440000", false),
    ])
  func form(text: String, hasForm: Bool) {
    let found = AccountID.hasForm(text.utf8.span)
    #expect(found == hasForm)
  }
}

extension String {
  fileprivate func replacing(_ old: Character, with new: String, at place: Index) -> String {
    self[..<place] + new + self[index(after: place)...]
  }
}

@Suite("A name in the form of a UUID") struct UUIDNameTests {
  private static let id = "550e8400-e29b-41d4-a716-446655440000"

  @Test(
    "is no user name, nor what stands before the @ of an email",
    arguments: [
      id, id.uppercased(), "550E8400-e29b-41d4-A716-446655440000",
      "00000000-0000-0000-0000-000000000000",
    ])
  func refuses(id: String) {
    #expect(broken { () throws(FieldRule) in try Username(id) } == .uuidForm)
    let address = "\(id)@example.com"
    #expect(broken { () throws(FieldRule) in try EmailAddress(address) } == .uuidBeforeAt)
  }

  @Test(
    "is one only as a whole",
    arguments: [
      "\(id)0", "0\(id)", "\(id).a", "a_\(id)", String(id.dropLast()), id.replacing("-", with: "."),
      id.replacing("-", with: ""), "g" + id.dropFirst(),
    ])
  func accepts(name: String) throws {
    #expect(try Username(name).text == name)
    #expect(try EmailAddress("\(name)@example.com").text == "\(name)@example.com")
    #expect(try EmailAddress("ada@\(name.replacing("_", with: "")).com").text.hasPrefix("ada@"))
  }

  @Test(
    "is refused under every rulebook, whatever its rule of emails",
    arguments: [
      Rulebook.register, .albums, .authorisation, .standard,
      Rulebook(fields: .init(email: EmailRule(beforeAt: 40, domains: ["example.org"]))),
    ])
  func everyRulebook(rulebook: Rulebook) {
    for id in [Self.id, Self.id.uppercased()] {
      let values = FieldValues(email: "\(id)@example.com", username: id)
      let problems = rulebook.problems(with: values, today: .ofTests)
      #expect(
        problems.filter { $0.subject == .field(.email) }.map(\.rule) == [.field(.uuidBeforeAt)])
      #expect(
        problems.filter { $0.subject == .field(.username) }.map(\.rule) == [.field(.uuidForm)])
    }
  }
}
