package import CommandKit

extension ExitCode {
  /// What it means, as the manuals of both programs say.
  package var meaning: Phrase {
    switch self {
    case .done: Phrase("done, or nothing to change", ru: "сделано, или менять нечего")
    case .no:
      Phrase(
        "the answer is no: verify does not match, plan has something to do, nothing to save, cancel "
          + "or undo, a conflict in merge-driver",
        ru: "ответ — нет: verify не подтвердил пароль, для plan есть что делать, нечего сохранить "
          + "или отменить, конфликт в merge-driver")
    case .usage:
      Phrase(
        "the command line is wrong, or a needed value is missing",
        ru: "командная строка неверна, или не хватает значения")
    case .invalid:
      Phrase(
        "a value or the file breaks a rule; a duplicate; check found an error",
        ru: "значение или файл нарушает правило; повтор; check нашёл ошибку")
    case .noUser:
      Phrase(
        "no account has the NAME that was given, as to show, edit, disable or remove",
        ru: "нет аккаунта с указанным NAME, например в show, edit, disable, remove")
    case .unavailable:
      Phrase(
        "something outside is missing or unreachable: an editor, git, the network, regapp-albums, "
          + "regapp-postgres",
        ru: "нет чего-то внешнего, или оно недоступно: редактор, git, сеть, regapp-albums, "
          + "regapp-postgres")
    case .bug: Phrase("a bug in the program", ru: "ошибка в самой программе")
    case .cannotCreate:
      Phrase("cannot create a file or directory", ru: "не удалось создать файл или каталог")
    case .cannotReadOrWrite: Phrase("cannot read or write", ru: "не удалось прочитать или записать")
    case .tryAgain:
      Phrase(
        "try again: the file is locked or has changed, or too many logins failed",
        ru: "повторите позже: файл заблокирован, за это время изменён, или "
          + "слишком много неудачных входов")
    case .passwordDue:
      Phrase(
        "verify --pam: the account is open, but its password must be changed",
        ru: "verify --pam: аккаунт открыт, но пароль нужно сменить")
    case .noPermission:
      Phrase("login failed, or not logged in", ru: "вход не удался или не выполнен")
    case .configuration: Phrase("the rulebook is wrong", ru: "свод правил неверен")
    case .hungUp: Phrase("the terminal was closed", ru: "терминал закрылся")
    case .interrupted: Phrase("interrupted", ru: "прервано")
    case .quit: Phrase("ended by SIGQUIT", ru: "завершено сигналом SIGQUIT")
    case .terminated: Phrase("ended by SIGTERM", ru: "завершено сигналом SIGTERM")
    }
  }
}
