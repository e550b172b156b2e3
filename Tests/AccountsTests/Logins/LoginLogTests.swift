import Synchronization
import Testing

@testable import Accounts

@Suite("A line about a login") struct LoginLogTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
    var log: LoginLog {
      LoginLog { line, isFailure in self.all.withLock { $0.append("\(isFailure ? 5 : 6) \(line)") }
      }
    }
  }

  private func lines(_ outcomes: LoginOutcome...) -> [String] {
    let lines = Lines()
    for outcome in outcomes { lines.log.write(outcome) }
    return lines.all.withLock(\.self)
  }

  private let sshd = LoginOrigin(service: "sshd", address: "192.0.2.7")

  @Test("tells each failure, and each success of a service")
  func told() {
    #expect(
      lines(
        LoginOutcome(of: "ada@bee.co", .wrong, from: sshd),
        LoginOutcome(of: "ada@bee.co", .throttled),
        LoginOutcome(of: "ada@bee.co", .unchecked, from: sshd),
        LoginOutcome(of: nil, .unknown, from: LoginOrigin(service: "nginx")),
        LoginOutcome(of: "ada@bee.co", .yes, from: sshd),
        LoginOutcome(of: "ada@bee.co", .yes, from: LoginOrigin(address: "192.0.2.7"))) == [
          #"5 login failed for "ada@bee.co" from 192.0.2.7 via sshd"#,
          #"5 login failed for "ada@bee.co" from - via -"#,
          #"5 login not checked for "ada@bee.co" from 192.0.2.7 via sshd"#,
          "5 login failed for an unknown name from - via nginx",
          #"6 login of "ada@bee.co" from 192.0.2.7 via sshd"#,
        ])
  }

  @Test(
    "does not call a right password a failure", arguments: LoginOutcome.Answer.allCases)
  func refused(answer: LoginOutcome.Answer) {
    let line = lines(LoginOutcome(of: "ada@bee.co", answer, from: sshd)).first ?? ""
    let isRefused = [.mustChange, .invited, .group, .subject].contains(answer)
    #expect(line.hasPrefix("5 login refused for ") == isRefused)
    #expect(
      line.hasPrefix("5 login failed for ")
        == (answer != .yes && answer != .unchecked && !isRefused))
  }

  @Test(
    "is one line, whatever an account is called",
    arguments: [
      (#"a" from 192.0.2.9 via sshd"#, #"a\" from 192.0.2.9 via sshd"#),
      (#"a\"#, #"a\\"#),
      ("a\nlogin failed", #"a\u{A}login failed"#),
      ("a\u{1B}[2K\r\u{2028}\u{202E}", #"a\u{1B}[2K\u{D}\u{2028}\u{202E}"#),
      ("é\u{0}", #"é\u{0}"#),
    ])
  func forged(name: String, shown: String) {
    #expect(
      lines(LoginOutcome(of: name, .wrong, from: sshd)) == [
        "5 login failed for \"\(shown)\" from 192.0.2.7 via sshd"
      ])
  }

  @Test("tells each session in a browser, each logout and each end")
  func browsers() {
    let lines = Lines()
    let serve = LoginOrigin(service: "serve", address: "2001:db8::7")
    let events: [(LoginLog.BrowserEvent, LoginOrigin)] = [
      (.session(host: "wiki.example.com"), serve),
      (.session(host: "wiki.example.com"), LoginOrigin(service: "serve")),
      (.logout(host: "accounts.example.com"), serve),
      (.ended(1), LoginOrigin(service: "regapp")),
      (.ended(3), serve),
    ]
    for (event, origin) in events { lines.log.write(event, of: "a\"\nb", from: origin) }
    let name = #""a\"\u{A}b""#
    #expect(
      lines.all.withLock(\.self) == [
        "6 session of \(name) at wiki.example.com from 2001:db8::7 via serve",
        "6 session of \(name) at wiki.example.com from - via serve",
        "6 logout of \(name) at accounts.example.com from 2001:db8::7 via serve",
        "6 ended 1 login of \(name) via regapp",
        "6 ended 3 logins of \(name) from 2001:db8::7 via serve",
      ])
  }

  @Test("says nothing of who is meant where nobody is")
  func unknown() {
    for answer in LoginOutcome.Answer.allCases {
      #expect(LoginOutcome(of: nil, answer).answer == .unknown)
    }
  }
}

@Suite("Where a login comes from") struct LoginOriginTests {
  @Test(
    "has an address only if it is one",
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("::1", "::1"), ("2001:DB8::0:1", "2001:db8::1"),
      ("::ffff:192.0.2.7", "::ffff:192.0.2.7"), ("host.example.com", nil), ("", nil), ("-", nil),
      ("192.0.2", nil), ("192.0.2.7 ", nil), ("192.0.2.07", nil), ("192.0.2.7\n", nil),
      ("192.0.2.7\u{0}x", nil), ("FE80::1%eth0", "fe80::1"), ("0x7f.1", nil),
      ("1.2.3.4, 5.6.7.8", nil),
      ("[::1]", nil), (String(repeating: "1", count: 10_000), nil),
    ])
  func address(text: String, expected: String?) {
    #expect(LoginOrigin(address: text).address == expected)
  }

  @Test(
    "has a service's name only if it has its form",
    arguments: [
      ("sshd", "sshd"), ("a.b_c-D9", "a.b_c-D9"), (String(repeating: "a", count: 32), nil),
      ("", "-"),
      (String(repeating: "a", count: 33), "-"), ("ssh d", "-"), ("sshd\n", "-"), ("служба", "-"),
      ("a\"", "-"), ("e\u{301}", "-"),
    ])
  func service(text: String, expected: String?) {
    #expect(LoginOrigin(service: text).service == expected ?? text)
  }
}
