package import Accounts
import LosslessJSON

extension AccountsDocument {
  /// Everything that is wrong in a text, and everything in it that is worth a warning; `listed` are
  /// the typed passwords on the rulebook's list, and `fault` is what is wrong with that.
  package func findings(
    _ hasher: PasswordHasher, _ listed: [Int: LocatedProblem] = [:], _ fault: LocatedProblem? = nil,
    today: CalendarDay
  ) -> CheckReport {
    let rulebookFaults = self.rulebookFaults + (fault.map { [$0] } ?? [])
    var errors = faults + rulebookFaults
    var warnings: [LocatedProblem] = []
    let judge = hasher.judge(under: rulebook)
    let (unusual, shared, hashes) = survey(judge, today: today)
    for index in unusual {
      let row = Row(self, index)
      let name = rulebook.anyName(of: row.values)?.text
      if let own = row.ownUsername {
        let problem = LocatedProblem(
          .field(.username), .caution(.keptAsOwnKey), at: own.range.lowerBound)
        warnings += [problem].named(name)
      }
      // Without a rulebook, accounts cannot be checked against one.
      let broken =
        self.rulebookFaults.isEmpty ? problems(of: row, listed, today: today) : row.problems
      errors += broken.named(name)
      warnings += row.spaceAroundNames(but: broken).named(name)
      if let value = row.fields[.password], let warning = row.passwordWarning(judge, rulebook) {
        let place = value.range.lowerBound
        let problem = [LocatedProblem(.field(.password), warning, at: place)].named(name)
        if case .field(.hashTooDear) = warning { errors += problem } else { warnings += problem }
      }
      for field in isOfVersion2 ? [] : needsVersion2(row) {
        let place = (row.fields[field] ?? row.value).range.lowerBound
        let problem = LocatedProblem(.field(field), .caution(.needsNewerVersion(field)), at: place)
        warnings += [problem].named(name)
      }
    }
    for shared in shared {
      for index in shared.rows.dropFirst() {
        let row = Row(self, index)
        errors += [problem(of: shared.field, sharedAt: index)].named(
          rulebook.anyName(of: row.values)?.text)
      }
    }
    var report = CheckReport(
      source: path, errors: placed(errors.inOrder), warnings: placed(warnings),
      accounts: rows.count, rulebookIsBroken: !rulebookFaults.isEmpty)
    report.hashes = hashes
    return report
  }
}

extension AccountsDocument {
  /// The rows to look at, since in the others there is plainly nothing wrong and nothing to warn of;
  /// the names that rows share; and how many passwords are kept as what.
  private func survey(
    _ judge: HashJudge, today: CalendarDay
  ) -> (unusual: [Int], shared: [SharedName], hashes: [HashKind: Int]) {
    let parts = onAllCores { part in
      var unusual: [Int] = []
      var names = RowNames()
      var hashes = StrongHashes(judge)
      var kinds: [HashKind: Int] = [:]
      for row in part {
        let plain = PlainRow(self, rows[row])
        names.note(plain, row, in: self)
        if let kind = kind(ofPasswordOf: plain, row) { kinds[kind, default: 0] += 1 }
        let isUsual = plain.map {
          !hasSpaceAroundName($0) && (isOfVersion2 || $0.fields[.mustChange] == nil)
            && isObviouslyValid($0, today: today) { hashes.isObviouslyStrong($0) }
        }
        if isUsual != true { unusual.append(row) }
      }
      return (unusual: unusual, names: names, kinds: kinds)
    }
    let kinds = parts.reduce(into: [:]) { $0.merge($1.kinds, uniquingKeysWith: +) }
    return (parts.flatMap(\.unusual), NameTable(self, parts.map(\.names)).shared, kinds)
  }

  private func kind(ofPasswordOf plain: PlainRow?, _ row: Int) -> HashKind? {
    if let plain {
      return plain.fields[.password].map {
        HashKind(ofStored: document.bytes.span.extracting($0.content))
      }
    }
    return Row(self, row).values.password.map { HashKind(ofStored: $0.utf8.span) }
  }

  /// Whether the bytes of a name show space around it. Where they are not plain, the row is looked at
  /// anyway.
  private func hasSpaceAroundName(_ row: PlainRow) -> Bool {
    [Field.firstName, .lastName].contains { field in
      guard let content = row.fields[field]?.content, !content.isEmpty else { return false }
      return document.bytes[content.lowerBound] == 0x20
        || document.bytes[content.upperBound - 1] == 0x20
    }
  }
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
  /// A warning of each name with space around it, but of those in which something is wrong.
  fileprivate func spaceAroundNames(but broken: [LocatedProblem]) -> [LocatedProblem] {
    [Field.firstName, .lastName].compactMap { field in
      guard let text = values[text: field], let place = fields[field]?.range.lowerBound,
        !sameText(FieldValues.trimmed(text, for: field) ?? "", text),
        !broken.contains(where: { $0.subject == .field(field) })
      else { return nil }
      return LocatedProblem(.field(field), .caution(.spaceAround), at: place)
    }
  }

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
