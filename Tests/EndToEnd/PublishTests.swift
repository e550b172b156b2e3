import Foundation
import Testing

/// The files of other programs that `publish.json` lists.
@Suite struct PublishTests {
  private static let bcrypt = "$2y$10$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"
  private static let sha = "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8="

  private static func home(_ list: String? = nil) throws -> Home {
    let home = try Home(
      """
      {"rules": "standard", "accounts": [
        {"username": "ada", "password": "\(bcrypt)", "groups": ["web"]},
        {"username": "bob", "password": "\(sha)", "groups": ["ops"]},
        {"username": "eve", "password": "\(bcrypt)", "disabled": true, "groups": ["web"]}
      ]}
      """)
    for name in ["one", "two"] { try home.output(name, "") }
    if let list { try home.list(list) }
    return home
  }

  private static func entry(_ reader: String, _ path: String, _ more: String = "") -> String {
    #"{"for": "\#(reader)", "file": "\#(path)"\#(more)}"#
  }

  @Test("are written where they differ, for whom they are, with who is left out")
  func writes() async throws {
    let home = try Self.home()
    try home.list(
      Self.entry("traefik", "\(home.path)/one", #", "groups": ["web"]"#) + ", "
        + Self.entry("registry", "\(home.path)/two"))
    let dry = try await home.run("publish", "--dry-run", "--json")
    #expect(dry.code == 65)
    #expect(try home.file("one").text == "" && home.file("two").text == "")
    let run = try await home.run("publish")
    #expect(run.code == 65)
    #expect(
      run.out == "~/one (traefik) written: 1 account\n~/two (registry) written: 1 account\n")
    #expect(run.err.contains("bob") && run.err.contains("{SHA}") && run.err.contains("registry"))
    for name in ["one", "two"] { #expect(try home.file(name).text == "ada:\(Self.bcrypt)\n") }
    let json = try await home.run("publish", "--json")
    #expect(json.code == 65)
    let all = try #require(
      try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [[String: Any]])
    #expect(all.map { $0["for"] as? String } == ["traefik", "registry"])
    #expect(all.map { $0["wrote"] as? Bool } == [false, false])
    #expect(all.map { $0["accounts"] as? Int } == [1, 1])
    let leftOut = all.map { $0["leftOut"] as? [[String: String]] }
    #expect(leftOut == [[], [["account": "bob", "hash": "sha1"]]])
  }

  @Test("are none without a list, but a missing accounts file is an error all the same")
  func none() async throws {
    #expect(try await Self.home().run("publish").code == 0)
    let home = try Self.home()
    try home.list(Self.entry("nginx", "\(home.path)/one"))
    try home.output("one", "ada:\(Self.bcrypt)\n")
    try FileManager.default.removeItem(atPath: "\(home.path)/\(Home.documents)/accounts.json")
    for words in [["publish"], ["publish", "--dry-run"], ["publish", "--json"]] {
      #expect(try await home.run(words).code == 67)
    }
    #expect(try home.file("one").text == "ada:\(Self.bcrypt)\n")
    #expect(try await Home().run("publish").code == 67)
  }

  @Test(
    "are written over only where that is plainly meant",
    arguments: [
      ("link", "/link"), ("directory", "/directory"), ("missing", "/missing"),
      ("another name", "/hard"), ("another program's", "/other"),
      ("the accounts", "/\(Home.documents)/accounts.json"),
      ("the list", "/\(Home.documents)/publish.json"), ("a lock", "/\(Home.documents)/.x.lock"),
    ])
  func refused(what: String, path: String) async throws {
    let home = try Self.home()
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: "\(home.path)/link", withDestinationPath: "\(home.path)/two")
    try home.makeDirectory("directory")
    try home.output("hard", "")
    try files.linkItem(atPath: "\(home.path)/hard", toPath: "\(home.path)/hard2")
    try home.output("other", "root:x:0:0:root:/root:/bin/sh\n")
    try home.output("\(Home.documents)/.x.lock", "")
    try home.list(
      Self.entry("nginx", home.path + path) + ", " + Self.entry("nginx", "\(home.path)/one"))
    for words in [["publish", "--dry-run"], ["publish"]] {
      let run = try await home.run(words)
      #expect(run.code == 74, "\(what): \(run)")
      #expect(run.err.contains(path.split(separator: "/").last ?? ""), "\(run)")
    }
    // The others are written.
    #expect(try home.file("one").text.hasPrefix("ada:"))
    #expect(try home.file("two").text == "")
    #expect(try home.file("other").text.hasPrefix("root:x:"))
  }

  @Test(
    "are another user's only for that user",
    .enabled("only root may give a file away") { geteuid() == 0 })
  func another() async throws {
    let home = try Self.home()
    try home.list(Self.entry("nginx", "\(home.path)/one"))
    try #require(chown("\(home.path)/one", 64_123, 64_123) == 0)
    let run = try await home.run("publish")
    #expect(run.code == 74 && run.err.contains("it belongs to another user"), "\(run)")
    #expect(try home.file("one").text == "")
  }

  @Test(
    "are not written by a list that is wrong, which is named with its place",
    arguments: [
      ("{", "publish.json"), (#"{"publish": {}}"#, "1:13"), (#"{"publlish": []}"#, "1:2"),
      (#"{"publish": [{"for": "iis", "file": "/x"}]}"#, "1:22"),
      (#"{"publish": [{"for": "nginx", "file": "x"}]}"#, "1:39"),
      (#"{"publish": [{"for": "nginx"}]}"#, "1:14"),
      (#"{"publish": [{"for": "nginx", "file": "/x", "command": "reboot"}]}"#, "1:45"),
      (#"{"publish": [{"for": "nginx", "file": "/x", "groups": "web"}]}"#, "1:55"),
      (
        #"{"publish": [{"for": "nginx", "file": "/x"}, {"for": "caddy", "file": "//./x"}]}"#, "1:71"
      ),
    ])
  func wrong(text: String, place: String) async throws {
    let home = try Self.home()
    try home.output("\(Home.documents)/publish.json", text)
    let run = try await home.run("publish")
    #expect(run.code == 65)
    #expect(run.err.contains(place), "\(run)")
  }

  @Test("count for nothing in a list that others could have written")
  func trust() async throws {
    let home = try Self.home()
    try home.list(Self.entry("nginx", "\(home.path)/one"))
    let (list, directory) = (
      "\(home.path)/\(Home.documents)/publish.json", "\(home.path)/\(Home.documents)"
    )
    func set(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    for (mode, path) in [(0o620, list), (0o602, list), (0o720, directory), (0o702, directory)] {
      try set(mode, path)
      let run = try await home.run("publish")
      #expect(run.code == 74, "\(run)")
      try set(path == list ? 0o600 : 0o700, path)
    }
    #expect(try home.file("one").text == "")
    // In a directory such as /tmp nobody can replace what is ours.
    try set(0o1777, directory)
    #expect(try await home.run("publish").code != 74)
    #expect(try home.file("one").text.hasPrefix("ada:"))
    try set(0o700, directory)
    // A link leads through directories of its own.
    try home.makeDirectory("open")
    try FileManager.default.moveItem(atPath: list, toPath: "\(home.path)/open/list")
    try FileManager.default.createSymbolicLink(
      atPath: list, withDestinationPath: "../../open/list")
    #expect(try await home.run("publish").code == 0)
    try set(0o777, "\(home.path)/open")
    #expect(try await home.run("publish").code == 74)
  }

  @Test(
    "of nobody let nobody in, and stay the same",
    arguments: [
      ("traefik", "nobody:$2b$10$"), ("registry", "nobody:$2b$10$"), ("caddy", "nobody $2b$10$"),
      ("prometheus", "basic_auth_users:\n  'nobody': '$2b$10$"), ("authelia", "users:\n  nobody:"),
      ("nginx", ""), ("dovecot", ""),
    ])
  func nobody(reader: String, beginning: String) async throws {
    let home = try Self.home()
    try home.list(Self.entry(reader, "\(home.path)/one", #", "groups": ["none"]"#))
    #expect(try await home.run("publish").code == 0)
    let text = try home.file("one").text
    #expect(text.hasPrefix(beginning) && text.isEmpty == beginning.isEmpty)
    let again = try await home.run("publish")
    #expect(again == .exit(0))
    // And the file that it wrote is one that it takes.
    try home.list(Self.entry(reader, "\(home.path)/one"))
    #expect(try await home.run("publish").code != 74)
    #expect(try home.file("one").text.contains("ada"))
    #expect(try await home.run("publish", "--dry-run").code != 74)
  }

  @Test("are of a later second than the ones before, for programs that compare seconds")
  func later() async throws {
    let home = try Self.home()
    try home.list(Self.entry("nginx", "\(home.path)/one"))
    let before = Date(timeIntervalSince1970: 4_000_000_000)
    for (name, words) in [
      ("one", ["publish"]),
      ("two", ["export", "--for", "nginx", "--output", "\(home.path)/two", "--if-changed"]),
    ] {
      let path = "\(home.path)/\(name)"
      try FileManager.default.setAttributes([.modificationDate: before], ofItemAtPath: path)
      for _ in 1...2 {
        #expect(try await home.run(words).code == 0)
        let now = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(now == before.addingTimeInterval(1))
      }
    }
  }

  @Test("have nothing beside them that killed runs left, but what a run may be about to use")
  func leftovers() async throws {
    let home = try Self.home()
    try home.list(Self.entry("nginx", "\(home.path)/one"))
    let old = [".one.0123456789abcdef.tmp"]
    let others = [
      ".one.fedcba9876543210.tmp", ".two.0123456789abcdef.tmp", ".one.tmp",
      "one.0123456789abcdef.tmp",
    ]
    for name in old + others {
      try home.output(name, "")
      // The file of a run that goes on is young, however slow the machine is.
      let time = name == others[0] ? 4_000_000_000.0 : 1_000_000_000
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: time)],
        ofItemAtPath: "\(home.path)/\(name)")
    }
    #expect(try await home.run("publish", "--dry-run").code == 0)
    #expect(try Set(home.names(in: ".")).isSuperset(of: old + others))
    #expect(try await home.run("publish").code == 0)
    let names = try Set(home.names(in: "."))
    #expect(names.isSuperset(of: others) && names.isDisjoint(with: old))
  }

  @Test(
    "are written over again with all that accounts carry along for their reader",
    arguments: [
      ("dovecot", #""dovecot": "1:1::/home/a::userdb_quota_rule=*:storage=1G""#, ":storage=1G"),
      ("authelia", #""extra": {"l": [["a"], {"b": [1]}]}"#, "- "),
      ("authelia", #""displayname": """#, "displayname: 'ada'"),
    ])
  func ownKeys(reader: String, key: String, text: String) async throws {
    func accounts(_ name: String) -> String {
      """
      {"rules": "standard",
        "accounts": [{"username": "\(name)", "password": "\(Self.bcrypt)", \(key)}]}
      """
    }
    let home = try Home(accounts("ada"))
    try home.output("one", "")
    try home.list(Self.entry(reader, "\(home.path)/one"))
    #expect(try await home.run("publish").code == 0)
    #expect(try home.file("one").text.contains(text))
    try home.accounts.write(accounts("bob"))
    #expect(try await home.run("publish").code == 0)
    #expect(try home.file("one").text.contains("bob"))
  }

  @Test(
    "are written over where they are not regapp's only once, and if that is asked for",
    arguments: ["# made by hand\n", "zoe:\(bcrypt)\n"])
  func others(text: String) async throws {
    let home = try Self.home()
    try home.output("one", text)
    try home.list(Self.entry("nginx", "\(home.path)/one"))
    for words in [["publish", "--dry-run"], ["publish"], ["publish"]] {
      let run = try await home.run(words)
      #expect(run.code == 74 && run.err.contains("publish --overwrite"), "\(run)")
      #expect(try home.file("one").text == text)
    }
    #expect(try await home.run("publish", "--overwrite", "\(home.path)/none").code == 64)
    let run = try await home.run("publish", "--overwrite", "\(home.path)/one")
    #expect(run.code == 0 && run.out.contains("~/one (nginx) written"), "\(run)")
    try home.accounts.write(home.accounts.text.replacingOccurrences(of: "bob", with: "rob"))
    #expect(try await home.run("publish").code == 0)
    #expect(try home.file("one").text.contains("rob:"))
    // Not even then what is no file of its program.
    try home.output("one", "root:x:0:0:root:/root:/bin/sh\n")
    #expect(try await home.run("publish", "--overwrite", "\(home.path)/one").code == 74)
    #expect(try home.file("one").text.hasPrefix("root:x:"))
  }

  @Test("are written over where others changed them, which is said, unless their program did")
  func changed() async throws {
    let home = try Self.home()
    try home.accounts.write(
      home.accounts.text.replacingOccurrences(
        of: "\n]}", with: ",\n  {\"username\": \"zoe\", \"password\": \"\(Self.bcrypt)\"}\n]}"))
    try home.output("three", "ada:\(Self.bcrypt)\n")
    try home.list(
      Self.entry("nginx", "\(home.path)/one") + ", " + Self.entry("authelia", "\(home.path)/two")
        + ", " + Self.entry("registry", "\(home.path)/three", #", "groups": ["web"]"#))
    #expect(try await home.run("publish").code == 65)
    let two = try home.file("two").text
    try home.output("one", "ada:\(Self.sha)\n")
    try home.output("three", "")
    let other = two.replacingOccurrences(of: "$2y$10$abcdef", with: "$2y$10$fedcba")
    try home.output("two", other)
    // One is another's name now, and one is shut: Authelia lets both in as before.
    try home.accounts.write(
      home.accounts.text.replacingOccurrences(of: "ada", with: "rob")
        .replacingOccurrences(of: #""zoe","#, with: #""zoe", "disabled": true,"#))
    for _ in 1...2 {
      let run = try await home.run("publish")
      #expect(run.code == 74 && run.err.contains("still in it: ada, zoe\n"), "\(run)")
      #expect(try home.file("two").text == other)
      #expect(try home.file("one").text.hasPrefix("rob:"))
      #expect(try home.file("three").text == "rob:\(Self.bcrypt)\n")
      try home.output("one", "# mine\n")
    }
    let run = try await home.run("publish", "--json", "--overwrite", "\(home.path)/two")
    #expect(run.code == 65 && run.out.contains(#""overOthers": true"#), "\(run)")
    #expect(try home.file("two").text.contains("rob"))
    // A run that changed nothing, and leaves out the same, does not say so again.
    let last = try await home.run("publish")
    #expect(last.code == 65 && last.out + last.err == "", "\(last)")
  }

  @Test("are those of another list, and what is known of them is read by nobody else")
  func listed() async throws {
    let home = try Self.home()
    try home.list(Self.entry("nginx", "\(home.path)/one"))
    try home.output("list", #"{"publish": [\#(Self.entry("nginx", "\(home.path)/two"))]}"#)
    #expect(try await home.run("publish", "--list", "\(home.path)/none").code == 74)
    #expect(try await home.run("publish", "--list", "\(home.path)/list").code == 0)
    #expect(try home.file("one").text == "" && home.file("two").text.hasPrefix("ada:"))
    try home.output("list", #"{"publish": [\#(Self.entry("nginx", "\(home.path)/list"))]}"#)
    #expect(try await home.run("publish", "--list", "\(home.path)/list").code == 74)
    let record = ".local/state/regapp/published"
    for name in try home.names(in: record) {
      let text = try home.file("\(record)/\(name)").text
      // A digest can spell a name, but is a longer word.
      let words = text.split { !$0.isLetter && !$0.isNumber }
      #expect(!words.contains("ada") && !text.contains("$2y$"))
      #expect(try home.file("\(record)/\(name)").mode == 0o600)
    }
    // If others could have written it, nothing in it counts.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: "\(home.path)/\(record)")
    try home.accounts.write(home.accounts.text.replacingOccurrences(of: "ada", with: "rob"))
    try home.list(Self.entry("nginx", "\(home.path)/two"))
    #expect(try await home.run("publish").code == 74)
    #expect(try home.file("two").text.hasPrefix("ada:"))
  }

  @Test("for a reader are what export makes, and a format must agree")
  func export() async throws {
    let home = try Self.home()
    let caddy = try await home.run("export", "--for", "caddy")
    #expect(caddy.code == 65)
    #expect(caddy.out == "ada \(Self.bcrypt)\n")
    #expect(try await home.run("export", "--for", "nginx", "--format", "htpasswd").code == 0)
    for words in [
      ["export", "--for", "nginx", "--format", "dovecot"],
      ["export", "--for", "caddy", "--format", "htpasswd"], ["export", "--for", "iis"],
    ] {
      #expect(try await home.run(words).code == 64)
    }
    let hostile = try Home(
      #"{"rules": "register", "accounts": [{"email": "{$HOME}@example.com", "password": "\#(Self.bcrypt)"}]}"#
    )
    let run = try await hostile.run("export", "--for", "caddy")
    #expect(run.code == 65 && run.err.contains("{$HOME}@example.com"))
    #expect(!run.out.contains("HOME") && run.out.hasPrefix("nobody "))
  }
}

extension Home {
  fileprivate func output(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: "\(path)/\(name)")
  }

  fileprivate func list(_ entries: String) throws {
    try output("\(Self.documents)/publish.json", "{\"publish\": [\(entries)]}")
  }
}
