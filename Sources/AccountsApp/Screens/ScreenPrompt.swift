import AccountsFile
import CommandKit
import Terminal

/// A line of text that is asked for over the screen.
struct ScreenPrompt: Equatable, Sendable {
  let line: Operation.Line
  /// The operation on it.
  let operation: Operation
  /// The accounts that it is about.
  private(set) var accounts: [AccountRef]
  var names: [String] { accounts.map(\.name) }
  /// The others that were marked with them, each with why nothing is done to it.
  let leftOut: [Phrase]
  private(set) var input: TextInput
  var problem: Phrase?
  /// The groups that there are; nil before they are read.
  var known: KnownGroups?
  /// The one under the bar of the groups to pick from; nil while the line is typed.
  private(set) var row: Int?

  init(
    _ line: Operation.Line, _ operation: Operation, _ accounts: [AccountRef],
    leavingOut leftOut: [Phrase] = []
  ) {
    (self.line, self.operation, self.accounts, self.leftOut) = (line, operation, accounts, leftOut)
    input = TextInput(limit: 1024)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.operation == right.operation && left.accounts == right.accounts
      && left.leftOut == right.leftOut
      && left.input == right.input && left.problem == right.problem && left.known == right.known
      && left.row == right.row
  }

  /// The line with the typed text, for another try; nil if all accounts are gone. An id that counts
  /// nowhere is that of an account that is gone. Nothing is done to the others, but the text stays.
  func askedAgain(besides names: Set<String>) -> ScreenPrompt? {
    var again = self
    again.accounts = accounts.filter { $0.id == nil || !names.contains($0.name) }
    return again.accounts.isEmpty ? nil : again
  }

  mutating func apply(_ key: Key) {
    if pick(key) { return }
    row = nil
    if let rest = offered, key == .tab || KnownGroups.accepts(key) {
      input.insert(rest)
      problem = nil
    } else if input.apply(key) {
      problem = nil
    }
  }

  /// The groups to pick from; none if no groups are asked for.
  var groups: [String] { known?.picked ?? [] }

  /// Moves in the groups, or turns the one under the bar; returns whether the key did so.
  private mutating func pick(_ key: Key) -> Bool {
    guard let known, !groups.isEmpty else { return false }
    switch (key, row) {
    case (.down, let row): self.row = row.map { min($0 + 1, groups.count - 1) } ?? 0
    case (.up, let row?): self.row = row == 0 ? nil : row - 1
    case (.character(" "), let row?) where groups.indices.contains(row):
      let group = groups[row]
      input.replace(
        with: GroupsChange.text(input.text, turning: group, known.membership(in: group)))
      problem = nil
    default: return false
    }
    return true
  }

  /// The rest of the group that a key behind the text takes; nil if no group begins as the typed
  /// text. Behind a minus, it is a group to be removed.
  var offered: String? {
    guard let known, row == nil, input.caret == input.text.count,
      let last = input.text.split(separator: ",", omittingEmptySubsequences: false).last
    else { return nil }
    let part = GroupsChange.Part(last)
    let groups = part.isRemoved ? known.ofSome : known.all
    return KnownGroups.offer(part.typed, of: groups)
      .map { String($0.dropFirst(part.typed.count)) }
  }

  mutating func paste(_ text: String) {
    input.insert(text)
    problem = nil
  }
}
