import Foundation
import TestSupport

/// A file in a test's home, as a person finds and edits it.
struct HomeFile: Sendable {
  let home: Home
  let name: String

  var path: String { "\(home.path)/\(name)" }

  var exists: Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  var bytes: [UInt8] { get throws { Array(try Data(contentsOf: URL(fileURLWithPath: path))) } }

  var text: String { get throws { String(decoding: try bytes, as: UTF8.self) } }

  /// The permissions, such as 0o600.
  var mode: UInt32 {
    get throws { try status.st_mode & 0o7777 }
  }

  func setMode(_ mode: UInt32) throws {
    try SystemFailure.checked("chmod", chmod(path, mode))
  }

  /// Writes the file anew, readable by its owner alone.
  func write(_ text: String) throws { try write(bytes: Array(text.utf8)) }

  func write(bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try setMode(0o600)
  }

  /// Edits the file by hand: every occurrence of a text becomes another; there must be one.
  func replace(_ old: String, with new: String) throws {
    let before = try text
    guard before.contains(old) else { throw NotThere(text: old) }
    try write(before.replacingOccurrences(of: old, with: new))
  }

  struct NotThere: Error { let text: String }

  /// The state that shows whether anybody has written the file since: its bytes, its inode, its
  /// times.
  struct State: Equatable {
    let bytes: [UInt8]
    let inode: UInt
    let changed: [Int]
    let modified: [Int]
  }

  var state: State {
    get throws {
      let status = try status
      return State(
        bytes: try bytes, inode: UInt(status.st_ino),
        changed: [status.st_ctim.tv_sec, status.st_ctim.tv_nsec],
        modified: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec])
    }
  }

  fileprivate var status: stat {
    get throws {
      var info = stat()
      try SystemFailure.checked("lstat \(path)", lstat(path, &info))
      return info
    }
  }
}
