import AccountsSupport
import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile
@testable import AccountsText

/// Merges of random versions in which each side keeps somebody out in one or two ways, judged by a
/// reading of the JSON that knows nothing of regapp's. `REGAPP_MERGES` says of how many; some hundreds if
/// it is not set.
@Suite struct MergeGuardTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["REGAPP_MERGES"].flatMap { Int($0) } ?? 400

  private typealias Person = [String: any Sendable]

  /// A version of the accounts as data.
  private struct Version {
    var people: [Person]
    var key = "email"
    var needsLastName = false

    var text: String {
      var rules: [String: Any] = [
        "from": "register", "key": key,
        "login": ["by": ["email", "username"], "unknown": "refuse"],
      ]
      if needsLastName { rules["fields"] = ["lastName": ["required": true]] }
      let file: [String: Any] = ["rules": rules, "accounts": people]
      let data = try? JSONSerialization.data(
        withJSONObject: file, options: [.prettyPrinted, .sortedKeys])
      return String(decoding: data ?? Data(), as: UTF8.self)
    }
  }

  // MARK: Versions

  private static func base(_ dice: inout Dice) -> Version {
    var version = Version(
      people: [], key: dice.pick(["email", "username"]), needsLastName: dice.below(6) == 0)
    version.people = (0..<4).map { number in
      [
        "n": number, "email": "person\(number)@host.com", "username": "u\(number)",
        "password": "$y$jBT$\(number)", "lastName": "Lee",
      ]
    }
    for number in 0..<4 where dice.below(3) > 0 { shut(number, in: &version, &dice) }
    if dice.below(3) == 0 { shut(dice.below(4), in: &version, &dice) }
    return version
  }

  /// Keeps somebody out, in one way.
  private static func shut(_ number: Int, in version: inout Version, _ dice: inout Dice) {
    guard number < version.people.count else { return }
    switch dice.below(8) {
    case 0: version.people[number]["disabled"] = dice.below(2) == 0 ? "left" : true
    case 1: version.people[number]["password"] = "!$y$jBT$\(number)"
    case 2: version.people[number]["validUntil"] = dice.pick(["2026-01-31", "2026-08-31"])
    case 3: version.people[number]["validFrom"] = dice.pick(["2026-07-01", "2027-01-01"])
    case 4: version.people[number]["phone"] = "1"
    case 5: version.people[number]["email"] = "shared@host.com"
    case 6: version.people[number]["lastName"] = nil
    default: version.people[number]["mustChange"] = true
    }
  }

  /// Takes back one thing that keeps somebody out, or changes something else.
  private static func change(_ number: Int, in version: inout Version, _ dice: inout Dice) {
    guard number < version.people.count else { return }
    switch dice.below(12) {
    case 0, 1: version.people[number]["disabled"] = nil
    case 2: version.people[number]["password"] = "$y$jBT$\(number)"
    case 3: version.people[number]["validUntil"] = dice.pick([nil, "2027-06-30"])
    case 4: version.people[number]["validFrom"] = dice.pick([nil, "2026-06-30"])
    case 5: version.people[number]["phone"] = nil
    case 6: version.people[number]["email"] = "person\(number)@host.com"
    case 7: version.people[number]["lastName"] = "Poe"
    case 8: version.people[number]["mustChange"] = nil
    case 9: version.people[number]["password"] = "$y$jBT$new\(dice.below(2))"
    case 10: version.people[number]["username"] = "new\(number)"
    default: version.people.remove(at: number)
    }
  }

  private static func side(of base: Version, _ number: Int, _ dice: inout Dice) -> Version {
    var version = base
    for _ in 0...dice.below(2) {
      if dice.below(4) == 0 {
        shut(dice.below(4), in: &version, &dice)
      } else {
        change(dice.below(4), in: &version, &dice)
      }
    }
    if dice.below(5) == 0 { version.needsLastName.toggle() }
    if dice.below(4) == 0 {
      var new: Person = [
        "n": 10 + number, "email": "added\(number)@host.com", "username": "added\(number)",
        "password": "$y$jBT$added\(number)",
      ]
      if dice.below(2) == 0 { new["lastName"] = "Roe" }
      version.people.append(new)
      if dice.below(2) == 0 { shut(version.people.count - 1, in: &version, &dice) }
    }
    return version
  }

  // MARK: Who can log in

  /// Today, and each day on which anything begins or is over.
  private static let days = [
    "2026-06-15", "2026-06-30", "2026-07-01", "2026-09-01", "2027-01-01", "2027-07-01",
  ]

  /// Somebody who can log in on a day with a password.
  private struct Login: Hashable {
    let number: Int
    let day: String
    let password: String
  }

  private struct Answers {
    var logins: Set<Login> = []
    /// The passwords that need not be changed, and all of them.
    var unmarked: Set<String> = []
    var passwords: Set<String> = []
  }

  private static func answers(_ text: String) throws -> Answers {
    let file = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let people = try #require(file["accounts"] as? [[String: Any]])
    let needsLastName = (file["rules"] as? [String: Any])?["fields"] != nil
    var answers = Answers()
    for person in people {
      let number = try #require(person["n"] as? Int)
      let password = try #require(person["password"] as? String)
      answers.passwords.insert("\(number) \(password)")
      if person["mustChange"] == nil { answers.unmarked.insert("\(number) \(password)") }
      let isShut =
        person["disabled"] != nil || password.hasPrefix("!") || person["phone"] != nil
        || needsLastName && person["lastName"] == nil
        || ["email", "username"].contains { key in
          people.count { $0[key] as? String == person[key] as? String } > 1
        }
      guard !isShut else { continue }
      let first = person["validFrom"] as? String ?? ""
      let last = person["validUntil"] as? String ?? "9"
      guard first <= last else { continue }
      for day in days where first <= day && day <= last {
        answers.logins.insert(Login(number: number, day: day, password: password))
      }
    }
    return answers
  }

  private static func check(_ result: String, _ mine: Version, _ theirs: Version, _ round: Int)
    throws
  {
    let (now, here, there) = try (answers(result), answers(mine.text), answers(theirs.text))
    let more = now.logins.subtracting(here.logins).subtracting(there.logins)
    #expect(more.isEmpty, "round \(round): \(more)\n\(mine.text)\n\(theirs.text)\n\(result)")
    let (known, free) = (here.passwords.union(there.passwords), here.unmarked.union(there.unmarked))
    let lost = now.unmarked.intersection(known).subtracting(free)
    #expect(lost.isEmpty, "round \(round): \(lost)")
  }

  private static func file(_ version: Version) throws -> AccountsDocument {
    try AccountsDocument(path: "/accounts.json", bytes: Array(version.text.utf8))
  }

  @Test("nobody gets in by a merge alone, on any day, with any password")
  func opensNobody() throws {
    var dice = Dice(41)
    var (merged, guarded, shut) = (0, 0, 0)
    for round in 0..<Self.rounds {
      let base = Self.base(&dice)
      let (mine, theirs) = (Self.side(of: base, 0, &dice), Self.side(of: base, 1, &dice))
      let merge = try AccountsMerge(
        base: Self.file(base), mine: Self.file(mine), theirs: Self.file(theirs), today: .ofTests)
      guard merge.isClean else {
        if merge.accountConflicts.contains(where: { $0.reason == .wouldOpen }) { guarded += 1 }
        continue
      }
      merged += 1
      let text = String(decoding: merge.document.bytes, as: UTF8.self)
      if try Self.answers(text).logins.count < Self.days.count * 4 { shut += 1 }
      try Self.check(text, mine, theirs, round)
    }
    let counts = "\(merged) merged, \(shut) of them with somebody kept out, \(guarded) guarded"
    #expect(merged > Self.rounds / 8 && shut > Self.rounds / 16 && guarded > 0, "\(counts)")
    if Self.rounds > 1000 { print(counts) }
  }

  @Test("nobody gets in by a hand edit beside the changes of others")
  func opensNobodyByHand() async throws {
    var dice = Dice(42)
    var (merged, conflicts) = (0, 0)
    for round in 0..<Self.rounds / 10 {
      let base = Self.base(&dice)
      let (mine, theirs) = (Self.side(of: base, 0, &dice), Self.side(of: base, 1, &dice))
      let documents = Documents()
      try documents.write(base.text)
      let edit = try documents.registry.handEdit()
      _ = try await edit.begin()
      try documents.write(mine.text, to: ".accounts.edit.json")
      _ = try await edit.review()
      try documents.write(theirs.text)
      switch try await edit.install().value {
      case .installed:
        merged += 1
        try Self.check(try documents.text(), mine, theirs, round)
      case .conflict:
        conflicts += 1
        #expect(try documents.text() == theirs.text)
      case .copyChanged: Issue.record("round \(round)")
      }
      try await edit.end(keepingCopy: false)
    }
    #expect(merged > 0 && conflicts > 0, "\(merged) merged, \(conflicts) conflicts")
  }
}
