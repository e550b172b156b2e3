import Foundation
import Testing

/// `export` and `import` as a shell has them: pipes, modes, exit codes and the file's bytes.
@Suite struct ExchangeTests {
  private static let hash = "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"

  @Test("a file of htpasswd comes in, logs in with its hash, and is upgraded")
  func htpasswd() async throws {
    let home = try Home()
    try home.file("users").write("# people\nada@mail.ru:\(Self.hash)\n")
    let path = "\(home.path)/users"
    let taken = try await home.run("import", path, "--rules", "register")
    let told = "regapp: warning: left out 1 comment\nadded 1 account, replaced 0, skipped 0\n"
    #expect(taken == .exit(0, err: told))
    #expect(try home.accounts.only("password") == Self.hash)
    #expect(try home.names().sorted() == [".accounts.json.lock", "accounts.json", "history.jsonl"])
    let wrong = try await home.run(
      "verify", "--email", "ada@mail.ru", "--password-stdin", input: .text("secret2"))
    #expect(wrong.code == 1)
    let login = try await home.run(
      "login", "--email", "ada@mail.ru", "--password-stdin", input: .text("secret1"))
    #expect(login.code == 0, "\(login)")
    #expect(try home.accounts.only("password")?.hasPrefix("$2b$10$") == true)
  }

  @Test("a problem leaves no file and no directory behind")
  func nothing() async throws {
    let home = try Home()
    try home.file("people.csv").write("email,password\nada@mail.ru,secret1\nbob,secret1\n")
    let taken = try await home.run("import", "\(home.path)/people.csv", "--rules", "register")
    let expected = """
      ~/people.csv:3:1: error: email must be an address with an @
      regapp: error: 1 problem in ~/people.csv; nothing was imported
      regapp: hint: fix the file, or use --skip-invalid to import the other accounts

      """
    #expect(taken == .exit(65, err: expected))
    #expect(try home.names(in: "") == ["people.csv"])
  }

  @Test(
    "an export to a new file is for its owner alone, and to an old one keeps its mode and follows a link"
  )
  func output() async throws {
    let home = try Home(
      "{\"rules\": \"register\", \"accounts\": [{\"email\": \"ada@mail.ru\", \"password\": \"\(Self.hash)\"}]}"
    )
    let ran = try await home.shell(
      """
      cd && umask 022 && "$0" export --format htpasswd --output users && ln -s users link &&
      stat -c %a users && chmod 640 users && : > users &&
      "$0" export --format htpasswd --output link && stat -c %a users && test -L link && cat users
      """)
    #expect(
      ran
        == .exit(
          0, out: "600\n640\nada@mail.ru:\(Self.hash)\n",
          err: "wrote 1 account to users\nwrote 1 account to link\n"))
  }

  @Test("an export goes to an open descriptor as it is: a pipe, or a log")
  func descriptors() async throws {
    let home = try Home(
      "{\"rules\": \"register\", \"accounts\": [{\"email\": \"ada@mail.ru\", \"password\": \"\(Self.hash)\"}]}"
    )
    let ran = try await home.shell(
      """
      cd && { "$0" export --format htpasswd --output /dev/fd/3 3>&1 >/dev/null | cat; } &&
      { echo before >&2; "$0" export --format htpasswd --output /dev/stderr; } 2> log && cat log
      """)
    let line = "ada@mail.ru:\(Self.hash)\n"
    let log = "before\n\(line)wrote 1 account to /dev/stderr\n"
    #expect(ran == .exit(0, out: line + log, err: "wrote 1 account to /dev/fd/3\n"))
  }

  @Test("a pipe is read by its path")
  func pipes() async throws {
    let home = try Home()
    let ran = try await home.shell(
      """
      cd && mkfifo pipe && { echo 'eve@mail.ru:\(Self.hash)' > pipe & } &&
      echo 'ada@mail.ru:\(Self.hash)' | "$0" import /dev/stdin --format htpasswd --rules register &&
      "$0" import pipe --format htpasswd && "$0" list
      """)
    #expect(ran.code == 0, "\(ran)")
    #expect(ran.out.contains("ada@mail.ru") && ran.out.contains("eve@mail.ru"), "\(ran)")
  }

  @Test("what another program writes is read, by the paths that shells give it")
  func substitution() async throws {
    let home = try Home()
    let ran = try await home.shell(
      """
      cd && echo 'ada@mail.ru:\(Self.hash)' | "$0" import /dev/fd/3 --format htpasswd --rules register 3<&0 <&- &&
      echo 'eve@mail.ru:\(Self.hash)' > file && "$0" import /dev/stdin --format htpasswd < file &&
      "$0" import - --format htpasswd --dry-run < /dev/null && "$0" list
      """)
    #expect(ran.code == 0, "\(ran)")
    #expect(ran.out.contains("ada@mail.ru") && ran.out.contains("eve@mail.ru"), "\(ran)")
  }

  @Test("a pipe that nothing writes to yet is said to be waited for, at a terminal")
  func silentPipe() async throws {
    let home = try Home()
    let path = "\(home.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let terminal = try home.terminal("import", path, "--format", "htpasswd", "--rules", "register")
    #expect(try await terminal.shows("waiting for another program to write to \(path)\r\n"))
    let pipe = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    let line = Array("ada@mail.ru:\(Self.hash)\n".utf8)
    #expect(write(pipe, line, line.count) == line.count)
    close(pipe)
    #expect(try await terminal.finish() == .exit(0))
    #expect(terminal.screen.contains("added 1 account, replaced 0, skipped 0\n"))
  }
}
