import AccountsSupport
import Foundation
import Synchronization
import TestSupport
import Testing
import TextTools

@testable import Accounts
@testable import AccountsFile

/// A documents directory for one test: created empty, removed with the suite's instance.
///
/// A suite holds it in a stored property, so that it lives as long as the test that runs.
final class Documents: Sendable {
  /// The directory, without symbolic links.
  var path: String { directory.path }
  private let directory = TemporaryDirectory("regapp-unit")
  /// The directory in which hand edits keep their copies.
  private let state = TemporaryDirectory("regapp-state")
  /// Its accounts, which a session follows, on the date of all tests, hashed at the lowest cost.
  let registry: Registry
  /// Its new ids, in the order in which they are given.
  let ids = NumberedIDs()
  /// The time stands still: an attempt to log in that waits for its turn beside all other tests
  /// would count as a failure after ten seconds.
  static let standing: @Sendable () -> Int = { [now = time(nil)] in now }

  init() {
    var registry = Registry(
      documents: directory.path, today: { .ofTests }, hasher: PasswordHasher(cost: 1), log: nil,
      now: Self.standing)
    registry.ids = ids.next
    self.registry = PersonalRegistry(registry.via(nil), sessionIn: directory.path).registry
  }

  var accountsPath: String { path(of: "accounts.json") }

  func path(of name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, to name: String = "accounts.json") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(of: name)))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: path(of: name))
  }

  /// A file of the hand edits of these accounts, as seen from the directory.
  func edited(_ name: String) -> String {
    var info = stat()
    lstat(path, &info)
    let digits = SHA256.digest(of: Array(path.utf8)).prefix(8)
      .map { String($0, radix: 16).zeroPadded(to: 2) }.joined()
    return "../\(FilePath.name(of: state.path))/\(info.st_dev)-\(info.st_ino)-\(digits)/\(name)"
  }

  /// Writes what an editor makes of a copy.
  func write(_ text: String, asCopyOf edit: HandEdit) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: edit.copyPath))
  }

  func text(of name: String = "accounts.json") throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  func bytes(of name: String = "accounts.json") throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(of: name))))
  }

  func exists(_ name: String) -> Bool { state(of: name) != nil }

  /// The result of `lstat`; nil if there is no such file.
  func state(of name: String = "accounts.json") -> FileStamp? {
    var info = stat()
    return lstat(path(of: name), &info) == 0 ? FileStamp(info) : nil
  }

  /// All names in the directory, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// All names except the record and the count of logins and the locks, which are never removed.
  func namesOfFiles() throws -> [String] {
    let logins = ["failed-logins", "last-logins", "logins.jsonl"]
    return try names().filter { !$0.hasSuffix(".lock") && !logins.contains($0) }
  }

  /// A hand edit of the accounts, or of others.
  func handEdit(_ registry: Registry? = nil) async throws -> HandEdit {
    try await (registry ?? self.registry).handEdit(in: state.path)
  }

  /// The accounts with another date, another hasher, or a failing disk.
  func registry(
    today: CalendarDay = .ofTests, hasher: PasswordHasher = PasswordHasher(cost: 1),
    calls: SystemCalls = SystemCalls(), lockPatience: Int = days,
    long: LongFile = LongFile(), log: LoginLog? = nil,
    now: @escaping @Sendable () -> Int = Documents.standing
  ) -> Registry {
    let disk = Disk(queue: DiskQueue(), calls: calls, lockPatience: lockPatience, long: long)
    var registry = Registry(
      documents: path, disk: disk, today: { today }, hasher: hasher, log: log, now: now)
    registry.ids = ids.next
    return PersonalRegistry(registry.via(nil), sessionIn: path).registry
  }

  /// Writes an accounts file with these accounts, each a JSON object, under a rulebook.
  func write(accounts: [String], rules: String = "register") throws {
    let rows = accounts.map { "    \($0)" }.joined(separator: ",\n")
    try write(
      """
      {
        "regapp": 1,
        "rules": "\(rules)",
        "accounts": [
      \(rows)
        ]
      }

      """)
  }

  /// The password of an account as stored in the file; nil if it has none.
  func storedPassword(of email: String) async throws -> String? {
    try await registry.account(email).values.password
  }
}

// MARK: Hands

extension Documents {
  /// Replaces a part of the text, as a hand does.
  func byHand(_ old: String, _ new: String) throws {
    let text = try self.text()
    try write(text.replacing(old, with: new))
    #expect(try self.text() != text)
  }

  /// Edits the accounts file as `edit-file` does.
  @discardableResult
  func editFile(_ text: String, by registry: Registry? = nil) async throws -> [Notice] {
    let edit = try await handEdit(registry)
    _ = try await edit.begin()
    try write(text, asCopyOf: edit)
    _ = try await edit.review()
    let done = try await edit.install()
    #expect(done.value == .installed(merged: false))
    try await edit.end(keepingCopy: false)
    return done.notices
  }

  /// Why an undo is refused, which writes nothing.
  func refusalsOfUndo() async throws -> [Refusal] {
    let bytes = try self.bytes()
    let failure = await error { try await registry.undo() }
    #expect(try self.bytes() == bytes)
    guard case .cannotUndo(let refused) = failure else { return [] }
    return refused.map { Refusal(0, of: $0.account, $0.reason) }
  }
}

/// An account whose password is `secret1`, as a weak hash.
func hashed(_ email: String, _ others: String = "") -> String {
  #"{"email": "\#(email)", "password": "\#(HashOfSecret1.md5)"\#(others)}"#
}

/// The member `id` of an account behind its others, as a hand types it: no id that is counted in a
/// test.
func typedID(_ name: String, _ number: Int = 1) -> String {
  #", "id": "\#(name) 10000000-0000-4000-8000-\#(String(number).zeroPadded(to: 12))""#
}

/// The same as the account gets it: the id that is the `number`th in its test's directory.
func countedID(_ name: String, _ number: Int = 1, separator: String = ", ") -> String {
  #"\#(separator)"id": "\#(name) \#(NumberedIDs.id(number))""#
}
