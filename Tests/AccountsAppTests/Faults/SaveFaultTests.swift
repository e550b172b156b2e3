import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import CommandKit

/// The table of faults: every system call of a save in order, how it fails, and the result.
///
/// A separate test checks that the table has every call, by recording a successful save.
@Suite("When one system call of a save fails") struct SaveFaultTests {
  private let home: Home

  init() { home = Home() }

  /// The result of a fault.
  enum Outcome: Sendable {
    /// The old file remains, byte for byte; the exit code and the message. The dots replace the
    /// system's error message.
    case oldFile(Int32, String)
    /// The new file is in place, as if nothing had failed.
    case newFile
    /// The new file is in place, with a warning that the history does not say so.
    case unrecorded(String)
    /// The new file is in place, with a warning that it may not be durable, and 74.
    case newFileFor74(String)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let call: WatchedCalls.Call
    let faults: [WatchedCalls.Fault]
    let outcome: Outcome
    let patience: Int

    init(
      _ call: String, _ number: Int = 1, _ codes: [Int32], _ outcome: Outcome
    ) {
      self.call = .init(name: call, number: number)
      (faults, self.outcome, patience) = (codes.map { .errno($0) }, outcome, days)
    }
    /// A call that fails from then on, without any lock patience.
    init(_ call: String, always code: Int32, _ outcome: Outcome) {
      self.call = .init(name: call, number: 1)
      (faults, self.outcome, patience) = ([.always(code)], outcome, 0)
    }
    var testDescription: String { "\(call): \(faults.map(\.description).joined(separator: ", "))" }
  }

  private static let cannotWrite = Outcome.oldFile(74, "cannot write accounts.json: …")
  private static let cannotRead = Outcome.oldFile(74, "cannot read accounts.json: …")
  private static let cannotLock = Outcome.oldFile(73, "cannot create .accounts.json.lock: …")
  private static let unrecorded = Outcome.unrecorded("cannot write history.jsonl: …")
  private static let mayNotLast = Outcome.newFileFor74(
    "accounts.json is written, but may not survive a power cut")

  static let table: [Row] = [
    // The directory, which stays open, and the file in it.
    Row(
      "open directory", 1, [EIO, EACCES, EMFILE],
      .oldFile(73, "cannot create the directory DIRECTORY: …")),
    // The name that the file has, of the two.
    Row("stat accounts.jsonc", 1, [EIO, EACCES], cannotRead),
    Row("stat accounts.json", 1, [EIO, EACCES], cannotWrite),
    // The lock. It does not exist yet: it is looked for, then made beside its place.
    Row("open .accounts.json.lock", 1, [EIO, EMFILE, EACCES, EROFS], cannotLock),
    Row(
      "open .accounts.json.lock", 1, [ELOOP],
      .oldFile(
        74,
        "cannot write .accounts.json.lock: it is a symbolic link, and links are not followed here")
    ),
    // Root makes no lock that its users could not open: nobody would mend it.
    Row("stat accounts.json", 2, [EIO], cannotRead),
    Row("fstat directory", 1, [EIO], .oldFile(74, "cannot read DIRECTORY: …")),
    // Without a look at the list of rights, the mode says what it gives.
    Row("open accounts.json", 1, [EIO, EACCES, EMFILE], .newFile),
    Row("close accounts.json", 1, [EIO], .newFile),
    Row("open accounts.json.lock.tmp", 1, [EIO, ENOSPC, EDQUOT, EACCES, EROFS], cannotLock),
    Row("fstat accounts.json.lock.tmp", 1, [EIO], cannotLock),
    Row("removeList accounts.json.lock.tmp", 1, [EIO], cannotLock),
    Row(
      "fchown accounts.json.lock.tmp", 1, [EPERM, EIO],
      .oldFile(
        73, "cannot create .accounts.json.lock: its owner and group cannot be preserved")),
    Row("fchmod accounts.json.lock.tmp", 1, [EPERM, EIO], cannotLock),
    // On a file system without links, the lock is made in its place.
    Row("link .accounts.json.lock", 1, [EIO, ENOSPC, EDQUOT, EACCES, EROFS], cannotLock),
    Row("link .accounts.json.lock", 1, [EPERM, ENOSYS], .newFile),
    Row("unlink accounts.json.lock.tmp", 1, [EIO], .newFile),
    // A lock that cannot be verified to be the current one is taken again.
    Row("fstat .accounts.json.lock", 1, [EIO], .newFile),
    Row(
      "flock .accounts.json.lock", 1, [ENOLCK, EIO],
      .oldFile(74, "cannot write .accounts.json.lock: …")),
    Row("flock .accounts.json.lock", 1, [EWOULDBLOCK], .newFile),
    Row(
      "flock .accounts.json.lock", always: EWOULDBLOCK,
      .oldFile(75, ".accounts.json.lock is locked")),
    Row("stat .accounts.json.lock", 1, [EIO, ENOENT], .newFile),
    // Whether the path still leads there.
    Row("open directory", 2, [EIO, EACCES, EMFILE], .newFile),
    Row("stat accounts.jsonc", 2, [EIO, EACCES], .newFile),
    Row("stat accounts.json", 3, [EIO, EACCES], .newFile),
    Row("fstat directory", 2, [EIO], .newFile),
    Row("fstat directory", 3, [EIO], .newFile),
    Row("close directory", 1, [EIO], .newFile),
    // There are no logins in browsers to end.
    Row("stat sessions.jsonl", 1, [EIO, EACCES], .newFile),
    // The history, which there is not, is looked at before the temporary files go.
    Row("stat history.jsonl", 1, [EIO, EACCES], unrecorded),
    Row("open history.jsonl", 1, [EIO, EACCES, EMFILE], unrecorded),
    // Leftovers of dead writers are removed if they can be found.
    Row("names directory", 1, [EIO, EMFILE], .newFile),
    // The file is read.
    Row("stat accounts.json", 4, [EIO, EACCES], cannotRead),
    Row("open accounts.json", 2, [EIO, EACCES, EMFILE, ENFILE], cannotRead),
    Row("fstat accounts.json", 1, [EIO], cannotRead),
    Row("read accounts.json", 1, [EIO, EISDIR], cannotRead),
    Row("read accounts.json", 2, [EIO], cannotRead),
    Row("fstat accounts.json", 2, [EIO], cannotRead),
    Row("close accounts.json", 2, [EIO], .newFile),
    // The new text is written beside it.
    Row(
      "open accounts.json.tmp", 1, [ENOSPC, EDQUOT, EACCES, EROFS, EMFILE, EIO],
      .oldFile(73, "cannot create .accounts.json.tmp: …")),
    Row("write accounts.json.tmp", 1, [ENOSPC, EDQUOT, EFBIG, EIO], cannotWrite),
    Row("write accounts.json.tmp", 2, [ENOSPC, EDQUOT, EFBIG, EIO], cannotWrite),
    Row("write accounts.json.tmp", 3, [ENOSPC, EDQUOT, EFBIG, EIO], cannotWrite),
    Row("fstat accounts.json.tmp", 1, [EIO], cannotWrite),
    // Whether a list of rights goes with the old file, and who has the new one.
    Row("open accounts.json", 3, [EIO, EACCES, EMFILE], .newFile),
    Row("close accounts.json", 3, [EIO], .newFile),
    Row("fstat directory", 4, [EIO], .newFile),
    Row("fstat directory", 5, [EIO], .newFile),
    Row("fstat accounts.json.tmp", 2, [EIO], cannotWrite),
    Row("removeList accounts.json.tmp", 1, [EIO], cannotWrite),
    Row(
      "fchown accounts.json.tmp", 1, [EPERM, EIO],
      .oldFile(74, "cannot write accounts.json: its owner and group cannot be preserved")),
    Row("fchmod accounts.json.tmp", 1, [EPERM, EIO], cannotWrite),
    Row("fsync accounts.json.tmp", 1, [EIO, ENOSPC, EDQUOT], cannotWrite),
    Row("fstat accounts.json.tmp", 3, [EIO], cannotWrite),
    Row("close accounts.json.tmp", 1, [EIO], .newFile),
    // The history gets its line, or is left alone. It is shared like the accounts, as far as
    // possible.
    Row("fstat directory", 6, [EIO], .newFile),
    Row("stat history.jsonl", 2, [EIO, EACCES], unrecorded),
    Row("names directory", 2, [EIO, EMFILE], .newFile),
    Row("open history.jsonl.tmp", 1, [EIO, ENOSPC, EDQUOT, EACCES, EROFS, EMFILE], unrecorded),
    Row("fstat history.jsonl.tmp", 1, [EIO], unrecorded),
    Row("removeList history.jsonl.tmp", 1, [EIO], unrecorded),
    Row("fchmod history.jsonl.tmp", 1, [EPERM, EIO], unrecorded),
    Row("link history.jsonl", 1, [EIO, ENOSPC, EDQUOT, EACCES, EROFS], unrecorded),
    Row("unlink history.jsonl.tmp", 1, [EIO], .newFile),
    Row("fstat history.jsonl", 1, [EIO], unrecorded),
    // Its name is safe with that of the accounts.
    Row("open directory", 3, [EIO, EACCES, EMFILE], .newFile),
    Row("fsync directory", 1, [EIO, ENOSPC], .newFile),
    Row("close directory", 2, [EIO], .newFile),
    Row("write history.jsonl", 1, [ENOSPC, EDQUOT, EFBIG, EIO], unrecorded),
    Row("fsync history.jsonl", 1, [EIO, ENOSPC, EDQUOT], unrecorded),
    // If it is still the file that was read, it is replaced.
    Row("stat accounts.json", 5, [EIO, EACCES], cannotWrite),
    Row("stat accounts.jsonc", 3, [EIO, EACCES], cannotRead),
    Row("rename accounts.json", 1, [EIO, ENOSPC, EACCES, EXDEV, EROFS], cannotWrite),
    Row(
      "rename accounts.json", 1, [EBUSY],
      .oldFile(
        74, "cannot write accounts.json: it is a mount point, which cannot be replaced")),
    // From here on the new file is in place.
    Row("open directory", 4, [EIO, EACCES, EMFILE], mayNotLast),
    Row("fsync directory", 2, [EIO, ENOSPC], mayNotLast),
    Row("fsync directory", 2, [EINVAL], .newFile),
    Row("close directory", 3, [EIO], .newFile),
    Row("close history.jsonl", 1, [EIO], .newFile),
    // None has begun meanwhile.
    Row("stat sessions.jsonl", 2, [EIO, EACCES], .newFile),
    Row("flock .accounts.json.lock", 2, [EIO], .newFile),
    Row("close .accounts.json.lock", 1, [EIO], .newFile),
    Row("close directory", 4, [EIO], .newFile),
  ]

  private func save(_ calls: WatchedCalls, patience: Int = days) async throws -> [Notice] {
    let registry = home.personal(calls, patience: patience).registry
    let edits = [AccountRecord.Change(.firstName, from: "Mario", to: "Luigi")]
    let id = NameKey(.email, AccountName(Home.email))
    let written = try await registry.store.apply([.edit(id, edits)], WriteOptions())
    return written.notices
  }

  @Test("makes the calls in the table, in order, and no others")
  func complete() async throws {
    try home.prepare()
    let calls = WatchedCalls(in: home.documents)
    _ = try await save(calls)
    var told: [WatchedCalls.Call] = []
    for row in Self.table where told.last != row.call { told.append(row.call) }
    #expect(calls.made.map(\.description) == told.map(\.description))
  }

  /// The line of the save in the history.
  private static let line = """
    {"n":1,"at":"1970-01-12T13:46:40Z","user":null,"by":null,"did":"edit","accounts":[{"account":\
    "mario@gmail.com","changes":{"firstName":["Mario","Luigi"]}}]

    """

  @Test("the save ends as the table says", arguments: table)
  func outcome(row: Row) async throws {
    for fault in row.faults {
      let home = Home()
      try home.prepare()
      let before = try home.files()
      var after = before.mapValues { $0.replacing("Mario", with: "Luigi") }
      after["history.jsonl"] = Self.line
      let calls = WatchedCalls(in: home.documents, failing: row.call, by: fault)
      let test = SaveFaultTests(home: home)
      let came = await home.aftermath { try await test.save(calls, patience: row.patience) }
      #expect(calls.hasFailed, "\(fault)")
      #expect(calls.open == [], "\(fault)")
      let expected: Aftermath
      switch row.outcome {
      case .oldFile(let exit, let words):
        expected = Aftermath(exit: exit, words: [filled(words, fault)], error: came.error)
        #expect(try home.files() == before, "\(fault)")
      case .newFile:
        expected = Aftermath(exit: 0, words: [], error: nil)
        #expect(try home.files() == after, "\(fault)")
      case .unrecorded(let words):
        expected = Aftermath(exit: 0, words: [filled(words, fault)], error: nil)
        var files = try home.files()
        if files["history.jsonl"] == "" { files["history.jsonl"] = nil }
        after["history.jsonl"] = nil
        #expect(files == after, "\(fault)")
      case .newFileFor74(let words):
        expected = Aftermath(exit: 74, words: [words], error: nil)
        #expect(try home.files() == after, "\(fault)")
      }
      #expect(came == expected, "\(fault)")
    }
  }

  @Test(
    "it does not wait for ever for a lock that it can never verify",
    arguments: ["fstat .accounts.json.lock", "stat .accounts.json.lock"])
  func hopelessLock(name: String) async throws {
    try home.prepare()
    let before = try home.files()
    let call = WatchedCalls.Call(name: name, number: 1)
    let calls = WatchedCalls(in: home.documents, failing: call, by: .often(EIO))
    let came = await home.aftermath { try await save(calls, patience: 0) }
    let files = try home.files()
    #expect([74, 75].contains(came.exit), "\(came)")
    #expect(files == before)
    #expect(calls.open == [])
  }

  private func filled(_ words: String, _ fault: WatchedCalls.Fault) -> String {
    guard case .errno(let code) = fault else { return words }
    return words.replacing("…", with: systemMessage(code)[.english])
  }
}

extension SaveFaultTests {
  private init(home: Home) { self.home = home }
}
