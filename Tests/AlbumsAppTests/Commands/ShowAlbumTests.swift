import LoopbackHTTP
import Testing

@Suite("regapp albums show") struct ShowAlbumTests {
  private let home = Home()

  private var discs: LoopbackServer {
    LoopbackServer(
      .reply(
        200,
        Answers.with(
          Answers.album(42, "Lanterns", count: 6),
          Answers.song(2, of: 42, disc: 2, discs: 2, count: 3, kind: "music-video", title: "Видео"),
          Answers.song(
            1, of: 42, disc: 2, discs: 2, count: 3, title: "灯籠", more: ", \"trackPrice\":-1"),
          Answers.song(10, of: 42, discs: 2, count: 10, title: "Last"),
          Answers.song(1, of: 42, discs: 2, count: 10))))
  }

  @Test("prints title, band, year and the songs by disc and number, and lists the missing ones")
  func album() async throws {
    home.logIn()
    let server = discs
    let ran = await home.run("show 42", at: server)
    #expect(ran.err == "" && ran.exit == 0)
    #expect(
      ran.out == """
        Lanterns
        Paper Lanterns
        1998 · 5 songs · 1 video

        Disc 1
           1  Salt                                                                0:01
          10  Last                                                                0:10

        Disc 2
           1  灯籠 [album only]                                                   0:01
           2  Видео [video]                                                       0:02

        · songs 2–9 of disc 1 are not in this store
        · song 3 of disc 2 is not in this store

        """)
    #expect(server.requests.map(\.target) == ["/lookup?id=42&entity=song&limit=200&country=us"])
  }

  @Test("as JSON has seconds as numbers, and counts the missing songs")
  func json() async throws {
    home.logIn()
    let server = LoopbackServer(
      .reply(
        200,
        Answers.with(
          Answers.album(42, "Lanterns", count: 2),
          Answers.song(1, of: 42, kind: "music-video", title: "A \\\"b\\\""))))
    let ran = await home.run("show 42 --json", at: server)
    #expect(ran.err == "" && ran.exit == 0)
    #expect(
      ran.out == """
        {
          "id": 42,
          "country": "us",
          "title": "Lanterns",
          "artist": "Paper Lanterns",
          "trackCount": 2,
          "year": 1998,
          "explicitness": "notExplicit",
          "artwork": "https://covers.example/a/100x100bb.jpg",
          "discs": 1,
          "missing": 1,
          "tracks": [
            {
              "id": 42101,
              "disc": 1,
              "number": 1,
              "title": "A \\"b\\"",
              "artist": "Paper Lanterns",
              "seconds": 1,
              "kind": "video"
            }
          ]
        }

        """)
  }

  @Test("shows missing values as missing: no year, no songs, no length, no number, no title")
  func missing() async throws {
    home.logIn()
    let none = LoopbackServer(
      .reply(200, Answers.with(Answers.album(42, "A", count: 9, date: "1900-01-01T12:00:00Z"))))
    #expect(
      await home.run("show 42", at: none).out == """
        A
        Paper Lanterns
        9 songs

        this store lists no songs for this album

        """)
    let bare = LoopbackServer(
      .reply(
        200,
        Answers.with(
          "{\"wrapperType\":\"collection\", \"collectionId\":43}",
          "{\"wrapperType\":\"track\", \"kind\":\"song\", \"collectionId\":43, \"trackId\":1}")))
    #expect(
      await home.run("show 43", at: bare).out == """
        (no title)
        (no artist)
        (songs unknown)

           ·  (no title)                                                          –:––

        """)
  }

  @Test("wraps a long name to the terminal, and cuts it nowhere")
  func long() async throws {
    home.logIn()
    let name = "Concerto for Harp and Orchestra in E-Flat Major, Op. 74: I. Allegro Moderato"
    let server = LoopbackServer(
      .reply(
        200,
        Answers.with(
          Answers.album(42, "A", count: 1),
          Answers.song(1, of: 42, title: name, more: ", \"trackPrice\":-1"))))
    let ran = await home.run("show 42", at: server)
    #expect(ran.out.contains("   1  \(name) [album only]     0:01\n"))
    var setting = Setting()
    setting.isTerminal = true
    setting.columns = 60
    #expect(
      await home.run("show 42", at: server, setting: setting).out.hasSuffix(
        """
           1  Concerto for Harp and Orchestra in E-Flat         0:01
              Major, Op. 74: I. Allegro Moderato [album
              only]

        """))
  }

  @Test("lists what is missing of a disc in one line")
  func gaps() async throws {
    home.logIn()
    let songs = [1, 2, 4, 5, 6, 8, 11].map { Answers.song($0, of: 42, count: 12) }
    let server = LoopbackServer(
      .reply(
        200, Answers.with(([Answers.album(42, "A", count: 12)] + songs).joined(separator: ","))))
    #expect(
      await home.run("show 42", at: server).out.hasSuffix(
        "\n\n· songs 3, 7, 9–10, 12 are not in this store\n"))
  }
}
