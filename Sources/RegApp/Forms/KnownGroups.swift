import AccountsFile
import CommandKit
import Terminal

/// The groups that there are, and how many of some accounts are in each: offered where groups are
/// typed.
struct KnownGroups: Equatable, Sendable {
  /// In the order in which people look for them.
  private(set) var all: [String] = []
  /// How many of the accounts that are concerned are in each of their groups.
  private(set) var own: [String: Int] = [:]
  /// The names of the accounts that are concerned.
  private let names: Set<String>

  /// The groups that some of the accounts concerned are in, and the others.
  var ofSome: [String] { all.filter { own[$0] != nil } }
  var others: [String] { all.filter { own[$0] == nil } }

  /// The first group that begins as what is being typed, and is not chosen yet.
  static func offer(_ typed: String, of groups: [String], besides chosen: [String] = []) -> String?
  {
    let typed = unspaced(typed).lowercased()
    guard !typed.isEmpty else { return nil }
    return groups.first {
      $0.count > typed.count && $0.lowercased().hasPrefix(typed) && !chosen.contains($0)
    }
  }

  /// A text without the space before it.
  static func unspaced(_ typed: String) -> String { String(typed.drop { $0 == " " }) }

  /// Whether a key, behind the text, takes what is offered.
  static func accepts(_ key: Key) -> Bool {
    [.right, .end, .control("f"), .control("e")].contains(key)
  }
}

extension KnownGroups {
  init(of names: [String] = []) { self.names = Set(names) }

  /// Adds the groups of some accounts.
  mutating func add(_ page: Page) {
    var found = Set(all).union(page.rulebook.fields.groups.allowed)
    for account in page.accounts {
      guard case .texts(let groups)? = account[value: .groups] else { continue }
      found.formUnion(groups)
      guard !names.isEmpty, names.contains(account.name(under: page.rulebook)) else { continue }
      for group in groups { own[group, default: 0] += 1 }
    }
    guard found.count > all.count else { return }
    all = found.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
  }
}

extension Form {
  /// The group that a key behind the text takes; nil if none begins so.
  var offeredGroup: String? {
    guard case .tags(let input)? = focusedRow?.input, let typed = input.unfinished else {
      return nil
    }
    return KnownGroups.offer(typed, of: knownGroups.all, besides: input.tags)
  }

  /// The groups on offer where groups are typed; nil elsewhere.
  var groupsThereAre: Phrase? {
    guard case .tags(let input)? = focusedRow?.input else { return nil }
    let left = knownGroups.all.filter { !input.tags.contains($0) }
    return KnownGroups.words(of: left, typed: input.unfinished ?? "")
  }
}

extension KnownGroups {
  /// The groups that there are, or those that begin as what is typed; nil if there are none.
  static func words(of groups: [String], typed: String = "") -> Phrase? {
    let typed = FieldValues.trimmed(typed, for: .groups) ?? ""
    let fitting = groups.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
    guard !groups.isEmpty else { return nil }
    if fitting.isEmpty {
      return Phrase("a new group: \(visible(typed))")
    }
    let names = Phrase.listed(fitting.map { Phrase(same: visible($0)) }, atMost: most)
    return Phrase("there are: \(names)")
  }

  /// As many names as can be read at a glance.
  private static let most = 12

  /// Lists the groups of the accounts, each with its number of members if not all are in it, and
  /// the other groups.
  var lines: [Phrase] {
    let own = ofSome.map { group in
      let (name, members) = (visible(group), self.own[group] ?? 0)
      return members == self.names.count
        ? Phrase(same: name) : Phrase("\(name) (\(members) of \(self.names.count))")
    }
    let rest = others.map { Phrase(same: visible($0)) }
    let (mine, free) = (
      Phrase.listed(own, atMost: Self.most), Phrase.listed(rest, atMost: Self.most)
    )
    return [
      own.isEmpty ? nil : Phrase("Now in: \(mine)"),
      rest.isEmpty ? nil : Phrase("Other groups: \(free)"),
    ].compactMap(\.self)
  }
}

/// Groups to add and, with a minus before them, to remove, with commas between them.
struct GroupsChange: Equatable {
  private(set) var added: [String] = []
  private(set) var removed: [String] = []

  /// nil if there is none.
  init?(_ text: String) {
    for part in text.split(separator: ",").map(Part.init) where !part.group.isEmpty {
      if part.isRemoved { removed.append(part.group) } else { added.append(part.group) }
    }
    if added.isEmpty && removed.isEmpty { return nil }
  }

  /// Holds the text between two commas.
  struct Part {
    /// The group as far as it is typed, without a sign and space before it.
    let typed: String
    let isRemoved: Bool
    var group: String { FieldValues.trimmed(typed, for: .groups) ?? "" }

    init(_ text: Substring) {
      let text = KnownGroups.unspaced(String(text))
      isRemoved = text.hasPrefix("-") || text.hasPrefix("−")
      typed =
        isRemoved || text.hasPrefix("+") ? KnownGroups.unspaced(String(text.dropFirst())) : text
    }
  }
}
