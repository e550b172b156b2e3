import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

/// The owner of a directory who cannot read the accounts in it.
private let hostile: uid_t = 64_123

@Suite(
  "What root reads of accounts goes to nobody who could not read them",
  .needsRoot)
struct ReadersTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"

  /// Private accounts of root's in somebody's directory, with nothing beside them.
  private func prepare(isOfHostile: Bool = false) throws {
    try documents.write(accounts: [hashed(email)])
    chown(documents.path, hostile, hostile)
    if isOfHostile { chown(documents.accountsPath, hostile, hostile) }
  }

  private func owner(_ name: String) -> uid_t? { documents.state(of: name)?.owner }

  @Test("a session and a draft are root's where the accounts are, though the directory is not")
  func personal() async throws {
    try prepare()
    try await documents.registry.login(email)
    try await documents.registry.draft([.firstName: "M"])
    for name in ["session.json", "edit.json"] { #expect(owner(name) == 0, "\(name)") }
  }

  @Test("nor do they go to the owner of one that was there")
  func replaced() async throws {
    try prepare()
    for name in ["session.json", "edit.json"] {
      try documents.write(name == "session.json" ? #"{"email": null}"# : "", to: name)
      chown(documents.path(of: name), hostile, hostile)
    }
    unlink(documents.path(of: "edit.json"))
    try await documents.registry.login(email)
    try await documents.registry.draft([.firstName: "M"])
    for name in ["session.json", "edit.json"] { #expect(owner(name) == 0, "\(name)") }
  }

  @Test("they are the owner's of the accounts where that is who could read them")
  func ofOwner() async throws {
    try prepare(isOfHostile: true)
    try await documents.registry.login(email)
    try await documents.registry.draft([.firstName: "M"])
    for name in ["session.json", "edit.json", "history.jsonl"] {
      #expect([hostile, nil].contains(owner(name)), "\(name)")
    }
    #expect(owner("edit.json") == hostile)
  }

  @Test(
    "in a shared directory they are root's, whoever wrote the accounts last, and whoever's it is",
    arguments: [0, 12_345])
  func shared(owner: uid_t) async throws {
    try documents.write(accounts: [hashed(email)])
    chown(documents.path, owner, 0)
    chmod(documents.path, 0o2770)
    chown(documents.accountsPath, hostile, 0)
    chmod(documents.accountsPath, 0o660)
    try await documents.registry.login(email)
    try await documents.registry.draft([.firstName: "M"])
    for name in ["session.json", "edit.json"] { #expect(self.owner(name) == 0, "\(name)") }
  }

  @Test("other accounts under the name by then change nothing")
  func exchanged() async throws {
    for at in 0..<2 {
      let documents = Documents()
      try documents.write(accounts: [hashed(email)])
      chown(documents.path, hostile, hostile)
      if at == 1 {
        // Another's history is there already.
        try documents.write("", to: "history.jsonl")
        chown(documents.path(of: "history.jsonl"), hostile, hostile)
      }
      let isDone = Atomic(false)
      let usual = SystemCalls()
      var calls = SystemCalls()
      let exchange: @Sendable () -> Void = {
        let accounts = documents.accountsPath
        rename(accounts, "\(accounts).old")
        try? documents.write(#"{"rules": "register", "accounts": []}"#)
        chown(accounts, hostile, hostile)
      }
      calls.open = { directory, name, flags, mode in
        let isNew = flags & O_CREAT != 0 && TemporaryName.belongs(name, to: "accounts.json")
        if isNew, !isDone.exchange(true, ordering: .relaxed) { exchange() }
        return usual.open(directory, name, flags, mode)
      }
      let ours = Atomic(true)
      let look: @Sendable (Int32) -> Void = { descriptor in
        var info = stat()
        fstat(descriptor, &info)
        if info.st_uid == hostile { ours.store(false, ordering: .relaxed) }
      }
      calls.pwrite = { descriptor, buffer, count, offset in
        look(descriptor)
        return usual.pwrite(descriptor, buffer, count, offset)
      }
      _ = try? await documents.registry(calls: calls).edit([.firstName: "M"], of: email)
      let (wasExchanged, isOurs) = (isDone.load(ordering: .relaxed), ours.load(ordering: .relaxed))
      // No line was written into a file of theirs, even for a moment.
      #expect(wasExchanged && isOurs)
    }
  }

  @Test(
    "other accounts that come under the name before a file is opened change nothing",
    arguments: [
      "session.json", "edit.json", "logins.jsonl", "last-logins", "failed-logins",
      ".logins.jsonl.lock",
    ])
  func exchangedBefore(name: String) async throws {
    // The files are there already, and are the hostile user's, or are not.
    for isThere in [false, true] {
      let documents = Documents()
      try documents.write(accounts: [hashed(email)])
      chown(documents.path, hostile, hostile)
      let usual = SystemCalls()
      var calls = SystemCalls()
      let isDone = Atomic(false)
      calls.open = { directory, other, flags, mode in
        let isMeant = other == name || TemporaryName.belongs(other, to: name)
        if isMeant, flags & O_ACCMODE != O_RDONLY, !isDone.exchange(true, ordering: .relaxed) {
          let accounts = documents.accountsPath
          rename(accounts, "\(accounts).old")
          try? documents.write(#"{"rules": "register", "accounts": []}"#)
          chown(accounts, hostile, hostile)
          if isThere, name != ".logins.jsonl.lock" {
            try? documents.write("", to: name)
            chown(documents.path(of: name), hostile, hostile)
          }
        }
        return usual.open(directory, other, flags, mode)
      }
      let registry = documents.registry(calls: calls)
      if name == "edit.json" {
        _ = try? await registry.draft([.firstName: "M"], of: email)
      } else {
        _ = try? await registry.login(email)
      }
      let wasExchanged = isDone.load(ordering: .relaxed)
      #expect(wasExchanged, "\(name)")
      // The count has no names but keyed ones.
      for name in ["session.json", "edit.json", "logins.jsonl", "last-logins"] {
        guard let state = documents.state(of: name), state.owner == hostile else { continue }
        #expect(state.size == 0, "\(name)")
      }
    }
  }

  @Test("a history that was opened beside other accounts gets no line of these")
  func exchangedBack() async throws {
    var edits = 0
    for at in 0..<100 {
      let documents = Documents()
      try documents.write(accounts: [hashed(email)])
      let (accounts, aside) = (documents.accountsPath, documents.path(of: "aside"))
      rename(accounts, aside)
      try documents.write(accounts: [hashed(email)])
      try documents.write("", to: "history.jsonl")
      for path in [documents.path, accounts, documents.path(of: "history.jsonl")] {
        chown(path, hostile, hostile)
      }
      let acting = ActingCalls("accounts.json", at: at) { rename(aside, accounts) }
      _ = try? await documents.registry(calls: acting.calls).edit([.firstName: "M"], of: email)
      guard acting.hasActed else { break }
      let isEdited = try documents.text().contains(#""M""#)
      guard isEdited, documents.state()?.owner == 0 else { continue }
      edits += 1
      #expect(documents.state(of: "history.jsonl")?.owner == hostile)
      #expect(documents.state(of: "history.jsonl")?.size == 0, "exchanged before look \(at)")
    }
    #expect(edits > 1)
  }

  @Test("a draft after two reads is for those who could read both")
  func bothReads() async throws {
    try prepare()
    let registry = documents.registry
    _ = try await registry.account(email)
    unlink(documents.accountsPath)
    try documents.write(accounts: [hashed(email)])
    chown(documents.accountsPath, hostile, hostile)
    try await registry.draft([.firstName: "M"], of: email)
    #expect(owner("edit.json") == 0)
  }
}
