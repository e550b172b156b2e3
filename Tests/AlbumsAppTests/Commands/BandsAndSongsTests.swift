import Foundation
import LoopbackHTTP
import Testing

@Suite("A band's albums, songs, and a page of albums") struct BandsAndSongsTests {
  private let home = Home()

  private static let artist = """
    {"wrapperType":"artist", "artistType":"Artist", "artistName":"Mole", "artistId":77}
    """

  @Test("lists all albums of a band, which the store is asked for by its number")
  func by() async throws {
    home.logIn()
    let server = LoopbackServer(
      .reply(
        200,
        Answers.with(
          Self.artist, Answers.album(12, "Zoo", artist: "Mole"),
          Answers.album(3, "abbey", artist: "Mole"))))
    let ran = await home.run("by 77 --country de", at: server)
    #expect(
      ran.out == """
        3   abbey  Mole  1998  10 songs
        12  Zoo    Mole  1998  10 songs

        """)
    #expect(server.requests.map(\.target) == ["/lookup?id=77&entity=album&limit=200&country=de"])
  }

  @Test("a band that no store knows is an error, one without albums is none")
  func nobody() async throws {
    home.logIn()
    let unknown = await home.run(
      "by 77 --country de", at: LoopbackServer(.reply(200, Answers.empty)))
    #expect(unknown.exit == 65)
    #expect(unknown.err.contains("no artist 77 in the store de"))
    let silent = await home.run(
      "by 77 --country de --refresh", at: LoopbackServer(.reply(200, Answers.with(Self.artist))))
    #expect(silent.exit == 0)
    #expect(silent.err == "the store lists no albums of this band\n")
    #expect(await home.run("by x", at: LoopbackServer(.hold)).exit == 64)
  }

  @Test("lists songs by their title, each with the number of its album") func songs() async throws {
    home.logIn()
    let server = LoopbackServer(
      .reply(
        200,
        Answers.with(
          Answers.song(2, of: 9, title: "zoo"), Answers.album(5, "No song"),
          Answers.song(1, of: 8, title: "Abbey"), Answers.song(2, of: 9, title: "zoo"))))
    let ran = await home.run("search salt --songs", at: server)
    #expect(
      ran.out == """
        8  Abbey  Paper Lanterns  Lanterns  0:01
        9  zoo    Paper Lanterns  Lanterns  0:02

        """)
    #expect(server.requests.first?.target.contains("entity=song") == true)
    let narrowed = await home.run("search salt --songs --title zoo --json", at: server)
    #expect(narrowed.out.contains("\"title\": \"zoo\""))
    #expect(narrowed.out.contains("\"id\": 9,"))
    #expect(!narrowed.out.contains("Abbey"))
    let none = await home.run(
      "search nothing --songs", at: LoopbackServer(.reply(200, Answers.empty)))
    #expect(none.err == "no songs found for \"nothing\"\n")
  }

  @Test("show says how to list the other albums of the band") func hint() async throws {
    home.logIn()
    let row = Answers.album(5, "Zoo").replacing(
      "\"collectionId\":5", with: "\"collectionId\":5, \"artistId\":77")
    let ran = await home.run("show 5", at: LoopbackServer(.reply(200, Answers.with(row))))
    #expect(ran.err == "all albums of this band: regapp albums by 77\n")
  }

  @Test("writes one page with nothing from elsewhere, and hostile titles as text")
  func page() async throws {
    home.logIn()
    let file = home.path + "/page.html"
    let title = "<script>alert(1)</script> & \\\"x\\\" '"
    let server = LoopbackServer { request in
      request.target.hasPrefix("/search")
        ? [.reply(200, Answers.with(Answers.album(1, title), Answers.album(2, "Zoo")))]
        : [.reply(404, "none")]
    }
    let ran = await home.run("search <b>x --html", file, at: server)
    #expect(ran.exit == 0)
    #expect(ran.out == "")
    #expect(ran.err.contains("wrote 2 albums to \(file)\n"))
    #expect(ran.err.contains("2 covers could not be fetched\n"))
    let page = try String(contentsOfFile: file, encoding: .utf8)
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot; &#39;"))
    #expect(page.contains("<h1 dir=\"auto\">&lt;b&gt;x</h1>"))
    #expect(page.contains("default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-"))
    for word in ["<script", "http:", "https:", "url(", "@import", "onerror"] {
      #expect(!page.contains(word))
    }
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let left = try FileManager.default.contentsOfDirectory(atPath: home.path)
    #expect(!left.contains { $0.hasSuffix(".new") })
  }

  @Test("a page is written whole or not at all, and over no directory") func outputs() async throws
  {
    home.logIn()
    let server = LoopbackServer(.reply(200, Answers.with(Answers.album(1, "Zoo"))))
    for file in [home.path, home.path + "/none/page.html"] {
      let ran = await home.run("search zoo --html", file, at: server)
      #expect(ran.exit == 73)
      #expect(ran.err.contains(file))
    }
    let both = await home.run("search zoo --songs --html x", at: server)
    #expect(both.exit == 64)
  }
}
