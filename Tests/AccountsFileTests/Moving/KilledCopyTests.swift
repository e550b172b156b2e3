import AccountsSupport
import Glibc
import Testing

@testable import Accounts
@testable import AccountsDocument
@testable import AccountsFile

@Suite("A copy to a directory")
struct KilledCopyTests {
  private static let email = "mario@gmail.com"
  private static let row = "{\"email\": \"mario@gmail.com\", \"password\": \"secret1\"}"
  private static let besides = ["history.jsonl", "last-logins", "logins.jsonl"]

  private static func store(
    _ documents: Documents, _ calls: SystemCalls = SystemCalls()
  ) -> FileStore {
    FileStore(
      source: .documents(documents.path), today: { .ofTests },
      disk: Disk(queue: DiskQueue(), calls: calls))
  }

  private static func source() async throws -> (Documents, StoreContents) {
    let documents = Documents()
    try documents.write(accounts: [row])
    _ = try await documents.registry.edit([.lastName: "L"], of: email)
    _ = try await documents.registry.edit([.lastName: "M"], of: email)
    _ = try await documents.registry.verify(LoginRequest(email, "secret1"))
    return (documents, try await store(documents).contents())
  }

  private static func copy(
    _ contents: StoreContents, to documents: Documents, _ calls: SystemCalls = SystemCalls()
  ) async throws {
    _ = try await store(documents, calls).begin(with: contents, by: Attribution(.copy, user: "me"))
    { () async throws(AccountsError) in }
  }

  @Test("has everything, and a history that goes on")
  func copies() async throws {
    let (source, contents) = try await Self.source()
    let copy = Documents()
    try await Self.copy(contents, to: copy)
    #expect(try copy.bytes() == source.bytes())
    #expect(try copy.bytes(of: "logins.jsonl") == source.bytes(of: "logins.jsonl"))
    let again = try await Self.store(copy).contents()
    #expect(again.history.lines.dropLast().elementsEqual(contents.history.lines))
    #expect(again.lastLogins.map(\.login) == contents.lastLogins.map(\.login))
    #expect(again.loginsSince == contents.loginsSince && again.lastLogins.count == 1)
    let history = try await copy.registry.history()
    #expect(history.map(\.did) == [.copy, .edit, .edit] && history.first?.count == 1)
    _ = try await copy.registry.undo(1)
    #expect(try await copy.registry.value(.lastName, of: Self.email) == "L")
    _ = try await copy.registry.forgetHistory(of: Self.email)
    #expect(try !copy.text(of: "history.jsonl").contains("mario"))
  }

  @Test("that was killed at any call leaves all of it or nothing")
  func killed() async throws {
    let (_, contents) = try await Self.source()
    var (count, made, notMade) = (0, 0, 0)
    while true {
      let copy = Documents()
      let calls = DyingCalls(after: count)
      let done: ()? = try? await Self.copy(contents, to: copy, calls.calls)
      let isMade = copy.exists("accounts.json")
      if isMade { made += 1 } else { notMade += 1 }
      #expect(isMade || done == nil, "after \(count) calls")
      // Nobody sees a history of accounts that are not there.
      let seen = try await copy.registry.history()
      #expect(seen.count == (isMade ? 3 : 0), "after \(count) calls")
      if count.isMultiple(of: 2) || isMade {
        // The next one to write has what was copied, or begins anew.
        let new = try await copy.registry.register("ada@gmail.com", logsIn: false)
        #expect(
          new.notices == [.created(name: "ada@gmail.com")], "after \(count) calls")
        let entries = try await copy.registry.history()
        #expect(entries.count == (isMade ? 4 : 1), "after \(count) calls")
        #expect(isMade || Self.besides.dropFirst().allSatisfy { !copy.exists($0) })
        #expect(try copy.namesOfFiles().allSatisfy { !$0.hasSuffix(".tmp") })
      } else {
        // So does the same copy.
        try await Self.copy(contents, to: copy)
        #expect(try await copy.registry.history().count == 3, "after \(count) calls")
        let names = try copy.namesOfFiles()
        #expect(names == ["accounts.json", "history.jsonl"], "after \(count) calls")
      }
      guard calls.isDead else { break }
      count += 1
    }
    #expect(made > 1 && notMade > 12)
  }

  @Test("keeps its history where the accounts are moved away later")
  func movedAway() async throws {
    let (_, contents) = try await Self.source()
    let copy = Documents()
    try await Self.copy(contents, to: copy)
    #expect(rename(copy.accountsPath, copy.path(of: "elsewhere")) == 0)
    let before = try copy.text(of: "history.jsonl")
    _ = try await copy.registry.register("ada@gmail.com", logsIn: false)
    #expect(try copy.text(of: "history.jsonl").hasPrefix(before))
    #expect(copy.exists("logins.jsonl"))
  }

  @Test("replaces nothing, and says what is there", arguments: ["accounts.jsonc"] + besides)
  func replacesNothing(name: String) async throws {
    let (_, contents) = try await Self.source()
    let copy = Documents()
    try copy.write("{}\n", to: name)
    await #expect {
      try await Self.copy(contents, to: copy)
    } throws: { error in
      guard case AccountsError.store(let fault) = error,
        case .notEmpty(let path?)? = fault.reason as? CopyFault
      else { return false }
      return path.hasSuffix("/\(name)")
    }
    #expect(try copy.namesOfFiles().allSatisfy { $0 == name })
    #expect(try copy.text(of: name) == "{}\n")
  }

  @Test("is of no accounts where there are none")
  func nothing() async throws {
    for text in [nil, #"{"rules": "register", "accounts": []}"#] {
      let documents = Documents()
      if let text { try documents.write(text) }
      await #expect(throws: CopyFault.noAccounts.error(documents.accountsPath)) {
        try await Self.store(documents).contents()
      }
    }
  }
}
