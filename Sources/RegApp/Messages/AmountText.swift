import CommandKit

/// How many characters of a kind: in Russian in the genitive, as after «не меньше» and «от».
extension Phrase {
  static func characters(_ count: Int) -> Phrase {
    Phrase("\(count, "character")")
  }

  static func letters(_ count: Int) -> Phrase {
    Phrase("\(count, "letter")")
  }

  static func digits(_ count: Int) -> Phrase {
    Phrase("\(count, "digit")")
  }

  static func lowercaseLetters(_ count: Int) -> Phrase {
    Phrase("\(count, "lower-case letter")")
  }

  static func uppercaseLetters(_ count: Int) -> Phrase {
    Phrase("\(count, "upper-case letter")")
  }
}
