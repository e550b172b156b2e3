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

  /// The groups that some of the accounts concerned are in.
  var ofSome: [String] { all.filter { own[$0] != nil } }

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
  /// The groups that there are, or those that begin like the typed text; nil if there are none.
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

  /// The most names that can be read at a glance.
  private static let most = 12

  /// How many of the accounts are in a group.
  enum Membership: Equatable {
    case none
    case some(Int)
    case all
  }

  func membership(in group: String) -> Membership {
    guard let members = own[group] else { return .none }
    return members == names.count ? .all : .some(members)
  }

  /// The groups to pick from: first those of the accounts.
  var picked: [String] { ofSome + all.filter { own[$0] == nil } }

  /// A group with how it is now, and what a typed change makes of it: `[+]` adds it, `[-]` removes
  /// it, all accounts are in `[x]`, and some in `[~]`.
  func line(of group: String, after change: GroupsChange?) -> Phrase {
    let membership = membership(in: group)
    let sign =
      switch (change?.adds(group), membership) {
      case (true?, _): "+"
      case (false?, _): "-"
      case (nil, .all): "x"
      case (nil, .some): "~"
      case (nil, .none): " "
      }
    let name = "[\(sign)] \(visible(group))"
    guard case .some(let members) = membership else { return Phrase(same: name) }
    return Phrase("\(name) (\(members) of \(names.count))")
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

  /// Says what it does.
  var words: Phrase {
    let (adds, removes) = (visible(added.joined(separator: ", ")), removed.joined(separator: ", "))
    if removed.isEmpty { return Phrase("add \(adds)") }
    let removing = Phrase("remove \(visible(removes))")
    return added.isEmpty ? removing : Phrase("add \(adds)") + Phrase(same: ", ") + removing
  }

  /// Whether a group is added, or removed; nil if it stays as it is.
  func adds(_ group: String) -> Bool? {
    added.contains(group) ? true : removed.contains(group) ? false : nil
  }

  /// A typed text with the next change of a group in it: to be added if not all accounts are in it,
  /// to be removed if some are, or neither.
  static func text(_ text: String, turning group: String, _ membership: KnownGroups.Membership)
    -> String
  {
    let next: String? =
      switch (GroupsChange(text)?.adds(group), membership) {
      case (nil, .none), (nil, .some): group
      case (nil, .all), (true?, .some), (true?, .all): "-" + group
      case (true?, .none), (false?, _): nil
      }
    let kept = text.split(separator: ",").filter { part in
      let part = Part(part)
      return !part.group.isEmpty && part.group != group
    }
    return (kept.map { KnownGroups.unspaced(String($0)) } + [next].compactMap(\.self))
      .joined(separator: ", ")
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
