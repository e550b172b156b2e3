// An import is judged (`ImportFindings`), gets the passwords that it lacks, is looked at by the
// store, settled and written. A plan goes one way: a caller that was overtaken makes a new one of
// the accounts as they were given.

/// Plans an import, without asking or writing anything itself.
struct ImportPlan: Sendable {
  let rulebook: Rulebook
  private let onConflict: ImportConflict
  /// Whether a text that is only as long as another program's hash was typed.
  let longIsTyped: Bool
  private let given: [NewAccount]
  private let valid: NewAccount.Judgement
  /// The accounts that differ from those that were given, or break rules.
  private var altered: [Int: NewAccount] = [:]
  private var findings = ImportFindings()
  /// Passwords and codes that were made for accounts without one, and the account without it.
  private(set) var provided: [Int: (password: PasswordText, before: NewAccount)] = [:]
  /// The day until which the accounts with a code are invited.
  private var lastDay: CalendarDay?

  /// The positions of the accounts that are not left out.
  private var kept: [Int]
  private var leftOut: Set<Int> = []
  private var refusalsOfLeftOut: [Refusal] = []
  /// The effects on all accounts, and the reasons against those that are kept.
  private var effects: [Applied.Effect]
  private var refused: [Refusal] = []
  /// The existing accounts whose hash the list has unchanged.
  private var samePasswords: Set<Int> = []

  init(
    _ accounts: [NewAccount], _ onConflict: ImportConflict, longIsTyped: Bool,
    under rulebook: Rulebook
  ) {
    (given, self.onConflict, self.rulebook) = (accounts, onConflict, rulebook)
    self.longIsTyped = longIsTyped
    valid = NewAccount.Judgement(rulebook, [])
    kept = Array(accounts.indices)
    effects = accounts.map { _ in .refused }
  }

  var count: Int { given.count }

  subscript(index: Int) -> NewAccount {
    if let account = altered[index] { return account }
    var account = given[index]
    account.judgement = valid
    return account
  }

  private mutating func alter(_ index: Int, _ change: (inout NewAccount) -> Void) {
    var account = self[index]
    change(&account)
    altered[index] = account
  }

  /// Notes what was found in the accounts.
  mutating func take(_ found: ImportFindings) {
    findings = found
    for index in found.withoutCode { alter(index) { $0.contents.values[.invitedUntil] = nil } }
    for (index, problems) in found.problems { judge(index, problems) }
  }

  private mutating func judge(_ index: Int, _ problems: [Problem]) {
    let judgement = NewAccount.Judgement(rulebook, problems)
    alter(index) { $0.judgement = judgement }
  }

  /// The ids of the accounts that are not left out, with their names.
  var ids: [(name: AccountName, id: AccountID)] {
    kept.compactMap { index in listedID(index).map { (AccountName($0.name), $0.id) } }
  }

  private func listedID(_ index: Int) -> (name: String, id: AccountID)? {
    guard let text = given[index].text(of: .id), let id = GivenID(text)?.id,
      let name = self[index].text(of: rulebook.key)
    else { return nil }
    return (name, id)
  }

  /// Refuses accounts whose id is another one than the account has, or another account's. That there
  /// is an account with the name or the id is not told beside, nor that two entries have one id.
  mutating func refuseIDs(_ there: (named: [AccountName: StoredAccount], all: [StoredAccount])) {
    var ids = ListedIDs()
    for index in kept {
      guard let (name, id) = listedID(index) else { continue }
      ids.add(index, name, id, at: there.named[AccountName(name)])
    }
    let found = ids.refusals(among: there.all, by: rulebook.key)
    let indices = Set(found.map(\.index))
    refused = refused.filter { refusal in
      guard indices.contains(refusal.index) else { return true }
      switch refusal.reason {
      case .taken(let field): return field != rulebook.key && field != .id
      case .repeats(let earlier): return sharesName(refusal.index, earlier)
      default: return true
      }
    }
    refused += found
  }

  private func sharesName(_ index: Int, _ earlier: Int) -> Bool {
    let names = self[earlier].nameKeys
    return self[index].nameKeys.contains { names.contains($0) }
  }

  /// The positions of the accounts without a password.
  var withoutPassword: [Int] { findings.withoutPassword }

  private static let passwordIsRequired = Problem(.field(.password), .field(.required))

  /// Gives an account without a password a generated one.
  ///
  /// - Parameter isMarked: whether its owner must change it. A mark in the list itself counts.
  mutating func generate(_ index: Int, _ password: PasswordText, isMarked: Bool) {
    provide(index, password) { account in
      let marks = isMarked && account.values[.mustChange] == nil
      account.setPassword(
        password.text ?? "", marking: marks ? true : nil, without: Self.passwordIsRequired)
    }
  }

  /// Invites the owner of a new account without a password.
  mutating func invite(
    _ index: Int, _ code: PasswordText, until lastDay: CalendarDay, today: CalendarDay
  ) {
    self.lastDay = lastDay
    let rulebook = rulebook
    provide(index, code) { $0.invite(until: lastDay, under: rulebook, today: today) }
  }

  private mutating func provide(
    _ index: Int, _ password: PasswordText, _ change: (inout NewAccount) -> Void
  ) {
    provided[index] = (password, self[index])
    alter(index, change)
  }
}

/// The look: the store says what it would do.
extension ImportPlan {
  /// The changes to look at, of the accounts that are not left out.
  var changes: [AccountChange] { kept.map { .add(self[$0], onConflict: onConflict) } }

  /// Notes what the store would do with these changes.
  mutating func take(_ look: Applied) {
    note(look.effects, of: kept)
    let key = rulebook.key
    let taken = Set(look.refusals.filter { $0.reason == .taken(key) }.map(\.index))
    refused = look.refusals.compactMap { refusal in
      var reason = refusal.reason
      if case .repeats(let earlier) = reason { reason = .repeats(earlier: kept[earlier]) }
      // An account that is there already has a password.
      if case .invalid(let problems) = reason, taken.contains(refusal.index) {
        let others = problems.filter { $0 != Self.passwordIsRequired }
        guard !others.isEmpty else { return nil }
        reason = .invalid(others)
      }
      return Refusal(kept[refusal.index], of: refusal.account, reason)
    }
    refused += findings.tooDear.filter { brings($0.index) }.map {
      Refusal($0.index, .password(breaks: [.hashTooDear(scheme: $0.scheme)]))
    }
  }

  private mutating func note(_ new: [Applied.Effect], of indices: [Int]) {
    for (index, effect) in zip(indices, new) { effects[index] = effect }
  }

  /// True if others were faster: existing accounts are not invited.
  var meetsRace: Bool {
    lastDay != nil && provided.keys.contains { ![.added, .refused].contains(effects[$0]) }
  }

  /// The passwords to hash: those that were typed, and those that were made for new accounts.
  var passwords: [ListedPassword] {
    findings.typed.filter { brings($0.index) }
      + provided.filter { effects[$0.key] == .added }.map { ($0.key, "", $0.value.password) }
  }

  /// True for an account that is neither left out nor passed over because another has its name.
  private func brings(_ index: Int) -> Bool {
    effects[index] != .skipped && !leftOut.contains(index)
  }

  mutating func refuse(_ more: [Refusal]) { refused += more }

  /// True if accounts bring hashes, which may be codes.
  var hasHashes: Bool { kept.contains { bringsHash($0) != nil } }

  /// The hash that an account brings as a password for good; nil if it brings none.
  private func bringsHash(_ index: Int) -> String? {
    let values = self[index].values
    guard brings(index), provided[index] == nil, values[.invitedUntil] == nil,
      let text = values.password, StoredPassword.isKept(text.utf8.span)
    else { return nil }
    return StoredPassword.unlocked(text)
  }

  /// Refuses accounts whose password is the code of another one's invitation.
  mutating func refuseCodes(_ codes: [String: [AccountName]]) {
    guard !codes.isEmpty else { return }
    let problem = Problem(.field(.password), .field(.codeOfInvitation))
    for index in kept {
      guard let hash = bringsHash(index), let owners = codes[hash] else { continue }
      let name = self[index].text(of: rulebook.key)
      if !owners.contains(AccountName(name ?? "")) {
        refused.append(Refusal(index, of: name ?? "", .invalid([problem])))
      }
    }
  }

  /// Leaves out unread and refused accounts; false if there are none. An account that repeats
  /// another's name is left out only by a second look: it may have repeated an account that is out
  /// now.
  mutating func leaveOutRefused(and unread: Set<Int>) -> Bool {
    let others = refused.filter { if case .repeats = $0.reason { false } else { true } }
    let first = leftOut.isEmpty ? unread.union(others.map(\.index)) : []
    let leaving = first.isEmpty ? Set(refused.map(\.index)) : first
    guard !leaving.isEmpty else { return false }
    refusalsOfLeftOut += first.isEmpty ? refused : others
    leftOut.formUnion(leaving)
    kept.removeAll { leaving.contains($0) }
    for index in leaving {
      effects[index] = .refused
      provided[index] = nil
    }
    refused = []
    return true
  }
}

/// The write, after a look at which nothing was refused.
extension ImportPlan {
  /// True if an account that is not left out is refused, and so all are.
  var isRefused: Bool { !refused.isEmpty }

  /// Sets the hashes. Existing accounts keep their password; without them, new ones need one.
  ///
  /// Passwords of accounts that were passed over were not looked at, so they must not be written if
  /// others remove an existing account meanwhile.
  mutating func takeHashes(_ hashes: [Int: PasswordHash]) {
    for (index, hash) in passwords.map({ ($0.index, hashes[$0.index]) }) {
      alter(index) { $0.setPassword(hash?.text) }
    }
    for (index, (_, before)) in provided where effects[index] != .added {
      altered[index] = before
      judge(index, [Self.passwordIsRequired])
      provided[index] = nil
    }
    kept.removeAll { effects[$0] == .skipped }
  }

  /// The changes to write.
  var settledChanges: [AccountChange] {
    kept.map { .add(self[$0], onConflict: provided[$0] == nil ? onConflict : .fail) }
  }

  mutating func take(written: Applied) { note(written.effects, of: kept) }

  /// The existing accounts that get another password.
  var renewed: [AccountName] {
    kept.filter { index in
      effects[index] == .changed && self[index].values.password != nil
        && !samePasswords.contains(index)
    }.compactMap { self[$0].text(of: rulebook.key).map { AccountName($0) } }
  }

  /// Notes whose hash the list has as it is there already.
  mutating func noteSamePasswords(among there: [StoredAccount]) {
    guard !there.isEmpty else { return }
    var passwords: [AccountName: String] = [:]
    for account in there {
      if let name = account[text: rulebook.key] {
        passwords[AccountName(name)] = account[text: .password]
      }
    }
    let typed = Set(self.passwords.map(\.index))
    for index in kept where effects[index] == .changed && !typed.contains(index) {
      guard let new = self[index].values.password, let name = self[index].text(of: rulebook.key),
        let old = passwords[AccountName(name)], sameText(old, new)
      else { continue }
      samePasswords.insert(index)
    }
  }
}

extension ImportPlan {
  /// Reports the plan; with the passwords and invitations once it is written.
  func report(isWritten: Bool = false) -> ImportReport {
    var useless: [String: Int] = [:]
    for (index, scheme) in findings.useless where brings(index) {
      useless[scheme, default: 0] += 1
    }
    var report = ImportReport(
      effects: effects, refusals: refusalsOfLeftOut + refused, uselessHashes: useless,
      replacedPasswords: renewed.count,
      uninvited: findings.withoutCode.count { brings($0) },
      disabled: findings.disabled.count { [.added, .changed].contains(effects[$0]) })
    guard isWritten else { return report }
    for (index, (password, _)) in provided.sorted(by: { $0.key < $1.key }) {
      let account = self[index]
      let name = account.text(of: rulebook.key) ?? ""
      if let lastDay {
        report.invitations.append(
          Invitation(account: name, code: password, until: lastDay) { account.text(of: $0) })
      } else {
        report.generated.append((name, password))
      }
    }
    return report
  }
}
