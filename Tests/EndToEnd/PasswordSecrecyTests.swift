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
}
