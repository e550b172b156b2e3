import Accounts
import TestSupport
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("A phone number") struct PhoneRowTests {
  @Test(
    "is the same ten digits in any pasted spelling",
    arguments: [
      "9123456789", "79123456789", "89123456789", "+79123456789", "+7 912 345 67 89",
      "8 (912) 345-67-89", "912 345-67-89", "  +7 (912) 345-67-89 \t", "+7\u{A0}912\u{A0}3456789",
      "8-912-345-67-89", "912.345.67.89", "tel:+79123456789", "+7 (912) 345-67-89.",
      "+7 (912) 345–67–89",
    ])
  func spellings(pasted: String) {
    var form = Form.ofTests
    form.focus(on: .phone)
    form.paste(pasted)
    #expect(form[.phone] == "+7 (912) 345-67-89")
    #expect(form.row(.phone)?.caret == 10)
  }

  @Test(
    "is the same typed key by key",
    arguments: [
      "9123456789", "79123456789", "89123456789", "+7 912 345 67 89", "8 (912) 345-67-89",
    ])
  func typed(text: String) {
    var form = Form.ofTests
    form.type(text, into: .phone)
    #expect(form[.phone] == "+7 (912) 345-67-89")
  }

  @Test(
    "that is incomplete is not valid",
    arguments: ["9", "912345678", "+7", "8", "abc9123"])
  func incomplete(text: String) {
    var form = Form.ofTests
    form.focus(on: .phone)
    form.paste(text)
    #expect(form[.phone] != nil)
    #expect(form.row(.phone).map(form.brokenRules) == [.phone(mask: "+7 (***) ***-**-**")])
  }

  @Test("of another country, or without digits, is not mistaken for one of ours")
  func foreign() {
    var form = Form.ofTests
    form.focus(on: .phone)
    form.paste("no digits here")
    #expect(form[.phone] == nil)
    #expect(form.row(.phone).map(form.brokenRules) == [.required])
  }

  @Test("under a rulebook of any country is typed freely")
  func digits() {
    var rulebook = Rulebook.albums
    rulebook.fields.phone.mask = .digits
    var form = Form.register(under: rulebook, today: .distantPast)
    form.type("+1 (555) 010-99", into: .phone)
    #expect(form[.phone] == "+1 (555) 010-99")
    #expect(form.row(.phone).map(form.brokenRules) == [])
    form.type("x", into: .phone)
    #expect(form.row(.phone).map(form.brokenRules) == [.phone(mask: "digits")])
  }

  @Test("under another rulebook fills that rulebook's mask")
  func otherMask() throws {
    for text in ["1632 960123", "01632960123", "+44 1632 960123", "441632960123"] {
      var form = Form.edit(try .of([:], under: .club), under: .club, today: .ofTests)
      form.focus(on: .phone)
      form.paste(text)
      #expect(form[.phone] == "+44 1632 960123", "\(text)")
    }
  }

  @Test("fits its mask after any keys and pastes", arguments: 0..<30 as Range<UInt64>)
  func property(seed: UInt64) throws {
    var dice = Dice(seed)
    var form = Form.ofTests
    form.focus(on: .phone)
    for _ in 0..<200 {
      if dice.below(5) == 0 { form.paste(dice.clipping()) } else { _ = form.apply(dice.key()) }
      guard let text = form[.phone] else { continue }
      #expect(try /\+7 \([0-9*]{3}\) [0-9*]{3}-[0-9*]{2}-[0-9*]{2}/.wholeMatch(in: text) != nil)
      let rest = text.drop { $0 != "*" }
      #expect(!rest.contains { $0.isNumber }, "a gap in \(text)")
      let isWhole = !text.contains("*")
      #expect(form.row(.phone).map { form.brokenRules($0).isEmpty } == isWhole)
    }
  }
}
