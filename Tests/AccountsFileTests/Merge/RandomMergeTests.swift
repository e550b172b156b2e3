import AccountsSupport
import Foundation
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument

/// Merges of random edits.
@Suite struct RandomMergeTests {
  private static let merges = rounds(200)

  private static let hash =
    "$6$rounds=1000$abcdefgh$"
    + "sMEbxJhsmQEGFTxDwSNvlUtlErPzFEVIbVyQCRuLiUsMTxGGc7EVJxGtpuqBgYuAjqUpGBEfyR2E9kmRDWj9w1"

  /// Six accounts, each known by a user name that no edit changes.
  private static func base(_ dice: inout Dice) throws -> AccountsDocument {
    let accounts = (0..<6).map { number in
      var members = [
        #""email": "person\#(number)@host.com""#, #""username": "u\#(number)""#,
        #""password": "\#(hash)""#, #""x-n": \#(number)"#,
      ]
      if dice.below(2) == 0 { members.append(#""groups": ["a", "b"]"#) }
      if dice.below(3) == 0 { members.append(#""validUntil": "2030-01-01""#) }
      if dice.below(5) == 0 { members.append(#""disabled": true"#) }
      return "    {" + members.joined(separator: ", ") + "}"
    }
    let text =
      "{\n  \"rules\": \"register\", \"accounts\": [\n\(accounts.joined(separator: ",\n"))\n  ]\n}\n"
    return try AccountsDocument.read(Array(text.utf8))
  }

  // MARK: Both sets of changes, one after the other

  private static func edit(
    of number: Int, in file: AccountsDocument, _ dice: inout Dice
  ) -> AccountChange {
    let id = NameKey(.username, AccountName("u\(number)"))
    let old = file.indices(of: id).first.map { AccountsDocument.Row(file, $0).values(in: file) }
    guard dice.below(6) > 0 else { return .remove(id) }
    var edits: [AccountRecord.Change] = []
    for _ in 0...dice.below(2) {
      let (field, new): (Field, FieldValue?) = dice.pick([
        (.firstName, .text(dice.pick(["Ada", "Eva"]))), (.lastName, .text("Bo")),
        (.email, .text("new\(dice.below(3))@host.com")), (.phone, .text("+7 (912) 345-67-89")),
        (.groups, .texts(dice.pick([["a"], ["a", "b", "c"]]))), (.disabled, .flag(true)),
        (.disabled, nil), (.validUntil, .text(dice.pick(["2029-01-01", "2031-01-01"]))),
        (.validUntil, nil), (.password, .text("!" + hash)),
      ])
      if old?[field] != new { edits.append(.init(field, from: old?[field], to: new)) }
    }
    if edits.isEmpty {
      edits.append(.init(.birthDate, from: old?[.birthDate], to: .text("2000-01-01")))
    }
    return .edit(id, edits)
  }

  private static func added(_ side: Int, _ dice: inout Dice) -> AccountChange {
    var values = FieldValues()
    values[.email] = .text("new\(dice.below(3))@host.com")
    values[.password] = .text(hash)
    values[.firstName] = .text("Side \(side == 0 ? "One" : "Two")")
    return .add(NewAccount(values))
  }

  /// The text after changes; nil if regapp refuses them.
  private static func applied(
    _ changes: [AccountChange], to file: AccountsDocument
  ) throws -> AccountsDocument? {
    let plan = ChangePlan(changes, over: file, today: .ofTests, WriteOptions())
    guard plan.refusals.isEmpty else { return nil }
    return try plan.text().map { try AccountsDocument.read($0.inMemory) } ?? file
  }

  @Test("a merge is what both sets of changes make one after the other, or a conflict")
  func matchesChanges() throws {
    var dice = Dice(30)
    var (merged, conflicts, guarded) = (0, 0, 0)
    for round in 0..<Self.merges {
      let base = try Self.base(&dice)
      func side(_ number: Int) throws -> (changes: [AccountChange], file: AccountsDocument)? {
        var people = Array(0..<6).shuffled(using: &dice)
        var changes = (0...dice.below(3)).map { _ in
          Self.edit(of: people.removeLast(), in: base, &dice)
        }
        if dice.below(4) == 0 { changes.append(Self.added(number, &dice)) }
        return try Self.applied(changes, to: base).map { (changes, $0) }
      }
      guard let mine = try side(0), let theirs = try side(1) else { continue }
      let merge = try AccountsMerge(
        base: base, mine: mine.file, theirs: theirs.file, today: .ofTests)
      // An account that both removed is removed once.
      let removed = mine.changes.compactMap(\.removedID)
      let rest = theirs.changes.filter { change in
        change.removedID.map { !removed.contains($0) } ?? true
      }
      let both = try Self.applied(rest, to: mine.file)
      guard merge.isClean else {
        conflicts += 1
        // Edits that regapp would have made conflict only where somebody should look.
        if both != nil {
          guarded += 1
          #expect(
            merge.accountConflicts.contains {
              [.removed, .accessTaken, .wouldOpen, .wouldClose].contains($0.reason)
                // Keys that say who may log in are settled together.
                || !$0.keys.isEmpty && $0.keys.allSatisfy(Field.ofAccess.map(\.key).contains)
            }, "round \(round): \(merge.accountConflicts)")
        }
        continue
      }
      merged += 1
      let result = try AccountsDocument.read(merge.document.bytes)
      guard let both else {
        Issue.record("round \(round): merged what regapp refuses")
        continue
      }
      #expect(result.sortedAccounts == both.sortedAccounts, "round \(round)")
    }
    // Each kind comes up.
    let counts = "\(merged) merged, \(conflicts) in conflict, \(guarded) to be looked at"
    #expect(merged > Self.merges / 8 && conflicts > Self.merges / 8 && guarded > 0, "\(counts)")
  }

  // MARK: Nobody is let in whom a side had kept out

  /// Edits a text by hand, well or badly.
  private static func scrawled(
    _ file: AccountsDocument, takingAccess: Bool, _ dice: inout Dice
  ) throws -> AccountsDocument {
    var members = file.rows.map { file.document.literal($0) ?? .null }
    func change(_ key: String, _ value: JSONLiteral?) {
      guard !members.isEmpty else { return }
      let index = dice.below(members.count)
      guard case .object(var account) = members[index] else { return }
      account.removeAll { $0.key == key }
      if let value { account.append(.init(key, value)) }
      members[index] = .object(account)
    }
    for _ in 0...dice.below(3) {
      switch dice.below(takingAccess ? 9 : 12) {
      case 0: change("disabled", .bool(true))
      case 1: change("disabled", .string("left"))
      case 2: change("password", .string("!" + hash))
      case 3: change("validUntil", .string("2020-01-01"))
      case 4: change("validFrom", .string("2040-01-01"))
      case 5: change("groups", .array([.string("a")]))
      case 6: change("groups", nil)
      case 7: change("disabled", .integer(5))
      case 8: if !members.isEmpty { members.remove(at: dice.below(members.count)) }
      case 9: change("email", .string("other\(dice.below(4))@host.com"))
      case 10: change("username", dice.below(2) == 0 ? nil : .string("u\(dice.below(6))"))
      default:
        change(
          dice.pick(["disabled", "validUntil", "validFrom", "password", "firstName", "x-club"]),
          dice.pick([nil, .string("Ada"), .string(hash), .string("2035-01-01"), .integer(1)]))
      }
    }
    if !takingAccess, dice.below(4) == 0 {
      members.append(
        .object([
          .init("email", .string("other\(dice.below(4))@host.com")),
          .init("username", .string("u\(dice.below(6))")), .init("password", .string(hash)),
          .init("x-n", .integer(100 + dice.below(2))),
        ]))
    }
    members.shuffle(using: &dice)
    var text: [JSONLiteral.Member] = [
      .init("rules", .string("register")), .init("accounts", .array(members)),
    ]
    if dice.below(6) == 0 {
      text.insert(.init("rules", .string(dice.pick(["albums", "register"]))), at: 0)
    }
    return try AccountsDocument.read(JSONLiteral.object(text).bytes(style: .pretty))
  }

  /// The groups of those who can log in, by the number that no edit changes.
  private static func openAccounts(_ file: AccountsDocument) -> [Int: Set<String>] {
    let rows = file.rows.indices.map { AccountsDocument.Row(file, $0) }
    let accounts = file.accounts(rows, Sharers(file.sharedNames()), today: .ofTests)
    var open: [Int: Set<String>] = [:]
    for (row, account) in zip(rows, accounts) where account.state == .open {
      guard let number = file.number(of: row.value).flatMap({ Int($0) }) else { continue }
      open[number] = Set(row.groups(in: file))
    }
    return open
  }

  /// The emails and user names, by the number that no edit changes.
  private static func names(_ file: AccountsDocument) -> [Int: Set<JSONLiteral>] {
    var names: [Int: Set<JSONLiteral>] = [:]
    for account in file.rows {
      guard let number = file.number(of: account).flatMap({ Int($0) }) else { continue }
      for key in ["email", "username"] {
        let value = file.document.value(for: JSONKey(key), in: account)
        if let name = value.flatMap({ file.document.literal($0) }) {
          names[number, default: []].insert(name)
        }
      }
    }
    return names
  }

  @Test(
    "nobody is let in by a merge whom a side had kept out, and nobody keeps a group that one took")
  func keepsOut() throws {
    var dice = Dice(31)
    var (merged, kept) = (0, 0)
    for round in 0..<Self.merges {
      let base = try Self.base(&dice)
      var sides = try [
        Self.scrawled(base, takingAccess: true, &dice),
        Self.scrawled(base, takingAccess: false, &dice),
      ]
      sides.shuffle(using: &dice)
      let merge = try AccountsMerge(base: base, mine: sides[0], theirs: sides[1], today: .ofTests)
      guard merge.isClean else { continue }
      merged += 1
      let before = Self.openAccounts(base)
      let result = try AccountsDocument.read(merge.document.bytes)
      let (now, newNames) = (Self.openAccounts(result), Self.names(result))
      let oldNames = Self.names(base)
      for side in sides.map(Self.openAccounts) {
        if before.keys.contains(where: { side[$0] == nil }) { kept += 1 }
        for (number, groups) in now {
          // All have one hash here: an account with only new names is another one.
          guard let old = before[number], let names = newNames[number],
            oldNames[number]?.isDisjoint(with: names) == false
          else { continue }
          #expect(side[number] != nil, "round \(round): account \(number)")
          #expect(
            groups.isDisjoint(with: old.subtracting(side[number] ?? [])),
            "round \(round): groups of account \(number)")
        }
      }
    }
    #expect(
      merged > Self.merges / 20 && kept > Self.merges / 20, "\(merged) merged, \(kept) kept out")
  }

  // MARK: Nobody is let in whom neither side lets in

  private static let days = ["2029-01-01", "2029-01-02", "2031-01-01", "2031-01-02", "2040-01-01"]
    .compactMap { CalendarDay($0) }

  /// Edits a text so that people are kept out, or no longer are, in one way or two.
  private static func shutOrOpened(
    _ file: AccountsDocument, _ ways: ClosedRange<Int>, _ dice: inout Dice
  ) throws -> AccountsDocument {
    var members = file.rows.map { file.document.literal($0) ?? .null }
    let other = "!" + hash
    for _ in 0..<dice.below(ways.upperBound) + ways.lowerBound {
      guard !members.isEmpty else { break }
      let index = dice.below(members.count)
      guard case .object(var account) = members[index] else { continue }
      let (key, value): (String, JSONLiteral?) = dice.pick([
        ("disabled", .bool(true)), ("disabled", .string("left")), ("disabled", nil),
        ("password", .string(other)), ("password", .string(hash)), ("password", .string("12345")),
        ("validUntil", .string("2020-01-01")), ("validUntil", .string("2029-01-01")),
        ("validUntil", .string("2031-01-01")), ("validUntil", nil),
        ("validFrom", .string("2031-01-01")), ("validFrom", .string("2029-01-02")),
        ("validFrom", nil), ("phone", .string("x")), ("phone", nil),
        ("email", .string("person0@host.com")), ("email", .string("own\(index)@host.com")),
        ("mustChange", .bool(true)), ("mustChange", nil), ("gone", nil),
        ("invitedUntil", .string("2029-06-01")), ("invitedUntil", nil),
      ])
      account.removeAll { $0.key == key }
      if let value { account.append(.init(key, value)) }
      members[index] = .object(account)
      if key == "gone" { members.remove(at: index) }
    }
    var text: [JSONLiteral.Member] = [
      .init("rules", .string("register")), .init("accounts", .array(members)),
    ]
    if dice.below(8) == 0 { text[0] = .init("rules", .string("standard")) }
    return try AccountsDocument.read(JSONLiteral.object(text).bytes(style: .pretty))
  }

  @Test("nobody is let in by a merge, on any day, whom neither side lets in with that password")
  func letsNobodyIn() throws {
    var dice = Dice(32)
    var (merged, guarded) = (0, 0)
    for round in 0..<4 * Self.merges {
      let base = try Self.shutOrOpened(Self.base(&dice), 2...6, &dice)
      let mine = try Self.shutOrOpened(base, 1...3, &dice)
      let theirs = try Self.shutOrOpened(base, 1...3, &dice)
      let merge = try AccountsMerge(base: base, mine: mine, theirs: theirs, today: .ofTests)
      guard merge.isClean else {
        if merge.accountConflicts.contains(where: { $0.reason == .wouldOpen }) { guarded += 1 }
        continue
      }
      merged += 1
      let result = try AccountsDocument.read(merge.document.bytes)
      let days = [.ofTests] + Self.days
      let sides = zip(mine.letIn(on: days), theirs.letIn(on: days))
      for (day, (people, side)) in zip(days, zip(result.letIn(on: days), sides)) {
        let known = side.0.union(side.1)
        for person in people {
          let isKnown = known.contains(person) || known.contains([person[0], person[1], ""])
          #expect(isKnown, "round \(round): account \(person[0]) on \(day)")
        }
      }
    }
    #expect(merged > Self.merges && guarded > 0, "\(merged) merged, \(guarded) guarded")
  }
}

extension AccountChange {
  fileprivate var removedID: NameKey? {
    if case .remove(let id, _) = self { id } else { nil }
  }
}
