public import LosslessJSON

/// The rules for the accounts file, the session and the draft.
public enum FileRule: Sendable, Hashable {
  /// The file is not valid JSON.
  case syntax(JSONSyntaxError.Reason)
  /// A merge left a conflict in the file.
  indirect case mergeConflict(MergeConflict)
  /// The file must hold an object.
  case fileIsObject
  /// The version of the format must be a whole number, at least 1.
  case version
  /// A newer program wrote the file, in an unknown format.
  case newerVersion
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
