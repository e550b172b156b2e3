import Testing
import TextTools

@testable import CommandKit
@testable import HTTP
@testable import ServeApp

/// Other slips in a command line are in Tests/Journeys/serve.txt.
@Suite("The trusted proxies of regapp serve") struct ServeProxiesTests {
  @Test("are those of the option, else of the variable, with each slip")
  func proxies() throws {
    let variable: Environment = ["REGAPP_SERVE_TRUSTED_PROXIES": "10.0.0.1, 10.0.0.2/32"]
    let named = TrustedProxies([try IPNetwork("10.0.0.1"), try IPNetwork("10.0.0.2")])
    #expect(try proxies("--door", variable) == named)
    let one = TrustedProxies([try IPNetwork("::1")])
    #expect(try proxies("--trusted-proxies ::1", variable) == one)
    #expect(try proxies("--trust-forwarded", [:]) == nil)
    let slips = try #require(throws: Report.self) {
      try proxies("--trusted-proxies=10.0.0.1/8,2001:db8::/32,proxy,::1/129", variable)
    }
    #expect(slips.items.count == 3)
    #expect(slips.code == .usage)
  }

  private func proxies(_ line: String, _ environment: Environment) throws -> TrustedProxies? {
    let words = line.split(separator: " ").map { ScannedLine.Word(String($0)) }
    let arguments = try Arguments(ScannedLine(words, of: ServeProgram.spec), of: ServeProgram.spec)
    return try TrustedProxies(arguments, environment)
  }
}
