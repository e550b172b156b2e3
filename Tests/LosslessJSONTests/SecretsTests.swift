import LosslessJSON
import TestSupport
import Testing

extension JSONSecrets {
  /// A few words, as a rulebook might have them.
  fileprivate static let ofTests = JSONSecrets(openMember: "rules") { word in
    switch word {
    case "password", "pass": .secret
    case "hash": .setting
    case "email", "cost", "bcrypt", "rules": .known
    default: .other
    }
  }

  /// The part of a text that may be shown.
  fileprivate func masked(_ bytes: [UInt8], _ dialect: JSONDialect = .json) -> String {
    let (ranges, error) = hidden(in: bytes, dialect: dialect)
    let limit = error?.offset ?? bytes.count
    var result: [UInt8] = []
    var end = 0
    for secret in ranges {
      #expect(secret.lowerBound >= end && secret.upperBound <= limit && !secret.isEmpty)
      result += bytes[end..<secret.lowerBound] + Array("***".utf8)
      end = secret.upperBound
    }
    return String(decoding: result + bytes[end..<limit], as: UTF8.self)
  }
}

@Suite struct SecretsTests {
  @Test(
    "of JSON, only secrets are hidden",
    arguments: [
      (#"{"email": "a", "password": "x"}"#, #"{"email": "a", "password": "***"}"#),
      (#"{"password":"x\"y\\","b":"z"}"#, #"{"password":"***","b":"z"}"#),
      (#"{"passwor\u0064": "x"}"#, #"{"passwor\u0064": "***"}"#),
      ("{\"password\" :\n\t\"x\"}", "{\"password\" :\n\t\"***\"}"),
      (#"{"password": ""}"#, #"{"password": ""}"#),
      (#"{"password": 12345678}"#, #"{"password": ***}"#),
      (#"{"password": null, "n": 1}"#, #"{"password": null, "n": 1}"#),
      (
        #"{"password": ["x", 1, ["y"]], "n": "z"}"#,
        #"{"password": ["***", ***, ["***"]], "n": "z"}"#
      ),
      (
        #"{"password": {"x": "y", "n": 1, "cost": 9}, "m": "z"}"#,
        #"{"password": {"***": "***", "***": ***, "cost": 9}, "m": "z"}"#
      ),
      (#"{"hash": "bcrypt", "a": {"hash": "x"}}"#, #"{"hash": "bcrypt", "a": {"hash": "***"}}"#),
      (#"{"rules": {"password": {"file": "x"}}}"#, #"{"rules": {"password": {"file": "x"}}}"#),
      (#"{"a": {"rules": {"password": "x"}}}"#, #"{"a": {"rules": {"password": "***"}}}"#),
      (#"[{"rules": {"password": "x"}}]"#, #"[{"rules": {"password": "***"}}]"#),
      (#"["password", "x"]"#, #"["password", "x"]"#),
      (#"{"a": "password", "b": "x"}"#, #"{"a": "password", "b": "x"}"#),
      (#"{"password": "x", "password": "y"}"#, #"{"password": "***", "password": "***"}"#),
      (#"{"note": "<<<<<<< a", "$": "$2b$x"}"#, #"{"note": "<<<<<<< a", "$": "$2b$x"}"#),
    ])
  func json(text: String, masked: String) {
    #expect(JSONSecrets.ofTests.masked(Array(text.utf8)) == masked)
  }

  @Test(
    "of any other text, only keys are shown, and nothing behind the place of the error",
    arguments: [
      (
        #"{"email": "a", "n": 1, "b": true "c": null}"#,
        #"{"email": "***", "n": ***, "b": *** "#
      ),
      (#"{"a": "x"#, #"{"a": "***"#), (#"{"a": "x\""#, #"{"a": "***""#),
      (#"{"a": "x\"#, #"{"a": "***"#), (#"{"a": "x\qy"}"#, #"{"a": "***"#),
      ("{\"a\": \"x\n1234\", \"b\": 2", "{\"a\": \"***"),
      (#"{"password": x1234", "b": 1}"#, #"{"password": "#),
      (#"{"password\u003a x1234": "x", y"#, #"{"***": "***", "#),
      (#"{"password": 1234", "b": 1}"#, #"{"password": ***"#),
      (#"{"password: "1234", "b": "c"}"#, #"{"***""#),
      (#"{password": "1234", "b": "c"}"#, "{"),
      (#"{"password" "1234"}"#, #"{"***" "#), (#"{"password", "1234": 5}"#, #"{"***""#),
      (#"{"password": "1234": "b"}"#, #"{"password": "***""#),
      (#"["1234": 5]"#, #"["***""#), (#"{"password: 1234": True}"#, #"{"***": "#),
      (#"{"a": [01]}"#, #"{"a": [***"#), (#"{"a": nul, "b": 1}"#, #"{"a": ***"#),
      (#"["bcrypt", "x", 5, null,]"#, #"["***", "***", ***, ***,"#),
      (#"{"rules": {"hash": "bcrypt"},}"#, #"{"rules": {"hash": "***"},"#),
      ("{\n<<<<<<< x\n\"a\": 1\n", "{\n"), (#"{"a": 1}}, 1234"#, #"{"a": ***}"#),
      (#"{"a" : "", "b":}"#, #"{"a" : "", "b":"#),
      ("{\"a\": 1, // x \"y\": 2\n", "{\"a\": ***, "), ("", ""), (" ", " "), ("\"", "\""),
      ("\\", ""), ("/", ""),
    ])
  func broken(text: String, masked: String) {
    #expect(JSONSecrets.ofTests.masked(Array(text.utf8)) == masked)
  }

  @Test(
    "nor are comments, where there may be some",
    arguments: [
      (
        "{\"a\": 1, // x \"y\": 2\n \"b\" /* s */: 3 /* z\n z */\n, }}",
        "{\"a\": ***, // ***\n \"b\" /* *** */: *** /* ***\n *** */\n, }"
      ),
      ("{\"a\": 1, /* x", "{\"a\": ***, "), ("//\n/**/}", "//\n/**/"),
    ])
  func brokenWithComments(text: String, masked: String) {
    #expect(JSONSecrets.ofTests.masked(Array(text.utf8), .withComments) == masked)
  }

  @Test("in a comment of a text that may have some, the line is hidden behind a secret's name")
  func comments() {
    let text = """
      { // the password is hashed
        // "password": "old",
        "email": /* "pass" : 1 */ "a" /* "b": "c" */
        /* password: x
           and more, pass=y */ // pass "z
      }
      """
    let masked = """
      { // the password ***
        // "password": ***
        "email": /* "pass" : *** */ "a" /* "b": "c" */
        /* password: ***
           and more, pass*** */ // pass ***
      }
      """
    #expect(JSONSecrets.ofTests.masked(Array(text.utf8), .withComments) == masked)
  }

  @Test("a comment may be before a colon, and escapes in one hide its line")
  func oddComments() {
    func masked(_ text: String) -> String {
      JSONSecrets.ofTests.masked(Array(text.utf8), .withComments)
    }
    #expect(masked(#"{"password" /* */ : "x"}"#) == #"{"password" /* */ : "***"}"#)
    #expect(masked("1 // \"p\\u0061ss\": \"x\"\n// n: 1") == "1 // ***\n// n: 1")
  }

  @Test("any bytes are scanned to their end", arguments: UInt64(0)..<4)
  func anyBytes(seed: UInt64) {
    var dice = Dice(seed)
    let likely = Array("{}[],:\"\\/*-1truepassword \n\r<".utf8) + [0x00, 0x80, 0xC3, 0xFF]
    for _ in 0..<2_000 {
      let bytes = (0..<dice.below(60)).map { _ in dice.pick(likely) }
      for dialect in [JSONDialect.json, .withComments] {
        _ = JSONSecrets.ofTests.masked(bytes, dialect)
      }
    }
  }
}
