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

    // Who only reads does not wait.
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
    #expect(!home.openEdit.exists)
  }

  @Test("a lock that is let go in time is waited for")
  func letGo() async throws {
    let home = try Home(fixture: "register")
    let lock = home.file("\(Home.documents)/.accounts.json.lock")
    try lock.write("")
    let descriptor = try opened(lock.path, O_RDWR)
    defer { close(descriptor) }
    try SystemFailure.checked("flock", flock(descriptor, LOCK_EX | LOCK_NB))
    let waiting = try home.start(["edit", "--first-name", "M"])
    // It is not gone before it was let in: the file that it must write is still the old one.
    #expect(try home.accounts.only("firstName") == "Mario")
    flock(descriptor, LOCK_UN)
    #expect(try await home.end(of: waiting).code == 0)
    #expect(try home.accounts.only("firstName") == "M")
  }

  @Test("a lock file that is a link is not followed")
  func link() async throws {
    let home = try Home(fixture: "register")
    let before = try home.accounts.state
    try home.file("target").write("")
    try home.file("\(Home.documents)/.accounts.json.lock").becomeLink(to: "\(home.path)/target")
    let edit = try await home.run("edit", "--first-name", "M")
    #expect([73, 74].contains(edit.code), "\(edit)")
    #expect(try home.accounts.state == before)
  }
}
