import Foundation
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsFile

/// A socket as a log daemon has it, at a path of the test's own.
final class LogSocket: Sendable {
  private let directory = TemporaryDirectory("regapp-log")
  private let descriptor: Int32
  var path: String { "\(directory.path)/log" }

  init() throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = "\(directory.path)/log"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result != 0 { throw SystemFailure(call: "bind", code: errno) }
  }

  deinit { close(descriptor) }

  /// The lines that have come so far.
  func lines() -> [String] {
    var lines: [String] = []
    while true {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count >= 0 else { return lines }
      lines.append(String(decoding: buffer.prefix(count), as: UTF8.self))
    }
  }
}

@Suite("The system's log") struct SystemLogTests {
  private let documents = Documents()

  @Test("gets a datagram of authpriv for each line")
  func sent() throws {
    let socket = try LogSocket()
    let log = SystemLog(path: socket.path, now: { 1_800_000_000 }).logins
    log.send("login failed for x", true)
    log.send("login of x", false)
    let lines = socket.lines()
    #expect(lines.map { $0.prefix(4) } == ["<85>", "<86>"])
    for (line, end) in zip(lines, ["login failed for x", "login of x"]) {
      // The hour is that of the machine's time zone.
      #expect(
        line.wholeMatch(
          of: /<8[56]>Jan 1[456] [0-9]{2}:00:00 regapp\[[0-9]+\]: (.*)/.ignoresCase())?.1 ?? ""
          == end)
    }
  }

  @Test(
    "keeps nothing waiting: what cannot be sent is dropped",
    arguments: ["nothing there", "no socket", "nobody reads", "a path that is too long"])
  func dropped(what: String) async throws {
    let socket = try LogSocket()
    var path = socket.path
    switch what {
    case "nothing there": path = documents.path(of: "none")
    case "no socket":
      try documents.write("", to: "file")
      path = documents.path(of: "file")
    case "nobody reads":
      let log = SystemLog(path: path).logins
      for _ in 0..<10_000 { log.send(String(repeating: "x", count: 1_000), true) }
    default: path = "/tmp/" + String(repeating: "x", count: 200)
    }
    try await documents.registry.register("ada@bee.co")
    let registry = documents.registry(log: SystemLog(path: path).logins)
    #expect(try await registry.verify(LoginRequest("ada@bee.co", "wrong")) == false)
    #expect(try await registry.verify(LoginRequest("ada@bee.co", "secret1")))
  }

  @Test("hears of every way in which an attempt ends")
  func attempts() async throws {
    try await documents.registry.register("ada@bee.co")
    let socket = try LogSocket()
    let registry = documents.registry(log: SystemLog(path: socket.path).logins)
    let origin = LoginOrigin(service: "sshd", address: "192.0.2.7")
    func attempt(_ email: String, _ password: String) async {
      _ = try? await registry.authenticate(
        LoginRequest(email: email, password: PasswordEntry(password), from: origin))
    }
    await attempt("ada@bee.co", "secret1")
    await attempt("ADA@bee.co", "secret2")
    await attempt("secret1@bee.co", "secret1")
    _ = try await registry.disable("ada@bee.co")
    await attempt("ada@bee.co", "secret1")
    _ = try await registry.enable("ada@bee.co")
    for _ in 0..<5 { await attempt("ada@bee.co", "secret3") }
    let failed = #"login failed for "ada@bee.co" from 192.0.2.7 via sshd"#
    #expect(
      socket.lines().map { $0.split(separator: ": ", maxSplits: 1)[1] } == [
        #"login of "ada@bee.co" from 192.0.2.7 via sshd"#, Substring(failed),
        "login failed for an unknown name from 192.0.2.7 via sshd",
      ] + [Substring](repeating: Substring(failed), count: 6))
  }
}
