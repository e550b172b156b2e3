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
  /// How many accounts are concerned.
  private(set) var count = 0

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

/// Collects the groups that there are, account after account.
struct KnownGroupsBuilder {
  private let names: Set<String>
  private var all: Set<String> = []
  private var own: [String: Int] = [:]

  init(of names: [String]) { self.names = Set(names) }

  mutating func add(_ page: Page) {
    all.formUnion(page.rulebook.fields.groups.allowed)
    for account in page.accounts {
      guard case .texts(let groups)? = account[value: .groups] else { continue }
      all.formUnion(groups)
      guard !names.isEmpty, names.contains(account.name(under: page.rulebook)) else { continue }
      for group in groups { own[group, default: 0] += 1 }
    }
  }

  var groups: KnownGroups {
    KnownGroups(
      all: all.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }, own: own,
      count: names.count)
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
    let names = listed(fitting.map { Phrase(same: visible($0)) })
    return Phrase("there are: \(names)")
  }

  /// Names with commas between them, as many as can be read at a glance.
  private static func listed(_ names: [Phrase]) -> Phrase {
    let greatest = 12
    let shown = names.prefix(greatest).joined(separator: ", ")
    let more = names.count - greatest
    return more > 0 ? shown + Phrase(" and \(more) more") : shown
  }

  /// Lists the groups of the accounts, each with its number of members if not all are in it, and
  /// the other groups.
  var lines: [Phrase] {
    let own = ofSome.map { group in
      let (name, members) = (visible(group), self.own[group] ?? 0)
      return members == count ? Phrase(same: name) : Phrase("\(name) (\(members) of \(count))")
    }
    let rest = others.map { Phrase(same: visible($0)) }
    let (mine, free) = (Self.listed(own), Self.listed(rest))
    return [
      own.isEmpty ? nil : Phrase("Now in: \(mine)"),
      rest.isEmpty ? nil : Phrase("Other groups: \(free)"),
    ].compactMap(\.self)
  }
}
