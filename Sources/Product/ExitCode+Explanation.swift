package import CommandKit

extension ExitCode {
  /// The meaning of the code in the manuals of both programs.
  package var explanation: Phrase {
    switch self {
    case .done: Phrase("done, or nothing to change")
    case .no:
      Phrase(
        "the answer is no: verify does not match, plan has something to do, nothing to save, "
          + "cancel or undo, a conflict in merge-driver")
    case .usage: Phrase("the command line is wrong, or a needed value is missing")
    case .invalid: Phrase("a value or the file breaks a rule; a duplicate; check found an error")
    case .noUser:
      Phrase("no account has the NAME that was given, as to show, edit, disable or remove")
    case .unavailable:
      Phrase(
        "something outside is missing or unreachable: an editor, git, the network, regapp-albums, "
          + "regapp-postgres")
    case .bug: Phrase("a bug in the program")
    case .cannotCreate: Phrase("cannot create a file or directory")
    case .cannotReadOrWrite: Phrase("cannot read or write")
    case .tryAgain:
      Phrase("try again: the file is locked or has changed, or too many logins failed")
    case .passwordDue: Phrase("verify --pam: the account is open, but its password must be changed")
    case .noPermission: Phrase("login failed, or not logged in")
    case .configuration: Phrase("the rulebook is wrong")
    case .hungUp: Phrase("the terminal was closed")
    case .interrupted: Phrase("interrupted")
    case .quit: Phrase("ended by SIGQUIT")
    case .terminated: Phrase("ended by SIGTERM")
    }
  }
}
