import Glibc

/// A rough estimate of how hard a password is to guess, to help in choosing one. It forbids
/// nothing: that is the rulebook's task.
enum PasswordStrength: Int, Sendable, CaseIterable {
  case veryWeak, weak, fair, strong, veryStrong

  /// Counts the kinds of characters, and the characters that do not just continue the one before,
  /// as in `aaaa` and `1234`.
  init(of password: String) {
    let scalars = Array(password.unicodeScalars)
    var kinds: Set<Kind> = []
    var surprises = 0
    for (index, scalar) in scalars.enumerated() {
      kinds.insert(Kind(scalar))
      let step = index > 0 ? abs(Int(scalar.value) - Int(scalars[index - 1].value)) : 2
      if step > 1 { surprises += 1 }
    }
    let distinct = Set(scalars).count
    let alphabet = kinds.reduce(0) { $0 + $1.alphabet }
    let bits = Double(min(surprises, distinct * 2)) * log2(Double(max(2, alphabet)))
    switch bits {
    case ..<25: self = .veryWeak
    case ..<40: self = .weak
    case ..<60: self = .fair
    case ..<90: self = .strong
    default: self = .veryStrong
    }
  }

  private enum Kind {
    case lowercase, uppercase, digit, sign, other

    /// About how many characters there are of it.
    var alphabet: Int {
      switch self {
      case .lowercase, .uppercase: 26
      case .digit: 10
      case .sign: 33
      case .other: 100
      }
    }

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "a"..."z": self = .lowercase
      case "A"..."Z": self = .uppercase
      case "0"..."9": self = .digit
      case _ where scalar.isASCII: self = .sign
      default: self = .other
      }
    }
  }
}
