import AccountsSupport
import Foundation
import LosslessJSON
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument

/// Merges of files in which names, passwords and mailboxes go from one person to another. Each
/// person has a number that no edit changes, and that no merge knows.
@Suite struct RandomPeopleTests {
  private static let merges = rounds(80)

  private typealias Person = [String: JSONLiteral]

  /// People by their numbers, in the order of the file.
  private struct People {
    var rules: String
    var all: [Person]

    var numbers: [JSONLiteral: Person] {
      Dictionary(all.compactMap { one in one["x-n"].map { ($0, one) } }) { first, _ in first }
    }

    func file() throws -> AccountsDocument {
      let accounts = all.map { one in
        JSONLiteral.object(one.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
      }
      let text = JSONLiteral.object([
        .init("rules", .string(rules)), .init("accounts", .array(accounts)),
      ])
      return try .read(text.bytes(style: .pretty))
    }

    init(rules: String, all: [Person]) { (self.rules, self.all) = (rules, all) }

    init(_ merge: AccountsMerge, rules: String) throws {
      let file = try AccountsDocument.read(merge.document.bytes)
      let all = file.rows.map { row -> Person in
        guard case .object(let members)? = file.document.literal(row) else { return [:] }
        return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
      }
      self.init(rules: rules, all: all)
    }
  }

  private static func hash(_ number: Int) -> JSONLiteral {
    let salt = String(number + 10_000_000)
    return .string(
      "$6$rounds=1000$\(salt)$"
        + "sMEbxJhsmQEGFTxDwSNvlUtlErPzFEVIbVyQCRuLiUsMTxGGc7EVJxGtpuqBgYuAjqUpGBEfyR2E9kmRDWj9w1")
  }

  /// Makes people and changes them.
  private struct Maker {
    var dice: Dice
    private var last = 0

    init(_ dice: Dice) { self.dice = dice }

    mutating func new() -> Int {
      last += 1
      return last
    }

    mutating func email() -> JSONLiteral { .string("person\(new())@host.com") }
    mutating func username() -> JSONLiteral { .string("user\(new())") }

    mutating func person() -> Person {
      [
        "x-n": .integer(new()), "email": email(), "username": username(),
        "password": RandomPeopleTests.hash(new()),
      ]
    }

    mutating func base() -> People {
      let all = (0..<4 + dice.below(3)).map { _ in
        var one = person()
        switch dice.below(10) {
        case 0: one["email"] = nil
        case 1: one["username"] = nil
        case 2: one["password"] = .string("!")
        case 3: one["password"] = RandomPeopleTests.hash(0)
        case 4: one["disabled"] = .bool(true)
        case 5: one["groups"] = .array([.string("a"), .string("b")])
        case 6: one["validUntil"] = .string("2020-01-01")
        default: break
        }
        return one
      }
      return People(rules: dice.pick(["register", "standard"]), all: all)
    }

    /// The people after some changes by one side.
    mutating func changed(_ before: People) -> People {
      var people = before
      for _ in 0...dice.below(4) where !people.all.isEmpty { change(&people) }
      if dice.below(3) == 0 { people.all.shuffle(using: &dice) }
      return people
    }

    private mutating func change(_ people: inout People) {
      let one = dice.below(people.all.count)
      let other = dice.below(people.all.count)
      let name = dice.pick(["email", "username"])
      switch dice.below(14) {
      case 0: people.all[one]["email"] = email()
      case 1: people.all[one]["username"] = username()
      case 2: people.all[one]["password"] = RandomPeopleTests.hash(new())
      case 3: people.all[one]["groups"] = .array([.string("g\(dice.below(3))")])
      case 4: people.all[one]["disabled"] = dice.pick([.bool(true), .string("left"), nil])
      case 5:
        people.all[one]["validUntil"] = dice.pick([
          .string("2020-01-01"), .string("2031-01-01"), nil,
        ])
      case 6: people.all[one]["firstName"] = .string(dice.pick(["Ada", "Eva"]))
      case 7: people.all[one]["x-club"] = .integer(new())
      case 8: people.all.remove(at: one)
      case 9: people.all.append(person())
      case 10:
        // Two exchange a name.
        let given = people.all[one][name]
        people.all[one][name] = people.all[other][name]
        people.all[other][name] = given
      case 11: handOn(name, of: one, &people)
      case 12:
        // One takes over the name of another, who gets a new one.
        guard one != other else { return }
        people.all[one][name] = people.all[other][name]
        people.all[other][name] = name == "email" ? email() : username()
      default: people.all[one][name] = nil
      }
    }

    /// Gives a name to a new person. Its owner gets another one, or none, or goes.
    private mutating func handOn(_ name: String, of one: Int, _ people: inout People) {
      var heir = person()
      heir[name] = people.all[one][name]
      switch dice.below(3) {
      case 0: people.all[one][name] = name == "email" ? email() : username()
      case 1: people.all[one][name] = nil
      default: people.all.remove(at: one)
      }
      people.all.append(heir)
    }
  }

  /// True if everybody who is in both texts has a name or a hash in common that nobody else has,
  /// and nobody new and an old one have their only name in common, as one has with a new password:
  /// else no merge can know.
  private static func areKnown(_ base: People, _ side: People) -> Bool {
    func texts(_ people: People) -> [JSONLiteral: JSONLiteral] {
      var found: [JSONLiteral: [JSONLiteral]] = [:]
      for one in people.all {
        for key in ["email", "username", "password"] {
          guard let value = one[key], value != .string("!"), let number = one["x-n"] else {
            continue
          }
          found[.array([.string(key), value]), default: []].append(number)
        }
      }
      return found.compactMapValues { $0.count == 1 ? $0[0] : nil }
    }
    let (before, after) = (texts(base), texts(side))
    let known = Set(before.filter { after[$0.key] == $0.value }.values)
    let old = base.numbers
    func names(_ one: Person) -> [JSONLiteral] {
      [one["email"], one["username"]].compactMap { $0 }
    }
    return side.numbers.allSatisfy { number, one in
      if old[number] != nil { return known.contains(number) }
      let givers = old.values.filter { !Set(names($0)).isDisjoint(with: names(one)) }
      return givers.isEmpty
        || givers.count < names(one).count && givers.allSatisfy { names($0).count == 2 }
    }
  }

  /// The merge of three versions as somebody makes it who knows everybody; nil for a conflict.
  private static func merged(_ base: People, _ mine: People, _ theirs: People) -> Set<Person>? {
    let (old, here, there) = (base.numbers, mine.numbers, theirs.numbers)
    var result: Set<Person> = []
    for number in Set(here.keys).union(there.keys).union(old.keys) {
      let (before, one, other) = (old[number], here[number], there[number])
      if before == one || one == other {
        if let other { result.insert(other) }
      } else if before == other {
        if let one { result.insert(one) }
      } else {
        guard let before, let one, let other else { return nil }
        var person: Person = [:]
        for key in Set(one.keys).union(other.keys) {
          guard before[key] == one[key] || before[key] == other[key] || one[key] == other[key]
          else { return nil }
          person[key] = before[key] == one[key] ? other[key] : one[key]
        }
        result.insert(person)
      }
    }
    return result
  }

  /// The people who are let in today, by number and password.
  private static func letIn(_ people: People) throws -> Set<Person> {
    let file = try people.file()
    let rows = file.rows.indices.map { AccountsDocument.Row(file, $0) }
    let states = file.accounts(rows, Sharers(file.sharedNames()), today: .ofTests).map(\.state)
    return Set(
      zip(people.all, states).filter { $0.1 == .open }.map { one, _ in
        one.filter { ["x-n", "password"].contains($0.key) }
      })
  }

  @Test("a change goes to whom it was made for, or is a conflict, whoever has a name by then")
  func isTheSamePerson() throws {
    var maker = Maker(Dice(60))
    var (merged, guarded, both) = (0, 0, 0)
    for round in 0..<Self.merges {
      let base = maker.base()
      let (mine, theirs) = (maker.changed(base), maker.changed(base))
      guard Self.areKnown(base, mine), Self.areKnown(base, theirs) else { continue }
      let (old, here, there) = try (base.file(), mine.file(), theirs.file())
      // A change of one side alone is no conflict, be it of the rulebook.
      var ruled = theirs
      ruled.rules = "albums"
      for (one, other, side) in [
        (old, here, mine), (here, old, mine), (there, old, theirs),
        (try ruled.file(), old, ruled), (old, try ruled.file(), ruled),
      ] {
        let merge = try AccountsMerge(base: old, mine: one, theirs: other, today: .ofTests)
        #expect(merge.isClean, "round \(round): \(merge.accountConflicts)")
        #expect(try Set(People(merge, rules: base.rules).all) == Set(side.all), "round \(round)")
      }
      let merge = try AccountsMerge(base: old, mine: here, theirs: there, today: .ofTests)
      let turned = try AccountsMerge(base: old, mine: there, theirs: here, today: .ofTests)
      #expect(merge.isClean == turned.isClean, "round \(round)")
      let wanted = Self.merged(base, mine, theirs)
      guard merge.isClean else {
        guarded += 1
        continue
      }
      merged += 1
      if here.document.bytes != old.document.bytes, there.document.bytes != old.document.bytes {
        both += 1
      }
      let result = try People(merge, rules: base.rules)
      #expect(Set(result.all) == wanted, "round \(round)")
      let sides = try Self.letIn(mine).union(Self.letIn(theirs))
      #expect(try Self.letIn(result).isSubset(of: sides), "round \(round)")
    }
    let counts = "\(merged) merged, \(guarded) in conflict"
    #expect(both > Self.merges / 8 && guarded > Self.merges / 8, "\(counts)")
  }
}
