import AccountsSupport
import Testing
import TextTools

@testable import Accounts

@Suite("A name of any text") struct PersonNameTests {
  @Test(
    "may be in any script",
    arguments: [
      "Ada", "Иван", "李小龍", "محمد", "Zoë", "O’Brien", "X Æ A-12", "1", " ", "", "👩‍👩‍👧", "a\u{200D}b",
      "a\u{A0}b", "a\u{200B}b", "\"\\",
    ])
  func accepts(text: String) throws {
    #expect(try PersonName(text).text == text)
  }

  @Test(
    "contains nothing that moves a cursor, forges a line or changes the direction of text",
    arguments: [
      0x00, 0x07, 0x08, 0x09, 0x0A, 0x0D, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0x061C,
      0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067,
      0x2068, 0x2069,
    ] as [UInt32])
  func refuses(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(scalar.misleads)
    for text in ["\(scalar)Ada", "A\(scalar)da", "Ada\(scalar)", "Adä\(scalar)"] {
      #expect(
        broken { () throws(FieldRule) in try PersonName(text) } == .noControlCharacters(scalar))
    }
  }

  @Test(
    "is not made of invisible characters alone",
    arguments: ["\u{FEFF}", "\u{200B}", " \u{E0041}\u{E007F} ", "\u{3164}", "\u{2800}", "\u{301}"])
  func invisible(text: String) throws {
    let first = try #require(text.unicodeScalars.first { $0 != " " })
    #expect(broken { () throws(FieldRule) in try PersonName(text) } == .noControlCharacters(first))
    #expect(try PersonName(text + "A").text == text + "A")
  }

  @Test(
    "keeps the neighbours of forbidden characters",
    arguments: [
      0x20, 0x7E, 0xA0, 0x061B, 0x061D, 0x200B, 0x200C, 0x200D, 0x2010, 0x2027, 0x202F, 0x2065,
      0x206A,
    ] as [UInt32])
  func keepsNeighbours(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(!scalar.misleads)
    #expect(broken { () throws(FieldRule) in try PersonName("A\(scalar)b") } == nil)
  }

  @Test("is reported with the first of several forbidden characters")
  func tellsTheFirst() {
    let rule = broken { () throws(FieldRule) in try PersonName("ä\u{1B}\n") }
    #expect(rule == .noControlCharacters("\u{1B}"))
  }

  @Test("is another in another Unicode form")
  func unicodeForm() throws {
    #expect(try PersonName("Zo\u{EB}") != PersonName("Zoe\u{308}"))
    #expect(try PersonName("Zoe\u{308}") == PersonName("Zoe\u{308}"))
  }

  @Test(
    "is equal ignoring case",
    arguments: [("Alex", "ALEX"), ("Иван", "иВАН"), ("Zoë", "ZOË"), ("Zoë", "zoe\u{308}")])
  func key(one: String, other: String) {
    #expect(PersonName.key(of: one) == PersonName.key(of: other))
  }

  @Test("differs in any other letter", arguments: [("Alex", "Alexa"), ("Zoë", "Zoe")])
  func otherKey(one: String, other: String) {
    #expect(PersonName.key(of: one) != PersonName.key(of: other))
  }
}
