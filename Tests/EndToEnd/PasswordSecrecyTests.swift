import Glibc
import TestSupport
import Testing

/// A password stays unseen: by other users, in the files, in what is printed.
@Suite struct PasswordSecrecyTests {
  @Test(
    "a password on the command line does not stay there",
    arguments: [
      ["login", "--email", "mario.balotelli@gmail.com", "--password", "geheimes Wort"],
      ["login", "--email", "mario.balotelli@gmail.com", "--password=geheimes Wort"],
      ["--password", "geheimes Wort", "verify", "--email", "x", "--frobnicate"],
      ["register", "--password", "geheimes Wort", "--email", "mario.balotelli@gmail.com"],
    ])
  func commandLine(words: [String]) async throws {
    let home = try Home(fixture: "register")
    let held = try HeldProcess(
      BuiltProgram.path, words, environment: home.environment(with: [:]), input: .nothing)
    let isHidden = try await held.reaches {
      let line = $0.commandLine
      return line.contains("regapp") && !line.contains("geheimes") && !line.contains("Wort")
    }
    #expect(isHidden)
    _ = try await held.finish()
  }

  /// Root's own processes are root's either way: there it is run as somebody else, who may not be
  /// let into the folder in which it was built, or to the toolchain's libraries.
  private static let canRun: Bool = {
    guard geteuid() == 0 else { return true }
    let null = ChildProcess.Source.file("/dev/null")
    let child = try? ChildProcess(
      "setpriv", somebody + [BuiltProgram.path, "--version"],
      environment: ["PATH": "/usr/bin:/bin"], [null, null, null])
    return (try? child?.waitForEnd()) == .exit(0)
  }()

  private static let somebody = ["--reuid=65534", "--regid=65534", "--clear-groups", "--"]

  @Test(
    "no core dump and no debugger of the same user reads what the process holds",
    .enabled(if: canRun, "it was built where only root can run it"))
  func memory() async throws {
    let home = try Home(fixture: "register")
    let isRoot = geteuid() == 0
    let words = ["--no-input", "--documents", "/nowhere", "login"]
    let held = try HeldProcess(
      isRoot ? "setpriv" : BuiltProgram.path,
      isRoot ? Self.somebody + [BuiltProgram.path] + words : words,
      environment: home.environment(with: [:]), input: .nothing)
    let isHidden = try await held.reaches {
      $0.commandLine.hasPrefix(BuiltProgram.path) && $0.owner == 0
    }
    #expect(isHidden)
    _ = try await held.finish()
  }

  @Test("no file and no output holds a password that was typed")
  func nowhere() async throws {
    let home = try Home.withoutAccounts()
    let secrets = ["first secret", "second secret", "third secret"]
    let email = ["--email", "ada@host.com"]
    var told = ""
    for (words, secret) in [
      (["login"] + email, secrets[0]), (["edit"], secrets[1]),
      (["edit", "--draft"], secrets[2]), (["verify"] + email, secrets[0]),
      (["login"] + email, secrets[0]), (["login", "--json"] + email, secrets[0]),
    ] {
      let ran = try await home.run(words + ["--password-stdin"], input: .text(secret))
      told += ran.out + ran.err
    }
    for words in [
      ["show"], ["show", "--json"], ["list"], ["list", "--json"], ["check"], ["save"],
      ["cancel"], ["save", "--json"],
    ] {
      let ran = try await home.run(words)
      told += ran.out + ran.err
    }
    for name in try home.names() { told += try home.file("\(Home.documents)/\(name)").text }
    for secret in secrets { #expect(!told.contains(secret)) }
    #expect(told.contains("********"))
  }

  @Test("no command prints a hash")
  func hashes() async throws {
    let home = try Home(fixture: "register")
    #expect(try await home.run("edit", "--draft", "--password", "new password").code == 0)
    for words in [
      [], ["show"], ["show", "--json"], ["list"], ["list", "--json"], ["check"],
      ["check", "--json"], ["seal", "--json"], ["save"], ["cancel"],
      ["remove", "mario.balotelli@gmail.com", "--yes", "--json"],
    ] {
      let ran = try await home.run(words)
      #expect(ran.code == 0, "\(words)")
      #expect(!(ran.out + ran.err).contains("$y$"), "\(words)")
    }
  }

  @Test("a syntax error within a password shows none of it")
  func syntaxError() async throws {
    let home = try Home(
      "{\"rules\": \"register\", \"accounts\": [{\"email\": \"ada@host.com\", \"password\": \"geheim\n\"}]}"
    )
    let show = try await home.run("show")
    #expect(show.code == 65)
    #expect(show.err.hasPrefix("~/Documents/regapp/accounts.json:1:81: error: "), "\(show)")
    #expect(!show.err.contains("geheim"))
  }

  @Test("both --password and --password-stdin are one too many")
  func both() async throws {
    let home = try Home()
    let login = try await home.run(
      "login", "--email", "ada@host.com", "--password", "12345", "--password-stdin",
      input: .text("54321"))
    let expected = """
      regapp: error: --password and --password-stdin cannot be used together
      regapp: hint: use only one of them

      """
    #expect(login == .exit(64, err: expected))
  }

  @Test(
    "a password that crypt(3) cannot take is refused, and never cut short",
    arguments: [
      (Array(repeating: UInt8(ascii: "p"), count: 511), 0, ""),
      (
        Array(repeating: UInt8(ascii: "p"), count: 512), 65,
        "password must not be longer than 511 bytes"
      ),
      (
        Array("пароль".utf8) + Array(repeating: 0x70, count: 500), 65,
        "password must not be longer than 511 bytes"
      ),
      (
        Array("pass".utf8) + [0] + Array("word".utf8), 65,
        "password must not contain the character NUL"
      ),
      (
        Array("pass\u{1B}word".utf8), 65,
        "password contains \\u{1B}, a character that is not displayed"
      ),
      (Array("pass\nword".utf8), 65, "password contains \\u{A}, a line break"),
      (
        Array("pass\u{202E}word".utf8), 65,
        "password contains \\u{202E}, a character that is not displayed"
      ),
      (
        [0x70, 0x70, 0x70, 0x70, 0xFF, 0x70], 65,
        "password contains half a character (not UTF-8, or an unpaired surrogate)"
      ),
      (Array("пароль".utf8), 0, ""), (Array("👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻".utf8), 0, ""),
      (Array("👩‍💻👩‍💻👩‍💻👩‍💻".utf8), 65, "password must have 5 characters or more"),
    ] as [([UInt8], Int32, String)])
  func limits(password: [UInt8], code: Int32, message: String) async throws {
    let home = try Home()
    let words = ["login", "--email", "ada@host.com", "--password-stdin"]
    let login = try await home.run(words, input: .bytes(password))
    #expect(login.code == code, "\(login)")
    if code == 0 {
      #expect(try await home.run(words, input: .bytes(password)).code == 0)
    } else {
      #expect(login.err.hasPrefix("regapp: error: \(message)\n"), "\(login)")
      #expect(!home.accounts.exists)
    }
  }
}
