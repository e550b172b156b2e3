import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument

/// Names that change hands in a merge: by key, email, user name and hash, each where nobody else
/// has it.
@Suite struct HandedOnMergeTests {
  private typealias Tests = FieldMergeTests

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    var rules = #""standard""#
    let before: [String]
    let mine: [String]
    let theirs: [String]
    /// Nil for a conflict.
    let result: [String]?
    var reasons: [AccountConflict.Reason] = []
    var testDescription: String { rule }
  }

  private static func one(
    _ username: String?, _ email: String?, _ hash: String?, _ more: String = ""
  ) -> String {
    let parts = [
      username.map { #""username": "\#($0)""# }, email.map { #""email": "\#($0)@host.com""# },
      hash.map { #""password": "\#($0)""# }, more.isEmpty ? nil : more,
    ]
    return "{\(parts.compactMap(\.self).joined(separator: ", "))}"
  }

  private static let (h1, h2, h3) = ("$y$jBT$one", "$y$jBT$two", "$y$jBT$three")
  private static let admin = #""groups": ["admins"]"#
  private static let ada = one("ada", "info", h1)
  private static let bob = one("bob", "info", h2)
  private static let eve = one("eve", "eve", h3)

  static let cases: [Case] = [
    Case(
      rule: "a mailbox went to a new person",
      before: [ada], mine: [one("ada.l", "ada", h1), bob], theirs: [one("ada", "info", h1, admin)],
      result: nil, reasons: [.unclear]),
    Case(
      rule: "a mailbox went to a new person, and a name that takes no access came",
      before: [ada], mine: [one("ada.l", "ada", h1), bob],
      theirs: [one("ada", "info", h1, #""firstName": "Ada""#)], result: nil, reasons: [.unclear]),
    Case(
      rule: "a mailbox went to a new person, and nothing else changed", before: [ada],
      mine: [one("ada.l", "ada", h1), bob], theirs: [ada, eve],
      result: [one("ada.l", "ada", h1), bob, eve]),
    Case(
      rule: "a mailbox that is the key went to a new person", rules: #""register""#,
      before: [ada], mine: [one("ada", "ada", h1), bob], theirs: [one("ada", "info", h1, admin)],
      result: nil, reasons: [.unclear]),
    Case(
      rule: "two exchanged their mailboxes", before: [ada, eve],
      mine: [one("ada", "eve", h1), one("eve", "info", h3)],
      theirs: [one("ada", "info", h1, admin), eve], result: nil, reasons: [.unclear]),
    Case(
      rule: "a mailbox went to a new person, and its owner went", before: [ada], mine: [bob],
      theirs: [one("ada", "info", h1, admin)], result: nil, reasons: [.unclear]),
    Case(
      rule: "a mailbox went to a new person, and its owner lost what the new one never had",
      before: [one("ada", "info", h1, admin)], mine: [bob], theirs: [ada], result: nil,
      reasons: [.unclear]),
    Case(
      rule: "a password went to another account", before: [ada, eve],
      mine: [one("ada", "info", h2), one("eve", "eve", h1)],
      theirs: [one("ada", "info", h1, admin), eve], result: nil, reasons: [.unclear]),
    Case(
      rule: "another name alone, or another password alone", before: [ada, eve],
      mine: [one("ada.l", "info", h1), one("eve", "eve", h2)],
      theirs: [one("ada", "info", h1, admin), one("eve", "eve", h3, admin)],
      result: [one("ada.l", "info", h1, admin), one("eve", "eve", h2, admin)]),
    Case(
      rule: "one without the key is removed", rules: #""register""#, before: [one("u0", nil, h1)],
      mine: [], theirs: [one("u0", "u0", h1)], result: nil, reasons: [.removed]),
    Case(
      rule: "one without the key gets it, the other side changes something",
      rules: #""register""#, before: [one("u0", nil, h1)], mine: [one("u0", "u0", h1)],
      theirs: [one("u0", nil, h1, admin)], result: [one("u0", "u0", h1, admin)]),
    Case(
      rule: "one without the key is removed, another without it comes", rules: #""register""#,
      before: [one("u0", nil, "!\(h1)")], mine: [one("zoe", nil, h2)],
      theirs: [one("u0", nil, "!\(h1)", admin)], result: nil, reasons: [.removed]),
    Case(
      rule: "a lock without a hash tells nobody", rules: #""register""#,
      before: [one(nil, "a", "!")], mine: [one(nil, "b", "!")],
      theirs: [one(nil, "a", "!", admin)], result: nil, reasons: [.removed]),
    Case(
      rule: "a hash that two have tells nobody", rules: #""register""#,
      before: [one(nil, "a", h1), one(nil, "b", h1)],
      mine: [one(nil, "c", h1), one(nil, "b", h1)],
      theirs: [one(nil, "a", h1, admin), one(nil, "b", h1)], result: nil, reasons: [.removed]),
    Case(
      rule: "an email that two have tells nobody, and their other names tell",
      rules: #""register""#, before: [ada, bob], mine: [ada, one("bob", "bob", h2)],
      theirs: [one("ada", "info", h1, admin), bob],
      result: [one("ada", "info", h1, admin), one("bob", "bob", h2)]),
    Case(
      rule: "each gave a mailbox to another person", before: [ada],
      mine: [one("ada", "ada", h1), bob], theirs: [one("ada", "a.l", h1), one("eve", "info", h3)],
      result: nil, reasons: [.unclear]),
  ]

  @Test("a change never goes to whoever has a name by now", arguments: cases)
  func isOne(row: Case) throws {
    func whole(_ accounts: [String]) -> String {
      Tests.whole(accounts.joined(separator: ", "), rules: row.rules)
    }
    for (mine, theirs) in [(row.mine, row.theirs), (row.theirs, row.mine)] {
      let merge = try Tests.merge(whole(row.before), whole(mine), whole(theirs))
      guard let result = row.result else {
        #expect(merge.accountConflicts.map(\.reason) == row.reasons)
        continue
      }
      #expect(merge.isClean, "\(merge.accountConflicts)")
      let (merged, wanted) = try (
        AccountsDocument.read(merge.document.bytes), Tests.file(whole(result))
      )
      #expect(merged.sortedAccounts == wanted.sortedAccounts)
    }
    // A change of one side alone is no conflict.
    let (before, mine) = (whole(row.before), whole(row.mine))
    #expect(try Tests.merge(before, mine, before).isClean)
    #expect(try Tests.merge(before, before, mine).isClean)
  }
}
