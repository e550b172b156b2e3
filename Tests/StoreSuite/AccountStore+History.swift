#if canImport(Testing)
import Accounts
import LosslessJSON
import Testing

extension HistoryPosition {
  init(_ number: Int) { self.init(number: number, isUpToDate: true) }
}

extension AccountRecord {
  /// The values that its keys held or hold.
  func values(_ side: (Change) -> JSONLiteral?) -> [String: JSONLiteral] {
    (changes ?? []).reduce(into: [:]) { $0[$1.key] = side($1) }
  }
}

extension AccountStore {
  /// Whether it records its changes.
  var hasHistory: Bool {
    get async throws {
      do throws(AccountsError) {
        _ = try await history(below: nil, limit: 1)
        return true
      } catch .lacks {
        return false
      } catch {
        throw error
      }
    }
  }

  func change(_ change: AccountChange, _ did: ChangeKind) async throws {
    _ = try await apply([change], WriteOptions(by: Attribution(did)))
  }

  func entries() async throws -> [HistoryEntry] {
    try await history(below: nil, limit: .max).entries
  }

  /// Everything that the store holds, in its order; an account's keys in any.
  func state() async throws -> [[JSONLiteral.Member]] {
    try await all(PageRequest(limit: 7, includesOwnKeys: true)).map { account in
      let fields = Field.allCases.compactMap { field in
        account.values[field].map { JSONLiteral.Member(field.key, .string($0.shown)) }
      }
      return fields + account.ownKeys.sorted { $0.key < $1.key }
    }
  }

  /// Adds an account with an id.
  @discardableResult
  func addKnown(_ email: String, _ others: [Field: String] = [:]) async throws -> StoredAccount {
    try await add(email, others.merging([.id: "\(email) \(AccountID.random())"]) { $1 })
  }

  /// Takes back the newest changes that are noted, of different accounts.
  @discardableResult
  func restore(
    _ count: Int, skipping: Int = 0, isDryRun: Bool = false
  ) async throws -> Applied {
    let entries = try await entries().dropFirst(skipping).prefix(count)
    return try await restore(Array(entries), isDryRun: isDryRun)
  }

  @discardableResult
  func restore(
    _ entries: [HistoryEntry], passwordsMayDiffer: Bool = false, isDryRun: Bool = false
  ) async throws -> Applied {
    let position = try await history(below: nil, limit: 1).position
    let done = try await apply(
      changes(back: entries, passwordsMayDiffer), undoing(at: position, isDryRun: isDryRun))
    #expect(done.value.refusals.isEmpty)
    return done.value
  }

  func refusals(of entries: [HistoryEntry]) async throws -> [Refusal] {
    try await refusals(ofUndo: changes(back: entries, false))
  }

  /// Why an undo is refused; fails if the store wrote anything.
  func refusals(ofUndo changes: [AccountChange]) async throws -> [Refusal] {
    let (before, page) = (try await state(), try await history(below: nil, limit: 1))
    let done = try await apply(changes, undoing(at: page.position))
    #expect(done.value.changes.isEmpty && done.value.accounts.isEmpty)
    #expect(try await state() == before)
    #expect(try await history(below: nil, limit: 1).position == page.position)
    return done.value.refusals
  }

  /// Whether an undo is refused because the history moved on, and nothing is written.
  func isOutrun(
    _ changes: [AccountChange], at position: HistoryPosition
  ) async throws -> Bool {
    let before = try await state()
    for isDryRun in [true, false] {
      do throws(AccountsError) {
        _ = try await apply(changes, undoing(at: position, isDryRun: isDryRun))
        return false
      } catch {
        guard error == .historyMovedOn else { throw error }
      }
    }
    return try await state() == before
  }

  private func undoing(at position: HistoryPosition, isDryRun: Bool = false) -> WriteOptions {
    var options = WriteOptions(isDryRun: isDryRun, by: Attribution(.undo))
    options.undo = UndoBasis(position: position)
    return options
  }

  private func changes(
    back entries: [HistoryEntry], _ passwordsMayDiffer: Bool
  ) -> [AccountChange] {
    entries.flatMap { $0.accounts.reversed() }
      .map { .restore($0, passwordMayDiffer: passwordsMayDiffer) }
  }
}
#endif
