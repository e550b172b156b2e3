#if canImport(Testing)
import Accounts
import Testing

/// The error that `body` throws; fails the test if it throws none.
package func error(
  of work: () async throws -> some Any, sourceLocation: SourceLocation = #_sourceLocation
) async -> AccountsError? {
  do {
    _ = try await work()
    Issue.record("it ended without an error", sourceLocation: sourceLocation)
    return nil
  } catch let error as AccountsError {
    return error
  } catch {
    Issue.record("an error of another kind: \(error)", sourceLocation: sourceLocation)
    return nil
  }
}

/// The rule that a value breaks; nil if it breaks none.
package func broken(_ build: () throws(FieldRule) -> some Any) -> FieldRule? {
  do throws(FieldRule) {
    _ = try build()
    return nil
  } catch {
    return error
  }
}

extension AccountsError {
  /// The name of its case alone.
  package var caseName: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }

  /// The problems that an error reports.
  package var problems: [Problem] {
    switch self {
    case .invalid(let problems), .fileInvalid(let problems), .rulebookBroken(let problems),
      .accountClosed(let problems):
      problems
    case .noteBroken(let problem), .notLoggedIn(.sessionBroken(let problem)): [problem]
    default: []
    }
  }
}

extension Problem {
  /// A problem in a table's notation: `5:16 email address`, with the place first if it has one.
  package var row: String {
    let place = place?.position.map { "\($0.line):\($0.column)" }
    let subject =
      switch subject {
      case .field(let field): field.key
      case .key(let path): path
      case .account: "account"
      case .file: "file"
      }
    return [place, subject, rule.name].compactMap(\.self).joined(separator: " ")
  }

  /// Without the place, which does not matter everywhere.
  package var rowWithoutPlace: String { String(row.drop { $0 != " " }.dropFirst()) }
}
#endif
