import AccountsFile
import CommandKit
import ScreenKit
import Terminal
import TextTools

/// The accounts of a list, in its order. The texts of a row are made when it is shown.
final class AccountListing: Sendable {
  enum Column: Int, CaseIterable {
    case key, name, otherName, groups, login, state
  }

  let rulebook: Rulebook
  /// The day on which the states are as they are shown.
  let today: CalendarDay
  /// The gaps in the record of logins, and what to do about them.
  let unlistedReasons: [Phrase]
  /// How wide nine of ten texts of each column are at most, of those at the beginning.
  let widths: [Int]
  /// As they were read.
  private let accounts: [StoredAccount]
  private let order: [UInt32]
  private let texts: AccountTexts
  /// How the store was before they were read; nil if it cannot tell.
  let stamp: StoreStatus.Stamp?
  /// The names by which other accounts are found.
  private let taken: Set<AccountName>

  fileprivate init(
    _ accounts: [StoredAccount], _ order: [UInt32], _ texts: AccountTexts, on today: CalendarDay,
    stamp: StoreStatus.Stamp?, taken: Set<AccountName>,
    unlistedReasons: [Phrase]
  ) {
    (self.accounts, self.order, self.texts, rulebook) = (accounts, order, texts, texts.rulebook)
    (self.today, self.stamp, self.taken, self.unlistedReasons) = (
      today, stamp, taken, unlistedReasons
    )
    // Enough to be fair: measuring all of a long list would take long.
    widths = Column.allCases.map { column in
      let widths = accounts.prefix(2_000).map { DisplayWidth.of(texts[column, of: $0]) }
        .filter { $0 > 0 }.sorted()
      return widths.isEmpty ? 0 : widths[(widths.count * 9 + 9) / 10 - 1]
    }
  }

  var count: Int { order.count }

  private func account(_ row: Int) -> StoredAccount { accounts[Int(order[row])] }

  func ref(_ row: Int) -> AccountRef { AccountRef(account(row), named: name(of: row)) }

  func text(_ column: Column, of row: Int) -> String { texts[column, of: account(row)] }

  /// Returns the name of a row's account in the store; empty if it has none.
  func name(of row: Int) -> String { account(row).name(under: rulebook) }

  /// Returns the obstacles to changes of a row's account.
  func obstacles(of row: Int) -> Obstacles {
    let account = account(row)
    guard account.mayHaveObstacles else { return [] }
    let obstacles = Obstacles(to: account, under: rulebook)
    let isTaken = account.misshapenName(under: rulebook).map(taken.contains) == true
    return isTaken ? obstacles.union(.sharesName) : obstacles
  }

  func state(of row: Int) -> AccountState { account(row).state }

  func firstProblemLine(of row: Int) -> Int? { account(row).firstProblemLine }

  /// The states that somebody has.
  var states: Set<AccountState> { Set(accounts.lazy.map(\.state)) }

  /// The rows of the accounts that have a name of their own.
  private var own: some Sequence<Int> {
    (0..<count).lazy.filter { self.obstacles(of: $0).isDisjoint(with: .hasNoNameOfItsOwn) }
  }

  /// The names of the accounts that have one of their own.
  var names: Set<String> { Set(own.map(name)) }

  /// The accounts with a name of their own, by their names.
  var named: [String: AccountRef] {
    Dictionary(own.map { (name(of: $0), ref($0)) }) { first, _ in first }
  }

  /// The accounts of these that a query finds, in its order; nil if only the store can tell.
  func narrowed(by query: AccountsQuery, _ language: Language) -> AccountListing? {
    if query.isOfLogins || query.isWeak || query.hash != nil || query.isOfOver { return nil }
    var builder = AccountListingBuilder(query, language)
    let found = accounts.filter { account in
      query.state.map { account.state == $0 } != false
        && query.group.map { account.values.groups.contains($0) } != false
        && query.text.map { account.values.contains($0.lowercased()) } != false
    }
    builder.add(Page(rulebook: rulebook, accounts: found, next: nil))
    return builder.rows(on: today, stamp: stamp, taken: taken)
  }

  /// The row of an account; nil if it is not among them.
  func row(of name: String) -> Int? {
    (0..<count).first { row in
      let account = account(row)
      return rulebook.nameField(of: account)
        .flatMap { account.withUTF8(of: $0) { $0.isSame(as: name.utf8.span) } } ?? name.isEmpty
    }
  }
}

extension AccountListing: Equatable {
  static func == (left: AccountListing, right: AccountListing) -> Bool { left === right }
}

/// Makes the texts of accounts in a list.
private struct AccountTexts: Sendable {
  let rulebook: Rulebook
  let logins: ListedLogins?
  let language: Language
  let today: CalendarDay

  subscript(column: AccountListing.Column, of account: StoredAccount) -> String {
    func shown(_ field: Field) -> String { account[text: field].map(visible) ?? "" }
    return switch column {
    case .key: shown(rulebook.key)
    case .name: [.firstName, .lastName].map(shown).filter { !$0.isEmpty }.joined(separator: " ")
    case .otherName: shown(rulebook.key == .email ? .username : .email)
    case .groups: visible(account[value: .groups]?.shown ?? "")
    case .login: logins.flatMap { $0.isShown ? $0.day(of: account)?[language] : nil } ?? ""
    case .state: account.standingText(on: today)[language]
    }
  }
}

extension StoredAccount {
  fileprivate var mayHaveObstacles: Bool {
    [.closed, .locked, .disabled, .expired].contains(state)
  }

  /// A name that has not the form of its field: another account may be found by it.
  fileprivate func misshapenName(under rulebook: Rulebook) -> AccountName? {
    guard mayHaveObstacles, let field = rulebook.nameField(of: self), let name = self[text: field],
      Rulebook.field(of: name) != field
    else { return nil }
    return AccountName(name)
  }
}

/// Collects the accounts of a list, page after page, and brings them in order.
struct AccountListingBuilder {
  private let language: Language
  /// The accounts that the record of logins leaves out; nil for none.
  private let logins: ListedLogins?
  /// The query that asked for them.
  private let query: AccountsQuery
  /// The gaps in the record; if there are any, nobody is listed.
  private let unlistedReasons: [Phrase]
  private var rulebook = Rulebook.register
  private var accounts: [StoredAccount] = []
  /// The texts by which they are sorted, one after the other, and where each ends.
  private var text: [UInt8] = []
  private var ends: [Int] = []
  private var sortKeys: [SortKey] = []

  /// By the beginning of a text that compares without case; what begins alike, by the whole text.
  private struct SortKey {
    let beginning: UInt64
    let rest: UInt64
    let row: UInt32
    let rank: UInt8
  }

  init(
    _ query: AccountsQuery, _ language: Language, logins: ListedLogins? = nil,
    unlistedReasons: [Phrase] = []
  ) {
    (self.query, self.language, self.logins, self.unlistedReasons) = (
      query, language, logins, unlistedReasons
    )
  }

  private func texts(on today: CalendarDay = .distantPast) -> AccountTexts {
    AccountTexts(rulebook: rulebook, logins: logins, language: language, today: today)
  }

  /// The names that have not the form of their field.
  var misshapenNames: [AccountName] { accounts.compactMap { $0.misshapenName(under: rulebook) } }

  mutating func add(_ page: Page) {
    rulebook = page.rulebook
    // The order asks for no column in which the day counts.
    let (before, texts, logins) = (accounts.count, texts(), logins)
    for account in page.accounts
    where unlistedReasons.isEmpty && logins?.includes(account) != false
      && query.lets(account, under: rulebook)
    {
      let start = text.count
      if query.order == .name { text += texts[.name, of: account].utf8 }
      let isNamed = text.count > start
      if !isNamed {
        _ = account.withUTF8(of: rulebook.key) { appendVisible($0, to: &text) }
      }
      let rank: UInt8 =
        switch query.order {
        case .key: 0
        // Accounts without a name come last.
        case .name: isNamed ? 0 : 1
        case .state: account.state.rank
        }
      sortKeys.append(Self.key(text[start...], rank: rank, row: UInt32(accounts.count)))
      ends.append(text.count)
      accounts.append(account)
    }
    // While the next page is read: the whole is soon sorted then.
    sort(before...)
  }

  private static func key(_ text: ArraySlice<UInt8>, rank: UInt8, row: UInt32) -> SortKey {
    if text.allSatisfy({ $0 < 0x80 }) { return key(text.span, rank: rank, row: row) }
    let lowered = Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
    return key(lowered.span, rank: rank, row: row)
  }

  private static func key(_ utf8: Span<UInt8>, rank: UInt8, row: UInt32) -> SortKey {
    func word(_ start: Int) -> UInt64 {
      var word: UInt64 = 0
      for index in start..<start + 8 {
        word = word << 8 | UInt64(index < utf8.count ? utf8[index].lowercasedASCII : 0)
      }
      return word
    }
    return SortKey(beginning: word(0), rest: word(8), row: row, rank: rank)
  }

  /// Sorts the accounts from a row on; those that compare alike stay as in the store.
  private mutating func sort(_ rows: PartialRangeFrom<Int>) {
    sortKeys[rows].sort { [text, ends] left, right in
      if left.rank != right.rank { return left.rank < right.rank }
      if left.beginning != right.beginning { return left.beginning < right.beginning }
      if left.rest != right.rest { return left.rest < right.rest }
      let (first, second) = (text[Self.place(left, ends)], text[Self.place(right, ends)])
      if first != second { return first.lexicographicallyPrecedes(second) }
      return left.row < right.row
    }
  }

  private static func place(_ key: SortKey, _ ends: [Int]) -> Range<Int> {
    (key.row == 0 ? 0 : ends[Int(key.row) - 1])..<ends[Int(key.row)]
  }

  /// The rows, in order.
  ///
  /// - Parameters:
  ///   - taken: names by which other accounts are found.
  mutating func rows(
    on today: CalendarDay, stamp: StoreStatus.Stamp? = nil,
    taken: Set<AccountName> = []
  ) -> AccountListing {
    sort(0...)
    return AccountListing(
      accounts, sortKeys.map(\.row), texts(on: today), on: today, stamp: stamp,
      taken: taken, unlistedReasons: unlistedReasons)
  }
}

extension AccountListState {
  /// The line of the first problem of the account under the bar; nil if it has none.
  var lineToMend: Int? {
    guard let rows, rows.count > 0, missing == nil, missingName == nil, !isElsewhere else {
      return nil
    }
    return rows.firstProblemLine(of: focus.row)
  }
}
