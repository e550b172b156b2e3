package import CommandKit

/// The directory for a person's own data on this machine: under XDG's state directory.
package struct StateDirectory {
  private let environment: Environment
  private let passwdHome: String?
  private let rootHome: String?

  package init(_ context: Context) {
    environment = context.environment
    (passwdHome, rootHome) = (context.passwdHome, context.rootHome)
  }

  /// The path of one of its directories; what writes there makes it.
  package func path(of name: String) throws -> String { "\(try state(nil))/regapp/\(name)" }

  /// The path of one for what nobody else may lead us to: root's home is that of the passwd entry.
  package func privatePath(of name: String) throws -> String {
    "\(try state(rootHome))/regapp/\(name)"
  }

  private func state(_ home: String?) throws -> String {
    // A relative path is to be ignored.
    if let path = environment["XDG_STATE_HOME"], path.utf8.first == UInt8(ascii: "/") {
      return path
    }
    guard let home = home ?? environment["HOME"] ?? passwdHome else {
      throw Report.usage(
        "no home directory to keep its state in", hint: "set HOME or XDG_STATE_HOME")
    }
    return "\(home)/.local/state"
  }
}
