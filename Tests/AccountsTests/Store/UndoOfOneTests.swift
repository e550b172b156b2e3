import MemoryAccounts
import TestSupport
import Testing

@testable import Accounts

@Suite("Undo of one change, whatever came after it") struct UndoOfOneTests {
  /// How many random histories there are.
  private static let histories = rounds(300)

  @Test("takes back nothing that a standing later change set, and refuses nothing else")
  func histories() async throws {
    var dice = Dice(1)
    var (done, refused) = (0, 0)
    for _ in 0..<Self.histories {
      let history = try await RandomHistory(2 + dice.below(6), &dice)
      for place in history.changes.indices where history.mayBeAsked(place) {
        if try await history.ask(place) { done += 1 } else { refused += 1 }
      }
    }
    #expect(done > Self.histories / 2 && refused > Self.histories / 2, "\(done), \(refused)")
  }
}

/// A history of one key of one account, made through a registry, and what it holds.
private struct RandomHistory {
  /// One change, with the value before and after; an undo has the place of what it took back.
  struct Change {
    let old: String?
    let new: String?
    var undid: Int?
    var isRehash = false
  }

  private static let name = "ada@b.co"
  private let store = MemoryStore(Rulebook(name: "suite"), today: { .distantPast })
  private let registry: Registry
  private(set) var changes: [Change] = []
  private var value: String?

  init(_ count: Int, _ dice: inout Dice) async throws {
    registry = Registry(
      store: store, throttle: MemoryThrottle(), today: { .distantPast },
      hasher: PasswordHasher(cost: 1))
    var values = FieldValues(email: Self.name)
    values.password = "$y$0"
    _ = try await store.apply([.add(NewAccount(values))], WriteOptions(by: Attribution(.register)))
    for _ in 0..<count { try await step(&dice) }
  }

  private mutating func step(_ dice: inout Dice) async throws {
    switch dice.below(5) {
    case 0, 1:
      let new = dice.pick([nil, "d1", "d2"].filter { $0 != value })
      _ = try await registry.edit(
        EditRequest(account: Self.name, fields: [.firstName: FieldSetting(new)]))
      changes.append(Change(old: value, new: new))
      value = new
    case 2: try await rehash()
    case 3:
      guard let newest = changes.lastIndex(where: { !$0.isRehash }) else { return }
      _ = try await registry.undo()
      take(newest)
    default:
      let places = changes.indices.filter(mayBeAsked)
      guard !places.isEmpty else { return }
      let place = dice.pick(places)
      guard try await ask(place) else { return }
      _ = try await registry.undo(change: place + 2)
      take(place)
    }
  }

  private mutating func take(_ place: Int) {
    changes.append(Change(old: changes[place].new, new: changes[place].old, undid: place))
    value = changes[place].old
  }

  private mutating func rehash() async throws {
    let found = try await store.find(.name(AccountName(Self.name), in: nil)).accounts
    let account = try #require(found.first)
    let (id, old) = (try #require(account.nameKey), account.values.password)
    let edit = AccountRecord.Change(.password, from: old, to: "$y$\(changes.count + 1)")
    _ = try await store.apply([.edit(id, [edit])], WriteOptions(by: Attribution(.rehash)))
    changes.append(Change(old: value, new: value, isRehash: true))
  }

  func mayBeAsked(_ place: Int) -> Bool { !changes[place].isRehash && !isTakenBack(place) }

  private func isTakenBack(_ place: Int) -> Bool {
    changes.indices.contains { changes[$0].undid == place && !isTakenBack($0) }
  }

  /// Asks whether one change can be taken back; it can if the value is the one that it left, and no
  /// later change set it, but for those that cancel each other.
  func ask(_ place: Int) async throws -> Bool {
    let standing = changes.indices.filter { later in
      let change = changes[later]
      return later > place && !change.isRehash && !isTakenBack(later)
        && change.undid.map { $0 < place } ?? true
    }
    let mayBe = value == changes[place].new && standing.isEmpty
    let key = Field.firstName.key
    let later = standing.last.map { [key: $0 + 2] } ?? [:]
    let awaited = Refusal(0, of: Self.name, .changedSince([key]), laterChanges: later)
    let refused = try await refusals(of: place)
    #expect(refused == (mayBe ? [] : [awaited]), "\(place) of \(changes)")
    return refused.isEmpty
  }

  private func refusals(of place: Int) async throws -> [Refusal] {
    do {
      _ = try await registry.undo(change: place + 2, isDryRun: true)
      return []
    } catch AccountsError.cannotUndo(let refused) {
      return refused
    }
  }
}
