import Foundation
import Testing

@testable import Accounts
@testable import AccountsApp

/// Every system call of every operation that writes, failing in every way: the calls are recorded
/// from a successful run, so none is forgotten.
@Suite("Whatever system call of an operation fails") struct EveryCallTests {
  struct Deed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isInNewDirectory = false
    /// Whether the account gets its id in a write of its own, before all else.
    var givesIDFirst = false
    /// Preparation, on a working disk.
    var first: @Sendable (PersonalRegistry) async throws -> Void = { _ in }
    let work: @Sendable (PersonalRegistry) async throws -> [Notice]
  }

  private static let draft: @Sendable (PersonalRegistry) async throws -> Void = { personal in
    _ = try await personal.keepDraft(
      EditRequest(account: Home.email, fields: [.firstName: "Luigi"]))
  }

  private static func values(_ email: String) -> FieldValues {
    var values = FieldValues()
    values.email = email
    return values
  }

  private static let imported = ["luigi@gmail.com", "peach@gmail.com"].map { email in
    var values = values(email)
    values.password = "secret1"
    return NewAccount(values)
  }

  static let deeds: [Deed] = [
    Deed(testDescription: "edit") {
      let request = EditRequest(account: Home.email, fields: [.firstName: "Luigi"])
      return try await $0.registry.edit(request).notices
    },
    Deed(testDescription: "edit of the email, with the session") {
      let request = EditRequest(account: Home.email, fields: [.email: "luigi@gmail.com"])
      return try await $0.registry.edit(request).notices
    },
    Deed(testDescription: "draft", givesIDFirst: true) {
      try await draft($0)
      return []
    },
    Deed(testDescription: "save", first: draft) { try await $0.save().notices },
    Deed(testDescription: "cancel", first: draft) {
      _ = try await $0.cancel()
      return []
    },
    Deed(testDescription: "register") {
      try await $0.register(values("luigi@gmail.com"), password: PasswordEntry("secret1")).notices
    },
    Deed(testDescription: "register in a new directory", isInNewDirectory: true) {
      try await $0.register(values("luigi@gmail.com"), password: PasswordEntry("secret1")).notices
    },
    Deed(testDescription: "init in a new directory", isInNewDirectory: true) {
      try await $0.registry.initialise(.albums).notices
    },
    Deed(testDescription: "logout") {
      _ = try await $0.logOut()
      return []
    },
    Deed(testDescription: "remove") { try await $0.registry.remove(Home.email).notices },
    Deed(testDescription: "seal") { try await $0.registry.seal().notices },
    Deed(testDescription: "import") { try await $0.registry.importAccounts(imported).notices },
    Deed(testDescription: "import that replaces") {
      var mario = values(Home.email)
      mario.lastName = "Balotelli"
      return try await $0.registry.importAccounts(
        [NewAccount(mario)] + imported, onConflict: .replace
      )
      .notices
    },
    Deed(testDescription: "import in a new directory", isInNewDirectory: true) {
      try await $0.registry.importAccounts(imported).notices
    },
  ]

  static let errnos: [Int32] = [EIO, ENOSPC, EACCES, EROFS]

  /// A home for one run, prepared.
  private func home(for deed: Deed) async throws -> Home {
    let home = Home()
    if deed.isInNewDirectory {
      try FileManager.default.removeItem(atPath: home.documents)
    } else {
      try home.prepare()
      try await deed.first(home.personal(WatchedCalls(in: home.documents), hasher: Self.hasher))
    }
    return home
  }

  /// The calls of the operation when nothing fails, and the files that it leaves.
  private func record(
    _ deed: Deed
  ) async throws -> (calls: [WatchedCalls.Call], files: [String: String]) {
    let home = try await home(for: deed)
    let calls = WatchedCalls(in: home.documents)
    #expect(try await deed.work(home.personal(calls, hasher: Self.hasher)) == notices(of: deed))
    return (calls.made, try home.files())
  }

  private func notices(of deed: Deed) -> [Notice] {
    switch deed.testDescription {
    case let words where words.hasPrefix("register"): [.created(name: "luigi@gmail.com")]
    case "remove", "edit of the email, with the session": [.namesFree(["mario@gmail.com"])]
    default: []
    }
  }

  /// One hash for all runs: the result must not depend on a salt.
  private static let hasher = PasswordHasher(cost: 1) { _, _ in
    .made("$y$j75$abcdefgh$" + String(repeating: "x", count: 43))
  }

  @Test("an interruption or a short count makes no difference", arguments: deeds)
  func goesOn(deed: Deed) async throws {
    let (calls, files) = try await record(deed)
    for call in calls where call.canFail {
      for fault in [.interrupted, .short] as [WatchedCalls.Fault] {
        if fault == .short, !call.isOfBytes { continue }
        if fault == .interrupted, call.name.hasPrefix("names ") { continue }
        let home = try await home(for: deed)
        let watched = WatchedCalls(in: home.documents, failing: call, by: fault)
        let came = await home.aftermath {
          try await deed.work(home.personal(watched, hasher: Self.hasher))
        }
        #expect(came == Aftermath(exit: 0, words: [], error: nil), "\(call): \(fault)")
        #expect(watched.hasFailed && watched.open == [], "\(call): \(fault)")
        #expect(try home.files() == files, "\(call): \(fault)")
      }
    }
  }

  @Test("the files are the old ones or the new ones, and the message is true", arguments: deeds)
  func oldOrNew(deed: Deed) async throws {
    let (calls, files) = try await record(deed)
    // Each call fails in one way. The deeds have most calls in common, which so fail in all.
    let first = Self.deeds.firstIndex { $0.testDescription == deed.testDescription } ?? 0
    for (number, call) in calls.enumerated() where call.canFail {
      try await fail(call, Self.errnos[(first + number) % Self.errnos.count], deed, files)
    }
  }

  /// - Parameter files: those that the deed leaves when nothing fails.
  private func fail(
    _ call: WatchedCalls.Call, _ code: Int32, _ deed: Deed, _ files: [String: String]
  ) async throws {
    let home = try await home(for: deed)
    var old = deed.isInNewDirectory ? [:] : try home.files()
    let watched = WatchedCalls(in: home.documents, failing: call, by: .errno(code))
    let came = await home.aftermath {
      try await deed.work(home.personal(watched, hasher: Self.hasher))
    }
    let isThere = FileManager.default.fileExists(atPath: home.documents)
    let new = isThere ? try home.files() : [:]
    let what = "\(call), errno \(code): \(came)"
    if deed.givesIDFirst, new["accounts.json"] == files["accounts.json"] {
      old = files.filter { $0.key != "edit.json" }
    }
    #expect(watched.hasFailed && watched.open == [], "\(what)")
    let mayLeave = call.name.hasPrefix("unlink ") || call.name.hasPrefix("names ")
    #expect(mayLeave || !new.keys.contains { $0.hasSuffix(".tmp") }, "\(what)")
    switch came.error {
    case nil:
      #expect(came.exit == 0 || came.exit == 74 && !came.words.isEmpty, "\(what)")
    case .partlyDone(_, .store(let fault)):
      #expect(came.exit == 74 && fault.onDisk?.reason == .errno(code), "\(what)")
      #expect(new["accounts.json"] != old["accounts.json"], "\(what)")
    case .store(let fault):
      #expect([73, 74].contains(came.exit), "\(what)")
      #expect(
        fault.onDisk?.reason == .errno(code) || fault.onDisk?.reason == .ownerCannotBeKept,
        "\(what)")
      #expect(new["accounts.json"] == old["accounts.json"], "\(what)")
      let isSaidToBeWritten = fault.onDisk?.action == .makeDurable
      #expect((new != old) == isSaidToBeWritten, "\(what)")
    default: Issue.record("\(what)")
    }
    // The files that are left are complete, and nothing stays locked.
    if isThere, new["accounts.json"] != nil {
      // A program that is being started by another test may hold a copy of a lock for a moment.
      let next = home.personal(WatchedCalls(in: home.documents), patience: 600_000)
      #expect(try await next.registry.check().errors == [], "\(what)")
      _ = try await next.logOut()
    }
  }
}
