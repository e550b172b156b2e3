import AccountsSupport
import LosslessJSON
import TestSupport
import Testing
import TextTools

@testable import Accounts
@testable import AccountsFile
@testable import PostgresAccounts

/// One sequence of random steps, each taken on accounts in a file and on accounts in a database.
final class SameStepsRun {
  private let directory = TemporaryDirectory("regapp-same")
  private let file: Registry
  private let database: Registry
  private var dice: Dice
  private(set) var steps: [String] = []
  /// The ids that were seen in the file, and in the database.
  private var ids = (SeenIDs(), SeenIDs())

  init(_ seed: UInt64, _ database: TestDatabase) {
    dice = Dice(seed)
    let hasher = PasswordHasher(cost: 1, crypt: Self.crypt)
    let file = PersonalRegistry(
      documents: "\(directory.path)/file", today: { .ofTests }, hasher: hasher)
    let rows = PersonalRegistry(
      database: database.address, session: "\(directory.path)/session", today: { .ofTests },
      hasher: hasher)
    (self.file, self.database) = (file.registry, rows.registry)
  }

  /// A crypt(3) without salt: one password has one hash.
  private static func crypt(_ password: PasswordText, _ setting: String) -> Crypt.Result {
    let parts = setting.split(separator: "$")
    guard parts.count > 2, parts[0] == "y" else { return Crypt.hash(password, setting: setting) }
    let letters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    let digest = SHA1.digest(of: password.bytes).flatMap { [$0, $0 ^ 0x5A, $0 &* 3] }.prefix(43)
    let salt = String(repeating: "a", count: 22)
    return .made("$y$\(parts[1])$\(salt)$" + String(digest.map { letters[Int($0 % 64)] }))
  }

  func run(_ count: Int) async throws {
    for _ in 0..<count {
      try await step()
      try await compare()
    }
  }

  private func step() async throws {
    switch dice.below(16) {
    case 0...2: try await register()
    case 3...6: try await edit()
    case 7: try await disable()
    case 8: try await enable()
    case 9: try await remove()
    case 10...12: try await take()
    case 13:
      try await both("cancel") {
        _ = try await PersonalRegistry(registry: $0).cancel()
      }
    case 14:
      let place = dice.below(8)
      try await both("undo --change, \(place) before the last") { registry in
        let entries = try await registry.history()
        guard entries.indices.contains(place), let number = entries[place].number else { return "" }
        do {
          let done = try await registry.undo(change: number, theirs: true)
          return "\(done.entries.map(\.did)) \(done.accounts.shown) \(done.notices)"
        } catch AccountsError.nothingToRestore(_, let did) {
          // The numbers are a store's own.
          return "nothing to restore: \(did)"
        } catch AccountsError.cannotUndo(let refused) {
          return "cannot undo: \(refused.map { $0.shown(in: entries) })"
        } catch {
          throw error
        }
      }
    default:
      let count = 1 + dice.below(4)
      try await both("undo \(count)") { registry in
        let done = try await registry.undo(count, theirs: true)
        return "\(done.entries.map(\.did)) \(done.accounts.shown) \(done.notices)"
      }
    }
  }

  /// Does something on both sides, which must come to the same.
  private func both(_ step: String, _ body: (Registry) async throws -> some Any) async throws {
    func outcome(_ registry: Registry) async throws -> String {
      do { return "\(try await body(registry))" } catch let error as AccountsError {
        return "refused: \(error)"
      }
    }
    let one = ids.0.numbered(in: try await outcome(file))
    let other = ids.1.numbered(in: try await outcome(database))
    steps.append("\(step): \(one)")
    #expect(one == other, "\(step)")
  }

  private func compare() async throws {
    let (here, there) = (try await file.shown(), try await database.shown())
    let accounts = (ids.0.numbered(in: here.accounts), ids.1.numbered(in: there.accounts))
    try #require(accounts.0 == accounts.1, "\(steps.suffix(3))")
    let history = (ids.0.numbered(in: here.history), ids.1.numbered(in: there.history))
    try #require(history.0 == history.1, "\(steps.suffix(3))")
  }
}

/// The ids of accounts that were seen, in their order: each store gives others.
private struct SeenIDs {
  private var numbers: [String: Int] = [:]

  /// A text with the number of each id in its place.
  mutating func numbered(in text: String) -> String {
    text.replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) { match in
      let id = String(match.output.0)
      let number = numbers[id] ?? numbers.count + 1
      numbers[id] = number
      return "#\(number)"
    }
  }

  mutating func numbered(in texts: [String]) -> [String] {
    var texts = texts
    for index in texts.indices { texts[index] = numbered(in: texts[index]) }
    return texts
  }
}

extension Refusal {
  /// In words, with the places of later changes among those of a history.
  fileprivate func shown(in entries: [HistoryEntry]) -> String {
    let later = laterChanges.sorted { $0.key < $1.key }.map { key, number in
      "\(key) by \(entries.firstIndex { $0.number == number } ?? -1)"
    }
    return "\(index) \(account) \(reason) \(later)"
  }
}

// MARK: Steps

extension SameStepsRun {
  private func email() -> String {
    let name = dice.pick(["ada", "bob", "eve", "joe"])
    return (dice.below(4) == 0 ? name.capitalized : name) + "@home.org"
  }

  private func values(_ email: String) -> FieldValues {
    var values = FieldValues()
    values.email = email
    if dice.below(2) == 0 {
      values.firstName = dice.pick(["Ann", "Ё", "Rene\u{301}", "Ren\u{E9}"])
    }
    if dice.below(3) == 0 { values.username = dice.pick(["u1", "u2", "U3"]) }
    if dice.below(4) == 0 { values.groups = dice.pick([["a"], ["b", "a"]]) }
    return values
  }

  private func register() async throws {
    let (values, logsIn) = (values(email()), dice.below(3) == 0)
    let password = PasswordEntry("word\(steps.count)")
    try await both("register \(values.email ?? "")") { registry in
      logsIn
        ? try await PersonalRegistry(registry: registry).register(values, password: password)
          .notices
        : try await registry.register(values, password: password).notices
    }
  }

  private func edit() async throws {
    var fields: [Field: FieldSetting] = [:]
    for _ in 0...dice.below(2) {
      let field = dice.pick([Field.firstName, .lastName, .username, .email, .groups, .validFrom])
      let text: String? =
        switch field {
        case .email: email()
        case .username: dice.pick([nil, "u1", "u2", "U3"])
        case .groups: dice.pick([nil, "a", "a,b"])
        case .validFrom: dice.pick([nil, "2020-01-01", "2040-01-01", "never"])
        default: dice.pick([nil, "Ann", "Rene\u{301}", "Ren\u{E9}"])
        }
      fields[field] = FieldSetting(text)
    }
    let password = dice.below(3) == 0 ? PasswordEntry("word\(steps.count)") : nil
    let request = EditRequest(account: email(), fields: fields, password: password)
    try await both("edit \(request.account) \(fields)") { registry in
      try await registry.edit(request).notices
    }
  }

  private func disable() async throws {
    let (name, reason) = (email(), dice.pick([nil, "left"]))
    try await both("disable \(name)") { try await $0.disable(name, reason: reason).notices }
  }

  private func enable() async throws {
    let name = email()
    try await both("enable \(name)") { try await $0.enable(name).notices }
  }

  private func remove() async throws {
    let name = email()
    try await both("remove \(name)") { try await $0.remove(name).notices }
  }

  private func take() async throws {
    let onConflict = dice.pick(ImportConflict.allCases)
    var accounts: [NewAccount] = []
    for number in 0...dice.below(4) {
      var values = values(email())
      values.password = dice.pick([
        "word\(steps.count)-\(number)", HashOfSecret1.sha512, "!" + HashOfSecret1.sha512, nil,
        "abc",
      ])
      let own = dice.below(2) == 0 ? [JSONLiteral.Member("x-note", dice.literal())] : []
      accounts.append(NewAccount(values, ownKeys: own))
    }
    let taken = accounts
    let names = taken.map { $0.values.email ?? "" }
    try await both("import \(names), \(onConflict)") { registry in
      let done = try await registry.importAccounts(taken, onConflict: onConflict)
      let refused = done.refusals.map { "\($0.index) \($0.reason)" }
      return "\(done.added) \(done.replaced) \(done.skipped) \(refused) \(done.notices)"
    }
  }
}

extension Registry {
  /// Everything there is, without what is a store's own: the order, the places, the numbers, the
  /// times.
  fileprivate func shown() async throws -> (accounts: [String], history: [String]) {
    let page = try await list(limit: 1_000, withOwnKeys: true)
    let accounts = page.accounts.map { account in
      let fields = Field.allCases.compactMap { field in
        account.values[field].map { JSONLiteral.Member(field.key, $0.literal) }
      }
      let own = account.ownKeys.sorted { $0.key < $1.key }
      return JSONLiteral.object(fields + own).text(style: .compact) + " \(account.state)"
    }
    var history = try await self.history().map(\.shown)
    // A database looks for those of one name by its indexes.
    for name in [
      "ada@home.org", "bob@home.org", "eve@home.org", "joe@home.org", "u1", "u2", "U3",
    ] {
      let entries = try? await self.history(of: name)
      history += (entries ?? []).map { "\(name): \($0.shown)" }
    }
    return (accounts.sorted(), history)
  }
}

extension HistoryEntry {
  fileprivate var shown: String {
    "\(did) \(by ?? "-") \(via?.word ?? "-") \(user ?? "-") \(count) \(accounts.shown)"
  }
}

extension [AccountRecord] {
  /// By their names: several come back in the order in which a file had them.
  fileprivate var shown: [String] {
    enumerated().sorted {
      ($0.element.name ?? "", $0.offset) < ($1.element.name ?? "", $1.offset)
    }
    .map(\.element.shown)
  }
}

extension AccountRecord {
  fileprivate var shown: String {
    let changes = changes?.map { change in
      let (old, new) = (change.old?.text(style: .compact), change.new?.text(style: .compact))
      return "\(change.key): \(old ?? "-") > \(new ?? "-")"
    }
    return "\(name ?? "-") \(id?.description ?? "-") \(changes?.sorted() ?? ["not kept"])"
  }
}
