import AccountsSupport
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument

/// Merges of invitations, passwords, locks and days on both sides, with each choice between the
/// markers that a hand can make.
@Suite struct RandomAccessMergeTests {
  private static let merges = rounds(200)
  /// Rounds in which a choice once let somebody in.
  private static let found = [false: [7_187, 9_332], true: []]

  private typealias Person = [JSONLiteral.Member]

  /// Makes people and changes them as commands do.
  private struct Maker {
    var dice: Dice
    /// Whether people often get a name that others have, or something that closes an account.
    let isCrowded: Bool
    /// The hashes of the codes of all invitations.
    private(set) var codes: Set<String> = []
    private var last = 0

    init(_ dice: Dice, isCrowded: Bool) { (self.dice, self.isCrowded) = (dice, isCrowded) }

    private mutating func hash() -> String {
      last += 1
      return "$6$rounds=1000$\(10_000_000 + last)$"
        + "sMEbxJhsmQEGFTxDwSNvlUtlErPzFEVIbVyQCRuLiUsMTxGGc7EVJxGtpuqBgYuAjqUpGBEfyR2E9kmRDWj9w1"
    }

    mutating func person(_ number: Int) -> Person {
      var person: Person = [
        .init("x-n", .integer(number)), .init("username", .string("u\(number)")),
        .init("email", .string("u\(number)@host.com")), .init("password", .string(hash())),
        .init("x-team", .string("t")), .init("phone", .string("+7 (912) 345-67-8\(number % 10)")),
      ]
      for _ in 0..<dice.below(3) { change(&person) }
      return person
    }

    mutating func changed(_ before: [Person]) -> [Person] {
      var people = before
      for _ in 0...dice.below(3) where !people.isEmpty {
        let one = dice.below(isCrowded ? people.count : min(2, people.count))
        switch dice.below(12) {
        case 0: people.remove(at: one)
        case 1:
          // One name at two accounts of a side closes both, until a hand takes one away.
          let new = person(100 + dice.below(2))
          if !people.contains(where: { $0.first == new.first }) { people.append(new) }
        default: change(&people[one])
        }
      }
      return people
    }

    private mutating func change(_ person: inout Person) {
      func set(_ key: String, _ value: JSONLiteral?) {
        let place = person.firstIndex { $0.key == key }
        if let place, let value {
          person[place] = .init(key, value)
        } else if let place {
          person.remove(at: place)
        } else if let value {
          let index = dice.below(3) == 0 ? dice.below(person.count) : person.count
          person.insert(.init(key, value), at: index)
        }
      }
      if isCrowded, dice.below(2) == 0 {
        switch dice.below(8) {
        case 0: set("phone", dice.pick([.string("x"), nil]))
        case 1: set("isDisabled", dice.pick([.bool(true), .bool(false), nil]))
        case 2: set("validForm", dice.pick([.string("2031-01-01"), nil]))
        case 3, 4: set("email", .string("e\(dice.below(3))@host.com"))
        default: set("username", .string(dice.pick(["v0", "v1", "v2", "no name"])))
        }
        return
      }
      let password = person.first { $0.key == "password" }?.value
      let isInvited = person.contains { $0.key == "invitedUntil" }
      switch dice.below(16) {
      case 0, 1, 2:
        let code = hash()
        codes.insert(code)
        set("password", .string(code))
        set("invitedUntil", .string(dice.pick(["2026-12-06", "2030-01-01", "2026-07-01"])))
      case 3 where isInvited:
        set("password", .string("*"))
        set("invitedUntil", nil)
        set("mustChange", nil)
      case 4, 5:
        set("password", .string(hash()))
        set("invitedUntil", nil)
        set("mustChange", dice.pick([nil, nil, .bool(true)]))
      case 6:
        if case .string(let text)? = password, !text.hasPrefix("!") {
          set("password", .string("!" + text))
        }
      case 7:
        if case .string(let text)? = password, text.hasPrefix("!"), text.count > 1 {
          set("password", .string(String(text.dropFirst())))
        }
      case 8: set("disabled", dice.pick([.bool(true), .string("left"), nil]))
      case 9: set("validUntil", dice.pick([.string("2020-01-01"), .string("2031-01-01"), nil]))
      case 10: set("validFrom", dice.pick([.string("2028-01-01"), nil]))
      case 11: set("mustChange", dice.pick([.bool(true), nil]))
      case 12: set("groups", .array(dice.pick([[.string("a")], [.string("a"), .string("b")]])))
      case 13: set("username", .string("v\(dice.below(9))"))
      case 14: set("firstName", .string(dice.pick(["Ada", "Eva"])))
      default: set("x-team", .string(dice.pick(["navy", "army"])))
      }
    }
  }

  private static func file(_ people: [Person]) throws -> AccountsDocument {
    try .read(
      JSONLiteral.object([
        .init("rules", .string("register")),
        .init("accounts", .array(people.map { .object($0) })),
      ]).bytes(style: .pretty))
  }

  private static let days: [CalendarDay] =
    [.ofTests] + ["2028-01-01", "2030-01-02", "2031-01-02"].compactMap { CalendarDay($0) }

  /// The accounts whose password, locked or not, is a code without its day.
  private static func codesLeft(
    in file: AccountsDocument, of codes: Set<String>
  ) -> Set<[String]> {
    let rows = file.rows.indices.map { AccountsDocument.Row(file, $0) }
    return Set(
      rows.compactMap { row -> [String]? in
        guard row[.invitedUntil, in: file] == nil,
          let password = row[text: .password, in: file].flatMap(StoredPassword.unlocked),
          codes.contains(password)
        else { return nil }
        return [file.number(of: row.value) ?? "?", password]
      })
  }

  /// The texts with each choice between the markers.
  private static func choices(_ text: String) -> [String] {
    var parts: [[String]] = [[]]
    var (hunks, side): ([[[Substring]]], Int?) = ([], nil)
    var plain: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<<<<<<<") {
        hunks.append([[], []])
        side = 0
      } else if line == "=======" {
        side = 1
      } else if line.hasPrefix(">>>>>>>") {
        side = nil
        plain.append([])
      } else if let side {
        hunks[hunks.count - 1][side].append(line)
      } else {
        plain[plain.count - 1].append(line)
      }
    }
    parts = []
    let most = min(hunks.count, 7)
    for choice in 0..<(1 << most) {
      var lines = plain[0]
      for (index, hunk) in hunks.enumerated() {
        lines += hunk[index < most ? choice >> index & 1 : 0] + plain[index + 1]
      }
      parts.append([lines.joined(separator: "\n")])
    }
    return parts.flatMap { $0 }
  }

  @Test(
    "open nobody whom neither side opens, and leave no code as a password, whatever is chosen",
    arguments: [false, true])
  func opensNobody(isCrowded: Bool) throws {
    var (clean, chosen, read, several) = (0, 0, 0, 0)
    for round in Array(0..<Self.merges) + Self.found[isCrowded, default: []] {
      var maker = Maker(Dice(UInt64(round)), isCrowded: isCrowded)
      let people = (0..<2 + maker.dice.below(2)).map { maker.person($0) }
      let (old, mine, theirs) = try (
        Self.file(people), Self.file(maker.changed(people)), Self.file(maker.changed(people))
      )
      let merge = try AccountsMerge(base: old, mine: mine, theirs: theirs, today: .ofTests)
      let (here, there) = (mine.letIn(on: Self.days), theirs.letIn(on: Self.days))
      let left = Self.codesLeft(in: mine, of: maker.codes)
        .union(Self.codesLeft(in: theirs, of: maker.codes))
      let texts = Self.choices(String(decoding: merge.marked(), as: UTF8.self))
      if merge.isClean { clean += 1 } else { chosen += 1 }
      if texts.count > 2 { several += 1 }
      for text in texts {
        guard let file = try? AccountsDocument.read(Array(text.utf8)), file.faults.isEmpty else {
          continue
        }
        read += 1
        for (day, (now, sides)) in zip(
          Self.days, zip(file.letIn(on: Self.days), zip(here, there)))
        {
          let known = sides.0.union(sides.1)
          for person in now {
            let isKnown = known.contains(person) || known.contains([person[0], person[1], ""])
            #expect(isKnown, "round \(round): \(person[0]) on \(day)\n\(text)")
          }
        }
        let codes = Self.codesLeft(in: file, of: maker.codes)
        #expect(codes.isSubset(of: left), "round \(round): \(codes)\n\(text)")
      }
    }
    let counts =
      "\(clean) clean, \(chosen) in conflict, \(several) with several hunks, \(read) texts"
    #expect(clean > Self.merges / 10 && chosen > Self.merges / 10 && several > 0, "\(counts)")
    #expect(read >= Self.merges, "\(counts)")
  }
}
