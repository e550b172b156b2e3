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

  /// Takes back the newest changes that are noted: all in one step, or each account in its own.
  @discardableResult
  func restore(
    _ count: Int, skipping: Int = 0, together: Bool = false, isDryRun: Bool = false
  ) async throws -> Applied {
    let entries = try await entries().dropFirst(skipping).prefix(count)
    return try await restore(Array(entries), together: together, isDryRun: isDryRun)
  }

  @discardableResult
  func restore(
    _ entries: [HistoryEntry], passwordsMayDiffer: Bool = false, together: Bool = false,
    isDryRun: Bool = false
  ) async throws -> Applied {
    let position = try await history(below: nil, limit: 1).position
    let done = try await undo(
      steps(of: entries, passwordsMayDiffer, together: together), at: position,
      WriteOptions(isDryRun: isDryRun, by: Attribution(.undo)))
    #expect(done.value.refusals.isEmpty)
    return done.value
  }

  func refusals(of entries: [HistoryEntry]) async throws -> [Refusal] {
    try await refusals(of: steps(of: entries, false))
  }

  /// Why steps are refused; fails if the store wrote anything.
  func refusals(of steps: [UndoStep]) async throws -> [Refusal] {
    let (before, page) = (try await state(), try await history(below: nil, limit: 1))
    let done = try await undo(steps, at: page.position, WriteOptions(by: Attribution(.undo)))
    #expect(done.value.changes.isEmpty && done.value.accounts.isEmpty)
    #expect(try await state() == before)
    #expect(try await history(below: nil, limit: 1).position == page.position)
    return done.value.refusals
  }

  /// Whether steps are refused because the history moved on, and nothing is written.
  func isOutrun(
    _ steps: [UndoStep], at position: HistoryPosition
  ) async throws -> Bool {
    let before = try await state()
    for isDryRun in [true, false] {
      do throws(AccountsError) {
        _ = try await undo(steps, at: position, WriteOptions(isDryRun: isDryRun))
        return false
      } catch {
        guard error == .historyMovedOn else { throw error }
      }
    }
    return try await state() == before
  }

  private func steps(
    of entries: [HistoryEntry], _ passwordsMayDiffer: Bool, together: Bool = false
  ) -> [UndoStep] {
    let all = entries.flatMap { $0.accounts.reversed() }
      .map { AccountChange.restore($0, passwordMayDiffer: passwordsMayDiffer) }
    return together ? [.accounts(all)] : all.map { .accounts([$0]) }
  }
}
#endif
