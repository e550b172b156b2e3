import AccountsFile
import CommandKit
import TextTools

/// The list of problems, and what is done about them.
extension ScreenText {
  static let check = Phrase("Check")
  static let checking = Phrase("checking the accounts")
  static let onlyErrors = Phrase("only errors")
  static let noProblemFits = Phrase("no matching problems")
  static let allIsWell = Phrase("Nothing is wrong.")
  static let notInFile = Phrase("It is not in the accounts file.")

  static func kind(isError: Bool) -> Phrase {
    isError ? Phrase("error") : Phrase("warning")
  }

  static func sum(of report: CheckReport) -> Phrase {
    let hashes = Commands.hashes(of: report).map { Phrase(same: "; ") + $0 } ?? Phrase(same: "")
    return sumOfProblems(report) + hashes
  }

  private static func sumOfProblems(_ report: CheckReport) -> Phrase {
    guard !report.errors.isEmpty else { return Commands.sum(of: report) }
    let (errors, warnings) = (report.errors.count, report.warnings.count + report.beside.count)
    let sum = Phrase("\(errors, "error")")
    guard warnings > 0 else { return sum }
    return Phrase("\(sum), \(warnings, "warning")")
  }

  static func account(_ name: String) -> Phrase {
    Phrase("account: \(visible(name))")
  }

  static func notSealed(_ count: Int) -> Phrase {
    Phrase("\(count, "problem") with typed passwords, which stay as they are: see the list.")
  }

  /// How far work has come: the numbers, for which there is always room, and a bar.
  static func progress(_ progress: ScreenState.Progress) -> Phrase {
    let width = 20
    let filled = progress.total == 0 ? width : progress.done * width / progress.total
    let bar = String(repeating: "#", count: filled).padded(to: width)
    return Phrase(", \(progress.done) of \(progress.total) [\(bar)]")
  }
}
