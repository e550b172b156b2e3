import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("Hostile bytes") struct HostileBytesTests {
  @Test("random bytes are rejected, and never trap", arguments: HostileFile.allCases)
  func random(file: HostileFile) {
    var dice = Dice(1)
    for length in 0..<300 {
      let bytes = dice.bytes(length)
      #expect(file.brokenPromise(bytes) == nil, "\(bytes)")
    }
  }

  @Test("the samples are read", arguments: HostileFile.allCases)
  func samples(file: HostileFile) {
    for sample in file.samples { #expect(file.brokenPromise(sample) == nil) }
  }

  @Test(
    "a valid file with random mistakes is read or rejected, and never traps",
    arguments: HostileFile.allCases, UInt64(0)..<3)
  func mutations(file: HostileFile, seed: UInt64) {
    var dice = Dice(seed)
    let samples = file.samples
    for _ in 0..<400 {
      let bytes = dice.mutated(dice.pick(samples))
      if let broken = file.brokenPromise(bytes) {
        Issue.record("\(broken): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  /// A start, a piece repeated many times, an end.
  struct Size: Sendable, CustomTestStringConvertible {
    let start: String
    let piece: String
    let count: Int
    let end: String
    init(_ start: String, _ piece: String, _ count: Int, _ end: String = "") {
      (self.start, self.piece, self.count, self.end) = (start, piece, count, end)
    }
    var testDescription: String { "\(start)\(piece) × \(count) \(end)" }
    var bytes: [UInt8] { Array((start + String(repeating: piece, count: count) + end).utf8) }
  }

  static let sizes: [Size] = [
    Size("", "[", 100_000), Size("", "{\"a\":", 100_000), Size("", "[", 512, "[]"),
    Size("{\"accounts\":", "[", 100_000), Size("{\"changes\":", "{\"a\":", 100_000),
    Size("\"", "x", 100_000, "\""), Size("{\"email\":\"", "я", 30_000, "\"}"),
    Size("{\"email\":\"", "\\u0041", 9_000, "\"}"), Size("[", ",", 100_000),
    Size("[", "1,", 5_000, "1]"),
    Size("{\"rules\": \"register\", \"accounts\":[", "{},", 1_000, "{}]}"),
    Size("{\"rules\": \"register\", \"accounts\":[", "{\"email\":\"a@b.co\"},", 500, "{}]}"),
    Size("{", "\"email\":1,", 1_000, "\"a\":1}"), Size("{\"", "k", 20_000, "\":1}"),
    Size("{\"changes\":{", "\"phone\":{},", 2_000, "\"phone\":{}}}"),
    Size("{\"key\":[\"1\",\"2\"],\"failures\":{", "\"1\":[1,1],", 2_000, "\"2\":[1,1]}}"),
    Size("{\"fields\":{\"phone\":{\"mask\":\"", "*", 10_000, "\"}}}"),
    Size("{\"fields\":{\"phone\":{\"mask\":\"+", "1", 10_000, "*\"}}}"),
    Size("{\"fields\":{", "\"phone\":{},", 1_000, "\"email\":{}}}"), Size("", "\n", 100_000),
  ]

  @Test("great size and depth are handled quickly", arguments: HostileFile.allCases, sizes)
  func great(file: HostileFile, size: Size) {
    #expect(file.brokenPromise(size.bytes) == nil)
  }
}
