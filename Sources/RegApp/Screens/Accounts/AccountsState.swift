import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The list of accounts, as far as it was read, and where one is in it.
struct AccountsState: Equatable, Sendable {
  /// What was typed to narrow it.
  private(set) var input: TextInput
  /// Whether keys go into that text.
  var isNarrowing = false
  var order = AccountsQuery.Order.key
  /// The accounts that were read last, and what was asked for; nil before the first read.
  private(set) var rows: AccountRows?
  private(set) var shown: AccountsQuery?
  /// How many there were when all were shown; nil before that.
  private(set) var total: Int?
  /// Whether accounts are being read.
  var isReading = false
  var focus = TableFocus()
  /// The name of an account that was just added, to be in focus once it is read.
  var sought: String?
  /// The names of the accounts that are marked.
  var marked: Set<String> = []

  init(_ typed: String = "") { input = TextInput(typed, limit: 256) }

  /// What is asked for now.
  var query: AccountsQuery { AccountsQuery(input.text, by: order) }

  mutating func narrow(_ change: (inout TextInput) -> Void) { change(&input) }

  /// The accounts that an action concerns: those that are marked, or else the one in focus.
  var names: [String] {
    // The order matters only where a person reads it.
    if marked.count > 1_000 { return Array(marked) }
    if !marked.isEmpty { return marked.sorted { $0.lowercased() < $1.lowercased() } }
    guard let rows, rows.count > 0 else { return [] }
    let name = rows.name(of: focus.row)
    return name.isEmpty ? [] : [name]
  }

  /// Shows what was read. The focus stays on its account if the same was asked for.
  mutating func show(_ new: AccountRows, of query: AccountsQuery, room: Int) {
    let name = sought ?? rows.flatMap { $0.count > 0 ? $0.name(of: focus.row) : nil }
    let isSame = shown?.typed == query.typed
    (rows, shown) = (new, query)
    sought = nil
    if query.typed.isEmpty {
      total = new.count
      // Who is gone cannot be unmarked by hand.
      if !marked.isEmpty { marked.formIntersection(new.names) }
    }
    let row = isSame ? name.flatMap { new.row(of: $0) } ?? focus.row : 0
    focus.put(row, count: new.count, room: room)
  }

  /// Why an action cannot be done to the account in focus; nil if it can. What keeps one of several
  /// that are marked from being changed is known when that is tried.
  func off(_ action: ScreenAction) -> Phrase? {
    let concernsMarked = [.disable, .enable, .groups, .remove].contains(action)
    if concernsMarked, !marked.isEmpty { return nil }
    guard let rows, rows.count > 0 else { return ScreenText.noAccountThere }
    return rows.obstacles(of: focus.row).off(action)
  }

  /// Marks all of some accounts, or none of them if all are marked.
  mutating func mark(all: Set<String>) {
    marked = all.isSubset(of: marked) ? marked.subtracting(all) : marked.union(all)
  }

  mutating func mark(_ name: String) { marked.formSymmetricDifference([name]) }
}

/// A line of text that is asked for over the screen.
struct ScreenPrompt: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// Why accounts are disabled.
    case reason
    /// Which groups accounts are to be in.
    case groups
  }

  let kind: Kind
  /// The accounts that it is about.
  let names: [String]
  private(set) var input = TextInput(limit: 1024)
  var problem: Phrase?

  init(_ kind: Kind, _ names: [String]) { (self.kind, self.names) = (kind, names) }

  mutating func apply(_ key: Key) {
    if input.apply(key) { problem = nil }
  }

  mutating func paste(_ text: String) {
    input.insert(text)
    problem = nil
  }
}

/// What becomes of accounts.
enum PeopleChange: Sendable {
  case disable(reason: String?)
  case enable
  case groups(adding: [String], removing: [String])
  /// A generated password.
  case password
  case remove
}

/// A password that was generated for an account. No dump shows it.
struct ShownPassword: Equatable, Sendable, Redacted {
  let name: String
  let password: PasswordText
}
