/// The rules for a rulebook's keys, and for other objects written by hand.
public enum RulebookRule: Sendable, Hashable {
  /// No built-in rulebook has this name.
  case knownRulebook(String)
  /// The rulebook names no other one to begin from, and says no rule of a field.
  case whichBeginning
  /// `rules` must be a text or an object.
  case rulebookIsTextOrObject
  /// Unknown key, with the one that may be meant.
  case knownKey(suggestion: String?)
  /// The value must be an object.
  case object
  /// The value must be true or false.
  case boolean
  /// The value must be a whole number in this range.
  case count(ClosedRange<Int>)
  /// The value must be one of these texts.
  case choice([String])
  /// The value must be a list of objects.
  case listOfObjects
  /// The path must begin at the root.
  case absolutePath
  /// The address must be `https://…`, or `http://` of this machine, without user, query or
  /// fragment.
  case serveAddress
  /// The address must be `https://…` or `http://…`, without a user.
  case webAddress
  /// The guarded hosts are wrong.
  case guardedHosts(GuardedHostFault)
  /// The greatest number of characters of a text.
  case atMostCharacters(Int)
  /// The text must not be empty.
  case notEmpty
  /// A list must not be empty: that is no rule, and reads as the strictest one.
  case emptyList
  /// A list may name each item only once; this one is repeated.
  case eachOnce(String)
  /// The value must be a phone mask.
  case mask
  /// The value must be digits, or nothing.
  case trunk
  /// The field cannot be optional: it is the key, or the only field for login.
  case mustBeRequired(asOnlyLogin: Bool)
  /// The least age is above the greatest.
  case ageOrder
  /// Part of a rulebook asks for more than any account can have.
  case cannotBeMet
  /// The rulebook's list cannot be read.
  case readableList(StoreFault)
  /// Login can create accounts only if it is by the key.
  case createNeedsKey
}

extension RulebookRule {
  var name: String {
    switch self {
    case .createNeedsKey: "createNeedsEmail"
    default: caseName(of: self)
    }
  }
}
