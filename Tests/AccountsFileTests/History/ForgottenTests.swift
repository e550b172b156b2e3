import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("After a person is forgotten") struct ForgottenTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  @Test("an import is taken back for the others, with a word")
  func partly() async throws {
    try await registry.register("eve@bee.co", logsIn: false)
    let hash = "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4"
    let new = ["ada@bee.co", "bob@bee.co"].map { email in
      var values = FieldValues()
      (values.email, values.password) = (email, hash)
      return NewAccount(values)
    }
    _ = try await registry.importAccounts(new)
    #expect(try await registry.forgetHistory(of: "ada@bee.co").changes == 1)
    let undone = try await registry.undo()
    #expect(undone.notices.last == .partlyUndone(number: 2, accounts: 1))
    #expect(undone.accounts.map(\.name) == ["bob@bee.co"])
    let left = try await registry.list(limit: 9).accounts.map(\.values.email)
    #expect(left == ["eve@bee.co", "ada@bee.co"])
  }

  @Test("what concerned nobody else is passed over by undo, and ends what cancel may take back")
  func passedOver() async throws {
    try await registry.register("eve@bee.co")
    try await registry.edit([.firstName: "Eve"])
    try await registry.edit([.lastName: "E"])
    try await registry.register("ada@bee.co", logsIn: false)
    _ = try await registry.edit(EditRequest(account: "ada@bee.co", fields: [.firstName: "Ada"]))
    #expect(try await registry.forgetHistory(of: "ada@bee.co").changes == 2)
    await #expect(throws: AccountsError.nothingToCancel) { try await registry.cancel() }
    #expect(try await registry.undo().entries.map(\.number) == [3])
    #expect(try await registry.show("eve@bee.co").account.lastName == nil)
    #expect(try await registry.show("ada@bee.co").account.firstName?.text == "Ada")
  }

  @Test("whom an account followed is forgotten too, even if nothing else is kept of them")
  func place() async throws {
    try documents.write(accounts: [
      hashed("ada@bee.co"), hashed("bob@bee.co"), hashed("eve@bee.co"),
    ])
    _ = try await registry.remove("bob@bee.co")
    #expect(try documents.text(of: "history.jsonl").contains(#""after":"ada@bee.co""#))
    let report = try await registry.forgetHistory(of: "ada@bee.co")
    #expect((report.changes, report.names) == (1, ["ada@bee.co"]))
    // The hexadecimal name of a temporary file can spell "ada".
    #expect(try !documents.text(of: "history.jsonl").contains("ada@"))
    #expect(try await registry.forgetHistory(of: "ada@bee.co").changes == 0)
    _ = try await registry.undo()
    let left = try await registry.list(limit: 9).accounts.map(\.values.email)
    #expect(left == ["ada@bee.co", "eve@bee.co", "bob@bee.co"])
  }

  @Test("an undo that was planned before goes by the new history")
  func planned() async throws {
    try await registry.register("eve@bee.co")
    try await registry.register("ada@bee.co", logsIn: false)
    let store = registry.store
    let page = try await store.history(below: nil, limit: 1)
    let changes = page.entries.flatMap(\.accounts)
      .map { AccountChange.restore($0, passwordMayDiffer: false) }
    var options = WriteOptions(by: Attribution(.undo))
    options.undo = UndoBasis(position: page.position)
    let undo = options
    _ = try await registry.forgetHistory(of: "ada@bee.co")
    await #expect(throws: AccountsError.historyMovedOn) {
      _ = try await store.apply(changes, undo)
    }
  }
}
