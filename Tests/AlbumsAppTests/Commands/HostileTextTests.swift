import Foundation
import LoopbackHTTP
import Testing

@Suite("Text from the store never reaches the terminal unescaped") struct HostileTextTests {
  private let home = Home()

  static let texts = [
    "\u{1B}[2J\u{1B}]0;title\u{7}", "\u{9B}31m", "a\nb\rc\td", "\u{202E}txt.exe",
    "\u{2066}x\u{2069}",
    "a\u{2028}b\u{2029}c", "\u{0}\u{8}\u{7F}", "\u{61C}\u{200E}\u{200F}",
    String(repeating: "a", count: 3_000), String(repeating: "灯\u{1B}", count: 1_500),
    "e" + String(repeating: "\u{301}", count: 3_000), "\u{FEFF}\u{FFFE}\u{E000}",
  ]

  /// An answer with this text in every field.
  static func answer(_ text: String) -> String {
    var escaped = ""
    for unit in text.utf16 {
      let digits = String(unit, radix: 16)
      escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    let fields =
      "\"collectionName\":\"\(escaped)\", \"artistName\":\"\(escaped)\", "
      + "\"trackName\":\"\(escaped)\", \"artworkUrl100\":\"\(escaped)\", "
      + "\"collectionViewUrl\":\"\(escaped)\", \"releaseDate\":\"\(escaped)\", "
      + "\"collectionExplicitness\":\"\(escaped)\""
    return """
      {"resultCount":2, "results":[
        {"wrapperType":"collection", "collectionId":1, \(fields)},
        {"wrapperType":"track", "kind":"song", "collectionId":1, "trackId":2, \(fields)},
        {"wrapperType":"track", "kind":"song", "collectionId":1, "trackId":3, "trackNumber":3,
         "discNumber":1, \(fields.replacing("\"artistName\":\"", with: "\"artistName\":\"x"))}]}
      """
  }

  @Test("in lines", arguments: texts)
  func words(text: String) async throws {
    home.logIn()
    let server = LoopbackServer(.reply(200, Self.answer(text)))
    for line in ["search x", "show 1"] {
      let ran = await home.run(line, at: server)
      #expect(ran.exit == 0)
      expectHarmless(ran)
      #expect(ran.out.utf8.count < 40_000)
    }
    #expect(await home.run("search x", at: server).out.split(separator: "\n").count == 1)
  }

  @Test("in JSON, which escapes everything misleading", arguments: texts)
  func json(text: String) async throws {
    home.logIn()
    let server = LoopbackServer(.reply(200, Self.answer(text)))
    for line in ["search x --json", "show 1 --json"] {
      let ran = await home.run(line, at: server)
      #expect(ran.exit == 0)
      expectHarmless(ran)
      #expect((try? JSONSerialization.jsonObject(with: Data(ran.out.utf8))) != nil)
    }
  }

  @Test("in the service's error message", arguments: texts)
  func refusal(text: String) async throws {
    home.logIn()
    let body = try JSONSerialization.data(withJSONObject: ["errorMessage": text])
    let server = LoopbackServer(.reply(400, body))
    for line in ["search x --country de", "search x --country de --json"] {
      let ran = await home.run(line, at: server)
      #expect(ran.exit == 65)
      expectHarmless(ran)
    }
  }

  @Test("nor does text typed by the user", arguments: texts)
  func term(text: String) async throws {
    home.logIn()
    let server = LoopbackServer(.reply(200, Answers.empty))
    let ran = await home.run(["search", "--", "x" + text.filter { $0 != "\0" }], of(server))
    #expect(ran.exit == 0 && ran.err.hasPrefix("no albums found for \"x"))
    expectHarmless(ran)
  }

  @Test(
    "in the name of another host",
    arguments: ["http://a\u{1B}[31m/", "http://%1B%5B31m/", "//\u{202E}x/"])
  func location(text: String) async throws {
    home.logIn()
    let server = LoopbackServer(.reply(302, "", headers: ["Location: \(text)"]))
    let ran = await home.run("search x --country de", at: server)
    #expect(ran.exit == 69, "\(ran)")
    expectHarmless(ran)
  }

  private func of(_ server: LoopbackServer) -> Setting {
    Setting(["REGAPP_ITUNES_URL": server.address])
  }

  private func expectHarmless(_ ran: Ran, sourceLocation: SourceLocation = #_sourceLocation) {
    let bad = ran.shown.unicodeScalars.filter { $0.misleads && $0 != "\n" }
    #expect(bad.map(\.value) == [], sourceLocation: sourceLocation)
  }
}

@Suite("A request reveals nothing about the user") struct PrivacyTests {
  private let home = Home()

  @Test("neither name nor email, phone or directory, in any byte")
  func bytes() async throws {
    home.logIn()
    let server = LoopbackServer { request in
      request.target.hasPrefix("/lookup")
        ? [.reply(200, Answers.with(Answers.album(42, "A"), Answers.song(1, of: 42)))]
        : [.reply(200, Answers.with(Answers.album(42, "A")))]
    }
    for line in ["search lanterns", "search Кино", "show 42", "show 42 --refresh --covers"] {
      #expect(await home.run(line, at: server).exit == 0)
    }
    #expect(server.requests.count == 4)
    for request in server.requests {
      let bytes = ([request.line] + request.headers).joined(separator: "\n").lowercased()
      for secret in Home.secrets + [home.path, "documents"] { #expect(!bytes.contains(secret)) }
      #expect(!request.headerNames.contains("cookie") && !request.headerNames.contains("referer"))
    }
  }

  @Test("and nothing of it is cached with the answers")
  func kept() async throws {
    home.logIn()
    let server = LoopbackServer(.reply(200, Answers.with(Answers.album(42, "A"))))
    await home.run("search lanterns", at: server)
    let cache = "\(home.path)/cache"
    let files = FileManager.default.enumerator(atPath: cache)?.compactMap { $0 as? String } ?? []
    #expect(files.count > 3)
    for file in files {
      let text = (try? String(contentsOfFile: "\(cache)/\(file)", encoding: .utf8)) ?? ""
      for secret in Home.secrets { #expect(!(file + text).lowercased().contains(secret)) }
    }
  }
}
