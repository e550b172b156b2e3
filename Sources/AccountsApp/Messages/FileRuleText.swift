import AccountsFile
import CommandKit

extension FileRule {
  /// Says what to do with a newer program's file: not to make it look like an older one.
  static let hintOfNewerVersion = Phrase(
    "install a newer regapp, or ask whoever wrote the file; it was not changed")

  /// Says how to take the rules of a list: it does not change those in force.
  static let hintOfSameRules = Phrase(
    "leave out its rules, or put them in force first: regapp init begins a file with rules, "
      + "regapp edit-file changes those of a file, regapp-postgres rules FILE those of a database; "
      + "regapp rules shows them")

  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .syntax(let reason): reason.message
    case .mergeConflict(let conflict): conflict.message
    case .fileIsObject:
      Phrase(
        "the file must be a single object: { \"rules\": \"register\", \"accounts\": [ … ] }")
    case .newerVersion: Phrase("written by a newer regapp; this one reads version 1")
    case .whichRulebook: Phrase("which rulebook? write \"rules\": \"register\"")
    case .secondSpelling(let key):
      about(subject, "stands beside \(Field.quoted(key)): keep one of them")
    case .accountsIsArray: about(subject, "must be a list: [ … ]")
    case .sameRules: Phrase("the rulebook is another one than that of the accounts")
    case .accountIsObject: Phrase("an account must be an object: { \"email\": …, \"password\": … }")
    case .regularFile: Phrase("not a regular file")
    case .readable: Phrase("it cannot be read")
    case .pointsNowhere(let name):
      about(subject, "refers to \(visible(name)), which does not exist")
    }
  }
}

extension [Problem] {
  /// Whether they are in the lines of a file, and not in rows.
  var areInFile: Bool { contains { $0.place?.position != nil } }

  /// Whether an account of a database says two things.
  var areContradictions: Bool {
    contains { if case .field(.asInText) = $0.rule { true } else { false } }
  }

  /// The hint for a newer program's file; nil if no problem is of that kind.
  var hintOfNewerVersion: Phrase? {
    contains { $0.rule == .file(.newerVersion) } ? FileRule.hintOfNewerVersion : nil
  }
}

extension FieldRule {
  static let hintOfContradiction = Phrase(
    "let the owner of the database make the row and its text agree, or take the account out with "
      + "regapp remove; then run regapp check")
}
