package import LosslessJSON
import TextTools

extension JSONSecrets {
  /// Recognises secrets in accounts files, rulebooks and similar texts: passwords, also under other
  /// programs' names for them, or misspelt.
  package static let ofAccounts = JSONSecrets(openMember: "rules") { word in
    let isKnown = knownWords.contains(word)
    guard SecretName.isSecret(word) else { return isKnown ? .known : .other }
    return isKnown && word != Field.password.key ? .setting : .secret
  }

  /// The words of accounts files and rulebooks.
  private static let knownWords: Set<String> = {
    var words: Set<String> = ["regapp", "accounts", "from"]
    words.formUnion(Field.allCases.map(\.key))
    words.formUnion(Rulebook.builtIns.map(\.name))
    for key in RuleKey.all {
      words.formUnion(key.path.split(separator: ".").map { String($0) })
      if case .choice(let choice) = key.form { words.formUnion(choice.words) }
    }
    return words
  }()
}

extension JSONLiteral {
  /// The value for display under a key: secrets by name, and texts that look like hashes, are
  /// masked at any depth.
  package func masked(under key: String) -> JSONLiteral {
    switch self {
    case .null, .bool: self
    case .number: SecretName.isSecret(key) ? .masked : self
    case .string(let text):
      SecretName.isSecret(key) || StoredPassword.hash(behindLockOf: text) != nil ? .masked : self
    case .array(let elements): .array(elements.map { $0.masked(under: key) })
    case .object(let members):
      .object(
        members.map { member in
          let name = SecretName.isSecret(key) ? key : member.key
          return Member(member.key, member.value.masked(under: name))
        })
    }
  }

  package static let masked = JSONLiteral.string("********")
}

/// Names of members, columns and attributes whose values are passwords or hashes.
package enum SecretName {
  package static func isSecret(_ name: String) -> Bool {
    // A key of one's own is called as what it is, behind its sign.
    let isOwn = KeyMeaning.isOwn(name.utf8.span)
    let lowered = String(isOwn ? Substring(name.utf8.dropFirst(2)) : name[...]).lowercased()
      // `İ` is an i with a dot of its own.
      .replacing("\u{307}", with: "")
    return parts.contains { lowered.contains($0) }
      || KeyMeaning.words(of: name).contains(where: words.contains)
      || nearest(to: lowered, in: ["password", "passport"]) == "password"
  }

  /// The words by each of which a name is that of a secret: `login pin`, `accessKey`.
  private static let words: Set<String> = [
    "adgangskode", "code", "contrasena", "geslo", "haslo", "heslo", "jelszo", "kennwort", "key",
    "losenord", "lozinka", "matkhau", "motdepasse", "otp", "parola", "parole", "pass", "passcode",
    "passe", "passord", "pin", "pw", "pwd", "salasana", "sandi", "secret", "senha", "sifre",
    "token", "wachtwoord",
  ]

  private static let parts = [
    "password", "passwd", "passphrase", "passwort", "пароль", "pwd", "hash", "secret", "userpkcs12",
    "krbprincipalkey", "contraseña", "lösenord", "hasło", "jelszó", "şifre", "mật khẩu", "парол",
    "лозинка", "κωδικ", "密码", "密碼", "パスワード", "暗証", "비밀번호", "암호", "סיסמ", "كلمة المرور",
    "كلمة السر", "رمز عبور", "รหัสผ่าน",
  ]
}
