/// The schemes of new hashes; a rulebook chooses one, see ``PasswordRule/hash``.
public enum HashScheme: String, Sendable, Hashable, CaseIterable {
  /// Memory-hard; the default of current distributions.
  case yescrypt
  /// For programs that check nothing else. It ignores a password's bytes after the first 72.
  case bcrypt
  /// SHA-512-crypt, for programs that check what crypt(3) of any Unix does.
  case sha512crypt

  /// The beginning of every hash.
  package var prefix: String {
    switch self {
    case .yescrypt: "$y$"
    case .bcrypt: "$2b$"
    case .sha512crypt: "$6$"
    }
  }

  /// The costs that a rulebook may set, as the scheme counts them: doublings, or rounds.
  public var costs: ClosedRange<Int> {
    switch self {
    case .yescrypt: 5...9
    case .bcrypt: 10...13
    case .sha512crypt: 100_000...1_000_000
    }
  }

  /// The cost if a rulebook names none.
  public var usualCost: Int {
    switch self {
    case .yescrypt: 7
    case .bcrypt: 10
    case .sha512crypt: 500_000
    }
  }

  /// The greatest length of a password in bytes. bcrypt ignores more; SHA-crypt reads the password
  /// in each round, so that a guesser could choose the cost of a login.
  public var maximumBytes: Int {
    switch self {
    case .yescrypt: PasswordText.maximumBytes
    case .bcrypt: 72
    case .sha512crypt: 128
    }
  }

  /// True if it hashes all of a password.
  public func takes(_ password: PasswordText) -> Bool { password.bytes.count <= maximumBytes }

  /// Converts a cost of yescrypt, from 1 to 11, to the scheme's number. Tests use small ones.
  func cost(_ cost: Int) -> Int {
    switch self {
    case .yescrypt: cost
    case .bcrypt: cost + 3
    case .sha512crypt: 1_000 << (cost - 1)
    }
  }
}
