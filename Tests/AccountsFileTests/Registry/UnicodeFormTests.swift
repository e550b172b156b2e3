import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

/// Equal as String, but different in a file.
@Suite("A name in another Unicode form is another text") struct UnicodeFormTests {
  private let documents = Documents()
  private static let forms = ["Ren\u{E9}e", "Rene\u{301}e"]
  private static let pairs = [(forms[0], forms[1]), (forms[1], forms[0])]

  private func write(_ name: String) throws {
    try documents.write(accounts: [
      #"{"email": "mario@gmail.com", "password": "secret1", "firstName": "\#(name)"}"#
    ])
  }

  private func utf8(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }

  @Test("an edit to it is a change, and cancel undoes it", arguments: pairs)
  func edit(old: String, new: String) async throws {
    try write(old)
    let registry = documents.registry
    #expect(try await registry.edit([.firstName: .set(new)]).edit.fields == [.firstName])
    #expect(utf8(try await registry.value(.firstName, of: "mario@gmail.com")) == utf8(new))
    _ = try await registry.cancel()
    #expect(utf8(try await registry.value(.firstName, of: "mario@gmail.com")) == utf8(old))
  }

  @Test("made by hand conflicts with a draft", arguments: pairs)
  func conflict(old: String, new: String) async throws {
    try write(old)
    try await documents.registry.draft([.firstName: "Anna"])
    try write(new)
    let failure = await error { try await documents.registry.save() }
    guard case .conflict(let conflicts) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(conflicts.map(\.field) == [.firstName])
    #expect(conflicts.map { utf8($0.expected) } == [utf8(old)])
    #expect(conflicts.map { utf8($0.found) } == [utf8(new)])
  }

  @Test("made by hand prevents undoing a saved edit", arguments: pairs)
  func restore(old: String, new: String) async throws {
    try write("Anna")
    try await documents.registry.edit([.firstName: .set(old)])
    try write(new)
    await #expect(throws: AccountsError.cannotTakeBack([.firstName])) {
      try await documents.registry.cancel()
    }
  }
}
