import AccountsFile
import CommandKit
import ScreenKit
import Terminal

/// The list of accounts, as far as it was read, and where one is in it.
struct AccountListState: Equatable, Sendable {
  /// Identifies a read: its query, and the number of changes made here before it.
  struct Request: Equatable, Sendable {
    let query: AccountsQuery
    let changes: Int
  }

  private struct Expected: Equatable {
    let rows: AccountListing
    var focus = TableFocus()
  }

  private struct Reading: Equatable {
    let number: Int
    let request: Request
  }

  /// The text that narrows the list, and the state that does too, beside any search.
  private(set) var search: ListSearch
  private(set) var onlyState: AccountState?
  /// The states that somebody had before one of them was chosen; nil if that is not known.
  private var states: Set<AccountState>?
  private(set) var order = AccountsQuery.Order.key
  /// Whether last logins are asked for, and whether there is room for them anyway.
  private let showsLogins: Bool
  var hasRoomForLogins = false
  /// The accounts that were read last; nil before the first read. While they do not answer the
  /// present query, there is nothing to act on.
  private(set) var rows: AccountListing? { didSet { findOnlyMarked() } }
  /// The rows that were drawn: the last whole list, if there was one, and those of searches after
  /// it, the last at the end.
  private(set) var drawn: [AccountListing] = []
  /// The place to which keys that were typed before the rows were drawn would have led in the
  /// accounts that were drawn before; nil once the rows are drawn, or if nothing was written
  /// meanwhile.
  private var expected: Expected?
  /// The request that the rows answer; nil before any came.
  private var shown: Request?
  /// The request that was read last, which may have found nothing.
  private(set) var answered: Request?
  /// The widths of the columns, set by their first texts: later ones do not change them, so that
  /// nothing moves. A column that was empty comes when it has a text.
  private(set) var widths: [Int] = []
  /// The read that is under way.
  private var reading: Reading?
  /// How many changes were made here.
  private var changes = 0
  /// How many there were when all were shown; nil before that.
  private(set) var total: Int?
  private(set) var focus = TableFocus()
  /// The name of an account that was just added, to be in focus once it is read.
  private var sought: String?
  /// The accounts that are marked, by their names.
  private(set) var marked: [String: AccountRef] = [:] { didSet { findOnlyMarked() } }
  private(set) var hidden = HiddenMarks()
  /// The row of the only account that is marked; sought once, as a list may be long.
  private var onlyMarked: Int?
  /// The marked names that are others' now.
  private var others: Set<String> = []
  /// Says that the store is not there now.
  private(set) var missing: Phrase?
  /// The rows of which all names are being made, to mark them.
  private(set) var marking: AccountListing?
  /// The name of the focused account if others removed or renamed it. An action then concerns no
  /// account, until the user focuses or marks one.
  private(set) var missingName: String?
  /// Whether one has been waiting for so long that it should be seen.
  var isLate = false

  init(_ query: AccountsQuery = AccountsQuery()) {
    (search, showsLogins) = (ListSearch(query.typed), query.showsLogins)
  }

  /// The query of the search text, the state, the order and the columns. A typed state wins over a
  /// chosen one.
  var query: AccountsQuery {
    var query = AccountsQuery(
      search.text, by: order, showsLogins: showsLogins || hasRoomForLogins)
    if let onlyState, query.state == nil { query.add("state", onlyState.rawValue) }
    return query
  }
  /// Whether not all are shown, or a search is being typed.
  var isNarrowed: Bool { search.isShown || onlyState != nil }
  private var request: Request { Request(query: query, changes: changes) }

  /// Whether the rows are not the ones asked for.
  var isWaiting: Bool { !isAnswered || marking != nil }
  /// Whether the rows answer what is asked for.
  var isAnswered: Bool { answered == request }

  // MARK: Whom an action concerns

  /// The accounts that any action concerns: those that are marked, or else the one in focus.
  var concerned: [AccountRef] {
    if marked.isEmpty { return opened }
    if marked.count == 1 { return Array(marked.values) }
    let shown =
      rows.map { rows in (0..<rows.count).lazy.map(rows.name).compactMap { marked[$0] } } ?? []
    // Some marked accounts may not be shown.
    let others = marked.count > shown.count ? Set(marked.values).subtracting(shown) : []
    return shown + others.sorted { $0.name.lowercased() < $1.name.lowercased() }
  }

  /// The accounts of an action, for the key line; nil for the one under the bar.
  var whoIfElsewhere: Phrase? {
    let names = Array(marked.keys)
    if names.isEmpty || names.count == 1 && names.first == focusedName { return nil }
    let one = names.count == 1 ? names.first : nil
    return (one.map { Phrase(same: visible($0).fitted(columns: 30)) } ?? Phrase.several(names))
      + Phrase(same: ":")
  }

  /// The account under the bar, which is opened.
  var opened: [AccountRef] { focusedAccount.map { [$0] } ?? [] }

  /// Whether the account of a row is marked.
  func isMarked(_ row: Int) -> Bool {
    guard let name = rows?.name(of: row) else { return false }
    return marked[name] != nil && !others.contains(name)
  }

  /// The account in focus; nil if it has no name, or none is in focus. Until its row is drawn, it is
  /// the one that was drawn last under its name: keys are typed for what one sees.
  var focusedAccount: AccountRef? {
    guard let name = focusedName, let rows else { return nil }
    if drawn.last !== rows {
      for seen in drawn.reversed() {
        if let row = seen.row(of: name) { return seen.ref(row) }
      }
    }
    return rows.ref(focus.row)
  }

  /// Whether the keys that were typed ahead would have led to another row.
  var isElsewhere: Bool {
    guard let expected else { return false }
    guard expected.rows.count > 0 else { return true }
    return focusedName.map { sameText($0, expected.rows.name(of: expected.focus.row)) } != true
  }

  /// The name of the account in focus; nil if it has none, or none is in focus.
  var focusedName: String? {
    guard missingName == nil, missing == nil, let rows, rows.count > 0 else { return nil }
    let name = rows.name(of: focus.row)
    return name.isEmpty ? nil : name
  }

  // MARK: What is asked for

  /// Takes a search as it is now. Another list begins at its first account.
  mutating func take(_ new: ListSearch) {
    let isOther = new.text != search.text
    search = new
    if isOther { beginAnew() }
  }

  /// Goes on to the next state that somebody has, or to any again after the last.
  mutating func narrowToNextState() {
    if onlyState == nil { states = rows?.states }
    let all = AccountState.shown.filter { states?.contains($0) != false || $0 == onlyState }
    let next = onlyState.flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    onlyState = next < all.count ? all[next] : nil
    beginAnew()
  }

  /// Shows all accounts again. The marks stay.
  mutating func showAll() {
    let before = query.typed
    search.clear()
    onlyState = nil
    if query.typed != before { beginAnew() }
  }

  private mutating func beginAnew() { (focus, missingName, sought) = (TableFocus(), nil, nil) }

  mutating func sortNext() {
    let all = AccountsQuery.Order.allCases
    order = all[((all.firstIndex(of: order) ?? 0) + 1) % all.count]
  }

  /// Something was changed here: the rows are out of date.
  ///
  /// - Parameters:
  ///   - isOfMarked: whether the marked accounts were changed.
  ///   - refs: the accounts that were changed, and so are no longer marked, by any name.
  mutating func noteChange(isOfMarked: Bool, of refs: [AccountRef]) {
    changes += 1
    drawn = []
    let (names, proofs) = (Set(refs.map(\.name)), Set(refs.map(\.proof)))
    if isOfMarked {
      marked = marked.filter { !names.contains($0.key) && !proofs.contains($0.value.proof) }
      missingName = nil
    }
    hidden.forget(names)
  }

  /// Has an account in focus as soon as it is read.
  mutating func seek(_ name: String?) { sought = name }

  /// Follows accounts to the names that they were given, at once: two may have exchanged theirs.
  mutating func follow(_ renamed: [String: AccountRef]) {
    if let new = focusedName.flatMap({ renamed[$0] }) { sought = new.name }
    guard marked.keys.contains(where: { renamed[$0] != nil }) else { return }
    let moved = marked.keys.compactMap { renamed[$0] }.map { ($0.name, $0) }
    marked = marked.filter { renamed[$0.key] == nil }.merging(moved) { $1 }
  }

  // MARK: Reading

  /// Begins to read the present query; returns nil if a read is under way. When that ends, the list
  /// compares its query with the present one.
  mutating func read(number: Int) -> AccountsQuery? {
    guard reading == nil else { return nil }
    reading = Reading(number: number, request: request)
    return query
  }

  /// Ends a read without an answer; returns whether it was under way.
  mutating func readingFailed(_ number: Int) -> Bool {
    guard reading?.number == number else { return false }
    (reading, marking) = (nil, nil)
    return true
  }

  /// Ends a read of a store that is not there now. The old rows are shown again when it is back.
  mutating func show(missing why: Phrase?, number: Int) {
    guard let reading, reading.number == number else { return }
    (self.reading, marking, missing, answered) = (nil, nil, why, reading.request)
  }

  /// Shows the rows that were read. The focus stays on its account if the same was asked for.
  mutating func show(
    _ new: AccountListing, others: Set<String> = [], expected: AccountListing? = nil, number: Int,
    room: Int
  ) {
    guard let reading, reading.number == number else { return }
    (self.reading, missing, self.others) = (nil, nil, others)
    // A search that was typed and taken back meanwhile is not shown any more.
    if answered?.query == query, reading.request.query != query { return }
    followNames(to: new)
    let isSame = shown?.query.typed == reading.request.query.typed
    // An account that was changed here may have left the list.
    let isOnlyOthers = shown?.changes == changes && reading.request.changes == changes
    let name = sought ?? missingName ?? focusedName
    hidden.remember(marked, in: rows)
    (rows, shown, answered) = (new, reading.request, reading.request)
    let row = isSame ? name.flatMap { new.row(of: $0) } : 0
    focus.put(row ?? focus.row, ListRows(new.count), room: room)
    // A change of one's own is no surprise.
    self.expected = (isOnlyOthers ? expected : nil).map { rows in
      var expected = Expected(rows: rows)
      let row = isSame ? name.flatMap(rows.row) : nil
      expected.focus.put(row ?? 0, ListRows(rows.count), room: room)
      return expected
    }
    if row != nil || isAnswered { sought = nil }
    if row != nil {
      missingName = nil
    } else if isOnlyOthers, let name, sought == nil {
      missingName = name
    }
    let isFirst = widths.isEmpty || total == nil && reading.request.query.typed.isEmpty
    if new.count > 0 {
      widths = new.widths.indices.map { index in
        let old = widths.isEmpty ? 0 : widths[index]
        return isFirst || old == 0 ? max(old, new.widths[index]) : old
      }
    }
    if query.typed.isEmpty, reading.request.query.typed.isEmpty {
      total = new.count
      forgetMarks(besides: new, isOnlyOthers)
    }
    if !isWaiting { isLate = false }
  }

  /// The rows are about to be drawn, and no key waits that was typed before.
  mutating func noteSeen() {
    expected = nil
    guard let rows, drawn.last !== rows else { return }
    if shown?.query.typed.isEmpty != false { drawn = [] }
    drawn.append(rows)
    // Of many searches the first ones may be forgotten.
    if drawn.count > Self.mostDrawn { drawn.remove(at: 1) }
  }

  private static let mostDrawn = 16

  /// Another rulebook may call all accounts by another of their names.
  private mutating func followNames(to new: AccountListing) {
    guard let rows, rows.rulebook.key != new.rulebook.key else { return }
    widths = []
    let seen = Array(marked.values) + opened
    guard !seen.isEmpty else { return }
    let names = Dictionary(seen.map { ($0.proof, $0.name) }) { first, _ in first }
    var renamed: [String: AccountRef] = [:]
    for ref in new.named.values { if let old = names[ref.proof] { renamed[old] = ref } }
    follow(renamed)
  }

  /// The reason why an action is not offered for its accounts; nil if it is. Of several marked
  /// accounts, those to which it cannot be done are left out.
  func disabledReason(_ action: ScreenAction) -> Phrase? {
    let concernsMarked = ![.mark, .markAll, .open].contains(action)
    if let missing { return missing }
    if concernsMarked, marked.count > 1 {
      return action.isOfOne
        ? Phrase("This is done for one account at a time: unmark the others.") : nil
    }
    if concernsMarked, !marked.isEmpty {
      return onlyMarked.flatMap { rows?.obstacles(of: $0).disabledReason(action) }
    }
    guard let rows, rows.count > 0 else { return Phrase("No account is selected.") }
    if isElsewhere {
      return Phrase("The list has changed since these keys were typed: look at it again.")
    }
    if concernsMarked || action == .open, let missingName {
      return Phrase(
        "\(visible(missingName)) was changed elsewhere and is no longer in this list: choose an account."
      )
    }
    return rows.obstacles(of: focus.row).disabledReason(action)
  }

  private mutating func findOnlyMarked() {
    onlyMarked = marked.count == 1 ? marked.keys.first.flatMap { rows?.row(of: $0) } : nil
  }

  /// Unmarks accounts that are gone, because nobody can unmark them by hand.
  private mutating func forgetMarks(besides new: AccountListing, _ isOnlyOthers: Bool) {
    guard !marked.isEmpty else { return }
    let (there, before) = (new.names, concerned)
    marked = marked.filter { there.contains($0.key) }
    if marked.isEmpty, isOnlyOthers { missingName = before.first?.name }
  }

  // MARK: The focus and the marks

  /// Moves the focus, if the key is one for moving. If the account in focus is gone, the first such
  /// key shows who took its place.
  mutating func move(by key: Key, room: Int) {
    var moved = focus
    guard moved.move(by: key, ListRows(rows?.count ?? 0), room: room) else { return }
    if let count = expected?.rows.count {
      _ = expected?.focus.move(by: key, ListRows(count), room: room)
    }
    if missingName == nil { focus = moved }
    missingName = nil
  }

  /// Marks the account that is meant, or not any more, and goes on to the next row.
  mutating func mark(_ account: AccountRef?, room: Int) {
    guard missingName == nil else {
      missingName = nil
      return
    }
    if let account {
      let isMarked = marked[account.name] != nil && !others.contains(account.name)
      marked[account.name] = isMarked ? nil : account
      // A row that has another account by now is not shown as marked.
      if account == focusedAccount { others.remove(account.name) }
    }
    focus.put(focus.row + 1, ListRows(rows?.count ?? 0), room: room)
  }

  /// Begins to mark all that are shown; returns their rows.
  mutating func beginMarking() -> AccountListing? {
    marking = rows
    return rows
  }

  /// Marks all of some accounts, or none of them if all are marked. Returns the rows that are shown
  /// now, if those are others.
  mutating func mark(
    all: [String: AccountRef], of rows: AccountListing
  ) -> AccountListing? {
    guard marking == rows else { return nil }
    guard rows == self.rows else { return beginMarking() }
    (marking, missingName) = (nil, nil)
    let areMarked = all.keys.allSatisfy { marked[$0] != nil && !others.contains($0) }
    marked =
      areMarked ? marked.filter { all[$0.key] == nil } : marked.merging(all) { $1 }
    others.subtract(all.keys)
    return nil
  }
}
