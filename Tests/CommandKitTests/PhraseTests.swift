import Testing

@testable import CommandKit

@Suite("Phrases in several languages") struct PhraseTests {
  private static let forms = [
    (0, "0 аккаунтов"), (1, "1 аккаунт"), (2, "2 аккаунта"), (3, "3 аккаунта"), (4, "4 аккаунта"),
    (5, "5 аккаунтов"), (10, "10 аккаунтов"), (11, "11 аккаунтов"), (12, "12 аккаунтов"),
    (14, "14 аккаунтов"), (15, "15 аккаунтов"), (20, "20 аккаунтов"), (21, "21 аккаунт"),
    (22, "22 аккаунта"), (25, "25 аккаунтов"), (100, "100 аккаунтов"), (101, "101 аккаунт"),
    (111, "111 аккаунтов"), (112, "112 аккаунтов"), (122, "122 аккаунта"),
    (1_011, "1011 аккаунтов"),
    (1_021, "1021 аккаунт"), (-1, "-1 аккаунт"), (Int.min, "\(Int.min) аккаунтов"),
  ]

  @Test("have Russian plurals", arguments: forms)
  func russianCounts(count: Int, expected: String) {
    let phrase = Phrase("\(count, "account")")
    #expect(phrase[.russian] == expected)
  }

  @Test(
    "have English plurals",
    arguments: [(0, "0 entries, 0 errors"), (1, "1 entry, 1 error"), (2, "2 entries, 2 errors")])
  func englishCounts(count: Int, expected: String) {
    let phrase = Phrase("\(count, "entry", "entries"), \(count, "error")")
    #expect(phrase[.english] == expected)
  }

  @Test(
    "agree with a count elsewhere in the sentence", arguments: [(1, "is one"), (5, "are many")])
  func agreeing(count: Int, expected: String) {
    let phrase = Phrase("\(agreeingWith: count, "is one", "are many")\(hidden: 7)")
    #expect(phrase[.english] == expected)
  }

  @Test("have a key with numbers for their arguments")
  func key() {
    let phrase = Phrase(
      "\("a"): \(1, "account"), \(2, "entry", "entries") \(agreeingWith: 2, "is", "are") "
        + "\(Phrase(same: "b")) #\(3)\(hidden: 4)\(as: "a list")")
    #expect(
      phrase.key == "{1}: {2 account}, {3 entry|entries} {4:is|are} {5} #{6}{-7}#a list")
    #expect(phrase[.english] == "a: 1 account, 2 entries are b #3")
  }

  @Test("inside one another take the language of the outer one")
  func nested() {
    let inner = Phrase("history")
    let outer = Phrase("did you mean \(inner)?")
    #expect(outer.all == ["did you mean history?", "может быть, история?"])
    let list = [inner, Phrase(same: "X"), outer].joined(separator: ", ")
    #expect(list.all == ["history, X, did you mean history?", "история, X, может быть, история?"])
    #expect([Phrase]().joined(separator: ", ").all == ["", ""])
    #expect((inner + Phrase(same: ":")).title.all == ["History:", "История:"])
    #expect(
      [inner, inner].joined(separator: .or).all == ["history or history", "история или история"])
  }

  @Test(
    "are in the locale's language",
    arguments: [
      ([:], .english), (["LANG": "ru_RU.UTF-8"], .russian), (["LANG": "ru"], .russian),
      (["LANG": "ru_RU"], .russian), (["LANG": "ru_UA.utf8"], .russian),
      (["LANG": "ru@currency=RUB"], .russian), (["LANG": "ru_RU.UTF8@x"], .russian),
      (["LANG": "ru_RU.KOI8-R"], .english), (["LANG": "rue_UA.UTF-8"], .english),
      (["LANG": "C.UTF-8"], .english), (["LANG": "de_DE.UTF-8"], .english),
      (["LANG": "."], .english), (["LANG": "@"], .english), (["LANG": ""], .english),
      (["LANG": "ru_RU.UTF-8", "LC_ALL": "C"], .english),
      (["LANG": "ru_RU.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"], .english),
      (["LANG": "en_GB.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"], .russian),
      (["LC_MESSAGES": "en_GB.UTF-8", "LC_ALL": "ru_RU.UTF-8"], .russian),
      (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "ru_RU.UTF-8"], .russian),
      (["LC_CTYPE": "ru_RU.UTF-8", "LANGUAGE": "ru"], .english),
    ] as [([String: String], Language)])
  func locale(variables: [String: String], language: Language) {
    #expect(Language(Environment(variables)) == language)
  }
}

extension Phrase {
  /// The text in every language.
  fileprivate var all: [String] { Language.allCases.map { self[$0] } }
}
