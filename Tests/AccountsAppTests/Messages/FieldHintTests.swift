import Testing

@testable import Accounts
@testable import AccountsApp
@testable import CommandKit

@Suite("What a page says beside a field") struct FieldHintTests {
  static let hints: [(Field, Rulebook, String?, String?)] = [
    (
      .password, .standard,
      "At least 15 characters. If your name or address is part of it, 8 more besides. Not a common password. "
        + "Three or four unrelated words are good.",
      "Не меньше 15 символов. Если в пароле есть ваше имя или адрес — ещё 8 символов кроме них. "
        + "Не из распространённых. Подойдут три-четыре несвязанных слова."
    ),
    (
      .password, .albums,
      "At least 6 characters, 1 digit, 1 lower-case letter, 1 upper-case letter.",
      "Не меньше 6 символов, 1 цифры, 1 строчной буквы, 1 заглавной буквы."
    ),
    (
      .password, .authorisation, "At least 8 letters, 1 digit. Letters and digits only.",
      "Не меньше 8 букв, 1 цифры. Только буквы и цифры."
    ),
    (.password, .register, "At least 5 characters.", "Не меньше 5 символов."),
    (.firstName, .authorisation, nil, nil), (.lastName, .register, nil, nil),
    (
      .firstName, .albums,
      "English letters, with single spaces, hyphens and apostrophes between them.",
      "Английские буквы, а между ними — одиночные пробелы, дефисы и апострофы."
    ),
    (.phone, .albums, "For example +7 912 345-67-89.", "Например, +7 912 345-67-89."),
    (.phone, .standard, "For example +441632960961.", "Например, +441632960961."),
    (
      .birthDate, .albums, "For example 27 3 1985. Aged 18 to 120.",
      "Например, 27 3 1985. Возраст от 18 до 120 лет."
    ),
    (.birthDate, .register, "For example 27 3 1985.", "Например, 27 3 1985."),
    (.email, .standard, nil, nil),
  ]

  @Test("is what counts, and an example, in sentences", arguments: hints)
  func says(_ field: Field, _ rulebook: Rulebook, _ english: String?, _ russian: String?) {
    let words = FieldHint.words(of: field, under: rulebook)
    // It does not say whose a name is.
    var own = rulebook
    own.fields.own.formUnion(Field.keys)
    #expect(FieldHint.words(of: field, under: own)?[.english] == words?[.english])
    #expect(words?[.english] == english)
    #expect(words?[.russian] == russian)
  }

  @Test("names no file of the machine, and says each limit") func limits() {
    var rulebook = Rulebook.register
    rulebook.fields.password.blocklistFile = "/etc/forbidden"
    rulebook.fields.password.maximumCharacters = 64
    rulebook.fields.password.hash = .bcrypt
    rulebook.fields.firstName.maximumCharacters = 20
    let words = FieldHint.words(of: .password, under: rulebook)?[.english]
    #expect(
      words
        == "At least 5 characters. At most 64 characters. At most 72 bytes. Not a common password.")
    #expect(
      FieldHint.words(of: .firstName, under: rulebook)?[.english] == "At most 20 characters.")
  }

  @Test("an example is a number that its mask takes", arguments: Rulebook.builtIns)
  func example(rulebook: Rulebook) {
    let mask = rulebook.fields.phone.mask
    #expect(mask.fill(with: FieldHint.phone(mask.text)) != nil)
  }

  static let advice: [(FieldRule, Field, String, String)] = [
    (.required, .birthDate, "Enter your birth date.", "Укажите дату рождения."),
    (.required, .password, "Enter the new password.", "Введите новый пароль."),
    (.required, .lastName, "Enter your last name.", "Укажите фамилию."),
    (
      .englishLetters("А"), .firstName,
      "Type your first name in English letters, as in a passport: \"А\" is a Cyrillic letter.",
      "Напишите имя английскими буквами, как в паспорте: «А» — буква кириллицы."
    ),
    (
      .englishLetters("Ж"), .lastName,
      "Type your last name in English letters, as in a passport: \"Ж\" is a Cyrillic letter.",
      "Напишите фамилию английскими буквами, как в паспорте: «Ж» — буква кириллицы."
    ),
    (
      .englishLetters("é"), .firstName,
      "Type your first name in English letters, as in a passport: \"é\" is not one.",
      "Напишите имя английскими буквами, как в паспорте: «é» — не такая."
    ),
    (
      .otherThanOld, .password, "Choose a password that differs from the old one.",
      "Придумайте пароль, который отличается от прежнего."
    ),
    (
      .phone(mask: PhoneMask.russian.text), .phone,
      "Give a phone number such as +7 912 345-67-89.", "Укажите номер вроде +7 912 345-67-89."
    ),
    (.onlyLettersAndDigits, .password, "General.", "General."),
  ]

  @Test("a problem is said as what to do", arguments: advice)
  func advises(_ rule: FieldRule, _ field: Field, _ english: String, _ russian: String) {
    let words = FieldAdvice.words(rule, of: field, or: Phrase(same: "general")).sentence
    #expect(words[.english] == english)
    #expect(words[.russian] == russian)
  }

  @Test("several names are a list with one or") func names() {
    let three: [Field] = [.username, .email, .firstName]
    #expect(
      Rulebook.Login(by: three).names[.english] == "user name, email or first name")
    #expect(
      Rulebook.Login(by: three).names[.russian] == "имя пользователя, эл. почта или имя")
    #expect(FieldAdvice.yours(three)[.english] == "your user name, your email or your first name")
    #expect(FieldAdvice.yours([.email])[.russian] == "эл. почту")
    #expect(Rulebook.Login(by: [.email, .firstName]).names[.english] == "email or first name")
  }
}
