import LosslessJSON
import TestSupport
import Testing

@Suite struct FuzzTests {
  /// The parser and the reference must agree on whether a text is JSON, and on where it fails.
  private func compare(_ bytes: [UInt8]) {
    let error = refusal(of: bytes)
    let offset = ReferenceValidator.failureOffset(in: bytes)
    if case .otherEncoding = error?.reason {
      #expect(offset != nil)
    } else if error?.offset != offset {
      Issue.record("parser \(error as Any), reference \(offset as Any): \(bytes)")
    }
  }

  @Test("random bytes never trap, and the reference agrees", arguments: UInt64(0)..<4)
  func randomBytes(seed: UInt64) {
    var dice = Dice(seed)
    for _ in 0..<2_000 {
      compare((0..<dice.below(40)).map { _ in UInt8(dice.below(256)) })
    }
  }

  @Test("random pieces of JSON never trap, and the reference agrees", arguments: UInt64(0)..<4)
  func randomTokens(seed: UInt64) {
    var dice = Dice(seed)
    let tokens =
      [
        "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\n\"", "\"", "\\", "\\u", "00", "1", "-", ".",
        "e",
      ]
      + ["true", "null", "fals", " ", "\n", "\t", "        ", "é", "\"0123456789abcdefé\""]
    for _ in 0..<2_000 {
      let text = (0..<dice.below(12)).map { _ in dice.pick(tokens) }.joined()
      compare(Array(text.utf8))
    }
  }

  @Test("JSON with bytes changed never traps, and the reference agrees", arguments: UInt64(0)..<8)
  func mutations(seed: UInt64) {
    var dice = Dice(seed)
    for _ in 0..<200 {
      let text = dice.text(dice.literal())
      compare(text)
      for _ in 0..<5 { compare(dice.slipped(text)) }
    }
  }

  @Test("a string may end or break at any distance from the text's end")
  func everyLength() {
    for length in 0..<70 {
      let letters = [UInt8](repeating: 0x61, count: length)
      let spaces = [UInt8](repeating: 0x20, count: length)
      let emoji: [UInt8] = [0x22] + letters + [0xF0, 0x9F, 0x98, 0x80]
      let tails: [[UInt8]] = [
        [], [0x22], [0x22, 0x20], [0x5C], [0x5C, 0x22], [0x0A], [0xC3, 0xA9, 0x22],
      ]
      for tail in tails {
        compare([0x22] + letters + tail)
        compare([0x5B] + spaces + [0x22] + tail)
        compare(emoji + tail + letters)
      }
    }
  }

  @Test("a key, a string and space of any length are read at any distance from the text's end")
  func everyLengthOfEach() {
    for length in 0...70 {
      let letters = String(repeating: "k", count: length)
      let spaces = String(repeating: " ", count: length)
      for text in [
        "{\"\(letters)\":\"\(letters)\"}", "{\"\(letters)\": \"é\(letters)\"}",
        "{\(spaces)\"a\"\(spaces):\(spaces)1\(spaces),\(spaces)\"b\":[\(spaces)]}\(spaces)",
        "[\n\(spaces)1,\r\n\(spaces)2,\n\t\(spaces)\n\(spaces)3\(spaces)\t]",
        "[\"\(letters)\u{1F}\"]", "[\"\(letters)\\n\(letters)\"]", "{\"\(letters)\\\"\": 1}",
        "[\n\(spaces)\u{1F}1]", "[\(spaces)\u{A0}1]", "{\"a\":\(spaces)\u{7F}1}",
      ] {
        let bytes = Array(text.utf8)
        for end in [0, 1, 7, 15, 16, 40] {
          compare(bytes + [UInt8](repeating: 0x20, count: end))
          compare(Array(bytes.dropLast(end)))
        }
      }
    }
  }

  @Test("every byte in a string is judged alike at every place of a vector")
  func everyByteInString() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<18 {
        var bytes = [0x22] + [UInt8](repeating: 0x61, count: 40) + [0x22]
        bytes[place + 1] = byte
        compare(bytes)
        // A byte below that differs only by a borrow must not hide or make a mark.
        bytes[place + 2] = 0x21
        compare(bytes)
      }
    }
  }

  @Test(
    "every two-byte sequence and every boundary of longer ones is judged as Unicode defines")
  func sequences() {
    let quote: [UInt8] = [0x22]
    for first in UInt8(0x80)...0xFF {
      for second in UInt8(0)...0xFF {
        compare(quote + [first, second] + quote)
      }
    }
    let borders: [UInt8] = [0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for first in UInt8(0xE0)...0xF5 {
      for second in borders {
        for third in borders {
          compare(quote + [first, second, third] + quote)
          compare(quote + [first, second, third, 0x80] + quote)
          compare(quote + [first, second, third, 0xC0] + quote)
        }
      }
    }
  }

  @Test("a handle whose kind does not match the text gets an empty result")
  func strangeKinds() throws {
    let texts = ["\"\"", "[]", "{}", "12", "true", "null", "[true]", "{\"a\":1}", "\"text\""]
    let documents = try texts.map { try JSONDocument($0 + "      ") }
    for origin in documents {
      let value = origin.root
      for document in documents where document.root.kind != value.kind {
        #expect(document.string(value) == nil)
        #expect(document.number(value) == nil)
        #expect(document.bool(value) == nil)
        #expect(document.elements(of: value).isEmpty)
        #expect(document.members(of: value).allSatisfy { _ in false })
        let splice = document.replacing(value, with: .null)
        #expect(document.bytes(after: splice) == document.bytes)
      }
    }
  }

  @Test("a handle from another document never traps", arguments: UInt64(0)..<4)
  func strangers(seed: UInt64) throws {
    var dice = Dice(seed)
    for _ in 0..<100 {
      let origin = try JSONDocument(parsing: dice.text(dice.literal()))
      var document = try JSONDocument(parsing: dice.text(dice.literal()))
      let members = origin.descendants(of: origin.root).flatMap { Array(origin.members(of: $0)) }
      for value in origin.descendants(of: origin.root) {
        _ = document.descendants(of: value)
        _ = (document.string(value), document.number(value), document.bool(value))
        _ = document.literal(value)
        _ = document.isKey(value, JSONKey("key"))
        _ = document.matches(value, ignoringASCIICase: Array("key".utf8))
        _ = document.value(for: JSONKey("key"), in: value)
        _ = document.place(at: value.range.upperBound)
        let splices = [
          document.replacing(value, with: .array([.null])),
          document.inserting("a", .object([.init("b", .null)]), into: value, after: members.first),
          document.appending(.object([.init("b", .null)]), to: value),
          document.removing(element: value, from: value),
          document.removing(element: value, from: document.root),
          document.editing(value) { _ in },
        ]
        _ = members.map { document.removing($0, from: value) }
        for splice in splices {
          _ = document.pieces(applying: [splice, splice])
          try? document.apply(splice)
        }
      }
    }
  }
}
