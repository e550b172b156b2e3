import Accounts
import LosslessJSON

extension FileStore: CheckableStore {
  func check(_ judge: HashJudge) throws(AccountsError) -> CheckReport {
    let file = try load()
    let report = report(on: file, judge)
    writeIndex(of: file)
    return report
  }

  /// The same, which leaves nothing behind.
  func checked(_ judge: HashJudge) throws(AccountsError) -> CheckReport {
    report(on: try load(), judge)
  }

  private func report(on file: AccountsDocument, _ judge: HashJudge) -> CheckReport {
    var findings = findings(in: file, judge)
    let rights = rights(of: file)
    findings.warnings += rights.warnings + leftovers()
    findings.beside = rights.beside + copyWarnings()
    return findings
  }

  /// Everything that is wrong in a text, and everything in it that is worth a warning.
  func findings(in file: AccountsDocument, _ judge: HashJudge) -> CheckReport {
    let (listed, fault) = checkedAgainstList(file)
    return file.findings(judge, listed, fault, today: today())
  }

  /// A warning about what a killed writer left.
  private func leftovers() -> [Problem] {
    let hasLeftovers = try? disk.located(path) {
      !disk.temporaryFiles(of: [$0, AccountsIndex.file(of: $0)]).isEmpty
    }
    return hasLeftovers == true
      ? [Problem(.file, .caution(.staleTemporaryFile), at: Place(path))] : []
  }

  /// Warnings about the copies left by a hand edit: typed passwords, or something that is no copy.
  func copyWarnings() -> [Problem] {
    guard let directory = try? disk.directory(FilePath.directory(of: path), for: .read) else {
      return []
    }
    defer { disk.close(directory) }
    return Self.editCopies.map(directory.file).compactMap { file in
      do throws(DiskFault) {
        guard let bytes = try disk.read(file)?.bytes, mayHoldTyped(bytes, file.path) else {
          return nil
        }
        return Problem(.file, .caution(.typedPasswordsInCopy), at: Place(file.path))
      } catch {
        return error.isNotRegular ? Problem(.file, .file(.regularFile), at: Place(file.path)) : nil
      }
    }
  }

  /// Whether a copy has typed passwords, or cannot be parsed.
  private func mayHoldTyped(_ bytes: [UInt8], _ path: String) -> Bool {
    guard let copy = try? AccountsDocument(path: path, bytes: bytes) else { return true }
    return copy.rowsWithTyped.contains { index in
      let password = AccountsDocument.Row(copy, index).values.password
      guard case .typed? = password.flatMap({ try? StoredPassword($0) }) else { return false }
      return true
    }
  }
}

extension AccountsDocument {
  /// Everything that is wrong in a text, and everything in it that is worth a warning; `listed` are
  /// the typed passwords on the rulebook's list, and `fault` is what is wrong with that.
  func findings(
    _ judge: HashJudge, _ listed: [Int: LocatedProblem], _ fault: LocatedProblem?,
    today: CalendarDay
  ) -> CheckReport {
    let rulebookFaults = self.rulebookFaults + (fault.map { [$0] } ?? [])
    var errors = faults + rulebookFaults
    var warnings: [LocatedProblem] = []
    let (unusual, shared) = survey(judge, today: today)
    for index in unusual {
      let row = Row(self, index)
      let name = rulebook.anyName(of: row.values)?.text
      if let own = row.ownUsername {
        let problem = LocatedProblem(
          .field(.username), .caution(.keptAsOwnKey), at: own.range.lowerBound)
        warnings += [problem].named(name)
      }
      // Without a rulebook, accounts cannot be checked against one.
      errors +=
        (self.rulebookFaults.isEmpty ? problems(of: row, listed, today: today) : row.problems)
        .named(name)
      if let value = row.fields[.password], let warning = row.passwordWarning(judge, rulebook) {
        let place = value.range.lowerBound
        let problem = [LocatedProblem(.field(.password), warning, at: place)].named(name)
        if case .field(.hashTooDear) = warning { errors += problem } else { warnings += problem }
      }
    }
    for shared in shared {
      for index in shared.rows.dropFirst() {
        let row = Row(self, index)
        errors += [problem(of: shared.field, sharedAt: index)].named(
          rulebook.anyName(of: row.values)?.text)
      }
    }
    return CheckReport(
      source: path, errors: placed(errors.inOrder), warnings: placed(warnings),
      accounts: rows.count, rulebookIsBroken: !rulebookFaults.isEmpty)
  }
}

extension AccountsDocument {
  /// The rows to look at, since in the others there is plainly nothing wrong and nothing to warn of; and
  /// the names that rows share.
  private func survey(
    _ judge: HashJudge, today: CalendarDay
  ) -> (unusual: [Int], shared: [SharedName]) {
    let parts = onAllCores { part in
      var unusual: [Int] = []
      var names = RowNames()
      var hashes = StrongHashes(judge)
      for row in part {
        let plain = PlainRow(self, rows[row])
        names.note(plain, row, in: self)
        let isUsual = plain.map {
          isObviouslyValid($0, today: today) { hashes.isObviouslyStrong($0) }
        }
        if isUsual != true { unusual.append(row) }
      }
      return (unusual: unusual, names: names)
    }
    return (parts.flatMap(\.unusual), NameTable(self, parts.map(\.names)).shared)
  }

  /// The same, of a text beside which there is no list.
  package func findings(
    _ judge: HashJudge, _ listed: [Int: LocatedProblem] = [:], today: CalendarDay
  ) -> CheckReport { findings(judge, listed, nil, today: today) }
}

extension [LocatedProblem] {
  fileprivate func named(_ account: String?) -> [LocatedProblem] {
    map { problem in
      var problem = problem
      problem.account = account
      return problem
    }
  }
}

extension AccountsDocument.Row {
  fileprivate func passwordWarning(_ judge: HashJudge, _ rulebook: Rulebook) -> Rule? {
    guard let text = values.password, let password = try? StoredPassword(text) else { return nil }
    switch password {
    case .typed: return .caution(.passwordIsTyped)
    case .locked: return .caution(.passwordIsLocked)
    case .hash(let hash):
      return switch judge.strength(of: hash) {
      case .strong: nil
      case .weak:
        .caution(
          .weakHash(
            scheme: hash.scheme,
            isReplaced: rulebook.login.upgradesHashes && judge.isUpgraded(hash)))
      case .unknown: .caution(.unknownScheme(hash.scheme))
      case .broken: .caution(.brokenHash(scheme: hash.scheme))
      case .tooDear: .field(.hashTooDear(scheme: hash.scheme))
      }
    }
  }
}
