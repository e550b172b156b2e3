package import Accounts
import LosslessJSON

extension AccountsDocument {
  package func reversing(
    _ steps: [UndoStep], today: CalendarDay, _ options: WriteOptions
  ) throws(AccountsError) -> (
    text: TextPieces?, document: AccountsDocument, recording: ChangeRecording, result: Applied
  ) {
    var document = self
    var text: TextPieces?
    var recording = ChangeRecording(rulebook: rulebook)
    var effects: [Applied.Effect] = []
    var changes: [AccountRecord] = []
    var accounts: [StoredAccount] = []
    var (isAround, movesAccounts) = (false, false)
    var namesBack: [(id: NameKey, index: Int)] = []
    var renamed: [RenamedAccount] = []
    var (idsBack, idsGone): (Set<AccountID>, Set<AccountID>) = ([], [])
    var rehashed = RehashedAccounts()
    var steps = steps[...]
    func refused(
      _ refusals: [Refusal]
    ) -> (TextPieces?, AccountsDocument, ChangeRecording, Applied) {
      (nil, self, ChangeRecording(), Applied(refusals: refusals))
    }
    while let next = steps.popFirst() {
      var step: [AccountChange]
      switch next {
      case .accounts(let changes): step = changes.map(rehashed.keepingHash)
      case .document(let recorded):
        let added = changes.filter { $0.kind == .added }.flatMap { $0.names(\.new) }
        switch try document.reversing(recorded, back: Set(added.map { AccountName($0).key })) {
        case .success(let new): (document, text) = (new, TextPieces([new.document.bytes[...]]))
        case .failure(let failure): return refused([Refusal(effects.count, failure.reason)])
        }
        isAround = true
        movesAccounts = movesAccounts || recorded.order != nil
        effects.append(.changed)
        continue
      }
      var plan = ChangePlan(step, over: document, today: today, options, isStep: true)
      // An account may have been named by its email in one change, and by its user name in another.
      if let again = plan.refusals.first(where: \.isRepeated)?.index, again > 0 {
        steps = [.accounts(Array(step[again...]))] + steps
        step = Array(step[..<again])
        plan = ChangePlan(step, over: document, today: today, options, isStep: true)
      }
      let refusals = plan.refusals.map { Refusal(effects.count + $0.index, $0.reason) }
      guard refusals.isEmpty else { return refused(refusals) }
      if let new = try plan.text() {
        text = new
        // The next step applies to this text.
        document = try AccountsDocument(
          path: path, bytes: new.inMemory, hasLines: hasLines, dialect: dialect)
      }
      let drafted = plan.recording
      recording.accounts += drafted.accounts
      if drafted.count > 0 { recording.steps.append(drafted.count) }
      recording.lostComments += drafted.lostComments
      rehashed.note(step, drafted)
      changes += drafted.all
      accounts += plan.accounts
      namesBack += plan.claims.map { ($0.id, effects.count + $0.index) }
      renamed += plan.renamed.map { $0.moved(by: effects.count) }
      idsBack.formUnion(plan.idsBack)
      idsGone.formUnion(plan.idsGone)
      effects += plan.effects
    }
    let merged = recording.steps.count > 1 ? changes.merged(recording.steps) : nil
    recording.merged = merged
    let taken =
      namesBack.isEmpty ? [] : taken(namesBack, in: document, by: merged ?? changes)
    let counting =
      counting(renamed, in: document, back: idsBack, gone: idsGone)
    let refusals = taken + counting
    guard refusals.isEmpty else { return refused(refusals) }
    if isAround {
      // Taken together, for what comes of one step another may take back.
      let key = rulebook.key
      recording.document = DocumentRecord(
        from: self, AccountTable(self, by: key), to: document, AccountTable(document, by: key),
        ordersAll: movesAccounts
          && changes.contains { $0.kind != .changed || !sameText($0.name, $0.newName) })
    }
    let touched = rulebook == document.rulebook ? accounts : document.allAccounts(today: today)
    // A later step may have mended or removed what an earlier one closed.
    let mayBeClosed = touched.closed(in: document).flatMap { $0.values.nameKeys }
      .map { AccountName($0.key) }
    let closed =
      mayBeClosed.isEmpty
      ? [] : document.closing(since: self, among: mayBeClosed, today: today)
    let result = Applied(
      effects: effects, accounts: options.returnsAccounts ? accounts : [], changes: changes,
      steps: recording.steps, document: recording.document,
      closed: closed,
      locked: locked(in: document, by: changes, recording.steps), refusals: [])
    // An undo without effect is a change like others.
    return (text ?? TextPieces([self.document.bytes[...]]), document, recording, result)
  }

  /// A `taken` refusal for each name that an account has in `other` together with another, and did
  /// not have here: by what the steps together make of the accounts.
  private func taken(
    _ names: [(id: NameKey, index: Int)], in other: AccountsDocument, by changes: [AccountRecord]
  ) -> [Refusal] {
    let after = NameTable(other, isAskedOften: names.count > 8)
    var new: Set<NameKey> = []
    for account in changes {
      let before = account.changes?.nameKeys(\.oldValue) ?? []
      new.formUnion((account.changes?.nameKeys(\.newValue) ?? []).filter { !before.contains($0) })
      guard account.kind == .added, let id = account.changes?[.id]?.newValue?.text else { continue }
      if let given = GivenID(id) { new.insert(NameKey(given.id)) }
    }
    return names.filter { new.contains($0.id) && after.rows($0.id).count > 1 }
      .map { Refusal($0.index, .taken($0.id.field)) }
  }

  /// The accounts that have a lock alone for a password in `other`, and had more here, in the order
  /// of their last steps. The records do not tell: a typed password is a lock in them.
  private func locked(
    in other: AccountsDocument, by changes: [AccountRecord], _ steps: [Int]
  ) -> [String] {
    let setsLock = changes.contains { account in
      guard case .string(let text)? = account.changes?[.password]?.new else { return false }
      return StoredPassword.isLockAlone(text)
    }
    guard setsLock else { return [] }
    typealias Known = (old: String, new: String, place: Int, removed: AccountRecord?)
    // Accounts by the names that they have now, with those before the first step.
    var known: [String: Known] = [:]
    var place = 0
    for step in changes.inSteps(steps) {
      let olds = step.map { account -> String? in
        guard let name = account.name else { return nil }
        guard let last = known.removeValue(forKey: AccountName(name).key) else { return name }
        let isSame =
          account.kind != .added || last.removed.map { account.brings(back: $0) } == true
        return isSame ? last.old : name
      }
      for (account, old) in zip(step, olds) {
        place += 1
        guard let old, let new = account.newName else { continue }
        known[AccountName(new).key] = (old, new, place, account.kind == .removed ? account : nil)
      }
    }
    let isMany = known.count > 8
    let before = NameTable(self, isAskedOften: isMany)
    let after = NameTable(other, isAskedOften: isMany)
    return known.values.sorted { $0.place < $1.place }.filter { account in
      other.hasLockAlone(account.new, after) && !hasLockAlone(account.old, before)
    }.map(\.new)
  }

  private func hasLockAlone(_ name: String, _ names: NameTable) -> Bool {
    names.find(AccountName(name)).rows.contains { row in
      Row(self, row)[text: .password, in: self].map(StoredPassword.isLockAlone) == true
    }
  }
}

extension [StoredAccount] {
  /// The closed accounts, including those that share a name with another account of a text.
  fileprivate func closed(in text: AccountsDocument) -> [StoredAccount] {
    let names = NameTable(text, isAskedOften: count > 8)
    return filter { account in
      account.isClosed || account.values.nameKeys.contains { names.rows($0).count > 1 }
    }
  }
}

extension Refusal {
  fileprivate var isRepeated: Bool { if case .repeats = reason { true } else { false } }
}
