import Accounts

/// One write of each kind, over the accounts that `prepare` makes.
package enum Write: String, CaseIterable, Sendable {
  case add, edit, rename, remove, list, undo
  case importing = "import"

  /// Three accounts, the first of which was edited last.
  package static func prepare(_ store: any AccountStore) async throws {
    for name in ["a", "b", "c"] { try await apply([.add(account(name))], .register, store) }
    try await apply([editing("a", .firstName, from: nil, to: "A", store)], .edit, store)
  }

  /// The accounts that there are afterwards.
  package var names: [String] {
    switch self {
    case .add: ["a", "b", "c", "d"]
    case .edit, .undo: ["a", "b", "c"]
    case .rename: ["b", "c", "z"]
    case .remove: ["b", "c"]
    case .list: ["b", "d", "e"]
    case .importing: ["a", "b", "c"] + (0..<Self.many).map { "n\($0 + 100)" }
    }
  }

  /// How many accounts the change concerns.
  package var concerned: Int {
    switch self {
    case .list: 4
    case .importing: Self.many
    default: 1
    }
  }

  /// How many of the accounts it has written then.
  package var left: Int {
    switch self {
    case .remove: 0
    case .list: 3
    default: concerned
    }
  }

  private static let many = 120

  package func perform(on store: any AccountStore) async throws {
    switch self {
    case .add: try await Self.apply([.add(Self.account("d"))], .register, store)
    case .edit:
      try await Self.apply(
        [Self.editing("a", .firstName, from: "A", to: "B", store)], .edit, store)
    case .rename: try await Self.apply([Self.renaming("a", to: "z", store)], .edit, store)
    case .remove: try await Self.apply([.remove(Self.id("a", store))], .remove, store)
    case .list:
      try await Self.apply(
        [
          .remove(Self.id("a", store)), Self.renaming("c", to: "e", store),
          .add(Self.account("d")), Self.editing("b", .firstName, from: nil, to: "B", store),
        ], .edit, store)
    case .undo:
      let page = try await store.history(below: nil, limit: 1)
      let changes = page.entries.flatMap(\.accounts).map {
        AccountChange.restore($0, passwordMayDiffer: false)
      }
      var options = WriteOptions(by: Attribution(.undo))
      options.undo = UndoBasis(position: page.position)
      let done = try await store.apply(changes, options)
      guard done.refusals.isEmpty else { throw Refused() }
    case .importing:
      let accounts = (0..<Self.many).map { AccountChange.add(Self.account("n\($0 + 100)")) }
      try await Self.apply(accounts, .import, store)
    }
  }

  /// The store refused what nothing speaks against.
  package struct Refused: Error {}

  private static func apply(
    _ changes: [AccountChange], _ kind: ChangeKind, _ store: any AccountStore
  ) async throws {
    let done = try await store.apply(changes, WriteOptions(by: Attribution(kind)))
    guard done.refusals.isEmpty else { throw Refused() }
  }

  package static func account(_ name: String) -> NewAccount {
    var values = FieldValues()
    values.email = "\(name)@b.co"
    values.password = "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4"
    values[text: .id] = GivenID(.random(), to: "\(name)@b.co").text
    return NewAccount(values)
  }

  private static func id(_ name: String, _ store: any AccountStore) async throws -> NameKey {
    let found = try await store.find(.name(AccountName("\(name)@b.co")))
    guard let id = found.accounts.first?.nameKey else { throw Refused() }
    return id
  }

  private static func editing(
    _ name: String, _ field: Field, from: String?, to: String?, _ store: any AccountStore
  ) async throws -> AccountChange {
    let edits = [AccountRecord.Change(field, from: from, to: to)]
    return .edit(try await id(name, store), edits)
  }

  private static func renaming(
    _ name: String, to new: String, _ store: any AccountStore
  ) async throws -> AccountChange {
    try await editing(name, .email, from: "\(name)@b.co", to: "\(new)@b.co", store)
  }
}
