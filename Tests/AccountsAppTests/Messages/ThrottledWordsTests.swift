import Testing

@testable import Accounts
@testable import AccountsApp
@testable import CommandKit

@Suite("After too many failed logins") struct ThrottledWordsTests {
  @Test("the message says how long to wait and nothing else, with 75", arguments: [1, 900])
  func words(seconds: Int) {
    let report = Report(AccountsError.throttled(seconds: seconds), rulebook: .register)
    let palette = Palette("never", Environment([:]), isTerminal: false)
    #expect(
      report.words(.english, palette, as: "regapp") == "regapp: error: try again in \(seconds) s\n")
    #expect(report.code == .tryAgain)
    #expect(
      report.json()
        == #"{"error": {"code": "throttled", "exit": 75, "message": "try again in \#(seconds) s", "#
        + #""problems": []}}"# + "\n")
  }
}
