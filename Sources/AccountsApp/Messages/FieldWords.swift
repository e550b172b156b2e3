package import AccountsFile
package import CommandKit

extension Field {
  package var name: Phrase { Phrase(Words(stringLiteral: row.label)) }

  /// The fields in the order in which a person would ask for them: the name first.
  package static let inAskingOrder =
    allCases.filter { $0.row.says == .person } + allCases.filter { $0.row.says == .name }

  package var title: Phrase { name.title }

  var label: Phrase { name.label }

  static let noValue = Phrase("nothing")

  static func quoted(_ value: String?) -> Phrase {
    value.map(visible).map { Phrase("\"\($0)\"") } ?? noValue
  }
}

extension Phrase {
  /// With a capital first letter and a full stop, as the screens say what happened.
  package var sentence: Phrase { title + Phrase(same: ".") }

  var label: Phrase { title + Phrase(same: ":") }
}

/// What a field must look like under a rulebook, by its kind.
package enum FieldWords {
  /// Why a name is refused by which an id would begin to count.
  static func idWouldCount(_ field: Field) -> Phrase {
    FieldRule.idWouldCount.message(of: field.name)
  }

  /// What to do about it.
  static func anotherName(_ field: Field) -> Phrase {
    Phrase(
      "give another \(field.name), or for somebody new also --id new; regapp check shows the id")
  }

  /// - Parameters:
  ///   - tellsPaths: whether the reader may know the files of this machine.
  ///   - tellsOwn: whether it says who may type it, too, and not only what.
  package static func form(
    of field: Field, _ rulebook: Rulebook, tellsPaths: Bool = true, tellsOwn: Bool = true
  ) -> Phrase {
    let spec = rulebook[field]
    let list = amounts(of: spec)
    let form =
      switch spec.kind {
      case .email(let rule) where rule.asksOnlyForAddress: Phrase("an address")
      case .email: Phrase("an address with at least these characters: \(list)")
      case .username:
        Phrase("1 to \(Username.maximumCharacters) English letters, digits, dots, _ and -")
      case .list: Phrase("names of groups")
      case .lock: Phrase("true, false or a reason")
      case .id: Phrase("a name of the account, a space and a UUID")
      case .yesNo: Phrase("true or false")
      case .day: Phrase("YYYY-MM-DD")
      case .password: Phrase("at least \(list)")
      case .text, .phone: list
      case .birthDay: Phrase("YYYY-MM-DD, \(list)")
      }
    let own = tellsOwn ? own(spec) : nil
    return ([form] + [own].compactMap(\.self) + more(of: spec.kind, tellsPaths: tellsPaths))
      .joined(separator: "; ")
  }

  /// Who may change the field, where that is not the usual.
  private static func own(_ spec: FieldSpec) -> Phrase? {
    switch spec.says {
    case .name: spec.own ? Phrase("people may change their own in a browser") : nil
    case .person: spec.own ? nil : Phrase("people may not change their own in a browser")
    case .access: nil
    }
  }

  /// The requirements that have a number, as a list. A password's minimum counts are in the genitive
  /// in Russian, as after «не меньше».
  private static func amounts(of spec: FieldSpec) -> Phrase {
    let words: [Phrase?] =
      switch spec.kind {
      case .email(let rule):
        [
          rule.beforeAt > 1 ? Phrase("\(rule.beforeAt) before the @") : nil,
          rule.firstLabel > 1 ? Phrase("\(rule.firstLabel) between it and the next dot") : nil,
          Phrase("\(rule.afterDot) after that dot"),
        ]
      case .password(let rule): [amounts(of: rule)]
      case .text(let rule): [words(rule.letters)]
      case .birthDay(let rule): [ages(of: rule)]
      case .phone(let rule):
        [
          rule.mask == .digits
            ? Phrase("7 to 15 digits, with or without a +")
            : Phrase("a number of the form \(visible(rule.mask.text))")
        ]
      case .username, .list, .day, .yesNo, .lock, .id: []
      }
    return words.compactMap(\.self).joined(separator: ", ")
  }

  fileprivate static func amounts(of rule: PasswordRule) -> Phrase {
    let kinds = [rule.letters, rule.digits, rule.lowercase, rule.uppercase]
    let words: [Phrase?] = [
      rule.characters > 1 || kinds.allSatisfy { $0 == 0 } ? .characters(rule.characters) : nil,
      rule.letters > 0 ? .letters(rule.letters) : nil,
      rule.digits > 0 ? .digits(rule.digits) : nil,
      rule.lowercase > 0 ? .lowercaseLetters(rule.lowercase) : nil,
      rule.uppercase > 0 ? .uppercaseLetters(rule.uppercase) : nil,
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }

  fileprivate static func ages(of rule: AgeRule) -> Phrase {
    guard rule.minimumAge > 0 else { return Phrase("aged \(rule.maximumAge) or younger") }
    return [Phrase("aged \(rule.minimumAge)"), Phrase("to \(rule.maximumAge)")]
      .joined(separator: " ")
  }

  /// The requirements that are said behind that list.
  private static func more(of kind: FieldKind, tellsPaths: Bool) -> [Phrase] {
    let words: [Phrase?] =
      switch kind {
      case .email(let rule):
        [
          rule.maximumCharacters.map(atMost),
          rule.domains.isEmpty
            ? nil : Phrase("only at \(rule.domains.map { visible($0) }.joined(separator: ", "))"),
        ]
      case .password(let rule):
        [
          rule.maximumCharacters.map(atMost),
          rule.onlyLettersAndDigits ? Phrase("letters and digits only") : nil,
          rule.notOwnNames
            ? Phrase("8 characters or more besides the account's own names of 4 letters or more")
            : nil,
          rule.blocklist ? Phrase("none that many people use") : nil,
          tellsPaths ? rule.blocklistFile.map { Phrase("not in the list \(visible($0))") } : nil,
          rule.hash == .yescrypt ? nil : Phrase("at most \(rule.hash.maximumBytes) bytes"),
        ]
      case .text(let rule): [rule.maximumCharacters.map(atMost)]
      case .list(let rule):
        [
          rule.allowed.isEmpty
            ? nil : Phrase("only \(rule.allowed.map { visible($0) }.joined(separator: ", "))")
        ]
      case .username, .day, .birthDay, .phone, .yesNo, .lock, .id: []
      }
    return words.compactMap(\.self)
  }

  fileprivate static func atMost(_ count: Int) -> Phrase {
    let amount = Phrase.characters(count)
    return Phrase("at most \(amount)")
  }

  private static func words(_ letters: TextRule.Letters) -> Phrase {
    switch letters {
    case .any: Phrase("any text")
    case .english:
      Phrase("English letters, with single spaces, hyphens and apostrophes between them")
    }
  }
}

extension EmailRule {
  /// Whether it asks for no more characters than any address has.
  fileprivate var asksOnlyForAddress: Bool {
    let plain = EmailRule()
    return (beforeAt, firstLabel, afterDot) == (plain.beforeAt, plain.firstLabel, plain.afterDot)
  }
}

/// The hint beside a field of a page: its rules and an example, in sentences.
package enum FieldHint {
  /// Nil if any text will do.
  package static func words(of field: Field, under rulebook: Rulebook) -> Phrase? {
    let sentences: [Phrase?] =
      switch rulebook[field].kind {
      case .password(let rule): password(rule)
      case .phone(let rule): [Phrase("For example \(phone(rule.mask.text)).")]
      case .birthDay(let rule): [Phrase("For example \(birthDateExample)."), age(rule)]
      case .text(let rule) where rule.letters == .any:
        [rule.maximumCharacters.map { FieldWords.atMost($0).sentence }]
      case .email(let rule) where rule == EmailRule(): []
      case .email, .username, .text, .day, .list, .yesNo, .lock, .id:
        [FieldWords.form(of: field, rulebook, tellsPaths: false, tellsOwn: false).sentence]
      }
    let hints = sentences.compactMap(\.self)
    return hints.isEmpty ? nil : hints.joined(separator: " ")
  }

  /// A birth date in the order in which a page asks for it.
  package static let birthDateExample = "27 3 1985"

  private static func password(_ rule: PasswordRule) -> [Phrase?] {
    let takesWords =
      rule.characters >= 12 && !rule.onlyLettersAndDigits
      && [rule.digits, rule.lowercase, rule.uppercase].allSatisfy { $0 == 0 }
    return [
      Phrase("at least \(FieldWords.amounts(of: rule))").sentence,
      rule.maximumCharacters.map { FieldWords.atMost($0).sentence },
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

  private static func age(_ rule: AgeRule) -> Phrase? {
    let isLimit = rule.minimumAge > 0 || rule.maximumAge < BirthDate.greatestAge
    return isLimit ? FieldWords.ages(of: rule).sentence : nil
  }
}

extension FieldConflict {
  /// How the value of an edited field has changed since; for a password, only that it has.
  var words: Phrase {
    guard field != .password else {
      return Phrase("password has changed since the edit began")
    }
    return Phrase(
      "\(field.name) has changed since the edit began: it was "
        + "\(Field.quoted(expected)), now it is \(Field.quoted(found))")
  }
}
