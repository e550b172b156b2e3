import AccountsSupport
import Testing

@testable import Accounts

@Suite("An English name") struct EnglishNameTests {
  @Test(
    "is made of English letters, with single joiners inside",
    arguments: [
      "A", "z", "Ada", "ADA", "Anna-Maria", "O'Brien", "Mary Jane", "Jean-Claude Van Damme",
      "d'Arc", "a-b'c d",
    ])
  func accepts(text: String) {
    #expect(EnglishName.brokenRule(text.utf8.span) == nil)
  }

  @Test(
    "has no joiner at an end, and no two in a row",
    arguments: [
      "", " ", "-", "'", " Ada", "Ada ", "-Ada", "Ada-", "'Ada", "Ada'", "Anna--Maria",
      "Anna - Maria", "Mary  Jane", "O''Brien", "O'-Brien",
    ])
  func refusesJoiners(text: String) {
    #expect(EnglishName.brokenRule(text.utf8.span) == .englishJoiners)
  }

  @Test(
    "has no letter of another script, and the first one is reported",
    arguments: [
      ("Аda", "А" as Character),  // a Cyrillic А
      ("Adа", "а"),  // a Cyrillic а
      ("Mаriо", "а"),
      ("Иван", "И"),
      ("Zoë", "ë"),
      ("Zoe\u{308}", "e\u{308}"),
      ("Łukasz", "Ł"),
      ("Ａda", "Ａ"),
      ("O’Brien", "’"),
      ("Anna‑Maria", "‑"),
      ("Mary\u{A0}Jane", "\u{A0}"),
      ("Ada1", "1"),
      ("Ada.", "."),
      ("Ada_L", "_"),
      ("Ada👩‍🚀", "👩‍🚀"),
      ("Ada\u{200D}", "a\u{200D}"),
    ])
  func refusesOtherScripts(text: String, culprit: Character) {
    #expect(EnglishName.brokenRule(text.utf8.span) == .englishLetters(culprit))
  }

  @Test("contains no control character")
  func refusesControls() {
    for (text, sign) in [("Ada\n", "\n"), ("A\u{202E}da", "\u{202E}" as Unicode.Scalar)] {
      #expect(EnglishName.brokenRule(text.utf8.span) == .noControlCharacters(sign))
    }
  }

  @Test(
    "a Cyrillic letter is reported with the English one that it looks like",
    arguments: [
      ("А", "A"), ("В", "B"), ("Е", "E"), ("К", "K"), ("М", "M"), ("Н", "H"), ("О", "O"),
      ("Р", "P"), ("С", "C"), ("Т", "T"), ("Х", "X"), ("а", "a"), ("е", "e"), ("о", "o"),
      ("р", "p"), ("с", "c"), ("у", "y"), ("х", "x"), ("і", "i"), ("ј", "j"), ("ѕ", "s"),
    ] as [(Character, Character)])
  func lookAlikes(cyrillic: Character, english: Character) {
    #expect(!cyrillic.isASCII)
    #expect(EnglishName.lookAlike(of: cyrillic) == english)
  }

  @Test("no other letter looks like an English one", arguments: ["A", "a", "И", "ж", "ë", "1"])
  func othersLookLikeNothing(character: Character) {
    #expect(EnglishName.lookAlike(of: character) == nil)
  }
}
