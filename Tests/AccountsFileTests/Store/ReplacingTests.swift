import AccountsSupport
import Foundation
import Synchronization
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Replacing the accounts file") struct ReplacingTests {
  private let documents = Documents()
  private let email = "mario@gmail.com"
  private let text =
    "{\"rules\": \"register\", \"accounts\": [{\"email\": \"mario@gmail.com\", \"password\": \"secret1\"}]}\n"

  /// Calls with which an editor saves a text once the new one is written, but not yet in place.
  private func calls(saving text: String, to name: String = "accounts.json") -> SystemCalls {
    let documents = documents
    var calls = SystemCalls()
    let isSaved = Atomic(false)
    calls.fsync = { _ in
      if !isSaved.exchange(true, ordering: .relaxed) { try? documents.write(text, to: name) }
      return 0
    }
    return calls
  }

  @Test("keeps its mode", arguments: [0o600, 0o640, 0o644, 0o660, 0o400])
  func mode(permissions: Int) async throws {
    try documents.write(text)
    chmod(documents.accountsPath, mode_t(permissions))
    try await documents.registry.edit([.firstName: "M"], of: email)
    #expect(documents.state()?.permissions == mode_t(permissions))
    #expect(try documents.text().contains("\"M\""))
  }

  @Test("creates a new file: a process with the old one open still reads the old text")
  func newInode() async throws {
    try documents.write(text)
    let before = documents.state()
    let old = try #require(FileHandle(forReadingAtPath: documents.accountsPath))
    try await documents.registry.edit([.firstName: "M"], of: email)
    #expect(documents.state()?.inode != before?.inode)
    #expect(String(decoding: old.readDataToEndOfFile(), as: UTF8.self) == text)
  }

  @Test("never writes to what somebody puts where the new file is to be", arguments: [true, false])
  func planted(isLink: Bool) async throws {
    try documents.write(text)
    try documents.write("theirs", to: "victim")
    let documents = documents
    var calls = SystemCalls()
    let open = calls.open
    calls.open = { directory, name, flags, mode in
      if flags & O_CREAT != 0, name.hasSuffix(".tmp") {
        let (old, new) = (documents.path(of: "victim"), documents.path(of: name))
        _ = isLink ? symlink(old, new) : link(old, new)
      }
      return open(directory, name, flags, mode)
    }
    await #expect(throws: AccountsError.self) {
      try await documents.registry(calls: calls).edit([.firstName: "M"], of: email)
    }
    #expect(try documents.text() == text && documents.text(of: "victim") == "theirs")
  }

  @Test("removes leftovers of dead writers, and nothing else")
  func temporaryFiles() async throws {
    try documents.write(text)
    let ours = [".accounts.json.0123456789abcdef.tmp", ".accounts.json.ffffffffffffffff.tmp"]
    let others = [
      ".accounts.json.0123.tmp", ".accounts.json.0123456789ABCDEF.tmp", ".accounts.json.tmp",
      ".other.json.0123456789abcdef.tmp", "accounts.json.0123456789abcdef.tmp", "accounts.json~",
      ".accounts.json.0123456789abcdef.tmp2", ".accounts.json.swp",
      ".accounts.json.0123456789abcdeg.tmp",
    ]
    for name in ours + others { try documents.write("x", to: name) }
    try await documents.registry.register("luigi@gmail.com", logsIn: false)
    let names = Set(try documents.names())
    #expect(names.isDisjoint(with: ours))
    #expect(names.isSuperset(of: others))
  }

  @Test("removes those of the session and the edit as well")
  func temporaryNotes() async throws {
    try documents.write(text)
    for name in ["session", "edit"] {
      try documents.write("x", to: ".\(name).json.0123456789abcdef.tmp")
    }
    _ = try await documents.registry.logOut()
    #expect(try documents.namesOfFiles() == ["accounts.json", "session.json"])
  }

  @Test("notices a save by an editor between reading and renaming, and starts over")
  func changedMeanwhile() async throws {
    try documents.write(text)
    let calls = calls(saving: text.replacing("[{", with: "[{\"x-own\": 1, "))
    try await documents.registry(calls: calls).register("luigi@gmail.com", logsIn: false)
    #expect(try documents.text().contains("[{\"x-own\": 1, "))
    #expect(try await documents.registry.list(limit: 9).accounts.count == 2)
    #expect(try documents.namesOfFiles() == ["accounts.json", "history.jsonl"])
  }

  @Test("an export that another one outruns is written all the same")
  func exportMeanwhile() async throws {
    try documents.write(text)
    for name in ["new", "old"] {
      if name == "old" { try documents.write("old", to: name) }
      let registry = documents.registry(calls: calls(saving: "others", to: name))
      let file = WholeFile(documents.path(of: name), sparing: registry)
      #expect(try await file.replace(with: Array("ours".utf8), ifChanged: true).value)
      #expect(try documents.text(of: name) == "ours")
    }
  }

  @Test(
    "gives up if the file changes each time, and leaves it",
    arguments: ["in place", "by another file"])
  func keepsChanging(how: String) async throws {
    try documents.write(text)
    let (documents, text) = (documents, text)
    var calls = SystemCalls()
    let count = Atomic(0)
    calls.fsync = { _ in
      let number = count.wrappingAdd(1, ordering: .relaxed).newValue
      let next = text.replacing("[{", with: "[{\"x-n\": \(number), ")
      if how == "in place" {
        try? documents.write(next)
      } else {
        try? documents.write(next, to: "next")
        _ = rename(documents.path(of: "next"), documents.accountsPath)
      }
      return 0
    }
    await #expect(throws: AccountsError.keepsChanging(subject: documents.accountsPath)) {
      try await documents.registry(calls: calls).register("luigi@gmail.com", logsIn: false)
    }
    #expect(try documents.namesOfFiles() == ["accounts.json"])
    #expect(!(try documents.text().contains("luigi")))
  }

  @Test("does not restore a file removed in the meantime, and does not overwrite a new one")
  func appearsOrVanishes() async throws {
    // It was missing when it was read; it exists when it is to be created.
    let calls = calls(saving: text)
    try await documents.registry(calls: calls).register("luigi@gmail.com", logsIn: false)
    #expect(try await documents.registry.list(limit: 9).accounts.count == 2)
  }

  @Test("is read again if it changed while being read")
  func tornRead() async throws {
    try documents.write(text)
    let (documents, text) = (documents, text)
    var calls = SystemCalls()
    let usual = SystemCalls()
    let isDone = Mutex(false)
    calls.read = { descriptor, start, count in
      let got = usual.read(descriptor, start, min(count, 10))
      let isFirst = isDone.withLock { done in
        defer { done = true }
        return !done
      }
      if isFirst { try? documents.write(text.replacing("mario", with: "luigi-the-second")) }
      return got
    }
    #expect(try await documents.registry(calls: calls).shown() == "luigi-the-second@gmail.com")
  }

  /// A clock that never advances: of texts of one size, all stamps are equal.
  private static var standing: SystemCalls {
    @Sendable func standing(_ info: inout stat) {
      info.st_mtim = timespec(tv_sec: 1 << 40, tv_nsec: 0)
      info.st_ctim = info.st_mtim
    }
    var calls = SystemCalls()
    let usual = SystemCalls()
    calls.fstat = { descriptor, info in
      defer { standing(&info) }
      return usual.fstat(descriptor, &info)
    }
    calls.stat = { directory, name, flags, info in
      defer { standing(&info) }
      return usual.stat(directory, name, flags, &info)
    }
    return calls
  }

  @Test(
    "is seen at once by a registry that has read the old one, even within one clock tick")
  func sameStamp() async throws {
    let other = text.replacing("mario", with: "luigi")
    try documents.write(text)
    let registry = documents.registry(calls: Self.standing)
    #expect(try await registry.shown() == email)
    let handle = try #require(FileHandle(forWritingAtPath: documents.accountsPath))
    try handle.write(contentsOf: Data(other.utf8))
    #expect(try await registry.shown() == "luigi@gmail.com")
  }

  @Test("detects shared emails again, even within one clock tick")
  func sameStampSharers() async throws {
    func text(_ one: String, _ two: String) -> String {
      "{\"rules\": \"register\", \"accounts\": [{\"email\": \"\(one)@gmail.com\", \"password\": \"!\"},"
        + "{\"email\": \"\(two)@gmail.com\", \"password\": \"!\"}]}\n"
    }
    try documents.write(text("mario", "mario"))
    let registry = documents.registry(calls: Self.standing)
    #expect(try await registry.list(limit: 9).accounts.map(\.isClosed) == [true, true])
    let handle = try #require(FileHandle(forWritingAtPath: documents.accountsPath))
    try handle.write(contentsOf: Data(text("mario", "luigi").utf8))
    #expect(try await registry.list(limit: 9).accounts.map(\.isClosed) == [false, false])
  }

  @Test("by a rename while a writer has opened it is seen, and the change is made to the new one")
  func renamedOver() async throws {
    try documents.write(text)
    let isDone = Mutex(false)
    let (usual, documents, new) = (SystemCalls(), documents, text.replacing("{\"r", with: "{ \"r"))
    var calls = usual
    calls.open = { directory, name, flags, mode in
      let descriptor = usual.open(directory, name, flags, mode)
      guard name == "accounts.json", descriptor >= 0,
        isDone.withLock({ done in
          defer { done = true }
          return !done
        })
      else { return descriptor }
      try? documents.write(new, to: "new.json")
      _ = usual.rename(directory, "new.json", "accounts.json")
      return descriptor
    }
    _ = try await documents.registry(calls: calls).disable(email)
    #expect(try documents.text().hasPrefix("{ ") && documents.text().contains("disabled"))
  }
}
