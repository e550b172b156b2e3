import Accounts
import LosslessJSON

extension AccountsDocument {
  /// The accounts of some rows, in their order. Lines are counted once for all. `sharers` has, for
  /// every account that shares its email, the positions of all that do; `listed` the problems of
  /// typed passwords that are on the rulebook's list.
  func accounts(
    _ rows: [Row], sharers: [Int: [Int]], listed: [Int: LocatedProblem], today: CalendarDay,
    withOwnKeys: Bool = false
  ) -> [StoredAccount] {
    let found = rows.map { row in
      problems(of: row, listed, today: today) + duplicate(of: row, sharers[row.index])
    }
    return zip(rows, placed(found)).map { row, problems in
      StoredAccount(
        id: id(of: row.values), row.values, problems: problems,
        ownKeys: withOwnKeys ? ownKeys(of: row) : [], under: rulebook, today: today)
    }
  }

  /// What the store knows an account by: its name as it compares. Those that share it are closed.
  func id(of values: FieldValues) -> AccountID? {
    rulebook.name(of: values).map { AccountID($0.key) }
  }

  /// The problem that an account shares its name; for the first account, it is at the second.
  private func duplicate(of row: Row, _ sharers: [Int]?) -> [LocatedProblem] {
    guard let sharers, sharers.count > 1 else { return [] }
    return [shared(row.index == sharers[0] ? sharers[1] : row.index)]
  }

  /// The problem, at a position, that the name of the account there is another's too.
  func shared(_ index: Int) -> LocatedProblem {
    let row = Row(self, index)
    let name = row.fields[rulebook.key] ?? row.value
    return LocatedProblem(.field(rulebook.key), .unique, at: name.range.lowerBound)
  }

  /// What is wrong with an account, the name that it may share aside.
  func problems(
    of row: Row, _ listed: [Int: LocatedProblem], today: CalendarDay
  ) -> [LocatedProblem] {
    guard row.value.kind == .object else { return row.problems }
    let broken = located(rulebook.problems(with: row.values, today: today), in: row)
    let isKnown = broken.contains { $0.rule == .notOnBlocklist }
    return row.problems + broken + (isKnown ? [] : listed[row.index].map { [$0] } ?? [])
  }

  private func located(_ problems: [Problem], in row: Row) -> [LocatedProblem] {
    problems.compactMap { problem in
      guard case .field(let field) = problem.subject else { return nil }
      // A field of the wrong type is not also reported as missing.
      if problem.rule == .required, row.fields[field] != nil, row.values[field] == nil {
        return nil
      }
      let place = (row.fields[field] ?? row.value).range.lowerBound
      return LocatedProblem(problem.subject, problem.rule, at: place)
    }
  }

  /// Groups of positions that share a name, each in the order of the file. Names are compared by a
  /// 64-bit hash first, so that a million of them need not be kept.
  func sharedNames() -> [[Int]] {
    var hashes: [(hash: Int, index: Int)] = []
    hashes.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      if let name = name(of: row) { hashes.append((name.hashValue, index)) }
    }
    hashes.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
    var groups: [[Int]] = []
    var start = 0
    while start < hashes.count {
      var end = start + 1
      while end < hashes.count, hashes[end].hash == hashes[start].hash { end += 1 }
      if end - start > 1 {
        let byName = Dictionary(grouping: hashes[start..<end].map(\.index)) { name(of: rows[$0]) }
        groups += byName.values.filter { $0.count > 1 }
      }
      start = end
    }
    return groups.sorted { $0[0] < $1[0] }
  }

  func name(of row: JSONValue) -> AccountName? {
    document.value(for: FieldKeys[rulebook.key], in: row).flatMap { document.string($0) }
      .map { AccountName($0) }
  }

  /// The keys of an account that are not ours, with their values, if text can hold them.
  func ownKeys(of row: Row) -> [JSONLiteral.Member] {
    document.members(of: row.value).compactMap { member in
      guard !FieldKeys.all.contains(where: { document.isKey(member.key, $0.key) }),
        let key = document.string(member.key), let value = document.literal(member.value)
      else { return nil }
      return JSONLiteral.Member(key, value)
    }
  }

  /// The members of an account that are fields, by what they are.
  struct Row {
    let index: Int
    let value: JSONValue
    private(set) var fields = FieldTable<JSONValue>()
    private(set) var values = FieldValues()
    private(set) var problems: [LocatedProblem] = []

    init(_ file: AccountsDocument, _ index: Int) {
      self.index = index
      value = file.rows[index]
      guard value.kind == .object else {
        problems = [LocatedProblem(.account, .accountIsObject, at: value.range.lowerBound)]
        return
      }
      let document = file.document
      for member in document.members(of: value) {
        guard let field = FieldKeys.all.first(where: { document.isKey(member.key, $0.key) })?.field
        else { continue }
        let place = member.value.range.lowerBound
        if fields[field] != nil {
          problems.append(LocatedProblem(.field(field), .once, at: place))
          continue
        }
        fields[field] = member.value
        if member.value.kind != .string {
          problems.append(LocatedProblem(.field(field), .text, at: place))
        } else if let text = document.string(member.value) {
          values[field] = .text(text)
        } else {
          problems.append(LocatedProblem(.field(field), .wholeUnicode, at: place))
        }
      }
    }
  }
}
