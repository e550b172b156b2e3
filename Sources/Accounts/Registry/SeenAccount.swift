import LosslessJSON

/// An account as the user saw it, to guard against its name having passed to another account.
///
/// ``Registry/expecting(_:)`` acts only while it is the same account: it still has the email and
/// the user name that were shown, and no change in the history removed, added or passed on one of
/// them, even if it was given back. If the history cannot tell, as after a change by hand, the
/// password decides: it must be the same text as before, a hash of the typed text, or the text that
/// the history says it became since. A text that several accounts have, or a lock without a hash,
/// does not decide: then the person's name must be the same, and no other account be as this one
/// was. If none of that decides, ``NotMeant/Cause`` says how far the account still looks the same.
public struct SeenAccount: Sendable, Hashable {
  /// The name under which it was seen.
  public let name: String
  package let trace: AccountTrace
  /// The end of the history before the account was read; nil without a history.
  let moment: HistoryMoment?

  /// - Parameters:
  ///   - moment: ``Registry/moment()``, from before the account was read.
  package init(_ name: String, _ trace: AccountTrace, at moment: HistoryMoment?) {
    (self.name, self.trace, self.moment) = (name, trace, moment)
  }

  /// The account after its viewer has given it a password.
  package func having(_ password: PasswordText) -> SeenAccount {
    SeenAccount(name, AccountTrace(trace, having: password), at: moment)
  }

  /// Whether it has a first or a last name, which tells that one is the same person.
  package var isNamed: Bool { trace.isNamed }

  package func named(_ name: String) -> SeenAccount { SeenAccount(name, trace, at: moment) }
}

/// Equal if the same account was seen, at any time.
extension SeenAccount {
  public static func == (left: SeenAccount, right: SeenAccount) -> Bool {
    sameText(left.name, right.name) && left.trace == right.trace
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(trace) }
}

/// The end of a history, by its newest change.
package struct HistoryMoment: Sendable, Hashable {
  let number: Int
  /// Nil if it was not found.
  let change: ChangeTrace?
  /// True if the accounts were as that change left them.
  let isUpToDate: Bool
}

/// Hashes of a change, to tell it from one of the same number in another history.
struct ChangeTrace: Hashable {
  private let hash: Int

  init(_ entry: HistoryEntry) {
    var hasher = Hasher()
    hasher.combine(entry.time)
    hasher.combine(entry.user)
    hasher.combine(entry.by)
    hasher.combine(entry.via)
    hasher.combine(entry.did)
    hasher.combine(entry.count)
    hasher.combine(entry.accounts.first?.names(\.old))
    hasher.combine(entry.accounts.first?.names(\.new))
    hash = hasher.finalize()
  }
}

extension Registry {
  /// The end of the history, number 0 if it has not begun; nil if it cannot be read.
  package func moment() async -> HistoryMoment? {
    guard let page = try? await store.history(below: nil, limit: 1, accounts: 1) else { return nil }
    if page.position.number == 0 {
      return HistoryMoment(number: 0, change: nil, isUpToDate: page.position.isUpToDate)
    }
    let newest = page.entries.first { $0.number == page.position.number }
    return HistoryMoment(
      number: page.position.number, change: newest.map { ChangeTrace($0) },
      isUpToDate: page.position.isUpToDate && newest != nil)
  }

  /// Remembers the account that has a name now, to act on later by this name.
  public func seen(_ name: String) async throws(AccountsError) -> SeenAccount {
    let moment = await moment()
    return SeenAccount(name, AccountTrace(try await named(name).account), at: moment)
  }

  /// Guards operations on these accounts: if a name no longer means the account that was seen,
  /// `notMeant` is thrown and nothing is done.
  public func expecting(_ seen: [SeenAccount]) -> Registry {
    var registry = self
    for one in seen { registry.expected[AccountName(one.name)] = one }
    return registry
  }

  /// Throws `notMeant` if a found account is not the one that was seen.
  ///
  /// - Parameter missing: names without an account.
  func checkMeant(
    _ targets: [(name: AccountName, account: StoredAccount)], missing: [AccountName] = []
  ) async throws(AccountsError) {
    let accounts = targets.compactMap { target in
      expected[target.name].map { (seen: $0, now: target.account) }
    }
    let others = try await strangers(among: accounts)
    guard others.isEmpty, missing.isEmpty else {
      throw .notMeant(missing.map { NotMeant($0.text, .another) } + others)
    }
  }

  /// The names of accounts that are not the ones that were seen.
  package func others(among seen: [SeenAccount]) async throws(AccountsError) -> [NotMeant] {
    do throws(AccountsError) {
      _ = try await expecting(seen).named(seen.map(\.name))
      return []
    } catch .notMeant(let others) {
      return others
    } catch .accountClosed {
      // Several have the name: nothing is done to any of them.
      return []
    }
  }

  /// The accounts that were seen, as they are now, if nothing tells what became of them and they
  /// still look the same: by the names under which they were seen. A person who was told of it may
  /// go on with these.
  ///
  /// - Parameter others: those that are not as they were seen.
  package func lookedAtAgain(
    _ seen: [SeenAccount], besides others: [NotMeant]
  ) async throws(AccountsError) -> [String: SeenAccount] {
    let same = Set(others.filter(\.cause.looksTheSame).map(\.name))
    var now: [String: SeenAccount] = [:]
    for one in seen where same.contains(one.name) {
      let found: SeenAccount
      do throws(AccountsError) {
        found = try await self.seen(one.name)
      } catch .cancelled {
        throw .cancelled
      } catch {
        continue
      }
      // Its name may have become another's since.
      if found.trace.names == one.trace.names,
        found.trace.difference(from: one.trace).looksTheSame
      {
        now[one.name] = found
      }
    }
    return now
  }

  /// The accounts that were seen, as they are now, if their names were changed since: by the names
  /// under which they were seen. Left out are those of which the history does not tell all since
  /// then, and those that are gone.
  package func renamed(among seen: [SeenAccount]) async -> [String: SeenAccount] {
    let moment = await moment()
    guard moment?.isUpToDate == true else { return [:] }
    let (names, changes) = await presentNames(of: seen)
    var registry = self
    registry.expected = [:]
    guard !names.isEmpty, let found = try? await registry.named(Array(names.values)) else {
      return [:]
    }
    var accounts: [AccountName: StoredAccount] = [:]
    for account in found.accounts {
      for field in Field.keys {
        if let name = account[text: field] { accounts[AccountName(name)] = account }
      }
    }
    var renamed: [String: SeenAccount] = [:]
    for one in seen {
      guard let name = names[one.name], let account = accounts[AccountName(name)] else { continue }
      let trace = AccountTrace(account)
      // Of a history that began later, the names alone are not enough.
      if one.moment?.number == 0 {
        let names = [AccountName(one.name), AccountName(name)]
        guard (try? await leads(changes, from: one, to: trace, of: names)) == true else { continue }
      }
      renamed[one.name] = SeenAccount(
        found.rulebook.anyName(of: account) ?? name, trace, at: moment)
    }
    return renamed
  }

  /// The present names of accounts, by the names under which they were seen.
  private func presentNames(
    of seen: [SeenAccount]
  ) async -> (names: [String: String], changes: NameChanges) {
    // The history is read from its end: the accounts that were seen last come first.
    var sought = seen.compactMap { one in one.moment.map { (name: one.name, moment: $0) } }
      .sorted { $0.moment.number < $1.moment.number }
    var (changes, later, names) = (NameChanges(), LaterNames(), [String: String]())
    guard let oldest = sought.first?.moment.number else { return (names, changes) }
    do throws(AccountsError) {
      let position = try await readHistory { entry in
        changes.add(entry, since: oldest)
        while let one = sought.last, let number = entry.number, number <= one.moment.number {
          sought.removeLast()
          guard changes.areKnown(since: one.moment), case .now(let name) = later.resolve(one.name)
          else { continue }
          names[one.name] = name
        }
        later.pass(entry)
        return !sought.isEmpty
      }
      // All of a history that began later came since.
      for one in sought where one.moment.number == 0 && changes.haveBegun {
        if case .now(let name) = later.resolve(one.name) { names[one.name] = name }
      }
      return (position.isUpToDate ? names : [:], changes)
    } catch {
      return ([:], changes)
    }
  }

  /// The accounts that are not the ones that were seen.
  package func strangers(
    among accounts: [(seen: SeenAccount, now: StoredAccount)]
  ) async throws(AccountsError) -> [NotMeant] {
    guard !accounts.isEmpty else { return [] }
    let changes = await nameChanges(since: accounts.compactMap(\.seen.moment?.number).min())
    var strangers: [NotMeant] = []
    var alike: [(seen: SeenAccount, now: StoredAccount, trace: AccountTrace)] = []
    for (seen, now) in accounts {
      let trace = AccountTrace(now)
      let names = Field.keys.compactMap { now[text: $0].map { AccountName($0) } }
      guard trace.names == seen.trace.names, !changes.concern(names, since: seen.moment) else {
        strangers.append(NotMeant(seen.name, .another))
        continue
      }
      if changes.areKnown(since: seen.moment) { continue }
      if trace.password == seen.trace.password {
        if !trace.hasValues(of: seen.trace) { alike.append((seen, now, trace)) }
        continue
      }
      if let typed = seen.trace.typed, let password = now.password,
        try await hasher.fits(typed, password)
      {
        continue
      }
      if try await leads(changes, from: seen, to: trace, of: names) { continue }
      strangers.append(
        NotMeant(
          seen.name,
          changes.contradict(seen.moment) ? .another : trace.difference(from: seen.trace)))
    }
    if alike.isEmpty { return strangers }
    let holders = try await traces(having: Set(alike.map(\.trace.password)))
    for (seen, now, trace) in alike {
      let holders = holders[trace.password] ?? []
      let isStranger =
        trace.person == seen.trace.person
        ? holders.contains { $0.hasValues(of: seen.trace) }
        : holders.count > 1 || now.hash.map { $0 == .other } != false
      if isStranger {
        strangers.append(NotMeant(seen.name, trace.difference(from: seen.trace)))
      }
    }
    return strangers
  }

  /// The accounts that have some passwords, by these, as ``AccountTrace`` has them.
  private func traces(
    having passwords: Set<Int>
  ) async throws(AccountsError) -> [Int: [AccountTrace]] {
    var (traces, cursor) = ([Int: [AccountTrace]](), Page.Cursor?.none)
    repeat {
      let page = try await store.page(PageRequest(after: cursor, limit: 1_000))
      for account in page.accounts {
        let password = AccountTrace.hash(ofPasswordOf: account)
        guard passwords.contains(password) else { continue }
        traces[password, default: []].append(AccountTrace(account))
      }
      cursor = page.next
    } while cursor != nil
    return traces
  }

  /// Whether the history leads, change by change, from the password that was seen to the present
  /// one.
  private func leads(
    _ changes: NameChanges, from seen: SeenAccount, to now: AccountTrace, of names: [AccountName]
  ) async throws(AccountsError) -> Bool {
    guard let moment = seen.moment else { return false }
    var (password, typed) = (seen.trace.password, seen.trace.typed)
    for change in changes.passwords(of: names, since: moment) {
      var isNext = AccountTrace.hash(ofPassword: change.old) == password
      // The history has a hash of the typed text.
      if !isNext, let text = typed, let old = try? StoredPassword(change.old) {
        isNext = try await hasher.fits(text, old)
      }
      if isNext { (password, typed) = (AccountTrace.hash(ofPassword: change.new), nil) }
    }
    return password == now.password
  }

  /// Reads the changes of names down to a change's number.
  private func nameChanges(since oldest: Int?) async -> NameChanges {
    var changes = NameChanges()
    guard let oldest else { return changes }
    do throws(AccountsError) {
      let position = try await readHistory { entry in
        changes.add(entry, since: oldest)
        return entry.number.map { $0 > oldest } ?? true
      }
      if !position.isUpToDate { changes.unknown = .max }
    } catch {
      changes.unknown = .max
    }
    return changes
  }
}

/// The names that were removed, added or passed on, and when, and the passwords that were changed.
private struct NameChanges {
  typealias PasswordChange = (number: Int, old: String, new: String)

  private var changes: [Int: ChangeTrace] = [:]
  private var newest: [AccountName: Int] = [:]
  /// The newest first, by each name that the account had before or after.
  private var passwords: [AccountName: [PasswordChange]] = [:]
  /// The number of the newest change whose effect on names is unknown.
  var unknown = 0

  mutating func add(_ entry: HistoryEntry, since oldest: Int) {
    guard let number = entry.number else { return }
    changes[number] = ChangeTrace(entry)
    guard number > oldest else { return }
    if [.byHand, .copy].contains(entry.did) || !entry.did.isKnown
      || entry.accounts.count < entry.count
    {
      unknown = max(unknown, number)
    }
    for account in entry.accounts {
      if account.changes == nil, entry.did.keepsValues { unknown = max(unknown, number) }
      let old = Set(account.names(\.old).map { AccountName($0) })
      // Another spelling of a name is the same name.
      for name in old.symmetricDifference(account.names(\.new).map { AccountName($0) }) {
        newest[name] = max(newest[name] ?? 0, number)
      }
      guard account.kind == .changed, let change = account.changes?[.password],
        case .string(let before)? = change.old, case .string(let after)? = change.new
      else { continue }
      for name in Set(account.allNames.map { AccountName($0) }) {
        passwords[name, default: []].append((number, before, after))
      }
    }
  }

  /// Whether the first change of the history is among them.
  var haveBegun: Bool { changes[1] != nil }

  /// The changes of an account's password since a moment, the oldest first.
  func passwords(of names: [AccountName], since moment: HistoryMoment) -> [PasswordChange] {
    var seen: Set<Int> = []
    return names.flatMap { passwords[$0] ?? [] }
      .filter { $0.number > moment.number && seen.insert($0.number).inserted }
      .sorted { $0.number < $1.number }
  }

  func concern(_ names: [AccountName], since moment: HistoryMoment?) -> Bool {
    guard let moment else { return false }
    return names.contains { newest[$0].map { $0 > moment.number } ?? false }
  }

  /// Whether they are of another history than the one that was there at a moment.
  func contradict(_ moment: HistoryMoment?) -> Bool {
    guard let moment, let change = changes[moment.number] else { return false }
    return change != moment.change
  }

  func areKnown(since moment: HistoryMoment?) -> Bool {
    guard let moment, moment.isUpToDate, let change = changes[moment.number] else {
      return false
    }
    return change == moment.change && unknown <= moment.number
  }
}
