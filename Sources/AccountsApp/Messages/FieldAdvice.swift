package import AccountsFile
package import CommandKit

/// Advice on a problem with a field, as a page gives it to the person who fills the field in.
package enum FieldAdvice {
  /// - Parameter general: the words of the rule, if nothing better is known.
  package static func words(
    _ rule: FieldRule, of field: Field, or general: Phrase
  ) -> Phrase {
    switch rule {
    case .required: enter(field)
    case .otherThanOld: Phrase("choose a password that differs from the old one")
    case .englishLetters(let character):
      isCyrillic(character)
        ? Phrase(
          "type \(yours(field)) in English letters, as in a passport: \(quoted(character)) is a "
            + "Cyrillic letter")
        : Phrase(
          "type \(yours(field)) in English letters, as in a passport: \(quoted(character)) is not "
            + "one")
    case .phone(let mask): Phrase("give a phone number such as \(FieldHint.phone(mask))")
    default: general
    }
  }

  private static func quoted(_ character: Character) -> Phrase { Field.quoted(String(character)) }

  private static func isCyrillic(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { (0x400...0x52F).contains($0.value) } ?? false
  }

  /// Asks for a field that is empty.
  package static func enter(_ field: Field) -> Phrase {
    field == .password ? Phrase("enter the new password") : enter(anyOf: [field])
  }

  /// Asks for one of several fields.
  package static func enter(anyOf fields: [Field]) -> Phrase {
    Phrase("enter \(yours(fields))")
  }

  /// The fields as their owner is asked for them: `your email or your user name`.
  package static func yours(_ fields: [Field]) -> Phrase {
    Phrase.alternatives(fields.map(yours))
  }

  /// In Russian in the accusative, as after «укажите».
  private static func yours(_ field: Field) -> Phrase {
    Phrase(Words(stringLiteral: field.row.yours))
  }
}
