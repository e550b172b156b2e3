import Accounts
import LosslessJSON
import TestSupport
import Testing

@testable import Exchange

extension ReadingOptions {
  /// Leaves out columns or keys, written as for `--leave-out`.
  static func leavingOut(_ texts: [String]) -> ReadingOptions {
    var options = ReadingOptions()
    for text in texts { options.others.leaveOut(option: text) }
    return options
  }
}

/// Texts that need quoting in some format, and records with them.
enum Hostile {
  static let texts = [
    "Ada", "", " ", "  a", "a  ", "'", "''", "\"", "\"\"", "a,b", ",", "#", "# a", "a #b", "a: b",
    ":", ": ", "- a", "-", "?", "? a", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a`", "{a}", "[a]",
    "{}", "[]", "~", "null", "true", "yes", "1", "0x1", "1e3", "2001-01-01", "---", "...", "\\",
    "\\n", "a\\", "<", "<a", "=", "a=b", "a;b", "+", "ё", "e\u{301}", "🙂", "👩‍👧", "日本", "\u{A0}a",
    "\u{FEFF}a", "a\u{301}\"", "\"\u{301}", "'\u{301}", ",\u{301}", "\u{301}a", "a\u{2009}",
    String(repeating: "x", count: 200), String(repeating: "é", count: 60),
    String(repeating: "a b ", count: 40) + "c",
  ]

  /// Texts that no valid account contains, but a format must write safely.
  static let misleading = [
    "a\nb", "\n", "a\r\nb", "\r", "a\u{0}b", "\t", "a\tb", "\u{7F}", "\u{85}", "\u{2028}",
    "\u{202E}a", "\u{1B}[2J", "\u{FFFE}", "\u{10FFFF}", "\u{E000}",
  ]

  static let emails = [
    "ada@example.com", "Ada.Lovelace+tag@Sub.Example.co.uk", "#x@example.com", "a=b@example.com",
    "o'brien@example.com", "-a@example.com", "{x}|~@example.com", "*%&@example.com",
  ]

  static let hashes = [
    "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q",
    "$6$abcdefgh$oGoxMtczJ0/xYkNKQnGuC3pOdNoGsZRZNs7n5JzX8KfMJWEmD2Bx4wBt/tMCPvjE87aPyrlQPEKx"
      + "EcxV6d4J6.",
    "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4",
  ]

  static func record(_ dice: inout Dice) -> ExchangeRecord {
    var values = FieldValues()
    values.email = dice.pick(emails)
    values.password = dice.pick(hashes)
    if dice.below(3) > 0 { values.firstName = dice.pick(texts) }
    if dice.below(3) > 0 { values.lastName = dice.pick(texts) }
    if dice.below(2) > 0 { values.birthDate = "1990-12-10" }
    if dice.below(2) > 0 { values.phone = dice.pick(["+7 (912) 345-67-89", "9123456789"]) }
    if dice.below(3) == 0 { values.username = dice.pick(["ada", "A.b-c_1", "7"]) }
    if dice.below(3) == 0 { values.groups = dice.pick([["ops"], ["ops", "# \"a\" : ü"]]) }
    if dice.below(3) == 0 { values[text: .validUntil] = "2030-12-31" }
    if dice.below(3) == 0 { values[.disabled] = dice.pick([.flag(true), .text("on leave, ill")]) }
    var record = ExchangeRecord(values)
    record.canLogIn = values[.disabled] == nil
    return record
  }
}

extension ExchangeReading {
  /// The problems in a table's notation: `2:7 syntax`.
  func placed(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    return faults.map { fault in
      let place = JSONPlace.places(at: [fault.offset], in: bytes)[0]
      return "\(place.line):\(place.column) \(fault.fault.name)"
    }
  }

  /// The fields of each record, in a table's notation.
  var rows: [String] {
    records.map { record in
      let fields = Field.allCases.compactMap { field in
        record.values[field].map { "\(field.key)=\($0.shown)" }
      }
      let own = record.ownKeys.map { "\($0.key)=\($0.value.text(style: .compact))" }
      let dropped = record.dropped.isEmpty ? [] : ["dropped:"] + record.dropped.sorted()
      return (fields + own + dropped).joined(separator: " ")
    }
  }
}

/// A text, and what a format should read in it.
struct ReadCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  var rows: [String] = []
  var faults: [String] = []

  init(_ description: String, _ text: String, rows: [String] = [], faults: [String] = []) {
    testDescription = description
    self.text = text
    self.rows = rows
    self.faults = faults
  }
}
