package import Accounts
import LosslessJSON

/// A declaration of accounts, under the rulebook of the present ones. Checks the file alone;
/// `Registry.apply` checks the result.
package struct DeclaredFile: Sendable {
  /// The accounts without problems of their own.
  package private(set) var accounts: [NewAccount] = []
  /// The keys that are left out, each with the number of its accounts.
  package let dropped: [String: Int]
  private let file: AccountsDocument
  /// The positions of the accounts in the file.
  private var rows: [Int] = []
  private var problems: [LocatedProblem]
  /// Whether an account has a member under the key of ids.
  package let hasIDs: Bool

  /// Reads a file; throws if it is not JSON.
  ///
  /// - Parameters:
  ///   - names: the keys to leave out.
  ///   - idKey: the key of ids; by default, the one that the file says.
  package init(
    path: String, bytes: [UInt8], under rulebook: Rulebook, leavingOut names: OtherNames,
    idsUnder idKey: String? = nil, today: CalendarDay
  ) throws(AccountsError) {
    let file = try AccountsDocument(declared: bytes, path: path, under: rulebook)
    self.file = file
    problems = file.faults + file.rulebookFaults
    let ids = ListedIDKey(in: file.document, named: idKey, leavingOut: names)
    let parts = file.onAllCores {
      DeclaredRows($0, of: file, leavingOut: names, ids, today: today)
    }
    var others = names
    for part in parts {
      others.add(part.names)
      accounts += part.accounts
      rows += part.rows
      problems += part.problems
    }
    dropped = others.dropped
    hasIDs = parts.contains(where: \.hasIDs)
    problems += others.problems(in: .json, from: 0)
  }

  /// True if the file has no problems of its own.
  package var isSound: Bool { problems.isEmpty }

  /// The keys of the first account.
  package var keysOfFirst: [String] {
    guard let first = file.rows.first else { return [] }
    return file.document.members(of: first).compactMap { file.document.string($0.key) }
  }

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
    case .idWouldCount(let field): return [problem(.field(field), .field(.idWouldCount))]
    case .repeats(let earlier):
      let names = rows.indices.contains(earlier) ? file.nameKeys(of: file.rows[rows[earlier]]) : []
      let shared = ([file.rulebook.key] + Field.keys).first { field in
        file.name(of: row.value, in: field).map { names.contains(NameKey(field, $0)) } == true
      }
      return [problem(.field(shared ?? file.rulebook.key), .field(.unique))]
    case .missing, .closed, .conflict, .changedSince, .unproven: return []
    }
  }
}

private struct DeclaredRows: Sendable {
  private(set) var accounts: [NewAccount] = []
  private(set) var rows: [Int] = []
  private(set) var problems: [LocatedProblem] = []
  /// The keys that no field is, but for those of people's own, which are kept.
  private(set) var names: OtherNames
  private(set) var hasIDs = false

  init(
    _ part: Range<Int>, of file: AccountsDocument, leavingOut names: OtherNames,
    _ ids: ListedIDKey, today: CalendarDay
  ) {
    self.names = names
    var unread: [FieldTable<JSONValue>] = []
    var read: [(place: Int, account: NewAccount)] = []
    for index in part {
      let row = AccountsDocument.Row(file, index)
      if row.isPlain, !row.hasOwnKeys, row.fields[.id] == nil,
        file.problems(of: row, today: today).isEmpty
      {
        unread.append(row.fields)
      } else if let account = self.read(index, of: file, ids, today: today) {
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
    _ index: Int, of file: AccountsDocument, _ ids: ListedIDKey, today: CalendarDay
  ) -> NewAccount? {
    let (rulebook, row, before) = (file.rulebook, file.rows[index], problems.count)
    let listed = ListedAccount(row, in: file.document, ids: ids)
    problems += listed.problems
    if listed.offsets[.id] != nil { hasIDs = true }
    guard row.kind == .object else { return nil }
    for field in listed.cleared where field == .password || field == rulebook.key {
      problems.append(
        LocatedProblem(.field(field), .field(.notCleared), at: listed.offsets[field]))
    }
    var (ownKeys, clearedKeys, isKnown) = ([JSONLiteral.Member](), [String](), true)
    for other in listed.others {
      let isLeftOut = names.leavesOut(other.member.key)
      if !isLeftOut, other.member.value == .null, Field(other.member.key) == nil {
        clearedKeys.append(other.member.key)
      } else if !isLeftOut, other.isOwn {
        ownKeys.append(other.member)
      } else {
        names.note(other)
        if !isLeftOut { isKnown = false }
      }
    }
    var judged = listed.values
    judged.normalise(phone: rulebook.fields.phone.mask)
    for problem in rulebook.problems(with: judged, today: today)
    // An invitation without a code is left out.
    where problem.rule != .field(.besideCode) {
      guard case .field(let field) = problem.subject else { continue }
      // Fields that an existing account already has are unknown here.
      if problem.rule == .field(.required), listed.offsets[field] != nil || field != rulebook.key {
        continue
      }
      let place = listed.offsets[field] ?? row.range.lowerBound
      problems.append(LocatedProblem(problem.subject, problem.rule, at: place))
    }
    guard problems.count == before, isKnown else { return nil }
    var values = listed.values
    if let id = listed.id, let name = rulebook.anyName(of: judged)?.text {
      values[text: .id] = GivenID(id, to: name).text
    }
    return NewAccount(
      values, clearing: listed.cleared, ownKeys: ownKeys, clearingKeys: clearedKeys)
  }
}
