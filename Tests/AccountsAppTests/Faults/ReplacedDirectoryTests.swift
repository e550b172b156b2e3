import Foundation
import Testing

@testable import Accounts
@testable import AccountsFile

/// A documents directory that is a link, as in deployments, which is pointed at another directory
/// before each single system call of an operation in turn.
@Suite("Whenever the documents directory is replaced") struct ReplacedDirectoryTests {
  struct Operation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Preparation, in both directories.
    var first: @Sendable (PersonalRegistry) async throws -> Void = { _ in }
    let work: @Sendable (PersonalRegistry) async throws -> Void
  }

  private static func values(_ email: String) -> FieldValues {
    var values = FieldValues()
    values.email = email
    return values
  }

  private static let draft: @Sendable (PersonalRegistry) async throws -> Void = { personal in
    _ = try await personal.keepDraft(
      EditRequest(account: Home.email, fields: [.firstName: "Luigi"]))
  }

  static let operations: [Operation] = [
    Operation(testDescription: "register") {
      _ = try await $0.register(values("luigi@gmail.com"), password: PasswordEntry("secret1"))
    },
    Operation(testDescription: "edit") {
      let request = EditRequest(account: Home.email, fields: [.firstName: "Luigi"])
      _ = try await $0.registry.edit(request)
    },
    Operation(testDescription: "draft", work: draft),
    Operation(testDescription: "save", first: draft) { _ = try await $0.save() },
    Operation(testDescription: "remove") { _ = try await $0.registry.remove(Home.email) },
    Operation(testDescription: "seal") { _ = try await $0.registry.seal() },
    Operation(testDescription: "logout") { _ = try await $0.logOut() },
    Operation(testDescription: "failed login") { personal in
      await #expect(throws: AccountsError.loginFailed) {
        let request = LoginRequest(email: Home.email, password: PasswordEntry("wrong"))
        _ = try await personal.login(request)
      }
    },
  ]

  /// The lock that protects a file.
  private static func lock(of name: String) -> String {
    switch name {
    case "session.json", "edit.json": ".session.lock"
    case "history.jsonl": ".accounts.json.lock"
    case "failed-logins", "logins.jsonl", "last-logins": ".logins.jsonl.lock"
    default: ".\(name).lock"
    }
  }

  /// Two directories alike, and a link that leads to the first.
  private struct Pair {
    let homes = [Home(), Home()]
    private let place = Home()
    let link: String

    init(_ operation: Operation) async throws {
      link = place.documents + "/link"
      for home in homes {
        try home.prepare()
        try await operation.first(home.personal(WatchedCalls(in: home.documents)))
        for name in try FileManager.default.contentsOfDirectory(atPath: home.documents)
        where name.hasSuffix(".lock") {
          try FileManager.default.removeItem(atPath: "\(home.documents)/\(name)")
        }
      }
      #expect(symlink(homes[0].documents, link) == 0)
    }

    /// Points the link at the second directory.
    var flip: @Sendable () -> Void {
      { [link, target = homes[1].documents] in
        #expect(symlink(target, link + "2") == 0 && rename(link + "2", link) == 0)
      }
    }
  }

  @Test(
    "all is done where the lock is, or not at all, and nothing is lost", arguments: operations)
  func everyCall(operation: Operation) async throws {
    let pair = try await Pair(operation)
    let recorded = WatchedCalls(in: pair.link)
    try await operation.work(pair.homes[0].personal(recorded, at: pair.link))
    for number in 0...recorded.made.count {
      try await replace(before: number, operation)
    }
  }

  private func replace(before number: Int, _ operation: Operation) async throws {
    let pair = try await Pair(operation)
    let old = try pair.homes.map { try $0.files() }
    let flip = pair.flip
    let calls = WatchedCalls(in: pair.link) { if $0 == number { flip() } }
    try await operation.work(pair.homes[0].personal(calls, at: pair.link))
    let made = calls.made
    let last = number < made.count ? "\(made[number])" : "the end"
    #expect(calls.open == [], "\(last)")
    for (home, old) in zip(pair.homes, old) {
      let new = try home.files()
      for name in Set(old.keys).union(new.keys) where old[name] != new[name] {
        let isLocked = FileManager.default.fileExists(
          atPath: "\(home.documents)/\(Self.lock(of: name))")
        #expect(isLocked, "\(name) was written without its lock; replaced before \(last)")
      }
      #expect(!new.keys.contains { $0.hasSuffix(".tmp") }, "\(last)")
    }
  }

  @Test("a lock that is taken where the path does not lead any more is given back")
  func lockedElsewhere() async throws {
    let edit = try #require(Self.operations.first { $0.testDescription == "edit" })
    let pair = try await Pair(edit)
    let recorded = WatchedCalls(in: pair.link)
    try await edit.work(pair.homes[0].personal(recorded, at: pair.link))
    let taken = try #require(
      recorded.made.firstIndex { $0.name == "flock .accounts.json.lock" })
    let other = try await Pair(edit)
    let flip = other.flip
    let old = try other.homes.map { try $0.files()["accounts.json"] }
    let calls = WatchedCalls(in: other.link) { if $0 == taken { flip() } }
    try await edit.work(other.homes[0].personal(calls, at: other.link))
    #expect(try other.homes[0].files()["accounts.json"] == old[0])
    #expect(try other.homes[1].files()["accounts.json"] != old[1])
  }
}
