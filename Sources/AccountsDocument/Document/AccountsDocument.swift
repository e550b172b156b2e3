// AccountsDocument: the text of an accounts file, and of what a history says about it.
//
// Both stores use it: AccountsFile for the file itself, PostgresAccounts for copies and histories.
// In the order of the data's way: `Document` reads a text into accounts, with the place of every
// problem; `Changes` plans additions, edits and removals over it and writes them into it, so that
// all other bytes stay; `History` makes the line that says what was changed; `Plan` reads a file of
// `plan` and `apply`; `Merge` merges three texts, for git.
//
// These are pure functions, with the loops over all accounts, since the compiler optimises within a
// module. It opens no file, looks at no clock, and nothing of it is public.

package import Accounts
package import LosslessJSON
import TextTools

/// The text of an accounts file. Accounts are read on demand.
package struct AccountsDocument: Sendable {
  package let path: String
  /// True for a text that people see: problems get lines and columns.
  let hasLines: Bool
  package let document: JSONDocument
  /// The rulebook; `register` if the file's own is broken.
  package let rulebook: Rulebook
  let array: JSONValue?
  package let rows: JSONElements
  /// Problems that make the file unusable, except those of the rulebook.
  package let faults: [LocatedProblem]
  package let rulebookFaults: [LocatedProblem]
  /// What stands in the rulebook, and is not in force.
  package let rulebookCautions: [LocatedProblem]
  /// The problems of accounts, by position, of which their text shows nothing: a database keeps
  /// something else beside it. They close the account, and no edit puts them right.
  package var contradictions: [Int: [LocatedProblem]] = [:]

  /// The text for a missing file: no accounts, under `register`.
  package static let emptyText = newText(rulebook: .register)

  package static func newText(rulebook: Rulebook, accounts: [FieldValues] = []) -> [UInt8] {
    let file = JSONLiteral.object([
      .init("regapp", .number("1")),
      .init("rules", rulebook.written),
      .init("accounts", .array(accounts.map { literal(of: $0) })),
    ])
    return file.bytes(style: .pretty) + [UInt8(ascii: "\n")]
  }

  package static func literal(of values: FieldValues, ownKeys: [JSONLiteral.Member] = [])
    -> JSONLiteral
  {
    func members(_ fields: [Field]) -> [JSONLiteral.Member] {
      fields.compactMap { field in
        values[field].map { JSONLiteral.Member(field.key, $0.literal) }
      }
    }
    // The id is the last member of its account.
    return .object(members(Field.shown) + ownKeys + members([.id]))
  }

  /// Reads a text; throws if it is not JSON.
  ///
  /// - Parameters:
  ///   - dialect: the dialect; by default, the one of the file's name.
  ///   - needsRules: a text without a rulebook is unusable, but for one that no file has any more.
  package init(
    path: String, bytes: [UInt8], hasLines: Bool = true, dialect: JSONDialect? = nil,
    needsRules: Bool = true
  ) throws(AccountsError) {
    let dialect = dialect ?? JSONDialect(ofFile: path)
    try self.init(path, bytes, hasLines, dialect, under: nil, needsRules: needsRules)
  }

  /// Another text of the same file.
  package func withText(_ bytes: [UInt8]) throws(AccountsError) -> AccountsDocument {
    try AccountsDocument(path: path, bytes: bytes, dialect: dialect)
  }

  /// Reads a declaration: a list of accounts, or an object with one. It is read under the rulebook
  /// of the present accounts, which the object may name too. It may have comments, since people
  /// write it by hand. Throws if it is not JSON.
  package init(
    declared bytes: [UInt8], path: String, under rulebook: Rulebook
  ) throws(AccountsError) {
    try self.init(path, bytes, true, .withComments, under: rulebook, needsRules: false)
  }

  /// - Parameter present: the rulebook of the present accounts, for a declaration.
  private init(
    _ path: String, _ bytes: [UInt8], _ hasLines: Bool, _ dialect: JSONDialect,
    under present: Rulebook?, needsRules: Bool
  ) throws(AccountsError) {
    (self.path, self.hasLines) = (path, hasLines)
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes, dialect: dialect)
    } catch {
      throw .fileInvalid(error.problems(in: bytes, of: path))
    }
    let list = present != nil && document.root.kind == .array ? document.root : nil
    let isInUse = needsRules || present != nil
    let shape =
      list == nil ? FileShape(document, needsRules: needsRules, isInUse: isInUse) : nil
    faults = shape?.problems ?? []
    array = list ?? shape?.accounts
    rows = document.elements(of: array)
    // This version cannot judge the rules of a later one.
    guard let rules = shape?.rules, shape?.isOfOtherVersion == false else {
      rulebook = present ?? .register
      (rulebookFaults, rulebookCautions) = ([], [])
      return
    }
    if let present {
      rulebook = present
      rulebookFaults = present.problems(ofListed: rules, in: document)
      rulebookCautions = []
      return
    }
    let (read, problems, cautions) = Rulebook.read(rules, in: document)
    rulebook = read ?? .register
    (rulebookFaults, rulebookCautions) = (problems, cautions)
  }

  package var dialect: JSONDialect { document.dialect }

  /// The file; throws `rulebookBroken` or `fileInvalid` with all problems of its shape if it is
  /// unusable. Such a file is never written.
  package func usable() throws(AccountsError) -> AccountsDocument {
    guard !faults.isEmpty || !rulebookFaults.isEmpty else { return self }
    let problems = placed((faults + rulebookFaults).inOrder)
    throw rulebookFaults.isEmpty ? .fileInvalid(problems) : .rulebookBroken(problems)
  }

  package func placed(_ problems: [LocatedProblem]) -> [Problem] {
    guard !hasLines else { return document.placed(problems, in: path) }
    return problems.map { Problem($0.subject, $0.rule, at: Place(path), of: $0.account) }
  }

  /// The problems of many accounts with their places, counting lines once for all.
  func placed(_ problems: [[LocatedProblem]]) -> [[Problem]] {
    guard problems.contains(where: { !$0.isEmpty }) else { return problems.map { _ in [] } }
    var rest = placed(problems.flatMap(\.self))[...]
    return problems.map { problems in
      defer { rest = rest.dropFirst(problems.count) }
      return Array(rest.prefix(problems.count))
    }
  }

  /// Removes accounts, each with one comma and its comments; the ranges do not overlap.
  func removals(of removed: Set<Int>) -> [JSONSplice] {
    array.map { document.removing(elementsAt: removed.sorted(), from: $0) } ?? []
  }

  /// The positions of all accounts that have a name.
  func indices(of id: NameKey) -> [Int] {
    if id.field == .id {
      guard let id = AccountID(id.key) else { return [] }
      return indices(ids: [id]).filter { Row(self, $0).claimedID(in: self) == id }
    }
    let key = Array(id.key.utf8)
    let field = FieldKeys[id.field]
    var found: [Int] = []
    for (index, row) in rows.enumerated() {
      if let value = document.value(for: field, in: row),
        document.matches(value, ignoringASCIICase: key)
      {
        found.append(index)
      }
    }
    return found
  }

  /// The positions of all accounts with a name. Without a field, looks in the field whose form the
  /// name has, then in the key. Also returns the identity that was found.
  package func indices(of name: AccountName, in field: Field?) -> (rows: [Int], id: NameKey) {
    NameTable(self, isAskedOften: false).find(name, in: field)
  }

  /// The positions of all accounts in whose ids some UUIDs stand, whether or not they count.
  package func indices(ids: [AccountID]) -> [Int] {
    let sought = Set(ids)
    func mayBeSought(_ row: JSONValue) -> Bool {
      guard let value = document.value(for: FieldKeys[.id], in: row), value.kind == .string else {
        return false
      }
      guard !document.hasBackslash(in: value.content) else { return true }
      let id = GivenID.id(in: document.bytes.span.extracting(value.content))
      return id.map(sought.contains) == true
    }
    return rows.enumerated().compactMap { index, row in
      guard mayBeSought(row), let given = Row(self, index).givenID(in: self) else { return nil }
      return sought.contains(given.id) ? index : nil
    }
  }

  /// The positions of all accounts with a first name, compared without case.
  package func indices(firstName: String) -> [Int] {
    let key = PersonName.key(of: firstName)
    return rows.indices.filter { index in
      guard let value = document.value(for: FieldKeys[.firstName], in: rows[index]),
        let name = document.string(value)
      else { return false }
      return PersonName.key(of: name) == key
    }
  }
}

/// The names of the fields, prepared for comparison.
package enum FieldKeys {
  static let all: [(field: Field, key: JSONKey)] = Field.allCases.map { ($0, JSONKey($0.key)) }
  static let fields = Field.allCases
  /// With the forms that rows look for: in one place, of which each member is read once.
  static let forms = fields.map { (field: $0, form: $0.form) }
  static let names = all.map(\.key)
  private static let table = all.reduce(into: FieldTable<JSONKey>()) { $0[$1.field] = $1.key }

  package static subscript(field: Field) -> JSONKey { table[field] ?? JSONKey(field.key) }
}
