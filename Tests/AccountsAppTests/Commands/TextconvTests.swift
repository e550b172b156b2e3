import LosslessJSON
import TestSupport
import Testing

@testable import AccountsApp

@Suite struct TextconvTests {
  let home = Home()

  private func textconv(_ bytes: [UInt8], _ name: String = "blob") async throws -> Ran {
    try home.write(bytes: bytes, to: name)
    // Not the repository that the tests are in.
    return await home.run("textconv \(home.documents)/\(name)", setting: Self.nowhere)
  }

  private static var nowhere: Setting {
    var setting = Setting()
    setting.environment["GIT_DIR"] = "/nonexistent"
    return setting
  }

  @Test("passwords are masked, and all else is printed as it is")
  func masks() async throws {
    let text =
      "{ \"rules\" : {\"fields\":{\"password\":{\"characters\":9}}},\r\n\t\"accounts\" :"
      + " [{\"password\":\"x\\n\",\"email\":\"a\"}] }"
    let ran = try await textconv(Array(text.utf8))
    #expect(ran.exit == 0 && ran.err.isEmpty)
    #expect(ran.out == text.replacing("x\\n", with: "********"))
  }

  @Test("what steers a terminal or reorders a line is escaped, as in messages")
  func escapes() async throws {
    let long = String(repeating: "é", count: 40_000)
    let ran = try await textconv(
      Array("[{\"a\": \"\u{9B}31m\u{202E}x\u{2028}\u{7F}é\"},\r\n\t\"\(long)\",\r1]\n".utf8))
    #expect(
      ran.out
        == "[{\"a\": \"\\u{9B}31m\\u{202E}x\\u{2028}\\u{7F}é\"},\r\n\t\"\(long)\",\\u{D}1]\n")
    let broken = try await textconv(Array("{\"\u{9B}x\": tru".utf8))
    #expect(broken.exit == 0 && !broken.out.unicodeScalars.contains("\u{9B}"))
  }

  @Test("a text that is not JSON ends at the error, exit 0; one that cannot be read is an error")
  func broken() async throws {
    let ran = try await textconv(Array("{\"email\": \"a\", \"password\": hunter2, \"n\": 1".utf8))
    #expect(ran.exit == 0)
    #expect(
      ran.out
        == "{\"email\": \"********\", \"password\": \n"
        + "not JSON from 1:28 on; the rest is not shown\n")
    #expect(try await textconv([]).out == "")
    #expect(await home.run("textconv \(home.documents)/missing").exit == 74)
    #expect(await home.run("textconv").exit == 64)
  }

  @Test("nothing of a password is seen in files that are broken anywhere", arguments: UInt64(0)..<6)
  func random(seed: UInt64) async throws {
    var dice = Dice(seed)
    for _ in 0..<60 {
      let sample = Sample(&dice)
      let name = sample.hasComments ? "blob.jsonc" : "blob"
      let clean = try await textconv(sample.bytes, name).out
      var bytes = sample.bytes
      for _ in 0..<(dice.below(3) == 0 ? 3 : 1) { Sample.breakUp(&bytes, &dice) }
      let shown = try await textconv(bytes, name).out
      let lines = SourceLines(bytes, dialect: JSONDialect(ofFile: name)).quotes(
        at: (0..<20).map { _ in
          JSONPlace(line: dice.below(40) + 1, column: dice.below(120) + 1)
        }, columns: 60 + dice.below(200))
      let quotes = lines.compactMap { $0?.text }.joined(separator: "\n")
      for piece in sample.pieces where !clean.contains(piece) {
        #expect(!shown.contains(piece), "\(String(decoding: bytes, as: UTF8.self))")
        #expect(!quotes.contains(piece), "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}

/// Accounts with passwords of all kinds.
private struct Sample {
  let bytes: [UInt8]
  let hasComments: Bool
  /// Every four bytes in a row of the passwords as they are in the file.
  let pieces: Set<String>

  init(_ dice: inout Dice) {
    var passwords: [[UInt8]] = []
    let accounts = (0..<3).map { number in
      let text = Self.password(&dice)
      let literal: JSONLiteral =
        switch dice.below(8) {
        case 0: .number("\(dice.below(90_000_000) + 10_000_000)")
        case 1: .array([.string(text)])
        default: .string(text)
        }
      passwords.append(Array(literal.bytes(style: .compact).drop { "[\"".utf8.contains($0) }))
      return JSONLiteral.object([
        .init("email", .string("a\(number)@x.org")), .init("password", literal),
        .init("groups", .array([.string("g"), .string("")])), .init("n", .number("5")),
      ])
    }
    let styles: [JSONStyle] = [.pretty, .oneLine, .compact]
    let text = JSONLiteral.object([
      .init("regapp", .number("1")), .init("accounts", .array(accounts)),
    ]).text(style: dice.pick(styles))
    hasComments = dice.below(2) == 0
    if hasComments {
      // Behind each account, one that was commented out.
      let commented = text.split(separator: "}", omittingEmptySubsequences: false).map { part in
        let old = JSONLiteral.string(Self.password(&dice).replacing("*/", with: ""))
          .text(style: .compact)
        passwords.append(Array(old.utf8.dropFirst()))
        let comment = #"{"email": "a@x.org", "password": \#(old)}"#
        return part + (dice.below(2) == 0 ? "/* \(comment) */" : " // \(comment)\n")
      }
      bytes = Array(commented.joined(separator: "}").utf8)
    } else {
      bytes = Array(text.utf8)
    }
    var pieces: Set<String> = []
    for password in passwords {
      // Without what closes a list or a string.
      let secret = password.last == UInt8(ascii: "]") ? password.dropLast(2) : password[...]
      let end = secret.last == UInt8(ascii: "\"") ? secret.endIndex - 1 : secret.endIndex
      for start in secret.startIndex..<Swift.max(secret.startIndex, end - 3) {
        if let piece = String(validating: secret[start..<start + 4], as: UTF8.self) {
          pieces.insert(piece)
        }
      }
    }
    self.pieces = pieces
  }

  private static func password(_ dice: inout Dice) -> String {
    let signs = Array("abcxyzABC0123456789 \",:{}[]\\/*'#<>=|-.é$\n")
    let kind = dice.below(4)
    return String(
      (0..<6 + dice.below(12)).map { _ in
        kind == 0 ? dice.pick(Array("0123456789")) : dice.pick(signs)
      })
  }

  /// Makes a mistake: cut, a byte flipped, a quote removed, a byte too many, a line broken.
  static func breakUp(_ bytes: inout [UInt8], _ dice: inout Dice) {
    guard bytes.count > 8 else { return }
    let place = dice.below(bytes.count)
    switch dice.below(6) {
    case 0: bytes.removeSubrange(place...)
    case 1: bytes[place] = UInt8(dice.below(256))
    case 2: bytes[place] ^= 1 << UInt8(dice.below(8))
    case 3:
      let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
      if !quotes.isEmpty { bytes.remove(at: dice.pick(quotes)) }
    case 4: bytes.insert(dice.pick(Array("\"\n\\,{:'/*".utf8)), at: place)
    default: bytes.remove(at: place)
    }
  }
}
