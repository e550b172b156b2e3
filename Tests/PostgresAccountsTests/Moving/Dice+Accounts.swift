import AccountsSupport
import LosslessJSON
import TestSupport

@testable import Accounts

extension Dice {
  private static let names = [
    "Ada", "Ё", "e\u{301}", "\u{E9}", "A\u{30A}", "\u{C5}", "李", "Ngọc", "O'Neil", "Jean-Luc",
    "ß",
    "İ", "ﬀ", "عمر", "Zoë  Ann", "Dž", "👩‍👧", " ",
  ]

  private static let keys = [
    "note", "", " ", "\u{E9}", "e\u{301}", "a\"b\\c", "\u{0}", "line\nbreak", "Email", "PASSWORD",
    "doc", "version", "👩‍👧", "\u{202E}x", "\u{FEFF}", "\u{10FFFF}",
  ]

  private static let texts = [
    "", "a", "\u{0}", "\u{0}a", "\u{1F}\u{7F}", "\"", "\\u0041", "é", "e\u{301}", "👩‍👧", "\u{2028}",
    "\u{FFFE}", "\u{E000}", "'; DROP TABLE public.account; --", "{SHA}", "$1", "\\.",
    String(repeating: "x", count: 3_000),
  ]

  private static let numbers = [
    "0", "-0", "1.50", "1e400", "1E+2", "-1e-9", "9223372036854775808", "0.1",
    "12345678901234567890123456789012345678901234567890",
  ]

  /// A value of any kind, at most so deep.
  mutating func literal(depth: Int = 3) -> JSONLiteral {
    switch below(depth > 0 ? 7 : 5) {
    case 0: .null
    case 1: .bool(below(2) == 0)
    case 2: .number(pick(Self.numbers))
    case 3, 4: .string(pick(Self.texts))
    case 5: .array((0..<below(4)).map { _ in literal(depth: depth - 1) })
    default:
      // Keys may come twice in what is not ours.
      .object((0..<below(4)).map { _ in .init(pick(Self.keys), literal(depth: depth - 1)) })
    }
  }

  /// An account that keeps a rulebook, and the keys of its owner's.
  mutating func account(
    _ number: Int, under rulebook: Rulebook
  ) -> (values: FieldValues, ownKeys: [JSONLiteral.Member]) {
    var values = FieldValues()
    values.email = pick(["n\(number)@host.com", "N\(number).x+Tag@Sub.Host.org"])
    let hash = pick([HashOfSecret1.sha512, HashOfSecret1.md5, HashOfSecret1.sha1])
    values.password = pick([hash, "!" + hash, "*!" + hash, "!", "*"])
    func put(_ field: Field, _ value: FieldValue) {
      values[field] = value
      let problems = rulebook.problems(with: values, today: .ofTests)
      if problems.contains(where: { $0.subject == .field(field) }) { values[field] = nil }
    }
    if below(2) == 0 { put(.firstName, .text(pick(Self.names))) }
    if below(2) == 0 { put(.lastName, .text(pick(Self.names))) }
    if below(2) == 0 { put(.username, .text(pick(["u", "U.", "x_"]) + "\(number)")) }
    if below(2) == 0 { put(.birthDate, .text(pick(["1990-12-10", "2000-02-29"]))) }
    if below(2) == 0 { put(.phone, .text("+7 (912) 345-67-89")) }
    if below(2) == 0 { put(.groups, .texts(pick([["ops"], ["a b", "ü", "#"], []]))) }
    if below(3) == 0 { put(.validFrom, .text(pick(["2020-01-01", "2030-01-01"]))) }
    if below(3) == 0 { put(.validUntil, .text(pick(["2025-01-01", "2031-12-31"]))) }
    if below(3) == 0 { put(.disabled, pick([.flag(true), .text("on leave"), .flag(false)])) }
    var ownKeys: [JSONLiteral.Member] = []
    for _ in 0..<below(5) {
      let key = "x-" + pick(Self.keys)
      guard !ownKeys.contains(where: { sameText($0.key, key) }) else { continue }
      ownKeys.append(.init(key, literal()))
    }
    return (values, ownKeys)
  }
}
