import Glibc
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The file of failed logins") struct FailedLoginFileTests {
  private let documents = Documents()
  private let clock = StandingClock()

  init() throws { try documents.write(accounts: []) }

  private func store(_ calls: SystemCalls = SystemCalls()) -> FileStore {
    FileStore(
      source: .documents(documents.path), today: { .ofTests },
      disk: Disk(queue: DiskQueue(), calls: calls), now: { [clock] in clock.now })
  }

  /// Makes the file with room for few names, so that it is soon full.
  private func makeSmall() throws {
    let table = LineTable(begin: clock.now, room: 64)
    let lines = [UInt8](repeating: 0, count: table.size - LineTable.headSize)
    try documents.write(
      String(decoding: table.headBytes + lines, as: UTF8.self), to: "failed-logins")
  }

  private func info() throws -> stat {
    var info = stat()
    try #require(lstat(documents.path(of: "failed-logins"), &info) == 0)
    return info
  }

  /// The failures that are answered until one has to wait.
  private func answered(
    _ store: FileStore, _ name: String, from network: String? = nil, atMost: Int = 9
  ) async throws -> Int {
    for count in 0..<atMost {
      let attempt = LoginAttempt(name, from: network)
      do throws(AccountsError) { try await store.begin(attempt) } catch .throttled { return count }
      try await store.end(attempt, .failed)
    }
    return atMost
  }

  @Test("takes its room when it is made, so that a full disk keeps no failure from being counted")
  func fullDisk() async throws {
    let failing = FailingCalls()
    let store = store(failing.calls)
    #expect(try await answered(store, "ada", atMost: 1) == 1)
    let before = try info()
    for call in ["open temporary", "write", "allocate", "rename failed-logins"] {
      failing.fail(call, with: ENOSPC, times: 9)
    }
    #expect(try await answered(store, "ada") == 4)
    #expect(try await answered(store, "bob") == 5)
    let after = try info()
    #expect(after.st_ino == before.st_ino)
    #expect(after.st_blocks * 512 >= after.st_size)
  }

  @Test("counts nothing, and says so, where it cannot take its room")
  func noRoom() async throws {
    let failing = FailingCalls()
    failing.fail("allocate", with: ENOSPC, times: 1)
    let store = store(failing.calls)
    await #expect(throws: AccountsError.self) { try await store.begin(LoginAttempt("ada")) }
    #expect(try await answered(store, "ada") == 5)
  }

  @Test("grows with the names in it, none of which loses its count")
  func grows() async throws {
    try makeSmall()
    let store = store()
    #expect(try await answered(store, "victim", from: "192.0.2.1") == 5)
    let size = try documents.bytes(of: "failed-logins").count
    for number in 0..<250 { _ = try await answered(store, "name\(number)", atMost: 1) }
    #expect(try documents.bytes(of: "failed-logins").count > 4 * size)
    // Each name has a line for all addresses and one for its own: no two took the same free one.
    #expect(try lines() == 2 * 251)
    #expect(try await answered(store, "victim", from: "192.0.2.1") == 0)
    for number in [0, 100, 249] { #expect(try await answered(store, "name\(number)") == 4) }
  }

  @Test("grows where one free line is left for the two counts of a name")
  func lastLine() async throws {
    let table = LineTable(begin: clock.now, room: 64)
    var bytes = table.headBytes
    for number in 0..<127 {
      // This line may be anybody's. The others' names are spread, as all hashes are: the table that
      // has grown has room in every window.
      let words = "01 \(clock.now) 00 0000000000 0000 -"
      bytes +=
        number == 63
        ? [UInt8](repeating: 0, count: LineTable.width)
        : table.bytes(of: table.hash(of: "other\(number)"), words)
    }
    try documents.write(String(decoding: bytes, as: UTF8.self), to: "failed-logins")
    #expect(try await answered(store(), "ada", from: "192.0.2.1") == 5)
    #expect(try lines() == 126 + 2)
  }

  /// How many lines are taken.
  private func lines() throws -> Int {
    let bytes = try documents.bytes(of: "failed-logins")
    return stride(from: LineTable.headSize, to: bytes.count, by: LineTable.width)
      .count { bytes[$0] != 0 }
  }

  @Test("that cannot grow lets new names share lines; none ends what another counts")
  func shares() async throws {
    try makeSmall()
    let failing = FailingCalls()
    let store = store(failing.calls)
    #expect(try await answered(store, "victim", from: "192.0.2.1") == 5)
    failing.fail("rename failed-logins", with: ENOSPC)
    let size = try documents.bytes(of: "failed-logins").count
    for number in 0..<240 {
      let attempt = LoginAttempt("name\(number)")
      // Some share a line that has to wait.
      guard (try? await store.begin(attempt)) != nil else { continue }
      try await store.end(attempt, number % 2 == 0 ? .failed : .succeeded)
      _ = try await store.clear(["\(number % 20 == 0 ? "name" : "other")\(number)"])
    }
    #expect(try documents.bytes(of: "failed-logins").count == size)
    #expect(try await answered(store, "victim", from: "192.0.2.1") == 0)
    for number in stride(from: 2, to: 240, by: 12) {
      #expect(try await answered(store, "name\(number)") <= 4)
    }
    // A day later their lines are others'.
    clock.now += 86_400
    #expect(try await answered(store, "new") == 5)
  }

  @Test("counts five failures for a line that was torn")
  func torn() async throws {
    let store = store()
    #expect(try await answered(store, "ada", atMost: 1) == 1)
    var bytes = try documents.bytes(of: "failed-logins")
    for place in bytes.indices.dropFirst(128) where place % 64 == 40 && bytes[place] != 0 {
      bytes[place] = UInt8(ascii: "x")
    }
    try documents.write(String(decoding: bytes, as: UTF8.self), to: "failed-logins")
    #expect(try await answered(store, "ada") == 0)
    clock.now += 1
    #expect(try await answered(store, "ada") == 1)
  }

  @Test("is no file of names, and begins again where it is gone or lost its text")
  func again() async throws {
    let store = store()
    #expect(try await answered(store, "typed by mistake", from: "192.0.2.7") == 5)
    let text = try documents.text(of: "failed-logins")
    for clear in ["typed", "mistake", "192.0.2"] { #expect(!text.contains(clear)) }
    for lost in ["", String(repeating: "\0", count: 9_999)] {
      try documents.write(lost, to: "failed-logins")
      #expect(try await answered(store, "typed by mistake", from: "192.0.2.7") == 5)
    }
    unlink(documents.path(of: "failed-logins"))
    #expect(try await answered(store, "typed by mistake", from: "192.0.2.7") == 5)
  }

  @Test("that is something else is left as it is, and nothing is counted", arguments: ["{", "x\n"])
  func foreign(text: String) async throws {
    try documents.write(text, to: "failed-logins")
    let store = store()
    await #expect(throws: AccountsError.self) { try await store.begin(LoginAttempt("ada")) }
    #expect(try documents.text(of: "failed-logins") == text)
  }
}
