import Foundation

/// A directory for one test, removed with this object. If none can be made, nothing can be made at its
/// path either, and the test fails at its first write.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// A directory in memory, if there is one: nothing waits for a disk there.
  package static let memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

  package init(_ prefix: String, in directory: String = "/tmp") {
    var template = Array("\(directory)/\(prefix)-XXXXXX".utf8CString)
    let made = mkdtemp(&template).map { String(cString: $0) }
    path = made ?? "/dev/null/none"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
