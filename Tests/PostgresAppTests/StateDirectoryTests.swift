import PostgresAccounts
import Testing

@testable import AccountsApp
@testable import CommandKit

@Suite(
  "The directory of a session over a database",
  .enabled(if: Libpq.fault == nil, "not tested: there is no libpq"))
struct StateDirectoryTests {
  @Test(
    "is where the XDG Base Directory Specification has state, one for each database",
    arguments: [
      (["XDG_STATE_HOME": "/s", "HOME": "/home/u"], "/s/regapp"),
      (["XDG_STATE_HOME": "state", "HOME": "/home/u"], "/home/u/.local/state/regapp"),
      (["XDG_STATE_HOME": "", "HOME": "/home/u"], "/home/u/.local/state/regapp"),
      (["HOME": ""], "/passwd/.local/state/regapp"), ([:], "/passwd/.local/state/regapp"),
    ])
  func path(environment: [String: String], directory: String) throws {
    let address = try DatabaseAddress("postgres://db.example.com/accounts")
    #expect(
      try StateDirectory(Self.context(environment)).path(of: address.directoryName)
        == "\(directory)/\(address.directoryName)")
    let other = try DatabaseAddress("postgres://db.example.com/others")
    #expect(
      try StateDirectory(Self.context(environment)).path(of: other.directoryName)
        == "\(directory)/\(other.directoryName)")
    #expect(!address.directoryName.contains("/") && address.directoryName != other.directoryName)
  }

  @Test("needs a home")
  func noHome() throws {
    let address = try DatabaseAddress("postgres://db.example.com/accounts")
    let state = StateDirectory(Self.context([:], passwdHome: nil))
    let error = #expect(throws: Report.self) { try state.path(of: address.directoryName) }
    #expect(error?.code == .usage)
  }

  private static func context(
    _ environment: [String: String], passwdHome: String? = "/passwd"
  ) -> Context {
    Context(
      environment: Environment(environment), passwdHome: passwdHome,
      console: Console(
        write: { _ in }, say: { _ in }, readInput: { _ in [] }, ask: { _ in nil },
        askSecretly: { _ in nil }, readFile: { _ in nil }, inputIsTerminal: false,
        outputIsTerminal: false, errorIsTerminal: false))
  }
}
