import Foundation
import TestSupport
import Testing

/// The accounts in a git repository, with git itself.
@Suite(.enabled(if: Neighbour.git.isProved, "\(Neighbour.git.absence)"))
struct GitTests {
  private static let ada =
    #"{"email": "ada@host.com", "password": "12345", "firstName": "Ada", "lastName": "L"}"#
  private static let eva =
    #"{"email": "eva@host.com", "password": "12345", "firstName": "Eva", "lastName": "B"}"#

  private static func text(_ accounts: String...) -> String {
    "{\n  \"rules\": \"register\", \"accounts\": [\n    \(accounts.joined(separator: ",\n    "))\n  ]\n}\n"
  }

  /// A home with accounts in a repository, and git set up.
  private static func home(
    _ accounts: String = text(ada, eva), in top: String = Home.documents, isSetUp: Bool = true
  ) async throws -> Home {
    let home = try Home(accounts)
    try home.git("-C", "\(home.path)/\(top)", "init", "-q", "-b", "main")
    try home.git("add", "accounts.json")
    try home.git("commit", "-q", "-m", "Begin")
    if isSetUp { try await home.setUp() }
    return home
  }

  // MARK: git-setup

  @Test("git-setup changes nothing a second time, and git is given no other file of regapp")
  func setsUp() async throws {
    let home = try await Self.home(isSetUp: false)
    try home.file("\(Home.documents)/.gitattributes").write("*.png binary")
    try home.file("\(Home.documents)/publish.json").write("{\"publish\": []}\n")
    let first = try await home.run("git-setup")
    #expect(first.code == 0)
    #expect(first.err.contains("in each clone"))
    for name in [
      ".gitattributes", ".gitignore", ".git/config", ".git/regapp-key", ".git/info/attributes",
      ".git/info/exclude",
    ] {
      #expect(first.err.contains("changed: ~/\(Home.documents)/\(name)\n"), "\(name)")
    }
    let attributes = try home.file("\(Home.documents)/.gitattributes").text
    #expect(attributes.hasPrefix("*.png binary\n/accounts.json merge=regapp diff=regapp\n"))
    let key = "\(home.path)/\(Home.documents)/.git/regapp-key"
    let status = try FileManager.default.attributesOfItem(atPath: key)
    #expect(status[.size] as? Int == 32 && status[.posixPermissions] as? Int == 0o600)
    #expect(try home.git("config", "diff.regapp.cachetextconv") == "false\n")
    #expect(try home.git("config", "diff.regapp.textconv").hasSuffix("' textconv\n"))

    let before = try Data(contentsOf: URL(fileURLWithPath: key))
    let second = try await home.run("git-setup")
    #expect(second.code == 0 && second.err.contains("nothing to change"))
    #expect(!second.err.contains("changed:"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: key)) == before)

    // These commands leave behind what a day's work does.
    #expect(try await home.run("login", "--email", "ada@host.com", "--password", "12345").code == 0)
    _ = try await home.run("login", "--email", "eva@host.com", "--password", "wrong")
    #expect(try await home.run("edit", "--draft", "--first-name", "Adah").code == 0)
    #expect(
      try await home.run("edit-file", environment: ["EDITOR": "sed -i s/accounts/people/"]).code
        != 0)
    try home.file("\(Home.documents)/.accounts.json.0123456789abcdef.tmp").write("")
    let untracked = try home.git("status", "--porcelain", "--untracked-files=all")
    #expect(
      untracked.split(separator: "\n").filter { $0.hasPrefix("??") }
        == ["?? .gitattributes", "?? .gitignore", "?? publish.json"])
  }

  @Test("git-setup warns of files that git keeps already")
  func warnsOfTracked() async throws {
    let home = try await Self.home(isSetUp: false)
    try home.file("\(Home.documents)/session.json").write("{\"email\": null}")
    try home.git("add", "session.json")
    let run = try await home.run("git-setup")
    #expect(run.code == 0)
    #expect(run.err.contains("warning: git keeps ~/\(Home.documents)/session.json"))
  }

  @Test("documents in a subdirectory with an odd name, in a linked working tree")
  func oddPlaces() async throws {
    let home = try Home()
    let name = #"our "accounts" & más [x]"#
    try home.makeDirectory(Home.documents)
    try home.makeDirectory("repository/\(name)")
    try home.file("repository/\(name)/accounts.json").write(Self.text(Self.ada))
    let top = "\(home.path)/repository"
    try home.git("-C", top, "init", "-q", "-b", "main")
    try home.git("-C", top, "add", ".")
    try home.git("-C", top, "commit", "-q", "-m", "Begin")
    try home.git("-C", top, "worktree", "add", "-q", "\(home.path)/tree", "-b", "other")
    let documents = "\(home.path)/tree/\(name)"
    #expect(try await home.run("git-setup", "--documents", documents).code == 0)
    #expect(try home.file("repository/.git/regapp-key").text.utf8.isEmpty == false)
    // In the other working tree, which has no .gitattributes.
    let path = "\(name)/accounts.json"
    let found = try home.git("-C", top, "check-attr", "-z", "merge", "diff", "--", path)
    #expect(found == "\(path)\0merge\0regapp\0\(path)\0diff\0regapp\0")
    // It ends with an error if git would take the file.
    for file in ["history.jsonl", "session.json", ".accounts.json.0123456789abcdef.tmp"] {
      #expect(try home.git("-C", top, "check-ignore", "-q", "--", "\(name)/\(file)").isEmpty)
    }

    try home.file("repository/\(path)").write(Self.text(Self.ada, Self.eva))
    try home.git("-C", top, "commit", "-q", "-a", "-m", "Add")
    let joe = Self.ada.replacingOccurrences(of: "ada@", with: "joe@")
    try home.file("tree/\(path)").write(Self.text(Self.ada, joe))
    try home.git("-C", "\(home.path)/tree", "add", ".")
    try home.git("-C", "\(home.path)/tree", "commit", "-q", "-m", "Add another")
    try home.git("-C", top, "merge", "-q", "-m", "Merge", "other")
    #expect(try home.file("repository/\(path)").text == Self.text(Self.ada, Self.eva, joe))
  }

  @Test("git-setup runs a program with a quote in its path, in git's own shell")
  func oddProgram() async throws {
    let home = try await Self.home(isSetUp: false)
    try home.makeDirectory("it's 100% mine")
    let program = "\(home.path)/it's 100% mine/regapp"
    try await home.put(program: program)
    #expect(try await home.shell("\"$1\" git-setup", program).code == 0)
    try home.twoBranches(
      Self.text(Self.ada.replacing("Ada", "Adah"), Self.eva),
      Self.text(Self.ada, Self.eva.replacing("Eva", "Evah")))
    try home.git("merge", "-q", "-m", "Merge", "other")
    #expect(
      try home.accounts.text
        == Self.text(Self.ada.replacing("Ada", "Adah"), Self.eva.replacing("Eva", "Evah")))
  }

  @Test(
    "git-setup names the link to accounts in another user's directory, with a repository or without",
    .needsRoot)
  func linkAsRoot() async throws {
    let stranger = try Home(Self.text(Self.ada))
    let home = try await Self.home(isSetUp: false)
    let there = "\(stranger.path)/\(Home.documents)"
    try FileManager.default.removeItem(atPath: "\(home.path)/\(Home.documents)/accounts.json")
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/\(Home.documents)/accounts.json",
      withDestinationPath: "\(there)/accounts.json")
    for isRepository in [false, true] {
      if isRepository { try stranger.git("-C", there, "init", "-q") }
      for path in [there, "\(there)/.git"] { chown(path, 64_123, 64_123) }
      let run = try await home.run("git-setup")
      #expect(run.code == 69, "\(run)")
      #expect(run.err.contains("is a symbolic link into a directory of 64123"), "\(run)")
      #expect(!run.err.contains("git init"), "\(run)")
      #expect(
        run.err.contains("only 64123, whose directory that is, makes one there") == !isRepository)
    }
  }

  @Test("git-setup says where it cannot go on, and writes nothing then")
  func refuses() async throws {
    let outside = try Home(Self.text(Self.ada))
    var run = try await outside.run("git-setup")
    #expect(run.code == 69 && run.err.contains("is not in a git repository"))
    #expect(try outside.names() == ["accounts.json"])

    run = try await outside.run("git-setup", "--documents", "\(outside.path)/none")
    #expect(run.code == 67 && run.err.contains("no accounts file"))
    try outside.makeDirectory("none")
    #expect(try await outside.run("git-setup", "--documents", "\(outside.path)/none").code == 67)

    run = try await outside.run("git-setup", "--documents", "postgres://host/accounts")
    #expect(run.code == 69 && run.err.contains("database"))

    try outside.makeDirectory("bare")
    try outside.git("-C", "\(outside.path)/bare", "init", "-q", "--bare")
    try outside.file("bare/accounts.json").write(Self.text(Self.ada))
    run = try await outside.run("git-setup", "--documents", "\(outside.path)/bare")
    #expect(run.code == 69 && run.err.contains("not in a working tree"))

    try outside.makeDirectory("empty")
    run = try await outside.run("git-setup", environment: ["PATH": "\(outside.path)/empty"])
    #expect(run.code == 69 && run.err.contains("git is not on PATH"))

    let home = try await Self.home(isSetUp: false)
    try FileManager.default.createSymbolicLink(
      atPath: "\(home.path)/\(Home.documents)/.gitignore", withDestinationPath: "elsewhere")
    run = try await home.run("git-setup")
    #expect(run.code == 74 && run.err.contains(".gitignore"))
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/\(Home.documents)/elsewhere"))
  }

  // MARK: git itself

  @Test("merge, rebase, cherry-pick and stash put two people's changes together")
  func putsTogether() async throws {
    let mine = Self.text(Self.ada.replacing("Ada", "Adah"), Self.eva)
    let theirs = Self.text(Self.ada, Self.eva.replacing("Eva", "Evah"))
    let both = Self.text(Self.ada.replacing("Ada", "Adah"), Self.eva.replacing("Eva", "Evah"))
    for command in [
      ["merge", "-q", "-m", "Merge", "other"], ["rebase", "-q", "other"], ["cherry-pick", "other"],
    ] {
      let home = try await Self.home()
      try home.twoBranches(mine, theirs)
      try home.git(command)
      #expect(try home.accounts.text == both, "\(command)")
      #expect(try home.git("status", "--porcelain") == "")
    }
    let home = try await Self.home()
    try home.accounts.write(theirs)
    try home.git("stash", "-q")
    try home.commit(mine)
    try home.git("stash", "pop", "-q")
    #expect(try home.accounts.text == both)
  }

  @Test("two branches that give one hand-made account an id each conflict over it (20)")
  func twoIDs() async throws {
    let home = try await Self.home()
    try home.git("checkout", "-q", "-b", "other")
    try await home.edit("ada@host.com", "--phone", "+79991234567")
    try home.git("checkout", "-q", "main")
    try await home.edit("ada@host.com", "--last-name", "M")
    let merge = try home.runGit(["merge", "other"])
    #expect(merge.code == 1)
    #expect(merge.err.contains("ada@host.com: both sides changed it differently (id)"))
  }

  @Test("one branch gives the id, or renames by a command, and the other changes a field (21)")
  func idOnOneSide() async throws {
    let home = try await Self.home()
    try home.git("checkout", "-q", "-b", "other")
    try await home.edit("ada@host.com", "--phone", "+79991234567")
    let id = try await home.id("ada@host.com")
    #expect(id != nil)
    try home.git("checkout", "-q", "main")
    try home.commit(try home.accounts.text.replacing("\"L\"", with: "\"M\""))
    try home.git("merge", "-q", "other")
    #expect(try await home.id("ada@host.com") == id)
    #expect(try home.accounts.text.contains("\"M\""))

    // A hash tells the driver whose account it is.
    try #require(try await home.run("seal").code == 0)
    try home.git("commit", "-q", "-a", "-m", "Seal")
    try home.git("checkout", "-q", "-b", "renamed")
    try await home.edit("ada@host.com", "--email", "adah@host.com")
    try home.git("checkout", "-q", "main")
    try await home.edit("ada@host.com", "--first-name", "A")
    try home.git("merge", "-q", "renamed")
    #expect(try await home.id("adah@host.com") == id)
    #expect(try home.accounts.text.contains("\"firstName\": \"A\""))
  }

  @Test("a branch of before the ids is checked out, and the one with them brings them back (22)")
  func beforeIDs() async throws {
    let home = try await Self.home()
    try home.git("branch", "before")
    try await home.edit("ada@host.com", "--phone", "+79991234567")
    let id = try #require(try await home.id("ada@host.com"))
    try home.git("checkout", "-q", "before")
    #expect(try await home.id("ada@host.com") == nil)
    let check = try await home.run("check")
    #expect(check.code == 0)
    #expect(check.out.contains("regapp edit --account ada@host.com --id \(id) gives it back"))
    try home.git("checkout", "-q", "main")
    #expect(try await home.id("ada@host.com") == id)
  }

  @Test("a conflict is left between git's markers, and solved as any other")
  func conflicts() async throws {
    let home = try await Self.home()
    try home.twoBranches(
      Self.text(Self.ada.replacing("Ada", "Adah"), Self.eva),
      Self.text(Self.ada.replacing("Ada", "Adeline"), Self.eva.replacing("Eva", "Evah")))
    let run = try home.runGit(["merge", "-q", "other"])
    #expect(run.code == 1)
    #expect(run.err.contains("ada@host.com") && run.err.contains("regapp check"))
    #expect(!run.err.contains("12345"))
    let text = try home.accounts.text
    #expect(
      text == """
        {
          "rules": "register", "accounts": [
        <<<<<<< ours
            \(Self.ada.replacing("Ada", "Adah")),
        =======
            \(Self.ada.replacing("Ada", "Adeline")),
        >>>>>>> theirs
            \(Self.eva.replacing("Eva", "Evah"))
          ]
        }

        """)
    #expect(try home.git("status", "--porcelain") == "UU accounts.json\n")
    #expect(try await home.run("check").code == 65)
    try home.accounts.write(
      text.split(separator: "\n").enumerated().filter { ![2, 3, 4, 6].contains($0.offset) }
        .map(\.element).joined(separator: "\n") + "\n")
    #expect(try await home.run("check").code == 0)
    try home.git("commit", "-q", "-a", "-m", "Merge")
    #expect(try home.accounts.text.contains("Adeline"))
  }

  @Test("where the program is gone or killed, git merges the lines, and marks what conflicts")
  func withoutProgram() async throws {
    let home = try await Self.home(isSetUp: false)
    let setUp = try await home.shell(
      """
      cd; mkdir "$1"; cp "$0" "$1/regapp"; cd "\(Home.documents)"
      PATH="$HOME/$1:$PATH" && regapp --documents . git-setup
      """, "it's \"$(here)\" 50%L")
    #expect(setUp.code == 0)
    try home.git("add", ".")
    try home.git("commit", "-q", "-m", "Set git up")
    let mine = Self.text(Self.ada.replacing("Ada", "Adah"), Self.eva)
    try home.twoBranches(mine, Self.text(Self.ada.replacing("Ada", "Adeline"), Self.eva))
    // The program is there, at a path that a shell and git could take for something else.
    #expect(try home.runGit(["merge", "-q", "other"]).err.contains("regapp check"))
    try home.git("merge", "--abort")
    // Then it is killed, and then it is gone.
    for command in [#"printf '#!/bin/sh\nkill -9 $$\n' | tee it*/regapp"#, "rm -r it*"] {
      _ = try await home.shell("cd; \(command)")
      #expect(try home.runGit(["merge", "-q", "other"]).code == 1)
      #expect(try home.git("status", "--porcelain") == "UU accounts.json\n")
      let text = try home.accounts.text
      #expect(text.contains("<<<<<<< ours\n") && text.contains("Adah") && text.contains("Adeline"))
      if command.hasPrefix("printf") { try home.git("merge", "--abort") }
    }
    #expect(try await home.run("check").code == 65)
  }

  @Test("a branch from before git-setup is merged by account, in both directions")
  func oldBranch() async throws {
    for direction in ["into the old", "of the old"] {
      let home = try await Self.home(isSetUp: false)
      try home.git("checkout", "-q", "-b", "old")
      try home.commit(Self.text(Self.ada, Self.eva.replacing("Eva", "Evah")))
      try home.git("checkout", "-q", "main")
      try await home.setUp()
      try home.commit(Self.text(Self.ada.replacing("Ada", "Adah"), Self.eva))
      if direction == "into the old" {
        try home.git("checkout", "-q", "old")
        try home.git("merge", "-q", "-m", "Merge", "main")
      } else {
        try home.git("merge", "-q", "-m", "Merge", "old")
      }
      #expect(
        try home.accounts.text
          == Self.text(Self.ada.replacing("Ada", "Adah"), Self.eva.replacing("Eva", "Evah")))
    }
  }

  @Test("lines that end with CRLF stay so, whether git changes them or not")
  func lineEnds() async throws {
    func crlf(_ text: String) -> String { text.replacing("\n", "\r\n") }
    for setting in ["false", "true"] {
      let home = try await Self.home(crlf(Self.text(Self.ada, Self.eva)), isSetUp: false)
      try home.git("config", "core.autocrlf", setting)
      try home.git("add", "--renormalize", ".")
      _ = try home.runGit(["commit", "-q", "-m", "Normalize"])
      try await home.setUp()
      try home.twoBranches(
        crlf(Self.text(Self.ada.replacing("Ada", "Adah"), Self.eva)),
        crlf(Self.text(Self.ada, Self.eva.replacing("Eva", "Evah"))))
      try home.git("merge", "-q", "-m", "Merge", "other")
      #expect(
        try home.accounts.text
          == crlf(Self.text(Self.ada.replacing("Ada", "Adah"), Self.eva.replacing("Eva", "Evah"))))
    }
  }

  @Test("a file that both branches begin is merged, too")
  func bothBegin() async throws {
    let home = try await Self.home()
    try home.git("rm", "-q", "--cached", "accounts.json")
    try home.git("commit", "-q", "-m", "Remove")
    try home.git("checkout", "-q", "-b", "other")
    try home.commit(Self.text(Self.eva))
    try home.git("checkout", "-q", "-f", "main")
    try home.commit(Self.text(Self.ada))
    try home.git("merge", "-q", "-m", "Merge", "other")
    #expect(try home.accounts.text == Self.text(Self.ada, Self.eva))
  }

  // MARK: The driver alone

  private static let broken: [(String, base: String, ours: String, theirs: String)] = [
    ("a broken base", "{", text(ada), text(ada, eva)),
    (
      "a broken version of theirs", text(ada), text(ada),
      "{\"rules\": \"register\", \"accounts\": ["
    ),
    ("markers in ours", text(ada), "<<<<<<< a\n\(text(ada))=======\n>>>>>>> b\n", text(ada, eva)),
    (
      "a version that regapp does not know", text(ada), text(ada),
      "{\"regapp\": 9, \"accounts\": []}"
    ),
    ("a version that says no rulebook", text(ada), text(ada), withoutRules(text(ada, eva))),
    ("a version of ours that says none", text(ada), withoutRules(text(ada, eva)), text(ada)),
    ("UTF-16", text(ada), text(ada), "\u{0}{\u{0}}"),
  ]

  private static func withoutRules(_ text: String) -> String {
    text.replacing("\"rules\"", with: "\"rule\"")
  }

  @Test("both may have begun from a text that says no rulebook")
  func baseWithoutRules() async throws {
    let home = try Home()
    let evah = Self.eva.replacing("Eva", with: "Evah")
    let adah = Self.ada.replacing("Ada", with: "Adah")
    for (name, text) in [
      ("base", Self.withoutRules(Self.text(Self.ada, Self.eva))),
      ("ours", Self.text(adah, Self.eva)), ("theirs", Self.text(Self.ada, evah)),
    ] {
      try home.file(name).write(text)
    }
    let run = try await home.run(
      "merge-driver", "base", "ours", "theirs", "accounts.json", directory: "")
    #expect(run.code == 0, "\(run.err)")
    #expect(try home.file("ours").text == Self.text(adah, evah))
  }

  @Test(
    "where a version cannot be read, git's own merge is left, and a code that git takes for a conflict",
    arguments: broken)
  func unreadable(rule: String, base: String, ours: String, theirs: String) async throws {
    let home = try Home()
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
      try home.file(name).write(text)
    }
    let labels = ["ours", "base", "theirs"].flatMap { ["-L", $0] }
    let lines = try home.runGit(
      ["merge-file", "-p"] + labels + ["ours", "/dev/null", "theirs"], in: "")
    // git merge-file takes no text with NUL.
    let wanted = rule == "UTF-16" ? ours : lines.out
    #expect(rule == "UTF-16" || wanted.contains("<<<<<<< ours"))
    let run = try await home.run(
      "merge-driver", "base", "ours", "theirs", "accounts.json", directory: "")
    #expect(run.code == 65)
    #expect(try home.file("ours").text == wanted)
    #expect(!run.err.contains("12345"))
    #expect(try home.names(in: "").filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test("the driver looks at its three texts alone, whatever is in the documents directory")
  func strayFiles() async throws {
    for isLoop in [false, true] {
      let home = try await Self.home()
      let disabled = Self.ada.replacing(#""L""#, #""L", "disabled": "fired""#)
      try home.twoBranches(
        Self.text(Self.ada, Self.eva.replacing("Eva", "Evah")), Self.text(disabled, Self.eva))
      let loop = "\(home.path)/loop"
      if isLoop {
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
      } else {
        try home.file("\(Home.documents)/accounts.jsonc").write("")
      }
      let merged = try home.runGit(
        ["merge", "-q", "-m", "Merge", "other"],
        environment: isLoop ? ["REGAPP_DOCUMENTS": loop] : [:])
      #expect(merged.code == 0, "\(merged.err)")
      #expect(
        try home.accounts.text == Self.text(disabled, Self.eva.replacing("Eva", "Evah")))
    }
  }

  // MARK: What was not judged is a conflict

  /// Somebody whom both sides keep out, each in its own way, and whom the merge of the lines lets
  /// in.
  private static func keptOut(_ rest: [String], rules: String = "{\"from\": \"register\"}")
    -> String
  {
    let members =
      [#""email": "ada@host.com""#, #""password": "12345""#, #""firstName": "Ada""#] + rest
    let lines = members.joined(separator: ",\n      ")
    return """
      {
        "rules": \(rules),
        "accounts": [
          {
            \(lines)
          }
        ]
      }

      """
  }

  private static let disabled = [
    #""disabled": "fraud""#, #""lastName": "L""#, #""x-club": 1"#, #""validUntil": "2020-01-31""#,
  ]
  private static let stillDisabled = Array(disabled.dropLast()) + [#""validUntil": "2099-12-31""#]
  private static let stillExpired = Array(disabled.dropFirst())

  @Test("a broken rulebook in any version is a conflict, also where the lines have none")
  func brokenRulebooks() async throws {
    let (broken, whole) = (#"{"from": "register", "feilds": {}}"#, #"{"from": "register"}"#)
    for place in 0..<3 {
      let rules = (0..<3).map { $0 == place ? broken : whole }
      let home = try await Self.home(Self.keptOut(Self.disabled, rules: rules[0]), isSetUp: false)
      _ = try await home.run("git-setup")
      try home.git("add", ".")
      try home.git("commit", "-q", "-m", "Set git up")
      try home.twoBranches(
        Self.keptOut(Self.stillExpired, rules: rules[1]),
        Self.keptOut(Self.stillDisabled, rules: rules[2]))
      let merged = try home.runGit(["merge", "-q", "-m", "Merge", "other"])
      #expect(merged.code == 1 && merged.err.contains("feilds"), "\(merged.err)")
      #expect(try home.git("status", "--porcelain") == "UU accounts.json\n")
      // Nobody is let in by what is there until somebody has looked at it.
      #expect(try home.accounts.text.contains("<<<<<<< ours\n"))
      #expect(try await home.run("list").code == 65)
    }
  }

  @Test("a conflict of the lines in a comment alone opens nobody whom both sides keep out")
  func conflictInComment() async throws {
    func text(_ comment: String, _ rest: [String], rules: String) -> String {
      Self.keptOut(rest, rules: rules)
        .replacing("{\n  \"rules\"", with: "{\n  /*\n  \(comment)\n  */\n  \"rules\"")
    }
    let (broken, whole) = (#"{"from": "register", "feilds": {}}"#, #"{"from": "register"}"#)
    let home = try Home()
    for (name, text) in [
      ("base", text("May", Self.disabled, rules: broken)),
      ("ours", text("June", Self.stillExpired, rules: whole)),
      ("theirs", text("July", Self.stillDisabled, rules: whole)),
    ] {
      try home.file(name).write(text)
    }
    let run = try await home.run(
      "merge-driver", "base", "ours", "theirs", "accounts.jsonc", directory: "")
    #expect(run.code == 65 && run.err.contains("feilds"), "\(run.err)")
    let left = try home.file("ours").text
    #expect(left.contains("<<<<<<< ours\n  June\n"))
    // The marker in the comment is not the only one.
    #expect(left.components(separatedBy: "<<<<<<< ours").count > 2)
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/\(Home.documents)", withIntermediateDirectories: true)
    try home.file("\(Home.documents)/accounts.jsonc").write(left)
    #expect(try await home.run("list").code == 65)
  }

  /// A long run tries all codes and signals.
  private static let ends: [String] =
    if !isLongRun {
      [
        "exit 2", "exit 65", "exit 74", "exit 78", "exit 127", "exit 255", "kill -9 $$",
        "kill -15 $$",
      ]
    } else {
      (2...255).map { "exit \($0)" }
        + (1...31).filter { !(19...22).contains($0) }.map { "kill -\($0) $$; exit 3" }
    }

  @Test("after any end of the driver but 0 and 1, git's own merge of the lines is a conflict")
  func endsOfDriver() async throws {
    let home = try await Self.home(Self.keptOut(Self.disabled), isSetUp: false)
    let program = "\(home.path)/regapp"
    try await home.put(program: program)
    try #require(try await home.shell("\"$1\" git-setup", program).code == 0)
    try home.git("add", ".")
    try home.git("commit", "-q", "-m", "Set git up")
    try home.twoBranches(Self.keptOut(Self.stillExpired), Self.keptOut(Self.stillDisabled))
    let judged = try home.runGit(["merge", "-q", "-m", "Merge", "other"])
    #expect(judged.code == 1 && judged.err.contains("both sides changed it"))
    #expect(try home.accounts.text.contains("<<<<<<< ours\n"))
    let marked = try home.accounts.text
    try home.git("merge", "--abort")
    for end in Self.ends {
      try await home.put(program: program, script: "#!/bin/sh\n\(end)\n")
      let merged = try home.runGit(["merge", "-q", "-m", "Merge", "other"])
      #expect(merged.code == 1, "\(end): \(merged.err)")
      #expect(try home.git("status", "--porcelain") == "UU accounts.json\n", "\(end)")
      // The lines of both sides are there, and let nobody in.
      let text = try home.accounts.text
      #expect(text.contains("<<<<<<< ours\n") && text.contains("2099-12-31"), "\(end)")
      #expect(try await home.run("list").code == 65, "\(end)")
      try home.git("merge", "--abort")
    }
    // The program is killed after it wrote: its markers stay as they are.
    let script = "#!/bin/sh\n'\(BuiltProgram.path)' \"$@\"\nkill -9 $$\n"
    try await home.put(program: program, script: script)
    #expect(try home.runGit(["merge", "-q", "-m", "Merge", "other"]).code == 1)
    #expect(try home.accounts.text == marked)
  }

  @Test("comments of ours stay; those of theirs are counted")
  func comments() async throws {
    let home = try Home()
    let eva = "    // Since May.\n    \(Self.eva) // on loan\n"
    func text(_ above: String, _ accounts: String) -> String {
      "{\n  // \(above)\n  \"rules\": \"register\", \"accounts\": [\n\(accounts)  ]\n}\n"
    }
    for (name, text) in [
      ("base", text("Ours.", "    \(Self.ada)\n")),
      ("ours", text("Ours, of Monday.", "    // Do not remove.\n    \(Self.ada)\n")),
      ("theirs", text("Ours.", "    /* new name */ \(Self.ada.replacing("Ada", "Adah")),\n" + eva)),
    ] {
      try home.file(name).write(text)
    }
    let run = try await home.run(
      "merge-driver", "base", "ours", "theirs", "accounts.jsonc", directory: "")
    #expect(run.code == 0 && run.err.contains("3 comments of theirs left out of accounts.jsonc"))
    let wanted =
      "    // Do not remove.\n    \(Self.ada.replacing("Ada", "Adah")),\n    \(Self.eva)\n"
    #expect(try home.file("ours").text == text("Ours, of Monday.", wanted))
  }

  @Test("a result that cannot be written leaves our version")
  func cannotWrite() async throws {
    let home = try Home()
    for (name, text) in [
      ("base", Self.text(Self.ada)), ("ours", Self.text(Self.ada)),
      ("theirs", Self.text(Self.ada, Self.eva)),
    ] {
      try home.file(name).write(text)
    }
    try FileManager.default.linkItem(atPath: "\(home.path)/ours", toPath: "\(home.path)/again")
    let run = try await home.run(
      "merge-driver", "base", "ours", "theirs", "accounts.json", directory: "")
    #expect(run.code == 74)
    #expect(try home.file("ours").text == Self.text(Self.ada))
  }
}

extension String {
  fileprivate func replacing(_ old: String, _ new: String) -> String {
    replacingOccurrences(of: old, with: new)
  }
}

extension Home {
  fileprivate func setUp() async throws {
    try #require(try await run("git-setup").code == 0)
    try git("add", ".")
    try git("commit", "-q", "-m", "Set git up")
  }

  /// Runs git in the documents, as somebody whose settings are none.
  fileprivate func runGit(
    _ words: [String], in directory: String = Home.documents,
    environment more: [String: String] = [:]
  ) throws -> Ran {
    let own = [
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@host.com",
      "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@host.com", "LC_ALL": "C",
    ]
    let environment = environment(with: own.merging(more) { $1 })
    let launch = try Launch(
      "/usr/bin/env", ["git", "-C", "\(path)/\(directory)"] + words, environment: environment)
    return try launch.finish()
  }

  @discardableResult
  fileprivate func git(_ words: [String]) throws -> String {
    let ran = try runGit(words)
    try #require(ran.code == 0, "git \(words): \(ran.err)")
    return ran.out
  }

  @discardableResult
  fileprivate func git(_ words: String...) throws -> String { try git(words) }

  fileprivate func commit(_ text: String) throws {
    try accounts.write(text)
    try git("add", ".")
    try git("commit", "-q", "-m", "Change")
  }

  /// Changes an account, and commits that.
  fileprivate func edit(_ name: String, _ options: String...) async throws {
    try #require(try await run(["edit", "--account", name] + options).code == 0)
    try git("commit", "-q", "-a", "-m", "Edit")
  }

  /// The id of an account, if it counts.
  fileprivate func id(_ name: String) async throws -> String? {
    let shown = try await run("show", name, "--json").out
    return shown.firstMatch(of: /"id": "([^"]*)"/).map { String($0.1) }
  }

  /// Commits one text on another branch, and one on this.
  fileprivate func twoBranches(_ mine: String, _ theirs: String) throws {
    try git("checkout", "-q", "-b", "other")
    try commit(theirs)
    try git("checkout", "-q", "main")
    try commit(mine)
  }

  /// Runs `regapp` in a directory below the home.
  fileprivate func run(_ words: String..., directory: String) async throws -> Ran {
    let line = "cd \"$1\" && shift && exec \"$0\" \"$@\""
    return try await Gate.programs.pass {
      let launch = try Launch(
        "/bin/sh", ["-c", line, BuiltProgram.path, "\(self.path)/\(directory)"] + words,
        environment: self.environment(with: [:]))
      return try await self.end(of: launch)
    }
  }
}
