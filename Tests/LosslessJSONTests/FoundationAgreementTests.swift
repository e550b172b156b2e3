import Foundation
import LosslessJSON
import TestSupport
import Testing

/// Foundation's strict parser and this one, over the same texts.
///
/// If they differ, it must be for one of four reasons, each with its section in RFC 8259; a fifth
/// would be a bug in one of them.
@Suite("Foundation's JSONSerialization") struct FoundationAgreementTests {
  /// Why the two differ over a text.
  enum Difference: String, CaseIterable, Sendable {
    /// Sections 4 and 5: a comma separates two values; none is allowed before the closing bracket.
    /// Foundation accepts one there.
    case trailingComma = "sections 4 and 5: no comma before a closing bracket"
    /// Section 8.1: text that is exchanged MUST be UTF-8. Foundation also reads UTF-16 and UTF-32.
    case otherEncoding = "section 8.1: UTF-8 and no other encoding"
    /// Section 8.2: the grammar allows a lone surrogate as an escape and leaves its meaning open.
    /// Foundation rejects it; this parser keeps it.
    case loneSurrogate = "section 8.2: a lone surrogate is grammatical"
    /// Section 6: the grammar does not limit a number's size, but a parser may. Foundation's limit
    /// is Double; this parser does not evaluate numbers until asked.
    case hugeNumber = "section 6: a number of any size is grammatical"
  }

  private func foundationAccepts(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }

  /// Why the two differ over a text; empty if they agree, nil if nothing explains it.
  private func differences(over bytes: [UInt8]) -> [Difference]? {
    let theirs = foundationAccepts(bytes)
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: bytes)
      if theirs { return [] }
      let values = document.descendants(of: document.root)
      let keys = values.flatMap { document.members(of: $0).map(\.key) }
      if (values + keys).contains(where: { $0.kind == .string && document.string($0) == nil }) {
        return [.loneSurrogate]
      }
      let numbers = values.compactMap { document.number($0) }
      return numbers.contains { Double($0)?.isFinite != true } ? [.hugeNumber] : nil
    } catch {
      if !theirs { return [] }
      if isOfOtherEncoding(bytes) { return [.otherEncoding] }
      switch error.reason {
      case .unexpected(.scalar("]"), .value), .unexpected(.scalar("}"), .key): break
      default: return nil
      }
      // Without that comma they must agree, or differ over something else.
      guard let comma = bytes[..<error.offset].lastIndex(of: UInt8(ascii: ",")) else { return nil }
      let without = Array(bytes[..<comma] + bytes[(comma + 1)...])
      return differences(over: without).map { [.trailingComma] + $0 }
    }
  }

  /// Whether the first bytes are UTF-16 or UTF-32, with or without a byte-order mark.
  private func isOfOtherEncoding(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(4).contains(0) || bytes.starts(with: [0xFF, 0xFE])
      || bytes.starts(with: [0xFE, 0xFF])
  }

  private func compare(_ bytes: [UInt8]) {
    if differences(over: bytes) == nil {
      Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription): \(bytes)")
    }
  }

  @Test(
    "agrees on accept and reject, except in four cases that RFC 8259 allows",
    arguments: [
      ("[1,]", .trailingComma), ("{\"a\": 1 , }", .trailingComma),
      ("[[1,], {\"a\": [],}]", .trailingComma), ("{\u{0}}\u{0}", .otherEncoding),
      ("1\u{0}", .otherEncoding), ("\u{0}[\u{0}]", .otherEncoding),
      (#""\ud800""#, .loneSurrogate), (#"["\udc00\ud800"]"#, .loneSurrogate),
      (#"{"\ud83dx": 1}"#, .loneSurrogate), ("1e999", .hugeNumber), ("[-1E+400]", .hugeNumber),
      (String(repeating: "9", count: 400), .hugeNumber), (" [1, 2]\n", nil), ("[1,,2]", nil),
      ("[,]", nil), ("{,}", nil), ("[1 2]", nil), ("01", nil), ("-01", nil), ("1.", nil),
      (".5", nil), ("+1", nil), ("-", nil), ("1e", nil), ("1e-999", nil), ("-0", nil),
      ("98765432109876543210", nil), ("0.1e1", nil), ("[1-2]", nil), ("NaN", nil),
      ("[Infinity]", nil), ("'a'", nil), ("{a: 1}", nil), ("{\"a\" 1}", nil), ("// a\n1", nil),
      ("[1 /* a */]", nil), ("truex", nil), ("nul", nil), ("\"a\tb\"", nil), ("\"a\nb\"", nil),
      ("\"\u{7F}\u{80}\u{2028}\"", nil), (#""\x41""#, nil), (#""\u12G4""#, nil),
      (#""\ud83d\ude00""#, nil), (#""\u0000""#, nil), (#""\/\b\f""#, nil), ("\"", nil), ("", nil),
      (" ", nil), ("1 x", nil), ("{} {}", nil), ("{\"a\":1,\"a\":2}", nil), ("[1]\u{0}  ", nil),
      ("[1,\u{0C}2]", nil), ("[1,\u{A0}2]", nil), ("\u{FEFF}[1]", nil), ("\u{FEFF}", nil),
      ("[\u{FEFF}1]", nil), ("\u{FEFF}\u{FEFF}1", nil),
    ] as [(String, Difference?)])
  func told(text: String, difference: Difference?) {
    let differences = differences(over: Array(text.utf8))
    #expect(differences.map { Set($0) } == difference.map { [$0] } ?? [])
  }

  @Test("agrees over random pieces of JSON", arguments: UInt64(0)..<4)
  func pieces(seed: UInt64) {
    var dice = Dice(seed)
    let tokens =
      ["{", "}", "[", "]", ",", ":", "\"a\":", "\"a\"", "\"\\n\"", "\"", "\\", "\\u", "00", "1"]
      + ["-", ".", "e", "E+", "true", "null", "fals", " ", "\n", "\t", "é", "\u{0}", "\\ud800"]
    for _ in 0..<2_000 {
      compare(Array((0..<dice.below(12)).map { _ in dice.pick(tokens) }.joined().utf8))
    }
  }

  @Test("agrees over random bytes", arguments: UInt64(0)..<4)
  func bytes(seed: UInt64) {
    var dice = Dice(seed)
    for _ in 0..<2_000 { compare((0..<dice.below(12)).map { _ in UInt8(dice.below(256)) }) }
  }

  @Test("agrees over JSON, and over JSON with slips in it", arguments: UInt64(0)..<8)
  func slips(seed: UInt64) {
    var dice = Dice(seed)
    for _ in 0..<200 {
      let text = dice.text(dice.literal())
      #expect(differences(over: text) == [])
      for _ in 0..<5 { compare(dice.slipped(text)) }
    }
  }
}
