import Accounts
import PostgresProbe
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts

/// Whether what concurrent clients asked and were told of one account could have happened one by
/// one: the search of Wing and Gong, as in Scripts/check/linearizability.py.
enum Linearizability {
  /// An account's one value, its name; nil if there is no account.
  typealias State = String?

  enum Asked: Hashable {
    case read, remove
    case add(String)
    case write(from: String?, to: String)
  }

  enum Told: Hashable {
    case seen(State)
    case done
    /// The request was refused: there is such an account, or none, or it holds something else.
    case refused
  }

  struct Operation {
    let begun: Int
    let ended: Int
    let asked: Asked
    /// Nil if it was never told: it may have been done or not, at any time from its beginning on.
    let told: Told?
  }

  /// The state after an operation that was told this; nil if it cannot have been.
  private static func step(_ state: State, _ asked: Asked, _ told: Told) -> State? {
    let after: State?
    switch asked {
    case .read: return told == .seen(state) ? .some(state) : nil
    case .add(let name): after = state == nil ? .some(name) : nil
    case .remove: after = state == nil ? nil : .some(nil)
    case .write(let from, let name): after = state != nil && state == from ? .some(name) : nil
    }
    guard told == .refused else { return after }
    return after == nil ? .some(state) : nil
  }

  private struct Place: Hashable {
    /// All before this one are done, and some behind it.
    var first: Int
    var later: Set<Int>
    var state: State

    var count: Int { first + later.count }

    func after(_ index: Int, _ state: State) -> Place {
      var place = self
      place.state = state
      place.later.insert(index)
      while place.later.remove(place.first) != nil { place.first += 1 }
      return place
    }
  }

  /// Nil if a history is linearizable; otherwise where it cannot go on.
  static func violation(_ history: [Operation], initial: State) -> String? {
    let history = history.sorted { ($0.begun, $0.ended) < ($1.begun, $1.ended) }
    var stack = [Place(first: 0, later: [], state: initial)]
    var seen: Set<Place> = []
    var furthest = stack[0]
    while let place = stack.popLast() {
      guard seen.insert(place).inserted else { continue }
      if place.count > furthest.count { furthest = place }
      // Nothing comes before what had ended when it began.
      var deadline = Int.max
      var next: [Int] = []
      for index in place.first..<history.count where !place.later.contains(index) {
        guard history[index].begun <= deadline else { break }
        next.append(index)
        if history[index].told != nil { deadline = min(deadline, history[index].ended) }
      }
      // The remaining operations were never confirmed, and need not have been done.
      if deadline == .max { return nil }
      for index in next where history[index].begun <= deadline {
        let operation = history[index]
        if let after = step(place.state, operation.asked, operation.told ?? .done) {
          stack.append(place.after(index, after))
        }
      }
    }
    return "after \(furthest.count) of \(history.count) it must be \(furthest.state ?? "-")"
  }
}

@Suite(
  "What eight clients at once are told",
  .needsPostgres, .takesPlace, .patient)
struct LinearizabilityTests {
  typealias Operation = Linearizability.Operation

  /// Says what began before what ended.
  private final class Clock: Sendable {
    private let count = Atomic(0)

    func tick() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
  }

  @Test("is judged rightly in histories that are made up")
  func madeUp() {
    func isRight(_ rows: [(Int, Int, Linearizability.Asked, Linearizability.Told?)]) -> Bool {
      let history =
        [Operation(begun: 0, ended: 1, asked: .add("a"), told: .done)]
        + rows.map { Operation(begun: $0.0, ended: $0.1, asked: $0.2, told: $0.3) }
      return Linearizability.violation(history, initial: nil) == nil
    }
    #expect(isRight([(2, 9, .write(from: "a", to: "b"), .done), (3, 4, .read, .seen("a"))]))
    #expect(isRight([(2, 9, .write(from: "a", to: "b"), .done), (3, 4, .read, .seen("b"))]))
    #expect(!isRight([(2, 3, .write(from: "a", to: "b"), .done), (4, 5, .read, .seen("a"))]))
    #expect(isRight([(2, 3, .write(from: "a", to: "b"), nil), (4, 5, .read, .seen("b"))]))
    #expect(isRight([(2, 3, .write(from: "a", to: "b"), nil), (4, 5, .read, .seen("a"))]))
    #expect(!isRight([(4, 5, .write(from: "a", to: "b"), nil), (2, 3, .read, .seen("b"))]))
    #expect(!isRight([(2, 3, .remove, .done), (4, 5, .read, .seen("a"))]))
    #expect(
      !isRight([
        (2, 5, .write(from: "a", to: "b"), .done), (2, 5, .write(from: "a", to: "c"), .done),
      ]))
    #expect(!isRight([(2, 3, .add("c"), .done)]))
    #expect(isRight([(2, 3, .add("c"), .refused)]))
    #expect(!isRight([(2, 3, .write(from: "b", to: "c"), .done)]))
  }

  @Test("could have happened one by one, whoever is cut off meanwhile")
  func history() async throws {
    let database = try await PreparedDatabase()
    let (clients, names) = (8, ["p", "q", "r", "s", "t", "u"])
    let clock = Clock()
    let all = try await withThrowingTaskGroup(of: [(String, Operation)].self) { group in
      for client in 0..<clients {
        group.addTask {
          var dice = Dice(UInt64(client))
          let store = PostgresStore(
            database.database.address, today: { dayOfPromises })
          var told: [(String, Operation)] = []
          for round in 0..<rounds(80) {
            let name = dice.pick(names)
            let kind = dice.below(8)
            told.append(
              (name, try await Self.ask(store, name, kind, "v\(client)n\(round)", clock)))
            // One is cut off for every three that were answered, however slow the machine is.
            if round % 3 == client % 3 { try await blocking { try database.endOne() } }
          }
          return told
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(all.count == clients * rounds(80))
    for name in names {
      let history = all.filter { $0.0 == name }.map(\.1)
      #expect(Linearizability.violation(history, initial: nil) == nil, "\(name)")
      #expect(history.contains { $0.told == .refused })
    }
  }

  private static func ask(
    _ store: PostgresStore, _ name: String, _ kind: Int, _ value: String,
    _ clock: Clock
  ) async throws -> Operation {
    let email = AccountName("\(name)@b.co")
    // An account is looked at before it is changed, as a person does; that is an operation of its
    // own only if nothing else is asked.
    if kind < 3 {
      let begun = clock.tick()
      let found = try await store.find(.name(email)).accounts.first
      let ended = clock.tick()
      return Operation(
        begun: begun, ended: ended, asked: .read, told: .seen(found?.values.firstName))
    }
    let change: AccountChange
    let asked: Linearizability.Asked
    if kind == 3 || kind == 4 {
      var values = FieldValues()
      values.email = email.text
      values.password = "*"
      values.firstName = value
      change = .add(NewAccount(values))
      asked = .add(value)
    } else {
      let found = try await store.find(.name(email)).accounts.first
      guard let found, let id = found.nameKey else {
        return try await ask(store, name, 0, value, clock)
      }
      if kind == 5 {
        change = .remove(id)
        asked = .remove
      } else {
        let edits = [AccountRecord.Change(.firstName, from: found.values.firstName, to: value)]
        change = .edit(id, edits)
        asked = .write(from: found.values.firstName, to: value)
      }
    }
    let begun = clock.tick()
    let told: Linearizability.Told?
    do throws(AccountsError) {
      let done = try await store.apply([change], WriteOptions())
      told = done.refusals.isEmpty ? .done : .refused
    } catch {
      guard case .store(let fault) = error, fault.kind == .durability else { throw error }
      told = nil
    }
    let ended = clock.tick()
    return Operation(begun: begun, ended: ended, asked: asked, told: told)
  }
}
