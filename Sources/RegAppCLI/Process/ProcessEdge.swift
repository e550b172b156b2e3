import Accounts
import Glibc

/// The process as `regapp` finds it.
public enum ProcessEdge {
  /// Runs the program over the process's own arguments and streams, and returns its exit code.
  public static func run() -> Int32 {
    // A closed pipe and a reached limit are errors like any other, and no death.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let words = Array(CommandLine.arguments.dropFirst())
    hidePasswords()
    let output = OutputBuffer()
    let context = Context(
      environment: Environment { getenv($0).map { String(cString: $0) } }, passwdHome: passwdHome(),
      today: today(),
      console: .standard(output))
    let code = MainThread.run { await RegApp.run(words, context) }
    do {
      try output.flush()
    } catch ConsoleError.output(let errno) {
      context.console.say("regapp: error: cannot write to stdout: \(systemMessage(errno))\n")
      return code == 0 ? ExitCode.cannotReadOrWrite.rawValue : code
    } catch {
      return code
    }
    return code
  }

  /// Overwrites the passwords among the arguments, which every user of the machine may list. Those
  /// who look in the first milliseconds still see them: `--password-stdin` is the safe way.
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
    // Asked only where it is needed: looking a user up may ask the network.
    guard getenv("HOME") == nil, let entry = getpwuid(geteuid()), let home = entry.pointee.pw_dir
    else { return nil }
    return String(cString: home)
  }

  /// The user's own day. FoundationEssentials knows no time zone but GMT, so libc is asked.
  private static func today() -> CalendarDay {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    let day = CalendarDay(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return day ?? .distantPast
  }
}
