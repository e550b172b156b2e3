import Foundation
import TestSupport

/// The programs that the servers of tests need.
///
/// If one is missing, the tests are skipped; with `REGAPP_CI_PROOFS` 1, as in CI, none is, and a
/// missing program is a failure.
package enum ServerPrograms {
  /// The directory of PostgreSQL's programs: the one that `REGAPP_POSTGRES_SERVER` names, else the
  /// newest of Debian's, else the one on PATH; nil if there is none.
  package static let postgres: String? = {
    if let named = ProcessInfo.processInfo.environment["REGAPP_POSTGRES_SERVER"], !named.isEmpty {
      return named
    }
    let debian = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
    let newest = versions.compactMap { Int($0) }.sorted(by: >).map { "\(debian)/\($0)/bin" }
    return (newest + searched).first { directory in
      ["initdb", "postgres", "psql", "pg_ctl", "pg_basebackup"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(directory)/\($0)")
      }
    }
  }()

  package static let pgbouncer = path(of: "pgbouncer")
  package static let openssl = path(of: "openssl")

  /// For `.enabled(if:)`, with `absence` as its comment. The servers refuse to run as root, or as a
  /// user whom the system does not know.
  package static let arePresent =
    (postgres != nil && pgbouncer != nil && openssl != nil
      && (geteuid() == 0 ? mayActAsOthers : getpwuid(geteuid()) != nil))
    || ProcessInfo.processInfo.environment["REGAPP_CI_PROOFS"] == "1"

  package static let absence =
    "not tested: PostgreSQL's server, pgbouncer or openssl is not installed, "
    + "or there is no user to run them as"

  /// The words before a command that make it run as an ordinary user: PostgreSQL refuses root.
  static let asOrdinaryUser: [String] = {
    guard let user = ordinaryUser else { return [] }
    return [
      "/usr/bin/setpriv", "--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups", "--",
    ]
  }()

  static let ordinaryUser: (id: uid_t, group: gid_t)? = {
    guard geteuid() == 0 else { return nil }
    let found = getpwnam("postgres") ?? getpwnam("nobody")
    return found.map { ($0.pointee.pw_uid, $0.pointee.pw_gid) } ?? (65_534, 65_534)
  }()

  private static let searched =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    + ["/usr/bin", "/usr/sbin"]

  private static func path(of name: String) -> String? {
    searched.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile(atPath:))
  }
}

/// A server that did not do what a test needs of it.
package struct ServerFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  static func unwrap(_ program: String?) throws -> String {
    guard let program else { throw ServerFailure(ServerPrograms.absence) }
    return program
  }
}
