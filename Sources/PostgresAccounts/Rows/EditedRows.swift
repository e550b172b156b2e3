#if Postgres
  import Accounts
  import AccountsText
  import LosslessJSON

  /// Some rows of a table, edited as an accounts file of just those.
  struct EditedRows: HandEdited {
    /// The most accounts that are edited as one text.
    private static let most = 1_000

    private let store: PostgresStore
    /// Those of the accounts to edit; none for all.
    private let names: [String]
    /// The path of the copy that is edited.
    private let copy: String
    private let hasher: PasswordHasher
    private var today: @Sendable () -> CalendarDay { store.today }

    init(
      _ store: PostgresStore, _ names: [String], copy: String, _ hasher: PasswordHasher
    ) {
      self.store = store
      self.names = names
      self.copy = copy
      self.hasher = hasher
    }

    /// A table has no comments, and its copy none to keep.
    var dialect: JSONDialect { .json }

    func currentText() async throws(AccountsError) -> [UInt8] {
      var sought = names.map { AccountName(FieldValues.trimmed($0, for: .email) ?? "") }
      if names.isEmpty {
        let page = try await store.page(PageRequest(limit: Self.most))
        guard page.next == nil else { throw .tooManyToEdit(most: Self.most) }
        sought = page.accounts.compactMap { page.rulebook.name(of: $0.values) }
      }
      let all = sought.flatMap { name in Field.keys.map { AccountID($0, name) } }
      let rows = try await store.table(of: all).accounts
      var keys: Set<AccountName> = []
      for name in sought {
        let found = rows.positions(.name(name))
        if found.isEmpty, !names.isEmpty { throw .noSuchAccount(name: name.text) }
        keys.formUnion(found.compactMap { rows.key(at: $0) })
      }
      return try rows.text(of: keys).bytes
    }

    /// What no table can keep must be mended first: a copy with that is not usable.
    func judge(
      _ copy: AccountsDocument, from base: [UInt8], _ hasher: PasswordHasher
    ) async -> (findings: CheckReport, isUsable: Bool) {
      // Where the list cannot be read, installing says so.
      let listed = (try? await listed(in: copy)) ?? [:]
      let today = today()
      var findings = copy.findings(hasher, listed, today: today)
      let frame = copy.frameProblems(since: base)
      let kept = copy.unstorable(today: today)
      // Most of what no table keeps breaks a rule as well, and is told already.
      let known = Set(findings.errors.map { Problem($0.subject, $0.rule, at: $0.place) })
      let new = copy.placed(kept).filter { !known.contains($0) }
      findings.errors = copy.placed(frame) + findings.errors + new
      return (
        findings,
        copy.faults.isEmpty && copy.rulebookFaults.isEmpty && (frame + kept).isEmpty
          && listed.isEmpty
      )
    }

    func install(
      _ mine: [UInt8], from base: [UInt8], by attribution: Attribution
    ) async throws(AccountsError) -> Outcome<InstallResult> {
      let old = try AccountsDocument(path: copy, bytes: base).usable()
      let typed = try AccountsDocument(path: copy, bytes: mine).usable()
      let problems =
        try await typed.frameProblems(since: base) + typed.unstorable(today: today())
        + listed(in: typed).values
      guard problems.isEmpty else { throw .invalid(typed.placed(problems.inOrder)) }
      let hand = try await sealed(typed)
      let own = Set(old.rows.compactMap { old.name(of: $0) })
      return try await store.write(
        WriteOptions(by: attribution), over: old.ids + hand.ids
      ) { rows throws(AccountsError) in
        try rows.installing(hand, from: old, base, of: own)
      }
    }

    /// The problems of the rows whose typed passwords are on the rulebook's list, by position.
    private func listed(
      in copy: AccountsDocument
    ) async throws(AccountsError) -> [Int: LocatedProblem] {
      let typed = copy.typedPasswords
      return typed.isEmpty ? [:] : copy.problems(ofListed: try await store.listed(typed))
    }

    /// The text with hashes in the places of passwords that were typed: none is ever sent as it was.
    private func sealed(_ hand: AccountsDocument) async throws(AccountsError) -> AccountsDocument {
      var typed: [(password: PasswordText, value: JSONValue)] = []
      for index in hand.rows.indices {
        let row = AccountsDocument.Row(hand, index)
        guard let value = row.fields[.password], let text = row.values.password,
          case .typed(let password)? = try? StoredPassword(text),
          hand.rulebook.brokenRules(password, of: row.values).isEmpty
        else { continue }
        typed.append((password, value))
      }
      guard !typed.isEmpty else { return hand }
      let hashes = try await hasher.under(hand.rulebook).hashes(of: typed.map(\.password))
      let splices = zip(typed, hashes).map {
        hand.document.replacing($0.value, with: .string($1.text))
      }
      return try AccountsDocument(
        path: copy, bytes: hand.document.pieces(applying: splices).flatMap { $0 })
    }
  }

  extension AccountsDocument {
    /// What is outside the accounts must stay: the rulebook of a table is not one person's.
    fileprivate func frameProblems(since base: [UInt8]) -> [LocatedProblem] {
      guard let old = try? AccountsDocument(path: path, bytes: base) else { return [] }
      let (before, now) = (DocumentEnvelope(old), DocumentEnvelope(self))
      guard before != now else { return [] }
      let strange = now.members.filter { before.value(for: $0.key) == nil }.map { member in
        LocatedProblem(
          .key(member.key), .rulebook(.choice(before.members.map(\.key))),
          at: member.value.range.lowerBound)
      }
      guard strange.isEmpty else { return strange }
      let rules = now.value(for: "rules") ?? document.root
      return [
        LocatedProblem(
          .key("rules"), .rulebook(.choice([old.rulebook.name])), at: rules.range.lowerBound)
      ]
    }

    /// What keeps accounts out of any table: no name, a name twice, or a password that was typed and
    /// breaks the rules.
    fileprivate func unstorable(today: CalendarDay) -> [LocatedProblem] {
      var problems: [LocatedProblem] = []
      for index in rows.indices {
        let row = Row(self, index)
        let place = row.value.range.lowerBound
        if AccountRow(self, index, today: today) == nil {
          problems.append(LocatedProblem(.field(rulebook.key), .field(.required), at: place))
        }
        problems += passwordProblems(of: row)
      }
      return problems
        + sharedNames().flatMap { name in
          name.rows.dropFirst().map { problem(of: name.field, sharedAt: $0) }
        }
    }

    /// What keeps a password out of any table: none is ever sent as it was typed, wherever it stands.
    private func passwordProblems(of row: Row) -> [LocatedProblem] {
      let members = document.members(of: row.value).filter {
        document.isKey($0.key, FieldKeys[.password])
      }
      func problem(_ rule: Rule, _ value: JSONValue) -> [LocatedProblem] {
        [LocatedProblem(.field(.password), rule, at: value.range.lowerBound)]
      }
      guard let value = members.first?.value else { return [] }
      if let second = members.dropFirst().first { return problem(.field(.once), second.value) }
      guard let text = document.string(value) else { return problem(.field(.text), value) }
      guard !AccountRow.takes(text) else { return [] }
      guard StoredPassword.lock(of: text).isEmpty else {
        return problem(.field(.lockedWithoutHash), value)
      }
      // One that keeps the rules is hashed first.
      guard case .typed(let typed)? = try? StoredPassword(text) else {
        return problem(.caution(.passwordIsTyped), value)
      }
      return rulebook.brokenRules(typed, of: row.values).flatMap { problem(.field($0), value) }
    }

    /// All that the accounts can be found by.
    fileprivate var ids: [AccountID] { rows.flatMap(ids) }
  }

  extension RowSet {
    /// An accounts file of those rows that have some keys, in the order of the keys.
    fileprivate func text(
      of keys: Set<AccountName>
    ) throws(AccountsError) -> (bytes: [UInt8], positions: [Int]) {
      let positions = (0..<count).filter { index in
        key(at: index).map(keys.contains) == true
      }.sorted { (key(at: $0)?.key ?? "") < (key(at: $1)?.key ?? "") }
      let rules = rulebook.written
      var bytes = Array(
        "{\n  \"regapp\": \(AccountsDocument.versions.upperBound),\n  \"rules\": ".utf8)
      bytes += rules.bytes(style: .pretty, indentation: "  ")
      bytes += Array(",\n  \"accounts\": [".utf8)
      for (count, position) in positions.enumerated() {
        bytes += Array((count == 0 ? "\n    " : ",\n    ").utf8)
        let row = file.rows[position]
        // What cannot be decoded stays as it is.
        bytes +=
          file.document.literal(row)?.withNamesFirst.bytes(style: .pretty, indentation: "    ")
          ?? Array(file.document.bytes[row.range])
      }
      bytes += Array((positions.isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8)
      return (bytes, positions)
    }

    fileprivate func key(at index: Int) -> AccountName? { file.name(of: file.rows[index]) }

    /// What a hand-edited version of some accounts comes to over these rows: those accounts as they are
    /// now, and any others that have a name which the edit gives.
    fileprivate func installing(
      _ hand: AccountsDocument, from old: AccountsDocument, _ base: [UInt8],
      of own: Set<AccountName>
    ) throws(AccountsError) -> (Plan, InstallResult) {
      let (theirs, positions) = try text(of: own)
      var result = hand
      let others = try AccountsDocument(path: hand.path, bytes: theirs).usable()
      if theirs != base {
        let merge = try AccountsMerge(base: old, mine: hand, theirs: others, today: today)
        guard merge.isClean else { return (.nothing, .conflict(merge, theirs: theirs)) }
        result = try merge.merged
      }
      // Names that accounts have which are not edited here.
      let taken = Set(
        (0..<count).filter { !positions.contains($0) }.flatMap { file.ids(of: file.rows[$0]) })
      let problems =
        result.rows.enumerated().flatMap { index, row in
          result.ids(of: row).filter(taken.contains).map {
            result.problem(of: $0.field, sharedAt: index)
          }
        } + result.unstorable(today: today)
      guard problems.isEmpty else { throw .invalid(result.placed(problems)) }
      let after = result.rows.indices.compactMap { AccountRow(result, $0, today: today)?.oneLine }
      let before = positions.map { (position: $0, row: row($0)?.oneLine) }
      let stays = Set(before.compactMap(\.row)).intersection(after)
      return (
        Plan(
          replaced: before.filter { $0.row.map(stays.contains) != true }.map(\.position),
          rows: after.filter { !stays.contains($0) },
          recording: HistoryDraft(from: others, to: result)),
        .installed(merged: theirs != base)
      )
    }
  }

  extension AccountRow {
    /// The same, spaced as what is written here is: the copy's spacing is no change.
    fileprivate var oneLine: AccountRow {
      guard let text = try? JSONDocument(parsing: Array(document.utf8)),
        let literal = text.literal(text.root)
      else { return self }
      var row = self
      row.document = literal.text(style: .oneLine)
      return row
    }
  }

  extension JSONLiteral {
    /// An account with its password behind its names, where people look for it.
    fileprivate var withNamesFirst: JSONLiteral {
      guard case .object(var members) = self, members.first?.key == Field.password.rawValue else {
        return self
      }
      let password = members.removeFirst()
      let names = Field.keys.map(\.rawValue)
      let place = members.lastIndex { names.contains($0.key) }.map { $0 + 1 } ?? 0
      members.insert(password, at: place)
      return .object(members)
    }
  }
#endif
