/// What a rulebook must be; of its keys, and of those of other objects that are written by hand.
public enum RulebookRule: Sendable, Hashable {
  /// `rules` names a built-in rulebook; there is none of this name.
  case knownRulebook(String)
  /// `rules` is a text or an object.
  case rulebookIsTextOrObject
  /// A rulebook has no such key; the one that may be meant.
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
  /// The text or the list must hold something.
  case notEmpty
  /// Each of a list may be named once; this one is not.
  case eachOnce(String)
  /// The value must be a phone mask.
  case mask
  /// The value must be digits, or nothing.
  case trunk
  /// The field cannot be left to the person: accounts are known by it, or it alone is what login is
  /// by.
  case mustBeRequired(asOnlyLogin: Bool)
  /// The least age is above the greatest.
  case ageOrder
  /// Part of a rulebook asks for more than any account can have.
  case cannotBeMet
  /// The list that the rulebook names can be read; this keeps it from that.
  case readableList(StoreFault)
  /// Login can create an account only where it is by the key.
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
