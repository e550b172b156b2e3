import Foundation
import LoopbackHTTP
import Synchronization
import Testing

@Suite("Cached answers") struct KeptAnswersTests {
  private let home = Home()

  /// A server that counts up, so that answers can be told apart.
  private func counting() -> LoopbackServer {
    let count = Mutex(0)
    return LoopbackServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return [.reply(200, Answers.with(Answers.album(1, "Number \(number)")))]
    }
  }

  @Test(
    "are used without a connection too, and marked as old",
    arguments: [(90_000, "25 hours"), (172_800, "2 days"), (29 * 86_400, "29 days")])
  func old(seconds: Int, span: String) async throws {
    home.logIn()
    var server: LoopbackServer? = LoopbackServer(
      .reply(200, Answers.with(Answers.album(1, "A", count: 1), Answers.song(1, of: 1))))
    let setting = Setting(["REGAPP_ITUNES_URL": server?.address ?? ""])
    for line in [["search", "x"], ["show", "1"]] {
      #expect(await home.run(line, setting).exit == 0)
    }
    server = nil
    home.clock.advance(seconds)
    for line in [["search", "x"], ["show", "1"]] {
      let ran = await home.run(line, setting)
      #expect(ran.exit == 0 && ran.out.contains("Paper Lanterns"))
      #expect(
        ran.err == """
          regapp: warning: this answer is \(span) old: the store cannot be reached: no connection

          """)
      // Also with --json, on stderr.
      let json = await home.run(line + ["--json"], setting)
      #expect(json.exit == 0 && json.out.contains("\"Paper Lanterns\"") && json.err == ran.err)
      let offline = await home.run(line + ["--offline"], setting)
      #expect(offline.exit == 0 && offline.out == ran.out)
      #expect(offline.err == "regapp: warning: this answer is \(span) old\n")
    }
    #expect(await home.run(["search", "y"], setting).exit == 69)
    #expect(await home.run(["search", "x", "--country", "de"], setting).exit == 69)
  }

  @Test("replace a new one if there is no connection, even with --refresh")
  func refreshOffline() async throws {
    home.logIn()
    var server: LoopbackServer? = counting()
    let setting = Setting(["REGAPP_ITUNES_URL": server?.address ?? ""])
    _ = await home.run(["search", "x"], setting)
    server = nil
    home.clock.advance(600)
    let ran = await home.run(["search", "x", "--refresh"], setting)
    #expect(
      ran.out.hasPrefix("1  Number 1") && ran.err.contains("this answer is 10 min old: the store"))
  }

  @Test("--offline makes no request, even if nothing is cached")
  func offline() async throws {
    home.logIn()
    let server = counting()
    for line in ["search x --offline", "show 1 --offline"] {
      let ran = await home.run(line, at: server)
      #expect(ran.exit == 69 && ran.err.contains("no answer to this is cached"))
    }
    #expect(server.requests.isEmpty)
  }

  @Test("are removed by clear, for which nobody need be logged in")
  func clear() async throws {
    home.logIn()
    let server = counting()
    for line in ["search x", "search y"] { _ = await home.run(line, at: server) }
    home.regapp.logOut()
    let ran = await home.run("clear", at: server)
    #expect(
      ran == Ran(exit: 0, out: "", err: "removed 2 cached answers and covers\n", questions: []))
    #expect(
      await home.run("clear --json", at: server)
        == Ran(exit: 0, out: "{\n  \"removed\": 0\n}\n", err: "", questions: []))
    home.logIn()
    #expect(await home.run("search x --offline", at: server).exit == 69)
  }

  @Test("from a clock that was set back have no age")
  func future() async throws {
    home.logIn()
    let server = counting()
    _ = await home.run("search x", at: server)
    home.clock.advance(-5000)
    let ran = await home.run("search x --offline", at: server)
    #expect(ran.err == "regapp: warning: this answer is of unknown age\n")
  }

  @Test("are below XDG_CACHE_HOME, else below the home, readable by their owner only")
  func place() async throws {
    home.logIn()
    let server = counting()
    let places = [
      (["XDG_CACHE_HOME": "\(home.path)/xdg"], "xdg"), (["XDG_CACHE_HOME": ""], ".cache"),
      (["XDG_CACHE_HOME": "relative"], ".cache"),
    ]
    for (environment, place) in places {
      let path = "\(home.path)/\(place)/regapp/itunes"
      try? FileManager.default.removeItem(atPath: path)
      var setting = Setting(environment)
      setting.environment["REGAPP_ITUNES_URL"] = server.address
      #expect(await home.run(["search", "x"], setting).exit == 0)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }
}
