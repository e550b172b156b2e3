import Foundation
import Testing

@testable import AccountsApp
@testable import AccountsFile

@Suite(
  "share",
  .enabled("the user who runs the tests has no name or no group") {
    getpwuid(getuid()) != nil && getgrgid(getgid()) != nil
  })
struct ShareTests {
  private let home = Home()

  private func prepare() throws {
    try home.write(#"{"rules": "standard", "accounts": []}"#)
    chmod(home.accountsPath, 0o604)
  }

  @Test("says with --dry-run what it would change and who loses rights, and changes nothing")
  func dryRun() async throws {
    try prepare()
    let ran = await home.run("share --none --dry-run")
    #expect(
      ran.err == """
        \(home.accountsPath): mode 604 → 600
        all other users lose their access

        """, "\(ran)")
    #expect(ran.exit == 0 && ran.out.isEmpty)
    let json = await home.run("share --none --dry-run --json")
    #expect(json.out.contains(#""accessListGone": false"#), "\(json)")
    #expect(json.out.contains(#""others": true"#), "\(json)")
    #expect(json.out.contains(#""toRestart": []"#), "\(json)")
    var info = stat()
    lstat(home.accountsPath, &info)
    #expect(info.st_mode & 0o7777 == 0o604)
    let names = try FileManager.default.contentsOfDirectory(atPath: home.documents)
    #expect(names == ["accounts.json"])
  }

  @Test("says that a group loses its access, or can only read, and where readers are served")
  func losing() async throws {
    try prepare()
    let group = String(cString: getgrgid(getgid()).pointee.gr_name)
    _ = await home.run("share \(group) --yes")
    let reading = await home.run("share \(group) --read --dry-run")
    // A group of the owner's own has nobody else in it.
    let isOwn = Disk(queue: DiskQueue()).isAlone(getuid(), in: getgid())
    #expect(
      reading.err.contains("the group \(group) can only read from now on") == !isOwn, "\(reading)")
    #expect(reading.err.contains("an output of publish") == !isOwn)
    let none = await home.run("share --none --dry-run")
    #expect(none.err.contains("the group \(group) loses its access") == !isOwn, "\(none)")
  }
}
