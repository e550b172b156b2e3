import AccountsFile
import CommandKit
import LosslessJSON

extension Report {
  /// - Parameter rulebook: the one in force, which says how to begin; nil if it is not known.
  init(_ error: any Error, rulebook: Rulebook? = nil) {
    switch error {
    case let error as AccountsError:
      let text = ErrorText(error, rulebook: rulebook)
      self.init(
        error.exitCode, error.name, text.lines, hint: text.hint,
        items: (text.placed?.problems ?? error.problems).map(\.item),
        listing: text.placed.map { .inFile($0.path) } ?? .none)
    case let error as ExchangeRefusal:
      self.init(
        .invalid, "invalid", [error.message], hint: error.hint,
        items: error.problems.map(\.item), listing: error.path.map { .inFile($0) } ?? .each)
    case let error as NotDurable:
      self.init(.cannotReadOrWrite, "disk", [ErrorText.notDurable(error.path)])
    default: self.init(general: error)
    }
  }
}

extension AccountsError {
  fileprivate var problems: [Problem] {
    switch self {
    case .invalid(let problems), .fileInvalid(let problems), .rulebookBroken(let problems),
      .accountClosed(let problems):
      problems
    case .noteBroken(let problem), .notLoggedIn(.sessionBroken(let problem)): [problem]
    case .accountExists: [Problem(.field(.email), .unique)]
    default: []
    }
  }
}

extension Problem {
  var item: Report.Item {
    Report.Item(
      field: field, rule: rule.name, message: message,
      place: place?.position.map { Report.Item.Place(line: $0.line, column: $0.column) })
  }
}

/// Everything was written, but not made durable: the exit code is 74.
struct NotDurable: Error {
  let path: String
}
