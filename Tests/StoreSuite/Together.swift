#if canImport(Testing)
import Accounts
import Testing

extension Promise {
  static let together: [Promise] = [
    Promise("of forty at once that edit one field, one wins") { tested in
      let store = tested.store
      let id = try #require(try await store.add("a@b.co", [.firstName: "A"]).nameKey)
      let won = try await outcomes(of: 40) { number in
        let edit = Change(.firstName, from: "A", to: "B\(number)")
        return try await store.apply(.edit(id, [edit])).refusals.isEmpty
      }
      #expect(won.count { $0 } == 1)
    },
    Promise("edits of different fields at once all merge") { tested in
      let store = tested.store
      let id = try #require(try await store.add("a@b.co").nameKey)
      let texts: [(Field, String)] = [
        (.firstName, "A"), (.lastName, "B"), (.phone, "+7 (912) 345-67-89"),
        (.birthDate, "1990-08-12"),
      ]
      let won = try await outcomes(of: texts.count) { number in
        let (field, text) = texts[number]
        let edit = Change(field, from: nil as String?, to: text)
        return try await store.apply(.edit(id, [edit])).refusals.isEmpty
      }
      #expect(won.allSatisfy { $0 })
      let found = try await store.named("a@b.co")
      #expect(texts.allSatisfy { found?.values[text: $0.0] == $0.1 })
    },
    Promise("of forty at once that add one name, one wins") { tested in
      let store = tested.store
      let won = try await outcomes(of: 40) { number in
        let name = number % 2 == 0 ? "a@b.co" : "A@b.co"
        return try await store.apply(.add(NewAccount(fields(name)))).refusals.isEmpty
      }
      #expect(won.count { $0 } == 1)
      #expect(try await store.emails().count == 1)
    },
    Promise("a write that is cancelled is whole or was never begun") { tested in
      let store = tested.store
      for round in 0..<8 {
        let changes = (0..<5).map { number in
          AccountChange.add(NewAccount(fields("r\(round)n\(number)@b.co")))
        }
        let task = Task { try await store.apply(changes, WriteOptions()) }
        for _ in 0..<round { await Task.yield() }
        task.cancel()
        let result = await task.result
        let written = try await store.emails().count { $0?.hasPrefix("r\(round)n") == true }
        #expect(written == 0 || written == 5)
        switch result {
        case .success: #expect(written == 5)
        case .failure(let error): #expect(error as? AccountsError == .cancelled && written == 0)
        }
      }
    },
  ]

  private static func outcomes(
    of count: Int, _ work: @escaping @Sendable (Int) async throws -> Bool
  ) async throws -> [Bool] {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<count { group.addTask { try await work(number) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
#endif
