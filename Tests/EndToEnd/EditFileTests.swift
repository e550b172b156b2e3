import Foundation
import Testing

/// `edit-file` with editors of every sort, where nothing can be asked.
@Suite struct EditFileTests {
  @Test("what an editor changes is installed, byte for byte; no value is shown")
  func installs() async throws {
    let home = try Home(EditFile.text)
    let run = try await home.editFile("sed -i s/Ada/Eve/ \"$1\"")
    let expected = """
      editing a copy: \(EditFile.copy)
      changed: ada@host.com (first name)
      installed

      """
    #expect(run == .exit(0, err: expected))
    #expect(try home.accounts.text == EditFile.text.replacing("Ada", with: "Eve"))
    #expect(try home.accounts.mode == 0o600)
    #expect(try home.names() == [".accounts.json.lock", "accounts.json", "history.jsonl"])
  }

  @Test(
    "however an editor saves, the file is installed and its mode stays",
    arguments: [
      "sed s/Ada/Eve/ \"$1\" >\"$HOME/new\"; cat \"$HOME/new\" >\"$1\"",
      "umask 022; sed s/Ada/Eve/ \"$1\" >\"$1.new\"; mv \"$1.new\" \"$1\"",
      "sed s/Ada/Eve/ \"$1\" >\"$HOME/new\"; rm \"$1\"; mv \"$HOME/new\" \"$1\"",
      "sed -i s/Ada/Eve/ \"$1\"; chmod 666 \"$1\"",
    ])
  func waysToSave(script: String) async throws {
    let home = try Home(EditFile.text)
    try home.accounts.setMode(0o640)
    #expect(try await home.editFile(script).code == 0)
    #expect(try home.accounts.text == EditFile.text.replacing("Ada", with: "Eve"))
    #expect(try home.accounts.mode == 0o640)
  }

  @Test(
    "an editor that changes nothing changes nothing",
    arguments: ["true", "touch \"$1\"", "cp \"$1\" \"$HOME/x\"; mv \"$HOME/x\" \"$1\""])
  func nothing(script: String) async throws {
    let home = try Home(EditFile.text)
    let before = try home.accounts.state
    let run = try await home.editFile(script)
    #expect(run.code == 0)
    #expect(run.err.hasSuffix("\nnothing changed\n"))
    #expect(try home.accounts.state == before)
    #expect(try home.names() == ["accounts.json"])
  }

  @Test("the editor is $VISUAL, else $EDITOR, with words of its own; a name may hold spaces")
  func whichEditor() async throws {
    let home = try Home(EditFile.text)
    let documents = "\(home.path)/docu ments"
    let environment = ["REGAPP_DOCUMENTS": documents, "EDITOR": "sh -c 'echo {} >\"$1\"' x"]
    #expect(try await home.run("init", environment: environment).code == 0)
    let editor = try await home.run("edit-file", environment: environment)
    #expect(editor.code == 65)
    #expect(editor.err.contains("\(EditFile.place)/accounts.json:1:1: error: "))
    let visual = try await home.run(
      "edit-file", environment: ["VISUAL": "true", "EDITOR": "false"])
    #expect(visual.code == 0)
  }

  @Test(
    "an editor that is missing, fails or takes the copy away: 69, and nothing is changed",
    arguments: [
      ("no-such-editor", "no such editor: no-such-editor", "set VISUAL or EDITOR"),
      ("exit 3 #", "the editor exited with code 3: exit 3 #", "nothing was installed"),
      ("/", "the editor exited with code 126: /", "nothing was installed"),
      ("kill -9 $$ #", "the editor exited with code 137: kill -9 $$ #", "nothing was installed"),
      ("rm", "the editor removed the copy", "nothing was installed"),
    ])
  func failingEditor(command: String, message: String, hint: String) async throws {
    let home = try Home(EditFile.text)
    let before = try home.accounts.state
    let run = try await home.run("edit-file", environment: ["EDITOR": command])
    #expect(run.code == 69)
    #expect(run.err.hasSuffix("regapp: error: \(message)\nregapp: hint: \(hint)\n"), "\(run)")
    #expect(try home.accounts.state == before)
    #expect(try home.names() == ["accounts.json"])
  }

  @Test("without a terminal it opens no editor but one that is named", arguments: [false, true])
  func noTerminal(isTold: Bool) async throws {
    let home = try Home(EditFile.text)
    let words = isTold ? ["--no-input", "edit-file"] : ["edit-file"]
    let expected = """
      regapp: error: edit-file needs a terminal
      regapp: hint: run it at one, or set VISUAL or EDITOR to a program that needs none

      """
    #expect(try await home.run(words) == .exit(64, err: expected))
    #expect(try home.names() == ["accounts.json"])
    let run = try await home.run(words, environment: ["VISUAL": "sed -i s/Ada/Eve/"])
    #expect(run.code == 0)
    #expect(try home.accounts.text.contains("Eve"))
  }

  @Test("a copy's directory that others can write is refused", arguments: ["777", "702"])
  func openDirectory(mode: String) async throws {
    let home = try Home(EditFile.text)
    _ = try await home.editFile("sed -i s/Ada/Kim/ \"$1\"; exit 1")
    _ = try await home.shell("chmod \(mode) \"$(dirname $1)\"", home.copy.path)
    let run = try await home.editFile("sed -i s/Ada/Eve/ \"$1\"")
    #expect(run.code == 74 && run.err.contains("others can write"), "\(run)")
    #expect(try home.accounts.text == EditFile.text)
  }

  @Test("what an editor changed before it failed is kept, and waits for a terminal")
  func keptAfterFailure() async throws {
    let home = try Home(EditFile.text)
    let before = try home.accounts.state
    let run = try await home.editFile("sed -i s/Ada/Eve/ \"$1\"; exit 1")
    #expect(run.code == 69)
    #expect(run.err.contains("your version is kept in \(EditFile.copy)\n"))
    #expect(try home.copy.text == EditFile.text.replacing("Ada", with: "Eve"))
    #expect(try home.copy.mode == 0o600)
    let next = try await home.editFile("true")
    #expect(next.code == 75)
    #expect(next.err.hasPrefix("regapp: error: an unfinished edit is in ~/"))
    #expect(try home.copy.text == EditFile.text.replacing("Ada", with: "Eve"))
    #expect(try home.accounts.state == before)
  }

  @Test(
    "what breaks the file or a rule is told with its place, and is kept, not installed",
    arguments: [
      (": >\"$1\"", ":1:1: error: expected a value, found the end of the file", 65),
      ("echo '[]' >\"$1\"", ":1:1: error: ", 65),
      ("sed -i 's/ada@/a@/' \"$1\"", ":2:13: error: a@host.com: email must have 3 characters", 65),
      ("sed -i 's/bob@/ada@/' \"$1\"", ":3:13: error: ", 65),
      ("sed -i 's/secret1/x/' \"$1\"", ":2:41: error: ada@host.com: password must have 5", 65),
      ("sed -i '1s/{/{\"rules\": \"nosuch\", /' \"$1\"", ":1:11: error: ", 78),
      ("printf '\\377' >>\"$1\"", ":6:1: error: ", 65),
    ])
  func problems(script: String, words: String, code: Int32) async throws {
    let home = try Home(EditFile.text)
    let before = try home.accounts.state
    let run = try await home.editFile(script)
    #expect(run.code == code)
    #expect(run.err.contains("\n\(EditFile.copy)\(words)"), "\(run)")
    #expect(run.err.contains("in the edited file; nothing was installed\n"))
    #expect(try home.accounts.state == before)
    #expect(home.copy.exists)
  }

  @Test("no password and no hash is shown, whatever happens to it")
  func secrecy() async throws {
    let home = try Home(fixture: "register")
    let hash = try #require(try home.accounts.only("password"))
    let remover = "sed -i 's/\"password\".*/\"password\": \"typed anew\",/' \"$1\""
    for script in [remover, "sed -i 's/typed anew/x/' \"$1\"", "echo '\"typed anew\"' >\"$1\""] {
      for words in [[], ["--json"]] {
        let run = try await home.editFile(script, words)
        for secret in [hash, "typed anew", "\"x\"", "$y$"] {
          #expect(!run.out.contains(secret) && !run.err.contains(secret))
        }
        try FileManager.default.removeItem(atPath: "\(home.path)/.local")
      }
    }
  }

  @Test("--json tells the emails that changed")
  func json() async throws {
    let home = try Home(EditFile.text)
    let run = try await home.editFile("sed -i s/Ada/Eve/ \"$1\"", ["--json"])
    #expect(run.code == 0)
    #expect(run.err == "")
    #expect(try JSONOutput.canonical(run.out) == #"{"changed":["ada@host.com"]}"#)
  }

  @Test("a broken file is mended; a missing one is missed")
  func mends() async throws {
    let broken = try Home("{\"rules\": \"register\", \"accounts\": [")
    let text = "{\"rules\": \"register\", \"accounts\": []}\n"
    let mending = "printf '{\"rules\": \"register\", \"accounts\": []}\\n' >\"$1\""
    #expect(try await broken.editFile(mending).code == 0)
    #expect(try broken.accounts.text == text)
    let home = try Home()
    #expect(try await home.editFile(mending).code == 67)
    #expect(!home.accounts.exists)
  }

  @Test("opens a file that says no rulebook, says so, and saves none")
  func withoutRules() async throws {
    let text = EditFile.text.replacing("\"rules\"", with: "\"rule\"")
    let home = try Home(text)
    let place = "\(EditFile.place)/accounts.json"
    let question = "error: which rulebook? write \"rules\": \"register\"\n"
    let run = try await home.editFile("sed -i s/Ada/Eve/ \"$1\"")
    #expect(run.code == 65 && run.err.hasPrefix("\(place):1:1: \(question)"), "\(run.err)")
    #expect(run.err.contains("error: rule is not a known key; did you mean rules?\n"))
    #expect(try home.accounts.text == text)
    let mended = try Home(text)
    #expect(try await mended.editFile("sed -i 's/\"rule\"/\"rules\"/' \"$1\"").code == 0)
    #expect(try mended.accounts.text == EditFile.text)
  }

  @Test("a link stays a link, and the file that it means is installed")
  func link() async throws {
    let home = try Home()
    try home.makeDirectory(Home.documents)
    try home.file("real.json").write(EditFile.text)
    try home.accounts.becomeLink(to: "\(home.path)/real.json")
    #expect(try await home.editFile("sed -i s/Ada/Eve/ \"$1\"").code == 0)
    #expect(try home.accounts.isLink)
    #expect(try home.file("real.json").text == EditFile.text.replacing("Ada", with: "Eve"))
  }

  @Test("a file that is full where the copy is written: 74, and nothing is left")
  func fullDisk() async throws {
    let home = try Home(EditFile.text + String(repeating: " ", count: 4096))
    let before = try home.accounts.state
    let run = try await home.shell("ulimit -f 1; EDITOR=true \"$0\" edit-file")
    #expect(run.code == 74)
    #expect(run.err.hasPrefix("regapp: error: cannot write "))
    #expect(try home.accounts.state == before)
    #expect(try home.names() == ["accounts.json"])
  }

  @Test("a disk that is full at installing: 74, the file as it was, the copy kept")
  func fullDiskAtInstalling() async throws {
    let home = try Home(EditFile.text)
    let before = try home.accounts.state
    _ = try home.editor("ulimit -S -f unlimited; head -c 3000 /dev/zero | tr '\\0' ' ' >>\"$1\"")
    let run = try await home.shell("ulimit -S -f 1; EDITOR=\"sh $HOME/editor\" \"$0\" edit-file")
    #expect(run.code == 74)
    #expect(run.err.contains("\nregapp: error: cannot write ~/Documents/regapp/accounts.json: "))
    #expect(run.err.contains("your version is kept in \(EditFile.copy)\n"))
    #expect(try home.accounts.state == before)
    #expect(try home.copy.bytes.count == EditFile.text.utf8.count + 3000)
  }

  @Test("others log in, register, edit and remove meanwhile: nothing of either is lost")
  func others() async throws {
    let home = try Home(EditFile.text)
    // The hand spaces everything anew and changes one account; the others are done before it saves.
    let run = try await home.editFile(
      """
      sed -i -e 's/^  {/    {/' -e 's/Ada/Eve/' "$1"
      "$REGAPP" login --email bob@host.com --password secret2
      "$REGAPP" register --email dan@host.com --password secret4 --no-login
      "$REGAPP" remove cyd@host.com --yes
      """)
    #expect(run.code == 0, "\(run)")
    #expect(run.err.hasSuffix("installed, together with what others have written since\n"))
    let people = try home.accounts.people
    #expect(try home.accounts.emails == ["ada@host.com", "bob@host.com", "dan@host.com"])
    #expect(people[0]["firstName"] as? String == "Eve")
    let hash = try #require(people[1]["password"] as? String)
    #expect(hash.hasPrefix("$y$"))
    let text = try home.accounts.text
    #expect(
      text.hasPrefix(
        """
        {"rules": "register", "accounts": [
            {"email": "ada@host.com", "password": "secret1", "firstName": "Eve"},
            {"email": "bob@host.com", "password": "\(hash)", "firstName": "Bob"},
            {"email": "dan@host.com", "password": "$y$
        """), "\(text)")
    #expect(try await home.run("check").code == 0)
  }

  @Test("an account that both sides changed: 75, told by its fields; the copy is kept")
  func conflict() async throws {
    let home = try Home(EditFile.text)
    let run = try await home.editFile(
      "sed -i s/Ada/Eve/ \"$1\"; \"$REGAPP\" edit --account ada@host.com --first-name Ann")
    #expect(run.code == 75)
    #expect(run.err.contains("others changed: ada@host.com (first name)\n"))
    #expect(run.err.contains("your version is kept in \(EditFile.copy)\n"))
    #expect(try home.accounts.people[0]["firstName"] as? String == "Ann")
    #expect(try home.copy.text == EditFile.text.replacing("Ada", with: "Eve"))
  }

  @Test("a second edit-file is told who has the first: 75; others go on writing")
  func second() async throws {
    let home = try Home(EditFile.text)
    let run = try await home.editFile(
      "EDITOR=true \"$REGAPP\" edit-file; echo \"[second $?]\" >&2; sed -i s/Ada/Eve/ \"$1\"")
    #expect(run.code == 0)
    #expect(run.err.contains("\(EditFile.place)/.accounts.json.lock is locked by process "))
    #expect(run.err.contains(" (regapp)\n"))
    #expect(run.err.contains("[second 75]\n"))
    #expect(try home.accounts.text == EditFile.text.replacing("Ada", with: "Eve"))
  }

  @Test("a long file keeps every other byte")
  func largeFile() async throws {
    let people = (0..<5_000).map {
      "  {\"email\": \"person\($0)@host.com\", \"password\": \"12345\"}"
    }
    let text = "{\"rules\": \"register\", \"accounts\": [\n\(people.joined(separator: ",\n"))\n]}\n"
    let home = try Home(text)
    let run = try await home.editFile(
      "sed -i 's/person7@/human7@/' \"$1\"; \"$REGAPP\" remove person9@host.com --yes")
    #expect(run.code == 0, "\(run)")
    let line = "  {\"email\": \"person9@host.com\", \"password\": \"12345\"},\n"
    #expect(
      try home.accounts.text
        == text.replacing(line, with: "").replacing("person7@", with: "human7@"))
  }
}

/// The parts that the tests of `edit-file` share.
enum EditFile {
  /// The place of the copy as messages say it; the number is the documents directory's.
  static let place = "~/.local/state/regapp/edits/N"
  static let copy = "\(place)/accounts.json"
  static let text = """
    {"rules": "register", "accounts": [
      {"email": "ada@host.com", "password": "secret1", "firstName": "Ada"},
      {"email": "bob@host.com", "password": "secret2", "firstName": "Bob"},
      {"email": "cyd@host.com", "password": "secret3", "firstName": "Cyd"}
    ]}

    """
}

extension Home {
  /// The copy that is edited.
  var copy: HomeFile {
    let edits = ".local/state/regapp/edits"
    let places = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(edits)")) ?? []
    return file("\(edits)/\(places.first ?? "none")/accounts.json")
  }

  /// The environment in which a line of shell is the editor: `$1` is the copy, `$REGAPP` the
  /// program.
  func editor(_ script: String) throws -> [String: String] {
    // It is read and not executed: while some other test starts a program, Linux executes no file
    // that was just written.
    try file("editor").write("\(script)\n")
    return ["EDITOR": "sh \"$HOME/editor\"", "REGAPP": BuiltProgram.path]
  }

  /// Runs `edit-file` with a line of shell as its editor.
  func editFile(_ script: String, _ words: [String] = []) async throws -> Ran {
    try await run(["edit-file"] + words, environment: editor(script))
  }
}
