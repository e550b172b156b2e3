package import Accounts
import LosslessJSON
import TextTools

extension AccountsDocument {
  /// What stands in the rulebook, and is not in force.
  package var cautions: [Problem] { placed(rulebookCautions) }

  /// All problems and warnings of a text. `listed` has the problems of typed passwords on the
  /// rulebook's list, and `fault` that of the list itself.
  package func findings(
    _ hasher: PasswordHasher, _ listed: [Int: LocatedProblem] = [:], _ fault: LocatedProblem? = nil,
    today: CalendarDay
  ) -> CheckReport {
    let rulebookFaults = self.rulebookFaults + (fault.map { [$0] } ?? [])
    let judge = hasher.judge(under: rulebook)
    let parts = onAllCores { SurveyedRows($0, of: self, judge, listed, today: today) }
    var errors = faults + rulebookFaults + parts.flatMap(\.errors)
    let table = NameTable(self, parts.map(\.names))
    let shared = table.shared
    let lines = lines(ofFirst: shared)
    for (shared, line) in zip(shared, lines) {
      for index in shared.rows.dropFirst() {
        let name = Row(self, index).anyName(in: self)
        let problem = problem(of: shared.field, sharedAt: index, firstAt: line)
        errors.append(problem.named(name))
      }
    }
    var report = CheckReport(
      source: path, errors: placed(errors.inOrder).eachKeyOnce,
      warnings: cautions + warnings(of: parts, and: othersIDs(parts.flatMap(\.otherIDs), table)),
      accounts: rows.count, rulebookIsBroken: !rulebookFaults.isEmpty)
    report.hashes = parts.reduce(into: [:]) { $0.merge($1.hashes, uniquingKeysWith: +) }
    for part in parts { report.passwords.add(part.passwords) }
    report.ids = countedIDs
    report.account = { index in
      let row = Row(self, index)
      return (row.anyName(in: self), row.unlockedPassword(in: self))
    }
    return report
  }

  /// The accounts that are closed and were not in an earlier text, by what is wrong with them.
  /// Without names, all accounts are asked.
  package func closing(
    since old: AccountsDocument?, among names: [AccountName]? = nil, today: CalendarDay
  ) -> [ClosedAccounts] {
    let before = Set(old?.closed(among: names, today: today).map(\.name) ?? [])
    var (found, places): ([ClosedAccounts], [Problem.Subject: [String: Int]]) = ([], [:])
    for (name, problem) in closed(among: names, today: today)
    where name == nil || !before.contains(name) {
      if let place = places[problem.subject]?[problem.rule.name] {
        found[place].count += 1
      } else {
        places[problem.subject, default: [:]][problem.rule.name] = found.count
        found.append(ClosedAccounts(count: 1, first: problem))
      }
    }
    return found
  }

  private func closed(
    among names: [AccountName]?, today: CalendarDay
  ) -> [(name: AccountName?, problem: Problem)] {
    let asked =
      names.map { accounts(at: indices(of: $0), sharers(), today: today) }
      ?? allAccounts(today: today)
    return asked.compactMap { account in
      guard account.isClosed, let problem = account.problems.first else { return nil }
      return (rulebook.anyName(of: account).map { AccountName($0) }, problem)
    }
  }

  /// The line of the first account of each shared name; nil in a text that nobody sees.
  private func lines(ofFirst shared: [SharedName]) -> [Int?] {
    guard hasLines else { return shared.map { _ in nil } }
    return document.places(
      at: shared.map { name in
        problem(of: name.field, sharedAt: name.rows.first ?? 0).offset ?? 0
      }
    ).map(\.line)
  }

  /// Warnings about ids that do not count, in the order of the file.
  package var cautionsOfIDs: [LocatedProblem] {
    let others = onAllCores { part in
      part.filter { index in
        let row = Row(self, index)
        return row.fields[.id] != nil && row.givenID(in: self) != nil
          && row.claimedID(in: self) == nil
      }
    }
    return othersIDs(others.flatMap(\.self), NameTable(self, isAskedOften: true))
  }

  /// Warnings about ids that do not count, in the order of the file.
  ///
  /// - Parameter rows: the accounts with ids that were not given to a name of theirs.
  private func othersIDs(_ rows: [Int], _ table: NameTable) -> [LocatedProblem] {
    let shared = table.sharedIDs.flatMap(\.rows)
    return (rows + shared).sorted().compactMap { index in
      let row = Row(self, index)
      guard let given = row.givenID(in: self), let place = row.fields[.id] else { return nil }
      // A name that no id takes is none to be written beside it.
      let name = row.anyName(in: self).flatMap { GivenID.isFit($0) ? $0 : nil }
      let holder = table.rows(NameKey(given.id)).first { $0 != index }
      let other = OtherID(
        given, of: name, other: holder.map { Row(self, $0).anyName(in: self) ?? "" },
        isOfName: row.claimedID(in: self) != nil, isInFile: hasLines)
      // Its words name the account.
      return LocatedProblem(
        .field(.id), .caution(.idOfAnother(other)), at: place.range.lowerBound)
    }
  }

  /// The warnings of all parts, and others of the accounts, in the order of the file.
  private func warnings(of parts: [SurveyedRows], and others: [LocatedProblem]) -> [Problem] {
    var warnings: [Problem] = []
    let placed = placed(others)
    var next = 0
    warnings.reserveCapacity(parts.reduce(0) { $0 + $1.warnings.count })
    var start = JSONPlace(line: 1, column: 1)
    for part in parts {
      for (index, warning) in part.warnings.enumerated() {
        while next < others.count, others[next].offset ?? 0 < warning.offset ?? 0 {
          warnings.append(placed[next])
          next += 1
        }
        let position = hasLines ? part.places[index].behind(start) : nil
        warnings.append(
          Problem(
            warning.subject, warning.rule, at: Place(path, position), of: warning.account))
      }
      start = part.end.behind(start)
    }
    return warnings + placed[next...]
  }
}

/// The findings of one part of the accounts.
private struct SurveyedRows: Sendable {
  private(set) var errors: [LocatedProblem] = []
  private(set) var warnings: [LocatedProblem] = []
  /// The places of the warnings and of the next part, relative to the part's beginning: lines are
  /// counted on all cores.
  private(set) var places: [JSONPlace] = []
  private(set) var end = JSONPlace(line: 1, column: 1)
  /// The names, of which other accounts may have some too.
  private(set) var names = RowNames()
  /// The number of passwords by how they are stored.
  private(set) var hashes: [HashKind: Int] = [:]
  /// The passwords, among which there may be codes of invitations.
  private(set) var passwords = PasswordMarks()
  /// The accounts with ids that were given to none of their names.
  private(set) var otherIDs: [Int] = []

  init(
    _ rows: Range<Int>, of file: AccountsDocument, _ judge: HashJudge,
    _ listed: [Int: LocatedProblem], today: CalendarDay
  ) {
    var verdicts = HashVerdicts(judge) { hash, strength in
      PasswordVerdict(
        kind: HashKind(ofScheme: hash.scheme),
        warning: judge.warning(of: hash, strength, under: file.rulebook))
    }
    // Most passwords are kept as the one before them.
    var (kind, count) = (HashKind?.none, 0)
    passwords.reserveCapacity(rows.count)
    for index in rows {
      let row = AccountsDocument.Row(file, index)
      names.note(row, of: file)
      if row.fields[.id] != nil, row.claimedID(in: file) == nil { otherIDs.append(index) }
      let isInvited = row.fields[.invitedUntil] != nil
      let (verdict, mark) =
        row.withUTF8(of: .password, in: file) {
          (PasswordVerdict($0, &verdicts), isInvited ? 0 : PasswordMarks.mark(of: $0))
        } ?? (nil, 0)
      if isInvited {
        let code = row.unlockedPassword(in: file)
        passwords.note(code: code, of: row.anyName(in: file) ?? "")
      } else {
        passwords.note(mark)
      }
      if verdict?.kind != kind {
        if let kind { hashes[kind, default: 0] += count }
        (kind, count) = (verdict?.kind, 0)
      }
      count += 1
      note(row, of: file, verdict?.warning, listed, today: today)
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

  private mutating func note(
    _ row: AccountsDocument.Row, of file: AccountsDocument, _ rule: Rule?,
    _ listed: [Int: LocatedProblem], today: CalendarDay
  ) {
    // Without a rulebook, accounts cannot be checked against one; their keys can.
    let broken =
      file.rulebookFaults.isEmpty
      ? file.problems(of: row, listed, today: today) : row.problems + file.unknownKeys(of: row)
    let cautions =
      row.spaceAroundNames(in: file, but: broken) + row.invitationOver(in: file, on: today)
    guard rule != nil || !broken.isEmpty || !cautions.isEmpty else { return }
    let name = row.anyName(in: file)
    errors += broken.map { $0.named(name) }
    warnings += cautions.map { $0.named(name) }
    guard let rule, let value = row.fields[.password] else { return }
    let problem = LocatedProblem(.field(.password), rule, at: value.range.lowerBound).named(name)
    if case .field(.hashTooDear) = rule { errors.append(problem) } else { warnings.append(problem) }
  }
}

/// The kind of a stored password, and a warning about it.
private struct PasswordVerdict {
  let kind: HashKind
  let warning: Rule?
}

extension PasswordVerdict {
  init(_ stored: Span<UInt8>, _ verdicts: inout HashVerdicts<PasswordVerdict>) {
    if let known = verdicts.verdict(on: stored) {
      self = known
      return
    }
    kind = HashKind(ofStored: stored)
    warning =
      switch try? StoredPassword(String(stored)) {
      case .typed: .caution(.passwordIsTyped)
      case .locked: .caution(.passwordIsLocked)
      case .hash, nil: nil
      }
  }
}

extension LocatedProblem {
  func named(_ account: String?) -> LocatedProblem {
    var problem = self
    problem.account = account
    return problem
  }
}

extension AccountsDocument.Row {
  fileprivate func invitationOver(
    in file: AccountsDocument, on today: CalendarDay
  ) -> [LocatedProblem] {
    guard let place = fields[.invitedUntil],
      let day = self[text: .invitedUntil, in: file].flatMap({ CalendarDay($0) }), day < today
    else { return [] }
    return [
      LocatedProblem(
        .field(.invitedUntil), .caution(.invitationOver(day)), at: place.range.lowerBound)
    ]
  }

  /// A warning for each name with surrounding space, unless the name has a problem.
  fileprivate func spaceAroundNames(
    in file: AccountsDocument, but broken: [LocatedProblem]
  ) -> [LocatedProblem] {
    [Field.firstName, .lastName].compactMap { field in
      guard withUTF8(of: field, in: file, { $0.mayHaveSpaceAround }) == true,
        let text = self[text: field, in: file],
        let place = fields[field]?.range.lowerBound,
        !sameText(FieldValues.trimmed(text, for: field) ?? "", text),
        !broken.contains(where: { $0.subject == .field(field) })
      else { return nil }
      return LocatedProblem(.field(field), .caution(.spaceAround), at: place)
    }
  }
}

extension HashJudge {
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
