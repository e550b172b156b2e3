import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

/// Swift combines a sign and the combining characters after it into one character, which no longer
/// equals the sign. Signs are therefore compared as bytes.
@Suite("A combining character after a sign does not hide the sign") struct CombiningCharacterTests {
  @Test(
    "a path is split at its slashes",
    arguments: [
      ("/tmp/\u{301}a/accounts.json", "/tmp/\u{301}a", "accounts.json"),
      ("/tmp/\u{301}", "/tmp", "\u{301}"), ("/\u{301}", "/", "\u{301}"),
      ("a/\u{20DD}b", "a", "\u{20DD}b"), ("//\u{301}x", "/", "\u{301}x"),
      ("\u{301}x", ".", "\u{301}x"),
    ])
  func path(path: String, directory: String, name: String) {
    #expect(FilePath.directory(of: path) == directory)
    #expect(Array(FilePath.name(of: path).utf8) == Array(name.utf8))
    let joined = FilePath.join("/base/", path)
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    #expect(Array(joined.utf8) == Array((isAbsolute ? path : "/base/" + path).utf8))
  }

  @Test("accounts can be stored in a directory with such a name, and above one")
  func directory() async throws {
    let documents = Documents()
    for name in ["\u{301}x", "\u{301}x/\u{20DD}"] {
      let registry = PersonalRegistry(
        documents: documents.path(of: name), today: { .ofTests }, hasher: PasswordHasher(cost: 1)
      ).registry
      try await registry.register("mario@gmail.com")
      #expect(documents.exists("\(name)/accounts.json"))
      #expect(documents.exists("\(name)/session.json"))
      #expect(try await registry.shown() == "mario@gmail.com")
    }
  }
}
