public import LosslessJSON

/// The rules for the accounts file, the session and the draft.
public enum FileRule: Sendable, Hashable {
  /// The file is not valid JSON.
  case syntax(JSONSyntaxError.Reason)
  /// A merge left a conflict in the file.
  indirect case mergeConflict(MergeConflict)
  /// The file must hold an object.
  case fileIsObject
  /// The version of the format is not 1: a newer program wrote the file.
  case newerVersion
  /// The file must say its rulebook.
  case whichRulebook
  /// The key is none of the file's, and does not begin as people's own do.
  case knownKey(TopKey)
  /// A key stands beside another one that differs in case alone.
  case secondSpelling(of: String)
  /// `accounts` must be an array.
  case accountsIsArray
  /// A declaration must have the rulebook of the accounts.
  case sameRules
  /// An account must be an object.
  case accountIsObject
  /// The session and the draft must be regular files.
  case regularFile
  /// The session and the draft must be readable.
  case readable
  /// The session or the draft refers to an account that does not exist.
  case pointsNowhere(name: String)
}

/// What people most likely meant by a key at the top of the file that is none of its keys.
public enum TopKey: Sendable, Hashable {
  /// A field: it belongs in an account.
  case field
  /// A part of the rulebook, which the file names so; nil where it is an object already.
  case rule(of: String?)
  /// The accounts of another program.
  case list
  /// Who may log in: no other name is offered.
  case lock
  /// Another key; a name for it, and the file's own key that it may stand for.
  case own(String, insteadOf: String?)
  /// The name of the rulebook, or a name for a key of people's own.
  case name(own: String)
}

extension TopKey {
  /// The meaning of a key at the top; nil for one that begins as people's own do.
  package init?(
    _ name: String, _ value: JSONValue, in document: JSONDocument, rules: JSONValue?
  ) {
    guard let meaning = KeyMeaning(name, document.literal(value)) else { return nil }
    switch (name, meaning) {
    case ("name", _): self = .name(own: KeyMeaning.own(name))
    case ("version", _): self = .own(KeyMeaning.own(name), insteadOf: "regapp")
    case _ where Field(name) != nil: self = .field
    case (RuleKey.from, _): self = .rule(of: nil)
    case _ where RuleKey.names(in: "rules").contains(name):
      self = .rule(of: rules.map { document.string($0) } ?? Rulebook.register.name)
    case _ where value.kind == .array: self = .list
    case (_, .own(let own)): self = .own(own, insteadOf: nil)
    case (_, .field): self = .own(KeyMeaning.own(name), insteadOf: nil)
    case (_, .access), (_, .lock): self = .lock
    }
  }
}

extension JSONDocument {
  /// True if a value is 1, the only version of the accounts file. A schema takes 1.0 for 1, and so
  /// do we; but not what is only so near that Double cannot tell.
  package func isFormatVersion(_ value: JSONValue) -> Bool {
    guard let text = number(value), text.utf8.count < 16 else { return false }
    return Double(text) == 1
  }
}
