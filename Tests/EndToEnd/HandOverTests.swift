import Foundation
import Testing

/// Accounts in a database are another program's, found as `regapp-albums` is.
@Suite struct HandOverTests {
  /// In its place, a script that tells what it was given.
  private static let script = """
    #!/bin/sh
    echo "$*" >>"${0%/*}/calls"
    case $* in *--json*) echo '{"firstName": "Ada"}'; exit ;; esac
    printf '[%s]' "$@"
    cat
    echo told >&2
    exit 75

    """

  /// A copy of regapp without the programs beside it, which the built one has.
  private static func alone() async throws -> (home: Home, folder: String) {
    let home = try Home()
    try home.makeDirectory("alone")
    let folder = "\(home.path)/alone"
    try await home.put(program: "\(folder)/regapp")
    return (home, folder)
  }

  private static func run(
    _ words: String..., in home: Home, input: Launch.Input = .nothing,
    environment: [String: String] = [:]
  ) async throws -> Ran {
    let launch = try Launch(
      "\(home.path)/alone/regapp", words, environment: home.environment(with: environment),
      input: input)
    return try await home.end(of: launch)
  }

  @Test("regapp becomes it, with the words, the streams and the exit code")
  func becomes() async throws {
    let (home, folder) = try await Self.alone()
    try await home.put(program: "\(folder)/regapp-postgres", script: Self.script)
    let ran = try await Self.run(
      "login", "--email=ada@example.com", "--password-stdin", "--documents", "postgres://h/d",
      in: home, input: .text("secret"))
    #expect(
      ran
        == .exit(
          75,
          out: "[login][--email=ada@example.com][--password-stdin][--documents][postgres://h/d]"
            + "secret", err: "told\n"))
    // Without a command, which opens the screens.
    let screens = try await Self.run(in: home, environment: ["REGAPP_DOCUMENTS": "service=main"])
    #expect(screens == .exit(75, out: "[]", err: "told\n"))
    #expect(try home.names(in: "") == ["alone"])
  }

  @Test("it has the descriptors that regapp was handed, and none that regapp opened")
  func descriptors() async throws {
    let (home, folder) = try await Self.alone()
    try await home.put(
      program: "\(folder)/regapp-postgres", script: "#!/bin/sh\nexec /bin/ls /proc/self/fd\n")
    let ran = try await home.shell(
      "exec 9</dev/null; \"$1/regapp\" list --documents service=main", folder)
    // The listed directory is the fourth of the program itself.
    #expect(ran == .exit(0, out: "0\n1\n2\n3\n9\n"))
  }

  @Test("it is found on PATH where it is not beside; where it is nowhere, that is said")
  func found() async throws {
    let (home, _) = try await Self.alone()
    try home.makeDirectory("bin")
    try await home.put(program: "\(home.path)/bin/regapp-postgres", script: Self.script)
    let path = ["PATH": "/nowhere::\(home.path)/bin:/usr/bin:/bin"]
    let found = try await Self.run(
      "list", "--documents=service=main", in: home, environment: path)
    #expect(found == .exit(75, out: "[list][--documents=service=main]", err: "told\n"))
    let missing = try await Self.run(
      "list", "--documents=service=main", in: home, environment: ["PATH": "/nowhere"])
    #expect(
      missing
        == .exit(
          69,
          err: """
            regapp: error: regapp-postgres is neither next to regapp nor on PATH
            regapp: hint: install the Debian package regapp-postgres, or build it: swift build \
            --product regapp-postgres

            """))
    let other = try await Self.run("list", "--documents", "mysql://a:secret@h/d", in: home)
    #expect(
      other
        == .exit(
          64,
          err: """
            regapp: error: --documents: accounts cannot be kept at mysql://
            regapp: hint: give a directory, postgres://HOST/DATABASE or service=NAME

            """))
  }

  @Test("regapp-albums gets through to it when it asks who is logged in")
  func albums() async throws {
    let (home, folder) = try await Self.alone()
    try await home.put(program: "\(folder)/regapp-postgres", script: Self.script)
    let built = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent().path
    let copied = try await home.shell("cp \"$1\" \"$2\"", "\(built)/regapp-albums", folder)
    #expect(copied.code == 0)
    let ran = try await Self.run(
      "albums", "search", "x", "--offline", "--documents", "service=main", in: home)
    // Past the login, and then nothing is cached.
    #expect(ran.code == 69 && !ran.err.contains("told"), "\(ran)")
    let calls = try String(contentsOfFile: "\(folder)/calls", encoding: .utf8)
    #expect(calls == "--no-input --documents service=main --json show\n")
  }

  @Test("regapp itself needs nothing of a database")
  func library() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: BuiltProgram.path))
    #expect(bytes.range(of: Data("libpq.so".utf8)) == nil)
  }
}
