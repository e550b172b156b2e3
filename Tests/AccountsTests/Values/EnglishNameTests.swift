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
  func accepts(text: String) throws {
    #expect(try EnglishName(text).text == text)
  }

  @Test(
    "has no joiner at an end, and no two in a row",
    arguments: [
      "", " ", "-", "'", " Ada", "Ada ", "-Ada", "Ada-", "'Ada", "Ada'", "Anna--Maria",
      "Anna - Maria", "Mary  Jane", "O''Brien", "O'-Brien",
    ])
  func refusesJoiners(text: String) {
    #expect(broken { () throws(FieldRule) in try EnglishName(text) } == .englishJoiners)
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
    #expect(broken { () throws(FieldRule) in try EnglishName(text) } == .englishLetters(culprit))
  }

  @Test("contains no control character")
  func refusesControls() {
    #expect(
      broken { () throws(FieldRule) in try EnglishName("Ada\n") } == .noControlCharacters("\n"))
    #expect(
      broken { () throws(FieldRule) in try EnglishName("A\u{202E}da") }
        == .noControlCharacters("\u{202E}"))
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
