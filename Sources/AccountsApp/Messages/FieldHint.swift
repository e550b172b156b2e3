package import AccountsFile
package import CommandKit

/// The hint beside a field of a page: its rules and an example, in sentences.
package enum FieldHint {
  /// Nil if any text will do.
  package static func words(of field: Field, under rulebook: Rulebook) -> Phrase? {
    var rulebook = rulebook
    // It says what may be typed, and not who may type it.
    (rulebook.fields.email.own, rulebook.fields.username.own) = (false, false)
    let sentences: [Phrase?] =
      switch field {
      case .password: password(rulebook)
      case .phone: [Phrase("For example \(phone(rulebook.fields.phone.mask.text)).")]
      case .birthDate: [Phrase("For example \(birthDateExample)."), age(rulebook)]
      case .firstName where rulebook.fields.firstName.letters == .any:
        [rulebook.fields.firstName.maximumCharacters.map(atMost)]
      case .lastName where rulebook.fields.lastName.letters == .any:
        [rulebook.fields.lastName.maximumCharacters.map(atMost)]
      case .email where rulebook.fields.email == EmailRule(required: rulebook.requires(.email)): []
      default: [RulebookText.form(of: field, rulebook, tellsPaths: false).sentence]
      }
    let hints = sentences.compactMap(\.self)
    return hints.isEmpty ? nil : hints.joined(separator: " ")
  }

  /// A birth date in the order in which a page asks for it.
  package static let birthDateExample = "27 3 1985"

  private static func password(_ rulebook: Rulebook) -> [Phrase?] {
    let rule = rulebook.fields.password
    let takesWords =
      rule.characters >= 12 && !rule.onlyLettersAndDigits
      && [rule.digits, rule.lowercase, rule.uppercase].allSatisfy { $0 == 0 }
    return [
      Phrase("at least \(RulebookText.amounts(of: .password, rulebook))").sentence,
      rule.maximumCharacters.map(atMost),
      rule.hash == .yescrypt ? nil : Phrase("at most \(rule.hash.maximumBytes) bytes").sentence,
      rule.onlyLettersAndDigits ? Phrase("letters and digits only").sentence : nil,
      rule.notOwnNames
        ? Phrase("If your name or address is part of it, 8 more besides.") : nil,
      rule.blocklist || rule.blocklistFile != nil ? Phrase("Not a common password.") : nil,
      takesWords ? Phrase("Three or four unrelated words are good.") : nil,
    ]
  }

  /// A number that fills a mask, as people write one.
  static func phone(_ mask: String) -> String {
    guard mask != PhoneMask.digits.text else { return "+441632960961" }
    var digits = "9123456789".makeIterator()
    let number = mask.filter { $0 != "(" && $0 != ")" }
      .map { $0 == "*" ? digits.next() ?? "0" : $0 }
    return visible(String(number))
  }

  private static func age(_ rulebook: Rulebook) -> Phrase? {
    let rule = rulebook.fields.birthDate
    guard rule.minimumAge > 0 || rule.maximumAge < BirthDate.greatestAge else { return nil }
    return RulebookText.amounts(of: .birthDate, rulebook).sentence
  }

  private static func atMost(_ count: Int) -> Phrase { RulebookText.atMost(count).sentence }
}
