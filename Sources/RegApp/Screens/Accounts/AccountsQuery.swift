import AccountsFile
import CommandKit

/// Which accounts the list shows, and in which order.
struct AccountsQuery: Equatable, Sendable {
  enum Order: Equatable, Sendable, CaseIterable { case key, name, state }

  /// As it was typed: a text, `state:STATE` and `group:GROUP`.
  var typed = ""
  var order = Order.key

  private(set) var text: String?
  private(set) var group: String?
  private(set) var state: AccountState?

  init(_ typed: String = "", by order: Order = .key) {
    (self.typed, self.order) = (typed, order)
    var words: [Substring] = []
    for word in typed.split(separator: " ") {
      if let name = word.dropping(Self.statePrefixes) {
        // A state that is not typed to its end narrows nothing.
        state = Self.state(name)
      } else if let name = word.dropping(Self.groupPrefixes) {
        if !name.isEmpty { group = name }
      } else {
        words.append(word)
      }
    }
    if !words.isEmpty { text = words.joined(separator: " ") }
  }

  /// What is typed to see the accounts of a list command.
  static func typed(_ text: String?, group: String?, state: AccountState?) -> String {
    [text, group.map { "group:\($0)" }, state.map { "state:\($0.rawValue)" }].compactMap(\.self)
      .joined(separator: " ")
  }

  /// The same with the next state, or with any again after the last.
  func withNextState() -> String {
    let all = AccountState.shown
    let next = state.map { all.firstIndex(of: $0).map { $0 + 1 } ?? 0 } ?? 0
    let words = typed.split(separator: " ").filter { $0.dropping(Self.statePrefixes) == nil }
      .map(String.init)
    let state = next < all.count ? ["state:\(all[next].rawValue)"] : []
    return (words + state).joined(separator: " ")
  }

  private static let statePrefixes = ["state:", "состояние:"]
  private static let groupPrefixes = ["group:", "группа:"]

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
  fileprivate static let shown: [AccountState] = [
    .closed, .locked, .disabled, .expired, .notYetValid, .open,
  ]

  /// Those that need attention come first.
  var rank: UInt8 { UInt8(Self.shown.firstIndex(of: self) ?? 0) }
}

extension Substring {
  fileprivate func dropping(_ prefixes: [String]) -> String? {
    let small = lowercased()
    guard let prefix = prefixes.first(where: { small.hasPrefix($0) }) else { return nil }
    return String(dropFirst(prefix.count))
  }
}
