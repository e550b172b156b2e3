// A declared password is set in an account that is new or has none. If passwords are to be set, a
// hash whose text differs is set too, and a typed password that does not fit; but no weak hash over
// one that is not weak, which is noted and nothing to do. A lock stays, or comes; the hash behind
// it is compared and changed like any other. `mustChange` is set or cleared if the password is set,
// and in an account that has none. So is `invitedUntil`, but never without a password; if one is
// set, an invitation that is not declared ends.

import LosslessJSON

/// The accounts of a store, indexed by name.
struct ExistingAccounts: Sendable {
  private let key: Field
  private(set) var accounts: [StoredAccount] = []
  private var places: [String: Int] = [:]
  /// The places of all accounts that share a name, by the place of the first.
  private(set) var several: [Int: [Int]] = [:]

  init(by key: Field) { self.key = key }

  mutating func add(_ more: [StoredAccount]) {
    for account in more {
      let place = accounts.count
      accounts.append(account)
      guard let name = account[text: key].map({ AccountName($0).key }) else { continue }
      if let first = places.updateValue(place, forKey: name) {
        places[name] = first
        several[first, default: [first]].append(place)
      }
    }
  }

  subscript(name: String) -> Int? { places[AccountName(name).key] }
}

/// Plans the changes that make accounts as declared. Account by account, without writing anything.
struct DeclaredPlan: Sendable {
  private(set) var steps: [DeclaredStep] = []
  var refusals: [Refusal] = []
  private var keepingHash: [String] = []
  private var stayingLocked: [String] = []
  private var uninvited: [String] = []
  private var uselessHashes: [String: Int] = [:]
  /// The declared accounts of a name that several have, and the place of the first of those.
  private var shared: [(index: Int, name: String, place: Int)] = []
  private let key: Field
  /// The codes of the invitations that are there, without locks.
  private var codes: Set<String> = []
  /// The number of accounts before the changes.
  var before: Int
  private var removed = 0

  init(by key: Field, over there: ExistingAccounts) {
    (self.key, before) = (key, there.accounts.count)
    for account in there.accounts where account[value: .invitedUntil] != nil {
      if let code = account.unlockedPassword { codes.insert(code) }
    }
  }

  /// Plans a part of the declared accounts.
  init(
    _ declared: [NewAccount], _ part: Range<Int>, _ there: ExistingAccounts,
    setsPasswords: Bool, under rulebook: Rulebook
  ) {
    (key, before) = (rulebook.key, there.accounts.count)
    for index in part {
      guard let name = declared[index].declaredName(in: key) else {
        let problem = Problem(.field(rulebook.key), .field(.required))
        refuse(index, "", .invalid([problem]))
        continue
      }
      let found = there[name]
      if DeclaredStep.leavesInvitationOut(
        declared[index], of: found.map { there.accounts[$0] })
      {
        uninvited.append(name)
      }
      guard let place = found else {
        steps.append(DeclaredStep(index, new: declared[index], name, under: rulebook))
        continue
      }
      guard there.several[place] == nil else {
        shared.append((index, name, place))
        continue
      }
      let step = DeclaredStep(
        index, declared[index], there.accounts[place], setsPasswords: setsPasswords,
        under: rulebook)
      if let step { steps.append(step) }
    }
  }

  mutating func add(_ other: DeclaredPlan) {
    steps += other.steps
    refusals += other.refusals
    shared += other.shared
    uninvited += other.uninvited
  }

  private mutating func refuse(_ index: Int?, _ name: String, _ reason: Refusal.Reason) {
    refusals.append(Refusal(index ?? .max, of: name, reason))
  }

  mutating func prune(
    _ there: ExistingAccounts, sparing declared: [NewAccount], under rulebook: Rulebook
  ) {
    var spared = [Bool](repeating: false, count: there.accounts.count)
    for account in declared {
      guard let place = account.declaredName(in: key).flatMap({ there[$0] }) else { continue }
      for place in there.several[place] ?? [place] { spared[place] = true }
    }
    let several = Set(there.several.values.joined())
    for (place, account) in there.accounts.enumerated() where !spared[place] {
      let name = rulebook.nameField(of: account).flatMap { account[text: $0] } ?? ""
      removed += 1
      // Only a person can say which of several is meant, and an account without a name cannot be
      // named.
      if account.nameKey == nil || several.contains(place) {
        refuse(nil, name, .closed(account.problems))
      } else {
        steps.append(DeclaredStep(removing: account, name))
      }
    }
  }

  /// Refuses accounts that are declared again under the same name, and those of a name that several
  /// accounts share. Which of these is meant is asked once for each name.
  mutating func refuseRepeated(_ declared: [NewAccount], and there: ExistingAccounts) {
    var places: [String: Int] = [:]
    places.reserveCapacity(declared.count)
    var repeated: Set<Int> = []
    for (index, account) in declared.enumerated() {
      guard let name = account.declaredName(in: key) else { continue }
      let folded = AccountName(name).key
      guard let earlier = places.updateValue(index, forKey: folded) else { continue }
      places[folded] = earlier
      refuse(index, name, .repeats(earlier: earlier))
      repeated.insert(index)
    }
    if !repeated.isEmpty { steps.removeAll { $0.index.map(repeated.contains) ?? false } }
    for (index, name, place) in shared where !repeated.contains(index) {
      let problems = there.several[place, default: []].flatMap { there.accounts[$0].problems }
      refuse(index, name, .closed(problems))
    }
  }

  /// Refuses declared accounts whose id is another one than the account has, or another account's.
  mutating func refuseIDs(_ declared: [NewAccount], over there: ExistingAccounts) {
    var ids = ListedIDs()
    for (index, account) in declared.enumerated() {
      guard let name = account.declaredName(in: key), let text = account.text(of: .id),
        let given = GivenID(text)
      else { continue }
      ids.add(index, name, given.id, at: there[name].map { there.accounts[$0] })
    }
    guard !ids.isEmpty else { return }
    let refused = ids.refusals(among: there.accounts, by: key)
    let indices = Set(refused.map(\.index))
    refusals += refused
    steps.removeAll { $0.index.map(indices.contains) ?? false }
  }

  /// Throws if too many accounts would go.
  func checkLimit(_ pruning: Pruning) throws(AccountsError) {
    guard pruning == .limited, removed > 0, refusals.isEmpty else { return }
    let added = steps.count { $0.index != nil && $0.account == nil }
    if before >= 10 && removed * 3 > before || removed == before && added == 0 {
      throw .prunesTooMany(removed, of: before)
    }
  }

  /// Decides which passwords to set, and whether as a hash or to be hashed.
  mutating func resolvePasswords(
    _ hasher: PasswordHasher, under rulebook: Rulebook
  ) async throws(AccountsError) {
    let judge = hasher.judge(under: rulebook)
    var asked: [(step: Int, password: PasswordText, stored: StoredPassword)] = []
    for place in steps.indices {
      guard case .declared(let text, let old) = steps[place].password else { continue }
      let (name, index) = (steps[place].name, steps[place].index)
      let oldLock = old.map(StoredPassword.lockToKeep) ?? ""
      switch Result(catching: { () throws(FieldRule) in try StoredPassword(text) }) {
      case .failure(let rule): refuse(index, name, .password(breaks: [rule]))
      case .success(.typed(let typed)):
        let broken = rulebook.brokenRules(typed, of: steps[place].names)
        if !broken.isEmpty { refuse(index, name, .password(breaks: broken)) }
        let hash = old.flatMap { oldLock.isEmpty ? $0 : StoredPassword.hash(behindLockOf: $0) }
        if let stored = hash.flatMap({ try? StoredPassword($0) }) {
          asked.append((place, typed, stored))
        }
        steps[place].password = .typed(typed, lock: oldLock)
        continue
      case .success(.hash), .success(.locked):
        if let new = set(text, over: old, index, name, judge) {
          steps[place].password = .stored(new)
          continue
        }
      }
      steps[place].leavePassword()
    }
    let fits = try await hasher.fit(asked.map { ($0.password, $0.stored) })
    for (question, fits) in zip(asked, fits) where fits { steps[question.step].leavePassword() }
    for step in steps where step.index != nil && step.isNeeded && step.staysLocked {
      stayingLocked.append(step.name)
    }
    for step in steps where step.leavesCode || step.takesCode(among: codes) {
      let problem = Problem(.field(.password), .field(.codeOfInvitation))
      refuse(step.index, step.name, .invalid([problem]))
    }
    steps.removeAll { !$0.isNeeded }
  }

  /// The text to store for a declared hash or lock; nil if nothing changes.
  private mutating func set(
    _ text: String, over old: String?, _ index: Int?, _ name: String, _ judge: HashJudge
  ) -> String? {
    func hash(in text: String) -> PasswordHash? {
      PasswordHash(text) ?? StoredPassword.hash(behindLockOf: text).flatMap { PasswordHash($0) }
    }
    guard let new = hash(in: text) else { return sameText(text, old) ? nil : text }
    let strength = judge.strength(of: new)
    if strength == .tooDear {
      refuse(index, name, .password(breaks: [.hashTooDear(scheme: new.scheme)]))
      return text
    }
    var kept = old.map { StoredPassword.keepingLock(of: $0, in: text) } ?? text
    if strength == .weak, let old, let present = hash(in: old),
      judge.strength(of: present) == .strong
    {
      keepingHash.append(name)
      kept = StoredPassword.keepingLock(of: kept, in: present.text)
    }
    guard !sameText(kept, old) else { return nil }
    if [.unknown, .broken].contains(judge.strength(of: hash(in: kept) ?? new)) {
      uselessHashes[new.scheme, default: 0] += 1
    }
    return kept
  }

  /// The typed passwords to hash, by declared account.
  var typed: [(index: Int, name: String, password: PasswordText)] {
    steps.compactMap { step in
      step.index.flatMap { index in step.typed.map { (index, step.name, $0) } }
    }
  }

  /// The existing accounts whose password is replaced or that are removed.
  var givingWay: [StoredAccount] {
    steps.compactMap { $0.index == nil || $0.password != nil ? $0.account : nil }
  }

  /// The changes, with hashes for the passwords that were typed.
  func changes(
    _ hashes: [Int: PasswordHash] = [:]
  ) throws(AccountsError) -> [AccountChange] {
    try steps.map { step throws(AccountsError) in
      try step.change(step.index.flatMap { hashes[$0] })
    }
  }

  /// True if refusals come from changes that others made since the accounts were read.
  func meetsRace(_ refused: [Refusal]) -> Bool {
    refused.contains { refusal in
      switch refusal.reason {
      case .missing, .conflict, .changedSince: true
      case .taken(let field):
        field == key && steps[refusal.index].account == nil
      case .invalid, .closed, .repeats, .idWouldCount, .unproven: false
      }
    }
  }

  /// Adds the store's refusals, without repeating known ones.
  mutating func refuse(_ refused: [Refusal]) {
    var known = Set(refusals.map { Refusal($0.index, $0.reason) })
    for refusal in refused {
      let step = steps[refusal.index]
      var reason = refusal.reason
      if case .repeats(let earlier) = reason {
        reason = .repeats(earlier: steps[earlier].index ?? 0)
      }
      let isNew = known.insert(Refusal(step.index ?? .max, reason)).inserted
      if isNew { refuse(step.index, step.name, reason) }
    }
  }

  /// Reports the plan, with the changes that a store made or would make.
  func report(_ applied: Applied? = nil, isWritten: Bool = false) -> DeclaredReport {
    DeclaredReport(
      accounts: refusals.isEmpty ? applied?.changes ?? [] : [], keepingHash: keepingHash,
      stayingLocked: stayingLocked, uninvited: uninvited, uselessHashes: uselessHashes,
      refusals: refusals,
      isWritten: isWritten && refusals.isEmpty && applied?.changes.isEmpty == false)
  }
}

extension NewAccount {
  /// The name in the field that is the rulebook's key; nil if it is blank.
  fileprivate func declaredName(in key: Field) -> String? {
    text(of: key).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension DeclaredStep {
  var typed: PasswordText? { if case .typed(let password, _) = password { password } else { nil } }

  /// True if the account gets another password and stays locked.
  fileprivate var staysLocked: Bool {
    guard let old = account?[text: .password], !StoredPassword.lockToKeep(of: old).isEmpty else {
      return false
    }
    return password != nil
  }

  /// The account's values after the change: a password must not be made of its names.
  fileprivate var names: FieldValues {
    guard let account else { return values }
    return EditedValues(edits, of: account.values).values
  }
}
