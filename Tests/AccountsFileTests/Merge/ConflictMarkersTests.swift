import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument

/// Git's markers are around the lines of what is in conflict.
@Suite struct ConflictMarkersTests {
  private static func text(_ accounts: [[String]]) -> String {
    let rows = accounts.map {
      "    {\n" + $0.map { "      \($0)" }.joined(separator: ",\n") + "\n    }"
    }
    return "{\n  \"rules\": \"register\", \"accounts\": [\n" + rows.joined(separator: ",\n")
      + "\n  ]\n}\n"
  }

  private static let ada = [#""email": "ada@host.com""#, #""password": "$y$jBT$a""#]

  private func marked(_ before: String, _ mine: String, _ theirs: String) throws -> String {
    let merge = try FieldMergeTests.merge(before, mine, theirs)
    return String(decoding: merge.marked(), as: UTF8.self)
  }

  @Test("a field is marked alone, and the rest is merged")
  func marksField() throws {
    let before = Self.text([
      Self.ada + [#""x-club": 1"#, #""x-size": 1"#], [#""email": "eva@host.com""#],
    ])
    let mine = Self.text([
      Self.ada + [#""x-club": 2"#, #""x-size": 1"#], [#""email": "eva@host.com""#],
    ])
    let theirs = Self.text([
      Self.ada + [#""x-club": 3"#, #""x-size": 2"#],
      [#""email": "eva@host.com""#, #""x-club": 5"#],
    ])
    #expect(
      try marked(before, mine, theirs) == """
        {
          "rules": "register", "accounts": [
            {
              "email": "ada@host.com",
              "password": "$y$jBT$a",
        <<<<<<< ours
              "x-club": 2,
        =======
              "x-club": 3,
        >>>>>>> theirs
              "x-size": 2
            },
            {
              "email": "eva@host.com",
              "x-club": 5
            }
          ]
        }

        """)
  }

  @Test("an account on one line is marked whole, with the ends of lines that the file has")
  func marksLine() throws {
    func text(_ club: Int) -> String {
      "{\"rules\": \"register\", \"accounts\": [\r\n  {\"email\": \"a\", \"x-club\": \(club)},\r\n  {\"email\": \"b\"}\r\n]}"
    }
    #expect(
      try marked(text(1), text(2), text(3))
        == "{\"rules\": \"register\", \"accounts\": [\r\n<<<<<<< ours\r\n  {\"email\": \"a\", \"x-club\": 2},\r\n=======\r\n"
        + "  {\"email\": \"a\", \"x-club\": 3},\r\n>>>>>>> theirs\r\n  {\"email\": \"b\"}\r\n]}")
  }

  @Test("a value on several lines is marked whole")
  func marksList() throws {
    func text(_ groups: String...) -> String {
      let list = groups.map { "\n        \"\($0)\"" }.joined(separator: ",")
      return Self.text([Self.ada + ["\"groups\": [\(list)\n      ]", #""x-club": 1"#]])
    }
    #expect(
      try marked(text("a"), text("a", "b", "c"), text("a", "d", "c")) == """
        {
          "rules": "register", "accounts": [
            {
              "email": "ada@host.com",
              "password": "$y$jBT$a",
        <<<<<<< ours
              "groups": [
                "a",
                "b",
                "c"
              ],
        =======
              "groups": [
                "a",
                "d",
                "c"
              ],
        >>>>>>> theirs
              "x-club": 1
            }
          ]
        }

        """)
  }

  @Test("either side alone is the text of that side")
  func sidesAreWhole() throws {
    var dice = Dice(3)
    for _ in 0..<100 {
      func side() -> String {
        Self.text(
          (0..<5).filter { _ in dice.below(6) > 0 }.map { number in
            [#""email": "p\#(number)@host.com""#, #""password": "$y$jBT$a""#]
              + ["x-club", "x-size"].compactMap { key in
                let value = dice.below(4)
                return value == 0 ? nil : "\"\(key)\": \(value)"
              }
          })
      }
      let merge = try FieldMergeTests.merge(side(), side(), side())
      let text = String(decoding: merge.marked(size: 9), as: UTF8.self)
      for (isMine, document) in [(true, merge.document), (false, merge.other)] {
        #expect(
          Self.resolved(text, size: 9, isMine: isMine)
            == String(decoding: document.bytes, as: UTF8.self))
      }
    }
  }

  /// A text with one side of each conflict.
  static func resolved(_ text: String, size: Int, isMine: Bool) -> String {
    var lines: [Substring] = []
    var side: Bool?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      func begins(with sign: Character) -> Bool {
        line.hasPrefix(String(repeating: sign, count: size))
      }
      if begins(with: "<") {
        side = true
      } else if begins(with: "=") {
        side = false
      } else if begins(with: ">") {
        side = nil
      } else if side == nil || side == isMine {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test("each of many conflicts has its own markers")
  func manyConflicts() throws {
    let count = 500
    func text(_ value: Int) -> String {
      Self.text((0..<count).map { [#""email": "p\#($0)@host.com""#, "\"x-club\": \(value)"] })
    }
    let merge = try FieldMergeTests.merge(text(1), text(2), text(3))
    #expect(merge.accountConflicts.count == count)
    let marked = String(decoding: merge.marked(), as: UTF8.self)
    #expect(marked.split(separator: "\n").count { $0 == "=======" } == count)
  }
}
