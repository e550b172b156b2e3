// The length is the shortest at which there are 2⁸⁰ or more accepted passwords. If fewer than one
// candidate in 64 would pass (a rule asks for 30 capitals, for example), the count of each kind of
// character is settled first: the counts that the most passwords have.

import Glibc

/// Generates passwords that a rulebook accepts, from the system's random source.
///
/// Each password is drawn by rejection: equally likely characters, redrawn until the rulebook
/// accepts them. So all accepted passwords are equally likely. If a rulebook asks for so many
/// characters of one kind that hardly any candidate would pass, the number of each kind is fixed
/// first; then all passwords of that composition are equally likely.
public struct PasswordGenerator: Sendable {
  /// The number of possible passwords is at least two to this power, unless the rulebook's greatest
  /// length is too short.
  public static let bits = 80.0

  private let rulebook: Rulebook
  private let plan: Plan

  /// A generator for accounts under a rulebook.
  public init(_ rulebook: Rulebook) {
    self.rulebook = rulebook
    plan = Plan(rulebook.fields.password)
  }

  /// The binary logarithm of the number of equally likely passwords. The few that the blocklist and
  /// the names exclude are not subtracted.
  public var bits: Double { plan.bits }

  /// A password that the rulebook accepts for an account with these values. A blocklist in a file
  /// is not consulted. Throws the rules that no password can meet.
  public func password(for values: FieldValues) throws(AccountsError) -> PasswordText {
    var system = SystemRandomNumberGenerator()
    return try password(for: values, using: &system)
  }

  /// A code for an invitation: 16 letters and digits, under any rulebook.
  static func code() throws(AccountsError) -> PasswordText {
    let signs = plainKinds.flatMap { Array($0) }
    let code = String((0..<16).compactMap { _ in signs.randomElement() })
    guard let text = try? PasswordText(code) else { throw .internalFault }
    return text
  }

  /// Small letters, capitals and digits, without what is easily confused: 0 and O, o, 1, l and I.
  fileprivate static let plainKinds = [
    "abcdefghijkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789",
  ]

  func password(
    for values: FieldValues, using random: inout some RandomNumberGenerator
  ) throws(AccountsError) -> PasswordText {
    var broken: [FieldRule] = []
    for _ in 0..<10_000 {
      let text = plan.candidate(using: &random)
      broken = rulebook.brokenRules(PasswordEntry(text), of: values)
      if broken.isEmpty, let password = try? PasswordText(text) { return password }
    }
    throw .invalid(broken.map { Problem(.field(.password), .field($0)) })
  }
}

/// The characters, length and composition of candidates.
private struct Plan {
  /// Small letters, capitals, digits and, if only short passwords are allowed, signs.
  private let kinds: [[Character]]
  /// The characters of all kinds.
  private let any: [Character]
  private let length: Int
  /// The number of characters of each kind; nil if it is not fixed.
  private let composition: [Int]?
  let bits: Double

  init(_ rule: PasswordRule) {
    let plain = Plan(PasswordGenerator.plainKinds, rule)
    guard plain.bits < PasswordGenerator.bits else {
      self = plain
      return
    }
    // Neither `$` nor `!` and `*`, with which hashes and locks begin.
    let signs = rule.onlyLettersAndDigits ? "" : "#%+,-./:=?@_~"
    self = Plan(
      ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", signs], rule)
  }

  /// A plan with the shortest length that has the bits, or with the greatest length.
  private init(_ kinds: [String], _ rule: PasswordRule) {
    let sizes = kinds.map(\.count)
    let least = rule.leastCharacters
    var best: (length: Int, composition: [Int]?, bits: Double) = (least, nil, 0)
    for length in least...max(least, rule.mostCharacters) {
      let free = log2(Double(sizes.reduce(0, +))) * Double(length)
      let kept = Self.logOfKept(sizes, length, rule)
      if kept > free - 6 {
        best = (length, nil, kept)
      } else {
        // Not one in 64 would pass.
        let composition = Self.composition(sizes, length, rule)
        best = (length, composition, Self.logOfCount(composition, sizes))
      }
      if best.bits >= PasswordGenerator.bits { break }
    }
    self.kinds = kinds.map { Array($0) }
    any = kinds.flatMap(\.self)
    (length, composition, bits) = best
  }

  func candidate(using random: inout some RandomNumberGenerator) -> String {
    guard let composition else {
      return String((0..<length).compactMap { _ in any.randomElement(using: &random) })
    }
    // Every order of the kinds is as likely as any other, and so is every character of a kind.
    var order = zip(kinds, composition).flatMap { Array(repeating: $0, count: $1) }
    order.shuffle(using: &random)
    return String(order.compactMap { $0.randomElement(using: &random) })
  }

  /// The composition with the most passwords that keep the rule. One more character of a kind
  /// multiplies their number by the kind's size over its new count.
  private static func composition(_ sizes: [Int], _ length: Int, _ rule: PasswordRule) -> [Int] {
    var counts = [rule.lowercase, rule.uppercase, rule.digits, 0].prefix(sizes.count).map(\.self)
    func add(_ kinds: Range<Int>) {
      func gain(_ kind: Int) -> Double { Double(sizes[kind]) / Double(counts[kind] + 1) }
      if let kind = kinds.max(by: { gain($0) < gain($1) }) { counts[kind] += 1 }
    }
    while counts[0] + counts[1] < rule.letters { add(0..<2) }
    while counts.reduce(0, +) < length { add(sizes.indices) }
    return counts
  }

  /// The logarithm of the number of passwords of a composition.
  private static func logOfCount(_ counts: [Int], _ sizes: [Int]) -> Double {
    zip(counts, sizes).reduce(logOfFactorial(counts.reduce(0, +))) { sum, kind in
      let (count, size) = kind
      return sum - logOfFactorial(count) + (count > 0 ? Double(count) * log2(Double(size)) : 0)
    }
  }

  /// The logarithm of the number of passwords of a length with enough of each kind.
  private static func logOfKept(_ sizes: [Int], _ length: Int, _ rule: PasswordRule) -> Double {
    var logs: [Double] = []
    for digits in rule.digits...max(rule.digits, length) {
      for small in rule.lowercase...max(rule.lowercase, length - digits) {
        let rest = length - digits - small
        guard rest >= rule.uppercase else { break }
        // Without signs, the capitals are what is left.
        let fewest =
          sizes.count < 4 || sizes[3] == 0 ? rest : max(rule.uppercase, rule.letters - small)
        guard fewest <= rest, small + rest >= rule.letters else { continue }
        for capitals in fewest...rest {
          let counts = [small, capitals, digits, rest - capitals]
          logs.append(logOfCount(Array(counts.prefix(sizes.count)), sizes))
        }
      }
    }
    guard let most = logs.max() else { return 0 }
    return most + log2(logs.reduce(0) { $0 + exp2($1 - most) })
  }

  private static func logOfFactorial(_ number: Int) -> Double {
    lgamma(Double(number) + 1) / log(2)
  }
}
