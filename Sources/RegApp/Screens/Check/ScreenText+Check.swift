import AccountsFile
import CommandKit
import TextTools

/// The list of problems, and what is done about them.
extension ScreenText {
  static let check = Phrase("Check", ru: "Проверка")
  static let checking = Phrase("checking the accounts", ru: "проверка аккаунтов")
  static let onlyErrors = Phrase("only errors", ru: "только ошибки")
  static let noProblemFits = Phrase("no matching problems", ru: "таких ошибок нет")
  static let allIsWell = Phrase("Nothing is wrong.", ru: "Всё в порядке.")
  static let notInFile = Phrase(
    "It is not in the accounts file.", ru: "Это не в файле аккаунтов.")

  static func kind(_ finding: CheckFindings.Finding) -> Phrase {
    finding.isError
      ? Phrase("error", ru: "ошибка") : Phrase("warning", ru: "внимание")
  }

  static func sum(of report: CheckReport) -> Phrase {
    let hashes = Commands.hashes(of: report).map { Phrase(same: "; ") + $0 } ?? Phrase(same: "")
    return sumOfProblems(report) + hashes
  }

  private static func sumOfProblems(_ report: CheckReport) -> Phrase {
    guard !report.errors.isEmpty else { return Commands.sum(of: report) }
    let (errors, warnings) = (report.errors.count, report.warnings.count + report.beside.count)
    let sum = Phrase(
      "\(errors, "error")", ru: "\(errors, "ошибка", "ошибки", "ошибок")")
    guard warnings > 0 else { return sum }
    return Phrase(
      "\(sum), \(warnings, "warning")",
      ru: "\(sum), \(warnings, "предупреждение", "предупреждения", "предупреждений")")
  }

  static func account(_ name: String) -> Phrase {
    Phrase("account: \(visible(name))", ru: "аккаунт: \(visible(name))")
  }

  static func sealed(_ count: Int) -> Phrase {
    count == 0
      ? Phrase("No typed password was hashed.", ru: "Хешировать было нечего.")
      : Phrase(
        "Hashed \(count, "typed password").",
        ru: "Захешировано паролей: \(count).")
  }

  static func notSealed(_ count: Int) -> Phrase {
    Phrase(
      "\(count, "problem") with typed passwords, which stay as they are: see the list.",
      ru: "Не хешированы пароли, которые нарушают правила (ошибок: \(count)): см. список.")
  }

  /// How far work has come: the numbers, for which there is always room, and a bar.
  static func progress(_ progress: ScreenState.Progress) -> Phrase {
    let width = 20
    let filled = progress.total == 0 ? width : progress.done * width / progress.total
    let bar = String(repeating: "#", count: filled).padded(to: width)
    return Phrase(
      ", \(progress.done) of \(progress.total) [\(bar)]",
      ru: ", \(progress.done) из \(progress.total) [\(bar)]")
  }
}
