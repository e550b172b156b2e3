import TextTools

/// Requirements on a password, counting characters as a person sees them.
public struct PasswordRule: Sendable, Hashable {
  /// The least number of characters.
  public var characters: Int
  /// The greatest number of characters; nil for the limit of crypt(3).
  public var maximumCharacters: Int?
  /// The least number of letters, of any script.
  public var letters: Int
  /// The least number of the digits 0 to 9.
  public var digits: Int
  /// The least number of lower-case letters.
  public var lowercase: Int
  /// The least number of upper-case letters.
  public var uppercase: Int
  /// Forbids all other characters.
  public var onlyLettersAndDigits: Bool
  /// Forbids passwords made of the account's names: one that contains the user name, the email's
  /// local part, the first or the last name needs eight more characters.
  public var notOwnNames: Bool
  /// Forbids the built-in list of common passwords.
  public var blocklist: Bool
  /// The path of a list of forbidden passwords, relative to the accounts. Only their store can read
  /// it: see ``AccountStore/blocklisted(_:)``.
  public var blocklistFile: String?

  /// The scheme of new hashes. Setting another one sets its usual cost.
  public var hash: HashScheme { didSet { if hash != oldValue { cost = hash.usualCost } } }
  /// The cost of new hashes, as the scheme counts it: see ``HashScheme/costs``.
  public var cost: Int

  /// By default, one character of any kind is enough; the cost is the scheme's usual one.
  public init(
    characters: Int = 1, maximumCharacters: Int? = nil, letters: Int = 0, digits: Int = 0,
    lowercase: Int = 0, uppercase: Int = 0, onlyLettersAndDigits: Bool = false,
    notOwnNames: Bool = false, blocklist: Bool = false, blocklistFile: String? = nil,
    hash: HashScheme = .yescrypt, cost: Int? = nil
  ) {
    self.characters = characters
    self.maximumCharacters = maximumCharacters
    self.letters = letters
    self.digits = digits
    self.lowercase = lowercase
    self.uppercase = uppercase
    self.onlyLettersAndDigits = onlyLettersAndDigits
    self.notOwnNames = notOwnNames
    self.blocklist = blocklist
    self.blocklistFile = blocklistFile
    self.hash = hash
    self.cost = cost ?? hash.usualCost
  }

  /// The requirements, in the order of reports.
  public var rules: [FieldRule] {
    var rules: [FieldRule] = [.minimumCharacters(characters)]
    if let maximumCharacters { rules.append(.maximumCharacters(maximumCharacters)) }
    if let bytesRule { rules.append(bytesRule) }
    if letters > 0 { rules.append(.minimumLetters(letters)) }
    if digits > 0 { rules.append(.minimumDigits(digits)) }
    if lowercase > 0 { rules.append(.minimumLowercase(lowercase)) }
    if uppercase > 0 { rules.append(.minimumUppercase(uppercase)) }
    if onlyLettersAndDigits { rules.append(.onlyLettersAndDigits) }
    if notOwnNames { rules.append(.notOwnNames) }
    if blocklist { rules.append(.notOnBlocklist) }
    return rules
  }

  /// The length of the shortest password that keeps the rule.
  package var leastCharacters: Int { max(characters, max(letters, lowercase + uppercase) + digits) }

  /// The length of the longest password that keeps the rule.
  package var mostCharacters: Int { min(maximumCharacters ?? .max, hash.maximumBytes) }

  /// The limit on bytes; nil if the scheme takes all that crypt(3) does.
  private var bytesRule: FieldRule? {
    switch hash {
    case .yescrypt: nil
    case .bcrypt: .bcryptBytes
    case .sha512crypt: .maximumBytes(hash.maximumBytes)
    }
  }

  /// The rules that a stored password in UTF-8 breaks: a hash, a lock, or typed by hand.
  ///
  /// - Parameter values: the account's values, for judging a typed one.
  func brokenRules(
    stored utf8: Span<UInt8>, of values: @autoclosure () -> FieldValues
  ) -> [FieldRule] {
    if StoredPassword.isKept(utf8) {
      return utf8.firstForbiddenScalar.map { [.noControlCharacters($0)] } ?? []
    }
    return ForeignHash(utf8).map { [.foreignHash($0)] }
      ?? brokenRules(String(utf8), of: OwnNames(values()))
  }

  /// The rules that a password breaks in an account with these names.
  func brokenRules(_ text: String, of names: OwnNames) -> [FieldRule] {
    let password: PasswordText
    do { password = try PasswordText(text) } catch { return [error] }
    if let culprit = text.firstForbiddenScalar { return [.noControlCharacters(culprit)] }
    let isDigit = { (character: Character) in character.asciiValue?.isASCIIDigit == true }
    var broken: [FieldRule] = []
    let count = text.count
    if count < characters { broken.append(.minimumCharacters(characters)) }
    if let most = maximumCharacters, count > most { broken.append(.maximumCharacters(most)) }
    if let bytesRule, !hash.takes(password) { broken.append(bytesRule) }
    if text.count(where: \.isLetter) < letters { broken.append(.minimumLetters(letters)) }
    if text.count(where: isDigit) < digits { broken.append(.minimumDigits(digits)) }
    if text.count(where: \.isLowercase) < lowercase { broken.append(.minimumLowercase(lowercase)) }
    if text.count(where: \.isUppercase) < uppercase { broken.append(.minimumUppercase(uppercase)) }
    if onlyLettersAndDigits, !text.allSatisfy({ $0.isLetter || isDigit($0) }) {
      broken.append(.onlyLettersAndDigits)
    }
    if notOwnNames, names.make(up: text) { broken.append(.notOwnNames) }
    if blocklist, CommonPasswords.contain(text) { broken.append(.notOnBlocklist) }
    return broken
  }
}
