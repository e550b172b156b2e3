import Accounts
import AccountsText
import Glibc
import TextTools

/// What `publish` wrote, for whoever runs it: for each output a small file with digests, no text. An output
/// that has one of them is regapp's own. Before an output is replaced, the digests of its old and its new
/// text are written, so that either is known whenever the run is killed. One more digest is that of what was
/// left out, which is told only when it changes; `export --if-changed` has a file for that alone.
struct PublishRecord: Sendable {
  /// A directory of the user's own.
  let directory: String

  static func digest(of text: [UInt8]) -> String {
    SHA256.digest(of: text).map { String($0, radix: 16).zeroPadded(to: 2) }.joined()
  }

  static func line(ofLeftOut text: [UInt8]) -> String { "left out \(digest(of: text))" }

  /// The name under which an export of an output is recorded: no path has it.
  static func export(to output: String) -> String { "export \(output)" }

  private func path(of output: String) -> String {
    FilePath.join(directory, Self.digest(of: Array(output.utf8)))
  }

  /// The digests of an output; nil if nothing is known of it. A record that others could have written is
  /// refused.
  func digests(of output: String, _ disk: Disk) throws(DiskFault) -> Set<String>? {
    let bytes = try disk.trusted(path(of: output), atMost: 4096)
    return bytes.map { Set($0.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }) }
  }

  /// Makes these the digests of the output that is locked.
  func write(_ digests: [String], _ lock: FileLock, _ disk: Disk) throws(DiskFault) {
    let bytes = Array((digests.joined(separator: "\n") + "\n").utf8)
    _ = try disk.replace(lock.file, .anything, with: [.bytes(bytes[...])])
  }

  /// Keeps other runs from the output, until it is unlocked.
  func lock(
    _ output: String, _ disk: Disk, isolation: isolated (any Actor)? = #isolation
  ) async throws(AccountsError) -> FileLock {
    let path = path(of: output)
    return try await disk.lock { () throws(DiskFault) in
      try disk.makeDirectory(directory).file(FilePath.name(of: path))
    }
  }
}
