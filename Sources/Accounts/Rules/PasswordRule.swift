import TextTools

/// What a password must be. Characters count as a person sees them.
public struct PasswordRule: Sendable, Hashable {
  /// Always true: an account without a password could not be logged in to.
  public var required: Bool
  /// At least as many characters.
  public var characters: Int
  /// At most as many characters; nil for as many as crypt(3) takes.
  public var maximumCharacters: Int?
  /// At least as many letters, of any script.
  public var letters: Int
  /// At least as many of the digits 0 to 9.
  public var digits: Int
  /// At least as many lower-case letters.
  public var lowercase: Int
  /// At least as many upper-case letters.
  public var uppercase: Int
  /// Whether no other characters are allowed.
  public var onlyLettersAndDigits: Bool
  /// Whether it must be more than the names of its account: with the user name, the email's local
  /// part, the first and the last name in it, eight other characters or more.
  public var notOwnNames: Bool
  /// Whether it must not be one of the built-in list of what people really choose.
  public var blocklist: Bool
  /// The path of a list of passwords that are not allowed, seen from the accounts, which only their
  /// store can read: see ``AccountStore/listed(_:)``.
  public var blocklistFile: String?

  /// How new passwords are hashed. Setting another scheme sets its usual cost.
  public var hash: HashScheme { didSet { if hash != oldValue { cost = hash.usualCost } } }
  /// What a new hash costs, in the scheme's own number: see ``HashScheme/costs``.
  public var cost: Int

  /// A rule; what is left out asks for one character of any kind. The cost is the scheme's usual one if
  /// none is given.
  public init(
    required: Bool = true, characters: Int = 1, maximumCharacters: Int? = nil, letters: Int = 0,
    digits: Int = 0, lowercase: Int = 0, uppercase: Int = 0, onlyLettersAndDigits: Bool = false,
    notOwnNames: Bool = false, blocklist: Bool = false, blocklistFile: String? = nil,
    hash: HashScheme = .yescrypt, cost: Int? = nil
  ) {
    self.required = required
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

  /// The rule's requirements, in the order in which they are reported.
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
  var leastCharacters: Int { max(characters, max(letters, lowercase + uppercase) + digits) }

  /// The length of the longest one.
  var mostCharacters: Int { min(maximumCharacters ?? .max, hash.maximumBytes) }

  /// The rule on its bytes; nil where new hashes are made of all that crypt(3) takes.
  private var bytesRule: FieldRule? {
    switch hash {
    case .yescrypt: nil
    case .bcrypt: .bcryptBytes
    case .sha512crypt: .maximumBytes(hash.maximumBytes)
    }
  }

  /// The rules that a password of an account with these names breaks.
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
