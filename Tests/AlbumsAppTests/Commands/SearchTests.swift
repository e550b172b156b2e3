import LoopbackHTTP
import Testing

@Suite("regapp albums search") struct SearchTests {
  private let home = Home()

  @Test("lists number, title, band, year and songs, sorted by title, in columns")
  func list() async throws {
    home.logIn()
    let server = LoopbackServer(
      .reply(
        200,
        Answers.with(
          Answers.album(12, "Zoo", count: 1), Answers.album(3, "abbey", artist: "Mole"),
          Answers.album(900_100_001, "Ёлка", artist: "Кино"),
          Answers.album(5, "灯籠", artist: "紙の灯"))))
    let ran = await home.run("search lanterns", at: server)
    #expect(ran.err == "")
    #expect(
      ran.out == """
        3          abbey  Mole            1998  10 songs
        12         Zoo    Paper Lanterns  1998  1 song
        900100001  Ёлка   Кино            1998  10 songs
        5          灯籠   紙の灯          1998  10 songs

        """)
    #expect(ran.exit == 0)
  }

  private static let long = [
    String(repeating: "a", count: 90), String(repeating: "б", count: 90) + " (Remastered)",
    String(repeating: "灯", count: 90),
  ]

  private func long(columns: Int?) async -> [Substring] {
    home.logIn()
    let server = LoopbackServer(
      .reply(
        200,
        Answers.with(
          Answers.album(1, Self.long[0]), Answers.album(2, Self.long[1]),
          Answers.album(3, Self.long[2], artist: "B"))))
    var setting = Setting()
    setting.isTerminal = columns != nil
    setting.columns = columns ?? 10
    return await home.run("search x", at: server, setting: setting).out.split(separator: "\n")
  }

  @Test("cuts text too long for the terminal, by its width on the screen")
  func cut() async throws {
    #expect(
      await long(columns: 80) == [
        "1  \(String(repeating: "a", count: 44))…  Paper Lanterns  1998  10 songs",
        "2  \(String(repeating: "б", count: 44))…  Paper Lanterns  1998  10 songs",
        "3  \(String(repeating: "灯", count: 22))…  B               1998  10 songs",
      ])
    #expect(await long(columns: 300)[0].contains(Self.long[0]))
  }

  @Test("cuts nothing where there is no terminal")
  func whole() async throws {
    for (line, title) in zip(await long(columns: nil), Self.long) {
      #expect(line.contains("  \(title)  ") && line.hasSuffix("  1998  10 songs"))
    }
  }

  @Test(
    "says that there may be more, if the store sends as many as it was asked for",
    arguments: [
      ("", 200, "there may be more: a store lists at most 200\n"),
      ("", 199, ""), (" --limit 5", 5, "there may be more: try a larger --limit\n"),
      (" --limit 5", 4, ""), (" --json", 200, ""),
    ])
  func mayGoOn(options: String, count: Int, told: String) async throws {
    home.logIn()
    let rows = (1...count).map { Answers.album($0, "Album \($0)") }.joined(separator: ",")
    let server = LoopbackServer(.reply(200, Answers.with(rows)))
    let ran = await home.run("search x\(options)", at: server)
    #expect(ran.exit == 0 && ran.err == told)
    #expect(server.requests.map { $0.field("limit") } == [options.contains("5") ? "5" : "200"])
  }

  @Test("shows missing values as missing, and keeps every row")
  func missing() async throws {
    home.logIn()
    let server = LoopbackServer(
      .reply(
        200,
        """
        {"resultCount":4, "results":[7, null,
          {"wrapperType":"collection", "collectionId":1},
          {"wrapperType":"collection", "collectionId":2, "collectionName":["odd"],
           "artistName":"B", "trackCount":"many"},
          {"wrapperType":"collection", "collectionName":"No number", "artistName":"C",
           "trackCount":3, "collectionExplicitness":"explicit"}]}
        """))
    let ran = await home.run("search x", at: server)
    #expect(
      ran.out == """
        –  No number [explicit]  C            –     3 songs
        2  (no title)            B            –     (songs unknown)
        1  (no title)            (no artist)  –     (songs unknown)

        """)
  }

  @Test("as JSON leaves out what the store does not give")
  func json() async throws {
    home.logIn()
    let server = LoopbackServer(
      .reply(
        200,
        Answers.with(
          Answers.album(1, "A"), "{\"wrapperType\":\"collection\", \"collectionId\":2}")))
    let ran = await home.run("search x --country ru --json", at: server)
    #expect(ran.err == "" && ran.exit == 0)
    #expect(
      ran.out == """
        [
          {
            "id": 1,
            "country": "ru",
            "title": "A",
            "artist": "Paper Lanterns",
            "trackCount": 10,
            "year": 1998,
            "explicitness": "notExplicit",
            "artwork": "https://covers.example/a/100x100bb.jpg"
          },
          {
            "id": 2,
            "country": "ru"
          }
        ]

        """)
  }

  @Test("without results says so, and is not an error")
  func nothing() async throws {
    home.logIn()
    let server = LoopbackServer(.reply(200, Answers.empty))
    let ran = await home.run("search no such thing", at: server)
    #expect(
      ran == Ran(exit: 0, out: "", err: "no albums found for \"no such thing\"\n", questions: []))
    #expect(server.requests.compactMap { $0.field("country") } == ["us", "ru"])
    let json = await home.run("search no such thing --json", at: server)
    #expect(json == Ran(exit: 0, out: "[]\n", err: "", questions: []))
  }

  @Test("is narrowed by band and by title")
  func narrowing() async throws {
    home.logIn()
    let server = LoopbackServer(
      .reply(
        200,
        Answers.with(
          Answers.album(1, "Night", artist: "Mole"), Answers.album(2, "Day", artist: "Mole"),
          Answers.album(3, "Night", artist: "Tribute"))))
    let ran = await home.run("search night --artist mole --title NIGHT --limit 7", at: server)
    #expect(ran.out == "1  Night  Mole  1998  10 songs\n")
    #expect(server.requests.map { $0.field("limit") } == ["200"])
  }

  @Test("takes several words as one term, and everything after -- as words")
  func words() async throws {
    home.logIn()
    let server = LoopbackServer(.reply(200, Answers.with(Answers.album(1, "A"))))
    await home.run("search paper lanterns", at: server)
    await home.run("search -- --limit", at: server)
    #expect(server.requests.map { $0.field("term") } == ["paper+lanterns", "--limit"])
  }
}
