import AccountsSupport
import Glibc
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Check") struct CheckTests {
  private let documents = Documents()
  private var registry: Registry { documents.registry }

  private func account(_ name: String, password: String) -> String {
    #"{"email": "\#(name)@gmail.com", "password": "\#(password)"}"#
  }

  @Test("of a missing file finds nothing, and no accounts")
  func nothing() async throws {
    let findings = try await registry.check()
    #expect(findings.source == documents.accountsPath)
    #expect((findings.errors, findings.warnings) == ([], []))
    #expect(findings.accounts == 0)
    #expect(try documents.names() == [])
  }

  @Test("warns about typed, locked, weak and unknown passwords, each with its place")
  func passwordWarnings() async throws {
    let strong = try await PasswordHasher(cost: 1).hash(PasswordText("secret1")).text
    try documents.write(accounts: [
      account("ab1", password: "typed"), account("ab2", password: "!"),
      account("ab3", password: "!*"), account("ab4", password: HashOfSecret1.md5),
      account("ab5", password: HashOfSecret1.sha512),
      account("ab6", password: "$2b$09$\(String(repeating: "x", count: 53))"),
      account("ab7", password: "$pbkdf2-sha256$x"), account("ab8", password: strong),
      account("ab9", password: HashOfSecret1.apr1), account("ab0", password: HashOfSecret1.sha1),
      account("abc", password: "$apr1$abcdefgh$"), account("abd", password: "abJnggxhB/yWI"),
    ])
    let findings = try await registry.check()
    #expect(findings.errors == [])
    #expect(
      findings.warnings.map(\.row) == [
        "5:44 password passwordIsTyped", "6:44 password passwordIsLocked",
        "7:44 password passwordIsLocked", "8:44 password weakHash", "9:44 password weakHash",
        "10:44 password weakHash", "11:44 password unknownScheme",
        "13:44 password weakHash", "14:44 password weakHash", "15:44 password brokenHash",
        "16:44 password passwordIsTyped",
      ])
    #expect(findings.accounts == 12)
  }

  @Test("reports everything in the order of the file")
  func order() async throws {
    try documents.write(accounts: [
      #"{"phone": "1", "email": "abc@gmail.com", "password": "12345", "birthDate": "x"}"#,
      "7",
      #"{"email": "ABC@gmail.com", "password": "1", "firstName": 1}"#,
      #"{}"#,
    ])
    #expect(
      try await registry.check().errors.map(\.row) == [
        "5:15 phone phone", "5:80 birthDate dateForm", "6:5 account accountIsObject",
        "7:15 email unique", "7:44 password minimumCharacters", "7:62 firstName text",
        "8:5 email required", "8:5 password required",
      ])
  }

  @Test("judges ages by the given date")
  func today() async throws {
    try documents.write(
      accounts: [
        #"{"email": "ada@b.co", "password": "!", "firstName": "Ada", "lastName": "L", "#
          + #""birthDate": "2008-06-16", "phone": "9123456789"}"#
      ], rules: "albums")
    #expect(try await registry.check().errors.map(\.rule) == [.field(.minimumAge(18))])
    #expect(try await documents.registry(today: .day("2026-06-16")).check().errors == [])
  }

  @Test("warns about a file open to other users", arguments: [0o640, 0o604, 0o660, 0o602])
  func readableByOthers(mode: Int) async throws {
    try documents.write(accounts: [])
    chmod(documents.accountsPath, mode_t(mode))
    let findings = try await registry.check()
    #expect(
      findings.warnings == [
        Problem(
          .file, .caution(.readableByOthers(mode: UInt32(mode), fit: 0o600)),
          at: Place(documents.accountsPath))
      ])
    chmod(documents.accountsPath, 0o600)
    #expect(try await registry.check().warnings == [])
  }

  @Test(
    "warns about a directory in which others can replace the file",
    arguments: [
      (0o777, 0o600, 0o755), (0o1777, 0o600, 0o1755), (0o702, 0o660, 0o700),
      (0o770, 0o600, 0o750), (0o777, 0o660, 0o775), (0o770, 0o660, nil), (0o755, 0o600, nil),
      (0o2770, 0o664, nil),
    ])
  func openDirectory(directory: Int, file: Int, fit: Int?) async throws {
    try documents.write(accounts: [])
    chmod(documents.accountsPath, mode_t(file))
    chmod(documents.path, mode_t(directory))
    defer { chmod(documents.path, 0o700) }
    let problem = fit.map { fit in
      Problem(
        .file, .caution(.directoryWritableByOthers(mode: UInt32(directory), fit: UInt32(fit))),
        at: Place(documents.path))
    }
    #expect(try await registry.check().beside == [problem].compactMap(\.self))
  }

  @Test("warns about the directory of a file that the accounts link to")
  func openDirectoryOfTarget() async throws {
    mkdir(documents.path(of: "real"), 0o700)
    chmod(documents.path(of: "real"), 0o777)
    try documents.write(#"{"rules": "register", "accounts": []}"#, to: "real/a.json")
    #expect(symlink("real/a.json", documents.accountsPath) == 0)
    let problem = Problem(
      .file, .caution(.directoryWritableByOthers(mode: 0o777, fit: 0o755)),
      at: Place(documents.path(of: "real")))
    #expect(try await registry.check().beside == [problem])
  }

  @Test("and seal and --forget tell of edits by hand that were not ended")
  func unfinishedEdits() async throws {
    try documents.write(accounts: [account("abc", password: "!")])
    let edit = try await documents.handEdit()
    _ = try await edit.begin()
    try documents.write("{", asCopyOf: edit)
    // Another's, who has begun long ago.
    try documents.write("", to: ".accounts.edit.987654")
    var times = [
      timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0),
    ]
    #expect(utimensat(AT_FDCWD, documents.path(of: ".accounts.edit.987654"), &times, 0) == 0)
    #expect(await edit.abandon())
    let found = try await registry.seal().notices
    let edits = found.compactMap { if case .unfinishedEdit(let edit) = $0 { edit } else { nil } }
    let another = UnfinishedEdit(
      subject: documents.path(of: ".accounts.edit.987654"), user: "987654", since: 1_700_000_000)
    #expect(edits.count == 2 && edits.contains(another))
    #expect(
      try await registry.check().beside
        == edits.map { Problem(.file, .caution(.unfinishedEdit($0)), at: Place($0.subject)) })
    #expect(try await registry.forgetHistory(of: "gone@host.com").unfinishedEdits == edits)
    let next = try await documents.handEdit()
    #expect(try await next.begin())
    try await next.end(keepingCopy: false)
    #expect(try await registry.seal().notices.count == 1)
  }

  @Test("warns about leftovers of a writer")
  func temporaryFile() async throws {
    try documents.write(accounts: [])
    try documents.write("half", to: ".accounts.json.0123456789abcdef.tmp")
    #expect(
      try await registry.check().warnings == [
        Problem(.file, .caution(.staleTemporaryFile), at: Place(documents.accountsPath))
      ])
    #expect(documents.exists(".accounts.json.0123456789abcdef.tmp"))
  }

  @Test("of another file reads that one, and creates nothing next to it")
  func otherFile() async throws {
    try documents.write(accounts: [account("abc", password: "!")])
    try documents.write("{\"rules\": \"register\", \"accounts\": [{}]}", to: "other.json")
    let findings = try await registry.check(file: documents.path(of: "other.json"))
    #expect(findings.source == documents.path(of: "other.json"))
    #expect(findings.errors.map(\.row) == ["1:36 email required", "1:36 password required"])
    #expect(try documents.names() == ["accounts.json", "other.json"])
  }

  @Test(
    "of a directory or a pipe does not block, and names it", arguments: ["directory", "pipe"])
  func noFile(kind: String) async throws {
    let path = documents.path(of: "odd")
    if kind == "pipe" { mkfifo(path, 0o600) } else { mkdir(path, 0o700) }
    let fault = DiskFault(action: .read, path: path, reason: .notRegularFile)
    await #expect(throws: AccountsError.disk(fault)) { try await registry.check(file: path) }
  }
}
