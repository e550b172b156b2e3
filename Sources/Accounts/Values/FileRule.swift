public import LosslessJSON

/// What the accounts file, and the session and the draft beside it, must be.
public enum FileRule: Sendable, Hashable {
  /// The file is not valid JSON.
  case syntax(JSONSyntaxError.Reason)
  /// A merge left a conflict in the file.
  indirect case mergeConflict(MergeConflict)
  /// The file must hold an object.
  case fileIsObject
  /// The version of the format must be a whole number, from 1 on.
  case version
  /// A program wrote the file whose format this one does not know.
  case newerVersion
  /// `accounts` must be an array.
  case accountsIsArray
  /// A file that says how accounts are to be must have their rulebook.
  case sameRules
  /// An account must be an object.
  case accountIsObject
  /// The session and the edit are regular files.
  case regularFile
  /// The session and the edit can be read.
  case readable
  /// The session or the edit is of an account that is not there.
  case pointsNowhere(name: String)
}
