/// The kinds of hash that are made for new passwords; a rulebook names one, see ``PasswordRule/hash``.
public enum HashScheme: String, Sendable, Hashable, CaseIterable {
  /// Memory-hard; the default of current distributions.
  case yescrypt
  /// For programs that check nothing else. It ignores everything after 72 bytes of a password.
  case bcrypt
  /// SHA-512-crypt, for programs that check what crypt(3) of any Unix does.
  case sha512crypt

  /// What its hashes begin with.
  package var prefix: String {
    switch self {
    case .yescrypt: "$y$"
    case .bcrypt: "$2b$"
    case .sha512crypt: "$6$"
    }
  }

  /// What a rulebook may ask for, as the scheme counts its cost: doublings, or rounds.
  public var costs: ClosedRange<Int> {
    switch self {
    case .yescrypt: 5...9
    case .bcrypt: 10...13
    case .sha512crypt: 100_000...1_000_000
    }
  }

  /// The cost where a rulebook names none.
  public var usualCost: Int {
    switch self {
    case .yescrypt: 7
    case .bcrypt: 10
    case .sha512crypt: 500_000
    }
  }

  /// The most bytes of a password that it hashes: bcrypt ignores more, and SHA-crypt would take the
  /// longer for them in each round, so that who guesses could choose what a login costs.
  public var maximumBytes: Int {
    switch self {
    case .yescrypt: PasswordText.maximumBytes
    case .bcrypt: 72
    case .sha512crypt: 128
    }
  }

  /// Whether it hashes all of a password.
  public func takes(_ password: PasswordText) -> Bool { password.bytes.count <= maximumBytes }

  /// The scheme's own number for a cost of yescrypt's, from 1 to 11, down to the least that crypt(3)
  /// computes.
  func cost(_ cost: Int) -> Int {
    switch self {
    case .yescrypt: cost
    case .bcrypt: cost + 3
    case .sha512crypt: 1_000 << (cost - 1)
    }
  }
}
