import AccountsSupport
import Foundation
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

/// Sharing with the own group, which everybody may do. `Scripts/check/sharing` has three users.
@Suite(
  "Sharing the accounts with a group",
  .enabled("the user who runs the tests has no name or no group") {
    getpwuid(getuid()) != nil && getgrgid(getgid()) != nil
  })
struct SharingTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  private func group() throws -> UserGroup { try #require(UserGroup("\(getgid())")) }

  private func modes() throws -> [String: mode_t] {
    var modes = [".": try #require(documents.state(of: ".")).permissions]
    for name in try documents.names() { modes[name] = documents.state(of: name)?.permissions }
    return modes
  }

  @Test("sets the modes of all that a colleague needs, and of nothing else; none takes it back")
  func modesOfAll() async throws {
    let registry = documents.registry
    try await registry.register(email)
    try await registry.draft([.firstName: "M"])
    await #expect(throws: AccountsError.loginFailed) { try await registry.login(email, "wrong") }
    try documents.write("notes", to: "notes.txt")
    let history = try documents.bytes(of: "history.jsonl")
    let before = try modes()
    let report = try await registry.share(with: group())
    let shared = [
      "accounts.json", ".accounts.json.lock", "history.jsonl", "logins.jsonl", "last-logins",
      "failed-logins", ".logins.jsonl.lock", ".session.lock", ".sessions.jsonl.lock",
    ]
    var after = before.merging(shared.map { ($0, 0o660) }) { $1 }
    after["."] = 0o2770
    #expect(try modes() == after)
    #expect(
      report.changes.map(\.path).sorted()
        == (shared.map { documents.path(of: $0) } + [documents.path]).sorted())
    #expect(report.changes.last?.new.mode == 0o2770)
    #expect(try await registry.share(with: group()).changes.isEmpty)
    #expect(try await registry.check().beside.isEmpty)
    #expect(try await registry.check().warnings.isEmpty)
    #expect(try await registry.share(with: nil).changes.first?.old.mode == 0o2770)
    // A login in a browser is locked out while it shares, also if none was begun yet.
    #expect(try modes() == before.merging([".sessions.jsonl.lock": 0o600]) { $1 })
    #expect(try documents.bytes(of: "history.jsonl") == history)
    // No change of the accounts: nothing was done by hand, and undo takes back what was.
    #expect(try await registry.history(limit: 9).map(\.did) == [.register])
  }

  @Test(
    "is refused where the accounts file is a link, is empty or holds no accounts, and changes nothing",
    arguments: [
      "link", "", "ssh-ed25519 AAAA mallory\n", "auth sufficient pam_permit.so\n", "{}",
      #"{"rules": "register", "accounts": ["root:x:0:0", null]}"#,
    ])
  func noAccounts(text: String) async throws {
    try #require(mkdir(documents.path(of: "elsewhere"), 0o700) == 0)
    try documents.write(#"{"rules": "register", "accounts": []}"#, to: "elsewhere/accounts.json")
    try #require(mkdir(documents.path(of: "own"), 0o700) == 0)
    if text == "link" {
      try #require(
        symlink("../elsewhere/accounts.json", documents.path(of: "own/accounts.json")) == 0)
    } else {
      try documents.write(text, to: "own/accounts.json")
    }
    try documents.write("", to: "own/history.jsonl")
    let registry = Registry(
      documents: documents.path(of: "own"), today: { .ofTests }, hasher: PasswordHasher(cost: 1))
    let fault = DiskFault(
      action: .write, path: documents.path(of: "own/accounts.json"),
      reason: text == "link" ? .isLink : .notAccounts)
    for group in [try group(), nil] {
      await #expect(throws: AccountsError.disk(fault)) { _ = try await registry.share(with: group) }
    }
    for (name, mode) in [
      ("elsewhere", 0o700), ("elsewhere/accounts.json", 0o600), ("own", 0o700),
      ("own/history.jsonl", 0o600),
    ] {
      #expect(documents.state(of: name)?.permissions == mode_t(mode), "\(name)")
    }
    #expect(!documents.exists("elsewhere/.accounts.json.lock"))
    // Nor does check advise it, though the history looks as if it were only begun.
    if text == "link" { chmod(documents.path(of: "elsewhere/accounts.json"), 0o660) }
    chmod(documents.path(of: "own"), 0o2770)
    let beside = (try? await registry.check())?.beside ?? []
    #expect(!beside.contains { if case .caution(.notShared) = $0.rule { true } else { false } })
  }

  @Test("leaves what is git's as it is")
  func besideGit() async throws {
    try await documents.registry.register(email)
    for name in [".git", ".git/hooks"] { try #require(mkdir(documents.path(of: name), 0o700) == 0) }
    for name in [".git/config", ".gitignore", ".gitattributes"] {
      try documents.write("", to: name)
    }
    _ = try await documents.registry.share(with: group())
    for (name, mode) in [
      (".", 0o2770), (".git", 0o700), (".git/config", 0o600), (".gitignore", 0o600),
    ] {
      #expect(documents.state(of: name)?.permissions == mode_t(mode), "\(name)")
    }
    #expect(try await documents.registry.check().beside.isEmpty)
  }

  @Test("of a missing file is 67's error, and makes nothing")
  func missing() async throws {
    let path = documents.path(of: "no/where")
    let registry = Registry(documents: path, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
    let group = try group()
    for group in [group, nil] {
      await #expect(throws: AccountsError.storeMissing(subject: "\(path)/accounts.json")) {
        _ = try await registry.share(with: group)
      }
    }
    #expect(try documents.names().isEmpty)
  }

  @Test("is refused where the group would get more than the accounts, and changes nothing")
  func refused() async throws {
    let registry = documents.registry
    try await registry.register(email)
    let group = try group()
    func expectRefused(_ path: String, _ reason: DiskFault.Reason) async throws {
      // A look takes the locks.
      _ = await error { _ = try await registry.share(with: group) }
      let before = try modes()
      let fault = DiskFault(action: .write, path: path, reason: reason)
      await #expect(throws: AccountsError.disk(fault)) { _ = try await registry.share(with: group) }
      #expect(try modes() == before)
    }
    for name in ["directory", "link"] {
      if name == "link" {
        try #require(symlink("/etc", documents.path(of: name)) == 0)
      } else {
        try #require(mkdir(documents.path(of: name), 0o700) == 0)
      }
      try await expectRefused(documents.path, .holdsMoreThanAccounts(name))
      try FileManager.default.removeItem(atPath: documents.path(of: name))
    }
    chmod(documents.path, 0o1777)
    try await expectRefused(documents.path, .writableByAll)
    chmod(documents.path, 0o700)
    let lock = documents.path(of: ".session.lock")
    try #require(link(lock, documents.path(of: "second")) == 0)
    try await expectRefused(lock, .hardLink)
    unlink(documents.path(of: "second"))
    unlink(lock)
    try #require(symlink("accounts.json", lock) == 0)
    try await expectRefused(documents.path, .holdsMoreThanAccounts(".session.lock"))
  }

  /// The home of the user who runs the tests; nil if there is none, or it is another's.
  private static let ownHome: String? = {
    guard let home = getpwuid(getuid())?.pointee.pw_dir.map({ String(cString: $0) }) else {
      return nil
    }
    var info = stat()
    return stat(home, &info) == 0 && info.st_uid == getuid() ? home : nil
  }()

  @Test(
    "knows the home of a directory's owner by what it is, not by its path",
    .enabled("the user who runs the tests has no home") { ownHome != nil })
  func isHome() async throws {
    let disk = Disk(queue: DiskQueue())
    let path = try #require(Self.ownHome)
    for (directory, isHome) in [(path, true), ("\(path)/.", true), (documents.path, false)] {
      let registry = Registry(
        documents: directory, disk: disk, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
      let store = try #require(registry.store as? FileStore)
      #expect(try await store.isHome(directory) == isHome, "\(directory)")
    }
  }

  @Test(
    "of a home names what is neither the accounts' nor of every new home",
    arguments: [
      (".accounts.json.lock", nil), ("history.jsonl", nil), ("publish.json", nil),
      (".accounts.json.0123456789abcdef.tmp", nil), (".gitignore", nil), (".git/", nil),
      (".local/", nil), (".local/state/", nil), (".local/state/regapp/", nil),
      (".local/state/regapp/edits/", nil), (".local/state/regapp/published/", nil),
      (".local/state/regapp/other/", ".local"),
      (".local/share/", ".local"), (".local/state/other/", ".local"),
      (".profile", ".profile"), (".ssh/", ".ssh"), ("notes.txt", "notes.txt"),
      ("history.jsonl/", "history.jsonl"), (".accounts.edit.0", nil), ("skeleton", nil),
    ] as [(String, String?)])
  func home(name: String, strange: String?) async throws {
    try await documents.registry.register(email)
    let skeleton = (try? FileManager.default.contentsOfDirectory(atPath: "/etc/skel")) ?? []
    if name == "skeleton" {
      for name in skeleton {
        try FileManager.default.copyItem(
          atPath: "/etc/skel/\(name)", toPath: documents.path(of: name))
      }
    } else if name.hasSuffix("/") {
      try? FileManager.default.removeItem(atPath: documents.path(of: String(name.dropLast())))
      try FileManager.default.createDirectory(
        atPath: documents.path(of: name), withIntermediateDirectories: true)
    } else {
      try documents.write("x", to: name)
    }
    let store = try #require(documents.registry.store as? FileStore)
    #expect(try await store.strangeName() == strange)
  }

  @Test("of a home that cannot be listed is refused, at whatever level")
  func unlisted() async throws {
    try await documents.registry.register(email)
    try FileManager.default.createDirectory(
      atPath: documents.path(of: ".local/state/regapp"), withIntermediateDirectories: true)
    let usual = SystemCalls()
    for level in 0..<4 {
      let lists = Atomic(0)
      var calls = SystemCalls()
      calls.names = { directory in
        guard lists.wrappingAdd(1, ordering: .relaxed).oldValue != level else {
          errno = EMFILE
          return nil
        }
        return usual.names(directory)
      }
      let store = try #require(documents.registry(calls: calls).store as? FileStore)
      do {
        _ = try await store.strangeName()
        Issue.record("it counts as empty at level \(level)")
      } catch {
        #expect((error as? DiskFault)?.reason == .errno(EMFILE), "\(level)")
      }
      #expect(lists.load(ordering: .relaxed) == level + 1, "\(level)")
    }
  }

  @Test("can be done by the owner and root alone, and only with a group that the owner is in")
  func notOwner() async throws {
    try await documents.registry.register(email)
    let group = try group()
    var calls = SystemCalls()
    calls.user = { 4_242 }
    let fault = DiskFault(
      action: .write, path: documents.accountsPath, reason: .sharedByOwnerOnly)
    await #expect(throws: AccountsError.disk(fault)) {
      _ = try await documents.registry(calls: calls).share(with: group)
    }
    let usual = SystemCalls()
    // The directory of somebody who is in no group.
    calls.fstat = { descriptor, info in
      defer { info.st_uid = 64_123 }
      return usual.fstat(descriptor, &info)
    }
    let name = group.name
    let outside = DiskFault(
      action: .write, path: documents.path, reason: .ownerNotInGroup("64123", name))
    await #expect(throws: AccountsError.disk(outside)) {
      _ = try await documents.registry(calls: calls).share(with: group)
    }
  }

  @Test("says which directory on the way keeps the group out")
  func barrier() async throws {
    try #require(mkdir(documents.path(of: "closed"), 0o700) == 0)
    let path = documents.path(of: "closed/accounts")
    let registry = Registry(documents: path, today: { .ofTests }, hasher: PasswordHasher(cost: 1))
    try await registry.register(email)
    #expect(try await registry.share(with: group()).barrier == documents.path(of: "closed"))
  }

  @Test("that is only begun is told by check, with what is missing")
  func half() async throws {
    let registry = documents.registry
    try await registry.register(email)
    chmod(documents.accountsPath, 0o660)
    chmod(documents.path, 0o2770)
    let group = try group().name
    let rule = Rule.caution(.notShared(group: group))
    #expect(
      try await registry.check().beside
        == [".accounts.json.lock", "history.jsonl", ".session.lock"].map {
          Problem(.file, rule, at: Place(documents.path(of: $0)))
        })
    _ = try await registry.share(with: UserGroup(group))
    // A lock is opened for writing; what else the group can read, it replaces.
    chmod(documents.path(of: ".accounts.json.lock"), 0o644)
    chmod(documents.path(of: "history.jsonl"), 0o644)
    #expect(
      try await registry.check().beside
        == [Problem(.file, rule, at: Place(documents.path(of: ".accounts.json.lock")))])
    var calls = SystemCalls()
    calls.user = { 4_242 }
    #expect(try await documents.registry(calls: calls).history().count == 1)
    chmod(documents.path(of: ".accounts.json.lock"), 0o660)
    chmod(documents.path, 0o3770)
    #expect(
      try await registry.check().beside == [Problem(.file, rule, at: Place(documents.path))])
    chmod(documents.path, 0o2770)
    chmod(documents.accountsPath, 0o664)
    let open = Problem(
      .file, .caution(.readableByOthers(mode: 0o664, fit: 0o660)), at: Place(documents.accountsPath)
    )
    #expect(try await registry.check().warnings == [open])
    // As git leaves it under a usual umask.
    chmod(documents.accountsPath, 0o644)
    #expect(
      try await registry.check().warnings.map(\.rule) == [
        .caution(.readableByOthers(mode: 0o644, fit: 0o660))
      ])
  }

  @Test("by what any new file of the owner's has is no sharing, and is warned of")
  func accident() async throws {
    try await documents.registry.register(email)
    chmod(documents.accountsPath, 0o660)
    for mode in [0o700, 0o770, 0o750] {
      chmod(documents.path, mode_t(mode))
      // The user of the tests has the group that new files have.
      guard getpwuid(getuid()).pointee.pw_gid == documents.state()?.group else { return }
      let rules = try await documents.registry.check().warnings.map(\.rule)
      #expect(rules == [.caution(.readableByOthers(mode: 0o660, fit: 0o600))])
    }
  }

  @Test("with a group that does not exist cannot be asked for")
  func noGroup() {
    for name in ["", "no such group", "4000000000", "-1"] { #expect(UserGroup(name) == nil) }
  }
}

extension FileStore {
  fileprivate func isHome(_ path: String) throws -> Bool {
    guard let directory = try disk.directory(path, for: .read) else { return false }
    defer { disk.close(directory) }
    return try isHome(directory, disk.stamp(of: directory))
  }

  fileprivate func strangeName() throws -> String? {
    let directory = try #require(try disk.directory(source.directory, for: .read))
    defer { disk.close(directory) }
    return try strangeName(inHome: directory, of: "accounts.json")
  }
}

extension Registry {
  /// Shares the accounts for writing, or with nobody, after a look at what that changes.
  fileprivate func share(with group: UserGroup?) async throws -> SharingReport {
    let sharing = group.map { Sharing.writing($0) } ?? .none
    return try await share(sharing, named: self.sharing(sharing))
  }
}
