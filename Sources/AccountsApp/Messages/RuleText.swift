package import AccountsFile
package import CommandKit
import LosslessJSON
import TextTools

extension Problem {
  package var message: Phrase {
    switch (subject, rule) {
    case (.field(let field), _): rule.message(of: field.name)
    case (.key(let name), .column(let rule)):
      rule.message(of: Phrase(same: shortWord(name)), commandWord(name))
    case (.key(let key), .field(.knownKey)), (.key(let key), .file(.knownKey)):
      rule.message(of: Phrase(same: keyWord(key)))
    case (.key(let path), _): unknown(path) ?? rule.message(of: Phrase(same: excerpt(path)))
    case (.account, _): rule.message(of: Phrase("an account"))
    case (.file, _): rule.message(of: Phrase("the file"))
    }
  }

  /// An unknown key of a rulebook, with the keys that are known in its place; nil for another
  /// problem.
  private func unknown(_ path: String) -> Phrase? {
    guard case .rulebook(.knownKey(let suggestion)) = rule, let dot = path.lastIndex(of: ".") else {
      return nil
    }
    let names = RuleKey.known(in: String(path[..<dot])).joined(separator: ", ")
    if names.isEmpty { return nil }
    let words = about(Phrase(same: excerpt(path)), "is not known here; known are \(names)")
    return suggestion.map { words + Phrase(same: "; ") + .didYouMean($0) } ?? words
  }
}

/// A key of a file as it can be told: short, and nothing of it unseen.
func keyWord(_ key: String) -> String {
  let word = excerpt(key).unicodeScalars.map { $0.isUnseen ? $0.escaped : String($0) }.joined()
  return word.isEmpty ? "\"\"" : word
}

/// A key as it is written in JSON, with its quotes.
func keyInJSON(_ key: String) -> String { inJSON(key, most: 60) }

/// An id as it is written in JSON: whole, so that people can copy it.
func idInJSON(_ id: GivenID) -> String { inJSON(id.text, most: 300) }

private func inJSON(_ key: String, most: Int) -> String {
  let start = String(key.unicodeScalars.prefix(most))
  return JSONLiteral.string(start + (start == key ? "" : "…")).text(style: .oneLine)
    .unicodeScalars.map { scalar in
      guard scalar.isUnseen || scalar.misleads else { return String(scalar) }
      return scalar.utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }.joined()
    }.joined()
}

extension Unicode.Scalar {
  /// Whether it looks like a plain space, or like nothing.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .spaceSeparator: self != " "
    case .format: true
    default: false
    }
  }
}

/// A sentence about a subject, from what it says of it.
func about(_ subject: Phrase, _ words: Words) -> Phrase {
  Phrase("\(subject) \(Phrase(words))\(as: "a sentence")")
}

extension Rule {
  /// The rule as a sentence about a subject.
  package func message(of subject: Phrase) -> Phrase {
    switch self {
    case .field(let rule): rule.message(of: subject)
    case .rulebook(let rule): rule.message(of: subject)
    case .file(let rule): rule.message(of: subject)
    case .column(let rule): rule.message(of: subject, "NAME")
    case .caution(let caution): caution.message(of: subject)
    }
  }
}

extension RulebookRule {
  static let hintOfDatabase = Phrase("let its owner set one: regapp-postgres rules FILE")

  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .knownRulebook(let name):
      Phrase("unknown rulebook \"\(visible(name))\"; ")
        + .instead(of: name, among: Rulebook.builtIns.map(\.name))
    case .whichBeginning:
      Phrase(
        "which rulebook does it begin from? write \"from\": \"register\", or its rules in \"fields\""
      )
    case .rulebookIsTextOrObject:
      about(subject, "must be the name of a rulebook, or a rulebook object")
    case .knownKey(let suggestion): Self.unknownKey(subject, suggestion)
    case .object: about(subject, "must be an object: { … }")
    case .boolean: about(subject, "must be true or false")
    case .count(let range):
      about(subject, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    case .choice(let words):
      about(subject, "must be \(words.map { Phrase(same: "\"\($0)\"") }.joined(separator: .or))")
    case .listOfObjects: about(subject, "must be a list of objects: [ { … } ]")
    case .absolutePath: about(subject, "must be an absolute path: /…")
    case .serveAddress: ServeAddress.message(of: subject)
    case .webAddress: about(subject, "must be https://… or http://…, without a user")
    case .guardedHosts(let fault): fault.message(of: subject)
    case .atMostCharacters(let count):
      FieldRule.maximumCharacters(count).message(of: subject)
    case .notEmpty: about(subject, "must not be empty")
    case .emptyList:
      about(subject, "is an empty list, which is no rule: name at least one, or leave the key out")
    case .eachOnce(let word): about(subject, "names \(Field.quoted(word)) twice")
    case .mask:
      about(
        subject,
        "must be a pattern such as \"+7 (***) ***-**-**\", with a * for each digit, or \"digits\"")
    case .trunk: about(subject, "must be digits, such as \"8\", or empty")
    case .mustBeRequired(asOnlyLogin: true): about(subject, "must be true: login.by names it alone")
    case .mustBeRequired: about(subject, "must be true: login is impossible without it")
    case .ageOrder: about(subject, "has a minimumAge above its maximumAge")
    case .cannotBeMet: about(subject, "asks for more than any account can have")
    case .readableList(let fault):
      Phrase("\(subject): \(Report(fault).reason); restore the list, or remove the key")
    case .createNeedsKey: about(subject, "must be refuse unless login is by the key")
    }
  }

  private static func unknownKey(_ subject: Phrase, _ suggestion: String?) -> Phrase {
    let fault = about(subject, "is not known here")
    return suggestion.map { fault + Phrase(same: "; ") + .didYouMean($0) } ?? fault
  }
}
