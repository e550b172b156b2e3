/// One thing wrong with one field, with its rule and, in a file, its place.
public struct Problem: Sendable, Hashable {
  /// The part that is wrong.
  public enum Subject: Sendable, Hashable {
    /// A field of an account.
    case field(Field)
    /// A key of the file, or of the rulebook in it, by its path: `regapp`, `rules.fields.phone`.
    case key(String)
    /// An account as a whole.
    case account
    /// The file as a whole.
    case file
  }

  /// The part that is wrong.
  public let subject: Subject
  /// The rule that is broken.
  public let rule: Rule
  /// The place in the file; nil for typed input, and for stores without places.
  public let place: Place?
  /// The name of the account, if a check of many knows it.
  public let account: String?
  /// The number of further accounts with the same problem, where it is named once for all.
  public internal(set) var more = 0

  /// A problem; typed input has no place.
  public init(
    _ subject: Subject, _ rule: Rule, at place: Place? = nil, of account: String? = nil
  ) {
    self.subject = subject
    self.rule = rule
    self.place = place
    self.account = account
  }

  func of(_ account: String) -> Problem { Problem(subject, rule, at: place, of: account) }

  /// The subject's name for programs: a field's name, a key's path, or nil.
  public var field: String? {
    switch subject {
    case .field(let field): field.key
    case .key(let path): path
    case .account, .file: nil
    }
  }
}

extension [Problem] {
  /// The problems in their order; an unknown key at its first place, with the number of the other
  /// accounts that have it. Where its value keeps somebody out, it is another one.
  package var eachKeyOnce: [Problem] {
    var (first, kept): ([Bool: [Problem.Subject: Int]], [Problem]) = ([:], [])
    for problem in self {
      guard let meaning = problem.rule.meaningOfKey else {
        kept.append(problem)
        continue
      }
      if let place = first[meaning.limitsLogin]?[problem.subject] {
        kept[place].more += problem.more + 1
      } else {
        first[meaning.limitsLogin, default: [:]][problem.subject] = kept.count
        kept.append(problem)
      }
    }
    return kept
  }
}
