/// The exit codes. Scripts rely on these numbers.
package enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  case no = 1
  case usage = 64
  case invalid = 65
  case noUser = 67
  case unavailable = 69
  case bug = 70
  case cannotCreate = 73
  case cannotReadOrWrite = 74
  case tryAgain = 75
  case passwordDue = 76
  case noPermission = 77
  case configuration = 78
  case hungUp = 129
  case interrupted = 130
  case quit = 131
  case terminated = 143
}
