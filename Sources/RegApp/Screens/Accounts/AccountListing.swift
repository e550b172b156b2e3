import AccountsFile
import CommandKit
import Terminal
import TextTools

/// The rows of the list of accounts: of each account the few texts that the list shows, in order.
/// The accounts themselves are not kept.
final class AccountListing: Sendable {
  enum Column: Int, CaseIterable {
    case key, name, otherName, groups, login, state
  }

  let rulebook: Rulebook
  /// The day on which the states are as they are shown.
  let today: CalendarDay
  let count: Int
  /// All the texts, one after the other.
  private let text: [UInt8]
  /// Where the texts of each row end, as it was read.
  private let ends: [Int]
  /// The rows as they were read, in the order in which they are shown.
  private let order: [UInt32]
  /// The names of accounts, by the rows as they were read, that are shown in another way: escaped.
  private let escaped: [UInt32: String]
  /// The obstacles to changes of accounts, by the rows as they were read.
  private let obstacles: [UInt32: Obstacles]
  /// The states of the accounts, as they were read.
  private let states: [AccountState]
  /// The traces that tell the accounts from others, as they were read.
  private let traces: [AccountTrace]
  private let moment: HistoryMoment?
  /// The gaps in the record of logins, and what to do about them.
  let unsaid: [Phrase]
  /// How wide the widest text of each column is, of those at the beginning.
  let widths: [Int]

  fileprivate init(
    _ rulebook: Rulebook, _ today: CalendarDay, text: [UInt8], ends: [Int], order: [UInt32],
    escaped: [UInt32: String], obstacles: [UInt32: Obstacles], states: [AccountState],
    traces: [AccountTrace], at moment: HistoryMoment?, unsaid: [Phrase], widths: [Int]
  ) {
    (self.rulebook, self.today, count) = (rulebook, today, order.count)
    (self.text, self.ends, self.order) = (text, ends, order)
    (self.escaped, self.obstacles, self.states) = (escaped, obstacles, states)
    (self.traces, self.moment, self.unsaid, self.widths) = (traces, moment, unsaid, widths)
  }

  func seen(_ row: Int) -> SeenAccount {
    SeenAccount(name(of: row), traces[Int(order[row])], at: moment)
  }

  func text(_ column: Column, of row: Int) -> String {
    guard order.indices.contains(row) else { return "" }
    return String(decoding: text[place(column, of: row)], as: UTF8.self)
  }

  private func place(_ column: Column, of row: Int) -> Range<Int> {
    let place = Int(order[row]) * Column.allCases.count + column.rawValue
    return (place == 0 ? 0 : ends[place - 1])..<ends[place]
  }

  /// The groups of the account of a row.
  func groups(of row: Int) -> [String] {
    text(.groups, of: row).split(separator: ", ").map(String.init)
  }

  /// Returns the name of a row's account in the store; empty if it has none.
  func name(of row: Int) -> String {
    if !escaped.isEmpty, order.indices.contains(row), let name = escaped[order[row]] { return name }
    let key = text(.key, of: row)
    return key.isEmpty ? text(.otherName, of: row) : key
  }

  /// Returns the obstacles to changes of a row's account.
  func obstacles(of row: Int) -> Obstacles {
    guard !obstacles.isEmpty, order.indices.contains(row) else { return [] }
    return obstacles[order[row]] ?? []
  }

  func state(of row: Int) -> AccountState { states[Int(order[row])] }

  /// The rows of the accounts that have a name of their own.
  private var own: some Sequence<Int> {
    (0..<count).lazy.filter { self.obstacles(of: $0).isDisjoint(with: .hasNoNameOfItsOwn) }
  }

  /// The names of the accounts that have one of their own.
  var names: Set<String> { Set(own.map(name)) }

  /// The accounts with a name of their own, by their names.
  var named: [String: SeenAccount] {
    Dictionary(own.map { (name(of: $0), seen($0)) }) { first, _ in first }
  }

  /// The row of an account; nil if it is not among them.
  func row(of name: String) -> Int? {
    let known = name
    let name = Array(name.utf8)
    return (0..<count).first { row in
      if let escaped = escaped[order[row]] { return escaped == known }
      let key = place(.key, of: row)
      return text[key.isEmpty ? place(.otherName, of: row) : key].elementsEqual(name)
    }
  }
}

extension AccountListing: Equatable {
  static func == (left: AccountListing, right: AccountListing) -> Bool { left === right }
}

/// Makes the rows of a list, page after page.
struct AccountListingBuilder {
  private let order: AccountsQuery.Order
  private let language: Language
  /// Whom the record of logins leaves out; nil for nobody.
  private let logins: ListedLogins?
  /// The gaps in the record; if there are any, nobody is listed.
  private let unsaid: [Phrase]
  /// Every list has a page.
  private var rulebook: Rulebook?
  private var text: [UInt8] = []
  private var ends: [Int] = []
  private var sortKeys: [SortKey] = []
  private var escaped: [UInt32: String] = [:]
  private var obstacles: [UInt32: Obstacles] = [:]
  private var states: [AccountState] = []
  private var traces: [AccountTrace] = []
  /// The names that have not the form of their field: another account may be found by them.
  private(set) var misshapenNames: [AccountName: [UInt32]] = [:]
  private var widths = [Int](repeating: 0, count: AccountListing.Column.allCases.count)

  /// By the beginning of a text that compares without case; what begins alike, by the whole text.
  private struct SortKey {
    let rank: UInt8
    let beginning: UInt64
    let rest: UInt64
    let row: UInt32
    let place: Range<Int>
  }

  init(
    by order: AccountsQuery.Order, _ language: Language, logins: ListedLogins? = nil,
    unsaid: [Phrase] = []
  ) {
    (self.order, self.language, self.logins, self.unsaid) = (order, language, logins, unsaid)
  }

  mutating func add(_ page: Page) {
    rulebook = page.rulebook
    let (key, logins) = (page.rulebook.key, logins)
    let other: Field = key == .email ? .username : .email
    for account in page.accounts where unsaid.isEmpty && logins?.includes(account) != false {
      let row = UInt32(truncatingIfNeeded: sortKeys.count)
      let start = text.count
      add(key, of: account)
      let keyEnd = text.count
      end(.key, from: start)
      let named: Field? = keyEnd > start ? key : account[text: other] == nil ? nil : other
      if let named, account.withUTF8(of: named, { $0.isPlain }) == false,
        let name = account[text: named], visible(name) != name
      {
        escaped[row] = name
      }
      if account.state == .closed || account.state == .locked {
        let found = Obstacles(to: account, under: page.rulebook)
        if !found.isEmpty { obstacles[row] = found }
        if let named, let name = account[text: named], Rulebook.field(of: name) != named {
          misshapenNames[AccountName(name), default: []].append(row)
        }
      }
      add(.firstName, of: account)
      if text.count > keyEnd { text.append(UInt8(ascii: " ")) }
      add(.lastName, of: account)
      if text.last == UInt8(ascii: " "), text.count == keyEnd + 1 { text.removeLast() }
      let nameEnd = text.count
      end(.name, from: keyEnd)
      add(other, of: account)
      end(.otherName, from: nameEnd)
      let otherEnd = text.count
      if let groups = account[value: .groups] {
        _ = appendVisible(groups.shown.utf8.span, to: &text)
      }
      end(.groups, from: otherEnd)
      let groupsEnd = text.count
      if let logins, logins.isShown, let day = logins.day(of: account) {
        text += day[language].utf8
      }
      end(.login, from: groupsEnd)
      let loginEnd = text.count
      text += account.standingText[language].utf8
      end(.state, from: loginEnd)
      states.append(account.state)
      traces.append(AccountTrace(account))
      let sought = order == .name && nameEnd > keyEnd ? keyEnd..<nameEnd : start..<keyEnd
      let rank: UInt8 =
        switch order {
        case .key: 0
        // Those without a name come last.
        case .name: nameEnd > keyEnd ? 0 : 1
        case .state: account.state.rank
        }
      sortKeys.append(Self.key(text[sought], rank: rank, row: row))
    }
  }

  private mutating func add(_ field: Field, of account: StoredAccount) {
    _ = account.withUTF8(of: field) { appendVisible($0, to: &text) }
  }

  private mutating func end(_ column: AccountListing.Column, from start: Int) {
    ends.append(text.count)
    // Enough to be fair: measuring all of a long list would take long.
    guard sortKeys.count < 2_000 else { return }
    let width = DisplayWidth.of(String(decoding: text[start...], as: UTF8.self))
    widths[column.rawValue] = max(widths[column.rawValue], width)
  }

  private static func key(_ text: ArraySlice<UInt8>, rank: UInt8, row: UInt32) -> SortKey {
    if text.allSatisfy({ $0 < 0x80 }) {
      return key(text.span, rank: rank, row: row, place: text.indices)
    }
    let lowered = Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
    return key(lowered.span, rank: rank, row: row, place: text.indices)
  }

  private static func key(
    _ utf8: Span<UInt8>, rank: UInt8, row: UInt32, place: Range<Int>
  ) -> SortKey {
    func word(_ start: Int) -> UInt64 {
      var word: UInt64 = 0
      for index in start..<start + 8 {
        word = word << 8 | UInt64(index < utf8.count ? utf8[index].lowercasedASCII : 0)
      }
      return word
    }
    return SortKey(rank: rank, beginning: word(0), rest: word(8), row: row, place: place)
  }

  /// The rows, in order; those that compare alike, as in the store.
  ///
  /// - Parameters:
  ///   - moment: how far the history had come before they were read.
  ///   - taken: names by which other accounts are found.
  mutating func rows(
    on today: CalendarDay, at moment: HistoryMoment? = nil, taken: Set<AccountName> = []
  ) -> AccountListing {
    for name in taken {
      for row in misshapenNames[name] ?? [] { obstacles[row, default: []].insert(.sharesName) }
    }
    sortKeys.sort { [text] left, right in
      if left.rank != right.rank { return left.rank < right.rank }
      if left.beginning != right.beginning { return left.beginning < right.beginning }
      if left.rest != right.rest { return left.rest < right.rest }
      let (first, second) = (text[left.place], text[right.place])
      if first != second { return first.lexicographicallyPrecedes(second) }
      return left.row < right.row
    }
    return AccountListing(
      rulebook ?? .register, today, text: text, ends: ends, order: sortKeys.map(\.row),
      escaped: escaped, obstacles: obstacles, states: states, traces: traces, at: moment,
      unsaid: unsaid, widths: widths)
  }
}
