import AccountsSupport
import Testing

@testable import Accounts

@Suite("A phone number") struct PhoneNumberTests {
  private let shown = "+7 (912) 345-67-89"

  @Test(
    "of the Russian form may be typed in any spacing",
    arguments: [
      "9123456789", "912 345 67 89", "912-345-67-89", "(912) 345-67-89", "912.345.67.89",
      "79123456789", "7 912 345 67 89", "7(912)3456789", "89123456789", "8 (912) 345-67-89",
      "8-912-345-67-89", "+79123456789", "+7 912 345 67 89", "+7 (912) 345-67-89",
      "+7(912)345-67-89", "+ 7 912 3456789", " 9123456789 ", "(9)(1)(2)3456789",
      "912\u{A0}345\u{202F}67\u{2009}89", "912‐345‑67–89",
      "912—345−67—89", "tel:+7-912-345-67-89", "TEL:89123456789",
    ])
  func accepts(text: String) throws {
    #expect(try PhoneNumber(text, mask: .russian).text == shown)
  }

  @Test(
    "of the Russian form is rejected, and never cut, if its digits do not fill it",
    arguments: [
      "", " ", "+", "912345678", "912345678901", "791234567890", "+7912345678", "+791234567890",
      "99123456789", "19123456789", "+19123456789", "+89123456789", "+9123456789",
      "7912345678 1234", "++79123456789", "+7+9123456789", "9123456789+",
      "912345678O", "912345678a", "912345678x1", "9123456789 ext 1", "٩١٢٣٤٥٦٧٨٩", "９１２３４５６７８９",
      "912345678९", "912/345/67/89", "912,345,67,89", "912\n3456789", "912\t3456789",
      "9123456789\u{0}", "9123456789\u{202E}", "phone", "tel:", "tel:tel:9123456789",
      "9tel:123456789", "*** *** ** **", "１9123456789",
    ])
  func refuses(text: String) {
    #expect(
      broken { () throws(FieldRule) in try PhoneNumber(text, mask: .russian) }
        == .phone(mask: "+7 (***) ***-**-**"))
  }

  @Test("of ten digits is valid even if it begins like a country or a trunk prefix")
  func tenDigits() throws {
    #expect(try PhoneNumber("8912345678", mask: .russian).text == "+7 (891) 234-56-78")
    #expect(try PhoneNumber("7912345678", mask: .russian).text == "+7 (791) 234-56-78")
  }

  @Test(
    "of any country has 7 to 15 digits and perhaps a plus, and is kept without spacing",
    arguments: [
      ("+1 (555) 010-9999", "+15550109999"), ("8 912 345-67-89", "89123456789"),
      ("1234567", "1234567"), ("123456", nil), ("+123456789012345", "+123456789012345"),
      ("1234567890123456", nil), ("tel:+44-20-7946-0123", "+442079460123"), ("", nil), ("+", nil),
      ("12345+67", nil), ("123 4567 ext 8", nil), ("١٢٣٤٥٦٧", nil),
    ] as [(String, String?)])
  func ofAnyCountry(typed: String, kept: String?) {
    #expect(PhoneMask.digits.fill(with: typed) == kept)
    #expect(kept == nil || PhoneMask.digits.fill(with: kept ?? "") == kept)
    #expect(PhoneMask("digits") == .digits && PhoneMask("digits", trunk: "8") == nil)
  }

  @Test("of another country takes that country's form, and not our trunk prefix")
  func otherMask() throws {
    let mask = try #require(PhoneMask("+44 **** ******"))
    #expect(mask.country == "44")
    #expect(mask.places == 10)
    for typed in ["2079460123", "442079460123", "+44 20 7946 0123"] {
      #expect(try PhoneNumber(typed, mask: mask).text == "+44 2079 460123")
    }
    #expect(broken { () throws(FieldRule) in try PhoneNumber("82079460123", mask: mask) } != nil)
    #expect(broken { () throws(FieldRule) in try PhoneNumber("02079460123", mask: mask) } != nil)
  }

  @Test("may have its own trunk prefix")
  func ownTrunk() throws {
    let mask = try #require(PhoneMask("+44 **** ******", trunk: "0"))
    #expect(try PhoneNumber("020 7946 0123", mask: mask).text == "+44 2079 460123")
    #expect(broken { () throws(FieldRule) in try PhoneNumber("+02079460123", mask: mask) } != nil)
  }
}

@Suite("A phone mask") struct PhoneMaskTests {
  @Test(
    "has a * for each of the subscriber's digits",
    arguments: ["*", "***", "+7 (***) ***-**-**", "1-***-****", "+44 **** ******", "(***) ***.**"])
  func accepts(text: String) throws {
    let mask = try #require(PhoneMask(text))
    #expect(mask.text == text)
  }

  @Test(
    "is rejected without one, with letters, or with characters that no number contains",
    arguments: [
      "", "+7", "+7 912", "+7 (xxx)", "*a", "+７ ***", "***\n", "***\u{1B}", "***\t", "№ ***", "é*",
    ])
  func refuses(text: String) {
    #expect(PhoneMask(text) == nil)
  }

  @Test("is rejected with a non-digit trunk prefix", arguments: ["+", "a", " ", "8 ", "٨"])
  func refusesTrunk(trunk: String) {
    #expect(PhoneMask("***", trunk: trunk) == nil)
  }

  @Test(
    "that can be filled can be read back, or it is not a mask",
    arguments: [
      "+7 (***) ***-**-**", "***", "1-***", "***.**", "*#*", "*/*", "***,**", "***:***",
      "7 + ***", "++ ***", "*1*", "* 0 *", "***+", "\"***\"", "[***]", "***9",
    ])
  func readsBack(text: String) throws {
    guard let mask = PhoneMask(text) else { return }
    let typed = String("9876543210".prefix(mask.places))
    let filled = try #require(mask.fill(with: typed))
    #expect(mask.fill(with: filled) == filled)
  }
}
