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

  fileprivate func masked(_ text: String, isJSON: Bool? = nil) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var end = 0
    forEach(in: bytes, isJSON: isJSON ?? Self.isJSON(bytes, dialect: .json)) { secret in
      #expect(secret.lowerBound >= end && !secret.isEmpty)
      result += bytes[end..<secret.lowerBound] + Array("***".utf8)
      end = secret.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
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
    #expect(JSONSecrets.ofTests.masked(text) == masked)
  }

  @Test(
    "of any other text, only names, known words and what is no string in its place are shown",
    arguments: [
      (
        #"{"email": "a", "n": 1, "b": true "c": null}"#,
        #"{"email": "***", "n": 1, "b": true "c": null}"#
      ),
      (#"{"a": "x"#, #"{"a": "***"#),
      (#"{"a": "x\""#, #"{"a": "***"#),
      (#"{"a": "x\"#, #"{"a": "***"#),
      ("{\"a\": \"x\n1234\", \"b\": 2\n\"c\": 3", "{\"a\": \"***\n***\n\"c\": 3"),
      ("{\"a\": \"x\r1234\"", "{\"a\": \"***\r***"),
      (#"{"password": x1234", "b": 1}"#, #"{"password": ***"#),
      (#"{"password": 1234", "b": 1}"#, #"{"password": ***"#),
      (#"{"password: "1234", "b": "c"}"#, #"{"***"***"#),
      (#"{password": "1234", "b": "c"}"#, #"{***"#),
      (#"{"password" "1234"}"#, #"{"***" "***"***"#),
      (#"{"password": "1234": "b"}"#, #"{"password": "***":***"#),
      (#"{"a": True, "b": 2,}x"#, #"{"a": ***, "b": 2,}***"#),
      (
        #"{"a": 01, "b": nul, "c": 0x1F, "d": -1.5e3,}"#,
        #"{"a": ***, "b": ***, "c": ***, "d": -1.5e3,}"#
      ),
      (#"["bcrypt", "x", 5, null,]"#, #"["bcrypt", "***", 5, null,]"#),
      (
        "{\"a\": 1, // x \"y\": 2\n \"b\": 3 /* z\n z */\n, }}",
        "{\"a\": 1, // ***\n \"b\": 3 /* ***\n *** */\n, }}"
      ),
      (#"{"password": [1234, 5, "x"], "n": 6,}"#, #"{"password": ***"#),
      ("{\"password\": [\n1234,\n\"x\"\n],,}", "{\"password\": [\n***,\n\"***\"\n],,***"),
      ("{\"password\": [\n\"x\" :\n],}", "{\"password\": [\n\"***\" :\n]***"),
      (#"{"password": {},{},[]", "n": 6}"#, #"{"password": ***"#),
      (#"{"email", "password": "x"}"#, #"{"email", "password": "***"}"#),
      (#"{"n: ", "password": "}{}{},"}"#, #"{"***", "password": "***"}"#),
      (#"{"n: "{}[]{}", "x": 1}"#, #"{"***"***"#),
      (#"{"password: 1234", 5}"#, #"{"***"***"#),
      (#"{"password": {"cost": 9, "x": 1234},}"#, #"{"password": {"cost": 9, "***": ***},}"#),
      (
        "{\n<<<<<<< x\n\"a\": 1\n=======\n\"a\": 2\n>>>>>>> y\n}",
        "{\n<<<<<<<***\n\"a\": 1\n=======\n\"a\": 2\n>>>>>>>***\n}"
      ),
      (#"{'password': 'x', "b": 1}"#, #"{***"#),
      (
        #"{"rules": {"name": "x", "hash": "bcrypt"},}"#,
        #"{"rules": {"name": "***", "hash": "bcrypt"},}"#
      ),
      (#"{"a": 1}}, 1234"#, #"{"a": 1}}***"#),
      ("", ""), (" ", " "), ("\"", "\""), ("\\", "***"), ("/", "***"), ("/*", "/*"),
    ])
  func broken(text: String, masked: String) {
    #expect(JSONSecrets.ofTests.masked(text) == masked)
  }

  @Test("in a comment of a text that may have some, the line is hidden behind a secret's name")
  func comments() {
    let text = """
      { // the password is hashed
        // "password": "old",
        "email": /* "pass" : 1 */ "a" /* "b": "c" */
      }
      """
    let masked = """
      { // the password is hashed
        // "password": ***
        "email": /* "pass" : *** */ "a" /* "b": "c" */
      }
      """
    #expect(JSONSecrets.ofTests.masked(text, isJSON: true) == masked)
  }

  @Test("a colon behind a comment makes a name of a string")
  func commentBeforeColon() {
    let secrets = JSONSecrets.ofTests
    #expect(
      secrets.masked(#"{"password" /* */ : "x"}"#, isJSON: true) == #"{"password" /* */ : "***"}"#)
    #expect(secrets.masked(#"{"password" /* */ : 12}"#).hasSuffix(": ***}"))
  }

  @Test("any bytes are scanned to their end", arguments: UInt64(0)..<4, [true, false])
  func anyBytes(seed: UInt64, isJSON: Bool) {
    var dice = Dice(seed)
    let likely = Array("{}[],:\"\\/*-1truepassword \n\r<".utf8) + [0x00, 0x80, 0xC3, 0xFF]
    for _ in 0..<2_000 {
      let bytes = (0..<dice.below(60)).map { _ in dice.pick(likely) }
      var end = 0
      JSONSecrets.ofTests.forEach(in: bytes, isJSON: isJSON) { secret in
        #expect(secret.lowerBound >= end && secret.upperBound <= bytes.count && !secret.isEmpty)
        end = secret.upperBound
      }
    }
  }
}
