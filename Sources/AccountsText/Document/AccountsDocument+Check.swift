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
    let judge = hasher.judge(under: rulebook)
    let parts = onAllCores { SurveyedRows($0, of: self, judge, listed, today: today) }
    var errors = faults + rulebookFaults + parts.flatMap(\.errors)
    for shared in NameTable(self, parts.map(\.names)).shared {
      for index in shared.rows.dropFirst() {
        let name = rulebook.anyName(of: Row(self, index).values)?.text
        errors.append(problem(of: shared.field, sharedAt: index).named(name))
      }
    }
    var report = CheckReport(
      source: path, errors: placed(errors.inOrder), warnings: warnings(of: parts),
      accounts: rows.count, rulebookIsBroken: !rulebookFaults.isEmpty)
    report.hashes = parts.reduce(into: [:]) { $0.merge($1.hashes, uniquingKeysWith: +) }
    return report
  }

  /// The warnings of all parts, with their places.
  private func warnings(of parts: [SurveyedRows]) -> [Problem] {
    var warnings: [Problem] = []
    warnings.reserveCapacity(parts.reduce(0) { $0 + $1.warnings.count })
    var start = JSONPlace(line: 1, column: 1)
    for part in parts {
      for (index, warning) in part.warnings.enumerated() {
        let position = hasLines ? part.places[index].behind(start) : nil
        warnings.append(
          Problem(
            warning.subject, warning.rule, at: Place(path, position), of: warning.account))
      }
      start = part.end.behind(start)
    }
    return warnings
  }
}

/// What was found in some of the accounts, one by one.
private struct SurveyedRows: Sendable {
  private(set) var errors: [LocatedProblem] = []
  private(set) var warnings: [LocatedProblem] = []
  /// The places of the warnings and of the next part, as if the text began with this part: lines are
  /// counted on all cores.
  private(set) var places: [JSONPlace] = []
  private(set) var end = JSONPlace(line: 1, column: 1)
  /// The names, of which some may be others' too.
  private(set) var names = RowNames()
  /// How many passwords are kept as what.
  private(set) var hashes: [HashKind: Int] = [:]

  init(
    _ rows: Range<Int>, of file: AccountsDocument, _ judge: HashJudge,
    _ listed: [Int: LocatedProblem], today: CalendarDay
  ) {
    var verdicts = HashVerdicts(judge) { hash, strength in
      judge.warning(of: hash, strength, under: file.rulebook)
    }
    // Most passwords are kept as the one before them.
    var (kind, count) = (HashKind?.none, 0)
    for index in rows {
      let plain = PlainRow(file, file.rows[index])
      names.note(plain, index, in: file)
      let own = file.kind(ofPasswordOf: plain, index)
      if own != kind {
        if let kind { hashes[kind, default: 0] += count }
        (kind, count) = (own, 0)
      }
      count += 1
      guard let plain, let warning = file.obviousWarning(of: plain, &verdicts, today: today) else {
        note(AccountsDocument.Row(file, index), of: file, judge, listed, today: today)
        continue
      }
      guard let warning, let password = plain.fields[.password] else { continue }
      let problem = LocatedProblem(.field(.password), warning, at: password.range.lowerBound)
      warnings.append(problem.named(file.anyName(of: plain)))
    }
    if let kind { hashes[kind, default: 0] += count }
    guard file.hasLines else { return }
    func start(_ index: Int) -> Int {
      index == file.rows.count ? file.document.bytes.count : file.rows[index].range.lowerBound
    }
    let offsets = warnings.map { $0.offset ?? 0 } + [start(rows.upperBound)]
    places = JSONPlace.places(
      at: offsets, in: file.document.bytes,
      from: rows.lowerBound == 0 ? 0 : start(rows.lowerBound))
    end = places.removeLast()
  }

  /// Notes all that there is to say of an account.
  private mutating func note(
    _ row: AccountsDocument.Row, of file: AccountsDocument, _ judge: HashJudge,
    _ listed: [Int: LocatedProblem], today: CalendarDay
  ) {
    let name = file.rulebook.anyName(of: row.values)?.text
    func warn(_ field: Field, _ rule: Rule, at value: JSONValue) {
      warnings.append(LocatedProblem(.field(field), rule, at: value.range.lowerBound).named(name))
    }
    // Without a rulebook, accounts cannot be checked against one.
    let broken =
      file.rulebookFaults.isEmpty ? file.problems(of: row, listed, today: today) : row.problems
    errors += broken.map { $0.named(name) }
    warnings += row.spaceAroundNames(but: broken).map { $0.named(name) }
    if let value = row.fields[.password], let rule = row.passwordWarning(judge, file.rulebook) {
      if case .field(.hashTooDear) = rule {
        let problem = LocatedProblem(.field(.password), rule, at: value.range.lowerBound)
        errors.append(problem.named(name))
      } else {
        warn(.password, rule, at: value)
      }
    }
  }
}

extension AccountsDocument {
  /// What the bytes of an account show if there is nothing wrong with it: the warning of its password,
  /// or nil for none. Where they do not show that, it is nil, and the account is looked at.
  fileprivate func obviousWarning(
    of row: PlainRow, _ verdicts: inout HashVerdicts, today: CalendarDay
  ) -> Rule?? {
    guard !hasSpaceAroundName(row) else { return nil }
    var warning: Rule?
    let isValid = isObviouslyValid(row, today: today) { utf8 in
      guard let verdict = verdicts.obvious(utf8) else { return false }
      warning = verdict
      return true
    }
    return isValid ? .some(warning) : nil
  }

  /// The name of an account as people know it.
  fileprivate func anyName(of row: PlainRow) -> String? {
    rulebook.nameField { row.fields[$0] != nil }.flatMap { row.fields[$0] }
      .flatMap { document.string($0) }
  }

  fileprivate func kind(ofPasswordOf plain: PlainRow?, _ row: Int) -> HashKind? {
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

extension LocatedProblem {
  fileprivate func named(_ account: String?) -> LocatedProblem {
    var problem = self
    problem.account = account
    return problem
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
      return judge.warning(of: hash, judge.strength(of: hash), under: rulebook)
    }
  }
}

extension HashJudge {
  /// What to say of a hash; nil for nothing.
  fileprivate func warning(
    of hash: PasswordHash, _ strength: HashStrength, under rulebook: Rulebook
  ) -> Rule? {
    switch strength {
    case .strong: nil
    case .weak:
      .caution(
        .weakHash(
          scheme: hash.scheme, isReplaced: rulebook.login.upgradesHashes && isUpgraded(hash)))
    case .unknown: .caution(.unknownScheme(hash.scheme))
    case .broken: .caution(.brokenHash(scheme: hash.scheme))
    case .tooDear: .field(.hashTooDear(scheme: hash.scheme))
    }
  }
}
