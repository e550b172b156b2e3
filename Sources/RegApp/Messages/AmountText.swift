import CommandKit

/// How many characters of a kind: in Russian in the genitive, as after «не меньше» and «от».
extension Phrase {
  static func characters(_ count: Int) -> Phrase {
    Phrase("\(count, "character")", ru: "\(count, "символа", "символов", "символов")")
  }

  static func letters(_ count: Int) -> Phrase {
    Phrase("\(count, "letter")", ru: "\(count, "буквы", "букв", "букв")")
  }

  static func digits(_ count: Int) -> Phrase {
    Phrase("\(count, "digit")", ru: "\(count, "цифры", "цифр", "цифр")")
  }

  static func lowercaseLetters(_ count: Int) -> Phrase {
    Phrase(
      "\(count, "lower-case letter")",
      ru: "\(count, "строчной буквы", "строчных букв", "строчных букв")")
  }

  static func uppercaseLetters(_ count: Int) -> Phrase {
    Phrase(
      "\(count, "upper-case letter")",
      ru: "\(count, "заглавной буквы", "заглавных букв", "заглавных букв")")
  }
}
