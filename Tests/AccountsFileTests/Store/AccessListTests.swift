import AccountsSupport
import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite(
  "Access control lists", .enabled("this file system has none") { ListOfAccess.isSupported })
struct AccessListTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  private static let lists = [
    ListOfAccess(group: 0, [(0x02, 6, 64_123)], mask: 6),
    ListOfAccess(group: 7, [(0x02, 7, 64_123), (0x08, 7, 64_124)], mask: 7),
    ListOfAccess(group: 4, [(0x08, 6, 64_124)], mask: 4),
    ListOfAccess(group: 6, [], mask: 6), ListOfAccess(group: 6, [], mask: nil),
  ]

  private func put(_ list: ListOfAccess, on name: String, forNew: Bool) throws {
    let kind = forNew ? "system.posix_acl_default" : "system.posix_acl_access"
    try #require(list.set(on: documents.path(of: name), kind))
  }

  @Test(
    "what a directory puts on new files is on none that regapp writes, whatever their mode",
    arguments: lists.indices, [0o600, 0o640, 0o660])
  func inherited(list: Int, mode: Int) async throws {
    let registry = documents.registry
    try await registry.register(email)
    try documents.write("old", to: "out")
    for name in ["accounts.json", "out"] { chmod(documents.path(of: name), mode_t(mode)) }
    for name in try documents.names() where !["accounts.json", "out"].contains(name) {
      unlink(documents.path(of: name))
    }
    try put(Self.lists[list], on: ".", forNew: true)
    try await registry.login(email)
    _ = try? await registry.login(email, "wrong")
    try await registry.edit([.firstName: "M"], of: email)
    _ = try await registry.draft([.lastName: "B"])
    for text in [1, 2] as [UInt8] {
      _ = try await WholeFile(documents.path(of: "out"), sparing: registry)
        .replace(with: [text], ifChanged: text == 1)
    }
    _ = try await WholeFile(documents.path(of: "new"), sparing: registry).replace(with: [1])
    _ = try await documents.handEdit(registry).begin()
    let names = try documents.names()
    let note = ".accounts.edit.\(geteuid())"
    #expect(names.count > 10 && names.contains(note))
    for name in names {
      #expect(!ListOfAccess.isOn(documents.path(of: name)), "\(name)")
      let isShared = !["session.json", "edit.json", "new", note].contains(name)
      let own = ["failed-logins"].contains(name) || name.hasSuffix(".lock")
      let fit = !isShared || own && mode & 0o020 == 0 ? 0o600 : mode
      #expect(documents.state(of: name)?.permissions == mode_t(fit), "\(name)")
    }
    let below = PersonalRegistry(
      documents: documents.path(of: "below"), today: { .ofTests }, hasher: PasswordHasher(cost: 1))
    try await below.registry.register(email)
    #expect(!ListOfAccess.isOn(documents.path(of: "below")))
  }

  @Test("give the group of an index nothing by their mask")
  func index() async throws {
    let files = ClockedFiles(tick: 4_000_000)
    let rows = (0..<8).map { #"{"email": "user-\#($0)@example.com", "password": "!"}"# }
    let text = #"{"rules": "register", "accounts": [\#(rows.joined(separator: ",\n"))]}"#
    files.create(documents.accountsPath, Array("\(text)\n".utf8))
    let list = ListOfAccess(group: 0, [(0x02, 4, 64_123)], mask: 4)
    try put(list, on: "accounts.json", forNew: false)
    _ = try await documents.registry(calls: files.calls(), long: .always).check()
    #expect(documents.state(of: ".accounts.json.index")?.permissions == 0o600)
  }

  @Test("go where share sets modes, which it says before, and the group has what was said")
  func shared() async throws {
    let registry = documents.registry
    try await registry.register(email)
    let group = try #require(UserGroup("\(getgid())"))
    for sharing in [Sharing.writing(group), .reading(group), .none] {
      for list in Self.lists.dropLast() {
        for name in ["accounts.json", "history.jsonl", "."] {
          try put(list, on: name, forNew: false)
          // A chmod puts the list to sleep.
          chmod(documents.path(of: name), name == "." ? 0o700 : 0o600)
        }
        try put(list, on: ".", forNew: true)
        let named = try await registry.sharing(sharing)
        #expect(named.changes.filter(\.losesList).count == 3)
        #expect(named.losing.contains(.listed))
        #expect(ListOfAccess.isOn(documents.accountsPath))
        let done = try await registry.share(sharing, named: named)
        #expect(done.changes.filter(\.losesList).count == 3)
        for name in ["accounts.json", "history.jsonl", "."] {
          #expect(!ListOfAccess.isOn(documents.path(of: name)), "\(name)")
        }
        let mode = documents.state()?.permissions
        #expect(mode == sharing.mode(for: .readers))
        #expect(documents.state(of: ".")?.permissions == sharing.directoryMode)
        #expect(try await registry.sharing(sharing).changes.isEmpty)
      }
    }
  }

  @Test("never become rights of the group, whichever call of share kills it")
  func killed() async throws {
    let group = try #require(UserGroup("\(getgid())"))
    var runs = 0
    for sharing in [Sharing.reading(group), .none] {
      for count in 0..<200 {
        let documents = Documents()
        try documents.write(accounts: [hashed(email)])
        try await documents.registry.edit([.firstName: "M"], of: email)
        for name in ["accounts.json", "history.jsonl", "."] {
          // It is awake: others have its rights, and the group has none.
          let list = ListOfAccess(group: 0, [(0x02, 6, 64_123)], mask: name == "." ? 7 : 6)
          try #require(list.set(on: documents.path(of: name), "system.posix_acl_access"))
        }
        let named = try await documents.registry.sharing(sharing)
        let dying = DyingCalls(after: count)
        _ = try? await documents.registry(calls: dying.calls, lockPatience: 0)
          .share(sharing, named: named)
        for name in ["accounts.json", "history.jsonl", "."] {
          let path = documents.path(of: name)
          guard !ListOfAccess.isOn(path), let state = documents.state(of: name) else { continue }
          let fit = name == "." ? sharing.directoryMode : sharing.mode(for: .readers)
          let isClosed = state.permissions & 0o077 == 0
          #expect(
            isClosed || state.permissions == fit, "\(name), killed after \(count) calls")
        }
        guard dying.isDead else { break }
        runs += 1
      }
    }
    #expect(runs > 20 && runs < 400)
  }

  @Test("that came since share said what it changes are not taken away unsaid")
  func cameSince() async throws {
    let registry = documents.registry
    try await registry.register(email)
    let group = try #require(UserGroup("\(getgid())"))
    let named = try await registry.sharing(.writing(group))
    try put(Self.lists[0], on: "history.jsonl", forNew: false)
    chmod(documents.path(of: "history.jsonl"), 0o600)
    await #expect(
      throws: AccountsError.keepsChanging(subject: documents.path(of: "history.jsonl"))
    ) {
      _ = try await registry.share(.writing(group), named: named)
    }
    #expect(documents.state()?.permissions == 0o600)
  }

  @Test("give a new file beside the accounts no more than their group has by them")
  func mask() async throws {
    try await documents.registry.register(email)
    try put(Self.lists[0], on: "accounts.json", forNew: false)
    #expect(documents.state()?.permissions == 0o660)
    unlink(documents.path(of: "history.jsonl"))
    _ = try? await documents.registry.login(email, "wrong")
    #expect(documents.state(of: "logins.jsonl")?.permissions == 0o600)
  }
}
