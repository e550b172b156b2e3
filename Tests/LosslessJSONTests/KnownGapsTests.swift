import TestSupport
import Testing

@testable import LosslessJSON

/// What parsing finds in a text with short cuts over known bytes must be what it finds without.
///
/// Nothing is learnt in a short text, and the other tests hold such texts against the reference. So
/// each text is read twice: as it is, and after so much space that everything is learnt.
@Suite struct KnownGapsTests {
  private static let space = [UInt8](repeating: 0x20, count: 1_100)

  private struct Finding: Equatable {
    var offset: Int?
    var reason: JSONSyntaxError.Reason?
    /// The bytes of everything inside the root, down to the members of a list's objects.
    var ranges: [Range<Int>] = []
  }

  private func finding(
    in bytes: [UInt8], after spaces: Int = 0, notesLandmarks: Bool = true
  ) -> Finding {
    var finding = Finding()
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(
        parsing: bytes, surroundings: nil, notesLandmarks: notesLandmarks)
      finding.ranges = document.descendants(of: document.root).map {
        $0.range.lowerBound - spaces..<$0.range.upperBound - spaces
      }
    } catch {
      finding.offset = error.offset - spaces
      finding.reason = error.reason
    }
    return finding
  }

  /// What a block says of the list, its elements one after another.
  private func block(of bytes: [UInt8], after spaces: Int = 0) -> [Int?] {
    bytes.withUnsafeBytes { buffer in
      guard let block = JSONBlock(buffer), let start = block.startOfList(JSONKey("l")) else {
        return []
      }
      var found: [Int?] = []
      let (before, stop) = block.check(
        from: start, isStart: true, upTo: .max, (JSONKey("a"), JSONKey("b"))
      ) { element in
        for range in [element.start..<element.end, element.names.0, element.names.1] {
          found += [range?.lowerBound, range?.upperBound]
        }
      }
      found.append(before)
      if case .end(let end) = stop { found.append(end) }
      return found.map { $0.map { $0 - spaces } }
    }
  }

  private func compare(_ bytes: [UInt8]) {
    #expect(block(of: bytes) == block(of: Self.space + bytes, after: Self.space.count))
    let plain = finding(in: bytes)
    if case .otherEncoding = plain.reason { return }
    for notesLandmarks in [true, false] {
      let learnt = finding(
        in: Self.space + bytes, after: Self.space.count, notesLandmarks: notesLandmarks)
      if learnt != plain {
        Issue.record("\(learnt), not \(plain): \(visible(String(decoding: bytes, as: UTF8.self)))")
      }
    }
  }

  /// Objects written alike, in several styles. The last has gaps too long to be known.
  static let lists = [
    #"{"v":1,"l":[{"a":"x","b":2},{"a":"yy","b":3},{"a":"zzz","b":4},{"a":"","b":5}]}"#,
    #"{"v": 1, "l": [{"a": "x", "b": "2"}, {"a": "", "b": "3"}, {"a": "zz", "b": ""}, {}, 7]}"#,
    """
    {
      "l": [
        {
          "email": "a@b.cd",
          "name": "A"
        },
        {
          "email": "e@f.gh",
          "name": "Éé"
        },
        {
          "email": "i@j.kl",
          "name": null
        }
      ],
      "v": 1
    }

    """,
    "{\r\n\t\"l\" : [\r\n\t\t{\"a\" : [] , \"b\" : {}}"
      + String(repeating: ",\r\n\t\t{\"a\" : [1] , \"b\" : {\"c\": 1}}", count: 3) + "\r\n\t]\r\n}",
    "{ \"l\": [\n    { \"a\": true"
      + String(repeating: "\n    , \"b\": \"x\" }\n  , { \"a\": 1", count: 3)
      + " } ] }",
    "{\"l\":["
      + String(
        repeating: "{\"0123456789012345678901234567890123456789abc\":\"x\",\n"
          + "    \"b\":\"y\"},", count: 3) + "0]}",
  ]

  @Test("a list of similar objects may end anywhere", arguments: lists)
  func everyCut(text: String) {
    let bytes = Array(text.utf8)
    compare(bytes)
    for length in bytes.indices {
      compare(Array(bytes[..<length]))
      // Far from the text's end, where known bytes are looked for.
      compare(bytes[..<length] + [UInt8](repeating: 0x20, count: 60))
    }
  }

  @Test("any byte of a list of similar objects may be another or be missing", arguments: lists)
  func everyByte(text: String) {
    let bytes = Array(text.utf8)
    let end = [UInt8](repeating: 0x20, count: 60)
    for index in bytes.indices.dropFirst(bytes.count / 2) {
      var changed = bytes + end
      changed.remove(at: index)
      compare(changed)
      for byte in Array("{}[],:\" x0\n".utf8) + [0x1F, 0x80] {
        changed = bytes + end
        changed[index] = byte
        compare(changed)
        if byte == 0x20 || byte == 0x22 || byte == 0x2C {
          changed[index] = bytes[index]
          changed.insert(byte, at: index)
          compare(changed)
        }
      }
    }
  }

  @Test("objects that differ, and what is between them, are read alike", arguments: UInt64(0)..<8)
  func mixedLists(seed: UInt64) {
    var dice = Dice(seed)
    for _ in 0..<25 {
      let keys = ["a", "b", "c", "d", "e", "f", "a long key of 24 letters"]
      let colon = dice.pick([":", ": ", " : "])
      let comma = dice.pick([",", ", ", ",\n      ", "\n      , "])
      let seam = dice.pick([",", ", ", ",\n    "])
      let (open, close) = dice.pick([("{", "}"), ("{\n      ", "\n    }"), ("{ ", " }")])
      func object() -> String {
        let members = keys.filter { _ in dice.below(4) > 0 }.map { key in
          let value = dice.pick([
            "\"\"", "\"x\"", "\"\\n\"", "\"é\"", "\"0123456789abcdef\"", "12", "null", "[]", "{}",
            "[1, {\"a\": \"x\"}]", "{\"a\":\"x\",\"b\":\"y\"}", "\"x\"", "\"y\"",
          ])
          return "\"\(key)\"" + colon + (dice.below(20) == 0 ? " " : "") + value
        }
        return open + members.joined(separator: comma) + close
      }
      func element() -> String {
        switch dice.below(20) {
        case 0: "{}"
        case 1: "7"
        case 2: "[" + object() + "]"
        case 3: "\"text\""
        default: object()
        }
      }
      func list() -> String {
        "[" + (0..<dice.below(9)).map { _ in element() }.joined(separator: seam) + "]"
      }
      let members = ["l", "m", "n"].map {
        "\"\($0)\": " + (dice.below(4) == 0 ? object() : list())
      }
      compare(Array(("{" + members.joined(separator: ", ") + "}" + "\n").utf8))
      compare(Array(("[" + list() + ", " + object() + ", " + list() + "]").utf8))
    }
  }

  @Test("a long list is read alike where no two objects are, and where one differs")
  func longLists() {
    let alike = (0..<200).map { #"{"id": \#($0), "name": "n"}"# }
    compare(Array(("{\"l\": [" + alike.joined(separator: ", ") + "]}").utf8))
    let other = (0..<200).map { #"{"id\#($0)": 1, "name\#($0)": "n", "x": 1}"# }
    compare(Array(("{\"l\": [" + other.joined(separator: ", ") + "]}").utf8))
    let mixed = zip(alike, other).flatMap { [$0, $1, $0] }
    compare(Array(("{\"l\": [" + mixed.joined(separator: ", ") + "]}").utf8))
  }

  @Test("keys in any order, and with others between them, are read alike", arguments: UInt64(0)..<4)
  func shuffledKeys(seed: UInt64) {
    var dice = Dice(seed)
    let keys = ["email", "password", "validFrom", "validUntil", "validity", "a", "id", "é\\n"]
    for (comma, colon, open, close) in [
      (",\n    ", ": ", "{\n    ", "\n  }"), (",", ":", "{", "}"), (", ", ": ", "{ ", " }"),
    ] {
      let objects = (0..<60).map { index in
        var members = keys.map { key in
          let value = String(repeating: "v", count: dice.pick([0, 3, 15, 16, 17, 31, 32, 33, 73]))
          return "\"\(key)\"\(colon)" + (dice.below(9) == 0 ? "1" : "\"\(value)\"")
        }
        for place in stride(from: members.count - 1, to: 0, by: -1) {
          members.swapAt(place, dice.below(place + 1))
        }
        if dice.below(2) == 0 { members.removeLast() }
        if dice.below(2) == 0 {
          members.insert("\"own\(index)\"\(colon)\"x\"", at: dice.below(members.count + 1))
        }
        return open + members.joined(separator: comma) + close
      }
      let text = Array(("{\"l\": [" + objects.joined(separator: comma) + "]}").utf8)
      compare(text)
      for _ in 0..<60 {
        var wrong = text
        wrong[dice.below(text.count)] = dice.pick(Array("\",:{}[] \n\\x0".utf8) + [0x1F, 0x80, 0])
        compare(wrong)
        compare(Array(text[..<dice.below(text.count)]))
      }
    }
  }

  @Test("known bytes lead on only from where they were learnt")
  func otherStates() {
    let known = String(repeating: #"{"a": "x", "b": "y"}, "#, count: 4)
    let end = String(repeating: " ", count: 60)
    for wrong in [
      #"{"a": "x""b": "y"}"#, #"{"a": "x", , "b": "y"}"#, #"{"a": "x"}, {"a": "x"}, "b": "y"}"#,
      #"{, "b": "y"}"#, #"{"a": "x", "b": "y"}}, {"a": "x"}"#, #"["x", "b": "y"]"#,
      #"["x"}, {"a": "x"}"#, #"[{"a": "x"]"#, #"{"a": "x", "b": }"#, #"{"a": "x", "b":"y" 1}"#,
    ] {
      #expect(refusal(of: "{\"l\": [" + known + wrong + "]}") != nil)
      compare(Array(("{\"l\": [" + known + wrong + "]}" + end).utf8))
    }
    // The same bytes in an object of objects: a seam lacks the key.
    let objects = #"{"l": [\#(known) 1], "m": {"n": {"a": "x", "b": "y"}, {"a": "x", "b": "y"}}}"#
    #expect(refusal(of: objects) != nil)
    compare(Array((objects + end).utf8))
  }
}
