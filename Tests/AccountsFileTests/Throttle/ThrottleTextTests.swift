import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The text of the throttle file") struct ThrottleTextTests {
  private static let hash = SipHash(key: (1, 2))
  private var table = Throttle(hash: Self.hash)

  @Test("reads back what it wrote")
  mutating func roundTrip() {
    #expect(Throttle(table.text) == table)
    for number in 0..<50 { _ = table.begin("\(number % 20)", now: number) }
    #expect(Throttle(table.text) == table)
  }

  @Test("is small enough to be read again, however many names it holds")
  func size() {
    let many = (0..<UInt64(Throttle.capacity)).map {
      ($0, Throttle.Failures(count: 9, last: 1_000 + Int($0)))
    }
    let table = Throttle(hash: Self.hash, failures: Dictionary(uniqueKeysWithValues: many))
    #expect(table.text.count < FileText.greatestNote)
  }

  @Test(
    "cannot be read from invalid text",
    arguments: [
      "", "{", "null", "[]", "{}", "\"key\"", #"{"key": null}"#, #"{"key": []}"#,
      #"{"key": ["1"]}"#, #"{"key": ["1", "2", "3"]}"#, #"{"key": ["1", "x"]}"#,
      #"{"key": [1, 2]}"#, #"{"key": ["1", "10000000000000000"]}"#, #"{"key": {"a": "1"}}"#,
      #"{"failures": {"1": [1, 1]}}"#,
    ])
  func unreadable(text: String) {
    #expect(Throttle(Array(text.utf8)) == nil)
  }

  @Test(
    "skips an invalid entry, and keeps the others",
    arguments: [
      #""x": [1, 1]"#, #""": [1, 1]"#, #""3": [1]"#, #""3": [1, 1, 1]"#, #""3": [0, 1]"#,
      #""3": [-1, 1]"#, #""3": [1, -1]"#, #""3": [1.5, 1]"#, #""3": [1e1, 1]"#,
      #""3": ["1", "1"]"#, #""3": null"#, #""3": [99999999999999999999, 1]"#,
      #""10000000000000000": [1, 1]"#, #""-3": [1, 1]"#, #""\ud800": [1, 1]"#,
    ])
  func odd(entry: String) {
    let table = Throttle(Array(#"{"key": ["1", "2"], "failures": {\#(entry), "a": [5, 7]}}"#.utf8))
    #expect(table?.failures == [10: Throttle.Failures(count: 5, last: 7)])
  }
}
