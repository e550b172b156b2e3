import AccountsFile
import CommandKit
import LosslessJSON
import TextTools

extension Problem {
  var message: Phrase {
    switch subject {
    case .field(let field): rule.message(of: field.name)
    case .key(let path): rule.message(of: Phrase(same: visible(path))) + keys(insteadOf: path)
    case .account: rule.message(of: Phrase("an account"))
    case .file: rule.message(of: Phrase("the file"))
    }
  }
}

extension Problem {
  /// The keys that a rulebook may have in an unknown one's place, if none of them is like it.
  private func keys(insteadOf path: String) -> Phrase {
    guard rule == .rulebook(.knownKey(suggestion: nil)), let dot = path.lastIndex(of: ".") else {
      return Phrase(same: "")
    }
    let names = RulebookKey.names(in: String(path[..<dot]))
    return names.isEmpty ? Phrase(same: "") : Phrase(same: "; ") + .instead(of: "", among: names)
  }
}

/// A sentence about a subject, from what it says of it.
func about(_ subject: Phrase, _ words: Words) -> Phrase {
  Phrase("\(subject) \(Phrase(words))\(as: "a sentence")")
}

extension Rule {
  /// The rule as a sentence about a subject.
  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .field(let rule): rule.message(of: subject)
    case .rulebook(let rule): rule.message(of: subject)
    case .file(let rule): rule.message(of: subject)
    case .caution(let caution): caution.message(of: subject)
    }
  }
}
