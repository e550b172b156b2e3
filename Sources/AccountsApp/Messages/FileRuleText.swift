import AccountsFile
import CommandKit
import TextTools

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
    case .knownKey(let meaning): meaning.message(of: subject)
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

extension TopKey {
  fileprivate func message(of subject: Phrase) -> Phrase {
    switch self {
    case .field: about(subject, "is not a key of this file; it belongs in an account")
    case .rule(of: let name?):
      about(
        subject, "belongs in \"rules\": {\"from\": \"\(visible(name))\", \"\(subject)\": …}")
    case .rule(of: nil): about(subject, "belongs in \"rules\": {…, \"\(subject)\": …}")
    case .list: about(subject, "is not a key of this file")
    case .lock:
      about(
        subject,
        "is not a key of this file; to keep somebody out write \"disabled\": true in the account")
    case .own(let own, insteadOf: nil):
      about(subject, "is not a key of this file; call it \(keyInJSON(own))")
    case .own(let own, insteadOf: let key?):
      about(
        subject, "is not a key of this file; call it \"\(key)\", or \(keyInJSON(own))")
    case .name(let own):
      about(
        subject,
        "is not a key of this file; in \"rules\" it names the rulebook; else call it "
          + "\(keyInJSON(own))")
    }
  }
}

extension [Problem] {
  /// Advice for another program's list; nil if no key at the top holds one.
  var hintOfList: Phrase? {
    for problem in self {
      guard case (.key(let key), .file(.knownKey(.list))) = (problem.subject, problem.rule),
        problem.place?.position != nil
      else { continue }
      let isWord = !key.isEmpty && key.utf8.allSatisfy(\.isASCIILetter)
      let path = isWord ? ".\(key)" : Companion.quoted(".[\(keyInJSON(key))]")
      return Phrase(
        "another program's list? jq \(path) FILE | regapp import - --format json --rules standard")
    }
    return nil
  }

  /// Whether they are in the lines of a file, and not in rows.
  var areInFile: Bool { contains { $0.place?.position != nil } }

  /// Whether they are those of a database, which has no lines.
  var areInRows: Bool { contains { $0.place != nil } && !areInFile }

  /// Whether what is around the accounts of a database has a key that no command takes out.
  var areOfOwner: Bool {
    areInRows
      && contains { problem in
        switch (problem.subject, problem.rule) {
        case (.key, .field(.knownKey)), (.field, _), (.account, _): false
        case (.key, _), (.file, _): true
        }
      }
  }

  /// Whether an account of a database has a key that no command can name.
  var haveHalfKeys: Bool {
    areInRows && contains { $0.subject == .account && $0.rule == .field(.wholeUnicode) }
  }

  /// Whether an account of a database says two things.
  var areContradictions: Bool {
    contains { if case .field(.asInText) = $0.rule { true } else { false } }
  }

  /// The hint for a newer program's file; nil if no problem is of that kind.
  var hintOfNewerVersion: Phrase? {
    contains { $0.rule == .file(.newerVersion) } ? FileRule.hintOfNewerVersion : nil
  }
}

extension FileRule {
  static let hintOfOwner = Phrase(
    "let the owner of the database take it out of the table base; then run regapp check")
}

extension FieldRule {
  static let hintOfHalfKey = Phrase(
    "let the owner of the database take the key out of the account's text, or take the account "
      + "out with regapp remove; then run regapp check")

  static let hintOfContradiction = Phrase(
    "let the owner of the database make the row and its text agree, or take the account out with "
      + "regapp remove; then run regapp check")
}
