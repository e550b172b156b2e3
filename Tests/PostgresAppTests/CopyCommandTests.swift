import Foundation
import PostgresServer
import TestSupport
import Testing

@Suite(
  "regapp-postgres copy",
  .needsPostgres, .takesPlace)
struct CopyCommandTests {
  private static func directory(_ desk: Desk, _ text: String, _ name: String = "d") throws
    -> String
  {
    try FileManager.default.createDirectory(
      atPath: "\(desk.home)/\(name)", withIntermediateDirectories: true)
    _ = try desk.write(text, to: "\(name)/accounts.json")
    return "\(desk.home)/\(name)"
  }

  @Test("copies there and back, and tells what")
  func copies() async throws {
    let desk = Desk(try PostgresServer.shared.database().address)
    await desk.run("migrate")
    let path = try Self.directory(
      desk,
      #"{"rules": "register", "accounts": [{"email": "ada@example.com", "password": "!"}, {"email": "b"}]}"#
    )
    // $REGAPP_DOCUMENTS is not asked.
    let done = await desk.run("copy \(path) \(desk.address)", ["REGAPP_DOCUMENTS": "/none"])
    let words = "copied 2 accounts, 0 changes of the history and 0 attempts to log in\n"
    #expect(done == Ran(exit: 0, out: "", err: words))
    #expect(await desk.run("history").out.contains("copied 2 accounts here"))
    let russian = await desk.run("history", ["LANG": "ru_RU.UTF-8"])
    #expect(russian.out.contains("копирование сюда: 2 аккаунта"), "\(russian.out)")
    let back = await desk.run("copy \(desk.address) \(desk.home)/back --json")
    #expect(
      back.out == """
        {
          "accounts": 2,
          "changes": 1,
          "attempts": 0,
          "lastLogins": 0,
          "comments": 0,
          "unknownLines": 0
        }

        """, "\(back)")
    #expect(try desk.mode(of: "back/accounts.json") == 0o600)
    #expect(try desk.mode(of: "back/history.jsonl") == 0o600)
  }

  @Test("refuses what is not one place and another, and what is full or empty")
  func refuses() async throws {
    let desk = Desk(try PostgresServer.shared.database().address)
    await desk.run("migrate")
    let path = try Self.directory(
      desk, #"{"rules": "register", "accounts": [{"email": "ada@example.com"}]}"#)
    let empty = try Self.directory(desk, #"{"rules": "register", "accounts": []}"#, "empty")
    for (words, exit) in [
      (["copy"], 64), (["copy", path], 64), (["copy", path, ""], 64),
      (["copy", "", desk.address], 64), (["copy", path, "\(desk.home)/e"], 64),
      (["copy", desk.address, desk.address], 64), (["copy", path, "http://x/y"], 64),
      (["copy", "\(desk.home)/none", desk.address], 67), (["copy", empty, desk.address], 67),
      (["copy", desk.address, "\(desk.home)/e"], 67), (["copy", path, desk.address], 0),
      (["copy", path, desk.address], 73), (["copy", desk.address, path], 73),
      (["copy", desk.address, empty], 73),
    ] {
      let ran = await desk.run(words)
      #expect(ran.exit == exit, "\(words): \(ran)")
      #expect(exit == 0 || ran.err.contains("regapp: error: "), "\(ran)")
    }
    let other = await desk.run(["copy", desk.address, empty])
    #expect(other.err.contains("/empty/accounts.json"), "\(other.err)")
  }

  @Test("into a database is for its owner, which is said before anything is read")
  func forOwner() async throws {
    let database = try PostgresServer.shared.database()
    let desk = Desk(database.address)
    await desk.run("migrate")
    let manager = database.server.address(database.name, user: "regapp_manager")
    let ran = await desk.run(["copy", "\(desk.home)/none", manager])
    #expect(ran.exit == 77 && ran.err.contains("only the owner of the database"), "\(ran)")
    // From there it is a manager's.
    await desk.run("register --no-login --email ada@example.com --password secret1")
    #expect(await desk.run(["copy", manager, "\(desk.home)/copy"]).exit == 0)
  }

  @Test("lists what a database cannot hold, without passwords")
  func unheld() async throws {
    let desk = Desk(try PostgresServer.shared.database().address)
    await desk.run("migrate")
    let path = try Self.directory(
      desk,
      """
      {"rules": "register", "accounts": [
        {"email": "ada@example.com", "password": "hunter2"},
        {"firstName": "Bob"}
      ]}
      """)
    let ran = await desk.run("copy \(path) \(desk.address)")
    #expect(ran.exit == 65 && ran.out.isEmpty)
    let lines = ran.err.split(separator: "\n").map(String.init)
    #expect(
      lines[0]
        == "\(path)/accounts.json:2:44: error: ada@example.com: password: typed by hand; a database "
        + "holds hashes only")
    #expect(
      lines[1]
        == "\(path)/accounts.json:3:3: error: email: missing; a database finds accounts by it")
    #expect(lines[2].hasPrefix("regapp: error: nothing was copied: "), "\(lines)")
    #expect(lines[2].hasSuffix(" cannot hold 2 values"), "\(lines)")
    #expect(lines[3].hasPrefix("regapp: hint: regapp seal makes typed passwords hashes"))
    #expect(!ran.err.contains("hunter2"))
    let json = await desk.run("copy \(path) \(desk.address) --json")
    #expect(json.err.contains(#""rule": "typedPassword""#), "\(json.err)")
    #expect(!json.err.contains("hunter2") && json.exit == 65)
  }
}
