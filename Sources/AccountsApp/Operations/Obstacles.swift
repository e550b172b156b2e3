import AccountsFile
import CommandKit

/// Tells what keeps an account from being changed in some ways. The screens switch an action off by
/// it, and say why.
struct Obstacles: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// It has no name by which it is found.
  static let isNameless = Obstacles(rawValue: 1 << 0)
  /// Its name has space around it, so that nothing finds it either.
  static let hasSpacedName = Obstacles(rawValue: 1 << 1)
  /// Its name finds others, or another.
  static let sharesName = Obstacles(rawValue: 1 << 2)
  /// Something in it that is no field's value, such as a key that is there twice.
  static let isBrokenInFile = Obstacles(rawValue: 1 << 3)
  /// Its `disabled` cannot be read.
  static let isDisabledUnreadably = Obstacles(rawValue: 1 << 4)
  static let hasBrokenPassword = Obstacles(rawValue: 1 << 5)
  static let hasBrokenGroups = Obstacles(rawValue: 1 << 6)
  /// A field besides these breaks a rule.
  static let hasBrokenField = Obstacles(rawValue: 1 << 7)
  static let isLockedWithoutHash = Obstacles(rawValue: 1 << 8)
  /// It lacks a required field, which who is invited gives.
  static let lacksField = Obstacles(rawValue: 1 << 9)
  /// Its password is not broken, but missing.
  static let lacksPassword = Obstacles(rawValue: 1 << 10)
  /// It is locked, disabled or expired.
  static let isKeptOut = Obstacles(rawValue: 1 << 11)

  /// No name, or none that finds it alone.
  static let hasNoNameOfItsOwn: Obstacles = [.isNameless, .hasSpacedName, .sharesName]

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(to account: StoredAccount, under rulebook: Rulebook) {
    self = []
    let field = rulebook.nameField(of: account)
    let name = field.flatMap { account[text: $0] } ?? ""
    if name.isEmpty {
      insert(.isNameless)
    } else if !sameText(FieldValues.trimmed(name, for: .email), name) {
      insert(.hasSpacedName)
    }
    if account.isLockedWithoutHash { insert(.isLockedWithoutHash) }
    // An account without any password was not locked by an administrator.
    let isBare = account.state == .locked && account[text: .password] == StoredPassword.none
    if [.locked, .disabled, .expired].contains(account.state), !isBare { insert(.isKeptOut) }
    for problem in account.problems {
      let isOfKey = problem.subject == .field(rulebook.key)
      let found = Self.obstacle(problem, namedBy: isOfKey ? rulebook.key : field)
      // Invited people give nothing that they may not change.
      let isToBeGiven = Field.allCases.allSatisfy {
        problem.subject != .field($0) || rulebook.isOwn($0)
      }
      insert(found == .lacksField && !isToBeGiven ? .hasBrokenField : found)
    }
  }

  private static func obstacle(_ problem: Problem, namedBy name: Field?) -> Obstacles {
    guard case .field(let field) = problem.subject, !problem.rule.isBeyondEdits else {
      return .isBrokenInFile
    }
    let isMissing = problem.rule == .field(.required)
    if field == name, problem.rule == .field(.unique) { return .sharesName }
    if field == .disabled { return .isDisabledUnreadably }
    if field == .password {
      return isMissing ? [.hasBrokenPassword, .lacksPassword] : .hasBrokenPassword
    }
    if isMissing, field != name { return .lacksField }
    return field == .groups ? .hasBrokenGroups : .hasBrokenField
  }

  func nameOff(ifShared: Bool = true) -> Phrase? {
    if contains(.isNameless) { return Self.onlyInFile("the account has no name") }
    if contains(.hasSpacedName) {
      return Self.onlyInFile("the account's name has space around it")
    }
    return ifShared && contains(.sharesName)
      ? Self.onlyInFile("another account has this name too") : nil
  }

  private static func onlyInFile(_ why: Words) -> Phrase {
    Phrase("\(Phrase(why)); only the file can be edited")
  }

  /// Names the fields to mend before a save, besides the ones that the action replaces.
  func fieldsOff(besides own: Obstacles) -> Phrase? {
    subtracting(own).mending.map { Phrase("fields of the account break the rules: first \($0)") }
  }

  /// Says why the owner cannot be invited; nil if that can be.
  var invitationOff: Phrase? {
    if contains(.isKeptOut) {
      return Phrase("the account is locked, disabled or expired: enable it first")
    }
    return fieldsOff(
      besides: contains(.lacksPassword) ? [.lacksField, .hasBrokenPassword] : .lacksField)
  }

  /// Says what to do about a closed account; nil if nothing is wrong with it.
  var mending: Phrase? {
    if contains(.isBrokenInFile) {
      return Phrase("edit the file, with C")
    }
    if contains(.isDisabledUnreadably) { return Phrase("enable or disable the account") }
    if !isDisjoint(with: [.hasBrokenField, .hasBrokenGroups, .lacksField]) {
      return Phrase("edit the account\(as: "advice")")
    }
    return contains(.hasBrokenPassword) ? Phrase("set a new password") : nil
  }
}
