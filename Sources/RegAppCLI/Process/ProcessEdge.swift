import Accounts
import Glibc
import Terminal

/// Where `regapp` meets the process it runs in.
public enum ProcessEdge {
  /// Runs `regapp` with the process's arguments and streams, and returns its exit code.
  public static func run() -> Int32 { run { await RegApp.run($0, $1) } }

  /// The same for another program.
  package static func run(
    _ program: @escaping @Sendable ([String?], Context) async -> Int32
  ) -> Int32 {
    // A closed pipe and a reached limit are reported as errors instead of killing the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    occupyStandardStreams()
    let environment = Environment { getenv($0).map { String(cString: $0) } }
    // The Swift library reads the command line from /proc. Without /proc it appears empty, and the
    // wrong command would run: verify would be show, and exit with 0.
    guard CommandLine.argc > 0 else {
      Descriptor.error.say(noCommandLine[Language(environment)])
      return ExitCode.unavailable.rawValue
    }
    let words = arguments()
    hidePasswords()
    let output = OutputBuffer()
    let context = Context(
      environment: environment, passwdHome: passwdHome(), today: today(),
      console: .standard(output))
    let code = MainThread.run { await program(words, context) }
    do {
      try output.flush()
    } catch ConsoleError.output(let errno) where code != ExitCode.cannotReadOrWrite.rawValue {
      // With that code the failure was already reported: it ended the command.
      let report = Report(ConsoleError.output(errno: errno))
      report.tell(Program.wantsJSON(words), .plain, context)
      return report.code.rawValue
    } catch {
      return code
    }
    return code
  }

  private static let noCommandLine = Phrase(
    "regapp: error: cannot read the command line\nregapp: hint: mount /proc\n",
    ru: "regapp: error: не удалось прочитать командную строку\n"
      + "regapp: hint: смонтируйте /proc\n")

  /// The arguments after the program's name; nil for one that is not UTF-8.
  private static func arguments() -> [String?] {
    let words = CommandLine.unsafeArgv
    return (1..<max(1, Int(CommandLine.argc))).map { index in
      words[index].flatMap { String(validatingCString: $0) }
    }
  }

  /// Makes sure that no file we open gets the number of a closed standard stream. Reading or
  /// writing that stream then fails as it should.
  private static func occupyStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      if fcntl(descriptor, F_GETFD) == -1 {
        _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
      }
    }
  }

  /// Overwrites the passwords in argv, which every user of the machine can list. They are visible
  /// for the first milliseconds: `--password-stdin` is the safe way.
  private static func hidePasswords() {
    let arguments = CommandLine.unsafeArgv
    var isValue = false
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = arguments[index] else { continue }
      let option = "--password="
      if isValue {
        memset(argument, Int32(UInt8(ascii: "*")), strlen(argument))
        isValue = false
      } else if strncmp(argument, option, option.utf8.count) == 0 {
        let value = argument + option.utf8.count
        memset(value, Int32(UInt8(ascii: "*")), strlen(value))
      } else {
        isValue = strcmp(argument, "--password") == 0
      }
    }
  }

  private static func passwdHome() -> String? {
    // Only when needed: looking up a user may use the network.
    let home = getenv("HOME")
    guard home == nil || home?.pointee == 0, let entry = getpwuid(geteuid()),
      let directory = entry.pointee.pw_dir
    else { return nil }
    return String(cString: directory)
  }

  /// Today in the user's time zone. FoundationEssentials has only GMT, so libc is used.
  private static func today() -> CalendarDay {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    let day = CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return day ?? .distantPast
  }
}
