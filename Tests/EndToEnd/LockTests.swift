import Foundation
import TestSupport
import Testing

/// A writer waits for another one, but not for ever.
@Suite struct LockTests {
  @Test(
    "a lock that is held for longer than one waits: 75, naming who holds it; nothing is written")
  func held() async throws {
    let home = try Home(fixture: "register")
    let before = try home.accounts.state
    let lock = home.file("\(Home.documents)/.accounts.json.lock")
    try lock.write("")
    let descriptor = try opened(lock.path, O_RDWR)
    defer { close(descriptor) }
    try SystemFailure.checked("flock", flock(descriptor, LOCK_EX | LOCK_NB))

    // A reader does not wait.
    #expect(try await home.run("show").code == 0)
    #expect(try await home.run("check").code == 0)
    let edit = try await home.run("edit", "--first-name", "M")
    let own = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8).dropLast()
    // Not every system lists its locks.
    let holder =
      FileManager.default.isReadableFile(atPath: "/proc/locks")
      ? " by process \(getpid()) (\(own))" : ""
    let expected = """
      regapp: error: ~/Documents/regapp/.accounts.json.lock is locked\(holder)
      regapp: hint: try again when the lock is released

      """
    #expect(edit == .exit(75, err: expected))
    #expect(try home.accounts.state == before)
    #expect(!home.openDraft.exists)
  }
}
