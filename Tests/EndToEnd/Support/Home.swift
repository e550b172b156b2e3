import Foundation
import TestSupport

/// An empty home directory of a test's own, gone after the test, and `regapp` run in it with
/// nothing but that home and a PATH in its environment.
final class Home: Sendable {
  let path: String
  /// The directory of `regapp`'s files by default.
  static let documents = "Documents/regapp"

  init() throws {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(base)/regapp-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let resolved = realpath(made, nil) else {
      throw SystemFailure(call: "mkdtemp", code: errno)
    }
    path = String(cString: resolved)
    free(resolved)
  }

  /// A home whose accounts file holds a text.
  convenience init(_ accounts: String) throws {
    try self.init(bytes: Array(accounts.utf8))
  }

  convenience init(bytes: [UInt8]) throws {
    try self.init()
    try makeDirectory(Self.documents)
    try self.accounts.write(bytes: bytes)
  }

  /// A home with a copy of one of the fixtures.
  convenience init(fixture: String) throws {
    let path = "\(BuiltProgram.fixture(fixture))/accounts.json"
    try self.init(bytes: Array(Data(contentsOf: URL(fileURLWithPath: path))))
  }

  /// A rulebook of the program's own, as an accounts file names it, under which a hash costs a
  /// quarter: for journeys of which none is about the hash.
  static func cheap(_ rulebook: String = "register") -> String {
    "{\"from\": \"\(rulebook)\", \"fields\": {\"password\": {\"cost\": 5}}}"
  }

  /// A home whose accounts file holds none yet, under that rulebook.
  static func withoutAccounts() throws -> Home {
    try Home("{\"rules\": \(cheap()), \"accounts\": []}\n")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A file below the home.
  func file(_ name: String) -> HomeFile { HomeFile(home: self, name: name) }

  var accounts: HomeFile { file("\(Self.documents)/accounts.json") }
  var session: HomeFile { file("\(Self.documents)/session.json") }
  var history: HomeFile { file("\(Self.documents)/history.jsonl") }
  var openDraft: HomeFile { file("\(Self.documents)/edit.json") }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// The names in a directory below the home, hidden ones included.
  func names(in directory: String = Home.documents) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(directory)").sorted()
  }

  /// The names of the files but for the counted failures, their lock, and the record of logins.
  func namesBesideThrottle() throws -> [String] {
    let logins = ["failed-logins", ".logins.jsonl.lock", "logins.jsonl", "last-logins"]
    return try names().filter { !logins.contains($0) }
  }
}

extension Home {
  /// Runs `regapp` in this home and waits for its end. In what it writes, the home is `~`, and a
  /// last login is `NOW`.
  func run(
    _ words: String..., input: Launch.Input = .nothing, output: Launch.Output = .captured,
    environment: [String: String] = [:]
  ) async throws -> Ran {
    try await run(words, input: input, output: output, environment: environment)
  }

  func run(
    _ words: [String], input: Launch.Input = .nothing, output: Launch.Output = .captured,
    environment: [String: String] = [:]
  ) async throws -> Ran {
    try await Gate.programs.pass {
      let launch = try self.start(words, input: input, output: output, environment: environment)
      return try await self.end(of: launch)
    }
  }

  /// Starts `regapp` and does not wait.
  func start(
    _ words: [String], input: Launch.Input = .nothing, output: Launch.Output = .captured,
    environment: [String: String] = [:]
  ) throws -> Launch {
    try Launch(
      BuiltProgram.path, words, environment: self.environment(with: environment), input: input,
      output: output)
  }

  func end(of launch: Launch) async throws -> Ran {
    var ran = try await blocking { try launch.finish() }
    ran.out = Self.written(ran.out, in: path)
      .replacingOccurrences(
        of: "(?m)^(Last login: )[0-9-]{10} [0-9:]{5}", with: "$1NOW", options: .regularExpression)
    ran.err = Self.written(ran.err, in: path)
    return ran
  }

  /// The output of the program, with `~` for the home, and without the numbers of a directory.
  static func written(_ text: String, in path: String) -> String {
    text.replacingOccurrences(of: path, with: "~")
      .replacingOccurrences(
        of: "edits/[0-9]+-[0-9]+-[0-9a-f]+/", with: "edits/N/", options: .regularExpression)
  }

  /// Puts a program here: a script, or a copy of ours if there is none. A shell writes it, for what
  /// this process has open for writing its other children inherit, and then nobody can run it.
  func put(program path: String, script: String? = nil) async throws {
    let ran =
      if let script {
        try await shell("printf %s \"$1\" >\"$2\" && chmod 700 \"$2\"", script, path)
      } else {
        try await shell("cp \"$0\" \"$1\"", path)
      }
    guard ran.code == 0 else { throw SystemFailure(call: "put \(path): \(ran.err)", code: 0) }
  }

  /// Runs a line of shell with `regapp` as `$0`, for what only a shell sets up.
  func shell(_ line: String, _ words: String...) async throws -> Ran {
    try await Gate.programs.pass {
      let launch = try Launch(
        "/bin/sh", ["-c", line, BuiltProgram.path] + words, environment: self.environment(with: [:])
      )
      return try await self.end(of: launch)
    }
  }

  /// The environment of a program in this home. A value of "" takes a variable away.
  func environment(with changes: [String: String]) -> [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    // For root, the home of the passwd entry would count.
    let own = ["HOME": self.path, "PATH": path, "XDG_STATE_HOME": "\(self.path)/.local/state"]
    return own.merging(changes) { $1 }.filter { !$0.value.isEmpty }
  }
}
