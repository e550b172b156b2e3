import AccountsSupport
import Testing

@testable import Accounts

@Suite("An email address") struct EmailAddressTests {
  private static let longLabel = String(repeating: "a", count: 63)
  private static let longPerson = String(repeating: "a", count: 64)
  /// 254 characters in all.
  private static let longest =
    longPerson + "@" + longLabel + "." + longLabel + "." + String(repeating: "a", count: 58)
    + ".co"

  @Test(
    "is a dot-atom, an @ and a host of two labels or more",
    arguments: [
      "mario.balotelli@gmail.com", "abc@mail.co.uk", "abc@a.bcd.com", "a@b.co", "A@B.CO",
      "ada+tag@example.com", "a.b.c@example.com", "a-b_c@example.com", "-a-@example.com",
      "_@example.com", "1@2.a4", "!#$%&'*+-/=?^_`{|}~@example.com", "ada@my-host.example.com",
      "ada@a--b.com", "ada@xn--bcher-kva.example", "ada@1.example.com", "ada@127.0.0.x1",
      "ada@sub.sub.sub.example.com", "ada@example.c-m", "ada@example.museum",
      "a@\(longLabel).com", "\(longPerson)@b.co", longest,
    ])
  func accepts(text: String) throws {
    #expect(try EmailAddress(text).text == text)
  }

  @Test(
    "is rejected with what is wrong with it",
    arguments: [
      // Spaces and other scripts.
      ("", EmailAddress.Fault.noAt),
      (" ada@example.com", .space),
      ("ada@example.com ", .space),
      ("ada lovelace@example.com", .space),
      ("ada@exam ple.com", .space),
      ("ada\u{A0}@example.com", .space),
      ("аda@example.com", .notASCII("а")),
      ("ada@exämple.com", .notASCII("ä")),
      ("ada@example.com。", .notASCII("。")),
      ("ada＠example.com", .notASCII("＠")),
      ("ada@example.co\u{301}m", .notASCII("o\u{301}")),
      // The @.
      ("ada", .noAt),
      ("ada.example.com", .noAt),
      ("@", .nothingBeforeAt),
      ("@example.com", .nothingBeforeAt),
      ("ada@", .nothingAfterAt),
      ("a@b@c.de", .secondAt),
      ("ada@@example.com", .secondAt),
      // Before it.
      ("a..b@mail.ru", .dotBeforeAt),
      (".a@mail.ru", .dotBeforeAt),
      ("a.@mail.ru", .dotBeforeAt),
      (".@mail.ru", .dotBeforeAt),
      ("a,b@mail.ru", .characterBeforeAt(",")),
      ("a\"b@mail.ru", .characterBeforeAt("\"")),
      ("a(b)@mail.ru", .characterBeforeAt("(")),
      ("a<b@mail.ru", .characterBeforeAt("<")),
      ("a\\b@mail.ru", .characterBeforeAt("\\")),
      ("a:b@mail.ru", .characterBeforeAt(":")),
      ("a;b@mail.ru", .characterBeforeAt(";")),
      ("a[b@mail.ru", .characterBeforeAt("[")),
      // After it.
      ("a@b", .noDotAfterAt),
      ("a@localhost", .noDotAfterAt),
      ("a@b..co", .emptyLabel),
      ("a@.b.co", .emptyLabel),
      ("a@b.co.", .emptyLabel),
      ("a@.", .emptyLabel),
      ("a@-b.co", .hyphenAtLabelEdge),
      ("a@b-.co", .hyphenAtLabelEdge),
      ("a@b.-co", .hyphenAtLabelEdge),
      ("a@b.co-", .hyphenAtLabelEdge),
      ("abc@abc.--", .hyphenAtLabelEdge),
      ("a@b_c.co", .characterInHost("_")),
      ("a@b+c.co", .characterInHost("+")),
      ("a@[127.0.0.1]", .characterInHost("[")),
      ("a@b.c/o", .characterInHost("/")),
      ("a@b.c", .shortLastLabel),
      ("a@b.co.u", .shortLastLabel),
      ("a@192.168.0.10", .lastLabelWithoutLetter),
      ("a@b.123", .lastLabelWithoutLetter),
      ("a@b.1-2", .lastLabelWithoutLetter),
      // Lengths.
      ("\(longPerson)a@b.co", .tooLong(part: .beforeAt, maximum: 64)),
      ("a@\(longLabel)a.com", .tooLong(part: .label, maximum: 63)),
      (longest + "m", .tooLong(part: .whole, maximum: 254)),
    ])
  func refuses(text: String, fault: EmailAddress.Fault) {
    #expect(broken { () throws(FieldRule) in try EmailAddress(text) } == .address(fault))
  }

  @Test(
    "reports a character that is never printed, wherever it is",
    arguments: [
      ("ada@example.com\n", "\n"), ("ada@example.com\r\n", "\r"), ("ada\t@example.com", "\t"),
      ("a\u{0}b@mail.ru", "\u{0}"), ("a\u{1B}b@mail.ru", "\u{1B}"), ("a\u{7F}b@mail.ru", "\u{7F}"),
      ("a@mail\u{202E}.ru", "\u{202E}"),
    ] as [(String, Unicode.Scalar)])
  func refusesControls(text: String, scalar: Unicode.Scalar) {
    let rule = broken { () throws(FieldRule) in try EmailAddress(text) }
    #expect(rule == .noControlCharacters(scalar))
  }

  @Test("compares ASCII letters without case, and nothing else")
  func keyIsASCII() {
    #expect(AccountName("ADA@Ä.COM").key == "ada@Ä.com")
    #expect(AccountName("K\u{212A}").key == "k\u{212A}")
    #expect(AccountName("[\\]^_`{|}~").key == "[\\]^_`{|}~")
  }
}
