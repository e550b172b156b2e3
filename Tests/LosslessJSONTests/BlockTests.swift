import TestSupport
import Testing

@testable import LosslessJSON

@Suite("Blocks of a long text") struct BlockTests {
  private static let keys = (JSONKey("email"), JSONKey("name"), JSONKey("id"))

  @Test("find the elements and names that the whole document has", arguments: 0..<100)
  func agree(_ seed: Int) throws {
    var dice = Dice(UInt64(seed))
    let space = { (dice: inout Dice) in dice.pick(["", " ", "\n  ", "\r\n\t", "        \n"]) }
    var elements: [String] = []
    for _ in 0..<1 + dice.below(8) {
      var members = (0..<dice.below(5)).map { _ in
        let key = dice.pick(["email", "name", "\\u0065mail", "emai", "emails", "", "other"])
        let value = dice.pick([
          "\"a\"", "\"Ada\\u0040x\"", "5", "{\"name\": \"no\"}", "[{}, {}]", "\"é\"",
          "\"\(String(repeating: "x", count: dice.below(40)))\"", "null", "\"\\ud800\"",
        ])
        return "\"\(key)\"\(space(&dice)):\(space(&dice))\(value)\(space(&dice))"
      }
      members = members.map { space(&dice) + $0 }
      elements.append(
        dice.below(6) == 0
          ? dice.pick(["12", "null", "[]", "\"x\"", "{}"])
          : "{\(members.joined(separator: ","))}")
    }
    let list = elements.map { space(&dice) + $0 + space(&dice) }.joined(separator: ",")
    let text = Array(
      "{\"x\": [{}, {}],\(space(&dice))\"list\":\(space(&dice))[\(list)], \"y\": 1}".utf8)
    let document = try JSONDocument(parsing: text)
    let array = try #require(document.value(for: JSONKey("list"), in: document.root))
    let expected = document.elements(of: array).map { element in
      let names = [Self.keys.0, Self.keys.1].map { key in
        document.value(for: key, in: element).flatMap { document.string($0) }
      }
      return (range: element.range, names: names)
    }
    text.withUnsafeBytes { bytes in
      // Cut into two blocks at every place.
      for cut in array.range.lowerBound + 1..<array.range.upperBound {
        guard let block = JSONBlock(bytes) else { return }
        var found: [JSONBlock.Element] = []
        #expect(block.startOfList(JSONKey("list")) == array.range.lowerBound + 1)
        let first = block.check(
          from: array.range.lowerBound + 1, isStart: true, upTo: cut, Self.keys
        ) { found.append($0) }
        if first.stop == .element {
          let rest = block.check(from: first.before, isStart: false, upTo: text.count, Self.keys) {
            found.append($0)
          }
          #expect(rest.stop == .end(array.range.upperBound - 1))
        } else {
          #expect(first.stop == .end(array.range.upperBound - 1))
        }
        #expect(found.map { $0.start..<$0.end } == expected.map(\.range))
        #expect(found.dropFirst().map(\.before) == found.dropLast().map(\.end))
        for (element, expected) in zip(found, expected) {
          let strings = [element.strings.0, element.strings.1]
          let hashes = strings.map { $0.flatMap(block.hash(ofString:)) }
          #expect(hashes == expected.names.map { $0.map { FoldedHash.hash(Array($0.utf8)) } })
        }
      }
      // Cut off anywhere, nothing is taken for whole that is not.
      for length in 1..<text.count {
        guard let block = JSONBlock(UnsafeRawBufferPointer(rebasing: bytes[..<length])),
          let start = block.startOfList(JSONKey("list"))
        else { continue }
        var found: [Range<Int>] = []
        _ = block.check(from: start, isStart: true, upTo: text.count, Self.keys) {
          found.append($0.start..<$0.end)
        }
        #expect(found == expected.map(\.range).filter { $0.upperBound < length })
      }
    }
  }

  @Test(
    "tell what is no JSON",
    arguments: ["{\"a\" 1}", "{\"a\":1,}", "01", "{]", "tru", "{\"a\":\"\\x\"}"])
  func broken(_ element: String) {
    let text = Array("{\"list\": [{}, \(element), {}]}".utf8)
    text.withUnsafeBytes { bytes in
      let block = JSONBlock(bytes)
      let result = block?.check(from: 10, isStart: true, upTo: text.count, Self.keys) { _ in }
      #expect(result?.stop == .unknown)
      #expect(result?.before == 12)
    }
  }

  @Test("hash a name alike in any case and however it is written")
  func hash() {
    for length in 0..<40 {
      let lower = String("abcdefghijklmnopqrstuvwxyz@.0123456789é[`{^".prefix(length))
      let upper = String(lower.map { $0.isASCII ? Character($0.uppercased()) : $0 })
      #expect(FoldedHash.hash(Array(lower.utf8)) == FoldedHash.hash(Array(upper.utf8)))
      #expect(FoldedHash.hash(Array(lower.utf8)) != FoldedHash.hash(Array((lower + "x").utf8)))
    }
    // Beside the letters, and beyond ASCII, nothing is folded.
    #expect(FoldedHash.hash([0x40]) != FoldedHash.hash([0x60]))
    #expect(FoldedHash.hash([0x5B]) != FoldedHash.hash([0x7B]))
    #expect(FoldedHash.hash([0xC1]) != FoldedHash.hash([0xE1]))
  }
}
