import Foundation
import Testing

/// `regapp albums …`, a program of its own, found from the first.
@Suite(.needsPython) struct AlbumsProgramTests {
  @Test("is found beside regapp, and given the words, the options before them, and the streams")
  func beside() async throws {
    let server = try CatalogueServer()
    let home = try Home.loggedInToAlbums()
    let environment = ["REGAPP_ITUNES_URL": server.address]
    let ran = try await home.run(
      "albums", "search", "Маяк", "крыше", environment: environment)
    #expect(ran == .exit(0, out: "900200002  Кино на крыше  Маяк и Чайки  1989  8 songs\n"))
    let shown = try await home.run(
      "--json", "--documents", "\(home.path)/\(Home.documents)", "albums", "show", "900100002",
      environment: environment)
    #expect(shown.code == 0 && shown.err == "")
    #expect(shown.out.contains("\"title\": \"Small Lanterns - EP\""), "\(shown)")
    let failed = try await home.run(
      "albums", "search", "fail:500", environment: environment)
    #expect(
      failed.code == 69
        && failed.err.hasPrefix("regapp: error: the store had an internal error (500)\n"))
    let old = try await home.run(
      "albums", "search", "Маяк", "крыше", "--offline", environment: environment)
    #expect(old == ran)
  }

  @Test("leaves nothing in the home but its own cache, where that is to be")
  func litter() async throws {
    let server = try CatalogueServer()
    for cache in ["", "kept"] {
      let home = try Home.loggedInToAlbums()
      let path = cache.isEmpty ? "" : "\(home.path)/\(cache)"
      let ran = try await home.run(
        "albums", "search", "Маяк",
        environment: ["REGAPP_ITUNES_URL": server.address, "XDG_CACHE_HOME": path])
      #expect(ran.code == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
      #expect(names.sorted() == [cache.isEmpty ? ".cache" : cache, "Documents"].sorted())
      let caches = try FileManager.default.contentsOfDirectory(
        atPath: "\(home.path)/\(cache.isEmpty ? ".cache" : cache)")
      #expect(caches == ["regapp"])
    }
  }

  @Test("reads an answer with fields after the body, and says so if there is no libcurl")
  func library() async throws {
    let server = try CatalogueServer()
    let home = try Home.loggedInToAlbums()
    try home.makeDirectory("libraries")
    var environment = ["REGAPP_ITUNES_URL": server.address]
    let good = try await home.run(
      "albums", "search", "fail:trailers", "--limit", "1", environment: environment)
    #expect(good.code == 0 && good.out.contains("Lanterns"))
    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
      try Data().write(to: URL(fileURLWithPath: "\(home.path)/libraries/\(name)"))
    }
    environment["LD_LIBRARY_PATH"] = "\(home.path)/libraries"
    let missing = try await home.run("albums", "search", "x", environment: environment)
    #expect(
      missing
        == .exit(
          69,
          err: """
            regapp: error: the library libcurl.so.4 is missing or cannot be used
            regapp: hint: install libcurl4

            """))
    // A cached answer needs no library.
    let kept = try await home.run(
      "albums", "search", "fail:trailers", "--limit", "1", environment: environment)
    #expect(kept == good)
  }

  @Test("asks nobody for who is not logged in")
  func notLoggedIn() async throws {
    let home = try Home(fixture: "albums")
    let ran = try await home.run(
      "albums", "search", "x", environment: ["REGAPP_ITUNES_URL": "http://127.0.0.1:9"])
    #expect(
      ran
        == .exit(
          77,
          err: """
            regapp: error: not logged in
            regapp: hint: log in: regapp login --email EMAIL

            """))
  }

  @Test("is found on PATH where it is not beside; where it is nowhere, that is said")
  func missing() async throws {
    let server = try CatalogueServer()
    let home = try Home.loggedInToAlbums()
    // A copy: a link would lead back to where both are.
    let alone = "\(home.path)/alone"
    try home.makeDirectory("alone")
    try await home.put(program: "\(alone)/regapp")
    func run(_ words: String..., path: String) async throws -> Ran {
      let environment = home.environment(
        with: ["PATH": path, "REGAPP_ITUNES_URL": server.address])
      let launch = try Launch("\(alone)/regapp", words, environment: environment)
      return try await home.end(of: launch)
    }
    let built = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent().path
    let found = try await run(
      "albums", "search", "Маяк", "крыше", path: "/nowhere::\(alone):\(built)")
    #expect(found == .exit(0, out: "900200002  Кино на крыше  Маяк и Чайки  1989  8 songs\n"))
    let missing = try await run("albums", "search", "x", path: "/nowhere")
    #expect(
      missing
        == .exit(
          69,
          err: """
            regapp: error: regapp-albums is neither next to regapp nor on PATH
            regapp: hint: install the Debian package regapp-albums, or build it: swift build \
            --product regapp-albums

            """))
    let whole = try await run(
      "albums", "search", "x", "--limit", "5", "--covers", path: "/nowhere")
    #expect(whole == missing)
    let json = try await run("albums", "--json", path: "")
    #expect(json.code == 69 && json.err.contains("\"code\": \"albumsMissing\""))
    let help = try await run("albums", "--help", path: "/nowhere")
    #expect(help.code == 0 && help.out.contains("regapp albums search TERM"))
  }

  @Test("is the only one of the two that knows the network")
  func network() throws {
    let names = [("regapp", false), ("regapp-albums", true)]
    let folder = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent()
    for (name, loads) in names {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
      #expect((bytes.range(of: Data("libcurl.so.4".utf8)) != nil) == loads)
      // Foundation would triple the start-up time.
      #expect(bytes.range(of: Data("libFoundation".utf8)) == nil)
    }
  }
}
