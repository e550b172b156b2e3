/// A broken rule as a fact: the expectation and, if it helps, the actual value.
///
/// It holds no sentence and no secret; callers choose the wording.
public enum Rule: Sendable, Hashable {
  /// A rule for a value.
  case field(FieldRule)
  /// A rule for a rulebook.
  case rulebook(RulebookRule)
  /// A rule for a file.
  case file(FileRule)
  /// A rule for the columns of a list, or the keys of its accounts.
  case column(ColumnRule)
  /// A warning of a check.
  case caution(Caution)

  /// Whether no new value of the field puts it right.
  package var isBeyondEdits: Bool {
    if case .field(let rule) = self { rule.isBeyondEdits } else { false }
  }

  /// What a key that no field is means; nil for any other rule. Many accounts may have the same.
  public var meaningOfKey: KeyMeaning? {
    if case .field(.knownKey(let meaning)) = self { meaning } else { nil }
  }

  /// The rule's name for programs: stable, and the same in every language.
  public var name: String {
    switch self {
    case .field(let rule): rule.name
    case .rulebook(let rule): rule.name
    case .file(let rule): caseName(of: rule)
    case .column(let rule): caseName(of: rule)
    case .caution(let caution): caseName(of: caution)
    }
  }
}

/// The name of a case in the code, without its values.
package func caseName(of rule: Any) -> String { String("\(rule)".prefix { $0 != "(" }) }
