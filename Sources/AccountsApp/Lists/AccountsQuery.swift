import AccountsFile
import CommandKit

/// A query of the list: the accounts to show, and their order.
struct AccountsQuery: Equatable, Sendable {
  enum Order: Equatable, Sendable, CaseIterable { case key, name, state }

  /// As it was typed: a text, `state:STATE`, `group:GROUP`, `host:HOST`, `hash:SCHEME`, `weak`,
  /// `seen`, `never-seen` and `inactive:DAYS`, each between quotes if there is space in it; a quote
  /// between quotes is doubled.
  var typed = ""
  var order = Order.key
  /// Whether last logins are shown, whomever it means.
  var showsLogins = false

  /// The words to find in the email, the user name, the names and the groups.
  private(set) var text: String?
  private(set) var group: String?
  /// A host of the rulebook's list: only those are meant who may enter it now.
  private(set) var host: String?
  private(set) var state: AccountState?
  /// Whether only those are meant whose invitation is over.
  private(set) var isOfOver = false
  private(set) var hash: HashKind?
  /// Whether only those with a weak hash are meant.
  private(set) var isWeak = false
  /// Whether only those with a login in the record are meant, and only those without one.
  private(set) var (isOfSeen, isOfNeverSeen) = (false, false)
  /// For how many days those who are meant have not logged in.
  private(set) var inactive: Int?
  /// A text typed in the place of a state that does not exist. It narrows nothing: it may be
  /// unfinished.
  private(set) var unknownState: String?
  /// A text typed in the place of a scheme that does not exist.
  private(set) var unknownHash: String?
  /// A word with nothing behind its colon, such as `group:`. It narrows nothing, either.
  private(set) var emptyWord: String?
  /// A text typed in the place of a number of days that is not a number.
  private(set) var unknownDays: String?

  init(_ typed: String = "", by order: Order = .key, showsLogins: Bool = false) {
    (self.typed, self.order, self.showsLogins) = (typed, order, showsLogins)
    for word in Self.words(of: typed) { add(word) }
  }

  /// Adds a word, as if it was typed behind the others.
  /// - Parameter value: the text behind the colon of the word; nil for a word without one.
  mutating func add(_ name: String, _ value: String? = nil) {
    let text = name + (value.map { ":\(Self.quoted($0))" } ?? "")
    // A quote that is still open ends before it.
    if !typed.count(where: { $0 == "\"" }).isMultiple(of: 2) { typed += "\"" }
    typed += (typed.isEmpty ? "" : " ") + text
    for word in Self.words(of: text) { add(word) }
  }

  /// Adds what an option says. An empty value, as of a variable of the shell that is not set, must
  /// not mean everybody.
  mutating func add(option: String, _ value: String) throws(Report) {
    guard !value.isEmpty else {
      throw Report.usage(
        "\(option) has an empty value", hint: "leave it out where all accounts are meant")
    }
    add(String(option.dropFirst(2)), value)
  }

  /// Said if it finds nobody.
  var noneFound: Phrase {
    typed.isEmpty ? Phrase("no accounts yet") : Phrase("no matching accounts")
  }

  /// Whether it means an account, as far as its host says: as the door lets people in.
  func lets(_ account: StoredAccount, under rulebook: Rulebook) -> Bool {
    guard let host else { return true }
    guard account.state == .open, let account = account.account else { return false }
    return rulebook.serve.hosts[host]?.lets(in: account) == true
  }

  /// Whether the record of logins says whom it means.
  var isOfLogins: Bool { isOfSeen || isOfNeverSeen || inactive != nil }

  // MARK: Words

  /// The words for a state that is a part of one: the invitation is over.
  static let invitationOver = ["invitation-over", "приглашение-истекло"]
  /// The words for states, as options take them.
  static let states = AccountState.allCases.map(\.rawValue) + [invitationOver[0]]

  private static let stateWords = ["state:", "состояние:"]

  /// A word without its quotes.
  private struct Word {
    var text = ""
    /// How much of the text stood before any quote: a prefix between quotes does not count.
    var unquoted = ""
    var hasQuotes = false
    /// Whether nothing of it was typed yet.
    var isEmpty: Bool { text.isEmpty && !hasQuotes }

    /// The text behind the first of some prefixes; nil without one.
    func dropping(_ prefixes: [String]) -> String? {
      let small = unquoted.lowercased()
      guard let prefix = prefixes.first(where: { small.hasPrefix($0) }) else { return nil }
      return String(text.dropFirst(prefix.count))
    }
  }

  private mutating func add(_ word: Word) {
    if let name = word.dropping(Self.stateWords) {
      if Self.invitationOver.contains(name.lowercased()) {
        (state, isOfOver) = (.invited, true)
      } else if let state = Self.state(name) {
        (self.state, isOfOver) = (state, false)
      } else {
        unknownState = name
      }
    } else if let name = word.dropping(["group:", "группа:"]) {
      if name.isEmpty { emptyWord = "group:" } else { group = name }
    } else if let name = word.dropping(["host:", "хост:"]) {
      if name.isEmpty { emptyWord = "host:" } else { host = name }
    } else if let name = word.dropping(["hash:", "хеш:"]) {
      if let hash = HashKind(rawValue: name.lowercased()) {
        self.hash = hash
      } else {
        unknownHash = name
      }
    } else if let days = word.dropping(["inactive:", "неактивен:"]) {
      if let count = Int(days), count > 0 { inactive = count } else { unknownDays = days }
    } else {
      switch word.hasQuotes ? "" : word.text.lowercased() {
      case "weak", "слабый": isWeak = true
      case "seen", "входил": isOfSeen = true
      case "never-seen", "не-входил": isOfNeverSeen = true
      default: text = [text, word.text].compactMap(\.self).joined(separator: " ")
      }
    }
  }

  /// The words of a line. A quote that is not closed reaches to its end.
  private static func words(of typed: String) -> [Word] {
    var words: [Word] = []
    var word = Word()
    var isQuoted = false
    var rest = Substring(typed)
    while let character = rest.popFirst() {
      if character == " ", !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = Word()
        continue
      }
      guard character == "\"" else {
        word.text.append(character)
        if !word.hasQuotes { word.unquoted.append(character) }
        continue
      }
      if isQuoted, rest.first == "\"" {
        word.text.append(rest.removeFirst())
      } else {
        isQuoted.toggle()
        word.hasQuotes = true
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { " \"".contains($0) }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }

  private static func state(_ name: String) -> AccountState? {
    let name = name.lowercased()
    return AccountState.allCases.first { state in
      let names = [state.rawValue] + Language.allCases.map { state.name[$0] }
      return names.contains { $0.lowercased() == name }
    }
  }
}

extension AccountState {
  /// In the order in which a person goes through them.
  static let shown: [AccountState] = [
    .closed, .locked, .disabled, .expired, .notYetValid, .invited, .open,
  ]

  /// The place of the state in a list: accounts that need attention come first.
  var rank: UInt8 { UInt8(Self.shown.firstIndex(of: self) ?? 0) }
}
