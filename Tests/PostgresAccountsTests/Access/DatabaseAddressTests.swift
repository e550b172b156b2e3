import Accounts
import Foundation
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite(
  "The address of a database",
  .enabled(if: Libpq.fault == nil, "not tested: there is no libpq"))
struct DatabaseAddressTests {
  @Test(
    "is told from a directory",
    arguments: [
      ("postgres://h/d", true), ("postgresql://", true), ("service=x", true), ("service=", true),
      ("/postgres://h/d", false), ("Postgres://h", false), ("services", false),
      ("host=h dbname=d", false), ("", false),
    ])
  func isDatabase(_ text: String, _ isOne: Bool) {
    #expect(DatabaseAddress.isDatabase(text) == isOne)
  }

  @Test(
    "is called by its hosts and its name, and has a directory of its own",
    arguments: [
      ("postgres://h/d", "postgres://h/d", "h%2Fd"),
      ("postgresql://u@h:5433/d?connect_timeout=7", "postgres://h:5433/d", "h:5433%2Fd"),
      ("postgres://h1,h2/d", "postgres://h1,h2/d", "h1,h2%2Fd"),
      ("postgres://h1:1,h2:2/d", "postgres://h1:1,h2:2/d", "h1:1,h2:2%2Fd"),
      ("postgres://h1,h2:5432/d?port=5432", "postgres://h1,h2/d", "h1,h2%2Fd"),
      ("postgres://h1,h2/d?port=77", "postgres://h1:77,h2:77/d", "h1:77,h2:77%2Fd"),
      ("postgres:///d?host=/run/x", "postgres:///run/x/d", "%2Frun%2Fx%2Fd"),
      ("postgres://%2Frun%2Fx/d", "postgres:///run/x/d", "%2Frun%2Fx%2Fd"),
      ("postgres://../..", "postgres://../..", "%2E.%2F.."),
      ("postgres://[::1]/d", "postgres://::1/d", "::1%2Fd"),
    ])
  func names(_ text: String, _ subject: String, _ directory: String) throws {
    let address = try DatabaseAddress(text)
    #expect((address.subject, address.directoryName) == (subject, directory))
  }

  @Test(
    "never leads to another directory than one of its own",
    arguments: [
      "postgres:///..", "postgres:///.", "postgres:///%2E%2E", "postgres://h/..%2F..%2Fetc",
      "postgres://h/%0A%1B", "postgres://h/ключ", "postgres://%2F..%2F../d",
    ])
  func directory(_ text: String) throws {
    let name = try DatabaseAddress(text).directoryName
    #expect(![".", "..", ""].contains(name) && !name.hasPrefix("."))
    #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") })
  }

  @Test(
    "with a password in it is refused, wherever that is",
    arguments: [
      "postgres://u:secret@h/d", "postgres://:secret@h/d", "postgres://h/d?password=secret",
      "postgres://h/d?pass%77ord=secret", "postgres://u:%73ecret@h/d",
      "postgres://h/d?sslpassword=secret", "service=x password=secret",
      "service=x sslpassword='a secret'", "service=x\tpassword = secret",
      "postgres://h/d?user=u&password=secret&host=i", "postgresql://u:secret@/d",
    ])
  func password(_ text: String) {
    #expect(fault(text) == .passwordInAddress)
  }

  /// Each is told without what it says: a password may be in the wrong place.
  @Test(
    "that cannot be read is refused",
    arguments: [
      "postgres://h:port:secret/d", "postgres://h/d?secret", "postgres://h/d?no=secret",
      "service=x secret", "service='secret", "postgres://[::1/d", "postgres://h/%zz",
      "host=h dbname=d", "postgres://u:sec%00ret@h/d",
    ])
  func unreadable(_ text: String) {
    #expect(fault(text) == .invalidAddress)
  }

  private func fault(_ text: String) -> PostgresFault? {
    let error = #expect(throws: AccountsError.self) { try DatabaseAddress(text) }
    guard case .store(let fault)? = error else { return nil }
    #expect(fault.kind == .connection && !"\(fault)".contains("secret"))
    return fault.reason as? PostgresFault
  }

  @Test(
    "asks a server elsewhere to prove who it is, unless it says otherwise",
    arguments: [
      ("postgres://h/d", "verify-full", nil),
      ("postgres://h/d?sslmode=prefer", "verify-full", nil),
      ("postgres://h/d?sslmode=verify-full", "verify-full", nil),
      ("postgres://h/d?sslmode=verify-ca", "verify-ca", "verify-ca"),
      ("postgres://h/d?sslmode=require", "require", "require"),
      ("postgres://h/d?sslmode=allow", "allow", "allow"),
      ("postgres://h/d?sslmode=disable", "disable", "disable"),
      ("postgres:///d?hostaddr=192.0.2.1", "verify-full", nil),
      ("postgres:///d?host=/run,h", "verify-full", nil),
      ("postgres:///d?host=/run", nil, nil), ("postgres:///d", nil, nil),
    ] as [(String, String?, String?)])
  func mode(_ text: String, _ mode: String?, _ weak: String?) throws {
    let address = try DatabaseAddress(text)
    #expect(address.settings.first { $0.key == "sslmode" }?.value == mode)
    #expect(address.weakMode == weak)
    #expect(address.settings.first { $0.key == "gssencmode" }?.value == "disable")
    let hasRoot = address.settings.contains { $0.key == "sslrootcert" }
    #expect(!hasRoot || mode?.hasPrefix("verify") == true)
  }

  @Test("says itself how long to try and which server to take, or that is said for it")
  func settings() throws {
    func settings(_ text: String) throws -> [String: String] {
      let settings = try DatabaseAddress(text).settings
      return Dictionary(settings.map { ($0.key, $0.value) }) { $1 }
    }
    let usual = try settings("postgres://h/d")
    #expect(usual["connect_timeout"] == "3" && usual["target_session_attrs"] == "primary")
    let own = try settings("postgres://h/d?connect_timeout=9&target_session_attrs=primary")
    #expect(own["connect_timeout"] == nil && own["target_session_attrs"] == nil)
  }

  @Test("is found in a service file, by its name")
  func service() async throws {
    let directory = TemporaryDirectory("regapp-service")
    let file = "\(directory.path)/services.conf"
    let text = "[own]\nhost=db.example\nport=77\ndbname=accounts\nsslmode=require\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    func seen(_ address: String, _ file: String) async throws -> String {
      try await blocking {
        let (seen, written) = try Descriptors.pair { pipe($0) }
        defer { close(seen) }
        do {
          defer { close(written) }
          _ = try ProbeProgram.run([address], ["PGSERVICEFILE": file], written)
        }
        let end = FileHandle(fileDescriptor: seen, closeOnDealloc: false)
        return String(decoding: end.readDataToEndOfFile(), as: UTF8.self)
      }
    }
    #expect(try await seen("service=own", file) == "service=own service=own require\n")
    #expect(
      try await seen("service=own sslmode=verify-full", file) == "service=own service=own -\n")
    #expect(try await seen("service=other", file) == "unknownService(\"other\")\n")
    #expect(try await seen("service=own", file + "x") == "unknownService(\"own\")\n")
  }
}
