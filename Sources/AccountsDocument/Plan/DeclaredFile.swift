package import Accounts
import LosslessJSON

/// A declaration of accounts, under the rulebook of the present ones. Checks the file alone;
/// `Registry.apply` checks the result.
package struct DeclaredFile: Sendable {
  /// The accounts without problems of their own.
  package private(set) var accounts: [NewAccount] = []
  /// The other program's keys, by what is done with them.
  package private(set) var keyCounts = KeyCounts()
  private let file: AccountsDocument
  /// The positions of the accounts in the file.
  private var rows: [Int] = []
  private var problems: [LocatedProblem]

  /// Reads a file; throws if it is not JSON.
  ///
  /// - Parameter notMarks: names of marks to ignore.
  package init(
    path: String, bytes: [UInt8], under rulebook: Rulebook, notMarks: Set<String> = [],
    today: CalendarDay
  ) throws(AccountsError) {
    let file = try AccountsDocument(declared: bytes, path: path, under: rulebook)
    self.file = file
    problems = file.faults + file.rulebookFaults
    let isForeign = LoginMarks.areIn(file.document)
    let notMarks = isForeign ? notMarks : nil
    let judged = Set(
      notMarks == nil
        ? [] : file.onAllCores { DeclaredRows.listed($0, of: file, notMarks) }.flatMap(\.self))
    let parts = file.onAllCores {
      DeclaredRows($0, of: file, notMarks: notMarks, judging: judged, today: today)
    }
    for part in parts {
      keyCounts.add(part.keyCounts)
      accounts += part.accounts
      rows += part.rows
      problems += part.problems
    }
  }

  /// True if the file has no problems of its own.
  package var isSound: Bool { problems.isEmpty }

  /// All problems of the file and of the result, in the order of the file, followed by those of
  /// existing accounts.
  package func problems(_ refusals: [Refusal]) -> [Problem] {
    var (found, there) = (problems, [Problem]())
    for refusal in refusals {
      guard case .closed(let problems) = refusal.reason else {
        found += located(refusal)
        continue
      }
      let unnamed = Problem(.field(file.rulebook.key), .field(.required))
      there += (problems.isEmpty ? [unnamed] : problems).map {
        Problem(
          $0.subject, $0.rule, at: $0.place, of: refusal.account.isEmpty ? nil : refusal.account)
      }
    }
    var seen: Set<Problem> = []
    return (file.placed(found.inOrder).eachKeyOnce + there).filter { seen.insert($0).inserted }
  }

  private func located(_ refusal: Refusal) -> [LocatedProblem] {
    guard rows.indices.contains(refusal.index) else { return [] }
    let row = AccountsDocument.Row(file, rows[refusal.index])
    func problem(_ subject: Problem.Subject, _ rule: Rule) -> LocatedProblem {
      var place = row.value.range.lowerBound
      switch subject {
      case .field(let field): place = row.fields[field]?.range.lowerBound ?? place
      case .key(let key):
        let member = file.document.members(of: row.value).first {
          file.document.isKey($0.key, JSONKey(key))
        }
        place = member?.key.range.lowerBound ?? place
      case .account, .file: break
      }
      return LocatedProblem(subject, rule, at: place)
    }
    switch refusal.reason {
    case .invalid(let problems): return problems.map { problem($0.subject, $0.rule) }
    case .taken(let field):
      // An entry with a problem of its own may be the one that gives the name up.
      return isSound ? [problem(.field(field), .field(.unique))] : []
    case .repeats(let earlier):
      let names = rows.indices.contains(earlier) ? file.ids(of: file.rows[rows[earlier]]) : []
      let shared = ([file.rulebook.key] + Field.keys).first { field in
        file.name(of: row.value, in: field).map { names.contains(AccountID(field, $0)) } == true
      }
      return [problem(.field(shared ?? file.rulebook.key), .field(.unique))]
    case .missing, .closed, .conflict, .changedSince: return []
    }
  }
}

private struct DeclaredRows: Sendable {
  private(set) var accounts: [NewAccount] = []
  private(set) var rows: [Int] = []
  private(set) var problems: [LocatedProblem] = []
  private(set) var keyCounts = KeyCounts()
  /// Names of marks to ignore; nil in a file of ours, which has no marks.
  private let notMarks: Set<String>?
  /// The marks that have one of their listed words in any account.
  private let judged: Set<String>

  static func listed(
    _ part: Range<Int>, of file: AccountsDocument, _ notMarks: Set<String>?
  ) -> Set<String> {
    part.reduce(into: []) { found, index in
      guard AccountsDocument.Row(file, index).hasOwnKeys else { return }
      let account = ListedAccount(file.rows[index], in: file.document, notMarks: notMarks)
      found.formUnion(account.marks.listed)
    }
  }

  init(
    _ part: Range<Int>, of file: AccountsDocument, notMarks: Set<String>?,
    judging judged: Set<String>, today: CalendarDay
  ) {
    (self.notMarks, self.judged) = (notMarks, judged)
    var unread: [FieldTable<JSONValue>] = []
    var read: [(place: Int, account: NewAccount)] = []
    for index in part {
      let row = AccountsDocument.Row(file, index)
      if row.isPlain, !row.hasOwnKeys, file.problems(of: row, today: today).isEmpty {
        unread.append(row.fields)
      } else if let account = self.read(index, of: file, today: today) {
        read.append((rows.count, account))
      } else {
        continue
      }
      rows.append(index)
    }
    let source = UnreadAccount.Source(unread, in: file.document, file.rulebook, today: today)
    var (next, others) = (0, read[...])
    for place in rows.indices {
      if others.first?.place == place, let account = others.popFirst() {
        accounts.append(account.account)
      } else {
        accounts.append(NewAccount(at: next, of: source))
        next += 1
      }
    }
  }

  /// Reads an account member by member; nil if it has problems.
  private mutating func read(
    _ index: Int, of file: AccountsDocument, today: CalendarDay
  ) -> NewAccount? {
    let (rulebook, row, before) = (file.rulebook, file.rows[index], problems.count)
    let listed = ListedAccount(row, in: file.document, notMarks: notMarks)
    problems += listed.problems
    guard row.kind == .object else { return nil }
    var (values, cleared, marked) = (listed.values, listed.cleared, FieldTable<Int>())
    for field in cleared where field == .password || field == rulebook.key {
      problems.append(
        LocatedProblem(.field(field), .field(.notCleared), at: listed.offsets[field]))
    }
    let verdict = listed.marks.apply(to: &values, &marked, judging: judged)
    cleared.removeAll(where: verdict.fields.contains)
    if notMarks != nil {
      let name = rulebook.anyName(of: values)?.text ?? ""
      let likely = listed.ownKeys.map(\.key).filter(LoginMark.isLikely)
      let kept = likely + verdict.others + verdict.ambiguous
      keyCounts.add(kept: kept, verdict, of: values, name, on: today)
    }
    var judged = values
    judged.normalise(phone: rulebook.fields.phone.mask)
    for problem in rulebook.problems(with: judged, today: today)
    // An invitation without a code is left out.
    where problem.rule != .field(.besideCode) {
      guard case .field(let field) = problem.subject else { continue }
      // Fields that an existing account already has are unknown here.
      if problem.rule == .field(.required), listed.offsets[field] != nil || field != rulebook.key {
        continue
      }
      let place = listed.offsets[field] ?? marked[field] ?? row.range.lowerBound
      problems.append(LocatedProblem(problem.subject, problem.rule, at: place))
    }
    guard problems.count == before else { return nil }
    let ownKeys = listed.ownKeys.filter { !verdict.understood.contains($0.key) }
    return NewAccount(
      NewAccount.Contents(
        values, clearing: cleared, ownKeys: ownKeys.filter { $0.value != .null },
        clearingKeys: ownKeys.filter { $0.value == .null }.map(\.key), by: verdict))
  }
}
