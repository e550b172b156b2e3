import LoopbackHTTP
import Testing

@testable import Albums

@Suite("The store that is asked") struct StoresTests {
  /// A server where albums exist only in some stores.
  private func server(with stores: Set<String>, refused: Set<String> = []) -> LoopbackServer {
    LoopbackServer { request in
      let country = request.field("country") ?? ""
      if refused.contains(country) {
        return [.reply(400, "{\"errorMessage\":\"Invalid value(s) for key(s): [country]\"}")]
      }
      return [
        .reply(200, stores.contains(country) ? Answers.with(Answers.album(1, "L")) : Answers.empty)
      ]
    }
  }

  struct Row: Sendable {
    let term: String
    var region = "us"
    var country: String?
    var stores: Set<String> = []
    var refused: Set<String> = []
    let asked: [String]
    var answered: String?
  }

  @Test(
    "depends on the term's letters and the user's region, with another where there is nothing",
    arguments: [
      Row(term: "lanterns", stores: ["us", "ru"], asked: ["us"], answered: "us"),
      Row(term: "lanterns", stores: ["ru"], asked: ["us", "ru"], answered: "ru"),
      Row(term: "lanterns", asked: ["us", "ru"]),
      Row(term: "lanterns", region: "DE", stores: ["de", "ru"], asked: ["de"], answered: "de"),
      Row(term: "Кино", stores: ["us", "ru"], asked: ["ru"], answered: "ru"),
      Row(term: "Кино", region: "de", stores: ["de"], asked: ["ru", "de"], answered: "de"),
      Row(term: "Кино", asked: ["ru", "us"]), Row(term: "a ї", asked: ["ru", "us"]),
      Row(term: "lanterns", region: "ru", asked: ["ru"]),
      Row(term: "Кино", region: "ru", asked: ["ru"]),
      Row(term: "Кино", country: "us", asked: ["us"]),
      Row(term: "lanterns", country: "ru", asked: ["ru"]),
      Row(term: "lanterns", region: "ir", stores: ["us"], asked: ["us"], answered: "us"),
      Row(term: "lanterns", region: "nowhere", stores: ["us"], asked: ["us"], answered: "us"),
      Row(term: "a", region: "uk", stores: ["gb"], asked: ["gb"], answered: "gb"),
      // A region that turns out to have no store.
      Row(
        term: "a", region: "bd", stores: ["us"], refused: ["bd"], asked: ["bd", "us"],
        answered: "us"),
      Row(term: "a", region: "bd", refused: ["bd"], asked: ["bd", "us", "ru"]),
      Row(term: "Кино", region: "bd", refused: ["bd"], asked: ["ru", "bd", "us"]),
    ])
  func search(row: Row) async throws {
    let server = server(with: row.stores, refused: row.refused)
    let client = try ITunesClient.of(server.address, region: row.region)
    let country = try row.country.map { try Country.of($0) }
    let answer = try await client.search(AlbumSearch(row.term, country: country))
    #expect(server.requests.compactMap { $0.field("country") } == row.asked)
    #expect(answer.value.map(\.country.code) == (row.answered.map { [$0] } ?? []))
    #expect(answer.freshness == .new)
    if let answered = row.answered { #expect(answer.country.code == answered) }
  }

  @Test("that the user named and that does not exist is reported")
  func refused() async throws {
    let server = server(with: ["us"], refused: ["pr"])
    let client = try ITunesClient.of(server.address)
    let search = try AlbumSearch("a", country: .of("pr"))
    #expect(
      await failure { () throws(AlbumsError) in try await client.search(search) }
        == .badRequest(message: "Invalid value(s) for key(s): [country]"))
    #expect(server.requests.count == 1)
  }

  @Test("of the user's region gets no fallback if it is the fallback")
  func refusedAtHome() async throws {
    let server = server(with: [], refused: ["us"])
    let client = try ITunesClient.of(server.address)
    let search = try AlbumSearch("a")
    #expect(
      await failure { () throws(AlbumsError) in try await client.search(search) }
        == .badRequest(message: "Invalid value(s) for key(s): [country]"))
    #expect(server.requests.count == 1)
  }

  @Test("that fails does not count as one with no results", arguments: [404, 429, 500])
  func failing(status: Int) async throws {
    let server = LoopbackServer { request in
      request.field("country") == "us"
        ? [.reply(200, Answers.empty)] : [.reply(status, "<html>")]
    }
    let client = try ITunesClient.of(server.address)
    for term in ["lanterns", "Кино"] {
      let search = try AlbumSearch(term)
      let error = await failure { () throws(AlbumsError) in try await client.search(search) }
      #expect(error != nil)
    }
  }

  @Test("for an album is the user's, then the Russian one, unless named")
  func lookup() async throws {
    let server = server(with: ["ru"])
    let client = try ITunesClient.of(server.address)
    #expect(try await client.album(1).country == .russia)
    let germany = try Country.of("de")
    #expect(
      await failure { () throws(AlbumsError) in try await client.album(1, country: germany) }
        == .noSuchAlbum(id: 1, stores: [germany]))
    #expect(
      await failure { () throws(AlbumsError) in try await client.album(2) }
        == .noSuchAlbum(id: 2, stores: [.unitedStates, .russia]))
    #expect(
      server.requests.compactMap { $0.field("country") } == ["us", "ru", "de", "us", "ru"])
  }

  @Test("returns a song's whole album")
  func song() async throws {
    let server = LoopbackServer { request in
      let song = Answers.song(2, of: 7, count: 2)
      return [
        .reply(
          200,
          request.field("id") == "7"
            ? Answers.with(Answers.album(7, "A", count: 2), Answers.song(1, of: 7, count: 2), song)
            : Answers.with(song))
      ]
    }
    let client = try ITunesClient.of(server.address)
    let album = try await client.album(7102).value
    #expect(album.album.title == "A")
    #expect(album.tracks.map(\.number) == [1, 2])
    #expect(server.requests.compactMap { $0.field("id") } == ["7102", "7"])
  }
}

@Suite("A search") struct AlbumSearchTests {
  @Test("needs a term", arguments: ["", " ", "\n\t", "\u{A0}"])
  func empty(term: String) async {
    #expect(await failure { () throws(AlbumsError) in try AlbumSearch(term) } == .termMissing)
  }

  @Test("returns 1 to 200 albums", arguments: [0, -1, 201, .max, .min])
  func limit(limit: Int) async {
    #expect(
      await failure { () throws(AlbumsError) in try AlbumSearch("a", limit: limit) }
        == .limitOutOfRange(limit, allowed: 1...200))
  }

  @Test(
    "is narrowed by words of a band and a title",
    arguments: [
      ("paper", nil, true), ("LANTERNS paper", nil, true), ("pap", nil, true), ("kite", nil, false),
      (nil, "elka", false), (nil, "ЕЛКА", true), (nil, "ёлка 10,000", true), (nil, "1000", true),
      (nil, "cafe", true), (nil, "AC DC", true), (nil, "!!!", false), ("", " ", true),
      ("paper", "kite", false), ("päper", "café", true),
    ] as [(String?, String?, Bool)])
  func narrowing(artist: String?, title: String?, keeps: Bool) throws {
    let album = Album(
      id: 1, country: .russia, title: "Ёлка: 10000 AC/DC Café", artist: "The Paper Lanterns")
    #expect(Narrowing(artist: artist, title: title).keeps(album) == keeps)
    #expect(Narrowing().keeps(Album(id: 1, country: .russia)))
    #expect(!Narrowing(artist: "a").keeps(Album(id: 1, country: .russia, title: "a")))
  }

  @Test("finds a band whose name is only punctuation")
  func punctuation() {
    let band = Album(id: 1, country: .russia, title: "A", artist: "!!!")
    #expect(Narrowing(artist: "!!!").keeps(band))
    #expect(!Narrowing(artist: "???").keeps(band))
  }

  @Test("is narrowed before another store is asked")
  func narrowedAway() async throws {
    let server = LoopbackServer { request in
      let artist = request.field("country") == "ru" ? "Маяк" : "Mayak"
      return [.reply(200, Answers.with(Answers.album(1, "A", artist: artist)))]
    }
    let client = try ITunesClient.of(server.address)
    let answer = try await client.search(AlbumSearch("a", limit: 5, artist: "маяк"))
    #expect(answer.value.map(\.artist) == ["Маяк"])
    // Albums that are left after narrowing count.
    #expect(server.requests.map { $0.field("limit") } == ["200", "200"])
  }
}

@Suite("A country") struct CountryTests {
  @Test("is two letters", arguments: ["ru", "RU", "gb", "Gb", "uk"])
  func accepts(text: String) {
    #expect(Country(text)?.code == (text == "uk" ? "gb" : text.lowercased()))
  }

  @Test(
    "is nothing else",
    arguments: ["", "r", "rus", "r1", "r ", "ру", "12", "[a", "a{", "é", "u&", "\u{0}a"])
  func refuses(text: String) { #expect(Country(text) == nil) }
}
