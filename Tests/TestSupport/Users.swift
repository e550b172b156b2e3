import Foundation

#if canImport(Testing)
import Testing
#endif

/// A user who does not run the tests, and whom no system knows.
package let stranger: uid_t = geteuid() ^ 0x7123_4567

/// Whether files can be given to other users, and programs run as them: only root may, and not even
/// root if there are no others, as in some containers.
package let mayActAsOthers: Bool = {
  guard geteuid() == 0 else { return false }
  let directory = TemporaryDirectory("regapp-others")
  return withExtendedLifetime(directory) {
    ([12_345, 64_123, 65_534] as [uid_t]).allSatisfy { chown(directory.path, $0, $0) == 0 }
  }
}()

#if canImport(Testing)
extension Trait where Self == ConditionTrait {
  /// Leaves the tests out for who is not root. `.ci/run` names them by `root`, runs them as root, and
  /// all others as an ordinary user; one that it does not name fails there.
  package static var needsRoot: Self {
    .enabled(
      if: mayActAsOthers || ProcessInfo.processInfo.environment["REGAPP_CI_PROOFS"] == "1",
      "left out: only root may act as others")
  }
}
#endif
