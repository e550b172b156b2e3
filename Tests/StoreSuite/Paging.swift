#if canImport(Testing)
import Accounts
import Testing

extension Promise {
  static let paging: [Promise] = [
    Promise(
      "pages leave out no account and repeat none, while others add and remove",
      pagesWhileOthersWrite),
    Promise("a text narrows pages to those whose email, names and groups have its words") {
      tested in
      let store = tested.store
      try await store.add("ada@b.co", [.firstName: "Ada", .lastName: "Lovelace"])
      try await store.add("bob@b.co", [.firstName: "Bob"])
      var eve = fields("eve@b.co")
      eve.groups = ["Night shift", "ops"]
      _ = try await store.apply(.add(NewAccount(eve)))
      try await store.add("zoe@b.co", [.lastName: "Зоя", .phone: "+7 (912) 345-67-89"])
      try await tested.plant([fields("no address", [.firstName: "Closed"])])
      for (text, expected) in [
        ("ADA L", ["ada@b.co"]), ("BOB@", ["bob@b.co"]),
        ("b.co", ["ada@b.co", "bob@b.co", "eve@b.co", "zoe@b.co"]),
        ("зО", ["zoe@b.co"]), ("912", []), ("$5$", []), ("closed", ["no address"]),
        ("x", []), ("GHT SH", ["eve@b.co"]), ("night shift, ops", []),
        ("lovelace ada", ["ada@b.co"]), ("  b.co   LACE ad ", ["ada@b.co"]),
        ("ops night b.co", ["eve@b.co"]), ("ada bob", []),
      ] {
        let found = try await store.all(PageRequest(limit: 1, holding: text))
        #expect(found.map(\.values.email) == expected, "\(text)")
      }
    },
    Promise("pages show closed accounts, with what is wrong") { tested in
      try await tested.plant([fields("ada@b.co"), fields("no address")])
      let found = try await tested.store.all()
      #expect(found.map(\.isClosed) == [false, true])
      #expect(found.last?.problems.map(\.field) == ["email"])
    },
  ]

  private static func pagesWhileOthersWrite(_ tested: TestedStore) async throws {
    let store = tested.store
    let names = (10..<33).map { "a\($0)@b.co" }
    for name in names { try await store.add(name) }
    let first = try await store.page(PageRequest(limit: 10))
    #expect(first.accounts.map(\.values.email) == Array(names.prefix(10)))
    let gone = [names[3], names[15]]
    for name in gone {
      let id = try await store.id(name)
      _ = try await store.apply(.remove(id))
    }
    try await store.add("a0@b.co")
    let rest = try await store.all(PageRequest(after: first.next, limit: 10))
    let seen = (first.accounts + rest).compactMap(\.values.email)
    #expect(Set(seen).count == seen.count)
    #expect(Set(names).subtracting(gone).isSubset(of: seen))
    #expect(seen.filter { names.contains($0) } == names.filter { seen.contains($0) })
  }
}
#endif
