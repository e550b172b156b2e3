import Foundation
import Synchronization
import TestSupport

@testable import AccountsFile

/// System calls between which somebody puts a private file under a name: before the call of a number
/// that looks at the name.
final class SwappingCalls: Sendable {
  enum Way: CaseIterable, Sendable { case rename, hardLink, symbolicLink }

  private let state = Mutex((looks: 0, isSwapped: false))
  private let (name, at, way): (String, Int, Way)
  private let place: String
  private let secret: PrivateFile

  init(_ name: String, in place: String, at: Int, _ way: Way, _ file: PrivateFile) {
    (self.name, self.at, self.way, self.place, secret) = (name, at, way, place, file)
  }

  var isSwapped: Bool { state.withLock { $0.isSwapped } }

  private func look(at other: String) {
    guard other == name else { return }
    let isNow = state.withLock { state in
      state.looks += 1
      guard state.looks > at, !state.isSwapped else { return false }
      state.isSwapped = true
      return true
    }
    guard isNow else { return }
    let path = "\(place)/\(name)"
    switch way {
    case .rename: rename(secret.path, path)
    case .hardLink:
      unlink(path)
      link(secret.path, path)
    case .symbolicLink:
      unlink(path)
      symlink(secret.path, path)
    }
  }

  var calls: SystemCalls {
    let usual = SystemCalls()
    var calls = SystemCalls()
    calls.open = { directory, name, flags, mode in
      self.look(at: name)
      return usual.open(directory, name, flags, mode)
    }
    calls.stat = { directory, name, flags, info in
      self.look(at: name)
      return usual.stat(directory, name, flags, &info)
    }
    calls.rename = { directory, from, to in
      self.look(at: to)
      return usual.rename(directory, from, to)
    }
    calls.link = { directory, from, to in
      self.look(at: to)
      return usual.link(directory, from, to)
    }
    calls.unlink = { directory, name in
      self.look(at: name)
      return usual.unlink(directory, name)
    }
    return calls
  }
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
