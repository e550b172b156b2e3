import Exchange
import Testing

@testable import Accounts
@testable import AccountsApp
@testable import ScreenKit

@Suite("Messages about imports and exports") struct ExchangeWordsTests {
  static let faults: [ExchangeFault] = [
    .repeats(name: "a\u{1B}", line: 2), .exists(name: "a\u{1B}", .email), .noEmail("a\u{1B}"),
    .exists(name: "a\u{1B}", .username), .existsClosed(name: "a\u{1B}", .username),
    .jsonLines(hasOtherHashes: false, hasUsernames: true),
    .keycloakRealm, .noColumn("a\u{1B}", among: ["b\u{1B}"]),
    .notUTF8, .otherList("LDAP"), .namesAndHashes, .notAccounts, .otherKey("a\u{1B}", .password),
    .foreignHash("{\u{1B}}"), .bareHash, .doubledDollars, .noColon, .shadow,
    .noHeader,
    .columns(found: 1, expected: 2), .strayQuote, .spaceBeforeQuote, .openQuote, .yaml(.tab),
    .yaml(.indentation), .yaml(.beyond),
    .yaml(.noColon), .yaml(.openQuote), .yaml(.escape), .yaml(.behindValue), .yaml(.notBoolean),
    .yaml(.keyTwice("a\u{1B}")), .yaml(.notMap("a\u{1B}")), .yaml(.noUsers),
    .rule(Problem(.field(.email), .field(.required))),
    .rule(Problem(.key("a\u{1B}"), .column(.knownKey(near: nil)))),
    .rule(Problem(.key(""), .column(.present(near: "a b")))),
  ]
  static let obstacles: [ExportObstacle] = [
    .closed(nil), .closed(Problem(.field(.email), .field(.required))), .scheme("\u{1B}"),
    .brokenHash,
    .commentSign, .nameForReader("caddy"), .colon, .nameTaken("a\u{1B}"),
    .recordTooLong(256, maximum: 255), .typedTooLong,
    .phoneSigns, .emptyName, .ownKey("a\u{1B}"), .sameGroup("a\u{1B}"),
  ]

  @Test("are one message in one style, whatever a text contains")
  func style() {
    for words in (Self.faults.map(\.message) + Self.obstacles.map(\.message)).flatMap(\.all) {
      #expect(
        words.first?.isUppercase == false && words.last != "." && !words.contains("\n"), "\(words)")
      #expect(!words.contains("\u{1B}"), "\(words)")
    }
    for name in Self.faults.map(\.name) + Self.obstacles.map(\.name) {
      #expect(!name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber }, "\(name)")
    }
  }
}
