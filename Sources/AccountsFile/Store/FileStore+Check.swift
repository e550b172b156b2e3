import Accounts
import LosslessJSON

extension FileStore: CheckableStore {
  func check(_ judge: HashJudge) throws(AccountsError) -> CheckReport {
    let file = try load()
    var findings = findings(in: file, judge)
    findings.warnings += surroundings(of: file)
    return findings
  }

  /// Everything that is wrong in a text, and everything in it that is worth a warning.
  func findings(in file: AccountsDocument, _ judge: HashJudge) -> CheckReport {
    var errors = file.faults + file.rulebookFaults
    var warnings: [LocatedProblem] = []
    let today = today()
    for index in 0..<file.rows.count {
      let row = AccountsDocument.Row(file, index)
      // Without a rulebook, accounts cannot be checked against one.
      errors += file.rulebookFaults.isEmpty ? file.problems(of: row, today: today) : row.problems
      if let value = row.fields[.password], let warning = row.passwordWarning(judge) {
        let place = value.range.lowerBound
        let problem = LocatedProblem(.field(.password), warning, at: place)
        if case .hashTooDear = warning { errors.append(problem) } else { warnings.append(problem) }
      }
    }
    errors += file.sharedNames().flatMap { $0.dropFirst().map(file.shared) }
    return CheckReport(
      source: file.path, errors: file.placed(errors.inOrder), warnings: file.placed(warnings),
      accounts: file.rows.count, rulebookIsBroken: !file.rulebookFaults.isEmpty)
  }

  /// Warnings about the file itself: other users who can read it, and leftovers of a killed writer.
  private func surroundings(of file: AccountsDocument) -> [Problem] {
    var warnings: [Problem] = []
    if let mode = file.text?.stamp.permissions, mode & 0o077 != 0 {
      warnings.append(Problem(.file, .readableByOthers(mode: mode), at: Place(path)))
    }
    if let resolved = try? disk.resolve(path, for: .read),
      !disk.temporaryFiles(of: resolved).isEmpty
    {
      warnings.append(Problem(.file, .staleTemporaryFile, at: Place(path)))
    }
    return warnings
  }
}

extension AccountsDocument.Row {
  fileprivate func passwordWarning(_ judge: HashJudge) -> Rule? {
    guard let text = values.password, let password = try? StoredPassword(text) else { return nil }
    switch password {
    case .typed: return .passwordIsTyped
    case .locked: return .passwordIsLocked
    case .hash(let hash):
      return switch judge.strength(of: hash) {
      case .strong: nil
      case .weak: .weakHash(scheme: hash.scheme)
      case .unknown: .unknownScheme(hash.scheme)
      case .broken: .brokenHash(scheme: hash.scheme)
      case .tooDear: .hashTooDear(scheme: hash.scheme)
      }
    }
  }
}
