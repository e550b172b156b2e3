package import Accounts
import Glibc

/// The machine's own users, whom a service must not let in through an account of the same name:
/// those with a number below `least`, and root under all of its names.
package struct SystemUsers: Sendable {
  /// The system's answer for a name: the number of a user, nobody, or an errno.
  package typealias Answer = @Sendable (_ name: String) -> (user: UInt32?, code: Int32)

  private let least: Int
  private let ask: Answer

  /// - Parameter ask: asks the system; replaced in tests.
  package init(below least: Int, ask: @escaping Answer = Self.ask) {
    (self.least, self.ask) = (least, ask)
  }

  /// True if one of them has a name, in any case. Throws if the system cannot tell.
  package func have(_ name: String) throws(AccountsError) -> Bool {
    for name in Set([name, name.lowercased()]) {
      if let user = try number(of: name), user == 0 || user < least { return true }
    }
    // If one of several sources cannot be read, getpwnam(3) may say that there is nobody.
    guard try number(of: "root") != nil else { throw Self.fault(EIO) }
    return false
  }

  private func number(of name: String) throws(AccountsError) -> UInt32? {
    let (user, code) = ask(name)
    guard code == 0 else { throw Self.fault(code) }
    return user
  }

  private static func fault(_ code: Int32) -> AccountsError {
    .disk(DiskFault(action: .read, path: "the users of this system", reason: .errno(code)))
  }

  package func have(nameOf account: StoredAccount) throws(AccountsError) -> Bool {
    for field in Field.logins {
      if let name = account.values[text: field], try have(name) { return true }
    }
    return false
  }

  /// Asks the machine that the program runs on.
  package static let ask: Answer = { name in
    let (user, code) = SystemEntry.user(named: name)
    return (user?.id, code)
  }
}
