import Accounts
import AccountsDocument
import Glibc
import TextTools

/// The record of `publish` runs, for the user who runs it: for each output a small file with
/// digests, no text. An output with a recorded digest is regapp's own. Both the old and the new
/// digest are recorded before an output is replaced, so that either is known if the run is killed.
/// One more digest is of the accounts left out, which are reported only when they change.
struct PublishRecord: Sendable {
  /// A directory of the user's own.
  let directory: String

  static func digest(of text: [UInt8]) -> String {
    SHA256.digest(of: text).hexadecimal
  }

  private static let leftOut = "left out "

  static func line(ofLeftOut text: [UInt8]) -> String { leftOut + digest(of: text) }

  /// The name for the record that accounts were published at all; no path has it.
  static func documents(_ directory: String) -> String { "documents \(directory)" }

  private func path(of output: String) -> String {
    FilePath.join(directory, Self.digest(of: Array(output.utf8)))
  }

  /// The recorded digests of an output; nil if there are none. A record that others could have
  /// written is refused.
  func digests(of output: String, _ disk: Disk) throws(DiskFault) -> Set<String>? {
    guard let bytes = try disk.trusted(path(of: output), atMost: 4096) else { return nil }
    let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let digests = Set(
      lines.filter {
        $0.utf8.count == ($0.hasPrefix(Self.leftOut) ? Self.leftOut.utf8.count : 0) + 64
      })
    return digests.isEmpty ? nil : digests
  }

  func write(_ digests: [String], _ lock: FileLock, _ disk: Disk) throws(DiskFault) {
    let bytes = Array((digests.joined(separator: "\n") + "\n").utf8)
    _ = try disk.replace(lock.file, .anything(), with: [.bytes(bytes[...])])
  }

  /// Opens the directory, and makes it if there is none. A level above that cannot be made is no
  /// place that the user has named: the fault names the directory.
  func open(_ disk: Disk) throws(DiskFault) -> OpenDirectory {
    do throws(DiskFault) { return try disk.makeDirectory(directory) } catch {
      guard case .errno = error.reason else { throw error }
      throw DiskFault(action: error.action, path: directory, reason: error.reason)
    }
  }

  /// Locks an output against other runs.
  func lock(
    _ output: String, _ disk: Disk, isolation: isolated (any Actor)? = #isolation
  ) async throws(AccountsError) -> FileLock {
    let path = path(of: output)
    return try await disk.lock { () throws(DiskFault) in
      try open(disk).file(FilePath.name(of: path))
    }
  }
}
