import Foundation
import LoopbackHTTP
import TestSupport
import Testing

@testable import Albums

@Suite("The albums of a search") struct SearchAnswerTests {
  private func albums(_ rows: String..., country: Country = .unitedStates) throws -> [Album] {
    let body = "\n\n{\"resultCount\":1,\"results\":[\(rows.joined(separator: ","))]}\n\n"
    return try found(AnswerReader.rows(Array(body.utf8)), country: country)
  }

  private func found(_ rows: [AnswerRow], country: Country) throws -> [Album] {
    SearchAnswer<Album>(rows, country: country, try AlbumSearch("x")).items
  }

  @Test("have the store's data")
  func whole() throws {
    let albums = try albums(
      """
      {"wrapperType":"collection", "collectionType":"Album", "collectionId":42,
       "artistName":"Kite & Anvil", "collectionName":" Lanterns - EP ", "trackCount":5,
       "artworkUrl60":"https://a/60x60bb.jpg", "artworkUrl100":"https://a/100x100bb.jpg",
       "collectionExplicitness":"cleaned", "releaseDate":"2004-03-01T08:00:00Z",
       "collectionViewUrl":"https://music.example/us/album/x/42?uo=4"}
      """)
    #expect(
      albums == [
        Album(
          id: 42, country: .unitedStates, title: "Lanterns - EP", artist: "Kite & Anvil",
          trackCount: 5, releaseYear: 2004, explicitness: .cleaned,
          artworkURL: "https://a/100x100bb.jpg",
          pageURL: "https://music.example/us/album/x/42?uo=4")
      ])
  }

  @Test(
    "lose a field that is missing or of the wrong type, and nothing else",
    arguments: [
      "",
      ", \"collectionName\":null, \"artistName\":null, \"trackCount\":null, \"releaseDate\":null",
      ", \"collectionName\":12, \"artistName\":{\"a\":1}, \"trackCount\":\"many\", \"releaseDate\":[]",
      ", \"collectionName\":\"  \", \"artistName\":[], \"trackCount\":-1, \"releaseDate\":\"soon\"",
      ", \"trackCount\":1.5, \"releaseDate\":2004, \"artworkUrl100\":true",
      ", \"trackCount\":1e300, \"collectionExplicitness\":\"rude\", \"collectionViewUrl\":1",
      ", \"trackCount\":9223372036854775807, \"trackCount\":true",
    ])
  func missing(fields: String) throws {
    let albums = try albums(
      "{\"wrapperType\":\"collection\", \"collectionId\":42\(fields)}", Answers.album(1, "Good"))
    #expect(albums.map(\.id) == [1, 42])
    #expect(albums.last == Album(id: 42, country: .unitedStates))
  }

  @Test("lose an invalid row, and no other")
  func oddRows() throws {
    let albums = try albums(
      "7", "null", "\"text\"", "[]", "{}", Answers.album(1, "Good"), "[{}]", "{\"a\":1}")
    #expect(albums.map(\.id) == [1])
  }

  @Test("keep an album without a number, or take the number from its page")
  func numbers() throws {
    let albums = try albums(
      "{\"wrapperType\":\"collection\", \"collectionName\":\"A\"}",
      """
      {"wrapperType":"collection", "collectionName":"B",
       "collectionViewUrl":"https://music.example/us/album/b/77?uo=4"}
      """,
      "{\"wrapperType\":\"collection\", \"collectionName\":\"C\", \"collectionId\":\"78\"}",
      "{\"wrapperType\":\"collection\", \"collectionName\":\"D\", \"collectionId\":79.0}",
      "{\"collectionName\":\"E\", \"collectionId\":80}")
    #expect(albums.map(\.id) == [nil, 77, 78, 79, 80])
    #expect(albums.map(\.title) == ["A", "B", "C", "D", "E"])
  }

  @Test("contain no songs, artists or books")
  func foreign() throws {
    let albums = try albums(
      Answers.song(1, of: 1), "{\"wrapperType\":\"artist\", \"artistName\":\"A\", \"artistId\":1}",
      "{\"wrapperType\":\"audiobook\", \"collectionId\":2, \"collectionName\":\"A\"}",
      "{\"wrapperType\":\"collection\", \"collectionType\":\"TV Season\", \"collectionId\":3}",
      Answers.album(4, "A"))
    #expect(albums.map(\.id) == [4])
  }

  @Test("appear once for each album and edition")
  func editions() throws {
    let cleaned = Answers.album(5, "Lanterns").replacingOccurrences(
      of: "notExplicit", with: "cleaned")
    let albums = try albums(
      Answers.album(1, "Lanterns"), Answers.album(1, "Lanterns again"),
      Answers.album(2, "Lanterns"),
      Answers.album(3, "LANTERNS"), Answers.album(4, "Lanterns (Deluxe)"), cleaned,
      Answers.album(6, "Lanterns", count: 11), Answers.album(7, "Lanterns", artist: "Others"),
      Answers.album(8, "Lanterns", date: "2011-01-01T08:00:00Z"),
      "{\"wrapperType\":\"collection\", \"collectionName\":\"X\", \"collectionId\":9}",
      "{\"wrapperType\":\"collection\", \"collectionName\":\"X\", \"collectionId\":10}")
    #expect(Set(albums.compactMap(\.id)) == [1, 4, 5, 6, 7, 8, 9, 10])
  }

  @Test("appear each, if they differ in nothing but their covers, or have none")
  func samplers() throws {
    let albums = try albums(
      Answers.album(1, "Christmas Hits", artwork: "https://covers.example/a/100x100bb.jpg"),
      Answers.album(2, "Christmas Hits", artwork: "https://covers.example/b/100x100bb.jpg"),
      Answers.album(3, "Christmas Hits", artwork: ""),
      Answers.album(4, "Christmas Hits", artwork: ""))
    #expect(albums.map(\.id) == [1, 2, 3, 4])
  }

  @Test("include a compilation, and any other kind of album")
  func kinds() throws {
    let albums = try albums(
      Answers.album(1, "A").replacingOccurrences(of: "\"Album\"", with: "\"Compilation\""),
      Answers.album(2, "B").replacingOccurrences(of: "\"Album\"", with: "\"EP\""))
    #expect(albums.map(\.id) == [1, 2])
  }

  @Test("survive half a character, a raw control, and a pile of marks")
  func oddCharacters() throws {
    let albums = try albums(
      Answers.album(1, "Lan\\ud83cterns"), Answers.album(2, "Lan\u{0}terns"),
      Answers.album(3, "Z" + String(repeating: "\u{301}", count: 900) + "algo"))
    #expect(
      albums.map(\.title)
        == ["Lan terns", "Lan\u{FFFD}terns", "Z" + String(repeating: "\u{301}", count: 8) + "algo"])
  }

  @Test("are no more than were asked for, whatever the store sends, the most relevant first")
  func limit() throws {
    let rows = (1...300).map { Answers.album(1000 - $0, "Album \($0)") }
    let body = "{\"results\":[\(rows.joined(separator: ","))]}"
    let read = try AnswerReader.rows(Array(body.utf8))
    let few = SearchAnswer<Album>(read, country: .russia, try AlbumSearch("x", limit: 3))
    #expect(few.items.map(\.title) == ["Album 1", "Album 2", "Album 3"] && few.mayGoOn)
    let all = SearchAnswer<Album>(read, country: .russia, try AlbumSearch("x"))
    #expect(all.items.count == 200 && all.mayGoOn)
    let one = SearchAnswer<Album>(Array(read.prefix(1)), country: .russia, try AlbumSearch("x"))
    #expect(one.items.count == 1 && !one.mayGoOn)
  }

  @Test("survive invalid UTF-8 and a byte-order mark")
  func encoding() throws {
    var body = Array("\u{FEFF}\n\n{\"results\":[\(Answers.album(1, "L?nterns"))]}".utf8)
    let place = try #require(body.firstIndex(of: UInt8(ascii: "?")))
    body[place] = 0xE4
    let albums = try found(AnswerReader.rows(body), country: .russia)
    #expect(albums.map(\.title) == ["L\u{FFFD}nterns"])
    #expect(albums.map(\.country) == [.russia])
  }

  @Test("are read from the project's own answers")
  func fixtures() throws {
    let latin = try found(Fixture.rows("search-lanterns-us.json"), country: .unitedStates)
    #expect(latin.map(\.id) == Self.latin)
    let cyrillic = try found(Fixture.rows("search-kino-ru.json"), country: .russia)
    #expect(
      cyrillic.map(\.title) == [
        "Kino for Sleepless", "Ёлка в пустом кино", "Еловое кино", "Жёлтое кино", "Кино без даты",
        "Кино на крыше", "Ночное кино", "Посвящение: песни из «Ночного кино»",
        "яблоко и кино - Single",
      ])
    #expect(try found(Fixture.rows("empty.json"), country: .russia).isEmpty)
  }

  private static let latin = [
    900_100_014, 900_100_007, 900_100_008, 900_100_006, 900_100_005, 900_100_004, 900_100_003,
    900_100_013, 900_100_017, 900_100_015, 900_100_011, 900_100_002, 900_100_009, 900_100_001,
    900_100_012, 900_100_016,
  ]

  @Test("are read from arbitrary bytes, or an error is thrown", arguments: 0..<300)
  func arbitrary(seed: UInt64) throws {
    var dice = Dice(seed)
    var bytes = Array(try Fixture.data("lookup-900100015-us.json"))
    for _ in 0...dice.below(4) {
      let index = dice.below(bytes.count)
      switch dice.below(4) {
      case 0: bytes[index] = UInt8(dice.below(256))
      case 1: bytes.removeSubrange(index..<min(bytes.count, index + dice.below(200)))
      case 2:
        bytes.insert(
          contentsOf: Array(dice.pick(["null", "-1", "1e999", "[", "}", "\""]).utf8), at: index)
      default: bytes = Array(bytes[..<max(index, 1)])
      }
      if bytes.isEmpty { bytes = [0] }
    }
    guard let rows = try? AnswerReader.rows(bytes) else { return }
    _ = try found(rows, country: .russia)
    _ = LookupAnswer(rows, id: 900_100_015, country: .russia)?.details
  }
}

@Suite("The year of a release") struct ReleaseYearTests {
  @Test(
    "is the year in UTC, and nil if there is only a placeholder",
    arguments: [
      ("1975-11-21T08:00:00Z", 1975), ("2000-01-01T00:00:00Z", 2000),
      ("1999-12-31T23:59:59Z", 1999), ("1999-12-31T12:00:00Z", 1999), ("2004-03-01", 2004),
      ("2004", 2004), ("1900-01-01T12:00:00Z", nil), ("1900-01-01T00:00:00Z", nil),
      ("1900-01-01", nil), ("1900", nil), ("1900-01-02T12:00:00Z", 1900),
      ("1899-12-31T12:00:00Z", 1899), ("2000-01", nil), ("", nil), ("soon", nil), ("199", nil),
      ("1999-13-01", nil), ("1999-1-1", nil), ("19990101", nil), ("１９９９", nil), ("-999", nil),
      ("1999/01/01", nil),
    ] as [(String, Int?)])
  func read(text: String, year: Int?) { #expect(ReleaseYear.read(text) == year) }
}
