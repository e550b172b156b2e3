import LosslessJSON
import TestSupport
import Testing

@testable import Accounts

@Suite("Keys that no field is")
struct KeyMeaningTests {
  @Test(
    "are one's own if they begin with x- or //, as they are written",
    arguments: [
      ("x-", true), ("//", true), ("x-note", true), ("//disabled", true), ("x", false),
      ("/", false), ("", false), ("X-note", false), ("x_note", false), (" x-note", false),
      ("х-note", false), ("/ /", false), ("note", false),
    ])
  func own(key: String, isOwn: Bool) {
    #expect(KeyMeaning.isOwn(key.utf8.span) == isOwn)
    #expect((KeyMeaning(key, .null) == nil) == isOwn)
  }

  @Test(
    "are near the field that is one edit away, or the same but for case, _ and -",
    arguments: [
      ("disable", Field.disabled), ("Disabled", .disabled), ("disabeld", .disabled),
      ("disabledd", .disabled), ("dsabled", .disabled), ("valid_until", .validUntil),
      ("VALID-UNTIL", .validUntil), ("validUntill", .validUntil), ("mustchange", .mustChange),
      ("fistName", .firstName), ("mail", .email), ("group", .groups), ("phon", .phone),
      ("phone2", nil), ("email1", nil), ("first", nil), ("", nil), ("name", nil), ("club", nil),
    ] as [(String, Field?)])
  func near(key: String, field: Field?) {
    #expect(KeyMeaning.nearest(key) == field)
  }

  @Test(
    "read as access by their words",
    arguments: [
      "isLocked", "locked", "account-non-locked", "accountNonLocked", "banned_until", "archived",
      "status", "STATE", "frozen", "left", "deleted", "loginDisabled", "expiresAt", "validTo",
      "resigned", "gesperrt", "отключён", "ｄisabled", "XMLLocked",
    ])
  func access(key: String) {
    #expect(KeyMeaning.readsAsAccess(key))
  }

  @Test(
    "and clocks, banks and clubs do not", arguments: ["clock", "bank", "club", "id", "team", ""])
  func noAccess(key: String) {
    #expect(!KeyMeaning.readsAsAccess(key))
  }

  @Test("name no value that would let somebody in")
  func closing() {
    let text = JSONLiteral.string
    #expect(KeyMeaning("disable", .bool(true)) == .access(.disabled, closing: "true"))
    #expect(KeyMeaning("disable", text("spam")) == .access(.disabled, closing: "true"))
    for value in [JSONLiteral.bool(false), .null, text("no"), text(""), .number("0"), .array([])] {
      #expect(KeyMeaning("disable", value) == .access(.disabled, closing: nil))
    }
    #expect(
      KeyMeaning("validUntill", text("2026-12-31"))
        == .access(.validUntil, closing: "\"2026-12-31\""))
    #expect(KeyMeaning("validUntill", text("soon")) == .access(.validUntil, closing: nil))
    #expect(KeyMeaning("member", .bool(true)) == .lock)
    #expect(KeyMeaning("club", text("Inter")) == .own("x-club"))
    #expect(KeyMeaning("X_note", text("a")) == .own("x-note"))
  }

  @Test("are judged whatever they are made of", arguments: [UInt64(1), 2])
  func anyText(seed: UInt64) {
    var dice = Dice(seed)
    let letters = Array("xX-_/ aZ7éЖ😀")
    for _ in 0..<2_000 {
      let key = String((0..<dice.below(8)).map { _ in dice.pick(letters) })
      let isOwn = key.utf8.starts(with: "x-".utf8) || key.utf8.starts(with: "//".utf8)
      #expect((KeyMeaning(key, nil) == nil) == isOwn)
    }
  }
}
