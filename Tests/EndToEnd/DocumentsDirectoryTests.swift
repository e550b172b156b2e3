import Testing

/// The place of the documents directory. The home is `$HOME` for any user.
@Suite struct DocumentsDirectoryTests {
  struct Place: Sendable, CustomTestStringConvertible {
    let name: String
    var options: [String] = []
    /// `~` stands for the home.
    var environment: [String: String] = [:]
    var userDirs: String?
    let expected: String
    var testDescription: String { name }
  }

  static let places: [Place] = [
    Place(
      name: "user-dirs.dirs among other lines",
      userDirs: """
        # This file is written by xdg-user-dirs-update
        XDG_DESKTOP_DIR="$HOME/Desktop"
        XDG_DOCUMENTS_DIR="$HOME/Мои документы"
        """,
      expected: "Мои документы/regapp"),
    Place(
      name: "REGAPP_DOCUMENTS, which is the directory itself",
      environment: ["REGAPP_DOCUMENTS": "~/own/place", "XDG_DOCUMENTS_DIR": "~/Xdg"],
      expected: "own/place"),
    Place(
      name: "--documents before all others", options: ["--documents", "~/given"],
      environment: ["REGAPP_DOCUMENTS": "~/own", "XDG_DOCUMENTS_DIR": "~/Xdg"],
      expected: "given"),
  ]

  @Test("the accounts file is made where it should be", arguments: places)
  func found(place: Place) async throws {
    let home = try Home()
    func whole(_ text: String) -> String { text.replacing("~", with: home.path) }
    if let userDirs = place.userDirs {
      try home.makeDirectory(".config")
      try home.file(".config/user-dirs.dirs").write(whole(userDirs))
    }
    let ran = try await home.run(
      place.options.map(whole) + ["init"], environment: place.environment.mapValues(whole))
    #expect(ran.code == 0, "\(ran)")
    #expect(home.file("\(place.expected)/accounts.json").exists)
    #expect(try home.file(place.expected).mode == 0o700)
  }

  @Test("a relative directory counts from where one stands")
  func relative() async throws {
    let home = try Home()
    let ran = try await home.shell("cd \"$HOME\" && \"$0\" --documents here/there \"$@\"", "init")
    #expect(ran.code == 0, "\(ran)")
    #expect(home.file("here/there/accounts.json").exists)
    let show = try await home.shell("cd \"$HOME/here\" && \"$0\" --documents there list")
    #expect(show == .exit(0, err: "no accounts yet\n"))
  }

  @Test("modes do not rest on the umask", arguments: ["000", "022", "077", "177"])
  func umask(mask: String) async throws {
    let home = try Home()
    let ran = try await home.shell(
      "umask \(mask); \"$0\" \"$@\"", "login", "--email", "ada@host.com", "--password", "12345")
    #expect(ran.code == 0)
    #expect(try home.file("Documents").mode == 0o700)
    #expect(try home.file(Home.documents).mode == 0o700)
    for name in try home.names() {
      #expect(try home.file("\(Home.documents)/\(name)").mode == 0o600, "\(name)")
    }
  }
}
