import CMemory
import Glibc
import Terminal

/// The process as a program finds it.
package enum ProcessEdge {
  /// Runs a program over the process's own arguments and streams, and returns its exit code.
  package static func run(
    _ program: ProgramSpec, _ body: @escaping @Sendable (ScannedLine, Context) async -> Int32
  ) -> Int32 {
    // A closed pipe and a reached limit are reported as errors instead of killing the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // A thread of libdispatch asks for a priority that only root may give, and would tell the
    // system's log of the refusal, at each command.
    setenv("LIBDISPATCH_LOG", "NO", 0)
    occupyStandardStreams()
    shareOneHeap()
    let environment = Environment { getenv($0).map { String(cString: $0) } }
    // The Swift library reads the command line from /proc. Without /proc it appears empty, and the
    // wrong command would run: verify would be show, and exit with 0.
    guard CommandLine.argc > 0 else {
      Descriptor.error.say(noCommandLine(program.product)[Language(environment)])
      return ExitCode.unavailable.rawValue
    }
    let line = ScannedLine(words(), of: program)
    hideSecrets(of: line)
    let output = OutputBuffer()
    let context = Context(
      environment: environment, passwdHome: passwdHome(), rootHome: rootHome(),
      console: .standard(output))
    let code = MainThread.run { await body(line, context) }
    do {
      try output.flush()
    } catch ConsoleError.output(let errno) where code != ExitCode.cannotReadOrWrite.rawValue {
      // With that code the failure was already reported: it ended the command.
      let report = Report(general: ConsoleError.output(errno: errno))
      report.write(line.wantsJSON, .plain, context, as: program.product)
      return report.code.rawValue
    } catch {
      return code
    }
    return code
  }

  private static func noCommandLine(_ product: String) -> Phrase {
    Phrase("\(product): error: the command line cannot be read") + Phrase(same: "\n")
      + Phrase("\(product): hint: mount /proc") + Phrase(same: "\n")
  }

  private static func words() -> [ScannedLine.Word] {
    let words = CommandLine.unsafeArgv
    return (1..<max(1, Int(CommandLine.argc))).map { index in
      guard let word = words[index] else { return ScannedLine.Word("") }
      let bytes = UnsafeRawBufferPointer(start: word, count: strlen(word))
      return ScannedLine.Word(bytes: bytes)
    }
  }

  /// Keeps our files from getting the number of a closed standard stream.
  private static func occupyStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      if fcntl(descriptor, F_GETFD) == -1 {
        _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
      }
    }
  }

  /// Keeps threads from having heaps of their own. Each reserves 64 MiB of what `ulimit -v` allows,
  /// as much as a hash takes, which then might not fit.
  private static func shareOneHeap() { _ = mallopt(M_ARENA_MAX, 1) }

  /// Gives memory that is free back to the system. The C library would keep what a change of very
  /// many accounts took.
  package static func giveBackMemory() { malloc_trim(0) }

  /// Overwrites the secrets among the arguments, which every user of the machine can list, with
  /// eight asterisks, or as many as there is room for. They are still visible for the first
  /// milliseconds, and their length in what is left empty: `--password-stdin` is the safe way.
  private static func hideSecrets(of line: ScannedLine) {
    let arguments = CommandLine.unsafeArgv
    for (word, offset) in line.secrets {
      guard let argument = arguments[word + 1] else { continue }
      let value = argument + offset
      let length = strlen(value)
      memset(value, 0, length)
      memset(value, Int32(UInt8(ascii: "*")), min(length, 8))
    }
  }

  private static func passwdHome() -> String? {
    // Only when needed: looking up a user may use the network.
    let home = getenv("HOME")
    return home == nil || home?.pointee == 0 ? passwdHome(of: geteuid()) : nil
  }

  private static func rootHome() -> String? { geteuid() == 0 ? passwdHome(of: 0) : nil }

  private static func passwdHome(of user: uid_t) -> String? {
    getpwuid(user)?.pointee.pw_dir.map { String(cString: $0) }
  }
}
