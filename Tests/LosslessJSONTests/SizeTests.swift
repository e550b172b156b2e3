import LosslessJSON
import Testing

/// Sizes at which anything worse than linear would not finish.
@Suite struct SizeTests {
  @Test(
    "a long text is read or refused without delay",
    arguments: [
      ("[", "", "", 100_000, 512), ("{\"a\":", "", "", 100_000, 512 * 5),
      ("\"", "a", "\"", 1_000_000, nil), ("\"", "\\u0041", "\"", 200_000, nil),
      ("\"", "я", "\"", 300_000, nil), ("\"", "я", "", 300_000, 600_001),
      ("[", "1,", "1]", 300_000, nil), ("[", ",", "", 1_000_000, 1),
      ("[", "[],", "0]", 200_000, nil), ("[", "{\"a\":1},", "0]", 100_000, nil),
      ("{", "\"a\":1,", "\"a\":1}", 100_000, nil), ("", " ", "1", 1_000_000, nil),
      ("", "\n", "1", 500_000, nil), ("", "1", "", 1_000_000, nil),
      ("", "\n", "?", 500_000, 500_000),
    ] as [(String, String, String, Int, Int?)])
  func long(start: String, middle: String, end: String, count: Int, offset: Int?) {
    let isNested = middle.isEmpty
    let text =
      start + String(repeating: isNested ? start : middle, count: count) + end
    #expect(refusal(of: text)?.offset == offset)
  }

  @Test("every element of a long list is found, edited and placed")
  func list() throws {
    let count = 2_000
    let list = JSONLiteral.array(
      (0..<count).map { .object([.init("email", .string("User\($0)@example.com"))]) })
    let model = JSONLiteral.object([.init("regapp", .integer(1)), .init("accounts", list)])
    let document = try JSONDocument(parsing: model.bytes(style: .pretty))
    let accounts = try document.at("accounts")
    let elements = document.elements(of: accounts)
    #expect(elements.count == count)
    let email = JSONKey("email")
    for index in [0, 1, count / 2, count - 1] {
      let value = try #require(document.value(for: email, in: elements[index]))
      #expect(document.matches(value, ignoringASCIICase: Array("user\(index)@example.com".utf8)))
    }
    let places = document.places(at: elements.map(\.range.lowerBound))
    #expect(places == (0..<count).map { JSONPlace(line: 4 + 3 * $0, column: 5) })
    let splices = try elements.map { element in
      try document.editing(element) {
        try $0.apply($0.inserting("n", .null, into: $0.root))
      }
    }
    let result = try JSONDocument(parsing: Array(document.pieces(applying: splices).joined()))
    #expect(
      result.elements(of: try result.at("accounts")).allSatisfy { element in
        result.value(for: JSONKey("n"), in: element)?.kind == .null
      })
  }

  @Test("stepping through a list and indexing it find the same", arguments: [0, 1, 15, 16, 17, 50])
  func iterating(count: Int) throws {
    let kinds: [JSONLiteral] = [.null, .bool(true), .integer(7), .string(""), .array([])]
    let list = JSONLiteral.array((0..<count).map { kinds[$0 * $0 % kinds.count] })
    let deep = JSONLiteral.array([.array([list])])
    for (literal, path) in [(list, ""), (.array([list]), "0"), (deep, "0/0")] {
      let document = try JSONDocument(parsing: literal.bytes(style: .oneLine))
      let elements = document.elements(of: try document.at(path))
      #expect(elements.map { document.literal($0) } == list.elements)
      #expect(Array(elements) == elements.indices.map { elements[$0] })
    }
  }

  @Test("the unchanged part of a text is not copied")
  func sharing() throws {
    let document = try JSONDocument("[" + String(repeating: "1,", count: 1_000) + "1]")
    let splice = document.appending(.null, to: document.root)
    let pieces = document.pieces(applying: [splice])
    #expect(pieces.map(\.startIndex) == [0, 0, 2_002])
    let base = document.bytes.withUnsafeBytes { $0.baseAddress }
    #expect(pieces[0].withUnsafeBytes { $0.baseAddress } == base)
  }
}
