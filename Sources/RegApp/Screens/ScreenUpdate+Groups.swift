import AccountsFile
import CommandKit
import Terminal

/// The groups that there are, which are offered where groups are typed.
extension ScreenState {
  /// Reads them as soon as some can be typed.
  mutating func readGroups() -> [Action] {
    let names = namesForGroups
    guard names != groupsReadFor else { return [] }
    groupsReadFor = names
    return names.map { [.perform(.readGroups(of: $0))] } ?? []
  }

  /// Whose groups are typed: the accounts of a prompt, or nobody's yet; nil if none are.
  private var namesForGroups: [String]? {
    if let prompt { return prompt.line.completion == .groups ? prompt.names : nil }
    return form?.rows.contains { $0.field == .groups } == true ? [] : nil
  }

  mutating func offer(_ known: KnownGroups) {
    if prompt != nil { prompt?.known = known } else { changeForm { $0.knownGroups = known } }
  }
}
