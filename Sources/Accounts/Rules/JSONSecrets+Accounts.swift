package import LosslessJSON
import TextTools

extension JSONSecrets {
  /// What is secret in an accounts file, in a rulebook and in other texts of accounts: passwords, also
  /// under the names that other programs have for them, and with slips of the pen.
  package static let ofAccounts = JSONSecrets(openMember: "rules") { word in
    let isKnown = knownWords.contains(word)
    guard SecretName.isSecret(word) else { return isKnown ? .known : .other }
    return isKnown && word != Field.password.rawValue ? .setting : .secret
  }

  /// The words of accounts files and rulebooks.
  private static let knownWords: Set<String> = {
    var words: Set<String> = ["regapp", "accounts", "from"]
    words.formUnion(Field.allCases.map(\.rawValue))
    words.formUnion(Rulebook.builtIns.map(\.name))
    for key in RulebookKey.allCases {
      words.formUnion(key.rawValue.split(separator: ".").map { String($0) })
      if case .choice(let choice) = key.kind { words.formUnion(choice.words) }
    }
    return words
  }()
}

/// Names of members, columns and attributes whose values are passwords or hashes.
package enum SecretName {
  /// Whether a name is that of a secret, or probably is.
  package static func isSecret(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return parts.contains { lowered.contains($0) }
      || nearest(to: lowered, in: ["password", "passport"]) == "password"
  }

  private static let parts = [
    "password", "passwd", "passphrase", "passwort", "пароль", "pwd", "hash", "secret", "userpkcs12",
    "krbprincipalkey",
  ]
}
