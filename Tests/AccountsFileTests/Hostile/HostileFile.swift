import AccountsSupport
import LosslessJSON

@testable import Accounts
@testable import AccountsDocument
@testable import AccountsFile

/// The files that `regapp` reads and that may be hostile.
enum HostileFile: String, CaseIterable, Sendable {
  case accounts, rulebook, session, edit, lines

  /// Valid texts to start from.
  var samples: [[UInt8]] {
    switch self {
    case .accounts:
      [
        AccountsDocument.emptyText, AccountsDocument.newText(rulebook: .albums),
        Array(Self.accountsText.utf8),
      ]
    case .rulebook:
      Rulebook.builtIns.flatMap { rulebook in
        [rulebook.json.bytes(style: .pretty), rulebook.json.bytes(style: .compact)]
      }
    case .session:
      [
        Session.loggedIn("mario@gmail.com", by: .email, id: NumberedIDs.id(1)).text,
        Session.loggedIn("mario@gmail.com", by: .email, id: nil).text, Session.loggedOut.text,
      ]
    case .edit:
      [
        EditDraft(name: "mario@gmail.com", id: NumberedIDs.id(1)).text,
        EditDraft(name: "mario@gmail.com", id: NumberedIDs.id(1), changes: Self.edits).text,
      ]
    case .lines:
      [
        LastLoginFile.text(
          since: 1_800_000_000,
          (0..<9).map { (AccountName("name\($0)"), LastLogin(success: nil, failures: $0)) })
      ]
    }
  }

  private static let accountsText = """
    {"regapp": 1, "rules": {"name": "club", "fields": {"phone": {"mask": "+44 **** ******"}}},
     "accounts": [
      {"email": "mario@gmail.com", "password": "$y$j75$abcdefgh$0123", "firstName": "Mario"},
      {"email": "Mario@Gmail.com", "password": "secret1", "birthDate": "1990-02-29"},
      {"email": "luigi@gmail.com", "password": "!", "phone": "01632 960123", "x-own": [1, {}]},
      {"email": 7, "email": "x"}, null, []]}
    """

  /// Reads a text like `regapp`, and looks at everything found. Returns the first broken promise:
  /// an accepted text that changes when it is written again, or a rejection without a reason.
  func brokenPromise(_ bytes: [UInt8]) -> String? {
    switch self {
    case .accounts: Self.readAccounts(bytes)
    case .rulebook: Self.readRulebook(bytes)
    case .session: Self.readSession(bytes)
    case .edit: Self.readEdit(bytes)
    case .lines: Self.readLines(bytes)
    }
  }

  private static var edits: [AccountRecord.Change] {
    [
      .init(.email, from: "mario@gmail.com", to: "luigi@gmail.com"),
      .init(.password, from: "$y$j75$a$b", to: "$y$j75$c$d"),
      .init(.phone, from: nil as String?, to: "x"),
    ]
  }

  private static func readAccounts(_ bytes: [UInt8]) -> String? {
    guard let file = try? AccountsDocument(path: "/f", bytes: bytes) else { return nil }
    let rows = file.rows.indices.map { AccountsDocument.Row(file, $0) }
    let found = file.accounts(rows, Sharers(file.sharedNames()), today: .ofTests)
    guard found.count == file.rows.count else { return "accounts are missing" }
    if found.contains(where: { $0.isClosed != !$0.problems.isEmpty }) {
      return "an account is closed without a problem, or open with one"
    }
    do throws(AccountsError) {
      let usable = try file.usable()
      guard let array = usable.array else { return "usable, and without accounts" }
      // Everything usable can be written, and is then valid JSON.
      var values = FieldValues()
      (values.email, values.password) = ("new@gmail.com", "x")
      let splice = file.document.inserting(
        [AccountsDocument.literal(of: values)], into: array, after: file.rows.last)
      let text = Array(file.document.pieces(applying: [splice]).joined())
      guard let next = try? AccountsDocument(path: "/f", bytes: text), (try? next.usable()) != nil,
        next.rows.count == file.rows.count + 1
      else { return "an account is added, and the file broken" }
    } catch {
      return error.problems.isEmpty ? "refused without a problem" : nil
    }
    return nil
  }

  private static func readRulebook(_ bytes: [UInt8]) -> String? {
    guard let document = try? JSONDocument(parsing: bytes) else { return nil }
    let (rulebook, located, _) = Rulebook.read(document.root, in: document)
    let problems = document.placed(located, in: "/f")
    guard let rulebook else { return problems.isEmpty ? "refused without a problem" : nil }
    guard problems.isEmpty else { return "accepted with problems" }
    guard let again = try? JSONDocument(parsing: rulebook.json.bytes(style: .pretty)),
      Rulebook.read(again.root, in: again).rulebook == rulebook,
      (try? JSONDocument(parsing: rulebook.schema.bytes(style: .pretty))) != nil
    else { return "not read as it is written" }
    return nil
  }

  private static func readSession(_ bytes: [UInt8]) -> String? {
    let session = Session(source: "/s", text: text(bytes))
    guard case .loggedIn = session else { return nil }
    return Session(source: "/s", text: text(session.text)) == session
      ? nil : "not read as it is written"
  }

  private static func readEdit(_ bytes: [UInt8]) -> String? {
    guard let edit = try? EditDraft(source: "/e", bytes: bytes) else { return nil }
    return (try? EditDraft(source: "/e", bytes: edit.text)) == edit
      ? nil : "not read as it is written"
  }

  private static func readLines(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= LineTable.headSize,
      let table = LineTable(bytes[..<LineTable.headSize], size: bytes.count)
    else { return nil }
    for number in 0..<9 {
      let name = table.hash(of: "name\(number)")
      let line = table.line(of: name, in: bytes[table.window(of: name)]) { _ in false }
      guard let words = line?.words, let range = line?.range else { continue }
      guard table.bytes(of: name, words.joined(separator: " ")) == Array(bytes[range]) else {
        return "not read as it is written"
      }
    }
    return nil
  }

  private static func text(_ bytes: [UInt8]) -> FileText {
    FileText(bytes: bytes, stamp: FileStamp(.init()), stampWillTell: false)
  }
}
