import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite("The documents directory") struct DocumentsDirectoryTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    var option: String?
    var environment: [String: String] = [:]
    var passwdHome: String? = "/passwd"
    /// The contents of `user-dirs.dirs` files, by path.
    var files: [String: String] = [:]
    let path: String
    var testDescription: String { what }
  }

  private static func userDirs(_ line: String) -> [String: String] {
    ["/home/u/.config/user-dirs.dirs": line]
  }

  @Test(
    "is found in the right order",
    arguments: [
      // The option comes first, then the variable.
      Row(
        what: "the option", option: "/opt/d",
        environment: ["REGAPP_DOCUMENTS": "/env", "HOME": "/home/u"], path: "/opt/d"),
      Row(what: "a relative option", option: "Fixtures/register", path: "Fixtures/register"),
      Row(what: "the option with slashes behind", option: "/opt/d//", path: "/opt/d"),
      Row(what: "the root", option: "/", path: "/"),
      Row(what: "a path with a scheme in it", option: "./http://x", path: "./http://x"),
      Row(what: "a path with a colon", option: "c:/x", path: "c:/x"),
      Row(what: "a path that begins like a scheme", option: "a_b://x", path: "a_b://x"),
      Row(what: "a path without a scheme's name", option: "://x", path: "://x"),
      Row(what: "a path called service", option: "service", path: "service"),
      Row(
        what: "REGAPP_DOCUMENTS", environment: ["REGAPP_DOCUMENTS": "/env", "HOME": "/home/u"],
        path: "/env"),
      Row(
        what: "REGAPP_DOCUMENTS, not expanded", environment: ["REGAPP_DOCUMENTS": "$HOME/x"],
        path: "$HOME/x"),
      Row(
        what: "an empty REGAPP_DOCUMENTS",
        environment: ["REGAPP_DOCUMENTS": "", "HOME": "/home/u"],
        path: "/home/u/Documents/regapp"),
      // The user's documents: the variable, then user-dirs.dirs.
      Row(
        what: "XDG_DOCUMENTS_DIR", environment: ["XDG_DOCUMENTS_DIR": "/docs", "HOME": "/home/u"],
        files: userDirs("XDG_DOCUMENTS_DIR=\"/other\""), path: "/docs/regapp"),
      Row(
        what: "XDG_DOCUMENTS_DIR with $HOME",
        environment: ["XDG_DOCUMENTS_DIR": "$HOME/Dok", "HOME": "/home/u"],
        path: "/home/u/Dok/regapp"),
      Row(
        what: "XDG_DOCUMENTS_DIR with a slash behind",
        environment: ["XDG_DOCUMENTS_DIR": "/docs/", "HOME": "/home/u"], path: "/docs/regapp"),
      Row(
        what: "a relative XDG_DOCUMENTS_DIR is none",
        environment: ["XDG_DOCUMENTS_DIR": "docs", "HOME": "/home/u"],
        path: "/home/u/Documents/regapp"),
      Row(
        what: "user-dirs.dirs with $HOME", environment: ["HOME": "/home/u"],
        files: userDirs("# made by xdg-user-dirs\nXDG_DOCUMENTS_DIR=\"$HOME/Dokumente\"\n"),
        path: "/home/u/Dokumente/regapp"),
      Row(
        what: "user-dirs.dirs, ${HOME}", environment: ["HOME": "/home/u"],
        files: userDirs("XDG_DOCUMENTS_DIR=\"${HOME}/D\""), path: "/home/u/D/regapp"),
      Row(
        what: "user-dirs.dirs, absolute, with a space", environment: ["HOME": "/home/u"],
        files: userDirs("XDG_DESKTOP_DIR=\"$HOME/x\"\nXDG_DOCUMENTS_DIR=\"/srv/my docs\""),
        path: "/srv/my docs/regapp"),
      Row(
        what: "user-dirs.dirs, without quotes", environment: ["HOME": "/home/u"],
        files: userDirs("XDG_DOCUMENTS_DIR=/srv/docs\n"), path: "/srv/docs/regapp"),
      Row(
        what: "user-dirs.dirs, the home itself", environment: ["HOME": "/home/u"],
        files: userDirs("XDG_DOCUMENTS_DIR=\"$HOME/\""), path: "/home/u/regapp"),
      Row(
        what: "user-dirs.dirs, $HOMER is no home", environment: ["HOME": "/home/u"],
        files: userDirs("XDG_DOCUMENTS_DIR=\"$HOMER/x\""), path: "/home/u/Documents/regapp"),
      Row(
        what: "user-dirs.dirs, a relative one is none", environment: ["HOME": "/home/u"],
        files: userDirs("XDG_DOCUMENTS_DIR=\"docs\""), path: "/home/u/Documents/regapp"),
      Row(
        what: "user-dirs.dirs, a comment", environment: ["HOME": "/home/u"],
        files: userDirs("#XDG_DOCUMENTS_DIR=\"/x\"\n"), path: "/home/u/Documents/regapp"),
      Row(
        what: "user-dirs.dirs, another key", environment: ["HOME": "/home/u"],
        files: userDirs("MY_XDG_DOCUMENTS_DIR=\"/x\"\n"), path: "/home/u/Documents/regapp"),
      Row(
        what: "user-dirs.dirs that says nothing", environment: ["HOME": "/home/u"],
        files: userDirs("=\n\u{0}\nXDG_DOCUMENTS_DIR\n"), path: "/home/u/Documents/regapp"),
      Row(
        what: "user-dirs.dirs in XDG_CONFIG_HOME",
        environment: ["HOME": "/home/u", "XDG_CONFIG_HOME": "/cfg"],
        files: [
          "/cfg/user-dirs.dirs": "XDG_DOCUMENTS_DIR=\"$HOME/C\"",
          "/home/u/.config/user-dirs.dirs": "XDG_DOCUMENTS_DIR=\"$HOME/H\"",
        ], path: "/home/u/C/regapp"),
      // The home: the variable, then the passwd entry.
      Row(what: "HOME alone", environment: ["HOME": "/home/u"], path: "/home/u/Documents/regapp"),
      Row(what: "the passwd entry", path: "/passwd/Documents/regapp"),
      Row(what: "an empty HOME", environment: ["HOME": ""], path: "/passwd/Documents/regapp"),
      Row(
        what: "$HOME of the passwd entry", environment: ["XDG_DOCUMENTS_DIR": "$HOME/D"],
        path: "/passwd/D/regapp"),
    ])
  func found(row: Row) throws {
    let directory = directory(row)
    #expect(try directory.documents(option: row.option) == .directory(row.path))
  }

  @Test("is not found without a home")
  func noHome() {
    let row = Row(what: "", passwdHome: nil, path: "")
    let error = #expect(throws: Report.self) { try directory(row).documents(option: nil) }
    #expect(error?.lines.map { $0[.english] } == ["no home directory"])
  }

  @Test("cannot be an empty option")
  func emptyOption() {
    let row = Row(what: "", environment: ["HOME": "/home/u"], path: "")
    #expect(throws: Report.self) { try directory(row).documents(option: "") }
  }

  @Test(
    "may be a database, by its address as it was given",
    arguments: ["postgres://h/d/", "postgresql://u@h1,h2:5433/d?sslmode=require", "service=main"])
  func database(address: String) throws {
    let row = Row(what: "", environment: ["HOME": "/home/u"], path: "")
    #expect(try directory(row).documents(option: address) == .database(address))
    let named = Row(what: "", environment: ["REGAPP_DOCUMENTS": address], path: "")
    #expect(try directory(named).documents(option: nil) == .database(address))
    #expect(try directory(named).documents(option: "/d") == .directory("/d"))
  }

  @Test(
    "cannot be at another address, of which only the scheme is shown",
    arguments: ["mysql", "file", "https", "POSTGRES", "git+ssh"])
  func otherScheme(scheme: String) {
    let address = "\(scheme)://ada:secret@h/d"
    for (option, source) in [(address, "--documents"), (nil, "REGAPP_DOCUMENTS")] {
      let row = Row(what: "", environment: ["REGAPP_DOCUMENTS": address], path: "")
      let error = #expect(throws: Report.self) { try directory(row).documents(option: option) }
      #expect(error?.code == .usage)
      #expect(
        error?.lines.map { $0[.english] }
          == ["\(source): accounts cannot be kept at \(scheme)://"])
    }
  }

  private func directory(_ row: Row) -> DocumentsDirectory {
    DocumentsDirectory(
      Context(
        environment: Environment(row.environment), passwdHome: row.passwdHome,
        console: Console(
          write: { _ in }, say: { _ in }, readInput: { _ in [] }, ask: { _ in nil },
          askSecretly: { _ in nil }, readFile: { row.files[$0] }, inputIsTerminal: false,
          outputIsTerminal: false, errorIsTerminal: false)))
  }
}
