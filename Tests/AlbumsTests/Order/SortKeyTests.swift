import TestSupport
import Testing

@testable import Albums

@Suite("Titles are sorted as a person would") struct SortKeyTests {
  @Test(
    "in this order",
    arguments: [
      ["abbey", "Abbey Road", "Zoo"], ["Abba", "abbey", "ABC"],
      // Accents are compared last.
      ["Eclair", "Éclair", "eclairs"], ["Motley", "Mötley", "Motleys"], ["Ode", "Øde", "Odes"],
      ["Strasse", "Straße", "Strassen"], ["aether", "Æther", "aethers"],
      ["ınce", "İnce", "incf"], ["resume", "résume", "résumé"],
      // Numbers by value.
      ["Lanterns 9", "Lanterns 10", "Lanterns 100"], ["2", "007", "10"], ["007", "7", "8"],
      ["Vol. 2", "Vol. 10"], ["1,2,3", "20 Roads", "1,000 Forms", "10,000 Days"],
      ["99999999999999999998", "99999999999999999999", "100000000000000000000"],
      ["٩", "10"], ["1984", "Abbey"], ["Track 0", "Track 00", "Track 1"],
      // A word before words that begin with it; punctuation only separates words.
      ["New York", "Newark"], ["AC/DC", "ACDC"], ["...And Justice", "Andes"],
      ["(What's the Story)", "Whats up"], ["'39", "40"], ["Rock'n'Roll", "Rocks"],
      ["C", "C++", "Ca"],
      // Latin before Cyrillic, Greek between, other scripts after.
      ["Zoo", "Ωmega", "Абба", "灯籠"], ["9", "Zoo", "Абба"], ["Kino", "Кино"], ["♥", "9", "a"],
      // The Russian alphabet: ё sorts as е, й is a letter of its own.
      ["Еж", "Ёж", "Ежи"], ["ёж", "Жук", "Яма"], ["Ёлка", "Ель", "Енот"],
      ["Ива", "Йод", "Кот"], ["иа", "ия", "йа"], ["все", "всё", "всем"],
      ["Абба", "абба ёлки", "Яма"],
      // Neighbours: ґ after г, є after е, і and ї after и, ў after у.
      ["Гай", "Ґанок", "Дім"], ["Ель", "Єва", "Жук"], ["Ива", "Іва", "Їжак", "Йод"],
      ["Ура", "Ўра", "Фа"],
      // Titles without letters come first.
      ["", "!!!", "0"], ["?", "A"],
    ])
  func order(titles: [String]) {
    for left in titles.indices {
      for right in titles.indices {
        #expect(
          (SortKey(titles[left]) < SortKey(titles[right])) == (left < right),
          "\(titles[left]) and \(titles[right])")
      }
    }
  }

  @Test("a letter is the same in either Unicode form")
  func forms() {
    for (composed, decomposed) in [("\u{419}", "\u{418}\u{306}"), ("\u{401}", "\u{415}\u{308}")] {
      for other in ["Е", "Ж", "И", "К", "еж", "ия"] {
        #expect(
          (SortKey(composed + "ж") < SortKey(other)) == (SortKey(decomposed + "ж") < SortKey(other))
        )
      }
    }
  }

  @Test("the order is total, whatever the initial order", arguments: 0..<40)
  func total(seed: UInt64) {
    var dice = Dice(seed)
    let pieces = [
      "a", "A", "b", "z", "é", "e\u{301}", "ß", "е", "ё", "Ё", "и", "й", "и\u{306}", "я", "1", "01",
      "10", "9", "1,000", " ", "-", "'", "!", "♥", "👍", "Ω", "灯", "\u{301}", "\u{200D}", "\u{0}",
      "ﬁ", "½", "٣", "한", "\u{FEFF}", "Ǆ", "\u{1F1F7}", "हि", "＿", "Ⅳ",
    ]
    let titles = (0..<25).map { _ in
      (0..<dice.below(6)).map { _ in dice.pick(pieces) }.joined()
    }
    let keys = titles.map { SortKey($0) }
    for (left, one) in zip(titles, keys) {
      for (right, other) in zip(titles, keys) {
        let same = left.unicodeScalars.elementsEqual(right.unicodeScalars)
        // Exactly one of before, after and equal holds.
        #expect([one < other, other < one, same].count { $0 } == 1)
        #expect((one == other) == same)
        for third in keys where one < other && other < third { #expect(one < third) }
      }
    }
    let sorted = keys.sorted()
    #expect(keys.shuffled(using: &dice).sorted() == sorted)
  }
}

@Suite("Albums are listed") struct AlbumOrderTests {
  private func album(
    _ id: Int?, _ title: String?, _ artist: String? = "B", year: Int? = 2000
  ) -> Album {
    Album(id: id, country: .unitedStates, title: title, artist: artist, releaseYear: year)
  }

  @Test("by title, band, year and number, with missing values last")
  func order() {
    let albums = [
      album(2, "A", "a"), album(3, "A", "b", year: 1999), album(4, "A", "b"), album(10, "A", "b"),
      album(5, "A", "b", year: nil), album(6, "A", nil), album(1, "a"), album(7, "Ё"),
      album(nil, "я"), album(8, nil, "a"), album(9, nil),
    ]
    var dice = Dice(7)
    for _ in 0..<20 {
      #expect(AlbumOrder.sorted(albums.shuffled(using: &dice)).map(\.id) == albums.map(\.id))
    }
    for (index, left) in albums.enumerated() {
      for (other, right) in albums.enumerated() {
        #expect(AlbumOrder.precedes(left, right) == (index < other))
      }
    }
  }
}
