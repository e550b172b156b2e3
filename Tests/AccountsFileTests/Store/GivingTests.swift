import AccountsSupport
import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

/// The group that shares the accounts: one that every system has, or the own one.
private let sharers: gid_t = mayActAsOthers ? 1 : getegid()

private func sharingGroup() throws -> UserGroup { try #require(UserGroup("\(sharers)")) }

/// The owner of the accounts in these tests, and another member of the group.
private let (owner, colleague): (uid_t, uid_t) = (12_345, 64_123)

@Suite("Nothing of somebody else's is given away")
struct GivingTests {
  private static let email = "mario@gmail.com"

  /// The actions of the commands.
  private static let commands: [String: @Sendable (Documents, Registry) async throws -> Void] = [
    "register": { try await $1.register("luigi@gmail.com", logsIn: false) },
    "login": { _ = try await $1.login(email) },
    "wrong login": { _ = try await $1.verify(LoginRequest(email, "wrong")) },
    "edit": { try await $1.edit([.firstName: "M"], of: email) },
    "remove": { _ = try await $1.remove(email) },
    "forget": { _ = try await $1.forgetHistory(of: "peach@gmail.com") },
    "draft": { _ = try await $1.draft([.lastName: "B"]) },
    "seal": { _ = try await $1.seal() },
    "check": { _ = try await $1.check() },
    "share": { _, registry in
      let group = try sharingGroup()
      _ = try await registry.share(.writing(group), named: registry.sharing(.writing(group)))
    },
    "share --none": {
      _ = try await $1.share(.none, named: $1.sharing(.none))
    },
    "export": {
      _ = try await WholeFile($0.path(of: "out"), sparing: $1).replace(with: [1])
      _ = try await WholeFile($0.path(of: "out"), sparing: $1)
        .replace(with: [2], ifChanged: true)
    },
    "git-setup": { documents, registry in
      let files = try #require(RepositoryFiles(of: registry))
      _ = try await files.add(["x"], to: documents.path(of: ".gitignore"))
      _ = try await files.makeKey(at: documents.path(of: "regapp-key"))
      _ = try await files.unshared(documents.path(of: ".git"))
    },
  ]

  private static let names = [
    ".accounts.json.lock", ".session.lock", ".logins.jsonl.lock", "history.jsonl", "logins.jsonl",
    "last-logins", "failed-logins", ".accounts.json.index", "session.json", "edit.json", "out",
    ".gitignore", "regapp-key",
  ]

  /// Accounts in use, shared by a group or not; of another user where the tests may act as others.
  private func documents(isShared: Bool) async throws -> Documents {
    let documents = try await used()
    give(documents, isShared: isShared)
    return documents
  }

  /// A copy of such accounts, which costs less.
  private func copy(of used: Documents, isShared: Bool) throws -> Documents {
    let documents = Documents()
    for name in try used.names() {
      try FileManager.default.copyItem(
        atPath: used.path(of: name), toPath: documents.path(of: name))
    }
    give(documents, isShared: isShared)
    return documents
  }

  private func used() async throws -> Documents {
    let documents = Documents()
    let registry = documents.registry
    for email in [Self.email, "peach@gmail.com"] { try await registry.register(email) }
    _ = try await registry.draft([.firstName: "D"])
    _ = try await registry.remove("peach@gmail.com")
    _ = try? await registry.login(Self.email, "wrong")
    try documents.write("old\n", to: ".gitignore")
    try documents.write("old", to: "out")
    try FileManager.default.createDirectory(
      atPath: documents.path(of: ".git"), withIntermediateDirectories: false)
    return documents
  }

  /// Gives all to another user, or shares it.
  private func give(_ documents: Documents, isShared: Bool) {
    let (user, group) = isShared ? (0, sharers) : (owner, owner)
    for name in (try? documents.names()) ?? [] {
      let path = documents.path(of: name)
      if mayActAsOthers { chown(path, user, group) }
      chmod(path, name == ".git" ? 0o700 : isShared ? 0o660 : 0o600)
    }
    if mayActAsOthers { chown(documents.path, user, group) }
    chmod(documents.path, isShared ? 0o2770 : 0o700)
  }

  @Test(
    "a private file that comes under a name at any call stays its owner's, even an empty one",
    .needsRoot, arguments: names)
  func swapped(name: String) async throws {
    let used = try await used()
    let place = try #require(Self.names.firstIndex(of: name))
    var wasSwapped = false
    for (number, command) in Self.commands.keys.sorted().enumerated() {
      let work = try #require(Self.commands[command])
      for at in 0..<100 {
        // Each way comes with each kind of file, and at each look, under some name.
        let (mix, isEmpty) = (at + number + place, (at + number + place) / 2 % 2 == 0)
        // A file that is shared already is left alone.
        let isShared = command.hasPrefix("share") ? command != "share" : mix % 2 == 0
        let documents = try copy(of: used, isShared: isShared)
        // Root's own, or that of a colleague.
        let file = PrivateFile(
          documents.path + ".private", of: isShared ? colleague : 0, isEmpty ? "" : PrivateFile.text
        )
        let way = SwappingCalls.Way.allCases[mix % SwappingCalls.Way.allCases.count]
        let swapping = SwappingCalls(name, in: documents.path, at: at, way, file)
        _ = try? await work(documents, documents.registry(calls: swapping.calls, lockPatience: 0))
        guard swapping.isSwapped else { break }
        wasSwapped = true
        #expect(file.isAsBefore, "\(command), \(way), look \(at)")
      }
    }
    // Some command looks at the name.
    #expect(wasSwapped)
  }

  @Test(
    "share refuses an empty file of root's that root may be about to fill",
    .needsRoot,
    arguments: [".session.lock", "last-logins", "history.jsonl"])
  func emptyOfRoot(name: String) async throws {
    let documents = try await documents(isShared: false)
    unlink(documents.path(of: name))
    let file = PrivateFile(documents.path(of: name), of: 0, "")
    let fault = DiskFault(
      action: .write, path: documents.path(of: name), reason: .notWrittenByRegapp)
    await #expect(throws: AccountsError.disk(fault)) {
      _ = try await documents.registry.sharing(.none)
    }
    #expect(file.isAsBefore)
  }

  @Test("a private file in the place of one of ours is not shared, and share names it")
  func named() async throws {
    let documents = try await documents(isShared: true)
    let group = try sharingGroup()
    for (name, text) in [
      ("last-logins", "keys\n"), ("logins.jsonl", "keys\n"), ("history.jsonl", "{}\n"),
      (".session.lock", "x"), (".accounts.json.index", "keys\n"), ("failed-logins", "keys"),
    ] {
      let place = documents.path(of: name)
      rename(place, "\(place).old")
      try documents.write(text, to: name)
      let fault = DiskFault(action: .write, path: place, reason: .notWrittenByRegapp)
      // Readers get neither locks nor counts.
      let isForWriters = [".session.lock", "failed-logins"].contains(name)
      for sharing in [Sharing.writing(group)] + (isForWriters ? [] : [.reading(group)]) {
        await #expect(throws: AccountsError.disk(fault), "\(name)") {
          _ = try await documents.registry.sharing(sharing)
        }
      }
      #expect(documents.state(of: name)?.permissions == 0o600)
      unlink(place)
      rename("\(place).old", place)
    }
  }

  @Test("share changes only what it named, as it was then", arguments: ["replaced", "closed"])
  func onlyNamed(how: String) async throws {
    let documents = Documents()
    let registry = documents.registry
    try await registry.register(Self.email)
    let group = try #require(UserGroup("\(getgid())"))
    let named = try await registry.sharing(.writing(group))
    if how == "closed" {
      chmod(documents.path(of: "history.jsonl"), 0o400)
    } else {
      // A copy of it, which is another file.
      try documents.write(documents.text(of: "history.jsonl"), to: "copy")
      rename(documents.path(of: "copy"), documents.path(of: "history.jsonl"))
    }
    await #expect(
      throws: AccountsError.keepsChanging(subject: documents.path(of: "history.jsonl"))
    ) {
      _ = try await registry.share(.writing(group), named: named)
    }
    #expect(
      documents.state(of: "history.jsonl")?.permissions == (how == "closed" ? 0o400 : 0o600))
    #expect(documents.state()?.permissions == 0o600)
  }

  @Test("a group that reads can read the accounts and what is beside them, and write nothing")
  func reading() async throws {
    let documents = Documents()
    let registry = documents.registry
    try await registry.register(Self.email)
    _ = try? await registry.login(Self.email, "wrong")
    let group = try #require(UserGroup("\(getgid())"))
    func modes() throws -> [String: mode_t] {
      var modes = [".": documents.state(of: ".")?.permissions ?? 0]
      for name in try documents.names() { modes[name] = documents.state(of: name)?.permissions }
      return modes
    }
    let before = try modes()
    func share(_ sharing: Sharing) async throws {
      _ = try await registry.share(sharing, named: registry.sharing(sharing))
    }
    let readable = ["accounts.json", "history.jsonl", "logins.jsonl", "last-logins"]
    let lock: [String: mode_t] = [".sessions.jsonl.lock": 0o600]
    var expected = before.merging(lock) { $1 }.merging(readable.map { ($0, 0o640) }) { $1 }
    expected["."] = 0o2750
    // To the other kind and back.
    for _ in 0..<2 {
      try await share(.reading(group))
      #expect(try modes() == expected)
      #expect(try await registry.check().warnings.isEmpty)
      #expect(try await registry.check().beside.isEmpty)
      try await registry.edit([.firstName: "M"], of: Self.email)
      _ = try? await registry.login(Self.email, "wrong")
      #expect(try modes() == expected)
      try await share(.writing(group))
      #expect(try await registry.check().beside.isEmpty)
      #expect(documents.state(of: "failed-logins")?.permissions == 0o660)
    }
    try await share(.reading(group))
    // New files are the group's, too.
    for name in ["history.jsonl", "logins.jsonl", "last-logins", "failed-logins"] {
      unlink(documents.path(of: name))
    }
    try await registry.edit([.firstName: "N"], of: Self.email)
    _ = try? await registry.login(Self.email, "wrong")
    #expect(try modes() == expected)
    chmod(documents.path(of: "history.jsonl"), 0o600)
    let rule = Rule.caution(.notSharedToRead(group: group.name))
    #expect(
      try await registry.check().beside
        == [Problem(.file, rule, at: Place(documents.path(of: "history.jsonl")))])
    try await share(.none)
    #expect(try modes() == before.merging(lock) { $1 })
  }

  @Test("a file with an access control list gives its group no more than that did, and it is said")
  func accessList() async throws {
    let documents = Documents()
    try await documents.registry.register(Self.email)
    try documents.write("old", to: "out")
    for name in ["accounts.json", "out"] { chmod(documents.path(of: name), 0o660) }
    var calls = SystemCalls()
    // The group's bits are the list's mask.
    calls.groupRightsOfList = { _ in 4 }
    let registry = documents.registry(calls: calls)
    let edited = try await registry.edit([.firstName: "M"], of: Self.email)
    #expect(edited.notices == [.accessListGone(subject: documents.accountsPath)])
    let out = documents.path(of: "out")
    for (text, ifChanged) in [(1, false), (2, true)] as [(UInt8, Bool)] {
      chmod(out, 0o660)
      let written = try await WholeFile(out, sparing: registry)
        .replace(with: [text], ifChanged: ifChanged)
      #expect(written.notices == [.accessListGone(subject: out)])
      #expect(documents.state(of: "out")?.permissions == 0o640)
    }
    #expect(documents.state()?.permissions == 0o640)
  }

  @Test(
    "a new output is the caller's alone; one that exists keeps owner and mode",
    .needsRoot)
  func outputs() async throws {
    let documents = try await documents(isShared: false)
    for name in ["new", "out"] {
      for ifChanged in [false, true] {
        if name == "new" { unlink(documents.path(of: name)) }
        chmod(documents.path(of: "out"), 0o644)
        _ = try await WholeFile(documents.path(of: name), sparing: documents.registry)
          .replace(with: ifChanged ? [1] : [2], ifChanged: ifChanged)
        let access = try #require(documents.state(of: name)).access
        #expect(access.owner == (name == "new" ? 0 : owner) as uid_t)
        #expect(access.mode == (name == "new" ? 0o600 : 0o644))
      }
    }
  }

  @Test("check names a file beside the accounts that their owner cannot write")
  func unusable() async throws {
    let documents = Documents()
    try await documents.registry.register(Self.email)
    var calls = SystemCalls()
    let usual = SystemCalls()
    calls.stat = { directory, name, flags, info in
      let code = usual.stat(directory, name, flags, &info)
      if name == "history.jsonl" { info.st_uid = 0 } else { info.st_uid = 4_242 }
      return code
    }
    calls.fstat = { descriptor, info in
      let code = usual.fstat(descriptor, &info)
      info.st_uid = 4_242
      return code
    }
    let rule = Rule.caution(.notWritableByOwner(owner: "4242"))
    let found = try await documents.registry(calls: calls).check().beside
    #expect(found == [Problem(.file, rule, at: Place(documents.path(of: "history.jsonl")))])
  }

  @Test("accounts that a repository's link leads to a stranger are named, and not written")
  func ledAway() async throws {
    let (documents, elsewhere) = (Documents(), Documents())
    try await elsewhere.registry.register(Self.email)
    try #require(symlink(elsewhere.accountsPath, documents.accountsPath) == 0)
    var calls = SystemCalls()
    let usual = SystemCalls()
    let strange = try #require(elsewhere.state(of: ".")).inode
    calls.fstat = { descriptor, info in
      let code = usual.fstat(descriptor, &info)
      if UInt(info.st_ino) == strange { info.st_uid = stranger }
      return code
    }
    let registry = documents.registry(calls: calls)
    let name = "\(stranger)"
    #expect(
      try await registry.check().beside.map(\.rule) == [.caution(.leadsToAnother(owner: name))])
    #expect(try await RepositoryFiles(of: registry)?.strangerLedTo() == name)
    try await registry.edit([.firstName: "M"], of: Self.email)
    try FileManager.default.createDirectory(
      atPath: documents.path(of: ".git"), withIntermediateDirectories: false)
    let fault = DiskFault(
      action: .write, path: documents.accountsPath, reason: .leadsToAnother(owner: name))
    await #expect(throws: AccountsError.disk(fault)) {
      try await registry.edit([.firstName: "N"], of: Self.email)
    }
    _ = try await documents.registry.edit([.firstName: "N"], of: Self.email)
  }

  @Test("git's own files are named where the group cannot use them, and left as they are")
  func repository() async throws {
    let documents = Documents()
    let registry = documents.registry
    try await registry.register(Self.email)
    let group = try #require(UserGroup("\(getgid())"))
    let files = try #require(RepositoryFiles(of: registry))
    for name in [".git", ".git/objects"] {
      try #require(mkdir(documents.path(of: name), 0o700) == 0)
    }
    try documents.write("", to: ".git/config")
    let git = documents.path(of: ".git")
    #expect(try await files.unshared(git) == nil)
    _ = try await registry.share(.writing(group), named: registry.sharing(.writing(group)))
    let unshared = try #require(try await files.unshared(git))
    #expect(unshared.group == group.name)
    #expect(unshared.paths == [git, "\(git)/config", "\(git)/objects"])
    for (name, mode) in [(".git", 0o700), (".git/objects", 0o700), (".git/config", 0o600)] {
      #expect(documents.state(of: name)?.permissions == mode_t(mode))
      chmod(documents.path(of: name), name == ".git/config" ? 0o660 : 0o2770)
    }
    #expect(try await files.unshared(git)?.paths == [])
  }
}

@Suite("A list of passwords is read where those who name it could read it")
struct ListForUsersTests {
  private let documents = Documents()

  private func reason(
    _ path: String, calls: SystemCalls = SystemCalls()
  ) async throws -> DiskFault.Reason? {
    try documents.write(
      #"{"rules": {"fields": {"password": {"blocklistFile": "\#(path)"}}}, "accounts": []}"#)
    if isShared { chmod(documents.accountsPath, 0o660) }
    do {
      try await documents.registry(calls: calls).register("mario@gmail.com")
      return nil
    } catch AccountsError.rulebookBroken(let problems) {
      guard case .rulebook(.readableList(let fault)) = problems.first?.rule else { return nil }
      return fault.onDisk?.reason
    }
  }

  private var isShared: Bool { documents.state(of: ".")?.permissions == 0o2770 }

  @Test("not one of its owner's alone, if a group writes the accounts")
  func ofOwner() async throws {
    try documents.write("listed\n", to: "list.txt")
    #expect(try await reason("list.txt") == nil)
    chmod(documents.path, 0o2770)
    #expect(try await reason("list.txt") == .notReadableByUsers)
    chmod(documents.path(of: "list.txt"), 0o640)
    unlink(documents.accountsPath)
    #expect(try await reason("list.txt") == nil)
  }

  @Test("nothing is learnt of what is in a directory that they cannot enter")
  func closedDirectory() async throws {
    chmod(documents.path, 0o2770)
    let outside = TemporaryDirectory("regapp-closed")
    chmod(outside.path, 0o700)
    try Data("listed\n".utf8).write(to: URL(fileURLWithPath: "\(outside.path)/list"))
    chmod("\(outside.path)/list", 0o644)
    for name in ["list", "none", "list/x", "."] {
      #expect(
        try await reason("\(outside.path)/\(name)") == .notReadableByUsers, "\(name)")
    }
    chmod(outside.path, 0o711)
    #expect(try await reason("\(outside.path)/list") == nil)
  }

  @Test("a device is never opened", arguments: ["device", "pipe"])
  func device(kind: String) async throws {
    let path = documents.path(of: "list.txt")
    try #require(
      kind == "pipe" ? mkfifo(path, 0o644) == 0 : symlink("/dev/null", path) == 0)
    var calls = SystemCalls()
    let usual = SystemCalls()
    calls.open = { directory, name, flags, mode in
      // All but a look at the place (O_PATH).
      let isOpened = flags & 0o10_000_000 == 0 && (name == "null" || name == "list.txt")
      #expect(!isOpened)
      return usual.open(directory, name, flags, mode)
    }
    #expect(try await reason("list.txt", calls: calls) == .notRegularFile)
  }
}
