import Accounts
import LosslessJSON
import TestSupport
import Testing

@testable import AccountsDocument

/// One slip of a hand in a file: a letter too many, too few, another, or two exchanged.
@Suite("A slip of a hand") struct HandSlipsTests {
  private static let today = CalendarDay(year: 2026, month: 6, day: 15) ?? .distantPast
  private static let hash =
    "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7"

  /// What keeps somebody out.
  private static let closers = [
    "\"disabled\": true", "\"disabled\": \"left in May\"", "\"locked\": true",
    "\"frozen\": \"yes\"", "\"archived\": \"2020\"", "\"role\": \"none\"",
    "\"validFrom\": \"2099-01-01\"",
    "\"validUntil\": \"2020-12-31\"", "\"Disabled\": true", "\"mail\": \"a@host.com\"",
  ]

  /// A file of which most accounts are closed, with keys of people's own and guarded hosts.
  private static func text(_ dice: inout Dice) -> [UInt8] {
    let indent = dice.pick(["\n      ", " ", "\n\t"])
    let accounts = (0..<5).map { index in
      let lock = index == 4 ? "!" : ""
      var members = [
        "\"email\": \"person\(index)@host.com\"", "\"password\": \"\(lock)\(hash)\"",
        "\"groups\": [\"staff\", \"night shift\"]", "\"x-note\": \"a, b: {c}\"",
        "\"//\": {\"disabled\": false}",
      ]
      if index < 4 { members.insert(dice.pick(closers), at: dice.below(members.count)) }
      return "{" + indent + members.joined(separator: "," + indent) + "}"
    }
    let hosts =
      "[{\"host\": \"lab.example.com\", \"groups\": [\"staff\"]}, \"www.example.com\", "
      + "{\"groups\": [\"night shift\"], \"host\": \"ops.example.com\", \"x-why\": 1}]"
    let rules =
      "{\"from\": \"standard\", \"key\": \"email\", "
      + "\"serve\": {\"url\": \"https://id.example.com\", \"hosts\": \(hosts)}}"
    let file =
      "{\"regapp\": 1, \"rules\": \(rules), \"x-ours\": {}, \"accounts\": [\n"
      + accounts.joined(separator: ",\n") + "]}\n"
    return Array(file.utf8)
  }

  private static func slipped(_ text: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var text = text
    let place = dice.below(text.count - 1)
    let other = dice.pick(Array("{}[]\",:/\\x-_ !*$aAeEdD019\t\n".utf8))
    switch dice.below(6) {
    case 0: text.remove(at: place)
    case 1: text.insert(text[place], at: place)
    case 2: text[place] = other
    case 3: text.insert(other, at: place)
    case 4: text.swapAt(place, place + 1)
    default: text[place] ^= 0x20
    }
    return text
  }

  private struct Judged {
    /// The accounts that can be logged in to, by their positions; none of an unusable file.
    var open: Set<Int> = []
    /// The groups of each guarded host; nil is everybody.
    var hosts: [String: Set<String>?] = [:]
    var file: AccountsDocument?

    init(_ text: [UInt8]) {
      guard let file = try? AccountsDocument(path: "accounts.json", bytes: text),
        file.faults.isEmpty, file.rulebookFaults.isEmpty
      else { return }
      self.file = file
      let rows = file.rows.indices.map { AccountsDocument.Row(file, $0) }
      for (index, account) in file.accounts(rows, today: today).enumerated()
      where account.state(on: today) == .open { open.insert(index) }
      for entry in file.rulebook.serve.hosts.all {
        hosts[entry.host.text] = entry.groups.isEmpty ? .some(nil) : Set(entry.groups)
      }
    }

    /// True if the text plainly says that an account is open: a day that is another one, or a hash
    /// without its lock.
    func plainlySays(_ index: Int) -> Bool {
      guard let file else { return false }
      let row = AccountsDocument.Row(file, index)
      let days = [Field.validFrom, .validUntil].contains { field in
        row[text: field, in: file].flatMap { CalendarDay($0) } != nil
      }
      return days
        || row[text: .password, in: file] == hash
          && row.fields[.disabled] == nil && index == 4
    }
  }

  @Test(
    "lets nobody in whom the text kept out, and makes no host wider", arguments: [UInt64(1), 2])
  func slips(seed: UInt64) throws {
    var dice = Dice(seed)
    var (unusable, closed) = (0, 0)
    for _ in 0..<8 {
      let text = Self.text(&dice)
      let before = Judged(text)
      try #require(before.open.isEmpty && before.hosts.count == 3)
      for _ in 0..<625 {
        let slipped = Self.slipped(text, &dice)
        let after = Judged(slipped)
        if after.file == nil { unusable += 1 } else { closed += 1 }
        for index in after.open where !after.plainlySays(index) {
          Issue.record("opens \(index): \(String(decoding: slipped, as: UTF8.self))")
        }
        for (host, groups) in after.hosts {
          guard let old = before.hosts[host], let old else { continue }
          #expect(groups.map { $0.isSubset(of: old) || $0.isDisjoint(with: Self.groups) } == true)
        }
      }
    }
    #expect(unusable > 500 && closed > 500)
  }

  private static let groups: Set<String> = ["staff", "night shift"]
}
