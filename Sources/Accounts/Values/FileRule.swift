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

extension JSONDocument {
  /// True if a value is 1, the only version of the accounts file. A schema takes 1.0 for 1, and so
  /// do we; but not what is only so near that Double cannot tell.
  package func isFormatVersion(_ value: JSONValue) -> Bool {
    guard let text = number(value), text.utf8.count < 16 else { return false }
    return Double(text) == 1
  }
}
