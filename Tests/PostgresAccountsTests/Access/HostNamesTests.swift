import Accounts
import Dispatch
import PostgresServer
import StoreSuite
import Synchronization
import TestSupport
import Testing

@testable import PostgresAccounts

@Suite("The names of hosts") struct HostNamesTests {
  @Test("are told from addresses and places of sockets")
  func names() {
    for name in ["db1", "db1.example.com", "localhost", "1.2.3.4.example"] {
      #expect(HostNames.isName(name), "\(name)")
    }
    for other in ["", "/run/postgresql", "@regapp", "127.0.0.1", "::1", "fe80::1%lo"] {
      #expect(!HostNames.isName(other), "\(other)")
    }
  }

  /// A resolver that answers for two names, knows a third one not, and is silent about all others until it
  /// is let go.
  private final class Resolver: Sendable {
    let silence = Gate()
    let asked = Mutex<[String]>([])

    func resolve(_ name: String) -> HostNames.Answer {
      asked.withLock { $0.append(name) }
      switch name {
      case "db1.test": return .addresses(["127.0.0.1"])
      case "db2.test": return .addresses(["::2", "127.0.0.2"])
      case "db3.test": return .unknown
      default:
        silence.wait()
        return .unknown
      }
    }
  }

  private func fault(_ hosts: String, _ resolver: Resolver) async throws -> PostgresFault? {
    let address = try DatabaseAddress("postgres://\(hosts)/x?connect_timeout=2&sslmode=disable")
    var libpq = Libpq()
    libpq.resolve = { resolver.resolve($0) }
    let store = PostgresStore(address, today: { dayOfPromises }, libpq: libpq, patience: 1)
    return await PostgresAccountsTests.fault { _ = try await store.rulebook() }?.reason
      as? PostgresFault
  }

  @Test("that no host has, or about which nobody answers, are told as that")
  func faults() async throws {
    let resolver = Resolver()
    defer { resolver.silence.open() }
    #expect(try await fault("db3.test", resolver) == .unknownHost("db3.test"))
    #expect(try await fault("silent.test", resolver) == .hostNotLookedUp("silent.test"))
    #expect(try await fault("silent.test,other.test", resolver) == .hostNotLookedUp("silent.test"))
    #expect(try await fault("db3.test,silent.test", resolver) == .unknownHost("db3.test"))
    // One look-up goes on for all who ask for the name meanwhile.
    #expect(resolver.asked.withLock { names in names.count { $0 == "silent.test" } } == 1)
    // One that has an address is asked there.
    #expect(try await fault("silent.test,db1.test:1", resolver) == .unreachable)
  }

  @Test("are looked up for a host each, which keeps its port")
  func places() throws {
    let resolver = Resolver()
    defer { resolver.silence.open() }
    func settings(_ address: String) throws -> [String: String] {
      let connecting = try Connecting(
        DatabaseAddress(address), resolve: { resolver.resolve($0) })
      return Dictionary(uniqueKeysWithValues: connecting.others.map { ($0.key, $0.value) })
    }
    #expect(
      try settings("postgres://db1.test:1,db2.test:2,127.0.0.9/x")
        == [
          "host": "db1.test,db2.test,db2.test,127.0.0.9",
          "hostaddr": "127.0.0.1,::2,127.0.0.2,", "port": "1,2,2,",
        ])
    #expect(
      try settings("postgres://db1.test,db3.test/x?port=7")
        == ["host": "db1.test", "hostaddr": "127.0.0.1"])
    // Nothing is looked up, and libpq reads the address as it is.
    for address in [
      "postgres://127.0.0.1/x", "postgres:///x?host=/run", "postgres:///x",
      "postgres://db9.test/x?hostaddr=127.0.0.1",
    ] {
      #expect(try settings(address) == [:], "\(address)")
    }
    #expect(!resolver.asked.withLock { $0.contains("db9.test") })
  }

  @Test("are those of the system")
  func ofSystem() {
    guard case .addresses(let addresses) = HostNames.ofSystem("localhost") else {
      Issue.record("localhost has no address")
      return
    }
    #expect(!addresses.isEmpty && addresses.allSatisfy { ["127.0.0.1", "::1"].contains($0) })
  }
}

/// Somebody who waits until a test lets them go on.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }

  func open() { semaphore.signal() }
}
