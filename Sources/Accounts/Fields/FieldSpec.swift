extension Field {
  /// Its row under a rulebook that says nothing of it: what every rulebook leaves as it is.
  package var row: FieldSpec { BuiltInFields.table[Int(slot)] }
}

/// All that is known of a field under a rulebook.
public struct FieldSpec: Sendable, Hashable {
  /// What a field says of an account: how it is called, who its owner is, or what the owner may do.
  public enum Says: Sendable, Hashable { case name, person, access }

  /// A text in English, which the tables of the other languages have.
  public typealias Words = String

  /// The field.
  public let field: Field
  /// Its key in the file.
  package let key: String
  /// What its value is, with the rules of the rulebook.
  public internal(set) var kind: FieldKind
  /// Whether an account must have it.
  public internal(set) var required: Bool
  /// Whether people may change their own, wherever a request says that the owner asks.
  public internal(set) var own: Bool
  /// What it is called, in small letters.
  public let label: Words
  /// What it is called behind its option.
  package let help: Words
  /// What it is called where its owner is asked for it.
  package let yours: Words
  /// What it says of the account.
  public let says: Says
  /// Its option, such as `--first-name`.
  public let option: String?
  /// What browsers fill into it, in HTML's words.
  public let autofill: String?
  /// Its attribute in a directory.
  public let ldif: String?
  /// Its key in Authelia's users file.
  public let authelia: String?

  init(
    _ field: Field, _ key: String, _ kind: FieldKind, _ label: Words, _ says: Says,
    required: Bool = false, own: Bool? = nil, help: Words? = nil, yours: Words? = nil,
    option: String? = nil,
    autofill: String? = nil, ldif: String? = nil, authelia: String? = nil
  ) {
    (self.field, self.key, self.kind, self.label, self.says) = (field, key, kind, label, says)
    (self.required, self.own) = (required, own ?? (says == .person))
    self.help = help ?? label
    self.yours = yours ?? label
    self.option = option
    (self.autofill, self.ldif, self.authelia) = (autofill, ldif, authelia)
  }

  /// Whether a rulebook says whose it is to change.
  package var hasOwn: Bool { says != .access }

  /// A value that keeps the rules as it is shown: a phone number in its mask. Nil for one that says
  /// no more than none.
  func shown(_ value: FieldValue) -> FieldValue? {
    switch value {
    case .flag(false) where kind.form == .flag: return nil
    case .texts([]): return nil
    case .text(let text):
      guard case .phone(let rule) = kind else { return value }
      return rule.mask.fill(with: text).map { .text($0) }
    case .texts, .flag: return value
    }
  }
}
