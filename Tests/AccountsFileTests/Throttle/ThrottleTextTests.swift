import AccountsSupport
import Testing

@testable import Accounts
@testable import AccountsFile

@Suite("The text of the throttle file") struct ThrottleTextTests {
  private static let hash = SipHash(key: (1, 2))
  private var table = Throttle(hash: Self.hash)

  @Test("reads back what it wrote")
  mutating func roundTrip() {
    #expect(Throttle(table.text) == table)
    for number in 0..<50 { _ = table.fail("\(number % 20)", now: number) }
    for number in 0..<50 { _ = table.begin(LoginAttempt("\(number % 30)"), now: number) }
    #expect(Throttle(table.text) == table)
  }

  @Test("is small enough to be read again, however many names it holds")
  func size() {
    let many = (0..<UInt64(Throttle.capacity)).map {
      number -> (UInt64, Throttle.Record) in
      let flights = (0..<5).map { (UInt64.max - $0, 10_000_000_000) }
      return (
        UInt64.max - number,
        Throttle.Record(
          failures: 64, last: 10_000_000_000,
          inFlight: Dictionary(uniqueKeysWithValues: flights))
      )
    }
    let table = Throttle(hash: Self.hash, records: Dictionary(uniqueKeysWithValues: many))
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
    #expect(table?.records == [10: Throttle.Record(failures: 5, last: 7)])
  }

  @Test(
    "skips an invalid attempt in flight, and keeps the others",
    arguments: ["[]", "1", #"["1"]"#, #"["x", 1]"#, #"["1", -1]"#, #"["1", "1"]"#, "null"])
  func oddAttempt(entry: String) {
    let text = #"{"key": ["1", "2"], "inFlight": {"a": [\#(entry), ["b", 7]], "x": [["b", 7]]}}"#
    let record = Throttle.Record(last: 7, inFlight: [11: 7])
    #expect(Throttle(Array(text.utf8))?.records == [10: record])
  }
}
