import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument

/// Accounts that get another name and another password at once, beside a removal, and invitations
/// that a side takes out.
@Suite struct ReplacedMergeTests {
  private static func hash(_ number: Int) -> String { "$y$jBT$h\(number)" }

  private static func one(_ name: String, _ number: Int, _ more: String = "") -> String {
    #"{"email": "\#(name)@host.com", "password": "\#(hash(number))"\#(more)}"#
  }

  private static func text(_ accounts: [String], _ rules: String = #""register""#) -> String {
    FieldMergeTests.whole(accounts.joined(separator: ", "), rules: rules)
  }

  private static let ada = one("ada", 1)
  private static let eve = one("eve", 2)
  private static let zoe = one("zoe", 3)

  /// The sign that it is the same account, the base, and a side in which it was replaced.
  private static let replaced: [(String, [String], [String])] = [
    ("its place between two", [ada, eve, zoe], [ada, one("kim", 9), zoe]),
    ("its place at the end, with all else the same", [ada, eve], [ada, one("kim", 9)]),
    ("its place alone", [eve], [one("kim", 9)]),
    (
      "an own key", [one("eve", 2, #", "x-n": 7"#), ada, zoe],
      [ada, zoe, one("kim", 9, #", "x-n": 7, "groups": ["a"]"#)]
    ),
    (
      "a person's name", [one("eve", 2, #", "firstName": "E", "lastName": "V""#), ada],
      [ada, one("kim", 9, #", "firstName": "E", "lastName": "V", "x-club": 1"#)]
    ),
    (
      "an invitation in its place", [ada, eve, zoe],
      [ada, one("kim", 9, #", "invitedUntil": "2026-06-20""#), zoe]
    ),
    (
      "a lock for a password", [ada, #"{"email": "eve@host.com", "password": "*"}"#, zoe],
      [ada, #"{"email": "kim@host.com", "password": "*"}"#, zoe]
    ),
    (
      "one of two with a shared name", [eve, one("eve", 3), ada],
      [one("eve", 9), one("eve", 3), ada]
    ),
  ]

  @Test("a removal meets an account with another name and another password", arguments: replaced)
  func removed(rule: String, base: [String], side: [String]) throws {
    // The account that the side lacks.
    let gone = try #require(base.first { !side.contains($0) })
    let other = base.filter { $0 != gone }
    for rules in [#""register""#, #""albums""#] {
      let texts = (Self.text(side, rules), Self.text(other))
      for (mine, theirs) in [(texts.0, texts.1), (texts.1, texts.0)] {
        let merge = try FieldMergeTests.merge(Self.text(base), mine, theirs)
        #expect(!merge.isClean, "\(rule)")
      }
    }
    // A change of one side alone is taken.
    let taken = try FieldMergeTests.merge(Self.text(base), Self.text(base), Self.text(side))
    #expect(taken.isClean && taken.document.bytes.count == Self.text(side).utf8.count, "\(rule)")
  }

  @Test("a removal meets an account that took another's name, if an own key tells it")
  func tookName() throws {
    let bob = Self.one("bob", 2, #", "x-id": 2"#)
    let base = Self.text([Self.one("ada", 1, #", "x-id": 1"#), bob])
    // Bob has another name, and Ada has Bob's, and another password.
    let side = Self.text([
      Self.one("bob2", 2, #", "x-id": 2"#), Self.one("bob", 9, #", "x-id": 1"#),
    ])
    for (mine, theirs) in [(Self.text([bob]), side), (side, Self.text([bob]))] {
      let merge = try FieldMergeTests.merge(base, mine, theirs)
      #expect(!merge.isClean && !merge.accountConflicts.isEmpty)
    }
    #expect(try FieldMergeTests.merge(base, base, side).isClean)
  }

  @Test("two who invited the same account anew under two names are in conflict")
  func both() throws {
    func side(_ name: String, _ number: Int) -> String {
      Self.text([Self.ada, Self.one(name, number, #", "invitedUntil": "2026-06-20""#), Self.zoe])
    }
    let base = Self.text([Self.ada, Self.eve, Self.zoe])
    #expect(try !FieldMergeTests.merge(base, side("kim", 8), side("kay", 9)).isClean)
  }

  @Test("somebody else who comes to the end is no one whom both removed")
  func somebodyElse() throws {
    let base = Self.text([Self.ada, Self.one("eve", 2, #", "firstName": "E""#)])
    let new = Self.text([Self.ada, Self.one("kim", 9, #", "firstName": "K""#)])
    #expect(try FieldMergeTests.merge(base, Self.text([Self.ada]), new).isClean)
  }

  @Test("an invitation that one side took out alone is a conflict, unless the code went with it")
  func codes() throws {
    let invited = Self.one("ada", 1, #", "invitedUntil": "2026-06-20""#)
    let base = Self.text([invited])
    for password in [Self.hash(1), "!" + Self.hash(1), "*", Self.hash(5)] {
      let side = Self.text([#"{"email": "ada@host.com", "password": "\#(password)"}"#])
      for merge in [
        try FieldMergeTests.merge(base, base, side), try FieldMergeTests.merge(base, side, base),
      ] {
        let isCode = password.hasSuffix(Self.hash(1))
        #expect(merge.accountConflicts.map(\.reason) == (isCode ? [.codeAsPassword] : []))
      }
    }
    // Its end takes access away.
    let ended = Self.text([#"{"email": "ada@host.com", "password": "*"}"#])
    let grouped = Self.text([
      Self.one("ada", 1, #", "invitedUntil": "2026-06-20", "groups": ["a"]"#)
    ])
    #expect(try !FieldMergeTests.merge(base, ended, grouped).isClean)
  }

  /// A long run makes twenty thousand.
  private static let triples = rounds(200)

  @Test("of random people none comes back whom a side removed, and nobody is let in by a merge")
  func random() throws {
    var dice = Dice(77)
    var (clean, last) = (0, 0)
    func new() -> Int {
      last += 1
      return last
    }
    func person(_ n: Int) -> [String: String] {
      ["x-n": "\(n)", "email": "e\(new())@host.com", "password": Self.hash(new())]
    }
    func file(_ people: [[String: String]]) -> String {
      Self.text(
        people.map { one in
          let members = one.sorted { $0.key < $1.key }.map { key, value in
            key == "x-n" ? "\"x-n\": \(value)" : "\"\(key)\": \"\(value)\""
          }
          return "{\(members.joined(separator: ", "))}"
        })
    }
    for round in 0..<Self.triples {
      let base = (0..<3 + dice.below(3)).map { person($0) }
      func changed() -> [[String: String]] {
        var side = base
        for _ in 0...dice.below(2) where !side.isEmpty {
          let index = dice.below(side.count)
          switch dice.below(6) {
          case 0: side.remove(at: index)
          case 1:
            side[index]["email"] = "e\(new())@host.com"
            side[index]["password"] = Self.hash(new())
          case 2:
            side[index]["email"] = "e\(new())@host.com"
            side[index]["password"] = Self.hash(new())
            side[index]["invitedUntil"] = "2026-06-20"
          case 3: side[index]["firstName"] = dice.pick(["A", "B"])
          case 4:
            side[index]["invitedUntil"] = "2026-06-20"
            side[index]["password"] = Self.hash(new())
          default: side[index]["disabled"] = "left"
          }
        }
        return side
      }
      let (mine, theirs) = (changed(), changed())
      let merge = try FieldMergeTests.merge(file(base), file(mine), file(theirs))
      guard merge.isClean else { continue }
      clean += 1
      let merged = try FieldMergeTests.file(String(decoding: merge.document.bytes, as: UTF8.self))
      let rows = merged.rows.map { merged.document.literal($0) }
      var seen: Set<String> = []
      for case .object(let members)? in rows {
        func text(_ key: String) -> String? {
          guard let value = members.first(where: { $0.key == key })?.value else { return nil }
          if case .string(let text) = value { return text }
          return value.text(style: .compact)
        }
        let n = try #require(text("x-n"))
        #expect(seen.insert(n).inserted, "round \(round): two of one person")
        for side in [mine, theirs] {
          let isThere = side.contains { $0["x-n"] == n }
          #expect(isThere, "round \(round): a removal was lost")
        }
        let sides = [mine, theirs].compactMap { side in side.first { $0["x-n"] == n } }
        let isKnown = sides.contains { side in
          side["password"] == text("password") && side["invitedUntil"] == text("invitedUntil")
        }
        #expect(isKnown, "round \(round): a password with another day")
        let isOff = sides.contains { $0["disabled"] != nil }
        #expect(!isOff || text("disabled") != nil, "round \(round): let in")
      }
    }
    #expect(clean > Self.triples / 5, "\(clean)")
  }
}
