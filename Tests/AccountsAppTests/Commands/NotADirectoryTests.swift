import Testing

@testable import AccountsApp

@Suite("A documents directory that is a file") struct NotADirectoryTests {
  private let home = Home()

  @Test(
    "cannot be read: 74, for every command that only reads",
    arguments: [
      "show", "show --email mario@gmail.com", "list", "check", "rules", "logout",
      "verify --email mario@gmail.com --password 12345",
    ])
  func reading(line: String) async throws {
    try home.write("{\"rules\": \"register\", \"accounts\": []}")
    let ran = await home.run("--documents \(home.accountsPath) \(line)")
    #expect(ran.exit == 74, "\(ran)")
    #expect(ran.err.contains("not a directory"), "\(ran)")
    #expect(try home.text() == "{\"rules\": \"register\", \"accounts\": []}")
  }

  @Test("cannot be created: 73, by init")
  func initialising() async throws {
    try home.write("{\"rules\": \"register\", \"accounts\": []}")
    let ran = await home.run("--documents \(home.accountsPath) init")
    #expect(ran.exit == 73)
    #expect(
      ran.err.hasPrefix(
        "regapp: error: cannot create the directory \(home.accountsPath): not a directory\n"),
      "\(ran)")
    #expect(try home.text() == "{\"rules\": \"register\", \"accounts\": []}")
  }
}
