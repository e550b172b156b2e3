import Foundation

/// A program of somebody else's, with which ours has to get on.
///
/// If it is not installed, its tests are skipped; with `REGAPP_CI_PROOFS` 1, as in CI, none is, and
/// a missing program is a failure.
enum Neighbour: String {
  case bash, zsh, fish, man, mandoc, htpasswd, doveadm, git

  var isProved: Bool {
    isInstalled || ProcessInfo.processInfo.environment["REGAPP_CI_PROOFS"] == "1"
  }

  var isInstalled: Bool {
    ["/usr/bin", "/bin", "/usr/local/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(rawValue)")
    }
  }

  /// The library that the program loads when it meets a hash of argon2.
  static let hasArgon2 =
    dlopen("libargon2.so.1", RTLD_NOW | RTLD_LOCAL) != nil
    || ProcessInfo.processInfo.environment["REGAPP_CI_PROOFS"] == "1"

  static let absenceOfArgon2 = "libargon2 is not installed: what it would prove is not tested"

  /// Why a test was skipped.
  var absence: String { "\(rawValue) is not installed: what it would prove is not tested" }
}
