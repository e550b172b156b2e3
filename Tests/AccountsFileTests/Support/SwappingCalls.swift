import Foundation
import TestSupport

@testable import AccountsFile

/// System calls between which somebody puts a private file under a name: before the call of a
/// number that looks at the name or changes it.
struct SwappingCalls: Sendable {
  enum Way: CaseIterable, Sendable { case rename, hardLink, symbolicLink }

  private let acting: ActingCalls

  init(_ name: String, in place: String, at: Int, _ way: Way, _ file: PrivateFile) {
    let path = "\(place)/\(name)"
    acting = ActingCalls(name, at: at, changes: true) {
      switch way {
      case .rename: rename(file.path, path)
      case .hardLink:
        unlink(path)
        link(file.path, path)
      case .symbolicLink:
        unlink(path)
        symlink(file.path, path)
      }
    }
  }

  var isSwapped: Bool { acting.hasActed }

  var calls: SystemCalls { acting.calls }
}

/// A file for its owner alone, which stays open, wherever it is moved.
final class PrivateFile: Sendable {
  static let text = "TOPSECRET of its owner\nand more"

  let path: String
  private let descriptor: Int32
  private let access: FileAccess

  /// - Parameter owner: nil for the user who runs the tests.
  init(_ path: String, of owner: uid_t?, _ text: String = text) {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
    if let owner { fchown(descriptor, owner, owner) }
    fchmod(descriptor, 0o600)
    self.descriptor = descriptor
    access = Self.access(of: descriptor)
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  private static func access(of descriptor: Int32) -> FileAccess {
    var info = stat()
    fstat(descriptor, &info)
    return FileStamp(info).access
  }

  /// True if it still has the owner, the group and the mode that it had.
  var isAsBefore: Bool { Self.access(of: descriptor) == access }
}
