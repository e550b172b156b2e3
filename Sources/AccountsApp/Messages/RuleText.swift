package import AccountsFile
package import CommandKit

extension Problem {
  package var message: Phrase {
    switch subject {
    case .field(let field): rule.message(of: field.name)
    case .key(let path): rule.message(of: Phrase(same: visible(path))) + keys(insteadOf: path)
    case .account: rule.message(of: Phrase("an account"))
    case .file: rule.message(of: Phrase("the file"))
    }
  }

  /// The keys that a rulebook may have in an unknown one's place, if none of them is like it.
  private func keys(insteadOf path: String) -> Phrase {
    guard rule == .rulebook(.knownKey(suggestion: nil)), let dot = path.lastIndex(of: ".") else {
      return Phrase(same: "")
    }
    let names = RuleKey.names(in: String(path[..<dot]))
    return names.isEmpty ? Phrase(same: "") : Phrase(same: "; ") + .instead(of: "", among: names)
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
    case .caution(let caution): caution.message(of: subject)
    }
  }
}

extension RulebookRule {
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
    let fault = about(subject, "is not a known key")
    return suggestion.map { fault + Phrase(same: "; ") + .didYouMean($0) } ?? fault
  }
}
