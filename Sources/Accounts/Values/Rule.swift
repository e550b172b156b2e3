/// One thing that can be wrong, as a fact: what was expected and, if it helps, what was found.
///
/// It holds no sentence and no secret; the caller finds the words.
public enum Rule: Sendable, Hashable {
  /// A value must be so.
  case field(FieldRule)
  /// A rulebook must be so.
  case rulebook(RulebookRule)
  /// A file must be so.
  case file(FileRule)
  /// A check warns of it.
  case caution(Caution)

  /// The rule's name for programs: stable, and the same in every language.
  public var name: String {
    switch self {
    case .field(let rule): rule.name
    case .rulebook(let rule): rule.name
    case .file(let rule): caseName(of: rule)
    case .caution(let caution): caseName(of: caution)
    }
  }
}

/// The name that a case has in the code, less what it holds.
func caseName(of rule: Any) -> String { String("\(rule)".prefix { $0 != "(" }) }
